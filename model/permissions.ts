/** Who may do what. The menu, the pages and the API read this one table. Presets come with a role; ticks refine them per user. */

export const groupPermissions = ['analytics', 'products', 'orders', 'customers', 'settings'] as const
export type GroupPermission = (typeof groupPermissions)[number]

export const permissions = [
  'orders.view',
  'orders.edit',
  'orders.view_payment',
  'orders.view_contact',
  'settings.channels',
] as const
export type Permission = (typeof permissions)[number]

export const roles = ['owner', 'admin', 'manager', 'operator', 'catalogue', 'viewer'] as const
export type Role = (typeof roles)[number]

/** A group grants its area's view, whatever the role; the owner may do everything. */
export function can(user: AccessRights, permission: Permission): boolean {
  if (user.scope === 'owner') return true
  const [area, action] = permission.split('.')
  if (action === 'view' && user.groupPermissions.includes(area as GroupPermission)) return true
  if (user.permissions.includes(permission)) return true
  return user.roles.some((role) => rolePresets[role].permissions.includes(permission))
}

export function canOpenArea(user: AccessRights, area: GroupPermission): boolean {
  return user.scope === 'owner' || user.groupPermissions.includes(area)
}

export type AccessRights = {
  scope: 'owner' | 'admin' | 'staff'
  roles: Role[]
  groupPermissions: GroupPermission[]
  permissions: Permission[]
}

const everything: RolePreset = { groups: [...groupPermissions], permissions: [...permissions] }

export const rolePresets: Record<Role, RolePreset> = {
  owner: everything,
  admin: everything,
  manager: everything,
  operator: { groups: ['orders'], permissions: ['orders.view', 'orders.edit', 'orders.view_contact'] },
  catalogue: { groups: ['analytics', 'products'], permissions: [] },
  viewer: {
    groups: ['analytics', 'products', 'orders', 'customers'],
    permissions: ['orders.view', 'orders.view_payment'],
  },
}

type RolePreset = { groups: GroupPermission[]; permissions: Permission[] }
