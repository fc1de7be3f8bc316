/** Order in which a shop is told its figures while many wait, over the sandbox. */
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../../test/steps/oracle.ts'
import { trueListings } from '../../../test/steps/stock-truth.ts'

const channel = { code: 'lazada', id: 1 }
const channelShop = 100190015
/** Five calls of the channel, of which each takes two seconds. */
const listings = 100
const calls = { pattern: 'stock/sellable/update', slow_ms: 2000 }

let running: TestConsole
let admin: pg.Client
let seller: Account

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

const stocks = async () => {
  const found = await trueListings(running.sandbox.url, channel.code, channelShop)
  return new Map(found.map(({ sku, stock }) => [sku ?? '', stock]))
}
const settled = (target: number) =>
  until(
    `all to be sold as ${target}`,
    async () => {
      const query = "select from stock_pushes where state = 'done' and target = $1"
      return (await admin.query(query, [target])).rowCount === listings
    },
    60,
  )

it('passes what rises by what falls, and all others by what has nothing left', async () => {
  for (let at = 0; at < listings; at++) {
    const sku = `A${String(at).padStart(3, '0')}`
    await running.control(
      'products',
      { shop_id: channelShop, sku, name: `A thing called ${sku}`, price: 1000, stock: 10 },
      channel.code,
    )
  }
  const shop = await linkShop(running.sandbox.url, seller, channelShop, channel)
  await until(
    'the listings',
    async () => (await admin.query('select from product_skus')).rowCount === listings,
    60,
  )
  const change = (settings: object) => seller.call(`PUT /shops/${shop}`, settings)
  expect((await change({ is_stock_sync: true, stock_buffer: 4 })).status).toBe(200)
  await settled(6)

  const { rows } = await admin.query<{ sku: string; id: number }>(
    'select k.seller_sku as sku, k.sku_id::int as id from stock_pushes p join product_skus k on k.id = p.product_sku_id order by k.id desc limit 2',
  )
  const [last, brisk] = rows
  if (!last || !brisk) throw new Error('no listings')
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(calls) })
  expect((await change({ stock_buffer: 0 })).status).toBe(200)
  await until('the first call', async () => [...(await stocks()).values()].includes(10), 30)
  const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  const take = (skuId: number, pieces: number) =>
    seller.call('POST /stock-adjustments', {
      warehouse_id: warehouse,
      lines: [{ sku_id: skuId, change: -pieces }],
      reason: 'Sold',
    })
  expect((await take(brisk.id, 5)).status).toBe(201)
  expect((await take(last.id, 10)).status).toBe(201)
  // One call is under way; the next one has both, with most of the others still waiting.
  await until('nothing to be sold', async () => (await stocks()).get(last.sku) === 0, 60)
  const now = await stocks()
  expect(now.get(brisk.sku)).toBe(5)
  expect([...now.values()].filter((stock) => stock === 6).length).toBeGreaterThanOrEqual(20)
  await until(
    'the others',
    async () => [...(await stocks()).values()].filter((stock) => stock === 10).length === listings - 2,
    60,
  )
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})

it('keeps the place of a figure that changes while it waits', async () => {
  await running.control(
    'products',
    { shop_id: channelShop, sku: 'LAMP', name: 'A thing called LAMP', price: 1000, stock: 10 },
    channel.code,
  )
  const shop = await linkShop(running.sandbox.url, seller, channelShop, channel)
  await until('the listing', async () => (await admin.query('select from product_skus')).rowCount === 1)
  await seller.call(`PUT /shops/${shop}`, { is_stock_sync: true })
  await until(
    'the figure',
    async () => (await admin.query("select from stock_pushes where state = 'done'")).rowCount === 1,
    30,
  )
  // Held back by a channel that does not answer, so that it waits.
  await fetch(`${running.sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ ...calls, slow_ms: 5000 }),
  })
  const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  const { rows } = await admin.query<{ id: number }>('select sku_id::int as id from product_skus')
  const waiting = async () => {
    const body = { warehouse_id: warehouse, lines: [{ sku_id: rows[0]?.id, change: -1 }], reason: 'Sold' }
    expect((await seller.call('POST /stock-adjustments', body)).status).toBe(201)
    const [push] = (
      await admin.query<{ target: number; check_at: Date; turn_at: Date }>(
        'select target, check_at, turn_at from stock_pushes',
      )
    ).rows
    return push
  }
  const first = await waiting()
  const second = await waiting()
  expect([first?.target, second?.target]).toEqual([9, 8])
  expect([second?.check_at, second?.turn_at]).toEqual([first?.check_at, first?.turn_at])
})
