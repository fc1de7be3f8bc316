/** Products and SKUs as files: the rows and filters of their lists, and what a user of some shops sees of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { exportList, readExport } from '../../test/steps/export-steps.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'
import { countStock } from '../stock/ledger/first-figure-store.ts'

let running: TestConsole
let seller: Account
let elsewhere: Account
let shops: [number, number]

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('files')
  const { ownerId } = seller
  shops = [await addShop(running, ownerId, 'Gifts', 2), await addShop(running, ownerId, 'Official', 1)]
  const special = { price: 999, from: new Date('2026-05-01T00:00:00Z'), to: new Date('2099-05-08T15:59:00Z') }
  const [lamp = 0] = await putProducts(running, { ownerId, shopId: shops[0] }, [
    productOf({
      channelProductId: '9007199254740993001',
      name: '=HYPERLINK("x") 提灯',
      skus: [
        skuOf({
          channelSkuId: '1',
          shopSku: 'a',
          sellerSku: 'LAMP-R',
          options: [{ name: 'Colour', value: 'Red' }],
          price: 1290,
          specialPrice: special,
        }),
        skuOf({ channelSkuId: '2', shopSku: 'b', sellerSku: 'LAMP-B', price: 123_450 }),
      ],
    }),
  ])
  await putProducts(running, { ownerId, shopId: shops[1] }, [
    productOf({
      channelProductId: '77',
      name: 'Cup',
      currency: 'VND',
      skus: [
        skuOf({ shopSku: 'c', sellerSku: 'CUP', price: 150_000 }),
        skuOf({ channelSkuId: '3', shopSku: 'd', sellerSku: 'LAMP-R', price: 1300 }),
      ],
    }),
  ])
  await running.db.asOwner(ownerId, (tx) =>
    countStock(tx, { ownerId, shopId: shops[0] }, [{ skuId: lamp, quantity: 12 }], new Date()),
  )
  elsewhere = await running.addStaff(ownerId, {
    email: 'second@example.test',
    name: 'Second',
    role: 'manager',
    shopIds: [shops[1]],
  })
})
afterAll(() => running?.stop())

const numbersPlain = (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).map(([head, cell]) => [head, cell.replace(/\.00$/, '')]))

it.each(['csv', 'xlsx'])('has a row per variant of the products of the list, as %s', async (format) => {
  const entry = await exportList(running, seller, 'GET /products/export', { query: `format=${format}` })
  expect(entry).toMatchObject({ status: 'done', type: 'products', rows: 4, total: 4 })
  const { rows } = await readExport(running, seller, entry)
  const found = rows.map(numbersPlain)
  expect(found.map((row) => row['Seller SKU'])).toEqual(['CUP', 'LAMP-R', 'LAMP-R', 'LAMP-B'])
  expect(found[0]).toMatchObject({ Price: '150000', Currency: 'VND', Shop: 'Official', Channel: 'Lazada' })
  expect(found[2]).toMatchObject({
    'Product name': `${format === 'csv' ? "'" : ''}=HYPERLINK("x") 提灯`,
    'Channel product ID': '9007199254740993001',
    'Channel variant ID': '1',
    Variant: 'Red',
    'Special price': '9.99',
    'SKU code': 'LAMP-R',
    // The channel's own figure: the shop is sent none.
    'Stock in the shop': '20',
    Status: 'Active',
  })
  expect(found[3]).toMatchObject({ Price: '1234.50'.slice(0, format === 'csv' ? 7 : 6), 'Special price': '' })
})

it('has the SKUs of the list with their stock in each warehouse', async () => {
  const list = (await seller.call('GET /sku-centers')).at<{ id: number; prime_sku: string }[]>('data')
  const lampId = list.find((one) => one.prime_sku === 'LAMP-R')?.id
  await seller.call('POST /sku-centers', {
    prime_sku: 'LAMPS-OF-5',
    name: 'Five paper lanterns',
    parts: [{ sku_id: lampId, quantity: 5 }],
  })
  const entry = await exportList(running, seller, 'GET /sku-centers/export', { query: 'format=xlsx' })
  const { rows, heads } = await readExport(running, seller, entry)
  const stockHead = heads.find((head) => head.startsWith('On hand, ')) ?? ''
  const lamp = rows.find((row) => row['SKU code'] === 'LAMP-R')
  expect(lamp).toMatchObject({
    'On hand in all warehouses': '12',
    Reserved: '0',
    Available: '12',
    [stockHead]: '12',
  })
  expect(lamp?.['Listings']).toBe('Gifts (Shopee): LAMP-R; Official (Lazada): LAMP-R')
  expect(rows.find((row) => row['SKU code'] === 'CUP')).toMatchObject({ 'Alert level': '', [stockHead]: '' })
  expect(rows.find((row) => row['SKU code'] === 'LAMPS-OF-5')).toMatchObject({
    Available: '2',
    [stockHead]: '',
  })
})

it('keeps to the filters of the list, and to the shops of the user', async () => {
  const codesOf = async (account: Account, query: string) => {
    const entry = await exportList(running, account, 'GET /products/export', { query: `format=csv&${query}` })
    return (await readExport(running, account, entry)).rows.map((row) => row['Seller SKU'])
  }
  expect(await codesOf(seller, 'keyword=Cup')).toEqual(['CUP', 'LAMP-R'])
  expect(await codesOf(elsewhere, '')).toEqual(['CUP', 'LAMP-R'])
  expect(await codesOf(elsewhere, `shop_id=${shops[0]}`)).toEqual([])
  const entry = await exportList(running, elsewhere, 'GET /sku-centers/export')
  const { rows } = await readExport(running, elsewhere, entry)
  expect(new Set(rows.map((row) => row['Listings']))).toEqual(
    new Set(['Official (Lazada): CUP', 'Official (Lazada): LAMP-R']),
  )
})

it('has its headings in the language of the user', async () => {
  const headsIn = async (language: string) =>
    (
      await readExport(
        running,
        seller,
        await exportList(running, seller, 'GET /products/export', { language }),
      )
    ).heads
  expect(await headsIn('my')).toEqual(expect.arrayContaining(['SKU penjual', 'Harga promosi']))
  expect(await headsIn('vn')).toEqual(expect.arrayContaining(['SKU người bán', 'Giá khuyến mãi']))
  expect(await headsIn('jp')).toEqual(expect.arrayContaining(['販売者SKU', '特別価格']))
})
