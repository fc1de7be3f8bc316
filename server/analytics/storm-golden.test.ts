/**
 * The golden check after a storm: two shops of different money come in while calls fail, answers are cut off, effects arrive late, pushes
 * come twice, in another order or not at all, and orders go on; the worker dies with pages in its hands. Then every figure of every call
 * of analytics is what the marketplace's own records add up to, in two time zones.
 */
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { linkShop, startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { saveRates } from '../../test/steps/channel-sales.ts'
import { channelsUnderTest } from '../../test/steps/channel-truths.ts'
import { trueFigures } from '../../test/steps/figures-truth.ts'
import { forkConsole, killConsole } from '../../test/steps/forked-console.ts'
import { ledgerErrors, noErrors, trueOrders } from '../../test/steps/oracle.ts'
import { recordedSales } from '../../test/steps/shop-records.ts'
import { shownFigures } from '../../test/steps/shown-figures.ts'
import { trueListings } from '../../test/steps/stock-truth.ts'
import { pick, seeded } from '../../test/steps/stored-orders.ts'
import { addDays, dayIn } from '../i18n/calendar.ts'

/** One sells for ringgit, the other for dong. */
const channelShops = [727720655, 727720901] as const
const moves = channelsUnderTest.find(({ code }) => code === 'shopee')?.moves ?? {}
const random = seeded(20_261_130)

let running: TestConsole
let seller: Account
let worker: ChildProcess | undefined
const shops = new Map<number, number>()

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('storm')
  await saveRates(seller)
  for (const id of channelShops)
    await running.control('generate', {
      shop_id: id,
      orders: 260,
      days: 25,
      products: 24,
      seed: `storm${id}`,
    })
  // Nobody buys it.
  await running.control('products', {
    shop_id: channelShops[0],
    sku: 'IDLE',
    name: 'Idle',
    price: 900,
    stock: 5,
  })
  const astray = { drop: 0.2, duplicate: 0.3, reorder: 0.3, seed: 7 }
  await running.control('push', { url: `${running.url}/hooks/shopee`, faults: astray })
  for (const id of channelShops) {
    const shop = await linkShop(running.sandbox.url, seller, id)
    shops.set(id, shop)
    expect((await seller.call(`PUT /shops/${shop}`, { is_stock_sync: true })).status).toBe(200)
  }
  await faults('POST', {
    rate_limit: 0.03,
    server_error: 0.02,
    timeout: 0.01,
    malformed: 0.02,
    reset: 0.01,
    late: 0.01,
    timeout_ms: 200,
    seed: 7,
  })
  await importWithKills()
})
afterAll(async () => {
  await killConsole(worker)
  await running?.stop()
})

async function faults(method: 'POST' | 'DELETE', plan?: object): Promise<void> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/faults`, {
    method,
    ...(plan && { body: JSON.stringify(plan) }),
  })
  expect(reply.status).toBe(200)
}

const imported = async () =>
  (await seller.call('GET /orders/filter?limit=1')).at<number>('meta.pagination.total')

/** Each worker dies with a page in its hands: it is killed once more orders are there than before it. */
async function importWithKills(): Promise<void> {
  for (let kills = 0; kills < 2; kills++) {
    const before = await imported()
    worker = forkConsole(running, { role: 'worker', environment: { LOG_LEVEL: 'silent' } })
    await vi.waitFor(async () => expect(await imported()).toBeGreaterThan(before), {
      timeout: 120_000,
      interval: 20,
    })
    await killConsole(worker)
    await goOn()
  }
  await running.startWorker()
  await goOn()
  await faults('DELETE')
  await vi.waitFor(async () => expect(await states()).toEqual(['done', 'done']), {
    timeout: 120_000,
    interval: 200,
  })
}

type Shop = { sync: { data: { kinds: { type: string; state: string }[] } } }
const states = async () =>
  (await seller.call('GET /shops?include=sync'))
    .at<Shop[]>('data')
    .map(({ sync }) => sync.data.kinds.find(({ type }) => type === 'order')?.state)

/** Orders that are open are paid, sent and delivered meanwhile, and a buyer of each shop has money back. */
async function goOn(): Promise<void> {
  for (const id of channelShops) {
    const orders = await trueOrders(running.sandbox.url, id)
    const movable = orders.filter(({ order }) => moves[order.order_status])
    for (let at = 0; at < 5; at++) {
      const { order } = pick(random, movable)
      await act(`orders/${order.order_sn}/advance`, { action: moves[order.order_status] })
    }
    const arrived = orders.filter(({ order }) =>
      ['TO_CONFIRM_RECEIVE', 'COMPLETED'].includes(order.order_status),
    )
    const request = { order_sn: pick(random, arrived).order.order_sn, kind: 'refund' }
    const opened = (await act('returns', request)) as { id: string } | undefined
    if (opened) await act(`returns/${opened.id}/advance`, { action: 'refund' })
  }
}

/** A move that may not be made any more is refused. */
const act = (path: string, body: object) =>
  running.control(path, body).catch((error: unknown) => expect(String(error)).toContain('409'))

it.each(['Asia/Kuala_Lumpur', 'America/New_York'])(
  'has after all that every figure of the channel’s records, by the days of %s',
  async (timezone) => {
    const moved = await seller.call('PUT /settings/account', { timezone, currency: 'MYR' })
    expect(moved.status).toBe(200)
    const to = dayIn(timezone, new Date())
    const range = { timezone, from: addDays(to, -40), to }
    await vi.waitFor(
      async () => {
        const sales = await Promise.all(
          [...shops].map(([id, shop]) => recordedSales(running.sandbox.url, String(id), shop)),
        )
        const listed = await Promise.all(
          channelShops.map((id) => trueListings(running.sandbox.url, 'shopee', id)),
        )
        const truth = trueFigures(sales.flat(), listed.flat(), range)
        const shown = await shownFigures(seller, `from=${range.from}&to=${range.to}`)
        expect(Object.keys(shown).toSorted()).toEqual(Object.keys(truth).toSorted())
        for (const [name, figures] of Object.entries(truth))
          expect([name, shown[name]]).toEqual([name, figures])
      },
      { timeout: 120_000, interval: 1000 },
    )
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  },
)
