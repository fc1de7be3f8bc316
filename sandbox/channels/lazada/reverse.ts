import { codeOf } from '../../kit/catalog.ts'
import { z } from 'zod'
import type { ReturnFile, ReturnStage } from '../../kit/return-simulation.ts'
import { cancelActionId } from './lifecycle.ts'
import { lineId, wayOf } from './returning.ts'
import type { Lazada } from './lazada.ts'
import type { Order, Shop } from './types.ts'
import { jsonParameter, LazadaError, readable, shopCall, wholeId, wholeNumber } from './wire.ts'
import type { Answer, Endpoints, Parameters, ShopCall } from './wire.ts'

const LARGEST_PAGE = 100

const STATUSES: Record<ReturnStage, { return: [string, string]; refund: string }> = {
  asked: { return: ['REQUEST_INITIATE', 'RETURN_INITIATED'], refund: 'REQUEST_INITIATE' },
  accepted: { return: ['SELLER_AGREE_RETURN', 'RETURN_PICKUP_PENDING'], refund: 'SELLER_AGREE_REFUND' },
  refused: { return: ['SELLER_REJECT_RETURN', 'RETURN_CANCELED'], refund: 'SELLER_REJECT_REFUND' },
  disputed: { return: ['CS_APPROVING', 'RETURN_INITIATED'], refund: 'CS_APPROVING' },
  sent: { return: ['BUYER_RETURN_ITEM', 'RETURN_IN_TRANSIT'], refund: 'BUYER_RETURN_ITEM' },
  received: { return: ['REFUND_PENDING', 'RETURN_DELIVERED'], refund: 'REFUND_PENDING' },
  refunded: { return: ['REFUND_SUCCESS', 'RETURN_DELIVERED'], refund: 'REFUND_SUCCESS' },
  closed: { return: ['REQUEST_CANCEL', 'RETURN_CANCELED'], refund: 'REQUEST_CANCEL' },
}

function lineOf(order: Order, file: ReturnFile, part: string): object {
  const piece = order.pieces.find(({ id }) => String(id) === part)
  const way = wayOf(file)
  const word = way === 'refund' ? STATUSES[file.stage].refund : STATUSES[file.stage].return[0]
  const { productId = 0, skuId = 0 } = piece?.product ?? {}
  return {
    reverse_order_line_id: lineId(file, part),
    trade_order_line_id: Number(part),
    reverse_status: word,
    ofc_status: way === 'refund' ? '' : STATUSES[file.stage].return[1],
    // In the smallest unit of the currency.
    refund_amount: file.lines.find((line) => line.part === part)?.refund ?? 0,
    item_unit_price: piece?.price ?? 0,
    reason_text: file.reason,
    reason_code: 1_000_102,
    refund_payment_method: order.payment,
    is_need_refund: 'true',
    is_dispute: file.stage === 'disputed',
    product: {
      product_id: productId,
      product_sku: `${productId}_${order.shop.country.toUpperCase()}-${skuId}`,
    },
    seller_sku_id: piece ? codeOf(piece.product) : '',
    platform_sku_id: `${productId}_${order.shop.country.toUpperCase()}-${skuId}`,
    buyer: { buyer_id: order.buyerId },
    trade_order_gmt_create: order.createTime * 1000,
    return_order_line_gmt_create: file.requestedAt * 1000,
    return_order_line_gmt_modified: file.changedAt * 1000,
    tracking_number: file.tracking,
    whqc_decision: '',
    receiver_address: '',
    sla: file.stage === 'asked' ? file.answerBy * 1000 : 0,
  }
}

const rowOf = (order: Order, file: ReturnFile): object => ({
  reverse_order_id: Number(file.id),
  trade_order_id: Number(file.orderId),
  request_type: wayOf(file) === 'refund' ? 'ONLY_REFUND' : 'RETURN',
  is_rtm: true,
  shipping_type: wayOf(file) === 'refund' ? '' : 'DROP_OFF',
  reverse_order_lines: file.lines.map(({ part }) => lineOf(order, file, part)),
})

