/** Rules for granting rights among staff. The API enforces them, and the screen offers choices by them. */
import {
  areaOfPermission,
  can,
  canOpenArea,
  groupPermissions,
  permissions,
  rolePresets,
  type AccessRights,
  type GroupPermission,
  type Permission,
  type Role,
} from './permissions.ts'

/** `custom`: no role, ticks alone. The owner's role is nobody's to give. */
export const staffRoles = ['admin', 'manager', 'operator', 'catalogue', 'viewer', 'custom'] as const
export type StaffRole = (typeof staffRoles)[number]

/** 0 has not followed the invitation yet, 1 may sign in, 2 is switched off. */
export const staffStatuses = { invited: 0, active: 1, disabled: 2 } as const
export type StaffStatus = (typeof staffStatuses)[keyof typeof staffStatuses]

/** `shopIds`: those that the person may see; none means all. */
export type Rights = AccessRights & { shopIds: number[] }

export type GivenRights = {
  role: StaffRole
  groupPermissions?: GroupPermission[] | undefined
  permissions?: Permission[] | undefined
  shopIds?: number[] | undefined
}

/** Returns the rights to store for the granted ones. An area opens with any permission that is ticked in it. */
export function rightsOf({ role, permissions: ticked = [], shopIds = [], ...given }: GivenRights): Rights {
  const roles: Role[] = role === 'custom' ? [] : [role]
  const opened = new Set<GroupPermission>([
    ...roles.flatMap((one) => rolePresets[one].groups),
    ...(given.groupPermissions ?? []),
    ...ticked.map(areaOfPermission),
  ])
  return {
    scope: role === 'admin' ? 'admin' : 'staff',
    roles,
    groupPermissions: groupPermissions.filter((area) => opened.has(area)),
    permissions: permissions.filter((permission) => ticked.includes(permission)),
    shopIds: [...new Set(shopIds)],
  }
}

export function roleOf({ roles }: Pick<AccessRights, 'roles'>): StaffRole | 'owner' {
  return roles[0] ?? 'custom'
}

/** The field in which `given` is more than the giver has; null where there is none. Nobody gives more than he has. */
export function exceeding(
  giver: Rights,
  given: Rights,
): 'role' | 'group_permissions' | 'permissions' | 'shop_ids' | null {
  if (given.scope === 'owner' || (given.scope === 'admin' && giver.scope !== 'owner')) return 'role'
  const byRole: Rights = { ...given, groupPermissions: [], permissions: [] }
  if (permissions.some((each) => can(byRole, each) && !can(giver, each))) return 'role'
  if (groupPermissions.some((area) => canOpenArea(byRole, area) && !canOpenArea(giver, area))) return 'role'
  if (permissions.some((each) => given.permissions.includes(each) && !can(giver, each))) return 'permissions'
  if (given.groupPermissions.some((area) => !canOpenArea(giver, area))) return 'group_permissions'
  return isWithin(giver.shopIds, given.shopIds) ? null : 'shop_ids'
}

/**
 * Answers whether a user may change, deactivate or remove another: never himself, never the owner, and others only if he has all
 * of their rights. Only the owner manages administrators.
 */
export function mayManage(
  manager: Rights & { id: number },
  person: Rights & { id: number; isSso: boolean },
): boolean {
  if (!can(manager, 'settings.staff') || manager.id === person.id || person.isSso) return false
  return exceeding(manager, person) === null
}

function isWithin(own: number[], wanted: number[]): boolean {
  if (own.length === 0) return true
  return wanted.length > 0 && wanted.every((shop) => own.includes(shop))
}
