import { orderStatusOf } from './order-status.ts'
import { can, type AccessRights } from './permissions.ts'

const endedStatuses: ReadonlySet<string> = new Set(['delivered', 'canceled', 'returned'])

/**
 * Answers whether the user may see contacts of every order, however old. Packers may only see those of open orders: they have the
 * right by their role alone.
 */
export function seesEveryContact(user: AccessRights): boolean {
  return can({ ...user, roles: user.roles.filter((role) => role !== 'operator') }, 'orders.view_contact')
}

/** Phone, street and mail address of the buyer. `status`: the number of the order's. */
export function seesContact(user: AccessRights, status: number): boolean {
  return (
    seesEveryContact(user) || (can(user, 'orders.view_contact') && !endedStatuses.has(orderStatusOf(status)))
  )
}

/** All digits but the last two, however they are grouped. */
export function maskPhone(phone: string | null): string | null {
  return phone === null ? null : phone.replaceAll(/\d(?=(?:\D*\d){2})/g, '*')
}
