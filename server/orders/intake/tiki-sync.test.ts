import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tikiTruth } from '../../../test/steps/channel-truths.ts'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors, storedOrders, storedTotals } from '../../../test/steps/oracle.ts'
import { storedListings, trueListings } from '../../../test/steps/stock-truth.ts'

const channel = { code: 'tiki', id: 7 }
const shopId = 328784
const otherShopId = 328901

let running: TestConsole
let seller: Account
let linkedId: number

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

type Brief = { order_id: string; status: string }
type Truth = { order: { code: string; status: string; items: { id: number }[] }; total: number }

const control = (path: string, body?: object) => running.control(path, body, 'tiki')
const generate = (orders: number, shop = shopId) => control('generate', { shop_id: shop, orders, days: 20 })
const advance = (id: string, action: string) => control(`orders/${id}/advance`, { action })
const create = async (order?: object) =>
  (await control('orders', { shop_id: shopId, ...(order ? { order } : {}) })) as Brief
const lantern = (ref: string, more: object = {}) => ({
  ref,
  lines: [['85123A', 'Lantern', 3, 150_000]],
  cod: false,
  ...more,
})

async function setFaults(plan: object | undefined): Promise<void> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/faults`, {
    method: plan ? 'POST' : 'DELETE',
    ...(plan ? { body: JSON.stringify(plan) } : {}),
  })
  if (!reply.ok) throw new Error(await reply.text())
}

async function link(): Promise<void> {
  linkedId = await linkShop(running.sandbox.url, seller, shopId, channel)
}

async function firstSync(): Promise<void> {
  await link()
  await until('the first sync to end', async () => (await syncOf())?.state === 'done')
}

async function syncOf() {
  const shops = await seller.call('GET /shops?include=sync')
  return shops.at<{ state: string; failing: number; products: number } | undefined>('data.0.sync.data')
}

async function trueOrders(): Promise<Truth[]> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/oracle/tiki/orders?shop_id=${shopId}`)
  return (await reply.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Truth)
}

const bySn = (a: { sn: string }, b: { sn: string }) => (a.sn < b.sn ? -1 : 1)

async function stored() {
  return {
    orders: (await storedOrders(running.adminUrl, shopId)).toSorted(bySn),
    totals: await storedTotals(running.adminUrl, shopId),
  }
}

/** Nothing is pushed, so the seller asks for changes again and again, as the poll does in its own time. */
async function expectTruth(): Promise<void> {
  const truth = {
    orders: (await tikiTruth(running.sandbox.url)).toSorted(bySn),
    totals: Object.fromEntries(
      (await trueOrders())
        .filter(({ order }) => order.status !== 'processing')
        .map(({ order, total }) => [order.code, total]),
    ),
  }
  const wanted = JSON.stringify(truth.orders)
  await until('the stored orders to be the true ones', async () => {
    await seller.call(`POST /shops/${linkedId}/sync`, {})
    return JSON.stringify((await stored()).orders) === wanted
  }).catch(() => undefined)
  expect(await stored()).toEqual(truth)
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
}

async function listings() {
  return [
    await storedListings(running.adminUrl, linkedId),
    await trueListings(running.sandbox.url, 'tiki', shopId),
  ]
}

async function expectListings(): Promise<void> {
  await until('the stored listings to be the true ones', async () => {
    await seller.call(`POST /shops/${linkedId}/sync`, {})
    const [kept, truth] = await listings()
    return JSON.stringify(kept) === JSON.stringify(truth)
  }).catch(() => undefined)
  const [kept, truth] = await listings()
  expect(kept).toEqual(truth)
}

