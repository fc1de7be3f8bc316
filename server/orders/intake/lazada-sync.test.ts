/** Lazada's own traps: a row per piece, statuses of rows, row numbers instead of a cursor, a message for each row. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { orderStatusIds, type OrderStatus } from '../../../model/order-status.ts'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors, storedInFull } from '../../../test/steps/oracle.ts'

const shopId = 100190015
const channelShopId = 'my-100190015'
const channel = { id: 1, code: 'lazada' }
let running: TestConsole
let seller: Account
let linkedId: number

type Truth = {
  order_id: string
  status: string
  pieces: string[]
  total: number
  lines: { shop_sku: string; quantity: number }[]
}

/** Our status for each status of the marketplace. */
const ours: Record<string, OrderStatus> = {
  unpaid: 'unpaid',
  pending: 'pending',
  packed: 'pending',
  repacked: 'pending',
  ready_to_ship: 'ready_to_ship',
  shipped: 'shipped',
  delivered: 'delivered',
  confirmed: 'delivered',
  canceled: 'canceled',
  returned: 'returned',
  shipped_back: 'returned',
  shipped_back_success: 'returned',
  failed_delivery: 'failed',
  shipped_back_failed: 'failed',
  lost_by_3pl: 'failed',
  damaged_by_3pl: 'failed',
}

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

const control = (path: string, body?: object) => running.control(path, body, 'lazada')

async function generate(orders: number): Promise<void> {
  await control('generate', { shop_id: shopId, orders, days: 20 })
}

async function newOrder(order?: object): Promise<Truth> {
  return (await control('orders', { shop_id: shopId, ...(order && { order }) })) as Truth
}

async function faults(plan: object | undefined): Promise<void> {
  const init = plan ? { method: 'POST', body: JSON.stringify(plan) } : { method: 'DELETE' }
  const reply = await fetch(`${running.sandbox.url}/_sandbox/faults`, init)
  expect(reply.status).toBe(200)
}

async function firstSync(): Promise<void> {
  linkedId = await linkShop(running.sandbox.url, seller, shopId, channel)
  await until('the first sync to end', async () => (await syncOf())?.state === 'done')
}

async function syncOf() {
  const shops = await seller.call('GET /shops?include=sync')
  return shops.at<{ state: string; failing: number } | undefined>('data.0.sync.data')
}

