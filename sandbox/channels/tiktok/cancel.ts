import { amount } from './shops.ts'
import { cancelId, CANCEL_REQUEST_REASON } from './lifecycle.ts'
import { salePrice } from './detail.ts'
import { readPage, textList } from './paging.ts'
import { RETURN_REJECTIONS } from './returning.ts'
import type { Tiktok } from './tiktok.ts'
import type { Order, Shop } from './types.ts'
import { badParam, TiktokError, type Endpoints, type ShopCall } from './wire.ts'

/** By the state of the order; those of Malaysia and Vietnam. */
const UNPAID_REASONS = [
  'seller_cancel_unpaid_reason_out_of_stock',
  'seller_cancel_unpaid_reason_wrong_price',
  'seller_cancel_unpaid_reason_buyer_hasnt_paid_within_time_allowed',
]
const PAID_REASONS = ['seller_cancel_reason_out_of_stock', 'seller_cancel_reason_wrong_price']
const ADDRESS = 'seller_cancel_paid_reason_address_not_deliver'

const REJECTIONS = [
  { name: 'seller_reject_apply_product_has_been_packed', text: 'The product has been packed' },
  {
    name: 'seller_reject_apply_product_is_not_same_as_listing',
    text: 'An agreement was reached with the buyer',
  },
]

const refusal = (code: number, message: string): TiktokError => new TiktokError(code, message)

export function getOrder(tiktok: Tiktok, shop: Shop, id: unknown): Order {
  const order = typeof id === 'string' ? tiktok.book.find(id) : undefined
  if (order?.shop !== shop) throw refusal(25001001, 'The order does not exist')
  return order
}

function cancel(tiktok: Tiktok, { shop, body }: ShopCall): object {
  const order = getOrder(tiktok, shop, body['order_id'])
  const { cancel_reason: reason, skus, order_line_item_ids: items } = body
  if (skus !== undefined || items !== undefined)
    throw refusal(25005010, 'Orders of this region are cancelled as a whole')
  if (order.status === 'CANCELLED') throw refusal(25001011, 'The order is cancelled already')
  if (order.status === 'DELIVERED' || order.status === 'COMPLETED')
    throw refusal(25001051, 'The order is completed')
  if (order.status !== 'UNPAID' && order.status !== 'ON_HOLD' && order.status !== 'AWAITING_SHIPMENT')
    throw refusal(25001045, 'The order has been shipped already')
  if (reason === ADDRESS && shop.region === 'VN') throw refusal(25001020, 'The reason is offline')
  const paid = [...PAID_REASONS, ADDRESS]
  const [right, wrong] = order.status === 'UNPAID' ? [UNPAID_REASONS, paid] : [paid, UNPAID_REASONS]
  if (wrong.some((one) => one === reason))
    throw refusal(25001021, 'The reason does not match the status of the order')
  if (typeof reason !== 'string' || !right.includes(reason))
    throw refusal(25001014, 'The cancel reason is unknown')
  if (order.cancelRequestedAt > 0) throw refusal(25001011, 'A cancellation of the order is in process')
  tiktok.lifecycle.move(order, 'cancel', { by: 'SELLER', reason })
  tiktok.pushes.send(11, shop.id, {
    order_id: order.id,
    cancellations_role: 'SELLER',
    cancel_status: 'CANCELLATION_REQUEST_SUCCESS',
    cancel_id: cancelId(order),
    create_time: order.cancelTime,
  })
  return { cancel_id: cancelId(order), cancel_status: 'CANCELLATION_REQUEST_SUCCESS' }
}

const typeOf = ({ cancelledBy, cancelRequestedAt }: Order): string =>
  cancelRequestedAt > 0 || cancelledBy === 'BUYER' ? 'BUYER_CANCEL' : 'CANCEL'

const statusOf = ({ cancelRequestedAt }: Order): string =>
  cancelRequestedAt > 0 ? 'CANCELLATION_REQUEST_PENDING' : 'CANCELLATION_REQUEST_COMPLETE'

