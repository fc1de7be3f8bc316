/**
 * Couriers, cancellations and customers over random lives of orders, held against figures that this file works out by itself:
 * in three time zones, two with daylight saving, one of half an hour.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { Currency } from '../../model/money.ts'
import type { OrderStatus } from '../../model/order-status.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import {
  addShop,
  lineOf,
  noPayment,
  orderOf,
  pick,
  putOrders,
  seeded,
} from '../../test/steps/stored-orders.ts'
import { setCourier } from '../orders/actions/order-courier-store.ts'

const zones = ['America/New_York', 'Australia/Lord_Howe', 'Asia/Ho_Chi_Minh'] as const
/** Clocks change on 8 March in New York, and on 5 April on Lord Howe. */
const begin = Date.parse('2026-02-20T00:00:00Z')
const days = 50
const hourMs = 3_600_000
const ranges = [
  { from: '2026-03-01', to: '2026-03-31', group: 'day' },
  { from: '2026-03-08', to: '2026-03-08', group: 'hour' },
  { from: '2026-04-05', to: '2026-04-05', group: 'hour' },
  { from: '2026-02-10', to: '2026-04-30', group: 'month' },
] as const

type Step = { status: OrderStatus; at: number }
/** One order as this file knows it. Amounts are minor units. */
type Life = {
  id: string
  shop: number
  currency: Currency
  worth: number
  fee: number
  pieces: number
  method: 'cod' | 'card'
  buyer: string | null
  placed: number
  steps: Step[]
  reason: string | null
  initiator: ChannelOrder['cancelInitiator']
  courier: number | null
}

let running: TestConsole
let admin: pg.Client
let seller: Account
let shops: number[]
let lives: Life[]
const random = seeded(20_260_308)

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('golden', { timezone: zones[0] })
  // Shopee brings its own courier; for the web store people choose one, and it takes canceled orders up again.
  shops = [
    await addShop(running, seller.ownerId, 'marketplace'),
    await addShop(running, seller.ownerId, 'second'),
    await addShop(running, seller.ownerId, 'own', 3),
  ]
  await writeRates()
  lives = Array.from({ length: 400 }, (_, at) => lifeOf(at))
  await liveThem()
}, 300_000)
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

const rates: [Currency, string, bigint, bigint][] = [
  ['SGD', '2026-01-01', 331n, 100n],
  ['SGD', '2026-03-10', 3_297_531n, 1_000_000n],
  ['VND', '2026-03-20', 178n, 1_000_000n],
]

async function writeRates(): Promise<void> {
  await seller.call('PUT /settings/exchange-rates', {
    rates: rates.map(([currency, from, above, below]) => ({
      currency,
      from,
      rate: (Number(above) / Number(below)).toString(),
    })),
  })
}

const scripts: OrderStatus[][] = [
  ['pending', 'shipped', 'delivered'],
  ['pending', 'shipped', 'delivered'],
  ['unpaid', 'pending', 'confirmed', 'shipped', 'delivered'],
  ['pending', 'shipped', 'delivered', 'shipped'],
  ['pending', 'shipped', 'delivered', 'shipped', 'delivered'],
  ['pending', 'shipped', 'failed'],
  ['pending', 'shipped', 'failed', 'delivered'],
  ['pending', 'shipped', 'returned', 'delivered'],
  ['pending', 'shipped', 'delivered', 'returned'],
  ['pending', 'canceled'],
  ['unpaid', 'canceled'],
  ['pending', 'shipped', 'canceled', 'delivered'],
  ['pending', 'canceled', 'pending', 'shipped', 'delivered'],
  ['delivered'],
  ['unpaid'],
  ['pending'],
]

