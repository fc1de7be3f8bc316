/** Payments of orders. Source: "Payments" of the Admin API reference. */
import { z } from 'zod'
import type { CallReply } from '../../kit/serve-call.ts'
import { announce } from './announce.ts'
import { act, NotAllowed, valueOf } from './lifecycle.ts'
import { listRows, type Listed } from './lists.ts'
import { readBody } from './read-body.ts'
import { paymentRow } from './resource.ts'
import { readFields, selectFields } from './select-fields.ts'
import type { Order } from './types.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, missing, success } from './wire.ts'

const captureSchema = z.strictObject({ amount: z.number().positive().optional() })
const refundSchema = captureSchema.extend({
  refund_reason_id: z.string().optional(),
  note: z.string().optional(),
})

const FIELDS =
  'id,currency_code,amount,captured_at,payment_collection_id,payment_session_id,*captures,*refunds'

/** Answers a call about payments; undefined for any other. `name` is 'METHOD /path'. */
export function answerPaymentCall(name: string, call: AdminCall): CallReply | undefined {
  const { shop, query, body } = call
  const [, method = '', id, deed = ''] =
    /^(GET|POST) \/payments(?:\/([^/]+))?(?:\/(capture|refund))?$/.exec(name) ?? []
  if (method === '') return undefined
  const payments = paymentsOf(call)
  if (id === undefined) {
    const rules = { name: 'payments', defaultFields: FIELDS, filters: ['payment_session_id'], words: wordsOf }
    return method === 'GET'
      ? success(listRows(payments, query, { ...rules, show: ({ order }) => paymentRow(order) }))
      : undefined
  }
  if ((deed === '') !== (method === 'GET')) return undefined
  const order = payments.find((one) => one.id === id)?.order
  if (!order) {
    if (method === 'GET') return success({})
    throw missing(`Payment with id: ${id} was not found`)
  }
  if (deed === 'capture') {
    readBody(body, captureSchema)
    move(call, order, 'capture')
  }
  if (deed === 'refund') {
    const { amount } = readBody(body, refundSchema)
    const left = valueOf(order) - order.payment.refunded
    const minor = amount === undefined ? left : Math.round(amount * 10 ** order.store.decimals)
    if (order.payment.captured === 0 || minor > left)
      throw invalid('You are not allowed to refund more than the captured amount')
    move(call, order, 'refund_part', minor)
  }
  shop.emit({ type: 'changed', order })
  return success({
    payment: selectFields(paymentRow(order), readFields(query.get('fields'), FIELDS)),
  })
}

const wordsOf = ({ id }: Listed): string => id

const paymentsOf = ({ shop, store }: AdminCall): (Listed & { order: Order })[] =>
  [...shop.ordersOf(store).values()]
    .filter(({ status, payment }) => status !== 'draft' && payment.authorized)
    .map((order) => ({
      id: order.payment.id,
      created: order.created,
      updated: order.payment.updated,
      order,
    }))

function move({ shop }: AdminCall, order: Order, action: string, amount?: number): void {
  try {
    act(order, action, shop.world.clock.nowMs(), amount)
  } catch (error) {
    if (error instanceof NotAllowed) throw invalid(error.message)
    throw error
  }
  announce(shop, order, action)
}
