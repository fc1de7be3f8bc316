/** A marketplace that counts what is promised to orders as lying there, and whose seller has several warehouses. */
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

const channel = { code: 'tiki', id: 7 }
const shopId = 328784

let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

const control = (path: string, body?: object) => running.control(path, body, 'tiki')
const put = (sku: string, stock: number) =>
  control('products', { shop_id: shopId, sku, name: `A thing called ${sku}`, price: 100_000, stock })

async function sell(ref: string, quantity: number): Promise<string> {
  const order = { ref, lines: [['LAMP', 'Lamp', quantity, 100_000]], status: 'queueing', cod: true }
  return ((await control('orders', { shop_id: shopId, order })) as { order_id: string }).order_id
}

async function link(): Promise<number> {
  const id = await linkShop(running.sandbox.url, seller, shopId, channel)
  await until('the first sync to end', async () => {
    const sync = (await seller.call('GET /shops?include=sync')).at<{
      state: string
      products_percent: number
    }>('data.0.sync.data')
    return sync.state === 'done' && sync.products_percent === 100
  })
  return id
}

const stockAt = async (sku: string) =>
  (await trueListings(running.sandbox.url, 'tiki', shopId)).find((listing) => listing.sku === sku)?.stock

const untilStock = async (sku: string, stock: number) => {
  await until(`Tiki to sell ${stock}`, async () => (await stockAt(sku)) === stock).catch(() => undefined)
  expect(await stockAt(sku)).toBe(stock)
}

it('is told what may be sold beyond what orders hold back, and keeps it as orders leave', async () => {
  await put('LAMP', 10)
  const first = await sell('first', 2)
  const shop = await link()
  const settings = (change: object) => seller.call(`PUT /shops/${shop}`, change)
  expect((await settings({ is_stock_sync: true })).status).toBe(200)
  // Two are promised, eight are free; four of those are kept back.
  await until(
    'the first figure',
    async () =>
      (await seller.call(`PUT /shops/${shop}`, { stock_buffer: 4 })) && (await stockAt('LAMP')) === 4,
  ).catch(() => undefined)
  expect(await stockAt('LAMP')).toBe(4)
  for (const action of ['confirm', 'pick', 'pack', 'hand_over'])
    await control(`orders/${first}/advance`, { action })
  await settings({ stock_buffer: 1 })
  await untilStock('LAMP', 7)
  await sell('second', 3)
  await untilStock('LAMP', 4)
  await seller.call(`POST /shops/${shop}/sync`, {})
  await settings({ stock_buffer: 0 })
  await untilStock('LAMP', 5)
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})

it("lists the seller's warehouses, of a channel that has none an empty list", async () => {
  const shop = await link()
  const found = await seller.call(`GET /shops/${shop}/get-warehouses`)
  expect(found.status).toBe(200)
  expect(found.at<object[]>('data')).toHaveLength(4)
  expect(found.at('data.0')).toEqual({
    id: 384740,
    name: 'Kho Gia Lâm',
    code: 'WH000384740',
    type: 'requisition',
    is_primary: true,
    status: 1,
    address: {
      street: 'Thôn Giao Tự',
      ward: 'Xã Kim Sơn',
      district: 'Huyện Gia Lâm',
      region: 'Hà Nội',
      country: 'Việt Nam',
    },
  })
  expect(found.at('data.2')).toMatchObject({ type: 'withdrawal', is_primary: false, status: 1 })
  expect(found.at('data.3')).toMatchObject({ type: 'requisition', status: 0 })

  const other = await linkShop(running.sandbox.url, seller, 727720655)
  const none = await seller.call(`GET /shops/${other}/get-warehouses`)
  expect([none.status, none.body]).toEqual([200, { data: [] }])

  await control('tokens', { revoke: 'all' })
  expect((await seller.call(`GET /shops/${shop}/get-warehouses`)).at('code')).toBe('channel_refused')
  expect((await seller.call(`GET /shops/${shop}/get-warehouses`)).at('code')).toBe('conflict')
})
