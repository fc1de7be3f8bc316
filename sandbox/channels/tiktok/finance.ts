import { longId } from './order-factory.ts'
import { amount } from './shops.ts'
import type { Tiktok } from './tiktok.ts'
import type { Order, Shop, Unit } from './types.ts'
import { badParam, TiktokError, type Endpoints, type ShopCall } from './wire.ts'

const DAY = 86_400
const LARGEST_PAGE = 100

/** Income from one SKU of an order on one statement, in minor units; charges to the seller are negative. */
interface Row {
  order: Order
  units: readonly Unit[]
  /** When the statement was made, at the end of a day. */
  at: number
  revenue: Record<string, number>
  shipping: Record<string, number>
  fee: Record<string, number>
  tax: Record<string, number>
}

/** Shares in hundredths of a percent. */
const COMMISSION = 518
const TRANSACTION = 216
const SERVICE = 300
const share = (of: number, part: number): number => Math.round((of * part) / 10_000)

const sum = (parts: Record<string, number>): number => Object.values(parts).reduce((all, one) => all + one, 0)
const totalOf = ({ revenue, shipping, fee, tax }: Row): number =>
  sum(revenue) + sum(shipping) + sum(fee) + sum(tax)

const statementTime = (at: number): number => Math.ceil(at / DAY) * DAY
const statementId = (shop: Shop, at: number): string => longId('7240', `statement:${shop.id}:${at}`)

function chargesOf(shop: Shop, gross: number): Pick<Row, 'fee' | 'tax'> {
  const fee = {
    platform_commission_amount: -share(gross, COMMISSION),
    transaction_fee_amount: -share(gross, TRANSACTION),
    sfp_service_fee_amount: -share(gross, SERVICE),
  }
  const tax: Record<string, number> =
    shop.region === 'VN'
      ? { vat_amount: -share(gross, 100), pit_amount: -share(gross, 50) }
      : { sst_amount: Math.round((sum(fee) * 8) / 100) }
  return { fee, tax }
}

const original = (units: readonly Unit[]): number => units.reduce((all, one) => all + one.original, 0)
const discount = (units: readonly Unit[]): number => units.reduce((all, one) => all + one.sellerDiscount, 0)

function saleRows(order: Order, at: number): Row[] {
  const units = order.units.filter(({ isCancelled }) => !isCancelled)
  return [...Map.groupBy(units, ({ skuId }) => skuId).values()].map((own, nth): Row => ({
    order,
    units: own,
    at,
    revenue: {
      subtotal_before_discount_amount: original(own),
      seller_discount_amount: -discount(own),
    },
    // Shipping is told with the first SKU of an order.
    shipping:
      nth > 0
        ? {}
        : {
            actual_shipping_fee_amount: -order.shippingFee,
            shipping_fee_discount_amount: order.shippingPlatformDiscount,
            customer_paid_shipping_fee_amount:
              order.shippingFee - order.shippingSellerDiscount - order.shippingPlatformDiscount,
          },
    ...chargesOf(order.shop, original(own) - discount(own)),
  }))
}

/** Returns the refunds to the buyer, with the commission on them. */
function refundRows({ returns }: Tiktok, order: Order, notBefore: number): Row[] {
  const done = returns.ofOrder(order.id).filter(({ stage }) => stage === 'refunded')
  return done.flatMap((file) => {
    const parts = new Set(file.lines.map(({ part }) => part))
    const units = order.units.filter(({ id }) => parts.has(id))
    return [...Map.groupBy(units, ({ skuId }) => skuId).values()].map((own, nth): Row => {
      const gross = original(own) - discount(own)
      return {
        order,
        units: own,
        at: Math.max(notBefore, statementTime(file.changedAt)),
        revenue: {
          refund_subtotal_before_discount_amount: -original(own),
          seller_discount_refund_amount: discount(own),
        },
        shipping: nth > 0 || file.kind === 'refund' ? {} : { return_shipping_fee_amount: -order.shippingFee },
        fee: { platform_commission_amount: share(gross, COMMISSION) },
        tax: {},
      }
    })
  })
}

/** Some days after the goods arrived. */
function rowsOf(tiktok: Tiktok, order: Order): Row[] {
  if (order.deliverTime === 0 || order.status === 'CANCELLED') return []
  const at = statementTime(order.deliverTime + tiktok.settings.settleSeconds)
  return [...saleRows(order, at), ...refundRows(tiktok, order, at)].filter(
    (row) => row.at <= tiktok.clock.now(),
  )
}

const texts = (shop: Shop, parts: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(parts).map(([name, minor]) => [name, amount(shop, minor)]))

const sumsOf = (shop: Shop, rows: readonly Row[]): Record<string, string> => {
  const all = (part: (row: Row) => number): string =>
    amount(
      shop,
      rows.reduce((total, row) => total + part(row), 0),
    )
  return {
    revenue_amount: all(({ revenue }) => sum(revenue)),
    shipping_cost_amount: all(({ shipping }) => sum(shipping)),
    fee_and_tax_amount: all(({ fee, tax }) => sum(fee) + sum(tax)),
    settlement_amount: all(totalOf),
  }
}

