import { z } from 'zod'
import { cancelActionId } from './lifecycle.ts'
import type { Lazada } from './lazada.ts'
import type { Order, Piece, PieceStatus, Shop } from './types.ts'
import { jsonParameter, LazadaError, readable, shopCall, wholeId } from './wire.ts'
import type { Answer, Endpoints, Parameters, ShopCall } from './wire.ts'

/** Reasons that a seller may give. The first two empty the SKU's stock. */
const REASONS = [
  { reason_id: '10000021', reason_name: 'Out of Stock' },
  { reason_id: '10000023', reason_name: 'Incorrect Pricing' },
  { reason_id: '10000019', reason_name: 'Sourcing Delay (cannot meet deadline)' },
] as const
const EMPTYING: readonly string[] = ['10000021', '10000023']

const CANCELLABLE: readonly PieceStatus[] = ['pending', 'packed', 'repacked', 'ready_to_ship']

/** The pieces that a call is about, with all that share a parcel with them: a parcel is called off whole. */
function chosen(lazada: Lazada, shop: Shop, parameters: Parameters): { order: Order; pieces: Piece[] } {
  const { order_id: id } = parameters
  if (!id) throw new LazadaError('115', 'E0115: order id is null')
  const order = /^\d{1,16}$/.test(id) ? lazada.book.find(Number(id)) : undefined
  if (order?.shop !== shop) throw new LazadaError('122', 'E0122: invalid trade order')
  const items = readable(z.array(wholeId).min(1), jsonParameter(parameters, 'order_item_id_list'))
  if (!items) throw new LazadaError('102', 'E0102: trade order line id is empty or invalid')
  const strange = items.find((item) => !order.pieces.some((piece) => piece.id === item))
  if (strange !== undefined) throw new LazadaError('123', `E0123: invalid trade order lines ${strange}`)
  const named = order.pieces.filter((piece) => items.includes(piece.id))
  const parcels = new Set(named.map(({ packageId }) => packageId).filter((packageId) => packageId !== ''))
  return {
    order,
    pieces: order.pieces.filter((piece) => named.includes(piece) || parcels.has(piece.packageId)),
  }
}

const tip = (type: 'success' | 'warn' | 'error', content: string, more: object = {}): Answer => ({
  data: { tip_type: type, tip_content: content, ...more },
})

const refusalOf = (pieces: readonly Piece[]): string | undefined => {
  if (pieces.every(({ status }) => status === 'canceled')) return 'The order has been canceled already'
  return pieces.every(({ status }) => CANCELLABLE.includes(status))
    ? undefined
    : 'The order can not be canceled in its current status'
}

function validate(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const { pieces } = chosen(lazada, shop, parameters)
  const refusal = refusalOf(pieces)
  if (refusal !== undefined) return tip('error', refusal, { reason_options: [] })
  const warning = 'Canceling too many orders lowers the rating of your shop'
  return tip('warn', warning, { reason_options: REASONS })
}

function create(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const { order, pieces } = chosen(lazada, shop, parameters)
  const reason = REASONS.find(({ reason_id: id }) => id === parameters['reason_id'])
  if (!reason) throw new LazadaError('104', 'E0104: reason is empty or invalid')
  const refusal = refusalOf(pieces)
  if (refusal !== undefined) return tip('error', refusal)
  const places = pieces.map((piece) => order.pieces.indexOf(piece))
  lazada.lifecycle.move(order, 'cancel', { pieces: places, by: 'seller', reason: reason.reason_name })
  if (EMPTYING.includes(reason.reason_id))
    for (const product of new Set(pieces.map((piece) => piece.product))) lazada.catalog.setStock(product, 0)
  return tip('success', 'The cancellation has been submitted')
}

function decide(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const { reverse_order_id: id, agree_cancel: answer } = parameters
  const order = lazada.book
    .all(shop.id)
    .find((one) => (one.isCancelAsked || one.cancelAnswerBy > 0) && String(cancelActionId(one)) === id)
  if (!order) throw new LazadaError('105', 'E0105: reverse order id is empty or invalid')
  if (answer !== 'true' && answer !== 'false')
    throw new LazadaError('131', 'E0131: no decision for this reverse order')
  if (!lazada.lifecycle.move(order, answer === 'true' ? 'accept_cancel' : 'reject_cancel'))
    throw new LazadaError('131', 'E0131: no decision for this reverse order')
  return { data: null }
}

export const cancelEndpoints: Endpoints = {
  '/order/reverse/cancel/validate': shopCall(validate),
  '/order/reverse/cancel/create': shopCall(create),
  '/order/reverse/cancel/seller/decide': shopCall(decide),
}
