import { z } from 'zod'
import { chooseShop, sendLines } from '../../kit/channel-control.ts'
import { ControlError, type ControlRoute } from '../../kit/control-call.ts'
import { isRecord } from '../../kit/http.ts'
import {
  isReturnAction,
  refundOf,
  RETURN_MOVES,
  ReturnRefused,
  type ReturnFile,
} from '../../kit/return-simulation.ts'
import { getOrder } from './orders.ts'
import { amount } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { Order, Shop } from './types.ts'
import {
  badParam,
  intParam,
  ShopeeError,
  shopGet,
  shopPost,
  textField,
  type Answer,
  type Endpoints,
  type ShopCall,
} from './wire.ts'

const DAY = 86_400
// "Data Definition - ReturnStatus". Goods on their way back are told by the tracking number, not by the status.
function statusOf({ stage, kind, history }: ReturnFile): string {
  switch (stage) {
    case 'asked':
      return 'REQUESTED'
    case 'refused':
      return 'SELLER_DISPUTE'
    case 'disputed':
      return 'JUDGING'
    case 'accepted':
      return kind === 'refund' ? 'ACCEPTED' : 'PROCESSING'
    case 'sent':
    case 'received':
      return 'PROCESSING'
    case 'refunded':
      return 'ACCEPTED'
    case 'closed':
      return history.at(-1)?.action === 'withdraw' ? 'CANCELLED' : 'CLOSED'
  }
}

/** The order follows its returns, and the subscriber hears of both. */
export function followReturns(shopee: Shopee): void {
  const { returns, lifecycle, book, pushes } = shopee
  const announced = new Map<string, string>()
  returns.onChange((file) => {
    const order = book.find(file.orderId)
    if (!order) return
    const open = returns.ofOrder(file.orderId).some(({ stage }) => stage !== 'refunded' && stage !== 'closed')
    if (file.stage === 'asked') lifecycle.move(order, 'return')
    if (file.stage === 'refunded')
      lifecycle.touch(order, () => {
        order.money.refund -= refundOf(file)
      })
    if (!open) lifecycle.move(order, 'complete')
    const status = statusOf(file)
    pushes.send(29, order.shop.id, {
      order_sn: file.orderId,
      return_sn: file.id,
      updated_values: [
        {
          update_field: 'return_status',
          old_value: announced.get(file.id) ?? '',
          new_value: status,
          update_time: file.changedAt,
        },
      ],
    })
    announced.set(file.id, status)
  })
}

function shown(shopee: Shopee, shop: Shop, file: ReturnFile): object {
  const order = getOrder(shopee, shop, file.orderId)
  const isSent = file.stage === 'sent' || file.stage === 'received'
  return {
    return_sn: file.id,
    order_sn: file.orderId,
    status: statusOf(file),
    reason: file.reason,
    text_reason: file.note,
    reassessed_request_reason: '',
    refund_amount: amount(shop, refundOf(file)),
    amount_before_discount: amount(shop, refundOf(file)),
    currency: shop.currency,
    create_time: file.requestedAt,
    update_time: file.changedAt,
    due_date: file.answerBy,
    tracking_number: file.tracking,
    needs_logistics: file.kind !== 'refund',
    return_solution: file.kind === 'refund' ? 1 : 0,
    return_ship_due_date: file.stage === 'accepted' ? file.changedAt + 7 * DAY : 0,
    return_seller_due_date: isSent ? file.changedAt + 3 * DAY : 0,
    negotiation_status: '',
    seller_proof_status: 'NOT_NEEDED',
    seller_compensation_status: 'NOT_REQUIRED',
    validation_type: 'seller_validation',
    dispute_reason: file.answer ? [file.answer.reasonId] : [],
    dispute_text_reason: file.answer ? [file.answer.note] : [],
    image: [],
    user: { username: order.buyer.username, email: '', portrait: '' },
    item: file.lines.map(({ part, quantity }) => {
      const line = order.lines.find(({ lineId }) => String(lineId) === part)
      return {
        item_id: line?.product.productId ?? 0,
        model_id: line?.product.skuId ?? 0,
        name: line?.name ?? '',
        images: [],
        amount: quantity,
        item_price: amount(shop, line?.price ?? 0),
        item_sku: line?.product.base ?? '',
        variation_sku: line?.product.skuId ? line.product.sku : '',
        is_add_on_deal: false,
        is_main_item: false,
        add_on_deal_id: 0,
      }
    }),
  }
}