describe('the order sync of Tiki', () => {
  it('brings in exactly the orders and products of the linked shop, to the dong', async () => {
    await generate(260)
    await generate(20, otherShopId)
    await firstSync()
    expect(await trueOrders()).toHaveLength(260)
    await expectTruth()
    await expectListings()
    const product = await seller.call('GET /products/filter?limit=1')
    const types = { fulfillment_type: 'tiki_delivery', inventory_type: 'backorder' }
    expect(product.at('data.0')).toMatchObject(types)
    expect((await seller.call(`GET /products/${product.at<number>('data.0.id')}`)).at('data')).toMatchObject(
      types,
    )
    const shops = await seller.call('GET /shops?include=platform')
    expect(shops.at('data.0')).toMatchObject({
      name: 'Aoi Living',
      platform_id: 7,
      currency: 'VND',
      region: 'VN',
      platform: { data: { code: 'tiki', name: 'Tiki', type: 'marketplace' } },
    })
  })

  it('follows an order from its payment to its end', async () => {
    await firstSync()
    const { order_id: id } = await create(lantern('one', { status: 'waiting_payment' }))
    const found = await until('the order', async () => {
      await seller.call(`POST /shops/${linkedId}/sync`, {})
      return (await seller.call(`GET /orders/search?keyword=${id}`)).at<{ id: number } | undefined>('data.0')
    })
    const order = () => seller.call(`GET /orders/${found.id}`)
    for (const [action, code] of [
      ['pay', 'pending'],
      ['confirm', 'confirmed'],
      ['pick', 'confirmed'],
      ['pack', 'ready_to_ship'],
      ['hand_over', 'shipped'],
      ['ship', 'shipped'],
      ['deliver', 'delivered'],
      ['complete', 'delivered'],
    ] as const) {
      await advance(id, action)
      await expectTruth()
      expect((await order()).at('data.status.code')).toBe(code)
    }
    expect((await order()).at('data.address')).toMatchObject({ country: 'VN' })
  })

  it('does not show what Tiki has not taken on, and shows it as soon as it has', async () => {
    await firstSync()
    const { order_id: id, status } = await create(lantern('cod', { cod: true, status: 'processing' }))
    expect(status).toBe('processing')
    await expectTruth()
    expect((await stored()).orders).toEqual([])
    await advance(id, 'accept')
    await expectTruth()
    expect((await stored()).orders).toMatchObject([{ sn: id, status: 'queueing' }])
  })

  it('leaves out what the seller did not have', async () => {
    await firstSync()
    const lines = [
      ['85123A', 'Lantern', 3, 150_000],
      ['22423', 'Cakestand', 1, 400_000],
    ]
    const { order_id: id } = await create(lantern('part', { lines, status: 'queueing' }))
    await advance(id, 'refuse_item')
    await advance(id, 'confirm')
    await expectTruth()
    expect((await stored()).orders[0]?.lines).toEqual([expect.stringMatching(/ x3$/)])
  })

  it('loses and doubles nothing while orders change under the reader and calls fail in every way', async () => {
    await generate(300)
    await setFaults({
      rate_limit: 0.08,
      server_error: 0.08,
      malformed: 0.08,
      reset: 0.06,
      timeout: 0.04,
      timeout_ms: 50,
      seed: 7,
    })
    await until('linking to work', () => link().then(() => true))
    const next: Record<string, string> = {
      waiting_payment: 'pay',
      picking: 'pack',
      shipping: 'deliver',
      successful_delivery: 'complete',
    }
    let moved = 0
    for (const { order } of await trueOrders()) {
      const action = next[order.status]
      if (!action) continue
      await advance(order.code, action)
      moved += 1
    }
    expect(moved).toBeGreaterThan(50)
    await until('the first sync to end', async () => (await syncOf())?.state === 'done')
    const created = await Promise.all(Array.from({ length: 12 }, () => create()))
    expect(created).toHaveLength(12)
    await setFaults(undefined)
    await expectTruth()
  })

  it('lets a malformed order fail alone, says why, and takes it in on a retry', async () => {
    await generate(30)
    const [corrupt] = await trueOrders()
    const id = corrupt?.order.code ?? ''
    await control('corrupt', { order_id: id, path: 'items.0.qty', value: 'hai' })
    await firstSync()
    expect(await storedOrders(running.adminUrl, shopId)).toHaveLength(29)
    const failing = await seller.call(`GET /shops/${linkedId}/sync-logs`)
    expect(failing.at('data.0')).toMatchObject({
      channel_id: id,
      reason: expect.stringContaining('items.0.qty') as unknown,
    })
    await control('restore', {})
    expect((await seller.call(`POST /shops/${linkedId}/sync-items/${id}/retry`)).status).toBe(202)
    await expectTruth()
    expect((await syncOf())?.failing).toBe(0)
  })

  it('renews an access token that ends or is taken back, and asks the owner when nothing is left', async () => {
    await generate(10)
    await firstSync()
    for (let round = 0; round < 2; round++) {
      await create()
      await control('tokens', { revoke: 'access' })
      await expectTruth()
    }
    await control('tokens', { revoke: 'all' })
    await seller.call(`POST /shops/${linkedId}/sync`, {})
    await until(
      'the shop to be marked',
      async () => (await seller.call('GET /shops')).at('data.0.auth_state') === 'expired',
    )
    const before = linkedId
    await firstSync()
    expect(linkedId).toBe(before)
    await expectTruth()
  })
})
