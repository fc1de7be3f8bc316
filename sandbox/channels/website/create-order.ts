import { createPerson } from '../../kit/fake-customers.ts'
import { createRandom, hash } from '../../kit/random.ts'
import { accountOf, beginOrder, customerOf, settle } from '../../woocommerce/create-order.ts'
import type { Order, Sale } from '../../woocommerce/types.ts'

const PAYMENTS = {
  MY: ['stripe', 'fpx', 'bacs', 'paypal', 'cod'],
  VN: ['cod', 'bacs', 'vnpay', 'momo'],
  SG: ['stripe', 'paypal', 'bacs'],
} as const
const HOUR = 3_600
const DAY = 86_400

/** The same record becomes the same order every time. */
export function createOrder(sale: Sale): Order {
  const { outlet, record, id, now } = sale
  const { store } = outlet
  const random = createRandom(`website:${store.slug}:${record.ref}`)
  const customer = customerOf(record)
  const { cod } = record
  const payment = cod === true ? 'cod' : random.pick<string>(PAYMENTS[store.region])
  const order: Order = {
    ...beginOrder(sale, 'checkout', cod === false && payment === 'cod' ? 'bacs' : payment),
    customerId: hash(`account:${customer}`) % 3 === 0 ? 0 : accountOf(customer),
    person: createPerson(store.region, customer),
    couponPercent: random.chance(0.2) ? random.int(3, 15) : 0,
    shipping: random.chance(0.4) ? 0 : random.int(5, 15) * (store.decimals === 0 ? 2_000 : 100),
    note: random.chance(0.1) ? 'Please wrap as a gift, thank you!' : '',
  }
  const { created } = order
  const known = record.status as Order['status'] | undefined
  const reach = (at: number, change: (order: Order) => void): boolean => {
    if (at > now) return false
    change(order)
    order.modified = at
    return true
  }
  if (known !== undefined) {
    reach(created, () => settle(order, known))
    return order
  }
  const paidAt = created + random.int(20, 1_500)
  if (random.chance(0.03)) {
    reach(created + HOUR, () => settle(order, random.chance(0.5) ? 'cancelled' : 'failed'))
    return order
  }
  reach(paidAt, () => settle(order, 'processing'))
  if (record.outcome === 'CANCELLED') {
    reach(created + (record.outcome_after ?? DAY), () => settle(order, 'cancelled'))
    return order
  }
  const sentAt = paidAt + random.int(4 * HOUR, 30 * HOUR)
  reach(sentAt, () => (order.tracking = `WEB${id}MY`))
  reach(sentAt + random.int(DAY, 4 * DAY), () => settle(order, 'completed'))
  if (record.outcome === 'TO_RETURN')
    reach(Math.max(order.modified, created + (record.outcome_after ?? 9 * DAY)), () =>
      settle(order, 'refunded'),
    )
  return order
}
