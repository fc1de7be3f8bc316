/** A second-generation web store's orders, goods and stock, from the first sync through changes that nobody tells of. */
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  control,
  ageRefusals,
  linkWebStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors, storedInFull } from '../../../test/steps/oracle.ts'
import { storedListings, trueListings } from '../../../test/steps/stock-truth.ts'

const store = 'hana-home'
let running: TestConsole
let seller: Account
let shopId: number

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

const simulate = (path: string, body: object = {}) => control(running.sandbox.url, path, body, 'web-store')
const create = async () => ((await simulate('orders', { shop_id: store })) as { id: string }).id
const advance = (id: string, action: string, more: object = {}) =>
  simulate(`orders/${id}/advance`, { action, ...more })
const look = () => seller.call(`POST /shops/${shopId}/sync`, {})
const generate = (orders: number, more: object = {}) =>
  simulate('generate', { shop_id: store, orders, ...more })

async function firstSync(): Promise<void> {
  shopId = await linkWebStore(running.sandbox.url, seller, store)
  await until('the first sync to end', async () => (await syncOf())?.state === 'done')
}

async function syncOf() {
  const shops = await seller.call('GET /shops?include=sync')
  return shops.at<{ state: string; failing: number } | undefined>('data.0.sync.data')
}

type Plain = { code: string; channelStatus: string; total: number; lines: string[] }
type TrueOrder = Record<'id' | 'status' | 'payment_status' | 'fulfillment_status', string> & {
  items: { variant_id: string; quantity: number }[]
}

const byCode = (a: Plain, b: Plain) => (a.code < b.code ? -1 : 1)

