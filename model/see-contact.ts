import { orderStatusOf } from './order-status.ts'
import { can, type AccessRights } from './permissions.ts'

const endedStatuses: ReadonlySet<string> = new Set(['delivered', 'canceled', 'returned'])

/** Of every order, however long ago it ended. Packers have their right by their role alone, which needs it for open orders. */
export function seesEveryContact(user: AccessRights): boolean {
  return can({ ...user, roles: user.roles.filter((role) => role !== 'operator') }, 'orders.view_contact')
}

/** Phone, street and mail address of the buyer. `status`: the number of the order's. */
export function seesContact(user: AccessRights, status: number): boolean {
  return (
    seesEveryContact(user) || (can(user, 'orders.view_contact') && !endedStatuses.has(orderStatusOf(status)))
  )
}
