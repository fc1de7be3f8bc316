/** A web store's orders, from its first sync through changes that nobody tells of, to exactly what the store has. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  control,
  ageRefusals,
  linkStore,
  startTestConsole,
  storeKeys,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../../test/steps/oracle.ts'

const store = 'aoi-gifts'
let running: TestConsole
let seller: Account
let shopId: number

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

const simulate = (path: string, body: object = {}) => control(running.sandbox.url, path, body, 'website')
const create = async () => ((await simulate('orders', { shop_id: store })) as { id: number }).id
const advance = (id: number, action: string, more: object = {}) =>
  simulate(`orders/${id}/advance`, { action, ...more })

async function firstSync(): Promise<void> {
  shopId = await linkStore(running.sandbox.url, seller, store)
  await until('the first sync to end', async () => (await syncOf())?.state === 'done')
}

async function syncOf() {
  const shops = await seller.call('GET /shops?include=sync')
  return shops.at<{ state: string; failing: number } | undefined>('data.0.sync.data')
}

type Resource = {
  id: number
  status: string
  total: string
  refunds: { total: string }[]
  line_items: { product_id: number; variation_id: number; quantity: number }[]
}
type Plain = { id: string; status: string; total: number; refund: number; lines: string[] }

const byId = (a: Plain, b: Plain) => Number(a.id) - Number(b.id)
const minor = (amount: string) => Math.round(Number(amount) * 100)

/** By the store's own figures, which the console's must be equal to. */
async function truth(): Promise<Plain[]> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/oracle/website/orders?shop_id=${store}`)
  const lines = (await reply.text()).split('\n').filter(Boolean)
  return lines
    .map((line) => (JSON.parse(line) as { order: Resource }).order)
    .map((order) => {
      const quantities = new Map<string, number>()
      for (const { product_id: product, variation_id: variation, quantity } of order.line_items) {
        const sku = `${product}_${variation}`
        quantities.set(sku, (quantities.get(sku) ?? 0) + quantity)
      }
      return {
        id: String(order.id),
        status: order.status,
        total: minor(order.total),
        refund: order.refunds.reduce((sum, refund) => sum - minor(refund.total), 0),
        lines: [...quantities].map(([sku, quantity]) => `${sku} x${quantity}`).toSorted(),
      }
    })
    .toSorted(byId)
}

/** Read as the database's administrator, so that row-level security hides no stray row. */
async function stored(): Promise<Plain[]> {
  const client = new pg.Client({ connectionString: running.adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Plain & { total: string; refund: string }>(
      `select o.channel_order_id as id, o.channel_status as status, o.total, o.payment->>'refund' as refund,
         array(select shop_sku || ' x' || quantity from order_items i
           where i.owner_id = o.owner_id and i.order_id = o.id) as lines
       from orders o join shops s on s.owner_id = o.owner_id and s.id = o.shop_id where s.platform_id = 4`,
    )
    return rows
      .map((row) => ({
        ...row,
        total: Number(row.total),
        refund: Number(row.refund),
        lines: row.lines.toSorted(),
      }))
      .toSorted(byId)
  } finally {
    await client.end()
  }
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

const hooks = () => control(running.sandbox.url, 'push', {}, 'website') as Promise<Record<string, number>>
const look = () => seller.call(`POST /shops/${shopId}/sync`, {})

describe('the order sync of a web store', () => {
  it('brings in exactly the orders of the store, more than a page of which changed in the same second', async () => {
    const changedAt = Math.floor(Date.now() / 1000) - 60
    await simulate('generate', { shop_id: store, orders: 450, changed_at: changedAt })
    await firstSync()
    await expectTruth()
    expect((await seller.call('GET /orders/filter?limit=1')).at('meta.pagination.total')).toBe(450)
  })

  it('sets its webhooks up, and shows a new order and its changes soon after them', async () => {
    await simulate('generate', { shop_id: store, orders: 3 })
    await firstSync()
    await until('the webhooks to be there', async () => (await webhookCount()) === 8)
    const id = await create()
    const find = async () =>
      (await seller.call(`GET /orders/search?keyword=${id}`)).at<{ id: number; status: { code: string } }>(
        'data.0',
      )
    const order = await until('the new order', find)
    expect(order.status.code).toBe('unpaid')
    for (const [action, code] of [
      ['pay', 'pending'],
      ['track', 'shipped'],
      ['complete', 'delivered'],
      ['refund', 'returned'],
    ] as const) {
      await advance(id, action)
      await until(`the order to be ${code}`, async () => (await find())?.status.code === code)
    }
    const counts = await hooks()
    expect([counts.failed, (counts.delivered ?? 0) >= 5]).toEqual([0, true])
    await expectTruth()
  })

  it('shows what was given away at a price of 0', async () => {
    const lines = [
      ['LAMP', 'Lamp', 2, 10],
      ['SAMPLE', 'Sample', 1, 0],
    ]
    const made = await simulate('orders', { shop_id: store, order: { ref: 'free', lines } })
    await firstSync()
    const [listed] = (await seller.call(`GET /orders/search?keyword=${(made as { id: number }).id}`)).at<
      { id: number }[]
    >('data')
    const order = await seller.call(`GET /orders/${listed?.id}`)
    const items = order.at<{ total_item_price: number }[]>('data.order_product_skus.data')
    expect(items.map((item) => item.total_item_price)).toEqual([20, 0])
    await expectTruth()
  })

  it('finds what no webhook told it about, in the bin as well', async () => {
    await simulate('generate', { shop_id: store, orders: 120 })
    await firstSync()
    await simulate('push', { faults: { drop: 1 } })
    const [first, second, third] = await truth()
    await advance(Number(first?.id), 'trash')
    await advance(Number(second?.id), 'refund_part', { amount: 150 })
    await advance(Number(third?.id), 'cancel')
    await create()
    await look()
    await expectTruth()
  })

  it('is not misled by webhooks that come twice and in any order', async () => {
    await simulate('generate', { shop_id: store, orders: 20 })
    await firstSync()
    await until('the webhooks to be there', async () => (await webhookCount()) === 8)
    await simulate('push', { faults: { duplicate: 0.7, reorder: 0.5, drop: 0.2 } })
    for (let made = 0; made < 12; made++) {
      const id = await create()
      for (const action of made % 2 ? ['pay', 'complete'] : ['hold', 'cancel']) await advance(id, action)
    }
    await hooks()
    await look()
    await expectTruth()
  })

  it('gets through when calls fail in every way while orders change', async () => {
    await simulate('generate', { shop_id: store, orders: 500 })
    shopId = await linkStore(running.sandbox.url, seller, store)
    await faults({
      rate_limit: 0.1,
      server_error: 0.1,
      malformed: 0.1,
      timeout: 0.05,
      reset: 0.05,
      timeout_ms: 100,
    })
    for (const { id } of (await truth()).slice(0, 40))
      await advance(Number(id), 'refund_part', { amount: 100 })
    await until('the first sync to end', async () => (await syncOf())?.state === 'done')
    await faults({})
    await look()
    await expectTruth()
  })

  it('lets a malformed order fail alone, says why, and takes it in on a retry', async () => {
    await simulate('generate', { shop_id: store, orders: 10 })
    const id = (await truth())[4]?.id ?? ''
    await simulate('corrupt', { id: Number(id), field: 'total', value: '12,50' })
    await firstSync()
    expect(await stored()).toHaveLength(9)
    const failing = await seller.call(`GET /shops/${shopId}/sync-logs`)
    expect(failing.at('data.0')).toMatchObject({
      channel_id: id,
      reason: expect.stringContaining('12,50') as string,
    })
    await simulate('restore')
    expect((await seller.call(`POST /shops/${shopId}/sync-items/${id}/retry`)).status).toBe(202)
    await expectTruth()
    expect((await syncOf())?.failing).toBe(0)
  })

  it('opens a canceled order again when it is paid late, and reserves its stock anew', async () => {
    const lamp = { shop_id: store, sku: 'LAMP', name: 'Lamp', price: 1000, stock: 10 }
    await simulate('products', lamp)
    const order = { ref: 'late', lines: [['LAMP', 'Lamp', 2, 10]] }
    const { id } = (await simulate('orders', { shop_id: store, order })) as { id: number }
    const early = (await simulate('orders', { shop_id: store, order: { ...order, ref: 'early' } })) as {
      id: number
    }
    await advance(early.id, 'cancel')
    await firstSync()
    expect((await seller.call(`PUT /shops/${shopId}`, { is_stock_sync: true })).status).toBe(200)
    const figure = async () => (await queryAll('select on_hand, reserved from stock'))[0]
    await until('the stock to be counted', async () => (await figure()) !== undefined)
    // Eight are left in the store, and two are promised.
    await until('two reserved', async () => JSON.stringify(await figure()) === '{"on_hand":10,"reserved":2}')
    const becomes = (of: number, code: string, reserved: number) =>
      until(`${of} to be ${code}`, async () => {
        const found = await seller.call(`GET /orders/search?keyword=${of}`)
        return (
          found.at('data.0.status.code') === code &&
          JSON.stringify(await figure()) === JSON.stringify({ on_hand: 10, reserved })
        )
      })
    for (const [of, action, code, reserved] of [
      [id, 'cancel', 'canceled', 0],
      [id, 'pay', 'pending', 2],
      // Paid back before it was sent, it is called off; its pieces never left.
      [id, 'refund', 'canceled', 0],
      [id, 'pay', 'pending', 2],
      // The store had put its pieces back before we counted.
      [early.id, 'pay', 'pending', 4],
      [early.id, 'cancel', 'canceled', 2],
      // Its money goes back: it is no sale, and nothing was sent.
      [early.id, 'refund', 'canceled', 2],
      [id, 'trash', 'canceled', 0],
      [id, 'restore', 'pending', 2],
    ] as const) {
      await advance(of, action)
      await look()
      await becomes(of, code, reserved)
    }
    const orderId = (await seller.call(`GET /orders/search?keyword=${id}`)).at<number>('data.0.id')
    const history = (await seller.call(`GET /orders/${orderId}/history`)).at<{ event: string }[]>('data')
    expect(history.map(({ event }) => event)).toContain('reopened')
    await until('the store to show what is left', async () => {
      const [left] = await queryAll('select channel_stock from product_skus')
      return left?.['channel_stock'] === 8
    })
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('takes a payment that failed for no sale, and the order up again when it succeeds', async () => {
    const lamp = { shop_id: store, sku: 'LAMP', name: 'Lamp', price: 1000, stock: 10 }
    await simulate('products', lamp)
    const order = { ref: 'declined', lines: [['LAMP', 'Lamp', 2, 10]] }
    const { id } = (await simulate('orders', { shop_id: store, order })) as { id: number }
    await advance(id, 'fail')
    await firstSync()
    const revenue = async () => (await seller.call('GET /dashboard/total-revenue')).at<number>('data.total')
    expect((await seller.call(`PUT /shops/${shopId}`, { is_stock_sync: true })).status).toBe(200)
    const stock = async () => (await queryAll('select on_hand, reserved from stock'))[0]
    await until('the stock to be counted', async () => (await stock()) !== undefined)
    expect([await revenue(), await stock()]).toEqual([0, { on_hand: 8, reserved: 0 }])
    await advance(id, 'pay')
    await look()
    await until('the payment', async () => (await revenue()) > 0)
    expect((await seller.call(`GET /orders/search?keyword=${id}`)).at('data.0.status.code')).toBe('pending')
    expect(await stock()).toEqual({ on_hand: 8, reserved: 2 })
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('goes on by itself after a store that refused its keys for a moment', async () => {
    await simulate('generate', { shop_id: store, orders: 3 })
    await firstSync()
    // A maintenance page, or a plugin that guards the store.
    const { keys } = running.sandbox.website
    const held = [...keys]
    keys.clear()
    await look()
    await until('the refusal to be counted', async () => (await refusals()) > 0)
    for (const [site, ofSite] of held) keys.set(site, ofSite)
    await until('the store to be read again', async () => (await refusals()) === 0)
    expect((await seller.call('GET /shops')).at('data.0')).toMatchObject({ status: 1, auth_state: 'ok' })
    await expectTruth()
  })

  it('asks the owner for new keys when the old ones were taken back', async () => {
    await simulate('generate', { shop_id: store, orders: 3 })
    await firstSync()
    await storeKeys(running.sandbox.url, store, { revoke: true })
    await look()
    await ageRefusals(running)
    await until(
      'the shop to be marked',
      async () => (await seller.call('GET /shops')).at('data.0.auth_state') === 'expired',
    )
    expect((await seller.call('GET /shops')).at('data.0.status')).toBe(0)
    await firstSync()
    await expectTruth()
  })
})

async function queryAll(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: running.adminUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Reads how often in a row the store has refused its keys. */
async function refusals(): Promise<number> {
  const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
    sql<{
      refusals: number
    }>`select refusals from shop_credentials where owner_id = ${seller.ownerId}`.execute(tx),
  )
  return rows[0]?.refusals ?? 0
}

async function webhookCount(): Promise<number> {
  const state = (await (await fetch(`${running.sandbox.url}/_sandbox`)).json()) as {
    website: { stores: { webhooks: number }[] }
  }
  return state.website.stores[0]?.webhooks ?? 0
}

async function faults(plan: object): Promise<void> {
  const body = JSON.stringify({ path: '/web/', ...plan })
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body })
}