function lifeOf(at: number): Life {
  const shop = Math.floor(random() * 3)
  const placed = begin + Math.floor(random() * days * 24 * 60) * 60_000
  let time = placed
  const steps = pick(random, scripts).map((status) => {
    time += Math.floor(random() ** 3 * 240 * hourMs) + 1000
    return { status, at: time }
  })
  return {
    id: `life${at}`,
    shop,
    currency: pick(random, ['MYR', 'MYR', 'SGD', 'VND', 'USD'] as const),
    worth: 1 + Math.floor(random() * 90_000),
    fee: Math.floor(random() * 900),
    pieces: 1 + Math.floor(random() * 5),
    method: pick(random, ['cod', 'card'] as const),
    buyer: random() < 0.1 ? null : `buyer${Math.floor(random() ** 2 * 90)}`,
    placed,
    steps,
    reason: pick(random, [
      'out_of_stock',
      'buyer_changed_mind',
      'Zu spät, 😀'.repeat(30),
      'Other words',
      null,
    ]),
    initiator: pick(random, ['buyer', 'seller', 'platform', 'system', null] as const),
    courier: shop === 2 ? null : 5,
  }
}

function reportOf(life: Life, upTo: number): ChannelOrder {
  const steps = life.steps.slice(0, upTo + 1)
  const { status, at } = steps.at(-1) ?? { status: 'pending' as const, at: life.placed }
  const paid = steps.find((step) => step.status !== 'unpaid' && step.status !== 'canceled')
  return orderOf({
    channelOrderId: life.id,
    status,
    currency: life.currency,
    placedAt: new Date(life.placed),
    changedAt: new Date(at),
    paidAt: life.method === 'card' && paid ? new Date(paid.at) : null,
    paymentMethod: life.method,
    // Reports name a reason of orders that are open, too.
    cancelReason: life.reason,
    cancelInitiator: life.initiator,
    buyer: life.buyer === null ? null : { channelBuyerId: life.buyer, name: `Name of ${life.buyer}` },
    lines: [
      lineOf({ quantity: life.pieces, total: life.worth }),
      lineOf({ shopSku: 'gift', quantity: 2, total: 0, isGift: true }),
    ],
    payment: { ...noPayment, subTotal: life.worth, shippingFee: life.fee },
  })
}

/** All reports in the order of their time, some told twice or late, and couriers chosen between them. */
async function liveThem(): Promise<void> {
  const reports = lives
    .flatMap((life) => life.steps.map((step, at) => ({ life, at, time: step.at })))
    .toSorted((a, b) => a.time - b.time)
  for (let first = 0; first < reports.length; first += 60) {
    const some = reports.slice(first, first + 60)
    for (const shop of [0, 1, 2]) await put(shop, some)
    const late = reports[Math.floor(random() * first)]
    if (late) await put(late.life.shop, [late])
    for (const { life } of some)
      if (life.shop === 2 && random() < 0.3) await choose(life, pick(random, [1, 2, null]))
  }
}

async function put(shop: number, reports: { life: Life; at: number }[]): Promise<void> {
  let left = reports.filter(({ life }) => life.shop === shop)
  const isOwn = shop === 2
  // A page has one report of each order; the first of each is due.
  while (left.length > 0) {
    const page = left.filter((one, at) => left.findIndex(({ life }) => life === one.life) === at)
    left = left.filter((one) => !page.includes(one))
    const orders = page.map(({ life, at }) => reportOf(life, at))
    await putOrders(running, seller.ownerId, shops[shop] ?? 0, orders, !isOwn, { reopens: isOwn })
  }
}

async function choose(life: Life, courier: number | null): Promise<void> {
  life.courier = courier
  const { ownerId } = seller
  const shopId = shops[life.shop] ?? 0
  const found = await admin.query<{ id: string }>(
    'select id from orders where owner_id = $1 and shop_id = $2 and channel_order_id = $3',
    [ownerId, shopId, life.id],
  )
  const ids = found.rows.map(({ id }) => Number(id))
  await running.db.asOwner(ownerId, (tx) => setCourier(tx, { ownerId, shopId }, ids, courier))
}

/** An order as it stands in the end. */
type Truth = Life & {
  status: OrderStatus
  left: number | null
  delivered: number | null
  sold: number | null
}