function skuRow(row: Row): object {
  const { order, units, at, revenue, shipping, fee, tax } = row
  const { shop } = order
  return {
    statement_id: statementId(shop, at),
    sku_id: units[0]?.skuId,
    sku_name: units[0]?.variant,
    product_name: units[0]?.name,
    quantity: units.length,
    ...sumsOf(shop, [row]),
    revenue_breakdown: texts(shop, revenue),
    shipping_cost_breakdown: texts(shop, shipping),
    fee_tax_breakdown: { fee: texts(shop, fee), tax: texts(shop, tax) },
  }
}

function ofOrder(tiktok: Tiktok, { shop, id }: ShopCall): object {
  const order = tiktok.book.find(id)
  if (order?.shop !== shop) throw new TiktokError(40001001, 'The order does not exist')
  const rows = rowsOf(tiktok, order)
  if (rows.length === 0) throw new TiktokError(40001002, 'The order has not been settled yet')
  return {
    order_id: order.id,
    order_create_time: order.createTime,
    currency: shop.currency,
    ...sumsOf(shop, rows),
    sku_transactions: rows.map(skuRow),
  }
}

const byStatement = (tiktok: Tiktok, shop: Shop): Map<number, Row[]> =>
  Map.groupBy(
    tiktok.book.all(shop.id).flatMap((order) => rowsOf(tiktok, order)),
    ({ at }) => at,
  )

function pageOf<T>({ query }: ShopCall, letter: string, found: readonly T[]) {
  const size = Number(query.get('page_size') ?? 20)
  if (!Number.isInteger(size) || size < 1 || size > LARGEST_PAGE)
    throw badParam('Invalid parameter: page_size')
  const token = Buffer.from(query.get('page_token') ?? '', 'base64').toString()
  const [, start] = token === '' ? [token, '0'] : (new RegExp(`^${letter}(\\d+)$`).exec(token) ?? [])
  if (start === undefined) throw badParam('Invalid page_token')
  const end = Number(start) + size
  const next = end < found.length ? Buffer.from(letter + String(end)).toString('base64') : ''
  return { rows: found.slice(Number(start), end), next }
}

function statements(tiktok: Tiktok, call: ShopCall): object {
  const { shop, query } = call
  if (query.get('sort_field') !== 'statement_time') throw badParam('Invalid parameter: sort_field')
  const [from, to] = [
    Number(query.get('statement_time_ge') ?? 0),
    Number(query.get('statement_time_lt') ?? Infinity),
  ]
  const found = [...byStatement(tiktok, shop)]
    .filter(([at]) => at >= from && at < to)
    .sort(([a], [b]) => (query.get('sort_order') === 'ASC' ? a - b : b - a))
  const { rows, next } = pageOf(call, 's', found)
  return {
    statements: rows.map(([at, own]) => {
      const { fee_and_tax_amount: fee, ...sums } = sumsOf(shop, own)
      return {
        id: statementId(shop, at),
        statement_time: at,
        currency: shop.currency,
        ...sums,
        fee_amount: fee,
        adjustment_amount: '0',
        payment_status: 'PAID',
        payment_id: longId('7241', `payment:${shop.id}:${at}`),
      }
    }),
    next_page_token: next,
  }
}

/** Order by order, in the order of their numbers. */
function ofStatement(tiktok: Tiktok, call: ShopCall): object {
  const { shop, id, query } = call
  if (query.get('sort_field') !== 'order_create_time') throw badParam('Invalid parameter: sort_field')
  const entry = [...byStatement(tiktok, shop)].find(([at]) => statementId(shop, at) === id)
  if (!entry) throw new TiktokError(40001003, 'The statement does not exist')
  const orders = [...Map.groupBy(entry[1], ({ order }) => order)].sort(([a], [b]) => (a.id < b.id ? -1 : 1))
  const { rows, next } = pageOf(call, 't', orders)
  return {
    id,
    statement_time: entry[0],
    currency: shop.currency,
    transactions: rows.map(([order, own]) => ({
      id: longId('7242', `transaction:${id}:${order.id}`),
      type: 'ORDER',
      order_id: order.id,
      order_create_time: order.createTime,
      ...sumsOf(shop, own),
    })),
    next_page_token: next,
  }
}

/** Yields the seller's payout for each settled order, in minor units, for the oracle. */
export function* trueSettlements(tiktok: Tiktok, shop: Shop): Generator<object> {
  for (const order of tiktok.book.all(shop.id)) {
    const rows = rowsOf(tiktok, order)
    if (rows.length === 0) continue
    yield {
      order_id: order.id,
      amount: rows.reduce((all, row) => all + totalOf(row), 0),
      settled_at: Math.max(...rows.map(({ at }) => at)),
    }
  }
}

export const financeEndpoints: Endpoints = {
  'finance/statements': { method: 'GET', scope: 'shop', run: statements },
  'finance/statements/:id/statement_transactions': { method: 'GET', scope: 'shop', run: ofStatement },
  'finance/orders/:id/statement_transactions': { method: 'GET', scope: 'shop', run: ofOrder },
}
