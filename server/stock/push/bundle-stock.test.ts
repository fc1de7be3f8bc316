/** Bundles and campaigns over the channels' real wire: the last piece of a part, sold in three shops. */
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import type { Reply } from '../../../contract/endpoints.ts'
import { ledgerErrors, noErrors } from '../../../test/steps/oracle.ts'
import { trueListings } from '../../../test/steps/stock-truth.ts'

type Timeline = Reply<'GET /sku-centers/{id}/timeline'>['data']

const shops = [727720655, 727720901, 727720777] as const
let running: TestConsole
let admin: pg.Client
let seller: Account
let linked: number[]

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  linked = []
})
afterEach(async () => {
  await admin.end()
  await running.stop()
})

const put = (shop: number, sku: string, stock: number, more: object = {}) =>
  running.control('products', {
    shop_id: shop,
    sku,
    name: `A thing called ${sku}`,
    price: 1000,
    stock,
    ...more,
  })

let sales = 0

/** False when the marketplace has nothing left. */
async function sell(shop: number, sku: string): Promise<boolean> {
  const order = { ref: `last ${sales++}`, lines: [[sku, `A thing called ${sku}`, 1, 10]] }
  return running.control('orders', { shop_id: shop, order }).then(
    () => true,
    (error: unknown) => {
      expect(String(error)).toContain('409')
      return false
    },
  )
}

const stockAt = async (shop: number, sku: string) =>
  (await trueListings(running.sandbox.url, 'shopee', shop)).find((listing) => listing.sku === sku)?.stock

async function link(count: number): Promise<void> {
  for (const shop of shops.slice(0, count)) linked.push(await linkShop(running.sandbox.url, seller, shop))
  await until('the imports to end', async () => {
    const { rows } = await admin.query(
      "select from syncs where kind in ('product', 'order') and phase = 'follow'",
    )
    return rows.length === 2 * count
  })
}

const skuOf = async (code: string) =>
  (await seller.call(`GET /sku-centers?keyword=${code}`)).at<number>('data.0.id')

/** Each shop's figure of the bundle, and the first one's of its part. */
const offers = async () => [
  await stockAt(shops[0], 'DOME'),
  ...(await Promise.all(shops.map((shop) => stockAt(shop, 'LAMP')))),
]

const offering = (figure: number) =>
  until(`every shop to offer ${figure}`, async () => (await offers()).every((one) => one === figure))

it('the last piece of a part stops its bundle in every shop, and what is sold too often is explained', async () => {
  await put(shops[0], 'DOME', 1)
  await put(shops[0], 'BASE', 9)
  for (const shop of shops) await put(shop, 'LAMP', 5)
  await link(3)
  const [lamp, dome, base] = [await skuOf('LAMP'), await skuOf('DOME'), await skuOf('BASE')]
  const parts = [dome, base].map((sku_id) => ({ sku_id, quantity: 1 }))
  expect((await seller.call(`PUT /sku-centers/${lamp}`, { parts })).status).toBe(200)
  for (const shop of linked)
    expect((await seller.call(`PUT /shops/${shop}`, { is_stock_sync: true })).status).toBe(200)
  await offering(1)

  expect(await sell(shops[1], 'LAMP')).toBe(true)
  await offering(0)
  for (const shop of shops) expect(await sell(shop, 'LAMP')).toBe(false)
  expect(await sell(shops[0], 'DOME')).toBe(false)

  const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  const lines = [{ sku_id: dome, quantity: 1 }]
  await seller.call('POST /stock-receipts', { warehouse_id: warehouse, lines })
  await offering(1)
  // Four buyers at once, before any shop can know of the others.
  const places = [[shops[0], 'DOME'] as const, ...shops.map((shop) => [shop, 'LAMP'] as const)]
  const accepted = (await Promise.all(places.map(([shop, sku]) => sell(shop, sku)))).filter(Boolean).length
  expect(accepted).toBeGreaterThan(0)
  const movements = async () =>
    (
      await admin.query<{ available: number; shop: string; bundle: string | null }>(
        `select m.available_after as available, m.shop_id as shop, m.bundle_id as bundle from stock_movements m
           join orders o on o.owner_id = m.owner_id and o.id = m.order_id where m.kind = 'order' and m.sku_id = $1 order by m.id`,
        [dome],
      )
    ).rows
  await until('every sale to be heard of', async () => (await movements()).length === accepted + 1)
  const [, ...after] = await movements()
  // Each piece too many stands below zero, with the order and the shop that did it.
  expect(after.map(({ available }) => available)).toEqual(after.map((_, at) => 0 - at))
  for (const { bundle } of after)
    expect([null, String(lamp)]).toContain(bundle === null ? null : String(bundle))
  // The page of the SKU says of each who took the last piece before it, and whose order it was.
  const page = await seller.call(`GET /sku-centers/${dome}/timeline`)
  const oversells = page.at<Timeline>('data').flatMap(({ oversell }) => oversell ?? [])
  expect(oversells.map(({ pieces }) => pieces)).toEqual(after.slice(1).map(() => 1))
  for (const { sales: both } of oversells)
    expect(both.map(({ order, shop }) => [typeof order?.code, typeof shop?.id])).toEqual([
      ['string', 'number'],
      ['string', 'number'],
    ])
  await offering(0)
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})

it('stock that a campaign keeps is no refusal, and is sent when the campaign ends', async () => {
  await put(shops[0], 'LAMP', 5)
  await link(1)
  await seller.call(`PUT /shops/${linked[0]}`, { is_stock_sync: true })
  await until('the first figure', async () => (await admin.query('select from stock')).rowCount === 1)
  const lamp = await skuOf('LAMP')
  await put(shops[0], 'LAMP', 5, { in_campaign: true })
  const begun = Math.floor(Date.now() / 1000)
  const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  await seller.call('POST /stock-receipts', {
    warehouse_id: warehouse,
    lines: [{ sku_id: lamp, quantity: 3 }],
  })
  type Listing = { push: { state: string; reason: string }; sent: number; refusal: string | null }
  const listing = async () =>
    (await seller.call(`GET /sku-centers/${lamp}`)).at<Listing>('data.listings.data.0')
  await until('the lock', async () => (await listing()).push.state === 'locked')
  expect(await listing()).toMatchObject({
    sent: 8,
    refusal: null,
    push: { reason: expect.stringMatching(/promotion/) },
  })
  expect(await stockAt(shops[0], 'LAMP')).toBe(5)
  const told = (await seller.call('GET /users/notifications')).at<{ data: { notify_type: string } }[]>('data')
  expect(told.map(({ data }) => data.notify_type)).not.toContain('product_upload_failed')
  expect((await seller.call(`GET /shops/${linked[0]}/sync-logs`)).at('data')).toEqual([])

  // The channel dates changes by the second: a second one within it would look like the first.
  await until('the next second', async () => Math.floor(Date.now() / 1000) > begun)
  await put(shops[0], 'LAMP', 5, { in_campaign: false })
  await seller.call(`POST /shops/${linked[0]}/sync`, { type: 'product' })
  await until('the figure to arrive', async () => (await stockAt(shops[0], 'LAMP')) === 8)
  await until('its state', async () => (await listing()).push.state === 'done')
})
