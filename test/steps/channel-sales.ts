/**
 * What each channel sold, read from its own records and summed up here: for the check of the figures of analytics. Nothing of the
 * server's or of the connectors' is used.
 */
import { expect } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { Account } from '../start-test-console.ts'
import { readOracle, type ChannelUnderTest } from './channel-truths.ts'
import { amount, clockOf, rates, tally, within, type Fact, type Range } from './sales-truth.ts'

/** An order as its channel tells it. `minor`: what the buyer pays, in minor units; `pieces` by the channel's SKU, gifts aside. */
type ToldOrder = {
  placed: Date
  /** Null: not paid by now. */
  paid: Date | null
  isCod: boolean
  isUnpaid: boolean
  isCanceled: boolean
  currency: string
  minor: number
  pieces: Record<string, number>
}

const ofSeconds = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)
const ofText = (text: string | null | undefined) => (text ? new Date(text) : null)
const cents = (text: string | number) => Math.round(Number(text) * 100)

function addUp(pairs: [sku: string | number, quantity: number][]): Record<string, number> {
  const pieces: Record<string, number> = {}
  for (const [sku, quantity] of pairs) pieces[sku] = (pieces[sku] ?? 0) + quantity
  return pieces
}

type ShopeeLine = {
  order: {
    order_status: string
    cod: boolean
    currency: string
    create_time: number
    pay_time: number | null
    total_amount: number
    package_list: { logistics_status: string }[]
    item_list: { item_id: number; model_id: number; model_quantity_purchased: number }[]
  }
}
function shopeeOrder({ order }: ShopeeLine): ToldOrder {
  // A parcel that got lost, or that the buyer never took, was sold all the same.
  const isLost = order.package_list.some(({ logistics_status: word }) =>
    /DELIVERY_FAILED|_LOST|PICKUP_FAILED|COD_REJECTED/.test(word),
  )
  return {
    placed: new Date(order.create_time * 1000),
    paid: ofSeconds(order.pay_time),
    isCod: order.cod,
    isUnpaid: order.order_status === 'UNPAID',
    isCanceled: order.order_status === 'CANCELLED' && !isLost,
    currency: order.currency,
    minor: cents(order.total_amount),
    pieces: addUp(
      order.item_list.map((item) => [`${item.item_id}_${item.model_id}`, item.model_quantity_purchased]),
    ),
  }
}

type LazadaLine = {
  status: string
  create_time: number
  pay_time: number
  is_cod: boolean
  currency: string
  total: number
  lines: { shop_sku: string; quantity: number }[]
}
const lazadaOrder = (order: LazadaLine): ToldOrder => ({
  placed: new Date(order.create_time * 1000),
  paid: ofSeconds(order.pay_time),
  isCod: order.is_cod,
  isUnpaid: order.status === 'unpaid',
  isCanceled: order.status === 'canceled',
  currency: order.currency,
  minor: order.total,
  pieces: addUp(order.lines.map(({ shop_sku: sku, quantity }) => [sku, quantity])),
})

type TiktokLine = {
  order: {
    status: string
    is_cod: boolean
    create_time: number
    paid_time?: number
    cancel_reason?: string
    payment: { currency: string; total_amount: string }
    line_items: { sku_id: string; display_status: string; is_gift: boolean }[]
  }
}
function tiktokOrder({ order }: TiktokLine): ToldOrder {
  const isOver = order.status === 'CANCELLED'
  return {
    placed: new Date(order.create_time * 1000),
    paid: ofSeconds(order.paid_time),
    isCod: order.is_cod,
    isUnpaid: order.status === 'UNPAID',
    isCanceled: isOver && !/lost|damaged|to[_ ]shipper/i.test(order.cancel_reason ?? ''),
    currency: order.payment.currency,
    minor: cents(order.payment.total_amount),
    pieces: addUp(
      order.line_items
        .filter((piece) => !piece.is_gift && (isOver || piece.display_status !== 'CANCELLED'))
        .map(({ sku_id: sku }) => [sku, 1]),
    ),
  }
}

