/**
 * Buyers of whom many bought in several shops as one person: new, returning and cohorts, held against figures that this file works out
 * by itself. The customer list opens as many persons as each cell counts.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { OrderStatus } from '../../model/order-status.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { statementsAbout } from '../../test/steps/counted-statements.ts'
import {
  addressOf,
  addShop,
  noPayment,
  orderOf,
  pick,
  putOrders,
  seeded,
} from '../../test/steps/stored-orders.ts'
import { createMatchCustomers } from '../customers/persons/match-customers.ts'

type Metrics = Reply<'GET /analytics/customers-metrics'>['data']
type Cohorts = Reply<'GET /analytics/customers/cohorts'>['data']

const zone = 'America/New_York'
/** Days of New York, by the runtime's own formatter. */
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
const dayOf = (at: Date) => dayFormat.format(at)
const monthOf = (at: Date) => dayOf(at).slice(0, 7)

/** `person`: who it really is; nobody can tell that of the masked ones, who stay apart. */
type Buy = { person: string; shop: number; at: Date; counts: boolean }

let running: TestConsole
let seller: Account
let shops: number[]
const buys: Buy[] = []
const random = seeded(20_260_311)

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('persons-golden', { timezone: zone })
  shops = []
  for (const name of ['One', 'Two', 'Three']) shops.push(await addShop(running, seller.ownerId, name))
  const orders: { shop: number; order: ReturnType<typeof orderOf> }[] = []
  for (let at = 0; at < 420; at++) orders.push(orderAt(at))
  for (const [place, shopId] of shops.entries())
    await putOrders(
      running,
      seller.ownerId,
      shopId,
      orders.filter(({ shop }) => shop === place).map(({ order }) => order),
    )
  await createMatchCustomers(running.db, Infinity)({ ownerId: seller.ownerId })
})
afterAll(() => running?.stop())

const statuses: OrderStatus[] = ['delivered', 'delivered', 'pending', 'shipped', 'canceled', 'unpaid']

function orderAt(at: number) {
  const shop = Math.floor(random() * 3)
  const number = Math.floor(random() ** 1.5 * 90)
  const isMasked = number % 11 === 0
  const placed = new Date(Date.UTC(2025, 6, 1) + Math.floor(random() * 400 * 24 * 60) * 60_000)
  const status = pick(random, statuses)
  const name = `Nurul Number ${String.fromCodePoint(65 + (number % 26))}${number}`
  buys.push({
    person: isMasked ? `${number}/${shop}` : String(number),
    shop,
    at: placed,
    counts: status !== 'canceled' && status !== 'unpaid',
  })
  return {
    shop,
    order: orderOf({
      channelOrderId: `o${at}`,
      status,
      placedAt: placed,
      changedAt: placed,
      payment: { ...noPayment, subTotal: 1000 + at },
      buyer: { channelBuyerId: `b${number}-${shop}`, name },
      address: addressOf({
        name: isMasked ? 'N***l' : name,
        phone: isMasked ? '****12' : `012-345 ${String(6000 + number)}`,
        country: 'MY',
        isMasked,
      }),
    }),
  }
}

const chosen = [
  { query: '', of: [0, 1, 2] },
  { query: 'one', of: [0] },
  { query: 'two', of: [1, 2] },
] as const
const shopQuery = (of: readonly number[]) =>
  of.length === 3 ? '' : `&shop_id=${of.map((shop) => shops[shop]).join(',')}`

/** Sales of these shops, and the first of each person in them. */
function told(of: readonly number[]) {
  const sales = buys.filter((buy) => buy.counts && of.includes(buy.shop))
  const first = new Map<string, Date>()
  for (const { person, at } of sales) {
    const known = first.get(person)
    if (!known || at < known) first.set(person, at)
  }
  return { sales, first }
}