const LONGEST_WINDOW = 15 * DAY

function window(query: URLSearchParams, name: string): [number, number] | undefined {
  const [from, to] = [`${name}_from`, `${name}_to`]
  if (!query.has(from) && !query.has(to)) return undefined
  const [start, end] = [intParam(query, from), intParam(query, to)]
  if (start >= end || end - start > LONGEST_WINDOW)
    throw badParam(`Wrong parameters, detail: ${name} takes at most 15 days.`)
  return [start, end]
}

function getReturnList(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const [page, size] = [intParam(query, 'page_no'), intParam(query, 'page_size')]
  if (size < 1 || size > 100) throw badParam('Wrong parameters, detail: page_size must be between 1 and 100.')
  const [created, updated] = [window(query, 'create_time'), window(query, 'update_time')]
  const status = query.get('status')
  const found = shopee.returns
    .ofShop(String(shop.id), ...(updated ?? []))
    .filter(({ requestedAt }) => !created || (requestedAt >= created[0] && requestedAt <= created[1]))
    .filter((file) => status === null || statusOf(file) === status)
    .sort((a, b) => b.changedAt - a.changedAt || (a.id < b.id ? -1 : 1))
  const rows = found.slice(page * size, (page + 1) * size)
  return {
    wrapped: {
      more: found.length > (page + 1) * size,
      return: rows.map((file) => shown(shopee, shop, file)),
    },
  }
}

function fileOf(shopee: Shopee, shop: Shop, sn: string): ReturnFile {
  const file = shopee.returns.find(sn)
  if (file?.shopId !== String(shop.id))
    throw new ShopeeError('error_not_found', 'The return_sn is not found.')
  return file
}

const wrongStatus = (): ShopeeError =>
  new ShopeeError('err_data', 'The return can not be handled in its status.')

/** Pays the buyer back, whatever has become of the goods. */
function confirm(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const file = fileOf(shopee, shop, textField(body, 'return_sn'))
  if (file.stage === 'sent') shopee.returns.move(file, 'receive')
  if (!shopee.returns.move(file, 'refund')) throw wrongStatus()
  return { wrapped: { return_sn: file.id } }
}

/** Proposes another solution; the buyers of this sandbox agree at once. */
function offer(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const file = fileOf(shopee, shop, textField(body, 'return_sn'))
  const solution = textField(body, 'proposed_solution')
  if (solution !== 'RETURN_REFUND' && solution !== 'REFUND')
    throw badParam('Wrong parameters, detail: invalid field proposed_solution.')
  if (file.stage !== 'asked') throw wrongStatus()
  const asked = file.kind === 'refund' ? 'REFUND' : 'RETURN_REFUND'
  if (solution !== asked) throw new ShopeeError('err_data', 'The buyer does not accept this solution.')
  shopee.returns.move(file, 'accept')
  return { wrapped: { return_sn: file.id } }
}

// Each with the pictures that it wants; what never arrived cannot be photographed.
const DISPUTE_REASONS = [
  { id: 1, requirement: 'The parcel was not received.', wantsPictures: false },
  { id: 50, requirement: 'Photo(s) or Video of unboxing', wantsPictures: true },
]

function dispute(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const file = fileOf(shopee, shop, textField(body, 'return_sn'))
  if (!/.@./.test(textField(body, 'email'))) throw badParam('Wrong parameters, detail: invalid field email.')
  const reason = DISPUTE_REASONS.find(({ id }) => id === body['dispute_reason_id'])
  if (!reason)
    throw new ShopeeError(
      'dispute.request.param.error',
      "Can't raise dispute because the dispute reason is empty",
    )
  const pictures: unknown = body['image_list'] ?? []
  if (reason.wantsPictures && !(Array.isArray(pictures) && pictures.some(isRecord)))
    throw new ShopeeError('dispute.request.param.error', "Can't raise dispute without the required evidence")
  const text = body['dispute_text_reason'] ?? ''
  const answer = { reasonId: String(reason.id), note: typeof text === 'string' ? text : '' }
  const action = file.stage === 'asked' ? 'refuse' : 'contest'
  if (!shopee.returns.move(file, action, answer)) throw wrongStatus()
  return { wrapped: { return_sn: file.id, msg: 'dispute return success' } }
}

