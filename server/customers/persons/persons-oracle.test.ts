/** Figures of persons after many merges, separations, undos and orders, against sums over the shops' customers that are made here. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addressOf, addShop, noPayment, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'

let running: TestConsole
let seller: Account
let scoped: Account
const shops: number[] = []
const buyersPerShop = 5

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  for (const name of ['One', 'Two', 'Three']) shops.push(await addShop(running, seller.ownerId, name))
  scoped = await running.addStaff(
    seller.ownerId,
    { email: 'two@example.test', role: 'manager' },
    shops.slice(0, 2),
  )
})
afterAll(() => running?.stop())

/** The same numbers each time. */
let state = 20_261_126
function draw(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * below)
}

type Known = { shop: number; orders: number; delivered: number; lost: number; spent: number; latest: number }
/** By the customer's id. */
const known = new Map<number, Known>()
/** The group of each customer, by their ids. */
let groups: number[][] = []
let day = 0

async function order(shop: number, buyer: number): Promise<void> {
  const at = ++day
  const [status, total] = [
    (['delivered', 'returned', 'pending'] as const)[draw(3)] ?? 'pending',
    1 + draw(90),
  ]
  const name = `Buyer ${shop}-${buyer}`
  await putOrders(running, seller.ownerId, shops[shop] ?? 0, [
    orderOf({
      channelOrderId: `O${at}`,
      status,
      buyer: { channelBuyerId: `b${buyer}`, name },
      address: addressOf({ name }),
      payment: { ...noPayment, subTotal: total * 100 },
      placedAt: new Date(Date.UTC(2026, 0, 1, 0, at)),
    }),
  ])
  const found = await seller.call(`GET /orders/filter?keyword=O${at}`)
  const [{ customer }] = found.at<[{ customer: { data: { id: number } } }]>('data')
  const { id } = customer.data
  const before = known.get(id) ?? { shop, orders: 0, delivered: 0, lost: 0, spent: 0, latest: 0 }
  if (!known.has(id)) groups.push([id])
  known.set(id, {
    shop,
    orders: before.orders + 1,
    delivered: before.delivered + Number(status === 'delivered'),
    lost: before.lost + Number(status === 'returned'),
    spent: before.spent + (status === 'delivered' ? total : 0),
    latest: at,
  })
}

/** Lines that the list must show, of the shops at these places. */
function truth(visible: number[]) {
  const lines = groups.flatMap((group) => {
    const own = group.flatMap((id) => {
      const one = known.get(id)
      return one && visible.includes(one.shop) ? [{ id, ...one }] : []
    })
    const first = own.toSorted((a, b) => b.latest - a.latest)[0]
    if (!first) return []
    const sum = (of: 'orders' | 'delivered' | 'lost' | 'spent') => own.reduce((all, one) => all + one[of], 0)
    const [delivered, lost] = [sum('delivered'), sum('lost')]
    const share = delivered / (delivered + lost)
    const rate = delivered + lost < 3 ? null : share >= 0.9 ? 3 : share >= 0.6 ? 2 : 1
    return [
      {
        id: first.id,
        orders: sum('orders'),
        spent: sum('spent'),
        rate,
        known: own.length,
        latest: first.latest,
      },
    ]
  })
  return lines
    .toSorted((a, b) => b.latest - a.latest)
    .map(({ id, orders, spent, rate, known: count }) => ({ id, orders, spent, rate, known: count }))
}

type Row = {
  id: number
  total_order: number
  total_price: number
  delivered_rate: number | null
  identity_count: number
}
async function read(query: string, who: Account) {
  const answer = await who.call(`GET /customers?limit=100&${query}` as 'GET /customers')
  const rows = answer.at<Row[]>('data')
  expect(answer.at('meta.pagination.total')).toBe(rows.length)
  return rows.map((row) => ({
    id: row.id,
    orders: row.total_order,
    spent: row.total_price,
    rate: row.delivered_rate,
    known: row.identity_count,
  }))
}