function truthOf(life: Life): Truth {
  let status: OrderStatus | null = null
  let left: number | null = null
  let delivered: number | null = null
  for (const step of life.steps) {
    const reopens = life.shop === 2 && status === 'canceled'
    if (status !== null && (status === 'returned' || (status === 'canceled' && !reopens))) continue
    if (['shipped', 'delivered', 'failed', 'returned'].includes(step.status)) left ??= step.at
    if (step.status === 'delivered' && status !== 'delivered') delivered = step.at
    status = step.status
  }
  const paid = life.steps.find((step) => step.status !== 'unpaid' && step.status !== 'canceled')?.at
  const isSale = status !== 'unpaid' && status !== 'canceled'
  const sold = life.method === 'cod' ? life.placed : (paid ?? life.placed)
  return { ...life, status: status ?? 'pending', left, delivered, sold: isSale ? sold : null }
}

const dayIn = (zone: string, at: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at)
const hourOf = (zone: string, at: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
    .format(at)
    .padStart(2, '0')

const decimals = (currency: Currency) => (currency === 'VND' ? 0n : 2n)
const scale = 10n ** 12n
/** In minor units of MYR times `scale`; null: there is no rate on that day. */
function inRinggit(minor: number, currency: Currency, day: string): bigint | null {
  if (currency === 'MYR') return BigInt(minor) * scale
  const rate = rates.filter(([code, from]) => code === currency && from <= day).at(-1)
  return rate ? (BigInt(minor) * scale * 100n * rate[2]) / rate[3] / 10n ** decimals(currency) : null
}
const ringgit = (exact: bigint, by = 1n) => Number((exact * 2n + scale * by) / (2n * scale * by)) / 100
const tenths = (part: number, whole: number) => (whole === 0 ? null : Math.round((part * 1000) / whole) / 10)
const keyOf = (life: Truth) => `${life.shop}/${life.buyer}`

type Metrics = Reply<'GET /analytics/customers-metrics'>['data']
type Couriers = Reply<'GET /analytics/orders/shipping-statistic'>
type Reasons = Reply<'GET /analytics/orders/cancel-reason'>['data']
type Initiators = Reply<'GET /analytics/orders/cancel-initiator'>['data']
type Buyers = Reply<'GET /analytics/customers/customers-statistic'>

describe.each(zones)('in %s', (zone) => {
  let truths: Truth[]
  beforeAll(async () => {
    // The first zone has the figures as each order changed them; another one has all counted anew.
    if (zone !== zones[0]) {
      const answer = await seller.call('PUT /settings/account', { timezone: zone, currency: 'MYR' })
      expect(answer.status).toBe(200)
    }
    truths = lives.map(truthOf)
  })

  it.each(ranges)('are the customers from $from to $to those who bought', async ({ from, to, group }) => {
    const query = `from=${from}&to=${to}&group=${group}&compare=0`
    const found = (await seller.call(`GET /analytics/customers-metrics?${query}`)).at<Metrics>('data')
    const sales = truths.filter((one) => one.sold !== null && one.buyer !== null)
    const firsts = new Map<string, number>()
    for (const one of sales)
      firsts.set(keyOf(one), Math.min(firsts.get(keyOf(one)) ?? Infinity, one.sold ?? Infinity))
    const inRange = sales.filter((one) => isWithin(dayIn(zone, one.sold ?? 0), from, to))
    const buyers = new Set(inRange.map(keyOf))
    const fresh = [...buyers].filter((key) => isWithin(dayIn(zone, firsts.get(key) ?? 0), from, to))
    expect([found.total.value, found.new.value, found.returning.value]).toEqual([
      buyers.size,
      fresh.length,
      buyers.size - fresh.length,
    ])
    expect(found.returning_rate.value).toBe(tenths(buyers.size - fresh.length, buyers.size))
    const priced = inRange.flatMap((one) => {
      const amount = inRinggit(one.worth + one.fee, one.currency, dayIn(zone, one.sold ?? 0))
      return amount === null ? [] : [{ key: keyOf(one), amount }]
    })
    const spenders = new Set(priced.map(({ key }) => key)).size
    const spent = priced.reduce((all, { amount }) => all + amount, 0n)
    expect(found.average_spend.value).toBe(spenders === 0 ? null : ringgit(spent, BigInt(spenders)))
    expect(found.spent).toEqual({ revenue: ringgit(spent), customers: spenders })
    const stepAt = (at: number) => {
      const day = dayIn(zone, at)
      if (group === 'hour') return `${day}T${hourOf(zone, at)}`
      const month = `${day.slice(0, 7)}-01`
      return group === 'day' ? day : month < from ? from : month
    }
    for (const { date, new: added, returning } of found.chart) {
      const keys = new Set(inRange.filter((one) => stepAt(one.sold ?? 0) === date).map(keyOf))
      const first = [...keys].filter((key) => stepAt(firsts.get(key) ?? 0) === date).length
      expect([date, added, returning]).toEqual([date, first, keys.size - first])
    }
    const counted = found.chart.reduce((all, one) => all + one.new, 0)
    expect(counted).toBe(fresh.length)
  })

  it.each(ranges)('bought each customer from $from to $to what is listed', async ({ from, to }) => {
    const list = await everyBuyer(`from=${from}&to=${to}`)
    const sales = truths.filter(
      (one) => one.sold !== null && one.buyer !== null && isWithin(dayIn(zone, one.sold), from, to),
    )
    const expected = [...Map.groupBy(sales, keyOf).values()].map((of) => ({
      name: `Name of ${of[0]?.buyer}`,
      shop: shops[of[0]?.shop ?? 0] ?? 0,
      orders: of.length,
      quantity: of.reduce((all, { pieces }) => all + pieces, 0),
      revenue: ringgit(
        of.reduce(
          (all, one) =>
            all + (inRinggit(one.worth + one.fee, one.currency, dayIn(zone, one.sold ?? 0)) ?? 0n),
          0n,
        ),
      ),
      latest: new Date(Math.max(...of.map(({ placed }) => placed))).toISOString(),
    }))
    const sorted = (rows: typeof expected) =>
      rows.toSorted((a, b) => a.shop - b.shop || (a.name < b.name ? -1 : 1))
    const found = list.map(({ customer, latest_order_date: latest, orders, quantity, revenue }) => ({
      name: customer.name,
      shop: customer.shop.id,
      orders,
      quantity,
      revenue,
      latest,
    }))
    expect(sorted(found)).toEqual(sorted(expected))
    expect(list.map(({ revenue }) => revenue)).toEqual(
      list.map(({ revenue }) => revenue).toSorted((a, b) => b - a),
    )
  })

  it.each(ranges)('carried couriers what left from $from to $to', async ({ from, to }) => {
    const answer = await seller.call(`GET /analytics/orders/shipping-statistic?from=${from}&to=${to}`)
    const { data, meta } = answer.body as Couriers
    const sent = truths.filter((one) => one.left !== null && isWithin(dayIn(zone, one.left), from, to))
    const expected = [...Map.groupBy(sent, ({ courier }) => courier ?? -1)].map(([courier, of]) => {
      const count = (status: OrderStatus) => of.filter((one) => one.status === status).length
      const times = of
        .filter((one) => one.status === 'delivered' && (one.delivered ?? 0) > (one.left ?? Infinity))
        .map((one) => (one.delivered ?? 0) - (one.left ?? 0))
        .toSorted((a, b) => a - b)
      const within = (part: number) => Math.ceil((times[Math.ceil(times.length * part) - 1] ?? 0) / hourMs)
      const ended = count('delivered') + count('failed') + count('returned')
      return {
        courier,
        orders: of.length,
        delivered: count('delivered'),
        failed: count('failed'),
        returned: count('returned'),
        success_rate: tenths(count('delivered'), ended),
        average_hours:
          times.length === 0
            ? null
            : Math.round((times.reduce((all, one) => all + one, 0) * 10) / times.length / hourMs) / 10,
        hours:
          times.length === 0
            ? null
            : {
                tenth: within(0.1),
                quarter: within(0.25),
                median: within(0.5),
                three_quarters: within(0.75),
                nine_tenths: within(0.9),
              },
        shipping_fee: ringgit(
          of.reduce(
            (all, one) => all + (inRinggit(one.fee, one.currency, dayIn(zone, one.left ?? 0)) ?? 0n),
            0n,
          ),
        ),
      }
    })
    const sorted = (rows: { orders: number; courier: number }[]) =>
      rows.toSorted((a, b) => b.orders - a.orders || a.courier - b.courier)
    expect(data.map(({ shipment, ...row }) => ({ ...row, courier: shipment?.id ?? -1 }))).toEqual(
      sorted(expected),
    )
    const unpriced = (code: Currency) =>
      sent
        .filter((one) => one.currency === code && inRinggit(1, code, dayIn(zone, one.left ?? 0)) === null)
        .reduce((all, { fee }) => all + fee, 0)
    expect(meta.others).toEqual(
      (['USD', 'VND'] as const)
        .map((currency) => ({ currency, total: unpriced(currency) / Number(10n ** decimals(currency)) }))
        .filter(({ total }) => total > 0),
    )
    for (const { shipment, orders } of data) {
      const which = shipment ? `shipment_id=${shipment.id}` : 'has_courier=0'
      expect(await countListed(`date_field=shipped&from=${from}&to=${to}&${which}`)).toBe(orders)
    }
  })

  it.each(ranges)('were canceled of those placed from $from to $to as many', async ({ from, to }) => {
    const query = `from=${from}&to=${to}`
    const reasons = (await seller.call(`GET /analytics/orders/cancel-reason?${query}`)).at<Reasons>('data')
    const initiators = (await seller.call(`GET /analytics/orders/cancel-initiator?${query}`)).at<Initiators>(
      'data',
    )
    const canceled = truths.filter(
      (one) => one.status === 'canceled' && isWithin(dayIn(zone, one.placed), from, to),
    )
    const beginning = (reason: string | null) => reason && Array.from(reason).slice(0, 200).join('')
    const byReason = Map.groupBy(canceled, ({ reason }) => beginning(reason))
    expect(new Map(reasons.map((row) => [row.reason_code, row.orders]))).toEqual(
      new Map([...byReason].map(([reason, of]) => [reason, of.length])),
    )
    for (const { reason_code: code, by, orders, percent } of reasons) {
      const of = byReason.get(code) ?? []
      expect(percent).toBe(tenths(orders, canceled.length))
      expect(new Map(by.map((one) => [one.initiator, one.orders]))).toEqual(
        new Map(
          [...Map.groupBy(of, ({ initiator }) => initiator ?? 'unknown')].map(([who, some]) => [
            who,
            some.length,
          ]),
        ),
      )
      const filter = `${query}&cancel_reason=${encodeURIComponent(code ?? 'none')}`
      expect(await countListed(filter)).toBe(orders)
    }
    const byInitiator = Map.groupBy(canceled, ({ initiator }) => initiator ?? 'unknown')
    expect(new Map(initiators.map((row) => [row.initiator, [row.orders, row.percent]]))).toEqual(
      new Map([...byInitiator].map(([who, of]) => [who, [of.length, tenths(of.length, canceled.length)]])),
    )
    for (const { initiator, orders } of initiators)
      expect(await countListed(`${query}&cancel_initiator=${initiator}`)).toBe(orders)
  })

  it('are the figures those that a count of all orders gives', async () => {
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })
})

const isWithin = (day: string, from: string, to: string) => day >= from && day <= to

async function countListed(query: string): Promise<number> {
  const answer = await seller.call(`GET /orders/get-status?${query}`)
  return answer.at<{ total: number }[]>('data').reduce((all, { total }) => all + total, 0)
}

async function everyBuyer(query: string): Promise<Buyers['data']> {
  const all: Buyers['data'] = []
  for (let page = 1; ; page++) {
    const answer = await seller.call(
      `GET /analytics/customers/customers-statistic?${query}&limit=50&page=${page}`,
    )
    const { data, meta } = answer.body as Buyers
    all.push(...data)
    if (data.length < 50) {
      expect(meta.pagination.total).toBe(all.length)
      return all
    }
  }
}