async function truth(): Promise<Truth[]> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/oracle/lazada/orders?shop_id=${shopId}`)
  return (await reply.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Truth)
}

const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1)

async function expectTruth({ looks = 1 } = {}): Promise<void> {
  const expected = (await truth())
    .map(({ order_id: code, status, total, lines }) => ({
      code,
      channelStatus: status,
      status: orderStatusIds[ours[status]!],
      total,
      lines: lines.map(({ shop_sku: sku, quantity }) => `${sku} x${quantity}`).toSorted(),
    }))
    .toSorted(byCode)
  const stored = async () => (await storedInFull(running.adminUrl, channelShopId)).toSorted(byCode)
  const isTrue = async () => JSON.stringify(await stored()) === JSON.stringify(expected)
  for (let look = 0; look < looks && !(await isTrue()); look++) {
    // Orders that pushes have named come first, and then nobody looks at the others again within seconds.
    if (look > 0) await seller.call(`POST /shops/${linkedId}/sync`, {})
    await until('the stored orders to be the true ones', isTrue, 30 / looks).catch(() => undefined)
  }
  expect(await stored()).toEqual(expected)
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
}

/** Half of all orders take a step, whichever they can. */
async function moveHalf(): Promise<number> {
  const steps: Record<string, string[]> = {
    unpaid: ['pay', 'cancel'],
    pending: ['pack', 'cancel'],
    packed: ['ready', 'repack'],
    ready_to_ship: ['ship'],
    shipped: ['deliver', 'lose', 'fail'],
    delivered: ['confirm', 'return'],
    failed_delivery: ['ship_back'],
    shipped_back: ['take_back'],
  }
  let moved = 0
  for (const [index, { order_id: id, pieces }] of (await truth()).entries()) {
    const [first = ''] = pieces
    const actions = steps[first]
    if (index % 2 === 1 || !actions) continue
    const action = actions[index % actions.length]
    // Now and then one piece alone, so that an order's rows go different ways.
    await control(`orders/${id}/advance`, { action, ...(index % 3 === 0 && { pieces: [0] }) })
    moved++
  }
  return moved
}

describe('the sync of a Lazada shop', () => {
  it('brings in exactly the orders of the channel', async () => {
    await generate(640)
    await firstSync()
    await expectTruth()
    const [shop] = (await seller.call('GET /shops')).at<{ name: string }[]>('data')
    expect(shop).toMatchObject({ name: 'Aoi Gifts' })
    expect((await seller.call('GET /orders/filter?limit=1')).at('meta.pagination.total')).toBe(640)
  })

  it('shows a new order and each step of its pieces soon after the push', async () => {
    await generate(5)
    await firstSync()
    const lines = [
      ['A-1', 'Cup', 2, 10],
      ['A-2', 'Bowl', 1, 5],
    ]
    const { order_id: id } = await newOrder({ ref: 'one', status: 'pending', cod: false, lines })
    await expectTruth()
    for (const step of [
      { action: 'request_cancel' },
      { action: 'reject_cancel' },
      { action: 'cancel', pieces: [2] },
      { action: 'pack' },
      { action: 'ready' },
      { action: 'ship', pieces: [0] },
      { action: 'ship' },
      { action: 'deliver' },
    ]) {
      await control(`orders/${id}/advance`, step)
      await expectTruth()
    }
    const found = await seller.call(`GET /orders/search?keyword=${id}`)
    const history = await seller.call(`GET /orders/${found.at<number>('data.0.id')}/history`)
    expect(history.at<{ event: string }[]>('data').map(({ event }) => event)).toEqual(
      expect.arrayContaining(['delivered', 'handed_over', 'courier_booked', 'placed']),
    )
  })

  it('flags a buyer who waits for an answer, and keeps the order where it stood', async () => {
    await firstSync()
    const lines = [['A-1', 'Cup', 1, 10]]
    const { order_id: id } = await newOrder({ ref: 'one', status: 'pending', lines })
    await control(`orders/${id}/advance`, { action: 'request_cancel' })
    const order = await until('the flag', async () => {
      const found = await seller.call(`GET /orders/filter?keyword=${id}&has_cancel_request=1`)
      return found.at<{ status: { code: string } } | undefined>('data.0')
    })
    expect(order.status.code).toBe('pending')
  })

  it('ends with the truth when pushes are lost, doubled and out of order, and calls fail in every way', async () => {
    await generate(400)
    await faults({ rate_limit: 0.03, server_error: 0.03, malformed: 0.03, reset: 0.03 })
    linkedId = await until('linking to work', () => linkShop(running.sandbox.url, seller, shopId, channel))
    await control('push', { faults: { drop: 0.3, duplicate: 0.3, reorder: 0.3 } })
    // While the first sync runs, so that rows move between its pages.
    expect(await moveHalf()).toBeGreaterThan(100)
    for (let made = 0; made < 20; made++) await newOrder()
    await until('the first sync to end', async () => (await syncOf())?.state === 'done')
    await moveHalf()
    await faults({ timeout: 1, timeout_ms: 50, count: 2 })
    await seller.call(`POST /shops/${linkedId}/sync`, {})
    await until('the time-outs to have happened', async () => {
      const reply = await fetch(`${running.sandbox.url}/_sandbox/stats`)
      return ((await reply.json()) as { faults: { timeout: number } }).faults.timeout === 2
    })
    await faults(undefined)
    await control('push', { faults: {} })
    await seller.call(`POST /shops/${linkedId}/sync`, {})
    await expectTruth({ looks: 6 })
  })

  it('lets a malformed order fail alone, says why, and takes it in on a retry', async () => {
    await generate(30)
    const id = (await truth())[0]?.order_id ?? ''
    await control('corrupt', { order_id: id, path: 'order_items.0.item_price', value: 'free' })
    await firstSync()
    expect(await storedInFull(running.adminUrl, channelShopId)).toHaveLength(29)
    const failing = await seller.call(`GET /shops/${linkedId}/sync-logs`)
    expect(failing.at('data.0')).toMatchObject({
      channel_id: id,
      type: 'order',
      reason: expect.stringContaining('free'),
    })
    await control('restore', { order_id: id })
    const retried = await seller.call(`POST /shops/${linkedId}/sync-items/${id}/retry`)
    expect(retried.status).toBe(202)
    await expectTruth()
  })

  it('renews an access token that was taken back, and keeps the new refresh token', async () => {
    await generate(10)
    await firstSync()
    for (let round = 0; round < 3; round++) {
      await control('tokens', { revoke: 'access' })
      await newOrder()
      await seller.call(`POST /shops/${linkedId}/sync`, {})
      await expectTruth()
    }
  })

  it('asks the owner to link again when the channel has withdrawn the consent', async () => {
    await generate(3)
    await firstSync()
    await control('tokens', { revoke: 'all' })
    await seller.call(`POST /shops/${linkedId}/sync`, {})
    await until(
      'the shop to be marked',
      async () => (await seller.call('GET /shops')).at('data.0.auth_state') === 'expired',
    )
    await firstSync()
    await expectTruth()
  })
})
