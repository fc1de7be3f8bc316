import { describe, expect, it } from 'vitest'
import {
  can,
  canOpenArea,
  grantablePermissions,
  groupPermissions,
  permissions,
  rolePresets,
  roles,
  type AccessRights,
  type Permission,
  type Role,
} from './permissions.ts'

function staff(part: Partial<AccessRights>): AccessRights {
  return { scope: 'staff', roles: [], groupPermissions: [], permissions: [], ...part }
}

describe('what a role may do', () => {
  // Columns: analytics.view export, products.view edit publish status delete export, sku.view edit delete export, stock.adjust, orders.view edit mark print confirm set_packed cancel view_payment view_contact export, customers.view edit export privacy, settings.channels stock customers shipment staff account bill, plans.buy, mails.read, audit.view, data.export_all, data.delete_account
  const table: Record<Role, string> = {
    owner: 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy',
    admin: 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy--y--',
    manager: 'yyyyyyyyyyyyyyyyyyyyyyyyy--yyyy-y------',
    operator: '--y-----y---yy-yyyy--y-----------------',
    catalogue: 'y-yyyy-yyy-y---------------------------',
    viewer: 'yyy----yy--y-y------y-yy---------y-----',
  }

  it.each(roles)('%s', (role) => {
    const may = permissions.map((permission) => (can(staff({ roles: [role] }), permission) ? 'y' : '-'))
    expect(may.join('')).toBe(table[role])
  })

  it('is written down for every permission', () => {
    expect(permissions).toEqual([
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
    ] satisfies Permission[])
  })
})

describe('can', () => {
  it('lets the owner do everything, whatever the lists say', () => {
    for (const permission of permissions) expect(can(staff({ scope: 'owner' }), permission)).toBe(true)
  })

  it('lets a stranger do nothing', () => {
    for (const permission of permissions) expect(can(staff({}), permission)).toBe(false)
  })

  it('takes a group for the view of its area and for nothing else', () => {
    const user = staff({ groupPermissions: ['orders', 'settings'] })
    expect(permissions.filter((permission) => can(user, permission))).toEqual(['orders.view'])
  })

  it('adds a tick to what the role gives', () => {
    const user = staff({ roles: ['operator'], permissions: ['orders.view_payment'] })
    expect(can(user, 'orders.view_payment')).toBe(true)
    expect(can(user, 'settings.channels')).toBe(false)
  })

  it('adds up several roles', () => {
    const user = staff({ roles: ['viewer', 'operator'] })
    expect(can(user, 'orders.view_payment') && can(user, 'orders.mark')).toBe(true)
  })
})

describe('what no tick gives', () => {
  it('is the owner’s, and of an admin the audit log', () => {
    const unticked = permissions.filter(
      (permission) => !(grantablePermissions as string[]).includes(permission),
    )
    expect(unticked).toEqual([
      'plans.buy',
      'mails.read',
      'audit.view',
      'data.export_all',
      'data.delete_account',
    ])
    for (const role of roles.filter((one) => one !== 'owner')) {
      const user = staff({ roles: [role], permissions: unticked })
      const may = unticked.filter((permission) => can(user, permission))
      expect([role, may]).toEqual([role, role === 'admin' ? ['audit.view'] : []])
    }
  })
})

describe('canOpenArea', () => {
  it('asks for the group, and nothing of the owner', () => {
    const user = staff({ groupPermissions: ['orders'] })
    expect(groupPermissions.filter((area) => canOpenArea(user, area))).toEqual(['orders'])
    expect(groupPermissions.every((area) => canOpenArea(staff({ scope: 'owner' }), area))).toBe(true)
  })

  it('opens the areas that a role grants a view of', () => {
    for (const role of roles) {
      const { groups, permissions: granted } = rolePresets[role]
      const viewed = granted
        .filter((permission) => permission.endsWith('.view'))
        .map((each) => each.split('.')[0])
        .filter((area) => (groupPermissions as readonly (string | undefined)[]).includes(area))
      expect(groups).toEqual(expect.arrayContaining(viewed))
    }
  })
})