describe.each(chosen)('buyers of the shops $of', ({ of }) => {
  it.each([
    ['2026-01-01', '2026-03-31'],
    ['2025-07-01', '2025-12-31'],
    ['2026-03-08', '2026-03-08'],
    ['2025-09-01', '2026-08-01'],
  ])('are new or returning from %s to %s as an own count has them', async (from, to) => {
    const { sales, first } = told(of)
    const isWithin = (at: Date) => dayOf(at) >= from && dayOf(at) <= to
    const buyers = new Set(sales.filter(({ at }) => isWithin(at)).map(({ person }) => person))
    const fresh = [...buyers].filter((person) => isWithin(first.get(person) ?? new Date(0)))
    const query = `from=${from}&to=${to}&compare=0&group=month${shopQuery(of)}`
    const reply = await seller.call(`GET /analytics/customers-metrics?${query}`)
    const found = reply.at<Metrics>('data')
    expect([found.total.value, found.new.value, found.returning.value]).toEqual([
      buyers.size,
      fresh.length,
      buyers.size - fresh.length,
    ])
    const months = found.chart.map(({ date }) => date.slice(0, 7))
    expect(found.chart.map((step) => step.new)).toEqual(
      months.map(
        (month) => fresh.filter((person) => monthOf(first.get(person) ?? new Date(0)) === month).length,
      ),
    )
    expect(found.chart.map((step) => step.new + step.returning)).toEqual(
      months.map(
        (month) =>
          new Set(sales.filter(({ at }) => isWithin(at) && monthOf(at) === month).map(({ person }) => person))
            .size,
      ),
    )
    const list = await seller.call(
      `GET /analytics/customers/customers-statistic?from=${from}&to=${to}${shopQuery(of)}`,
    )
    expect(list.at('meta.pagination.total')).toBe(buyers.size)
    const opened = async (filter: string) =>
      (await seller.call(`GET /customers?limit=1&${filter}${shopQuery(of)}`)).at('meta.pagination.total')
    expect(await opened(`sold_from=${from}&sold_to=${to}`)).toBe(buyers.size)
    expect(await opened(`first_sold_from=${from}&first_sold_to=${to}`)).toBe(fresh.length)
  })

  it('come back by months as an own count has them, and each cell opens as many customers', async () => {
    const { sales, first } = told(of)
    const reply = await seller.call(`GET /analytics/customers/cohorts?to=2026-08-02${shopQuery(of)}`)
    const data = reply.at<Cohorts>('data')
    const email = `of${of.join('-')}@persons.test`
    const visible = of.flatMap((at) => shops[at] ?? [])
    const reader = await running.addStaff(seller.ownerId, { email, role: 'viewer' }, visible)
    expect((await reader.call('GET /analytics/customers/cohorts?to=2026-08-02')).at('data')).toEqual(data)
    expect(data.map(({ month }) => month)).toEqual([
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
    ])
    let returned = 0
    for (const [at, cohort] of data.entries()) {
      const people = [...first]
        .filter(([, began]) => monthOf(began) === cohort.month)
        .map(([person]) => person)
      const backIn = (month: string | undefined) =>
        people.filter((person) => sales.some((sale) => sale.person === person && monthOf(sale.at) === month))
          .length
      expect([cohort.month, cohort.customers]).toEqual([cohort.month, people.length])
      expect(cohort.returned.map(({ customers }) => customers)).toEqual(
        data.slice(at + 1).map(({ month }) => backIn(month)),
      )
      const listed = async (more: string) =>
        (
          await seller.call(
            `GET /customers?limit=1&first_sold_from=${cohort.from}&first_sold_to=${cohort.to}${more}${shopQuery(of)}`,
          )
        ).at<number>('meta.pagination.total')
      expect(await listed('')).toBe(cohort.customers)
      for (const cell of cohort.returned.slice(0, 3)) {
        returned += cell.customers ?? 0
        expect(await listed(`&sold_from=${cell.from}&sold_to=${cell.to}`)).toBe(cell.customers)
      }
    }
    expect(returned).toBeGreaterThan(5)
  })
})

it('counts who is new without a look at the table of customers', async () => {
  const admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  await admin.query('set enable_seqscan = off; set enable_bitmapscan = off')
  for (const call of ['customers/cohorts', 'customers-metrics?group=month&compare=0']) {
    const asked = await statementsAbout('first_sold_at', () => seller.call(`GET /analytics/${call}`))
    expect(asked).toHaveLength(1)
    const { rows } = await admin.query<Record<string, string>>(`explain (generic_plan) ${asked[0]}`)
    const plan = rows.flatMap((row) => Object.values(row)).join('\n')
    expect(plan).toContain('Index Only Scan using customers_first_sold')
  }
  await admin.end()
})

it('is about persons who are of several shops', async () => {
  const reply = await seller.call('GET /customers?limit=100')
  const rows = reply.at<{ identity_count: number }[]>('data')
  expect(rows.filter(({ identity_count: known }) => known > 1).length).toBeGreaterThan(20)
})
