/** Refunds of an order. Source: "Refunds" of REST API v3. */
import { z } from 'zod'
import { amount, gmt, local } from './amounts.ts'
import { requireForce } from './batch.ts'
import { refundedOf, totalsOf } from './create-order.ts'
import { changeOrder } from './order-change.ts'
import { pageOf } from './paging.ts'
import { readInput } from './read-input.ts'
import type { Sites } from './sites.ts'
import type { Order, Refund, Row } from './types.ts'
import { ApiError, type Reply } from './wire.ts'

const refundSchema = z.looseObject({
  amount: z.string().optional(),
  reason: z.string().default(''),
  api_refund: z.boolean().default(true).describe('asks the payment gateway to pay back'),
  api_restock: z.boolean().default(true),
  line_items: z
    .array(
      z.looseObject({
        id: z.int(),
        quantity: z.int().min(0).default(0),
        refund_total: z.union([z.string(), z.number()]).optional(),
      }),
    )
    .default([]),
})

/** Payments of others are not connected with the bank: they are paid back by hand. */
const GATEWAYS = ['stripe', 'paypal', 'woocommerce_payments']

const rowOf = ({ store, modified }: Order, { id, reason, amount: minor, at = modified }: Refund): Row => ({
  id,
  date_created: local(store, at),
  date_created_gmt: gmt(at),
  amount: amount(store, minor),
  reason,
  refunded_by: 1,
  refunded_payment: false,
  meta_data: [],
  line_items: [],
  shipping_lines: [],
  tax_lines: [],
  fee_lines: [],
})

interface RefundCall {
  sites: Sites
  query: URLSearchParams
  /** Parsed. */
  body: unknown
}

/** Answers a call below /orders/<id>/refunds. */
export function answerRefundCall(
  method: string,
  order: Order | undefined,
  id: string | undefined,
  { sites, query, body }: RefundCall,
): Reply | undefined {
  if (!order) throw new ApiError(404, 'woocommerce_rest_invalid_order_id', 'Invalid order ID.')
  if (id === undefined) {
    if (method === 'POST') return { status: 201, body: refund(sites, order, body) }
    return method === 'GET'
      ? pageOf(order.refunds.toReversed(), query, (one) => rowOf(order, one))
      : undefined
  }
  const found = order.refunds.find((one) => String(one.id) === id)
  if (!found) throw new ApiError(404, 'woocommerce_rest_invalid_order_refund_id', 'Invalid order refund ID.')
  if (method === 'DELETE') {
    requireForce(query, 'Order refunds')
    changeOrder(sites, order, () => (order.refunds = order.refunds.filter((one) => one !== found)))
  } else if (method !== 'GET') return undefined
  return { status: 200, body: rowOf(order, found) }
}

const failed = (words: string): ApiError =>
  new ApiError(500, 'woocommerce_rest_cannot_create_order_refund', words)

/** With the rest of its money, an order becomes one that was refunded. */
function refund(sites: Sites, order: Order, given: unknown): Row {
  const input = readInput(refundSchema, given)
  const lines = input.line_items.map(({ id, ...line }) => {
    const sold = order.lines.find((one) => one.id === id)
    if (!sold) throw failed('Invalid order item.')
    return { ...line, sold }
  })
  const asked = input.amount ?? lines.reduce((sum, line) => sum + Number(line.refund_total ?? 0), 0)
  const minor = Math.round(Number(asked) * 10 ** order.store.decimals)
  if (!(minor >= 0))
    throw new ApiError(
      400,
      'woocommerce_rest_invalid_order_refund',
      'Refund amount must be greater than zero.',
    )
  const left = totalsOf(order).total - refundedOf(order)
  if (minor > left) throw failed('Invalid refund amount.')
  if (input.api_refund && !GATEWAYS.includes(order.payment))
    throw failed('The payment gateway for this order does not exist.')
  const made: Refund = {
    id: sites.nextNumber(),
    reason: input.reason,
    amount: minor,
    at: sites.world.clock.now(),
  }
  changeOrder(sites, order, () => {
    order.refunds.push(made)
    if (minor === left) order.status = 'refunded'
  })
  if (input.api_restock)
    sites.catalog.giveBack(
      order.outlet.id,
      lines.map(({ sold, quantity }) => ({ sku: sold.sku, quantity })).filter(({ quantity }) => quantity > 0),
    )
  return rowOf(order, made)
}