type TikiLine = {
  order: {
    status: string
    created_at: string
    payment: { method: string; is_prepaid: boolean; status: string }
    invoice: { grand_total: number; purchased_at: string }
    items: { product: { id: number }; qty: number; is_free_gift: boolean; confirmation: { status: string } }[]
  }
}
function tikiOrder({ order }: TikiLine): ToldOrder {
  const vietnam = (text: string) => new Date(`${text.replace(' ', 'T')}+07:00`)
  const left = order.items.filter(({ confirmation }) => confirmation.status !== 'seller_canceled')
  const sold = order.status === 'canceled' || left.length === 0 ? order.items : left
  const isPaid = order.payment.is_prepaid && order.payment.status === 'success'
  return {
    placed: vietnam(order.created_at),
    paid: isPaid ? vietnam(order.invoice.purchased_at) : null,
    isCod: order.payment.method === 'cod',
    isUnpaid: ['waiting_payment', 'processing'].includes(order.status),
    isCanceled: order.status === 'canceled',
    currency: 'VND',
    minor: order.invoice.grand_total,
    pieces: addUp(sold.filter((item) => !item.is_free_gift).map(({ product, qty }) => [product.id, qty])),
  }
}

type StoreLine = {
  order: {
    status: string
    payment_method: string
    date_created_gmt: string
    date_paid_gmt: string | null
    date_completed_gmt: string | null
    currency: string
    total: string
    line_items: { product_id: number; variation_id: number; quantity: number }[]
    meta_data: { key: string }[]
  }
}
/** Reads an order of a web store, or of a till, where whoever has the goods has paid. */
function storeOrder({ order }: StoreLine, isTill: boolean): ToldOrder {
  const utc = (text: string | null) => ofText(text && `${text}Z`)
  const created = utc(order.date_created_gmt) ?? new Date(0)
  const isSent = order.date_completed_gmt !== null || order.meta_data.some(({ key }) => /tracking/.test(key))
  const isOver =
    ['cancelled', 'trash'].includes(order.status) || (order.status === 'refunded' && !isTill && !isSent)
  return {
    placed: created,
    paid: utc(order.date_paid_gmt) ?? (isTill ? utc(order.date_completed_gmt) : null),
    isCod: !isTill && order.payment_method === 'cod',
    // Cash on delivery goes from waiting straight to processing; a pending one is not placed to its end.
    isUnpaid:
      !isTill &&
      (order.status === 'pending' || (order.status === 'on-hold' && order.payment_method !== 'cod')),
    isCanceled: isOver || (order.status === 'failed' && (isTill || !order.date_paid_gmt)),
    currency: order.currency,
    minor: cents(order.total),
    pieces: addUp(order.line_items.map((line) => [`${line.product_id}_${line.variation_id}`, line.quantity])),
  }
}

type WebStoreLine = {
  order: {
    status: string
    payment_status: string
    created_at: string
    currency_code: string
    summary: { original_order_total: number }
    payment_collections: { payments: { captured_at: string | null; canceled_at: string | null }[] }[]
    items: { variant_id: string; quantity: number; detail: { shipped_quantity: number } }[]
  }
}
function webStoreOrder({ order }: WebStoreLine): ToldOrder {
  const payments = order.payment_collections
    .flatMap((one) => one.payments)
    .filter(({ canceled_at: at }) => !at)
  const captured = payments.map(({ captured_at: at }) => ofText(at)?.getTime() ?? Number.NaN)
  const wasCaptured = captured.length > 0 && captured.every(Number.isFinite)
  const hasLeft = order.items.some(({ detail }) => detail.shipped_quantity > 0)
  return {
    placed: new Date(order.created_at),
    paid: wasCaptured ? new Date(Math.max(...captured)) : null,
    isCod: false,
    isUnpaid: ['not_paid', 'awaiting'].includes(order.payment_status),
    isCanceled: order.status === 'canceled' || (order.payment_status === 'refunded' && !hasLeft),
    currency: order.currency_code.toUpperCase(),
    minor: cents(order.summary.original_order_total),
    pieces: addUp(order.items.map(({ variant_id: variant, quantity }) => [variant, quantity])),
  }
}