function rowOf(tiktok: Tiktok, order: Order): object {
  const total = order.units.reduce((sum, unit) => sum + salePrice(unit), 0)
  const isPending = order.cancelRequestedAt > 0
  return {
    cancel_id: cancelId(order),
    order_id: order.id,
    cancel_type: typeOf(order),
    cancel_status: statusOf(order),
    cancel_reason: isPending ? CANCEL_REQUEST_REASON : order.cancelReason,
    cancel_reason_text: isPending ? 'No longer needed' : order.cancelReason,
    role: typeOf(order) === 'BUYER_CANCEL' ? 'BUYER' : order.cancelledBy,
    cancel_line_items: order.units.map((unit) => ({
      order_line_item_id: unit.id,
      sku_id: unit.skuId,
      refund_amount: { currency: order.shop.currency, refund_total: amount(order.shop, salePrice(unit)) },
    })),
    refund_amount: { currency: order.shop.currency, refund_total: amount(order.shop, total) },
    create_time: isPending ? order.cancelRequestedAt : order.cancelTime,
    update_time: order.updateTime,
    ...(isPending && {
      seller_next_action_response: [
        {
          action: 'SELLER_RESPOND_CANCEL',
          deadline: order.cancelRequestedAt + tiktok.settings.cancelAnswerSeconds,
        },
      ],
    }),
  }
}

function search(tiktok: Tiktok, call: ShopCall): object {
  const { shop, body } = call
  const [ids, orderIds] = [textList(body, 'cancel_ids'), textList(body, 'order_ids')]
  const [types, statuses] = [textList(body, 'cancel_types'), textList(body, 'cancel_status')]
  const orders = orderIds
    ? orderIds.flatMap((id) => tiktok.book.find(id) ?? []).filter((order) => order.shop === shop)
    : tiktok.book.all(shop.id)
  const found = orders
    .filter(
      (order) =>
        (order.cancelRequestedAt > 0 || order.status === 'CANCELLED') &&
        (!ids || ids.includes(cancelId(order))) &&
        (!types || types.includes(typeOf(order))) &&
        (!statuses || statuses.includes(statusOf(order))),
    )
    .map((order) => ({
      createTime: order.cancelRequestedAt || order.cancelTime,
      updateTime: order.updateTime,
      id: order.id,
      order,
    }))
  const { rows, ...page } = readPage(call, found)
  return { cancellations: rows.map(({ order }) => rowOf(tiktok, order)), ...page }
}

function pending(tiktok: Tiktok, shop: Shop, id: string): Order {
  const order = tiktok.book.all(shop.id).findLast((one) => cancelId(one) === id)
  if (!order) throw refusal(25001002, 'The cancellation does not exist')
  if (order.cancelRequestedAt === 0) throw refusal(25001011, 'The cancellation is not pending')
  return order
}

function approve(tiktok: Tiktok, { shop, id }: ShopCall): object {
  tiktok.lifecycle.move(pending(tiktok, shop, id), 'accept_cancel', { reason: CANCEL_REQUEST_REASON })
  return {}
}

function reject(tiktok: Tiktok, { shop, id, body }: ShopCall): object {
  const order = pending(tiktok, shop, id)
  if (!REJECTIONS.some(({ name }) => name === body['reject_reason']))
    throw refusal(25001015, 'The reject reason can not be used')
  tiktok.lifecycle.move(order, 'reject_cancel')
  return {}
}

function rejectReasons(tiktok: Tiktok, { shop, query }: ShopCall): object {
  const id = query.get('return_or_cancel_id')
  if (!id) throw badParam('Invalid parameter: return_or_cancel_id')
  const file = tiktok.returns.find(id)
  if (file?.shopId === shop.id)
    return { reasons: RETURN_REJECTIONS[file.stage === 'sent' ? 'parcel' : 'request'] }
  pending(tiktok, shop, id)
  return { reasons: REJECTIONS }
}

export const cancelEndpoints: Endpoints = {
  'return_refund/cancellations': { method: 'POST', scope: 'shop', run: cancel },
  'return_refund/cancellations/search': { method: 'POST', scope: 'shop', run: search },
  'return_refund/cancellations/:id/approve': { method: 'POST', scope: 'shop', run: approve },
  'return_refund/cancellations/:id/reject': { method: 'POST', scope: 'shop', run: reject },
  'return_refund/reject_reasons': { method: 'GET', scope: 'shop', run: rejectReasons },
}
