/**
 * Figures of every call of analytics, added up from the sales of a marketplace's records and from nothing of the server's; in the form
 * in which shown-figures.ts brings the answers.
 */
import type { RecordedSale } from './shop-records.ts'
import {
  amount,
  clockOf,
  empty,
  inMyr,
  minus,
  nothing,
  plus,
  tally,
  within,
  type Money,
} from './sales-truth.ts'

type Asked = { timezone: string; from: string; to: string }

const tenths = (part: number, whole: number) => (whole === 0 ? null : Math.round((part * 1000) / whole) / 10)
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
const sumOf = (money: (Money | null)[]) =>
  money.reduce<Money>((all, one) => plus(all, one ?? nothing), nothing)
const by = (a: readonly unknown[], b: readonly unknown[]) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

/** Asked of every sale: days of the account, the last thirty of them for what is about stock, and the days of the pairs. */
export function trueFigures(
  all: RecordedSale[],
  listings: { sku: string | null; stock: number }[],
  { timezone, from, to }: Asked,
): Record<string, unknown> {
  const range = { from, to }
  const dayOf = (at: Date) => clockOf(timezone, at).slice(0, 10)
  const isIn = (at: Date | null): at is Date => at !== null && within(range, clockOf(timezone, at))
  const sold = all.filter((one) => isIn(one.sold))
  const worth = ({ currency, sold: at, total }: RecordedSale) =>
    inMyr(currency, dayOf(at ?? new Date(0)), total)
  const within31 = (sale: RecordedSale) => dayOf(sale.sold ?? new Date(0)) > shifted(to, -31)
  const within30 = (sale: RecordedSale) => dayOf(sale.sold ?? new Date(0)) > shifted(to, -30)
  const inRange = tally(all, timezone, (hour) => (within(range, hour) ? 'all' : null)).get('all') ?? empty()
  const days = tally(all, timezone, (hour) => (within(range, hour) ? hour.slice(0, 10) : null))
  const pieces = (sales: RecordedSale[]) =>
    sum(sales.flatMap(({ lines }) => lines.map(({ quantity }) => quantity)))
  const revenue = (sales: RecordedSale[]) => amount(sumOf(sales.map(worth)))

  const firsts = new Map<string, Date>()
  for (const { buyer, sold: at } of all)
    if (at && at < (firsts.get(buyer) ?? new Date(8e15))) firsts.set(buyer, at)
  const buyers = Map.groupBy(sold, ({ buyer }) => buyer)
  const fresh = [...buyers.keys()].filter((buyer) => isIn(firsts.get(buyer) ?? null))
  const months = Map.groupBy(firsts.keys(), (buyer) => dayOf(firsts.get(buyer) ?? new Date(0)).slice(0, 7))

  const bySku = (sales: RecordedSale[]) =>
    Map.groupBy(
      sales.flatMap((sale) => sale.lines.map((line) => ({ ...line, sale }))),
      ({ sellerSku }) => sellerSku,
    )
  const skus = bySku(sold)
  const placed = all.filter((one) => isIn(one.placed))
  const canceled = placed.filter(({ isCanceled }) => isCanceled)
  const counted = (of: RecordedSale[], nameOf: (sale: RecordedSale) => string) =>
    [...Map.groupBy(of, nameOf)]
      .map(([name, some]) => [name, some.length, tenths(some.length, of.length)])
      .toSorted(by)
  const ranking = [...skus]
    .map(([sku, lines]) => [
      sku,
      sum(lines.map(({ quantity }) => quantity)),
      new Set(lines.map(({ sale }) => sale)).size,
      amount(
        sumOf(lines.map(({ total, sale }) => inMyr(sale.currency, dayOf(sale.sold ?? new Date(0)), total))),
      ),
    ])
    .toSorted(by)

  return {
    'revenue-metrics': {
      orders: inRange.orders,
      revenue: amount(inRange.revenue),
      refunds: amount(inRange.refunds),
      net: amount(minus(inRange.revenue, inRange.refunds)),
      canceled: inRange.canceled,
      average: amount({ ...inRange.revenue, of: inRange.revenue.of * BigInt(inRange.priced) }),
      days: [...days]
        .map(([day, one]) => [day, one.orders, amount(one.revenue), amount(one.refunds), one.canceled])
        .toSorted(by),
    },
    'products-sold': {
      quantity: inRange.pieces,
      days: [...days]
        .filter(([, one]) => one.pieces > 0)
        .map(([day, one]) => [day, one.pieces])
        .toSorted(by),
    },
    'products-sold-metrics': {
      products: new Set(sold.flatMap(({ lines }) => lines.map(({ product }) => product))).size,
      skus: skus.size,
      quantity: pieces(sold),
      orders: sold.length,
      each: Math.round((pieces(sold) / sold.length) * 10) / 10,
    },
    'customers-metrics': {
      total: buyers.size,
      fresh: fresh.length,
      returning: buyers.size - fresh.length,
      rate: tenths(buyers.size - fresh.length, buyers.size),
      spent: revenue(sold),
      average: amount({ ...sumOf(sold.map(worth)), of: sumOf(sold.map(worth)).of * BigInt(buyers.size) }),
      days: [...Map.groupBy(sold, ({ sold: at }) => dayOf(at ?? new Date(0)))]
        .map(([day, sales]) => {
          const keys = new Set(sales.map(({ buyer }) => buyer))
          const first = [...keys].filter((buyer) => dayOf(firsts.get(buyer) ?? new Date(0)) === day).length
          return [day, first, keys.size - first]
        })
        .toSorted(by),
    },
    'customers-statistic': [...buyers.values()]
      .map((sales) => [
        sales.length,
        pieces(sales),
        revenue(sales),
        new Date(Math.max(...sales.map((sale) => sale.placed.getTime()))).toISOString(),
      ])
      .toSorted(by),
    cohorts: [...months]
      .map(([month, people]) => [
        month,
        people.length,
        [...months.keys()]
          .filter((later) => later > month)
          .toSorted()
          .map(
            (later) =>
              people.filter((buyer) =>
                all.some((one) => one.buyer === buyer && one.sold && dayOf(one.sold).startsWith(later)),
              ).length,
          ),
      ])
      .toSorted(by),
    'location-statistic': [...Map.groupBy(sold, ({ region }) => region)]
      .map(([region, sales]) => [region, sales.length, revenue(sales), tenths(sales.length, sold.length)])
      .toSorted(by),
    // The marketplace brings its own courier, whatever carrier it names.
    'shipping-statistic': [
      courierOf(
        all.filter(({ hasLeft }) => hasLeft),
        to,
      ),
    ],
    'product-ranking': ranking,
    'shop-detail-statistic': [...Map.groupBy(all, ({ shop }) => shop)]
      .map(([shop, sales]) => {
        const figures =
          tally(sales, timezone, (hour) => (within(range, hour) ? 'all' : null)).get('all') ?? empty()
        const back = sales.filter(({ isReturned, sold: at }) => isReturned && isIn(at)).length
        return [
          shop,
          figures.orders,
          amount(figures.revenue),
          amount(minus(figures.revenue, figures.refunds)),
          figures.canceled,
          tenths(figures.canceled, sales.filter(({ placed: at }) => isIn(at)).length),
          back,
          tenths(back, figures.orders),
        ]
      })
      .toSorted(by),
    hours: [...Map.groupBy(sold, ({ sold: at }) => weekHour(clockOf(timezone, at ?? new Date(0))))]
      .map(([name, sales]) => [name, sales.length, revenue(sales)])
      .toSorted(by),
    'cancel-reason': counted(canceled, ({ reason }) => reason),
    'cancel-initiator': counted(canceled, ({ initiator }) => initiator),
    'stock-cover': [...bySku(sold.filter(within30))]
      .map(([sku, lines]) => [
        sku,
        sum(lines.map(({ quantity }) => quantity)),
        new Set(lines.map(({ sale }) => sale)).size,
        // As long as it has been sold: before its first sale it may not have been there.
        daysSince(to, lines.map(({ sale }) => dayOf(sale.sold ?? new Date(0))).toSorted()[0] ?? to),
      ])
      .filter(([, , orders]) => Number(orders) >= 5)
      .toSorted(by),
    'dead-stock': [...new Set(listings.flatMap(({ sku, stock }) => (sku && stock > 0 ? sku : [])))]
      .filter((sku) => !bySku(sold.filter(within30)).has(sku))
      .toSorted(),
    'bought-together': pairsOf(sold.filter(within31)),
  }
}

function courierOf(sales: RecordedSale[], day: string): unknown[] {
  const count = (status: string) => sales.filter((sale) => sale.status === status).length
  const ended = count('delivered') + count('failed') + count('returned')
  return [
    sales.length,
    count('delivered'),
    count('failed'),
    count('returned'),
    tenths(count('delivered'), ended),
    amount(sumOf(sales.map(({ currency, fee }) => inMyr(currency, day, fee)))),
  ]
}

function pairsOf(sales: RecordedSale[]): unknown[] {
  const pairs = new Map<string, number>()
  for (const { lines } of sales) {
    const names = [...new Set(lines.map(({ sellerSku }) => sellerSku))].toSorted()
    for (const [at, one] of names.entries())
      for (const other of names.slice(at + 1)) {
        const name = `${one} + ${other}`
        pairs.set(name, (pairs.get(name) ?? 0) + 1)
      }
  }
  return [...pairs].toSorted(by)
}

const weekHour = (hour: string) =>
  `${new Date(`${hour.slice(0, 10)}T12:00:00Z`).getUTCDay() || 7}/${Number(hour.slice(11))}`

const daysSince = (to: string, from: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

const shifted = (day: string, by: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