async function check(): Promise<void> {
  const all = truth([0, 1, 2])
  expect(await read('', seller)).toEqual(all)
  expect(await read('', scoped)).toEqual(truth([0, 1]))
  const most = (of: 'orders' | 'spent') => all.toSorted((a, b) => b[of] - a[of] || b.id - a.id)
  expect(await read('sort=-total_order', seller)).toEqual(most('orders'))
  expect(await read('sort=-total_price', seller)).toEqual(most('spent'))
  expect(await read('total_order_min=4', seller)).toEqual(all.filter(({ orders }) => orders >= 4))
  expect(await read('total_order_min=2&total_order_max=3', seller)).toEqual(
    all.filter(({ orders }) => orders === 2 || orders === 3),
  )
  expect(await read('total_price_min=80', seller)).toEqual(all.filter(({ spent }) => spent >= 80))
  expect(await read('total_price_max=80&total_order_min=2', seller)).toEqual(
    all.filter(({ spent, orders }) => spent <= 80 && orders >= 2),
  )
  for (const [who, lines] of [
    [seller, all],
    [scoped, truth([0, 1])],
  ] as const) {
    const rules = [{ field: 'orders', test: 'at_least', value: 4 }]
    const counted = await who.call('POST /customers/shortlists/count', { rules })
    expect([counted.at('data.total'), counted.at('data.all')]).toEqual([
      lines.filter(({ orders }) => orders >= 4).length,
      lines.length,
    ])
  }
  expect(await read('delivered_rate=1', seller)).toEqual(all.filter(({ rate }) => rate === 1))
  const ofThird = groups.filter((group) => group.some((id) => known.get(id)?.shop === 2))
  expect(await read(`shop_id=${shops[2]}`, seller)).toHaveLength(ofThird.length)
  // A page goes on behind the last line of the one before.
  const paged: number[] = []
  for (let after = ''; ;) {
    const page = await seller.call(`GET /customers?limit=3${after}` as 'GET /customers')
    paged.push(...page.at<Row[]>('data').map(({ id }) => id))
    const next = page.at<string | null>('meta.next_after')
    if (next === null) break
    after = `&after=${encodeURIComponent(next)}`
  }
  expect(paged).toEqual(all.map(({ id }) => id))
}

async function changeOnce(): Promise<void> {
  const before = structuredClone(groups)
  const [a = [], b = []] = [groups[draw(groups.length)], groups[draw(groups.length)]]
  const [first = 0, second = 0] = [a[draw(a.length)], b[draw(b.length)]]
  let change: number | undefined
  if (a.length > 1 && draw(2) === 0) {
    change = (await seller.call(`POST /customers/${first}/separate`, {})).at('data.change_id')
    groups = [...groups.filter((group) => group !== a), [first], a.filter((id) => id !== first)]
  } else if (a !== b) {
    change = (await seller.call('POST /customers/merge', { customer_ids: [first, second] })).at(
      'data.change_id',
    )
    groups = [...groups.filter((group) => group !== a && group !== b), [...a, ...b]]
  }
  if (change === undefined || draw(3) > 0) return
  // Orders come in between, which undoing leaves as they are.
  await order(draw(3), draw(buyersPerShop))
  expect((await seller.call(`POST /customers/changes/${change}/undo`, {})).status).toBe(204)
  const fresh = groups.flat().filter((id) => !before.flat().includes(id))
  groups = [...before, ...fresh.map((id) => [id])]
}

it('are the sums over the customers of the shops that the reader sees', async () => {
  for (let at = 0; at < 20; at++) await order(draw(3), draw(buyersPerShop))
  await check()
  for (let round = 0; round < 8; round++) {
    for (let at = 0; at < 4; at++) await changeOnce()
    for (let at = 0; at < 3; at++) await order(draw(3), draw(buyersPerShop))
    await check()
  }
})
