import { codeOf } from '../../kit/catalog.ts'
import { amountText } from './shops.ts'
import { paidFor } from './returning.ts'
import type { Lazada } from './lazada.ts'
import type { Order, Piece, Shop } from './types.ts'
import { LazadaError, missing, shopCall, wholeNumber } from './wire.ts'
import type { Answer, Endpoints, ShopCall } from './wire.ts'

const LARGEST_PAGE = 500
const LONGEST_PERIOD = 180 * 86_400

/** One line of the seller's statement, in minor units; what the seller is charged is negative. */
interface Line {
  order: Order
  piece: Piece
  at: number
  type: string
  name: string
  amount: number
  vat: number
}

/** Shares of the price, in hundredths of a percent. */
const COMMISSION = 424
const PAYMENT_FEE = 216
const share = (price: number, part: number): number => Math.round((price * part) / 10_000)
/** Eight of a hundred in what is charged are tax. */
const taxIn = (charge: number): number => Math.round((charge * 8) / 108)

/** Returns the income and the costs of a piece by now: none before its settlement, settleSeconds after delivery. */
function linesOf(lazada: Lazada, order: Order, piece: Piece): Line[] {
  const at = piece.deliveredAt + lazada.settings.settleSeconds
  const now = lazada.clock.now()
  if (piece.deliveredAt === 0 || at > now) return []
  const paid = paidFor(piece)
  const commission = share(paid, COMMISSION)
  const line = (type: string, name: string, amount: number, vat = 0, when = at): Line => ({
    order,
    piece,
    at: when,
    type,
    name,
    amount,
    vat,
  })
  const isReturned = piece.status === 'returned' && piece.updateTime <= now
  const back = Math.max(piece.updateTime, at)
  return [
    line('13', 'Item Price Credit', piece.price),
    line('121', 'Seller Funded Voucher', -piece.sellerVoucher),
    line('8', 'Shipping Fee (Paid By Customer)', piece.shipping),
    line('7', 'Shipping Fee Paid by Seller', -piece.shipping),
    line('16', 'Commission', -commission, -taxIn(commission)),
    line('3', 'Payment Fee', -share(paid, PAYMENT_FEE), -taxIn(share(paid, PAYMENT_FEE))),
    ...(isReturned
      ? [
          line('14', 'Reversal Item Price', -paid, 0, back),
          line('15', 'Reversal Commission', commission, taxIn(commission), back),
        ]
      : []),
  ].filter(({ amount }) => amount !== 0)
}

const linesOfOrder = (lazada: Lazada, order: Order): Line[] =>
  order.pieces.flatMap((piece) => linesOf(lazada, order, piece))

/** Days of a statement are the country's own. */
const dayOf = (shop: Shop, seconds: number): string =>
  new Date((seconds + shop.hours * 3_600) * 1000).toISOString().slice(0, 10)

function rowOf({ order, piece, at, type, name, amount, vat }: Line): object {
  const { shop } = order
  const day = dayOf(shop, at)
  return {
    order_no: String(order.id),
    orderItem_no: String(piece.id),
    orderItem_status: piece.status === 'returned' ? 'Returned' : 'Delivered',
    fee_name: name,
    fee_type: type,
    transaction_type: `${type === '13' || type === '8' ? 'Orders-Sales' : 'Orders-Lazada Fees'}`,
    transaction_date: day,
    transaction_number: `${shop.id}-${piece.id}-${type}`,
    amount: amountText(shop, amount),
    VAT_in_amount: amountText(shop, vat),
    WHT_amount: amountText(shop, 0),
    WHT_included_in_amount: 'No',
    seller_sku: codeOf(piece.product),
    lazada_sku: `${piece.product.productId}_${shop.country.toUpperCase()}-${piece.product.skuId}`,
    details: piece.name,
    statement: `${day.slice(0, 7)}`,
    paid_status: 'Yes',
    shipping_provider: piece.carrier,
    shipping_speed: 'Standard',
    shipment_type: 'Dropshipping',
    reference: String(piece.id),
    comment: '',
    payment_ref_id: '',
  }
}

function readDay(text: string | undefined, name: string): string {
  if (!text) throw missing(name)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new LazadaError('17', `E017: "${text}" Invalid Date Format`)
  return text
}

function transactions(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const [from, to] = [
    readDay(parameters['start_time'], 'start_time'),
    readDay(parameters['end_time'], 'end_time'),
  ]
  if (Date.parse(to) - Date.parse(from) > LONGEST_PERIOD * 1000)
    throw new LazadaError('1000012', 'endTime - startTime must should be less than 180 days', 'ISP')
  const limit = wholeNumber(parameters['limit'], 100, LARGEST_PAGE, '19')
  const offset = wholeNumber(parameters['offset'], 0, 999_999_999, '14')
  const { trade_order_id: orderId, trade_order_line_id: pieceId } = parameters
  const type = parameters['trans_type'] ?? '-1'
  // No line is older than the change of its order by more than the wait for the statement.
  const since = Date.parse(from) / 1000 - lazada.settings.settleSeconds - 2 * 86_400
  const orders = orderId
    ? [lazada.book.find(Number(orderId))].filter((order) => order?.shop === shop)
    : lazada.book.between(shop.id, 'updateTime', since, Infinity)
  const found = orders
    .flatMap((order) => (order ? linesOfOrder(lazada, order) : []))
    .filter(({ at, piece, type: own }) => {
      const day = dayOf(shop, at)
      return (
        day >= from &&
        day <= to &&
        (!pieceId || String(piece.id) === pieceId) &&
        (type === '-1' || type === '' || type === own)
      )
    })
    .sort((a, b) => a.at - b.at || a.order.id - b.order.id || a.piece.id - b.piece.id)
  return { data: found.slice(offset, offset + limit).map(rowOf) }
}

/** Yields the seller's payout for each settled order, in minor units, for the oracle. */
export function* trueSettlements(lazada: Lazada, shop: Shop): Generator<object> {
  for (const order of lazada.book.all(shop.id)) {
    const lines = linesOfOrder(lazada, order)
    if (lines.length === 0) continue
    yield {
      order_id: String(order.id),
      amount: lines.reduce((sum, { amount }) => sum + amount, 0),
      lines: lines.map(({ type, amount, piece }) => ({ type, amount, part: String(piece.id) })),
      settled_at: Math.max(...lines.map(({ at }) => at)),
    }
  }
}

export const financeEndpoints: Endpoints = {
  '/finance/transaction/details/get': shopCall(transactions),
}