/** By the store's own figures, which the console's must be equal to. */
async function truth(): Promise<Plain[]> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/oracle/web-store/orders?shop_id=${store}`)
  const lines = (await reply.text()).split('\n').filter(Boolean)
  return lines
    .map((line) => JSON.parse(line) as { order: TrueOrder; total: number })
    .map(({ order, total }) => {
      const quantities = new Map<string, number>()
      for (const { variant_id: sku, quantity } of order.items)
        quantities.set(sku, (quantities.get(sku) ?? 0) + quantity)
      return {
        code: order.id,
        channelStatus: [order.status, order.payment_status, order.fulfillment_status].join('/'),
        total,
        lines: [...quantities].map(([sku, quantity]) => `${sku} x${quantity}`).toSorted(),
      }
    })
    .toSorted(byCode)
}

async function stored(): Promise<Plain[]> {
  const channelShopId = `${new URL(running.sandbox.url).host}/web2/${store}`
  const rows = await storedInFull(running.adminUrl, channelShopId)
  return rows
    .map(({ code, channelStatus, total, lines }) => ({ code, channelStatus, total, lines }))
    .toSorted(byCode)
}

async function expectTruth(seconds = 30): Promise<void> {
  await until(
    'the stored orders to be the true ones',
    async () => JSON.stringify(await stored()) === JSON.stringify(await truth()),
    seconds,
  ).catch(() => undefined)
  expect(await stored()).toEqual(await truth())
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
}

async function expectTrueListings(seconds = 30): Promise<void> {
  const told = () => trueListings(running.sandbox.url, 'web-store', store)
  const kept = () => storedListings(running.adminUrl, shopId)
  await until(
    'the listings to be true',
    async () => JSON.stringify(await kept()) === JSON.stringify(await told()),
    seconds,
  ).catch(() => undefined)
  expect(await kept()).toEqual(await told())
}

const hasSubscriber = async () => {
  const state = (await (await fetch(`${running.sandbox.url}/_sandbox`)).json()) as {
    'web-store': { stores: { has_subscriber: boolean }[] }
  }
  return state['web-store'].stores[0]?.has_subscriber === true
}

async function statusOf(id: string): Promise<string | undefined> {
  const found = await seller.call(`GET /orders/search?keyword=${id}`)
  return found.at<{ status: { code: string } } | undefined>('data.0')?.status.code
}

describe('the sync of a second-generation web store', () => {
  it('calls an order as the store does, and finds it by that and by the store’s id', async () => {
    await generate(12, { days: 2 })
    await firstSync()
    const [first] = await truth()
    const channelId = first?.code ?? ''
    type Row = { id: number; code: string; channel_order_id: string }
    const searched = async (keyword: string) =>
      (await seller.call(`GET /orders/search?keyword=${encodeURIComponent(keyword)}`)).at<Row[]>('data')
    const [found] = await searched(channelId)
    expect(found).toMatchObject({ channel_order_id: channelId, code: expect.stringMatching(/^#\d+$/) })
    const ids = (await searched(found?.code ?? '')).map((row) => row.channel_order_id)
    expect(ids).toContain(channelId)
    const detail = await seller.call(`GET /orders/${found?.id}`)
    expect(detail.at('data.code')).toBe(found?.code)
  })

  it('brings in exactly the orders of the store, more than a page of which changed in the same second', async () => {
    await generate(230, { changed_at: Math.floor(Date.now() / 1000) - 60 })
    await firstSync()
    await expectTruth()
    expect((await seller.call('GET /orders/filter?limit=1')).at('meta.pagination.total')).toBe(230)
    await expectTrueListings()
  })

  it('leaves its address for the subscriber, and shows a new order and its changes soon after its news', async () => {
    await generate(3)
    await firstSync()
    await until('the subscriber to know us', hasSubscriber)
    const id = await create()
    await until('the new order', async () => (await statusOf(id)) === 'unpaid')
    for (const [action, code] of [
      ['authorize', 'pending'],
      ['fulfil_part', 'confirmed'],
      ['ship', 'confirmed'],
      ['fulfil', 'ready_to_ship'],
      ['ship', 'shipped'],
      ['deliver', 'delivered'],
    ] as const) {
      await advance(id, action)
      // News that names no order wakes a look at all changes, which somebody may just have taken.
      await look()
      await until(`the order to be ${code} after ${action}`, async () => (await statusOf(id)) === code)
    }
    const counts = (await simulate('push')) as Record<string, number>
    expect([counts.failed, (counts.delivered ?? 0) >= 7]).toEqual([0, true])
    await expectTruth()
  })

  it('finds what no news told it about, money that was taken and given back as well', async () => {
    await generate(60, { days: 2 })
    await firstSync()
    await simulate('push', { faults: { drop: 1 } })
    const open = (await truth()).filter(
      ({ channelStatus }) => channelStatus === 'pending/authorized/not_fulfilled',
    )
    const [first = '', second = '', third = ''] = open.map(({ code }) => code)
    await advance(first, 'capture')
    await advance(second, 'capture')
    await advance(second, 'refund_part', { amount: 150 })
    await advance(third, 'cancel')
    await create()
    await look()
    await expectTruth()
    expect((await stored()).find(({ code }) => code === first)?.channelStatus).toContain('/captured/')
  })

  it('is not misled by news that comes twice and in any order', async () => {
    await generate(20)
    await firstSync()
    await until('the subscriber to know us', hasSubscriber)
    await simulate('push', { faults: { duplicate: 0.7, reorder: 0.5, drop: 0.2 } })
    for (let made = 0; made < 12; made++) {
      const id = await create()
      for (const action of made % 2 ? ['authorize', 'fulfil', 'ship'] : ['capture', 'cancel'])
        await advance(id, action)
    }
    await simulate('push')
    await look()
    await expectTruth()
  })

  it('gets through when calls fail in every way while orders change', async () => {
    await generate(300)
    shopId = await linkWebStore(running.sandbox.url, seller, store)
    const shares = { rate_limit: 0.1, server_error: 0.1, malformed: 0.1, timeout: 0.05, reset: 0.05 }
    await faults({ ...shares, timeout_ms: 100 })
    const open = (await truth()).filter(({ channelStatus }) =>
      channelStatus.startsWith('pending/captured/shipped'),
    )
    expect(open.length).toBeGreaterThan(5)
    for (const { code } of open) await advance(code, 'deliver')
    await until('the first sync to end', async () => (await syncOf())?.state === 'done')
    await faults({})
    await look()
    await expectTruth()
    await expectTrueListings()
  })

  it('lets a malformed order fail alone, says why, and takes it in on a retry', async () => {
    await generate(10)
    const id = (await truth())[4]?.code ?? ''
    await simulate('corrupt', { id, field: 'total', value: '12,50' })
    await firstSync()
    expect(await stored()).toHaveLength(9)
    const failing = await seller.call(`GET /shops/${shopId}/sync-logs`)
    expect(failing.at('data.0')).toMatchObject({
      channel_id: id,
      reason: expect.stringContaining('total') as string,
    })
    await simulate('restore')
    expect((await seller.call(`POST /shops/${shopId}/sync-items/${id}/retry`)).status).toBe(202)
    await expectTruth()
    expect((await syncOf())?.failing).toBe(0)
  })

  it('tells the store what is left, over what the store has promised to its own buyers', async () => {
    const sku = 'LAMP-1'
    await simulate('products', { shop_id: store, sku, name: 'Lamp', price: 4_990, stock: 9 })
    const order = { ref: 'lamp', lines: [[sku, 'Lamp', 2, 49.9]] }
    await simulate('orders', { shop_id: store, order })
    await firstSync()
    await expectTrueListings()
    expect((await seller.call(`PUT /shops/${shopId}`, { is_stock_sync: true })).status).toBe(200)
    const left = () => trueListings(running.sandbox.url, 'web-store', store)
    await until('the stock to be counted', async () => (await stockOf(sku)) === 7)
    // By hand in the store: at the next sale the console tells what it holds for true.
    await simulate('products', { shop_id: store, sku, stock: 3 })
    await simulate('orders', { shop_id: store, order: { ...order, ref: 'lamp 2' } })
    await until('the sale to be counted', async () => (await stockOf(sku)) === 5)
    await until('the store to sell the rest', async () => (await left())[0]?.stock === 5)
    await expectTrueListings()
  })

  it('asks the owner for a new key when the old one was taken back', async () => {
    await generate(3)
    await firstSync()
    await simulate('authorize', { shop_id: store, revoke: true })
    await look()
    await ageRefusals(running)
    await until(
      'the shop to be marked',
      async () => (await seller.call('GET /shops')).at('data.0.auth_state') === 'expired',
    )
    await firstSync()
    await expectTruth()
  })
})

/** Reads the available pieces of a SKU in the console. */
async function stockOf(sku: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: running.adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ pieces: number }>(
      `select sum(t.on_hand - t.reserved)::int as pieces from skus s
       join stock t on t.owner_id = s.owner_id and t.sku_id = s.id where s.prime_sku = $1`,
      [sku],
    )
    return rows[0]?.pieces
  } finally {
    await client.end()
  }
}

async function faults(plan: object): Promise<void> {
  const body = JSON.stringify({ path: '/web2/', ...plan })
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body })
}
