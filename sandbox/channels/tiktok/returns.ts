import { refundOf, type ReturnAction, type ReturnFile, type ReturnKind } from '../../kit/return-simulation.ts'
import { longId } from './order-factory.ts'
import { readPage, textList } from './paging.ts'
import { RETURN_REJECTIONS, TYPES, returnStatus } from './returning.ts'
import { amount } from './shops.ts'
import type { Tiktok } from './tiktok.ts'
import type { Shop } from './types.ts'
import { badParam, TiktokError, type Endpoints, type ShopCall } from './wire.ts'

function rowOf(tiktok: Tiktok, shop: Shop, file: ReturnFile): object {
  const order = tiktok.book.find(file.orderId)
  const money = (refund: number): object => ({
    currency: shop.currency,
    refund_total: amount(shop, refund),
    refund_subtotal: amount(shop, refund),
    refund_shipping_fee: '0',
    refund_tax: '0',
  })
  return {
    return_id: file.id,
    order_id: file.orderId,
    return_type: TYPES[file.kind],
    return_status: returnStatus(file),
    ...(file.stage === 'disputed' && { arbitration_status: 'IN_PROGRESS' }),
    role: 'BUYER',
    return_reason: 'ecom_order_delivered_refund_and_return_reason_other',
    return_reason_text: file.reason,
    refund_amount: money(refundOf(file)),
    return_line_items: file.lines.map((line) => {
      const unit = order?.units.find(({ id }) => id === line.part)
      return {
        return_line_item_id: longId('4043', `${file.id}:${line.part}`),
        order_line_item_id: line.part,
        sku_id: line.sku,
        product_name: unit?.name ?? '',
        seller_sku: unit?.code ?? '',
        refund_amount: money(line.refund),
      }
    }),
    ...(file.tracking !== '' &&
      ['sent', 'received', 'refunded'].includes(file.stage) && {
        return_tracking_number: file.tracking,
        return_provider_name: order?.carrier ?? '',
      }),
    ...(file.stage === 'asked' && {
      seller_next_action_response: [{ action: 'SELLER_RESPOND_RETURN', deadline: file.answerBy }],
    }),
    create_time: file.requestedAt,
    update_time: file.changedAt,
  }
}

function search(tiktok: Tiktok, call: ShopCall): object {
  const { shop, body } = call
  const [ids, orderIds] = [textList(body, 'return_ids'), textList(body, 'order_ids')]
  const [types, statuses] = [textList(body, 'return_types'), textList(body, 'return_status')]
  const found = tiktok.returns
    .ofShop(shop.id)
    .filter(
      (file) =>
        (!ids || ids.includes(file.id)) &&
        (!orderIds || orderIds.includes(file.orderId)) &&
        (!types || types.includes(TYPES[file.kind])) &&
        (!statuses || statuses.includes(returnStatus(file))),
    )
    .map((file) => ({ id: file.id, createTime: file.requestedAt, updateTime: file.changedAt, file }))
  const { rows, ...page } = readPage(call, found)
  return { return_orders: rows.map(({ file }) => rowOf(tiktok, shop, file)), ...page }
}

interface Decision {
  kinds: readonly ReturnKind[]
  from: ReturnFile['stage']
  move: ReturnAction
}

const APPROVALS: Record<string, Decision> = {
  APPROVE_REFUND: { kinds: ['refund'], from: 'asked', move: 'accept' },
  APPROVE_RETURN: { kinds: ['return'], from: 'asked', move: 'accept' },
  APPROVE_REPLACEMENT: { kinds: ['replacement'], from: 'asked', move: 'accept' },
  APPROVE_RECEIVED_PACKAGE: { kinds: ['return', 'replacement'], from: 'sent', move: 'receive' },
}

const REJECTIONS: Record<string, Decision> = {
  REJECT_REFUND: { kinds: ['refund'], from: 'asked', move: 'refuse' },
  REJECT_RETURN: { kinds: ['return'], from: 'asked', move: 'refuse' },
  REJECT_REPLACEMENT: { kinds: ['replacement'], from: 'asked', move: 'refuse' },
  REJECT_RECEIVED_PACKAGE: { kinds: ['return', 'replacement'], from: 'sent', move: 'contest' },
}

function textOf(body: Record<string, unknown>, name: string): string {
  const value = body[name] ?? ''
  if (typeof value !== 'string') throw badParam(`Invalid parameter: ${name}`)
  return value
}

function decide(
  tiktok: Tiktok,
  { shop, id, body }: ShopCall,
  decisions: Record<string, Decision>,
  answer?: ReturnFile['answer'],
): object {
  const file = tiktok.returns.find(id)
  if (file?.shopId !== shop.id) throw new TiktokError(25011001, 'The return does not exist')
  const name = textOf(body, 'decision')
  const decision = Object.hasOwn(decisions, name) ? decisions[name] : undefined
  if (!decision) throw badParam('Invalid parameter: decision')
  if (!decision.kinds.includes(file.kind) || decision.from !== file.stage)
    throw new TiktokError(25011014, 'The status of the return does not allow this decision')
  if (
    answer &&
    !RETURN_REJECTIONS[file.stage === 'sent' ? 'parcel' : 'request'].some(
      (one) => one.name === answer.reasonId,
    )
  )
    throw new TiktokError(25001015, 'The reject reason can not be used')
  tiktok.returns.move(file, decision.move, answer)
  return {}
}

export const returnEndpoints: Endpoints = {
  'return_refund/returns/search': { method: 'POST', scope: 'shop', run: search },
  'return_refund/returns/:id/approve': {
    method: 'POST',
    scope: 'shop',
    run: (tiktok, call) => decide(tiktok, call, APPROVALS),
  },
  'return_refund/returns/:id/reject': {
    method: 'POST',
    scope: 'shop',
    run: (tiktok, call) =>
      decide(tiktok, call, REJECTIONS, {
        reasonId: textOf(call.body, 'reject_reason'),
        note: textOf(call.body, 'comment'),
      }),
  },
}
