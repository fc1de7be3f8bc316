/** A shop's products from the first import on, over real HTTP against the emulated Shopee. */
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { lockRow } from '../../test/steps/row-lock.ts'
import { openStream } from '../../test/steps/stream.ts'
import { storedListings, trueListings } from '../../test/steps/stock-truth.ts'

const shopId = 727720655
let running: TestConsole
let admin: pg.Client
let seller: Account
let linkedId: number

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

async function firstSync(seconds = 20): Promise<void> {
  linkedId = await linkShop(running.sandbox.url, seller, shopId)
  await until(
    'the import to end',
    async () => {
      const { rows } = await admin.query<{ phase: string }>("select phase from syncs where kind = 'product'")
      return rows[0]?.phase === 'follow'
    },
    seconds,
  )
}

async function expectTruth(): Promise<void> {
  const truth = await trueListings(running.sandbox.url, 'shopee', shopId)
  expect(truth.length).toBeGreaterThan(0)
  await until('the stored listings to be the true ones', async () => {
    const stored = await storedListings(running.adminUrl, linkedId)
    return JSON.stringify(stored) === JSON.stringify(truth)
  }).catch(() => undefined)
  expect(await storedListings(running.adminUrl, linkedId)).toEqual(truth)
}

/** Makes every shop due for a poll, as the clock does every half minute. */
const look = () => admin.query('update channel_shops set next_poll_at = now()')
const change = (product: object) => running.control('products', { shop_id: shopId, ...product })
const faults = async (plan: object) => {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify(plan),
  })
  expect(reply.ok).toBe(true)
}

describe('the product sync', () => {
  it('brings in the whole catalogue, each variant once, and tells the pages how far it is', async () => {
    await running.control('generate', { shop_id: shopId, orders: 300, days: 20 })
    const stream = await openStream(running.url, seller.token)
    await firstSync()
    await expectTruth()
    await stream.next(({ channel, data }) => channel === 'product.sync' && !data.replay)
    const percents = stream
      .live()
      .filter(({ channel }) => channel === 'product.sync')
      .map(({ data }) => (data.value as { percent: number }).percent)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.at(-1)).toBe(100)
    await stream.close()
  })

  it('sees what is new, renamed, dearer, taken off sale and deleted', async () => {
    await running.control('generate', { shop_id: shopId, orders: 20, days: 20 })
    await firstSync()
    const [first, second, third] = await trueListings(running.sandbox.url, 'shopee', shopId)
    await change({ sku: 'NEW-1', name: 'A lantern that is new', price: 1250, stock: 7 })
    await change({ sku: first?.sku, name: 'Renamed', price: 9900 })
    await change({ sku: second?.sku, is_listed: false })
    await change({ sku: third?.sku, delete: true })
    await look()
    await expectTruth()
  })

  it('does not bring back what was deleted here while it was being read', async () => {
    await change({ sku: 'BACK-1', name: 'A lantern', price: 1250, stock: 7 })
    await firstSync()
    const { rows } = await admin.query<{ id: number }>('select id from products')
    const sync = await lockRow(running.adminUrl, "select from syncs where kind = 'product' for key share")
    await change({ sku: 'BACK-1', name: 'A newer lantern' })
    const second = Math.floor(Date.now() / 1000)
    await look()
    // The report is there, and waits to be saved.
    await sync.waiting(1)
    // The channel tells whole seconds: a change within that of the deletion may be a later one.
    await until('the second after the change', async () => Date.now() / 1000 >= second + 1)
    const deleted = await seller.call(`DELETE /products/${rows[0]?.id}`)
    expect(deleted.status).toBe(200)
    await sync.release()
    await change({ sku: 'LATER-1', name: 'A later lantern', price: 1250, stock: 7 })
    const names = async () => {
      await look()
      const stored = await admin.query<{ name: string }>('select name from products order by id')
      return stored.rows.map(({ name }) => name)
    }
    await until('what came later', async () => (await names()).includes('A later lantern'))
    expect(await names()).toEqual(['A later lantern'])
    await change({ sku: 'BACK-1', name: 'The newest lantern' })
    await until('the next change', async () => (await names()).includes('The newest lantern'))
  })

  it('gets through when calls fail in every way', async () => {
    await running.control('generate', { shop_id: shopId, orders: 150, days: 20 })
    await faults({
      rate_limit: 0.1,
      server_error: 0.1,
      timeout: 0.02,
      malformed: 0.05,
      timeout_ms: 200,
      seed: 5,
    })
    await firstSync(90)
    await expectTruth()
  })

  it('takes the same seller code in two shops for the same thing', async () => {
    const other = 727720901
    for (const shop of [shopId, other]) {
      await running.control('products', {
        shop_id: shop,
        sku: 'LAMP-1',
        name: 'A lamp for two shops',
        price: 1000,
      })
    }
    await firstSync()
    await linkShop(running.sandbox.url, seller, other)
    await until('both listings', async () => {
      const { rows } = await admin.query<{ skus: string; listings: string }>(
        'select count(distinct sku_id) as skus, count(*) as listings from product_skus',
      )
      return Number(rows[0]?.listings) === 2 && Number(rows[0]?.skus) === 1
    })
  })
})
