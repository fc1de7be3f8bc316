import { describe, expect, it } from 'vitest'
import {
  can,
  canOpenArea,
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
  // Columns: orders.view orders.edit orders.view_payment orders.view_contact settings.channels
  const table: Record<Role, string> = {
    owner: 'yyyyy',
    admin: 'yyyyy',
    manager: 'yyyyy',
    operator: 'yy-y-',
    catalogue: '-----',
    viewer: 'y-y--',
  }

  it.each(roles)('%s', (role) => {
    const may = permissions.map((permission) => (can(staff({ roles: [role] }), permission) ? 'y' : '-'))
    expect(may.join('')).toBe(table[role])
  })

  it('is written down for every permission', () => {
    expect(permissions).toEqual([
      'orders.view',
      'orders.edit',
      'orders.view_payment',
      'orders.view_contact',
      'settings.channels',
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
    expect(can(user, 'orders.view_payment') && can(user, 'orders.edit')).toBe(true)
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
      expect(groups).toEqual(expect.arrayContaining(viewed))
    }
  })
})
