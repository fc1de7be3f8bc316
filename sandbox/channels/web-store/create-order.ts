import type { Catalog, Pieces } from '../../kit/catalog.ts'
import { POUND } from '../../kit/money.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { createPerson } from '../../kit/fake-customers.ts'
import { createRandom } from '../../kit/random.ts'
import { act } from './lifecycle.ts'
import { named, numbered } from './stores.ts'
import type { Line, Order, Store } from './types.ts'

const PROVIDERS = {
  MY: ['pp_stripe_stripe', 'pp_fpx_fpx', 'pp_paypal_paypal', 'pp_system_default'],
  VN: ['pp_cod_cod', 'pp_momo_momo', 'pp_system_default'],
  SG: ['pp_stripe_stripe', 'pp_paypal_paypal'],
} as const
/** Begins the `ref` of an order that was written, so that nothing of it is made up. */
export const WRITTEN = 'written:'

const isWritten = ({ ref }: OrderRecord): boolean => ref.startsWith(WRITTEN)

const HOUR = 3_600_000
const DAY = 24 * HOUR

function lineOf(
  catalog: Catalog<string>,
  store: Store,
  record: OrderRecord,
  index: number,
  number: number,
): Line {
  const [sku = '', name = '', quantity = 1, given = 0] = record.lines[index] ?? []
  const from = record.currency ?? store.currency
  const scale = 10 ** store.decimals
  const price =
    given === 0 ? 0 : Math.max(Math.round((given / POUND[from]) * POUND[store.currency] * scale), 1)
  const { productId, skuId, variant } = catalog.get(store.slug, sku, name, price)
  return {
    id: numbered('ordli', number * 100 + index),
    product: productId,
    variant: skuId,
    variantTitle: variant || 'Default variant',
    sku,
    name,
    quantity,
    price,
    fulfilled: 0,
    shipped: 0,
    delivered: 0,
    returned: 0,
  }
}

export const piecesOf = (order: Order): Pieces[] =>
  order.lines.map(({ sku, quantity }) => ({ sku, quantity }))

/** The same record becomes the same order every time. `number` has to rise with the time of the order. */
export function createOrder(
  catalog: Catalog<string>,
  store: Store,
  record: OrderRecord,
  number: number,
  now: number,
): Order {
  const random = createRandom(`web-store:${store.slug}:${record.ref}`)
  const created = Math.floor(
    record.created === undefined ? now - (record.age ?? 0) * 1000 : record.created * 1000,
  )
  const customer = record.customer ?? `once:${record.ref}`
  const provider = record.cod ? 'pp_cod_cod' : random.pick<string>(PROVIDERS[store.region])
  const order: Order = {
    id: numbered('order', number),
    number,
    store,
    status: 'pending',
    created,
    updated: created,
    customerId: named('cus', customer),
    person: createPerson(store.region, customer),
    lines: record.lines.map((_, index) => lineOf(catalog, store, record, index, number)),
    promotionPercent: random.chance(0.2) ? random.int(3, 15) : 0,
    shipping: random.chance(0.4) ? 0 : random.int(5, 15) * (store.decimals === 0 ? 2_000 : 100),
    payment: {
      id: numbered('pay', number),
      provider: record.cod === false && provider === 'pp_cod_cod' ? 'pp_system_default' : provider,
      authorized: false,
      captured: 0,
      canceled: 0,
      refunded: 0,
      credited: 0,
      updated: created,
      collected: created,
    },
    fulfillments: [],
    metadata: {},
  }
  if (isWritten(record)) {
    order.payment.provider = 'pp_system_default'
    return order
  }
  const reach = (at: number, action: string): boolean => {
    if (at > now) return false
    act(order, action, at)
    return true
  }
  const paidAt = created + random.int(1, 90) * 60_000
  if (!reach(paidAt, 'authorize')) return order
  if (record.outcome === 'CANCELLED') {
    reach(created + (record.outcome_after ? record.outcome_after * 1000 : DAY), 'cancel')
    return order
  }
  const sentAt = paidAt + random.int(4, 30) * HOUR
  const arrivedAt = sentAt + random.int(24, 96) * HOUR
  if (!reach(sentAt - HOUR, 'capture') || !reach(sentAt - HOUR / 2, 'fulfil')) return order
  if (!reach(sentAt, 'ship') || !reach(arrivedAt, 'deliver')) return order
  reach(arrivedAt + DAY, record.outcome === 'TO_RETURN' ? 'return' : 'complete')
  return order
}
