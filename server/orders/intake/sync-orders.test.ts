import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { lockSync } from '../../syncs/sync-store.ts'
import { ledgerErrors, noErrors, plainTruth, storedOrders, trueOrders } from '../../../test/steps/oracle.ts'

const shopId = 727720655
let running: TestConsole
let seller: Account
let linkedId: number

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

async function generate(orders: number): Promise<void> {
  await running.control('generate', { shop_id: shopId, orders, days: 20 })
}

async function firstSync(): Promise<void> {
  linkedId = await linkShop(running.sandbox.url, seller, shopId)
  await until('the first sync to end', async () => (await syncOf())?.state === 'done')
}

async function syncOf() {
  const shops = await seller.call('GET /shops?include=sync')
  return shops.at<{ state: string; failing: number } | undefined>('data.0.sync.data')
}

async function expectTruth(): Promise<void> {
  const truth = (await trueOrders(running.sandbox.url, shopId)).map(plainTruth).toSorted(bySn)
  await until('the stored orders to be the true ones', async () => {
    const stored = (await storedOrders(running.adminUrl, shopId)).filter(({ sn }) =>
      truth.some((order) => order.sn === sn),
    )
    return JSON.stringify(stored.toSorted(bySn)) === JSON.stringify(truth)
  }).catch(() => undefined)
  expect((await storedOrders(running.adminUrl, shopId)).toSorted(bySn)).toEqual(truth)
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
}

type Brief = { id: number; status: { code: string } }

const bySn = (a: { sn: string }, b: { sn: string }) => (a.sn < b.sn ? -1 : 1)

