import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors, storedOrders, storedTotals } from '../../../test/steps/oracle.ts'

const channel = { code: 'tiktok', id: 5 }
const shopId = '7494726673780148744'
const otherShopId = '7494726673780149012'

let running: TestConsole
let seller: Account
let linkedId: number

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

type Brief = { order_id: string; status: string }
type Truth = {
  order: {
    id: string
    status: string
    line_items: { sku_id: string; display_status: string }[]
  }
  total: number
}

const control = (path: string, body?: object) => running.control(path, body, 'tiktok')
const generate = (orders: number, shop = shopId) => control('generate', { shop_id: shop, orders, days: 20 })
const create = async () => (await control('orders', { shop_id: shopId })) as Brief
const advance = (id: string, action: string) => control(`orders/${id}/advance`, { action })

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
  return shops.at<{ state: string; failing: number } | undefined>('data.0.sync.data')
}

async function trueOrders(shop = shopId): Promise<Truth[]> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/oracle/tiktok/orders?shop_id=${shop}`)
  return (await reply.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Truth)
}

type Plain = { sn: string; status: string; lines: string[] }
const bySn = (a: Plain, b: Plain) => (a.sn < b.sn ? -1 : 1)

/** Pieces counted by what they are; those that were called off are no part of an order that goes on. */
function plainTruth({ order }: Truth): Plain {
  const isOver = order.status === 'CANCELLED'
  const pieces = order.line_items.filter((unit) => isOver || unit.display_status !== 'CANCELLED')
  const quantities = Map.groupBy(pieces, (unit) => unit.sku_id)
  const lines = [...quantities].map(([sku, units]) => `${sku} x${units.length}`).toSorted()
  return { sn: order.id, status: order.status, lines }
}

async function stored() {
  return {
    orders: (await storedOrders(running.adminUrl, shopId)).toSorted(bySn),
    totals: await storedTotals(running.adminUrl, shopId),
  }
}

/** `ask`: the seller asks for changes again and again, as the poll does in its own time. */
async function expectTruth(ask = false): Promise<void> {
  const truths = await trueOrders()
  const truth = {
    orders: truths.map(plainTruth).toSorted(bySn),
    totals: Object.fromEntries(truths.map(({ order, total }) => [order.id, total])),
  }
  const wanted = JSON.stringify(truth.orders)
  await until('the stored orders to be the true ones', async () => {
    if (ask) await seller.call(`POST /shops/${linkedId}/sync`, {})
    return JSON.stringify((await stored()).orders) === wanted
  }).catch(() => undefined)
  expect(await stored()).toEqual(truth)
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
}

describe('the order sync of TikTok Shop', () => {
  it('brings in exactly the orders of the linked shop, to the cent', async () => {
    await generate(450)
    await generate(20, otherShopId)
    await firstSync()
    expect(await trueOrders()).toHaveLength(450)
    await expectTruth()
    const shops = await seller.call('GET /shops?include=platform')
    expect(shops.at('data.0')).toMatchObject({
      name: 'Aoi Living MY',
      platform_id: 5,
      currency: 'MYR',
      platform: { data: { code: 'tiktok', name: 'TikTok Shop' } },
    })
  })

  it('follows an order from its hold to its end, with its address as soon as it may be known', async () => {
    await firstSync()
    const record = { ref: 'one', lines: [['85123A', 'Lantern', 3, 25]], cod: false, status: 'UNPAID' }
    const { order_id: id } = (await control('orders', { shop_id: shopId, order: record })) as Brief
    const found = await until('the order', async () =>
      (await seller.call(`GET /orders/search?keyword=${id}`)).at<{ id: number } | undefined>('data.0'),
    )
    const order = () => seller.call(`GET /orders/${found.id}`)
    const untilStatus = (code: string) =>
      until(`the order to be ${code}`, async () => (await order()).at('data.status.code') === code)

    await advance(id, 'pay')
    await untilStatus('pending')
    await expectTruth()
    // The hold ends by itself after an hour.
    await fetch(`${running.sandbox.url}/_sandbox/clock`, { method: 'POST', body: '{"shift":3601}' })
    await until('the address', async () => (await order()).at('data.address'))
    expect((await order()).at('data.address')).toMatchObject({ country: 'MY' })
    for (const [action, code] of [
      ['split', 'pending'],
      ['ship_part', 'ready_to_ship'],
      ['ship', 'ready_to_ship'],
      ['collect', 'shipped'],
      ['deliver', 'delivered'],
      ['complete', 'delivered'],
    ] as const) {
      await advance(id, action)
      await untilStatus(code)
    }
    await expectTruth()
    const history = await seller.call(`GET /orders/${found.id}/history`)
    expect(history.at<{ event: string }[]>('data').map(({ event }) => event)).toEqual([
      'delivered',
      'handed_over',
      'courier_booked',
      'paid',
      'placed',
    ])
  })

  it('flags a buyer who wants to cancel, and drops the flag when the seller refuses', async () => {
    await firstSync()
    const { order_id: id } = await create()
    await advance(id, 'pay').catch(() => undefined)
    await advance(id, 'release')
    await advance(id, 'request_cancel')
    const flagged = async () =>
      (await seller.call(`GET /orders/filter?keyword=${id}&has_cancel_request=1`)).at<object | undefined>(
        'data.0',
      )
    expect(await until('the flag', flagged)).toMatchObject({ status: { code: 'pending' } })
    await advance(id, 'reject_cancel')
    await until('the flag to be gone', async () => !(await flagged()))
    await advance(id, 'cancel')
    await expectTruth()
  })

  it('loses and doubles nothing while orders change and webhooks are lost, doubled and out of order', async () => {
    await generate(350)
    await firstSync()
    await control('push', { faults: { drop: 0.3, duplicate: 0.5, reorder: 0.4 } })
    const changes = (await trueOrders()).flatMap(({ order }, at) => {
      if (order.status === 'DELIVERED') return advance(order.id, 'complete')
      if (order.status === 'AWAITING_SHIPMENT') return advance(order.id, at % 2 === 0 ? 'ship' : 'cancel')
      return order.status === 'IN_TRANSIT' ? advance(order.id, at % 5 === 0 ? 'lost' : 'deliver') : []
    })
    await seller.call(`POST /shops/${linkedId}/sync`, {})
    const created = await Promise.all([...changes, ...Array.from({ length: 12 }, () => create())])
    expect(created.length).toBeGreaterThan(100)
    await running.sandbox.tiktok.pushes.settled()
    await expectTruth(true)
    const { dropped, failed } = (await control('push', {})) as { dropped: number; failed: number }
    expect([dropped > 0, failed]).toEqual([true, 0])
  })

  it('counts the pieces of an order of which some were called off', async () => {
    await firstSync()
    const record = { ref: 'few', lines: [['22423', 'Cakestand', 3, 49.9]], status: 'AWAITING_SHIPMENT' }
    const { order_id: id } = (await control('orders', { shop_id: shopId, order: record })) as Brief
    await advance(id, 'cancel_unit')
    await expectTruth()
    expect((await stored()).orders[0]?.lines).toEqual([expect.stringMatching(/ x2$/)])
  })

  it('gets through when calls fail in every way', async () => {
    await generate(500)
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
    await until('the first sync to end', async () => (await syncOf())?.state === 'done')
    const { order_id: id } = await create()
    await advance(id, 'cancel')
    const faults = await (await fetch(`${running.sandbox.url}/_sandbox/stats`)).json()
    expect(
      Object.values((faults as { faults: Record<string, number> }).faults).some((given) => given > 0),
    ).toBe(true)
    await setFaults(undefined)
    await expectTruth(true)
  })

  it('lets a malformed order fail alone, says why, and takes it in on a retry', async () => {
    await generate(30)
    const [corrupt] = await trueOrders()
    const id = corrupt?.order.id ?? ''
    await control('corrupt', { order_id: id, path: 'line_items.0.sku_id', value: 1_729_592_969_712_207 })
    await firstSync()
    expect(await storedOrders(running.adminUrl, shopId)).toHaveLength(29)
    const failing = await seller.call(`GET /shops/${linkedId}/sync-logs`)
    expect(failing.at('data.0')).toMatchObject({
      channel_id: id,
      reason: expect.stringContaining('line_items.0.sku_id'),
    })
    await control('restore', {})
    expect((await seller.call(`POST /shops/${linkedId}/sync-items/${id}/retry`)).status).toBe(202)
    await expectTruth()
    expect((await syncOf())?.failing).toBe(0)
  })

  it('renews an access token that ends or is taken back, and keeps the cipher', async () => {
    await generate(10)
    await firstSync()
    for (let round = 0; round < 3; round++) {
      await create()
      await control('tokens', { revoke: 'access' })
      await seller.call(`POST /shops/${linkedId}/sync`, {})
      await expectTruth()
    }
  })

  it('asks the owner to link again when the consent is over, and finds the same shop', async () => {
    await generate(3)
    await firstSync()
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

  it('marks a shop whose seller has taken the app off', async () => {
    await firstSync()
    await control('tokens', { unlink: shopId })
    await until(
      'the shop to be marked',
      async () => (await seller.call('GET /shops')).at('data.0.status') === 0,
    )
    // A look that was under way meets the dead token; then that is what is told.
    expect(['revoked', 'expired']).toContain((await seller.call('GET /shops')).at('data.0.auth_state'))
  })
})
