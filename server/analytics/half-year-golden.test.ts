/**
 * The golden check on half a year of a real shop: each invoice of the sample, read from the file here, is told up to three times, late, twice
 * and in no good order. Figures by day, by product and of customers are then those that are added up here, in three time zones.
 */
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { saveRates } from '../../test/steps/channel-sales.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import {
  amount,
  amountsOf,
  clockOf,
  empty,
  inMyr,
  minus,
  nothing,
  plus,
  soldByName,
  tally,
  type Fact,
} from '../../test/steps/sales-truth.ts'
import { addShops, lineOf, noPayment, orderOf, putOrders, seeded } from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'

type FileOrder = {
  ref: string
  age: number
  customer?: string
  lines: [sku: string, name: string, quantity: number, price: number][]
  outcome?: 'CANCELLED' | 'TO_RETURN'
  outcome_after?: number
}
type BoughtFact = Fact & { buyer: string | null }

/** The youngest invoice: so that the months have the clock changes of each zone in them, and a change of a rate. */
const end = Date.parse('2026-08-20T11:00:00Z')
const range = { from: '2026-01-01', to: '2026-08-31' }
const days = `from=${range.from}&to=${range.to}`
const atOnce = 200

let running: TestConsole
let seller: Account
let facts: BoughtFact[]
const shops: number[] = []

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('half-year')
  await saveRates(seller)
  shops.push(...(await addShops(running, seller.ownerId, { ringgit: 2, dong: 3 })))
  const file = await readFile(new URL('../../sandbox/retail/orders.jsonl.gz', import.meta.url))
  const lines = gunzipSync(file).toString().trim().split('\n')
  facts = await feed(lines.map((line) => JSON.parse(line) as FileOrder))
})
afterAll(() => running?.stop())

async function feed(invoices: FileOrder[]): Promise<BoughtFact[]> {
  const random = seeded(20_101_201)
  const told = shops.map((): ChannelOrder[][] => [[], [], []])
  const returns = shops.map((): ReturnType<typeof returnOf>[] => [])
  const ends: BoughtFact[] = []
  for (const invoice of invoices) {
    const place = random() < 0.6 ? 0 : 1
    const currency = place === 0 ? ('MYR' as const) : ('VND' as const)
    const placed = new Date(end - Math.round(invoice.age * 1000))
    const paid = new Date(placed.getTime() + Math.floor(random() * 30) * 3_600_000)
    const lines = invoice.lines.map(([shopSku, name, quantity, price]) =>
      lineOf({
        shopSku,
        name,
        quantity,
        total: quantity * (currency === 'MYR' ? Math.round(price * 550) : Math.round(price * 32) * 1000),
      }),
    )
    const total = lines.reduce((sum, line) => sum + line.total, 0)
    const isCanceled = invoice.outcome === 'CANCELLED'
    const later = new Date(placed.getTime() + Math.max(120_000, (invoice.outcome_after ?? 3600) * 1000))
    const report = (minutes: number, more: Partial<ChannelOrder>) =>
      orderOf({
        channelOrderId: invoice.ref,
        currency,
        placedAt: placed,
        paymentMethod: 'card',
        buyer: invoice.customer
          ? { channelBuyerId: invoice.customer, name: `Buyer ${invoice.customer}` }
          : null,
        lines,
        payment: { ...noPayment, subTotal: total },
        changedAt: new Date(placed.getTime() + minutes * 60_000),
        ...more,
      })
    const first = report(0, { status: 'unpaid' })
    const last = isCanceled
      ? report(0, { status: 'canceled', changedAt: later })
      : report(0, { status: 'delivered', paidAt: paid, changedAt: new Date(later.getTime() + 1000) })
    // A third comes as a whole, some come late, some twice, and some older reports after the newer ones.
    if (random() < 0.4) told[place]?.[0]?.push(first)
    told[place]?.[random() < 0.8 ? 1 : 2]?.push(last)
    if (random() < 0.15) told[place]?.[2]?.push(random() < 0.5 ? first : last)
    const back = invoice.outcome === 'TO_RETURN' && { at: later, amount: Math.floor(total / 2) }
    if (back)
      returns[place]?.push(
        returnOf({
          channelReturnId: `R${invoice.ref}`,
          channelOrderId: invoice.ref,
          status: 'refunded',
          currency,
          refund: back.amount,
          changedAt: back.at,
          lines: [],
        }),
      )
    ends.push({
      shop: shops[place] ?? 0,
      placed,
      sold: isCanceled ? null : paid,
      isCanceled,
      currency,
      total,
      lines,
      region: '',
      refund: back || null,
      buyer: invoice.customer ? `${place}/${invoice.customer}` : null,
    })
  }
  for (const [place, rounds] of told.entries())
    for (const round of rounds)
      for (let at = 0; at < round.length; at += atOnce)
        await putOrders(running, seller.ownerId, shops[place] ?? 0, round.slice(at, at + atOnce))
  for (const [place, some] of returns.entries())
    await putReturns(running, seller.ownerId, shops[place] ?? 0, some)
  return ends
}