/** A buyer's input to cancel is a reverse order as well. */
const actionRow = (order: Order): object => ({
  reverse_order_id: cancelActionId(order),
  trade_order_id: order.id,
  request_type: 'CANCEL',
  is_rtm: false,
  shipping_type: '',
  reverse_order_lines: order.pieces.map((piece, index) => ({
    reverse_order_line_id: cancelActionId(order) + 1 + index,
    trade_order_line_id: piece.id,
    reverse_status: 'REQUEST_INITIATE',
    ofc_status: '',
    refund_amount: piece.price - piece.sellerVoucher - piece.platformVoucher,
    reason_text: 'Change of mind',
    seller_sku_id: codeOf(piece.product),
    platform_sku_id: '',
    return_order_line_gmt_create: order.updateTime * 1000,
    return_order_line_gmt_modified: order.updateTime * 1000,
    sla: order.cancelAnswerBy * 1000,
  })),
})

function list(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  if (!parameters['page_no']) throw new LazadaError('121', 'E0121: page number invalid')
  if (!parameters['page_size']) throw new LazadaError('120', 'E0120: page size invalid')
  const page = wholeNumber(parameters['page_no'], 1, 10_000, '121')
  const size = wholeNumber(parameters['page_size'], 10, LARGEST_PAGE, '120')
  const { reverse_order_id: reverseId, trade_order_id: orderId } = parameters
  const types = parameters['request_type_list']
    ? readable(z.array(z.string()), jsonParameter(parameters, 'request_type_list'))
    : undefined
  const inputs = lazada.book
    .all(shop.id)
    .filter((order) => order.isCancelAsked)
    .map((order) => ({
      id: String(cancelActionId(order)),
      order,
      at: order.updateTime,
      row: actionRow(order),
    }))
  const returns = lazada.returns.ofShop(String(shop.id)).map((file) => {
    const order = lazada.book.find(Number(file.orderId)) as Order
    return { id: file.id, order, at: file.changedAt, row: rowOf(order, file) }
  })
  const [from, to] = ['Start', 'End'].map((end) =>
    timeOf(parameters, `ReverseOrderLineModifiedTimeRange${end}`),
  )
  const found = [...inputs, ...returns].filter(
    ({ id, order, at, row }) =>
      (!reverseId || id === reverseId) &&
      (!orderId || String(order.id) === orderId) &&
      (types?.includes((row as { request_type: string }).request_type) ?? true) &&
      at * 1000 >= (from ?? -Infinity) &&
      at * 1000 <= (to ?? Infinity),
  )
  return {
    result: {
      success: true,
      page_no: page,
      page_size: size,
      total: found.length,
      items: found.slice((page - 1) * size, page * size).map(({ row }) => row),
    },
  }
}

const timeOf = (parameters: Parameters, name: string): number | undefined =>
  parameters[name] ? Number(parameters[name]) : undefined

function ownFile(lazada: Lazada, shop: Shop, id: string | undefined): ReturnFile | undefined {
  const file = lazada.returns.find(id ?? '')
  return file?.shopId === String(shop.id) ? file : undefined
}

function detail(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const file = ownFile(lazada, shop, parameters['reverse_order_id'])
  const order = lazada.book.find(Number(file?.orderId))
  if (!file || !order) throw new LazadaError('105', 'E0105: reverse order id is empty or invalid')
  const { reverse_order_lines: lines, ...row } = rowOf(order, file) as Record<string, unknown>
  // The detail spells its list in another way.
  return { data: { ...row, reverseOrderLineDTOList: lines } }
}

const REJECT_REASONS = [
  { reason_id: 70_001, text: 'Item is not eligible for return', muti_language_text: '' },
  { reason_id: 70_002, text: 'Item was used or damaged by the buyer', muti_language_text: '' },
  { reason_id: 70_003, text: 'Buyer has sent no evidence', muti_language_text: '' },
]

function reasons(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const { reverse_order_line_id: id } = parameters
  if (!id) throw new LazadaError('103', 'E0103: reverse order line id is empty when query reject reason')
  const files = lazada.returns.ofShop(String(shop.id))
  if (!files.some((file) => file.lines.some(({ part }) => String(lineId(file, part)) === id)))
    throw new LazadaError('106', 'E0106: ROC internal error')
  return { data: REJECT_REASONS }
}

