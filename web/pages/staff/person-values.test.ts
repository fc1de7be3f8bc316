import { describe, expect, it } from 'vitest'
import { grantablePermissions } from '../../../model/permissions.ts'
import { staffRoles } from '../../../model/staff-rights.ts'
import type { Person } from '../../parts/queries/staff-queries.ts'
import { bodyOf, isAreaOfRole, isOfRole, valuesOf } from './person-values.ts'

const person = {
  name: 'Mei',
  email: 'mei@example.test',
  phone: null,
  roles: ['viewer'],
  group_permissions: ['orders'],
  permissions: ['orders.export'],
  shop_ids: [4],
} as unknown as Person

it('begins a new person as an operator of the shops that the reader has', () => {
  expect(valuesOf(undefined, [1, 2])).toEqual({
    name: '',
    email: '',
    phone: '',
    role: 'operator',
    groups: [],
    permissions: [],
    shops: [1, 2],
    password: null,
  })
})

it('shows a person as stored, and an owner as an administrator', () => {
  expect(valuesOf(person, [])).toMatchObject({
    role: 'viewer',
    phone: '',
    shops: [4],
    permissions: ['orders.export'],
  })
  expect(valuesOf({ ...person, roles: ['owner'] } as Person, []).role).toBe('admin')
  expect(valuesOf({ ...person, roles: [] } as Person, []).role).toBe('custom')
})

describe('ticks that are sent', () => {
  it('are those that were made, the areas in their order', () => {
    const values = {
      ...valuesOf(person, []),
      role: 'custom' as const,
      permissions: [...grantablePermissions].toReversed(),
    }
    expect(bodyOf(values).permissions).toEqual([...grantablePermissions].toReversed())
    expect(bodyOf({ ...values, groups: ['customers', 'orders'] as never }).group_permissions).toEqual([
      'orders',
      'customers',
    ])
  })

  it.each(staffRoles)('leave out what the role %s has anyway', (role) => {
    const all = { ...valuesOf(person, []), role, permissions: [...grantablePermissions] }
    const { permissions, group_permissions: areas } = bodyOf(all)
    expect(permissions.filter((one) => isOfRole(role, one))).toEqual([])
    expect(areas.filter((one) => isAreaOfRole(role, one))).toEqual([])
    const given = grantablePermissions.filter((one) => isOfRole(role, one))
    expect(permissions.length + given.length).toBe(grantablePermissions.length)
  })
})
