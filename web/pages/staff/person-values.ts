import type { BodyInput } from '../../../contract/endpoints.ts'
import {
  can,
  grantablePermissions,
  groupPermissions,
  rolePresets,
  type AccessRights,
  type GrantablePermission,
  type GroupPermission,
} from '../../../model/permissions.ts'
import { rightsOf, roleOf, type StaffRole } from '../../../model/staff-rights.ts'
import type { Person } from '../../parts/queries/staff-queries.ts'

/** Values of the form about a staff member. */
export type PersonValues = {
  name: string
  email: string
  phone: string
  role: StaffRole
  groups: GroupPermission[]
  permissions: GrantablePermission[]
  shops: number[]
  /** Password of a new user; null means by invitation. */
  password: string | null
}

export function valuesOf(person: Person | undefined, ownShops: number[]): PersonValues {
  const role = person ? roleOf(person) : 'operator'
  return {
    name: person?.name ?? '',
    email: person?.email ?? '',
    phone: person?.phone ?? '',
    // An owner is shown, and changed by nobody.
    role: role === 'owner' ? 'admin' : role,
    groups: person?.group_permissions ?? [],
    permissions: grantablePermissions.filter((each) => person?.permissions.includes(each)),
    shops: person?.shop_ids ?? ownShops,
    password: null,
  }
}

/** Answers the rights that the role includes without a tick. */
export function givenByRole(role: StaffRole): AccessRights {
  return rightsOf({ role })
}

export function isOfRole(role: StaffRole, permission: GrantablePermission): boolean {
  return can(givenByRole(role), permission)
}

export function isAreaOfRole(role: StaffRole, area: GroupPermission): boolean {
  return role !== 'custom' && rolePresets[role].groups.includes(area)
}

/** Builds the request body. Rights that the role includes are not sent as ticks. */
export function bodyOf({ name, email, phone, role, shops, ...ticked }: PersonValues) {
  const permissions = ticked.permissions.filter((each) => !isOfRole(role, each))
  const groups = groupPermissions.filter((area) => ticked.groups.includes(area) && !isAreaOfRole(role, area))
  return {
    name,
    email,
    phone,
    role,
    group_permissions: groups,
    permissions,
    shop_ids: shops,
  } satisfies BodyInput<'PUT /users/{id}'>
}
