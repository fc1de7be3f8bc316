import type { Pieces } from '../kit/catalog.ts'
import { POUND } from '../kit/money.ts'
import type { OrderRecord } from '../kit/order-record.ts'
import { hash } from '../kit/random.ts'
import type { Line, Order, Sale } from './types.ts'

function lineOf({ catalog, outlet, record, id }: Sale, index: number): Line {
  const { id: outletId, store } = outlet
  const [sku = '', name = '', quantity = 1, given = 0] = record.lines[index] ?? []
  const from = record.currency ?? store.currency
  const scale = 10 ** store.decimals
  const price =
    given === 0 ? 0 : Math.max(Math.round((given / POUND[from]) * POUND[store.currency] * scale), 1)
  const { productId, skuId, variant } = catalog.get(outletId, sku, name, price)
  return { id: id * 100 + index, product: productId, variation: skuId, variant, sku, name, quantity, price }
}

/** Returns the key of the order's buyer: records with the same customer have the same buyer. */
export const customerOf = ({ customer, ref }: OrderRecord): string => customer ?? `once:${ref}`

export const accountOf = (customer: string): number => 1 + (hash(`customer:${customer}`) % 1_000_000)

/** An order as it begins, by nobody known and without anything beside its goods. */
export function beginOrder(sale: Sale, maker: Order['maker'], payment: string): Order {
  const { outlet, record, id, now } = sale
  const created = Math.floor(record.created ?? now - (record.age ?? 0))
  return {
    id,
    store: outlet.store,
    outlet,
    maker,
    status: 'pending',
    before: undefined,
    created,
    modified: created,
    paid: 0,
    completed: 0,
    customerId: 0,
    person: undefined,
    lines: record.lines.map((_, index) => lineOf(sale, index)),
    couponPercent: 0,
    shipping: 0,
    refunds: [],
    payment,
    note: '',
    tracking: '',
    meta: {},
  }
}

export const piecesOf = (order: Order): Pieces[] =>
  order.lines.map(({ sku, quantity }) => ({ sku, quantity }))

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

/** `set_paid`, WC_Order::payment_complete: what waits for its payment goes on, and all else is left alone. */
export function pay(order: Order, at: number): void {
  if (!['pending', 'on-hold', 'failed', 'cancelled'].includes(order.status)) return
  if (order.paid === 0) order.paid = at
  settle(order, 'processing', at)
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