function getDisputeReasons(shopee: Shopee, { shop, query }: ShopCall): Answer {
  fileOf(shopee, shop, query.get('return_sn') ?? '')
  return {
    wrapped: {
      dispute_reason_list: DISPUTE_REASONS.map(({ id, requirement, wantsPictures }) => ({
        dispute_reason: String(id),
        dispute_requirement: requirement,
        sample_evidence: [],
        evidence_module_list: wantsPictures ? [{ module_index: 1, requirement, is_required: true }] : [],
      })),
    },
  }
}

export const returnEndpoints: Endpoints = {
  'returns/get_return_list': shopGet(getReturnList),
  'returns/get_return_detail': shopGet((shopee, { shop, query }) => ({
    wrapped: shown(shopee, shop, fileOf(shopee, shop, query.get('return_sn') ?? '')),
  })),
  'returns/confirm': shopPost(confirm),
  'returns/offer': shopPost(offer),
  'returns/dispute': shopPost(dispute),
  'returns/get_return_dispute_reason': shopGet(getDisputeReasons),
}

/** A buyer asks to give back what an order has, or the first `lines` of it. */
export function openReturn(
  shopee: Shopee,
  order: Order,
  request: { kind: 'refund' | 'return'; reason: string; note: string; lines?: number | undefined },
): ReturnFile {
  if (!shopee.lifecycle.can(order, 'return'))
    throw new ReturnRefused(`an order in ${order.status} can not be returned`)
  const { discounted, sellerVoucher } = order.money
  const lines = order.lines.map(({ lineId, product, quantity, price }) => ({
    part: String(lineId),
    sku: product.sku,
    quantity,
    // Each line carries its share of the voucher.
    refund: price * quantity - Math.floor((sellerVoucher * price * quantity) / Math.max(discounted, 1)),
  }))
  const all = lines.reduce((sum, { refund }) => sum + refund, 0)
  const [first] = lines
  if (first) first.refund -= all - (discounted - sellerVoucher)
  return shopee.returns.open({
    orderId: order.sn,
    shopId: String(order.shop.id),
    kind: request.kind,
    reason: request.reason,
    note: request.note,
    lines: lines.slice(0, request.lines),
    tracking: '',
  })
}

const createSchema = z.strictObject({
  order_sn: z.string(),
  kind: z.enum(['refund', 'return']).default('return'),
  reason: z.string().default('PHYSICAL_DMG'),
  note: z.string().default(''),
  lines: z.number().int().min(1).optional().describe('only so many of its first lines'),
})

const advanceSchema = z.strictObject({ action: z.string(), tracking_number: z.string().optional() })

export function returnRoutes(shopee: Shopee): Record<string, ControlRoute> {
  const truthOf = (file: ReturnFile): object => ({
    ...file,
    refund: refundOf(file),
    status: statusOf(file),
  })
  return {
    'POST /_sandbox/shopee/returns': ({ read }) => {
      const { order_sn: sn, ...request } = read(createSchema)
      const order = shopee.book.find(sn)
      if (!order) throw new ControlError(`there is no order ${sn}`, 404)
      try {
        return truthOf(openReturn(shopee, order, request))
      } catch (error) {
        if (error instanceof ReturnRefused) throw new ControlError(error.message, 409)
        throw error
      }
    },
    'POST /_sandbox/shopee/returns/:sn/advance': ({ parts, read }) => {
      const file = shopee.returns.find(parts[0] ?? '')
      if (!file) throw new ControlError(`there is no return ${parts[0]}`, 404)
      const { action, tracking_number: tracking } = read(advanceSchema)
      if (!isReturnAction(action))
        throw new ControlError(
          `there is no action ${action}; there are ${Object.keys(RETURN_MOVES).join(', ')}`,
        )
      if (action === 'send') file.tracking = tracking ?? `RN${file.id}`
      if (!shopee.returns.move(file, action))
        throw new ControlError(`a return that is ${file.stage} can not ${action}`, 409)
      return truthOf(file)
    },
    'GET /_sandbox/oracle/shopee/returns': ({ query, response }) =>
      sendLines(
        response,
        shopee.returns
          .ofShop(String(chooseShop(shopee.shops, Number(query.get('shop_id'))).id))
          .map((file) => truthOf(file)),
      ),
  }
}
