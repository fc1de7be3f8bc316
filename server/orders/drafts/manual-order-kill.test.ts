/** A worker that is killed when the store has the draft and no order yet: another one goes on with it, and creates no second. */
import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  linkWebStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { forkConsole } from '../../../test/steps/forked-console.ts'

const store = 'hana-home'
let running: TestConsole
let seller: Account
let worker: ChildProcess

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  worker = forkConsole(running, { role: 'worker' })
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await running?.stop()
})

async function listAtStore(what: 'orders' | 'draft_orders'): Promise<string[]> {
  const key = await running.control('authorize', { shop_id: store }, 'web-store')
  const { api_key: name, platform_url: url } = key as { api_key: string; platform_url: string }
  const headers = { authorization: `Basic ${Buffer.from(`${name}:`).toString('base64')}` }
  const reply = await fetch(`${url}/admin/${what.replace('_', '-')}?fields=id`, { headers })
  return ((await reply.json()) as Record<string, { id: string }[]>)[what]?.map(({ id }) => id) ?? []
}

it('becomes one order', async () => {
  const lamp = { shop_id: store, sku: 'LAMP', name: 'Lamp', price: 1500, stock: 9 }
  await running.control('products', lamp, 'web-store')
  const shop = await linkWebStore(running.sandbox.url, seller, store)
  const sold = await until('the lamp to be known', async () => {
    const found = await seller.call(`GET /orders/new/products?shop_id=${shop}&keyword=lamp`)
    return found.at<{ product_sku_id: number }[]>('data')[0]
  })
  // The store has the draft, and its answer takes longer than the worker lives.
  const path = `/web2/${store}/admin/draft-orders`
  const plan = { path, method: 'POST', timeout: 1, timeout_ms: 60_000, count: 1 }
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(plan) })
  const asked = await seller.call('POST /orders', {
    shop_id: shop,
    customer: { name: 'Nur Aisyah' },
    address: { name: 'Nur Aisyah', street: '12, Jalan Telawi', country: 'MY' },
    lines: [{ product_sku_id: sold.product_sku_id, quantity: 2 }],
    payment_method: 'cash',
    is_paid: true,
  })
  expect(asked.status).toBe(202)
  const [draft] = await until('the store to have the draft', async () => {
    const drafts = await listAtStore('draft_orders')
    return drafts.length > 0 && drafts
  })
  worker.kill('SIGKILL')
  expect(await listAtStore('orders')).toEqual([])
  // Otherwise taken up when the lease of the killed worker has ended.
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update order_drafts set check_at = now() where owner_id = ${seller.ownerId}`.execute(tx),
  )
  await running.startWorker()
  const id = await until('the order to arrive', async () => {
    const answer = await seller.call(`GET /orders/drafts/${asked.at<number>('data.id')}`)
    return answer.at<number | null>('data.order_id') ?? undefined
  })
  const order = await until('the order to be paid', async () => {
    const now = await seller.call(`GET /orders/${id}`)
    return now.at('data.status.code') === 'pending' && now
  })
  expect(order.at('data.channel_order_id')).toBe(draft)
  expect([await listAtStore('draft_orders'), await listAtStore('orders')]).toEqual([[], [draft]])
})
