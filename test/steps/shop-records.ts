/**
 * Sales of one shop with all that figures are counted by, read from the records of its marketplace: nothing of the server's or of the
 * connectors' is used. channel-sales.ts reads less, of every channel.
 */
import type { OrderStatus } from '../../model/order-status.ts'
import { readOracle } from './channel-truths.ts'
import type { Fact } from './sales-truth.ts'

export type RecordedLine = Fact['lines'][number] & { sellerSku: string; product: string }
export type RecordedSale = Omit<Fact, 'lines'> & {
  buyer: string
  status: Extract<OrderStatus, 'delivered' | 'failed' | 'returned' | 'canceled'> | 'open'
  hasLeft: boolean
  /** Shipping that the buyer pays, in minor units. */
  fee: number
  reason: string
  initiator: string
  lines: RecordedLine[]
}

type Item = {
  item_id: number
  model_id: number
  item_sku: string
  model_sku: string
  model_quantity_purchased: number
  model_discounted_price: number
}
type Line = {
  order: {
    order_sn: string
    order_status: string
    currency: 'MYR' | 'VND'
    cod: boolean
    create_time: number
    pay_time: number | null
    pickup_done_time: number
    total_amount: number
    buyer_user_id: number
    cancel_by: string
    cancel_reason: string
    buyer_cancel_reason: string
    recipient_address: { region: string; state: string; name: string }
    package_list: { logistics_status: string }[]
    item_list: Item[]
  }
  escrow?: {
    return_order_sn_list?: string[]
    order_income: Record<
      | 'buyer_paid_shipping_fee'
      | 'seller_return_refund'
      | 'original_cost_of_goods_sold'
      | 'voucher_from_seller',
      number
    >
  }
}
type ReturnLine = {
  order_sn?: string
  orderId?: string
  stage: string
  refund: number
  history: { action: string; at: number }[]
}

/** @param channelShopId the marketplace's id of the shop. @param shop ours */
export async function recordedSales(
  sandboxUrl: string,
  channelShopId: string,
  shop: number,
): Promise<RecordedSale[]> {
  const returns = await readOracle<ReturnLine>(sandboxUrl, 'shopee', channelShopId, 'returns')
  const refunded = new Map<string, { at: Date; amount: number }>()
  for (const one of returns)
    if (one.stage === 'refunded')
      refunded.set(one.orderId ?? one.order_sn ?? '', {
        at: new Date((one.history.findLast(({ action }) => action === 'refund')?.at ?? 0) * 1000),
        amount: one.refund,
      })
  return (await readOracle<Line>(sandboxUrl, 'shopee', channelShopId)).map((line) =>
    saleOf(line, shop, refunded.get(line.order.order_sn) ?? null),
  )
}

/** The marketplace's reasons as the console tells them in English. */
const reasons: Record<string, string> = {
  'Change of Mind': 'Buyer changed their mind',
  'Unpaid Order': 'Not paid in time',
}

const isLost = ({ logistics_status: word }: { logistics_status: string }) =>
  /DELIVERY_FAILED|_LOST|PICKUP_FAILED|COD_REJECTED/.test(word)

function saleOf({ order, escrow }: Line, shop: number, refund: Fact['refund']): RecordedSale {
  const { currency, order_status: word, recipient_address: address } = order
  const minor = (amount: number | undefined) =>
    Math.round(Number(amount ?? 0) * (currency === 'VND' ? 1 : 100))
  const placed = new Date(order.create_time * 1000)
  const isCanceled = word === 'CANCELLED' && !order.package_list.some(isLost)
  const isSale = word !== 'UNPAID' && !isCanceled
  const paid = order.pay_time ? new Date(order.pay_time * 1000) : placed
  const income = escrow?.order_income
  const back = minor(income?.seller_return_refund)
  const isReturned =
    (word === 'COMPLETED' || word === 'TO_RETURN') &&
    (escrow?.return_order_sn_list ?? []).length > 0 &&
    Math.abs(back) > 0 &&
    Math.abs(back) >= minor(income?.original_cost_of_goods_sold) - minor(income?.voucher_from_seller)
  const isDelivered = ['TO_CONFIRM_RECEIVE', 'COMPLETED', 'TO_RETURN'].includes(word)
  const isHidden = address.name.includes('*')
  const isAsked = word === 'IN_CANCEL'
  const state = address.state.split(/\s+/).filter(Boolean).join(' ').toLowerCase()
  return {
    shop,
    placed,
    sold: isSale ? (order.cod ? placed : paid) : null,
    isCanceled,
    isReturned,
    currency,
    total: minor(order.total_amount),
    region: isHidden ? 'unknown' : `${address.region}/${state}`,
    refund: isSale ? refund : null,
    buyer: `${shop}/${order.buyer_user_id}`,
    status: isReturned
      ? 'returned'
      : isDelivered
        ? 'delivered'
        : word !== 'CANCELLED'
          ? 'open'
          : isCanceled
            ? 'canceled'
            : 'failed',
    hasLeft: isDelivered || word === 'SHIPPED' || (word === 'CANCELLED' && !isCanceled),
    fee: minor(income?.buyer_paid_shipping_fee),
    reason: reasons[order.cancel_reason || order.buyer_cancel_reason] ?? order.cancel_reason,
    initiator: isAsked ? 'buyer' : order.cancel_by.toLowerCase() || 'unknown',
    lines: order.item_list.map((item) => ({
      shopSku: `${item.item_id}_${item.model_id}`,
      sellerSku: item.model_sku || item.item_sku,
      product: `${shop}/${item.item_id}`,
      quantity: item.model_quantity_purchased,
      total: minor(item.model_discounted_price) * item.model_quantity_purchased,
      isGift: false,
    })),
  }
}