async function toldBy(sandboxUrl: string, { code, shopId }: ChannelUnderTest): Promise<ToldOrder[]> {
  const read = <T>() => readOracle<T>(sandboxUrl, code, shopId)
  switch (code) {
    case 'shopee':
      return (await read<ShopeeLine>()).map(shopeeOrder)
    case 'lazada':
      return (await read<LazadaLine>()).map(lazadaOrder)
    case 'tiktok':
      return (await read<TiktokLine>()).map(tiktokOrder)
    case 'tiki':
      // The list leaves out what Tiki has not taken on yet.
      return (await read<TikiLine>()).filter(({ order }) => order.status !== 'processing').map(tikiOrder)
    case 'web-store':
      return (await read<WebStoreLine>()).map(webStoreOrder)
    default:
      return (await read<StoreLine>()).map((line) => storeOrder(line, code === 'pos'))
  }
}

/** Orders of a channel's shop as facts that `tally` sums up. */
async function factsOf(sandboxUrl: string, channel: ChannelUnderTest, shop: number): Promise<Fact[]> {
  return (await toldBy(sandboxUrl, channel)).map((told): Fact => {
    const { currency } = told
    if (currency !== 'MYR' && currency !== 'VND') throw new Error(`${channel.code}: no rate for ${currency}`)
    const isSale = !told.isUnpaid && !told.isCanceled
    return {
      shop,
      placed: told.placed,
      sold: isSale ? (told.isCod ? told.placed : (told.paid ?? told.placed)) : null,
      isCanceled: told.isCanceled,
      currency,
      total: told.minor,
      lines: Object.entries(told.pieces).map(([shopSku, quantity]) => ({
        shopSku,
        quantity,
        total: 0,
        isGift: false,
      })),
      region: '',
      refund: null,
    }
  })
}

/** Day, orders, revenue, canceled orders, pieces. */
type DayRow = [day: string, orders: number, revenue: number, canceled: number, pieces: number]

/**
 * Days with sales or cancellations of a shop, as analytics shows them and as its channel's own records have them. The account needs the
 * rates of `saveRates`.
 */
export async function shownAndTrue(
  seller: Account,
  sandboxUrl: string,
  { channel, shop, timezone }: { channel: ChannelUnderTest; shop: number; timezone: string },
): Promise<[shown: DayRow[], truth: DayRow[]]> {
  const dayOf = (moment: number) => clockOf(timezone, new Date(moment)).slice(0, 10)
  const range: Range = { from: dayOf(Date.now() - 200 * 86_400_000), to: dayOf(Date.now()) }
  const filter = `from=${range.from}&to=${range.to}&group=day&compare=0&shop_id=${shop}`
  const sales = await seller.call(`GET /analytics/sales/revenue-metrics?${filter}`)
  const sold = await seller.call(`GET /analytics/products-sold?${filter}`)
  const pieces = new Map(
    sold
      .at<Reply<'GET /analytics/products-sold'>['data']['chart']>('data.chart')
      .map(({ date, quantity }) => [date, quantity]),
  )
  const shown = sales
    .at<Reply<'GET /analytics/revenue-metrics'>['data']['chart']>('data.chart')
    .map((step): DayRow => [
      step.date,
      step.orders,
      step.revenue,
      step.canceled_orders,
      pieces.get(step.date) ?? 0,
    ])
  const facts = await factsOf(sandboxUrl, channel, shop)
  const truth = tally(facts, timezone, (hour) => (within(range, hour) ? hour.slice(0, 10) : null))
  return [
    shown.filter(([, ...figures]) => figures.some((figure) => figure !== 0)),
    [...truth]
      .map(([day, sum]): DayRow => [day, sum.orders, amount(sum.revenue), sum.canceled, sum.pieces])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]
}

/** Writes the rates that the expected figures are converted by. */
export async function saveRates(seller: Account): Promise<void> {
  const saved = await seller.call('PUT /settings/exchange-rates', {
    rates: Object.entries(rates).flatMap(([currency, list]) =>
      list.map(({ from, rate }) => ({ currency, from, rate })),
    ),
  })
  expect(saved.status).toBe(200)
}
