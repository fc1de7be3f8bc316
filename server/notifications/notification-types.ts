import { notificationAreas, notificationTypes, type NotificationType } from '../../model/notification.ts'
import {
  can,
  canOpenArea,
  groupPermissions,
  type AccessRights,
  type GroupPermission,
  type Permission,
} from '../../model/permissions.ts'

/** The types of news that concern somebody with these rights. */
export function typesFor(rights: AccessRights): NotificationType[] {
  return notificationTypes.filter((type) => {
    const needs = notificationAreas[type]
    return needs === null || (isArea(needs) ? canOpenArea(rights, needs) : can(rights, needs))
  })
}

/** Under which a type is listed; null: about what the user did himself. */
export function areaOf(type: NotificationType): GroupPermission | null {
  const [area] = notificationAreas[type]?.split('.') ?? []
  return (area as GroupPermission | undefined) ?? null
}

function isArea(needs: GroupPermission | Permission): needs is GroupPermission {
  return (groupPermissions as readonly string[]).includes(needs)
}