/** Move of each action, with the kinds and the stages of the returns that allow it. */
const ACTIONS = {
  agreeReturn: { kinds: ['return'], from: ['asked', 'disputed'], move: 'accept' },
  refuseReturn: { kinds: ['return'], from: ['asked'], move: 'refuse' },
  agreeRefund: {
    kinds: ['refund', 'return'],
    from: ['asked', 'disputed', 'sent', 'received'],
    move: 'refund',
  },
  refuseRefund: { kinds: ['return'], from: ['sent', 'received'], move: 'contest' },
  instantRefund: { kinds: ['return'], from: ['asked'], move: 'refund' },
  confirmDelivery: { kinds: ['return'], from: ['sent'], move: 'receive' },
} as const

type ActionRule = {
  kinds: readonly string[]
  from: readonly string[]
  move: (typeof ACTIONS)[keyof typeof ACTIONS]['move']
}

function update(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const { action = '', comment, reason_id: reasonId, image_info: images } = parameters
  if (!Object.hasOwn(ACTIONS, action)) throw new LazadaError('107', 'E0107: invalid action')
  const rule: ActionRule = ACTIONS[action as keyof typeof ACTIONS]
  const file = ownFile(lazada, shop, parameters['reverse_order_id'])
  if (!file) throw new LazadaError('112', 'E0112: no reverse order found')
  checkLines(file, parameters)
  if (action.startsWith('refuse')) {
    if (!REJECT_REASONS.some(({ reason_id: known }) => String(known) === reasonId))
      throw new LazadaError('108', "E0108: reason can't be empty if you want to refuse return or refund")
    if (!comment)
      throw new LazadaError('109', "E0109: comment can't be empty if you want to refuse return or refund")
    if (action === 'refuseRefund' && !images)
      throw new LazadaError('110', "E0110: image can't be empty if you want to refuse refund")
  }
  if (file.kind === 'refund' && action !== 'agreeRefund') throw unsupported()
  if (!rule.from.includes(file.stage) || !rule.kinds.includes(wayOf(file))) throw unsupported()
  const answer = action.startsWith('refuse') ? { reasonId: reasonId ?? '', note: comment ?? '' } : undefined
  if (!lazada.returns.move(file, rule.move, answer)) throw unsupported()
  return { data: { reverse_order_id: Number(file.id) } }
}

const unsupported = (): LazadaError =>
  new LazadaError('114', 'E0114: this reverse does not support this action')

function checkLines(file: ReturnFile, parameters: Parameters): void {
  const ids = readable(z.array(wholeId).min(1), jsonParameter(parameters, 'reverse_order_item_ids'))
  if (!ids) throw new LazadaError('100', 'E0100: reverse order list is empty')
  const own = file.lines.map(({ part }) => lineId(file, part))
  if (ids.some((id) => !own.includes(id))) throw new LazadaError('126', 'E0126: invalid reverse order lines')
}

function decideRefund(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const { action, comment, image_info_list: images } = parameters
  if (action !== 'agreeRefund' && action !== 'startDispute')
    throw new LazadaError('107', 'E0107: invalid action')
  const file = ownFile(lazada, shop, parameters['reverse_order_id'])
  if (!file) throw new LazadaError('112', 'E0112: no reverse order found')
  checkLines(file, parameters)
  if (file.kind !== 'refund') throw unsupported()
  if (action === 'startDispute' && !comment)
    throw new LazadaError('109', "E0109: comment can't be empty if startDispute")
  if (action === 'startDispute' && !images)
    throw new LazadaError('110', "E0110: image can't be empty if startDispute")
  const answer = action === 'startDispute' ? { reasonId: '', note: comment ?? '' } : undefined
  if (!lazada.returns.move(file, action === 'agreeRefund' ? 'accept' : 'refuse', answer)) throw unsupported()
  return { data: null }
}

export const reverseEndpoints: Endpoints = {
  '/reverse/getreverseordersforseller': shopCall(list),
  '/order/reverse/return/detail/list': shopCall(detail),
  '/order/reverse/reason/list': shopCall(reasons),
  '/order/reverse/return/update': shopCall(update),
  '/order/reverse/onlyrefund/seller/decide': shopCall(decideRefund),
}
