/** Shops that sell unusually today, over HTTP: with the sums behind it, and silent where too little is known. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'

type Anomalies = Reply<'GET /dashboard/anomalies'>

/** A zone without daylight saving in which it is neither early nor late now, so that hours lie before the present one. */
const zone = ['Asia/Tokyo', 'America/Phoenix'].find((name) => {
  const hour = hourIn(name)
  return hour >= 6 && hour <= 22
})

function hourIn(timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(new Date()))
}

let running: TestConsole
let seller: Account
let shops: number[]
const dayMs = 86_400_000

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('anomalies', { timezone: zone ?? 'Asia/Tokyo' })
  shops = []
  for (const name of ['Quiet', 'Usual', 'Young']) shops.push(await addShop(running, seller.ownerId, name))
})
afterAll(() => running?.stop())

/** Orders of the hour before the present one, so many weeks ago. */
async function sell(shop: number, weeksAgo: number, count: number): Promise<void> {
  const at = new Date(Date.now() - 3_600_000 - weeksAgo * 7 * dayMs)
  await putOrders(
    running,
    seller.ownerId,
    shops[shop] ?? 0,
    Array.from({ length: count }, (_, n) =>
      orderOf({ channelOrderId: `w${weeksAgo}-${n}`, status: 'pending', placedAt: at }),
    ),
  )
}

it('are told with the days that they are held against, and open the orders that count', async () => {
  expect(zone).toBeDefined()
  for (const [week, orders] of [20, 18, 22, 24].entries()) await sell(0, week + 1, orders)
  await sell(0, 0, 4)
  for (const week of [1, 2, 3, 4]) await sell(1, week, 12)
  await sell(1, 0, 10)
  await sell(2, 1, 30)
  const reply = await seller.call('GET /dashboard/anomalies')
  expect(reply.status).toBe(200)
  const found = reply.body as Anomalies
  expect(found.data).toMatchObject([
    {
      shop: { id: shops[0], system_name: 'Quiet' },
      orders: 4,
      usual: 21,
      percent: -81,
      until: hourIn(zone ?? ''),
      before: [{ orders: 20 }, { orders: 18 }, { orders: 22 }, { orders: 24 }],
    },
  ])
  const [one] = found.data
  const hours = Array.from(
    { length: (one?.until ?? 0) - (one?.since ?? 0) },
    (_, at) => (one?.since ?? 0) + at,
  )
  const { date } = found.meta
  const list = await seller.call(
    `GET /orders/filter?date_field=sold&from=${date}&to=${date}&shop_id=${shops[0]}&sold_hour=${hours.join(',')}`,
  )
  expect(list.at('meta.pagination.total')).toBe(one?.orders)
})

it('are those of the shops that the reader may see', async () => {
  const viewer = await running.addStaff(seller.ownerId, { email: 'second@anomalies.test', role: 'viewer' }, [
    shops[1] ?? 0,
  ])
  expect((await viewer.call('GET /dashboard/anomalies')).at('data')).toEqual([])
})
