/**
 * Permissions of users. The menu, the pages and the API read this one table. Presets come with a role; ticks refine them per
 * user.
 */

export const groupPermissions = ['analytics', 'products', 'orders', 'customers', 'settings'] as const
export type GroupPermission = (typeof groupPermissions)[number]

export const permissions = [
  'analytics.view',
  'analytics.export',
  'products.view',
  'products.edit',
  'products.publish',
  'products.status',
  'products.delete',
  'products.export',
  'sku.view',
  'sku.edit',
  'sku.delete',
  'sku.export',
  'stock.adjust',
  'orders.view',
  'orders.edit',
  // Stars and the team's notes: whoever packs writes them, and still changes nothing that was ordered.
  'orders.mark',
  'orders.print',
  'orders.confirm',
  'orders.set_packed',
  'orders.cancel',
  'orders.view_payment',
  'orders.view_contact',
  'orders.export',
  'customers.view',
  'customers.edit',
  'customers.export',
  // Handing out all that is known of a buyer, and erasing it.
  'customers.privacy',
  'settings.channels',
  'settings.stock',
  'settings.customers',
  'settings.shipment',
  'settings.staff',
  'settings.account',
  'settings.bill',
  'plans.buy',
  'mails.read',
  'audit.view',
  'data.export_all',
  'data.delete_account',
] as const
export type Permission = (typeof permissions)[number]

/** Nobody is given these by a tick: plans cost the owner's money, a mail may hold the way into an account, the log tells of everybody. */
const neverTicked = [
  'plans.buy',
  'mails.read',
  'audit.view',
  'data.export_all',
  'data.delete_account',
] as const satisfies readonly Permission[]

export type GrantablePermission = Exclude<Permission, (typeof neverTicked)[number]>

/** Permissions that can be ticked for a user. */
export const grantablePermissions = permissions.filter(
  (permission): permission is GrantablePermission => !isNeverTicked(permission),
)

function isNeverTicked(permission: Permission): boolean {
  return (neverTicked as readonly Permission[]).includes(permission)
}

export const roles = ['owner', 'admin', 'manager', 'operator', 'catalogue', 'viewer'] as const
export type Role = (typeof roles)[number]

/** A group grants its area's view, whatever the role; the owner may do everything. Ticks add to what the role gives. */
export function can(user: AccessRights, permission: Permission): boolean {
  if (user.scope === 'owner') return true
  if (permission.endsWith('.view') && user.groupPermissions.includes(areaOfPermission(permission)))
    return true
  if (user.permissions.includes(permission) && !isNeverTicked(permission)) return true
  return user.roles.some((role) => rolePresets[role].permissions.includes(permission))
}

/** The SKU centre and its stock are a part of the products. */
export function areaOfPermission(permission: Permission): GroupPermission {
  const [area] = permission.split('.')
  return area === 'sku' || area === 'stock' ? 'products' : (area as GroupPermission)
}

/** The role's own areas are open whatever is stored, so that the menu never hides what the page and the API allow. */
export function canOpenArea(user: AccessRights, area: GroupPermission): boolean {
  if (user.scope === 'owner' || user.groupPermissions.includes(area)) return true
  return user.roles.some((role) => rolePresets[role].groups.includes(area))
}

export type AccessRights = {
  scope: 'owner' | 'admin' | 'staff'
  roles: Role[]
  groupPermissions: GroupPermission[]
  permissions: Permission[]
}

const groups = [...groupPermissions]

export const rolePresets: Record<Role, RolePreset> = {
  owner: { groups, permissions: [...permissions] },
  admin: { groups, permissions: [...grantablePermissions, 'audit.view'] },
  manager: {
    groups,
    permissions: grantablePermissions.filter(
      (each) => !['settings.staff', 'settings.bill', 'customers.export', 'customers.privacy'].includes(each),
    ),
  },
  operator: {
    groups: ['products', 'orders'],
    permissions: [
      'products.view',
      'sku.view',
      'stock.adjust',
      'orders.view',
      'orders.mark',
      'orders.print',
      'orders.confirm',
      'orders.set_packed',
      'orders.view_contact',
    ],
  },
  catalogue: {
    groups: ['analytics', 'products'],
    permissions: [
      'analytics.view',
      'products.view',
      'products.edit',
      'products.publish',
      'products.status',
      'products.export',
      'sku.view',
      'sku.edit',
      'sku.export',
    ],
  },
  viewer: {
    // The settings for the plan's sake; without a right of theirs the other pages stay closed or only show.
    groups: ['analytics', 'products', 'orders', 'customers', 'settings'],
    permissions: [
      'analytics.view',
      'analytics.export',
      'products.view',
      'products.export',
      'sku.view',
      'sku.export',
      'orders.view',
      'orders.view_payment',
      'orders.export',
      'customers.view',
      'settings.bill',
    ],
  },
}

type RolePreset = { groups: GroupPermission[]; permissions: Permission[] }