describe.each(['Asia/Kuala_Lumpur', 'America/New_York', 'Australia/Lord_Howe'])(
  'by the days of %s',
  (timezone) => {
    beforeAll(async () => {
      const moved = await seller.call('PUT /settings/account', { timezone, currency: 'MYR' })
      expect(moved.status).toBe(200)
    })

    it('revenue, refunds, cancellations and pieces of every day are those of the file', async () => {
      const sales = (
        await seller.call(`GET /analytics/sales/revenue-metrics?${days}&group=day&compare=0`)
      ).at<Reply<'GET /analytics/revenue-metrics'>['data']>('data')
      const pieces = (await seller.call(`GET /analytics/products-sold?${days}&group=day&compare=0`)).at<
        Reply<'GET /analytics/products-sold'>['data']
      >('data')
      const byDay = tally(facts, timezone, (hour) => hour.slice(0, 10))
      const all = tally(facts, timezone, () => 'all').get('all') ?? empty()
      expect(all.orders).toBeGreaterThan(4_500)
      expect(sales).toMatchObject({
        orders: { value: all.orders },
        revenue: { value: amount(all.revenue) },
        refund_value: { value: amount(all.refunds) },
        net_revenue: { value: amount(minus(all.revenue, all.refunds)) },
        canceled_orders: { value: all.canceled },
        average_order_value: { value: amount({ ...all.revenue, of: all.revenue.of * BigInt(all.priced) }) },
      })
      const shown = sales.chart.map((step, at) => ({ ...step, quantity: pieces.chart[at]?.quantity }))
      const truth = sales.chart.map(({ date }) => {
        const day = byDay.get(date) ?? empty()
        return {
          date,
          orders: day.orders,
          revenue: amount(day.revenue),
          refund_value: amount(day.refunds),
          canceled_orders: day.canceled,
          quantity: day.pieces,
        }
      })
      expect(shown).toMatchObject(truth)
      expect(truth.filter(({ orders }) => orders > 0).length).toBeGreaterThan(140)
    })

    it('every product has its pieces, orders and money', async () => {
      const shown: Record<string, [number, number, number]> = {}
      for (let page = 1, pages = 1; page <= pages; page++) {
        const list = await seller.call(
          `GET /analytics/products/product-ranking?${days}&limit=100&page=${page}`,
        )
        pages = list.at<number>('meta.pagination.total_pages')
        for (const row of list.at<Reply<'GET /analytics/product-ranking'>['data']>('data'))
          shown[`${row.shop?.id}/${row.shop_sku}`] = [row.quantity, row.orders, row.revenue]
      }
      const truth = soldByName(facts, { timezone, range }, (shop, sku) => `${shop}/${sku}`)
      expect(truth.size).toBeGreaterThan(2_000)
      expect(shown).toEqual(amountsOf(truth))
    })

    it('customers, those who came back and what they spent are those of the file', async () => {
      const shown = (await seller.call(`GET /analytics/customers-metrics?${days}&group=month&compare=0`)).at<
        Reply<'GET /analytics/customers-metrics'>['data']
      >('data')
      const bought = facts.filter(({ sold, buyer }) => sold !== null && buyer !== null)
      const spent = bought.flatMap(({ buyer, sold, currency, total }) => {
        const money = sold && inMyr(currency, clockOf(timezone, sold).slice(0, 10), total)
        return money ? [{ buyer, money }] : []
      })
      const revenue = spent.reduce((sum, { money }) => plus(sum, money), nothing)
      const spenders = new Set(spent.map(({ buyer }) => buyer)).size
      expect(shown.total.value).toBe(new Set(bought.map(({ buyer }) => buyer)).size)
      expect(shown.spent).toEqual({ revenue: amount(revenue), customers: spenders })
      expect(shown.average_spend.value).toBe(amount({ ...revenue, of: revenue.of * BigInt(spenders) }))
    })

    it('and all that is kept adds up to the orders', async () => {
      expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
    })
  },
)
