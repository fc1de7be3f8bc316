/** An item that PostgreSQL would refuse fails alone, shows its reason on the shop's page, and delays nothing else. */
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  control,
  linkStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'

const store = 'aoi-gifts'
let running: TestConsole
let seller: Account
let admin: pg.Client
let shopId: number

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterEach(async () => {
  await admin.end()
  await running.stop()
})

type Row = Record<string, unknown> & { id: number; line_items: object[] }

const simulate = (path: string, body: object = {}) => control(running.sandbox.url, path, body, 'website')
const corrupt = (id: number | undefined, field: string, value: unknown) =>
  simulate('corrupt', { id, field, value })

async function ordersOfStore(): Promise<Row[]> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/oracle/website/orders?shop_id=${store}`)
  const lines = (await reply.text()).split('\n').filter(Boolean)
  return lines.map((line) => (JSON.parse(line) as { order: Row }).order)
}

const syncOf = async () =>
  (await seller.call('GET /shops?include=sync')).at<{ state: string; failing: number; error: string | null }>(
    'data.0.sync.data',
  )
const link = async () => (shopId = await linkStore(running.sandbox.url, seller, store))
const firstSync = () => until('the first sync to end', async () => (await syncOf())?.state === 'done')
const storedIds = async () =>
  (await admin.query<{ id: string }>('select channel_order_id as id from orders')).rows.map(({ id }) =>
    Number(id),
  )
const failing = async (language = 'en') => {
  const logs = await seller.call(`GET /shops/${shopId}/sync-logs`, undefined, { 'x-localization': language })
  const rows = logs.at<{ channel_id: string; type: string; reason: string }[]>('data')
  return Object.fromEntries(rows.map(({ channel_id: id, reason }) => [id, reason]))
}

it('keeps an order that fits no column out of its page, says why, and takes it in once it is mended', async () => {
  await simulate('generate', { shop_id: store, orders: 12 })
  const all = await ordersOfStore()
  const [pieces, year, month, id, customer] = all
  await corrupt(pieces?.id, 'line_items', [{ ...pieces?.line_items[0], quantity: 3_000_000_000 }])
  await corrupt(year?.id, 'date_created_gmt', '0000-01-01T00:00:00')
  await corrupt(month?.id, 'date_created_gmt', '2026-13-01T00:00:00')
  await corrupt(id?.id, 'line_items', [{ ...id?.line_items[0], sku: 'A'.repeat(5000) }])
  await corrupt(customer?.id, 'billing', { first_name: 'A\u0000oi', email: 'aoi\u0000@example.test' })
  await link()
  await firstSync()
  const refused = [pieces, year, month, id].map((order) => order?.id)
  expect(await storedIds()).toEqual(
    expect.arrayContaining(all.map((order) => order.id).filter((one) => !refused.includes(one))),
  )
  expect(await storedIds()).toHaveLength(8)
  expect(await failing()).toEqual({
    [String(pieces?.id)]: expect.stringMatching(/too large.*lines\.0\.quantity: 3000000000/) as string,
    [String(year?.id)]: expect.stringMatching(/date.*placedAt: -000001|date.*placedAt: 0000-01-01/) as string,
    [String(month?.id)]: expect.stringMatching(/date.*placedAt/) as string,
    [String(id?.id)]: expect.stringMatching(/too long.*lines\.0\.sellerSku/) as string,
  })
  for (const language of ['jp', 'vn', 'my'])
    expect((await failing(language))[String(pieces?.id)]).toMatch(/lines\.0\.quantity: 3000000000/)
  expect((await syncOf())?.error).toBe(null)
  await simulate('restore')
  for (const one of refused) await seller.call(`POST /shops/${shopId}/sync-items/${one}/retry`)
  await until('all orders', async () => (await storedIds()).length === 12)
  expect(await failing()).toEqual({})
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})

it('saves a page one by one when PostgreSQL refuses it, and keeps the one that it refuses', async () => {
  await simulate('generate', { shop_id: store, orders: 6 })
  const [order, ...others] = await ordersOfStore()
  // Each line fits; their sum does not.
  const lines = Array.from({ length: 300 }, (_, at) => ({
    ...order?.line_items[0],
    product_id: at + 1,
    quantity: 10_000_000,
  }))
  await corrupt(order?.id, 'line_items', lines)
  await link()
  await firstSync()
  expect(new Set(await storedIds())).toEqual(new Set(others.map(({ id }) => id)))
  expect(await failing()).toEqual({
    [String(order?.id)]: expect.stringContaining('out of range') as string,
  })
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})

it('leaves out a product whose stock fits no column', async () => {
  await simulate('products', { shop_id: store, sku: 'MANY', name: 'Sand', price: 100, stock: 10_000_000_000 })
  await simulate('products', { shop_id: store, sku: 'FEW', name: 'Stone', price: 100, stock: 3 })
  await link()
  await until('the other product', async () => {
    const { rows } = await admin.query('select seller_sku from product_skus')
    return rows.length > 0 && rows.every((row: { seller_sku: string }) => row.seller_sku === 'FEW')
  })
  expect(Object.values(await failing())).toEqual([expect.stringContaining('skus.0.stock') as string])
})

it('shows a fault of our own instead of going quiet, and goes on once it is mended', async () => {
  await simulate('generate', { shop_id: store, orders: 3 })
  await admin.query('alter table order_history rename to order_history_away')
  await link()
  const shown = await until('the error', async () => (await syncOf())?.error ?? undefined)
  expect(shown).toContain('unexpected error')
  await admin.query('alter table order_history_away rename to order_history')
  await firstSync()
  expect(await storedIds()).toHaveLength(3)
  expect((await syncOf())?.error).toBe(null)
})