/** Calls the sandbox's own endpoints, which are shared by all marketplaces: clock, faults, stats. */
async function ofSandbox(method: string, path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`sandbox ${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

describe('the order sync', () => {
  it('brings in exactly the orders of the channel', async () => {
    await generate(350)
    await firstSync()
    await expectTruth()
    expect((await seller.call('GET /orders/filter?limit=1')).at('meta.pagination.total')).toBe(350)
  })

  it('tells of progress that never goes back', async () => {
    await generate(350)
    const seen: number[] = []
    linkedId = await linkShop(running.sandbox.url, seller, shopId)
    await until('the first sync to end', async () => {
      seen.push((await seller.call('GET /dashboard/sync-percent')).at('data.percent'))
      return seen.at(-1) === 100
    })
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    const closed = await seller.call('POST /dashboard/sync-percent/close')
    expect(closed.at('data')).toMatchObject({ total_shop: 0, percent: 0 })
    expect((await seller.call('GET /dashboard/sync-percent')).at('data')).toMatchObject({
      total_shop: 0,
      percent: 0,
    })
  })

  it('shows a new order and its changes soon after the push', async () => {
    await generate(5)
    await firstSync()
    const { order_sn: sn } = (await running.control('orders', { shop_id: shopId })) as { order_sn: string }
    const order = await until('the new order', async () =>
      (await seller.call(`GET /orders/search?keyword=${sn}`)).at<Brief | undefined>('data.0'),
    )
    expect(['unpaid', 'pending']).toContain(order.status.code)
    await running.control(`orders/${sn}/advance`, { action: 'cancel' })
    await until('the order to be canceled', async () => {
      return (await seller.call(`GET /orders/${order.id}`)).at('data.status.code') === 'canceled'
    })
    const history = await seller.call(`GET /orders/${order.id}/history`)
    expect(history.at<{ event: string }[]>('data').map(({ event }) => event)).toEqual(
      order.status.code === 'unpaid' ? ['canceled', 'placed'] : ['canceled', 'paid', 'placed'],
    )
    await expectTruth()
  })

  it('flags a buyer who wants to cancel, with the deadline, and keeps the order where it stood', async () => {
    await firstSync()
    const { order_sn: sn } = (await running.control('orders', { shop_id: shopId })) as { order_sn: string }
    await running.control(`orders/${sn}/advance`, { action: 'pay' }).catch(() => undefined)
    await running.control(`orders/${sn}/advance`, { action: 'request_cancel' })
    const order = await until('the flag', async () => {
      const found = await seller.call(`GET /orders/filter?keyword=${sn}&has_cancel_request=1`)
      return found.at<(Brief & { cancel_requested_at: string; cancel_deadline_at: string }) | undefined>(
        'data.0',
      )
    })
    expect(order.status.code).toBe('pending')
    expect(Date.parse(order.cancel_deadline_at) - Date.parse(order.cancel_requested_at)).toBe(2 * 86_400_000)
    expect((await seller.call(`GET /orders/${order.id}/history`)).at('data.0.event')).toBe('cancel_requested')
  })

  it('finds what no push told it about', async () => {
    await generate(5)
    await firstSync()
    await running.control('push', { faults: { drop: 1 } })
    await running.control('orders', { shop_id: shopId })
    await seller.call(`POST /shops/${linkedId}/sync`, {})
    await expectTruth()
  })

  it('is not misled by pushes that come twice and in any order', async () => {
    await generate(20)
    await firstSync()
    await running.control('push', { faults: { duplicate: 1, reorder: 1 } })
    for (const { order } of await trueOrders(running.sandbox.url, shopId)) {
      await running.control(`orders/${order.order_sn}/advance`, { action: 'complete' }).catch(() => undefined)
    }
    for (let created = 0; created < 10; created++) {
      const { order_sn: sn } = (await running.control('orders', { shop_id: shopId })) as { order_sn: string }
      // Cash-on-delivery orders need no payment.
      await running.control(`orders/${sn}/advance`, { action: 'pay' }).catch(() => undefined)
    }
    await expectTruth()
  })

  it('answers a push while a page of the same shop is being saved', async () => {
    await generate(5)
    await firstSync()
    await running.db.asOwner(seller.ownerId, async (tx) => {
      await lockSync(tx, { ownerId: seller.ownerId, shopId: linkedId, kind: 'order' })
      await running.control('orders', { shop_id: shopId })
      await running.sandbox.shopee.pushes.settled()
      const { failed, delivered } = (await running.control('push', {})) as {
        failed: number
        delivered: number
      }
      expect([failed, delivered > 0]).toEqual([0, true])
    })
    await expectTruth()
  })

  it('gets through when calls fail in every way', async () => {
    await generate(300)
    await ofSandbox('POST', 'faults', {
      path: '/api/v2/',
      rate_limit: 0.05,
      server_error: 0.05,
      malformed: 0.05,
      reset: 0.02,
      seed: 7,
    })
    linkedId = await until('linking to work', async () => linkShop(running.sandbox.url, seller, shopId))
    await until('the first sync to end', async () => (await syncOf())?.state === 'done')
    const { faults } = (await ofSandbox('GET', 'stats')) as { faults: Record<string, number> }
    await ofSandbox('DELETE', 'faults')
    await expectTruth()
    expect(Object.values(faults).reduce((sum, given) => sum + given, 0)).toBeGreaterThan(0)
  })

  it('lets a malformed order fail alone, says why, and takes it in on a retry', async () => {
    await generate(30)
    const [corrupt] = await trueOrders(running.sandbox.url, shopId)
    const sn = corrupt?.order.order_sn ?? ''
    await running.control('corrupt', { order_sn: sn, path: 'item_list', remove: true })
    await firstSync()
    expect(await storedOrders(running.adminUrl, shopId)).toHaveLength(29)
    expect((await syncOf())?.failing).toBe(1)
    const failing = await seller.call(`GET /shops/${linkedId}/sync-logs`)
    expect(failing.at('data.0')).toMatchObject({
      channel_id: sn,
      type: 'order',
      reason: expect.stringContaining('item_list'),
    })

    await running.control('restore', { order_sn: sn })
    const retried = await seller.call(`POST /shops/${linkedId}/sync-items/${sn}/retry`)
    expect(retried.status).toBe(202)
    await expectTruth()
    expect((await syncOf())?.failing).toBe(0)
  })

  it('renews an access token that ends, and keeps the new refresh token', async () => {
    await generate(10)
    await running.control('tokens', { access_seconds: 60, grace_seconds: 0 })
    await firstSync()
    for (let round = 0; round < 3; round++) {
      await running.control('orders', { shop_id: shopId })
      await ofSandbox('POST', 'clock', { shift: 61 })
      await seller.call(`POST /shops/${linkedId}/sync`, {})
      await expectTruth()
    }
  })

  it('asks the owner to link again when the channel has withdrawn the consent', async () => {
    await generate(3)
    await firstSync()
    await running.control('tokens', { revoke: 'all' })
    await seller.call(`POST /shops/${linkedId}/sync`, {})
    await until(
      'the shop to be marked',
      async () => (await seller.call('GET /shops')).at('data.0.auth_state') === 'expired',
    )
    expect((await seller.call('GET /shops')).at('data.0.status')).toBe(0)
    expect((await seller.call('GET /orders/filter')).at('meta.pagination.total')).toBe(3)
    await firstSync()
    await expectTruth()
  })
})
