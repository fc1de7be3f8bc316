import { describe, expect, it } from 'vitest'
import { can, canOpenArea, groupPermissions, permissions, type Permission } from './permissions.ts'
import { exceeding, mayManage, rightsOf, staffRoles, type GivenRights, type Rights } from './staff-rights.ts'

const owner: Rights = { scope: 'owner', roles: ['owner'], groupPermissions: [], permissions: [], shopIds: [] }
const given = (role: GivenRights['role'], more: Partial<GivenRights> = {}) => rightsOf({ role, ...more })
const person = (id: number, rights: Rights, isSso = false) => ({ id, isSso, ...rights })

/** Everybody who could be made, in some variety. */
const everybody: Rights[] = staffRoles.flatMap((role) => [
  given(role),
  given(role, { permissions: ['settings.staff'] }),
  given(role, { permissions: ['orders.cancel', 'settings.staff'], shopIds: [1, 2] }),
  given(role, { groupPermissions: ['customers'], shopIds: [1] }),
])

describe('what is given', () => {
  it('opens the area of each tick, beside those of the role', () => {
    const rights = given('custom', { permissions: ['orders.print', 'settings.stock'] })
    expect(rights).toMatchObject({ scope: 'staff', roles: [], groupPermissions: ['orders', 'settings'] })
    expect(can(rights, 'orders.view') && can(rights, 'orders.print')).toBe(true)
    expect(can(rights, 'orders.edit') || canOpenArea(rights, 'products')).toBe(false)
    expect(given('catalogue', { groupPermissions: ['orders'] }).groupPermissions).toEqual([
      'analytics',
      'products',
      'orders',
    ])
  })
})

describe('nobody gives more than he has', () => {
  it('whoever gives', () => {
    for (const giver of [owner, ...everybody]) {
      for (const wanted of everybody) {
        if (exceeding(giver, wanted) !== null) continue
        expect(permissions.filter((each) => can(wanted, each) && !can(giver, each))).toEqual([])
        expect(
          groupPermissions.filter((area) => canOpenArea(wanted, area) && !canOpenArea(giver, area)),
        ).toEqual([])
        if (giver.shopIds.length > 0)
          expect(
            wanted.shopIds.length > 0 && wanted.shopIds.every((shop) => giver.shopIds.includes(shop)),
          ).toBe(true)
      }
    }
  })

  it('and says in which field it would be more', () => {
    const clerk = given('operator', { permissions: ['settings.staff'], shopIds: [1] })
    const asked = (wanted: Rights) => exceeding(clerk, wanted)
    expect(asked(given('operator', { shopIds: [1] }))).toBeNull()
    expect(asked(given('operator', { shopIds: [1, 2] }))).toBe('shop_ids')
    expect(asked(given('operator'))).toBe('shop_ids')
    expect(asked(given('manager', { shopIds: [1] }))).toBe('role')
    const tick: Permission[] = ['orders.cancel']
    expect(asked(given('operator', { shopIds: [1], permissions: tick }))).toBe('permissions')
    expect(asked(given('operator', { shopIds: [1], groupPermissions: ['analytics'] }))).toBe(
      'group_permissions',
    )
  })

  it('and only the owner makes administrators', () => {
    expect(exceeding(owner, given('admin'))).toBeNull()
    expect(exceeding(given('admin'), given('admin'))).toBe('role')
    expect(exceeding(given('admin'), given('manager'))).toBeNull()
  })
})

describe('who manages whom', () => {
  it('never oneself, the owner, somebody of the central home, or one who has more', () => {
    for (const [at, manager] of [owner, ...everybody].entries()) {
      expect(mayManage(person(at, manager), person(at, manager))).toBe(false)
      expect(mayManage(person(at, manager), person(-1, owner))).toBe(false)
      expect(mayManage(person(at, manager), person(-1, given('viewer'), true))).toBe(false)
      for (const other of everybody)
        if (mayManage(person(at, manager), person(-1, other)))
          expect([can(manager, 'settings.staff'), exceeding(manager, other)]).toEqual([true, null])
    }
  })

  it('an administrator all but administrators, a manager nobody', () => {
    const admin = person(1, given('admin'))
    expect(staffRoles.filter((role) => mayManage(admin, person(2, given(role))))).toEqual([
      'manager',
      'operator',
      'catalogue',
      'viewer',
      'custom',
    ])
    expect(
      staffRoles.filter((role) => mayManage(person(1, given('manager')), person(2, given(role)))),
    ).toEqual([])
  })
})
