/** Places that channels keep, over the wire of the sandbox: they come with the sync, change there alone, and stay when they are gone. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  control,
  linkShop,
  linkStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'

const pos = { code: 'pos', id: 3 }
const outlet = 'aoi-counter/2'

let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

type Row = { id: number; name: string; kind: string; shop_id: number | null; delisted_at: string | null }

const physical = async () =>
  (await seller.call('GET /warehouses?limit=100')).at<Row[]>('data').filter(({ kind }) => kind === 'physical')
const shopOf = async (id: number) => (await seller.call(`GET /shops/${id}`)).at<object>('data')
const linkPos = () => linkStore(running.sandbox.url, seller, outlet, pos)
const simulate = (path: string, body: object) => control(running.sandbox.url, path, body, 'pos')

/** Requests a poll, because the channel's warehouses are otherwise polled only once an hour. */
async function look(shop: number): Promise<void> {
  expect((await seller.call(`POST /shops/${shop}/sync`, {})).status).toBe(202)
}

async function untilPhysical(what: string, is: (rows: Row[]) => boolean): Promise<Row[]> {
  await until(what, async () => is(await physical()))
  return physical()
}

it('makes the place of a till a warehouse that its shop sells from', async () => {
  const shop = await linkPos()
  const [place] = await untilPhysical('the place', (rows) => rows.length === 1)
  expect(place).toMatchObject({
    name: 'Georgetown',
    shop_id: shop,
    status: 1,
    is_default: false,
    address: { street: '88, Lebuh Armenian, 10200 Pulau Pinang', country: 'MY' },
    shops: [{ id: shop }],
  })
  expect(await shopOf(shop)).toMatchObject({ warehouse_id: place?.id })
})

it('has there what the channel tells of products that nobody has counted', async () => {
  await simulate('products', { shop_id: outlet, sku: 'LAMP', name: 'Lamp', price: 1500, stock: 9 })
  await linkPos()
  const [place] = await untilPhysical('the place', (rows) => rows.length === 1)
  const id = await until('the lamp', async () => {
    const found = await seller.call('GET /products/filter?keyword=lamp')
    return found.at<number | undefined>('data.0.id')
  })
  const rows = await seller.call(`GET /products/locations/${id}`)
  expect(rows.at('data')).toMatchObject([
    { name: 'Georgetown', warehouse_id: place?.id, on_hand: 9, reserved: 0, available: 9 },
  ])
  const product = await seller.call(`GET /products/${id}`)
  expect(product.at('data.product_skus.data.0.product_sku_detail_location.data')).toEqual([
    { location_id: rows.at('data.0.location_id'), name: 'Georgetown', quantity: 9, available: 9 },
  ])
})

it('renames it with the channel, and lets nobody else change or delete it', async () => {
  const shop = await linkPos()
  const [place] = await untilPhysical('the place', (rows) => rows.length === 1)
  const path = `/warehouses/${place?.id}`
  const answers = [
    await seller.call(`PUT ${path}`, { name: 'Mine' }),
    await seller.call(`PUT ${path}`, { address: { street: 'Elsewhere' } }),
    await seller.call(`DELETE ${path}`),
  ]
  for (const answer of answers)
    expect([answer.status, answer.at('code'), answer.at('message')]).toEqual([
      409,
      'warehouse_physical',
      'Unable to modify. The warehouse is set as a physical warehouse',
    ])
  await simulate('places', { shop_id: outlet, name: 'George Town' })
  await look(shop)
  const rows = await untilPhysical('the new name', ([row]) => row?.name === 'George Town')
  expect(rows).toMatchObject([{ id: place?.id }])
})

it("sends from the till's place, with the default warehouse's contact where the channel tells none", async () => {
  await linkPos()
  const [place] = await untilPhysical('the place', (rows) => rows.length === 1)
  const usual = (await seller.call('GET /warehouses?limit=100'))
    .at<Row[]>('data')
    .find(({ kind }) => kind === 'virtual')
  await seller.call(`PUT /warehouses/${usual?.id}`, { contact_name: 'Aoi', phone: '0123456789' })
  const order = { ref: 'till-sale', lines: [['CUP', 'Tea Cup', 2, 19.9]], cod: false, status: 'processing' }
  await simulate('orders', { shop_id: outlet, order, force: true })
  const orders = async () => (await seller.call('GET /orders/filter?limit=100')).at<{ id: number }[]>('data')
  await until('the order', async () => (await orders()).length === 1)
  const [sold] = await orders()
  expect((await seller.call(`GET /orders/${sold?.id}/sender-info`)).at('data')).toMatchObject({
    name: 'Aoi',
    phone: '0123456789',
    address: { street: '88, Lebuh Armenian, 10200 Pulau Pinang' },
    warehouse_id: place?.id,
  })
})

it('keeps and marks one that the channel lists no more, until it is listed again or deleted', async () => {
  const shop = await linkPos()
  const [place] = await untilPhysical('the place', (rows) => rows.length === 1)
  await simulate('places', { shop_id: outlet, is_closed: true })
  await look(shop)
  await untilPhysical('the mark', ([row]) => !!row?.delisted_at)
  await simulate('places', { shop_id: outlet })
  await look(shop)
  await untilPhysical('the mark to go', ([row]) => row?.delisted_at === null)

  // Its own place is no reason to keep a shop linked.
  expect((await seller.call(`DELETE /shops/${shop}`)).status).toBe(204)
  expect(await physical()).toMatchObject([{ id: place?.id, delisted_at: expect.any(String) as unknown }])
  // Linked again it is the same place.
  expect(await linkPos()).toBe(shop)
  expect(await untilPhysical('the mark to go', ([row]) => row?.delisted_at === null)).toMatchObject([
    { id: place?.id },
  ])
  await seller.call(`PUT /shops/${shop}`, { warehouse_id: null })
  await simulate('places', { shop_id: outlet, is_closed: true })
  await look(shop)
  await untilPhysical('the mark', ([row]) => !!row?.delisted_at)
  expect((await seller.call(`DELETE /warehouses/${place?.id}`)).status).toBe(200)
})

it("takes a marketplace's supplying warehouses, and leaves the shop in its own warehouse", async () => {
  const tiki = await linkShop(running.sandbox.url, seller, 328784, { code: 'tiki', id: 7 })
  const rows = await untilPhysical('the warehouses', (all) => all.length === 3)
  expect(rows).toMatchObject([
    { name: 'Kho Gia Lâm', code: 'WH000384740', shop_id: tiki, status: 1 },
    { name: 'Kho Tân Bình', shop_id: tiki, status: 1 },
    { name: 'Kho cũ', shop_id: tiki, status: 0 },
  ])
  expect(rows[0]).toMatchObject({
    address: { street: 'Thôn Giao Tự', ward: 'Xã Kim Sơn', province: 'Hà Nội', country: 'VN' },
  })
  expect(await shopOf(tiki)).toMatchObject({ warehouse_id: null })
  // Looked at again they are the same.
  await look(tiki)
  await until('the look', async () => {
    const shop = (await seller.call('GET /shops?include=sync')).at<{ state: string }>('data.0.sync.data')
    return shop.state === 'done'
  })
  expect((await physical()).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
})

it('takes the warehouses of TikTok Shop that goods are sold from', async () => {
  const shop = await linkShop(running.sandbox.url, seller, '7494726673780148744', {
    code: 'tiktok',
    id: 5,
  })
  const rows = await untilPhysical('the warehouse', (all) => all.length === 1)
  expect(rows).toMatchObject([
    { shop_id: shop, address: { street: 'Lot 5, Jalan Ampang, 50450 Kuala Lumpur' } },
  ])
})
