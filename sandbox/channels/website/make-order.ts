import type { Catalogue, Pieces } from '../../catalogue.ts'
import { POUND } from '../../money.ts'
import type { OrderRecord } from '../../order-record.ts'
import { makePerson } from '../../people.ts'
import { createRandom, hash } from '../../random.ts'
import type { Line, Order, Store } from './types.ts'

const PAYMENTS = {
  MY: ['stripe', 'fpx', 'bacs', 'paypal', 'cod'],
  VN: ['cod', 'bacs', 'vnpay', 'momo'],
  SG: ['stripe', 'paypal', 'bacs'],
} as const
const HOUR = 3_600
const DAY = 86_400

function lineOf(
  catalogue: Catalogue<number>,
  store: Store,
  record: OrderRecord,
  index: number,
  id: number,
): Line {
  const [sku = '', name = '', quantity = 1, given = 0] = record.lines[index] ?? []
  const from = record.currency ?? store.currency
  const scale = 10 ** store.decimals
  const price = Math.max(Math.round((given / POUND[from]) * POUND[store.currency] * scale), 1)
  const { productId, skuId, variant } = catalogue.get(store.slug, sku, name, price)
  return { id: id * 100 + index, product: productId, variation: skuId, variant, sku, name, quantity, price }
}

export const piecesOf = (order: Order): Pieces[] =>
  order.lines.map(({ sku, quantity }) => ({ sku, quantity }))

/** The same record becomes the same order every time. `id` has to rise with the time of the order. */
export function makeOrder(
  catalogue: Catalogue<number>,
  store: Store,
  record: OrderRecord,
  id: number,
  now: number,
): Order {
  const random = createRandom(`website:${store.slug}:${record.ref}`)
  const created = Math.floor(record.created ?? now - (record.age ?? 0))
  const customer = record.customer ?? `once:${record.ref}`
  const cod = record.cod
  const payment = cod === true ? 'cod' : random.pick<string>(PAYMENTS[store.region])
  const order: Order = {
    id,
    store,
    status: 'pending',
    before: undefined,
    created,
    modified: created,
    paid: 0,
    completed: 0,
    customerId: hash(`account:${customer}`) % 3 === 0 ? 0 : 1 + (hash(`customer:${customer}`) % 1_000_000),
    person: makePerson(store.region, customer),
    lines: record.lines.map((_, index) => lineOf(catalogue, store, record, index, id)),
    couponPercent: random.chance(0.2) ? random.int(3, 15) : 0,
    shipping: random.chance(0.4) ? 0 : random.int(5, 15) * (store.decimals === 0 ? 2_000 : 100),
    refunds: [],
    payment: cod === false && payment === 'cod' ? 'bacs' : payment,
    note: random.chance(0.1) ? 'Please wrap as a gift, thank you!' : '',
    tracking: '',
  }
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

/** Brings an order to a status, with what goes with it. The time of the change is the caller's to set. */
export function settle(order: Order, status: Order['status'], at = order.modified): void {
  if (status === 'processing' && order.payment !== 'cod' && order.paid === 0) order.paid = at
  if (status === 'completed') {
    order.completed = at
    // Cash was taken at the door.
    if (order.paid === 0) order.paid = at
  }
  if (status === 'refunded') {
    const left = totalsOf(order).total - refundedOf(order)
    if (left > 0) order.refunds.push({ id: order.id * 10 + order.refunds.length, reason: '', amount: left })
  }
  order.status = status
}

export const refundedOf = (order: Order): number => order.refunds.reduce((sum, { amount }) => sum + amount, 0)

export interface LineTotals {
  subtotal: number
  total: number
  tax: number
}

export function lineTotals({ store, couponPercent }: Order, { price, quantity }: Line): LineTotals {
  const subtotal = price * quantity
  const total = subtotal - Math.round((subtotal * couponPercent) / 100)
  return { subtotal, total, tax: Math.round((total * store.taxPercent) / 100) }
}

export function totalsOf(order: Order): { discount: number; tax: number; total: number } {
  const lines = order.lines.map((line) => lineTotals(order, line))
  const sum = (of: (line: LineTotals) => number): number => lines.reduce((all, line) => all + of(line), 0)
  const tax = sum((line) => line.tax)
  return {
    discount: sum((line) => line.subtotal - line.total),
    tax,
    total: sum((line) => line.total) + tax + order.shipping,
  }
}
