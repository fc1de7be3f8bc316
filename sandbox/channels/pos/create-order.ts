import { createPerson } from '../../kit/fake-customers.ts'
import { createRandom, hash } from '../../kit/random.ts'
import { accountOf, beginOrder, customerOf, settle } from '../../woocommerce/create-order.ts'
import type { Order, Sale } from '../../woocommerce/types.ts'

// Cash is what the till writes as cash on delivery.
const PAYMENTS = ['cod', 'cod', 'pos_cash', 'woocommerce_payments', 'pos_card'] as const
const MINUTE = 60
const DAY = 86_400

/** A sale over the counter: paid and taken along in the same moment, unless the ticket stays open for a while. */
export function createOrder(sale: Sale): Order {
  const { outlet, record, now } = sale
  const random = createRandom(`pos:${outlet.id}:${record.ref}`)
  const customer = customerOf(record)
  const isKnown = hash(`member:${customer}`) % 5 === 0
  const order: Order = {
    ...beginOrder(sale, 'pos-rest-api', random.pick<string>(PAYMENTS)),
    ...(isKnown && { customerId: accountOf(customer), person: createPerson(outlet.store.region, customer) }),
    couponPercent: random.chance(0.1) ? random.int(3, 15) : 0,
  }
  const { created } = order
  const reach = (at: number, status: Order['status']): void => {
    if (at > now) return
    settle(order, status, at)
    order.modified = at
  }
  if (record.status !== undefined) {
    reach(created, record.status as Order['status'])
    return order
  }
  // One ticket in fifty is parked, while somebody looks for a purse.
  reach(created + (hash(`parked:${record.ref}`) % 50 === 0 ? 30 * MINUTE : 0), 'completed')
  if (record.outcome === 'CANCELLED') reach(created + 5 * MINUTE, 'cancelled')
  if (record.outcome === 'TO_RETURN') reach(created + (record.outcome_after ?? 9 * DAY), 'refunded')
  return order
}
