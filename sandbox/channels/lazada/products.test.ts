import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MY, startLinked, VN, type Client } from './sign-call.ts'

type Row = Record<string, unknown> & { skus: Record<string, unknown>[] }

let client: Client
beforeEach(async () => {
  client = await startLinked()
  for (const sku of ['22423', '85123A', '22457'])
    await client.control('/lazada/products', {
      shop_id: MY,
      sku,
      name: `Thing ${sku}`,
      price: 1_250,
      stock: 9,
    })
})
afterEach(() => client.sandbox.close())

const listing = (sku: string) => {
  const found = client.sandbox.lazada.catalog.find(MY, sku)
  if (!found) throw new Error(`no ${sku}`)
  return found
}
const list = async (query: Record<string, string>) => {
  const reply = await client.get('/products/get', { filter: 'all', ...query })
  return reply as unknown as { code: string; data: { total_products: number; products: Row[] } }
}
const one = async (query: Record<string, string>) =>
  (await client.get('/product/item/get', query)) as unknown as { code: string; data: Row }
const skuXml = (sku: string, figures: string) =>
  `<Sku><ItemId>${listing(sku).productId}</ItemId><SkuId>${listing(sku).skuId}</SkuId>${figures}</Sku>`
const xml = (...skus: string[]) => `<Request><Product><Skus>${skus.join('')}</Skus></Product></Request>`
const post = (path: string, payload: string) => client.post(path, 'form', { payload })
const sellable = (payload: string) => post('/product/stock/sellable/update', payload)
const stocks = () => ['22423', '85123A', '22457'].map((sku) => listing(sku).stock)

it('products are listed page by page, by state and by time', async () => {
  const pages = [await list({ limit: '2' }), await list({ limit: '2', offset: '2' })]
  expect(pages.map(({ data }) => data.total_products)).toEqual([3, 3])
  const found = pages.flatMap(({ data }) => data.products)
  expect(new Set(found.map((row) => row['item_id'])).size).toBe(3)
  client.sandbox.clock.shift(3_600)
  const from = new Date(client.sandbox.clock.nowMs() - 1_000).toISOString()
  await client.control('/lazada/products', { shop_id: MY, sku: '22423', is_listed: false })
  await client.control('/lazada/products', { shop_id: MY, sku: '22457', delete: true })
  expect((await list({ update_after: from })).data.products).toMatchObject([
    { item_id: listing('22423').productId, status: 'InActive', skus: [{ Status: 'inactive' }] },
  ])
  expect((await list({ update_before: from })).data.total_products).toBe(1)
  expect((await list({ filter: 'live' })).data.products).toMatchObject([
    { attributes: { name: 'Thing 85123A' } },
  ])
  expect((await list({ filter: 'deleted' })).data.products).toMatchObject([{ status: 'Deleted' }])
  expect((await list({ sku_seller_list: '["85123A"]' })).data.total_products).toBe(1)
  expect((await list({ sku_seller_list: '85123A' })).code).toBe('70')
  expect((await list({ filter: 'some' })).code).toBe('36')
  expect((await list({ filter: '' })).code).toBe('MissingParameter')
  expect((await list({ limit: '51' })).code).toBe('19')
  expect((await list({ update_after: 'yesterday' })).code).toBe('17')
})

it('a product is told by its number or by the code of the seller', async () => {
  const { productId, skuId } = listing('85123A')
  const { data } = await one({ item_id: String(productId) })
  expect(data).toMatchObject({
    item_id: productId,
    variation: { Variation1: { name: 'Design' } },
    skus: [
      {
        SkuId: skuId,
        SellerSku: '85123A',
        Available: 9,
        quantity: 9,
        price: 12.5,
        saleProp: { Design: 'A' },
      },
    ],
  })
  expect((await one({ seller_sku: '85123A' })).data).toEqual(data)
  expect((await one({ item_id: '1' })).code).toBe('208')
  expect((await one({})).code).toBe('MissingParameter')
})

describe('stock', () => {
  it('is set in XML and in JSON', async () => {
    client.sandbox.clock.shift(60)
    const before = client.sandbox.clock.now()
    const payload = xml(
      skuXml('22423', '<SellableQuantity>0</SellableQuantity>'),
      skuXml('85123A', '<SellableQuantity>31</SellableQuantity>'),
    )
    expect(await sellable(payload)).toMatchObject({ code: '0', data: {} })
    expect(stocks()).toEqual([0, 31, 9])
    const { productId: ItemId, skuId: SkuId } = listing('22457')
    const rows = { Sku: [{ ItemId, SkuId, SellableQuantity: 4 }] }
    await sellable(JSON.stringify({ Request: { Product: { Skus: rows } } }))
    expect(stocks()).toEqual([0, 31, 4])
    const [row] = (await list({ sku_seller_list: '["85123A"]' })).data.products
    expect(row).toMatchObject({ skus: [{ Available: 31 }] })
    expect(Number(row?.['updated_time'])).toBeGreaterThanOrEqual(before * 1000)
  })

  it('stays as it is, all of it, when one of the SKUs is wrong', async () => {
    const good = skuXml('22423', '<SellableQuantity>1</SellableQuantity>')
    const wrong = [
      skuXml('85123A', '<SellableQuantity>-1</SellableQuantity>'),
      '<Sku><ItemId>1</ItemId><SkuId>2</SkuId><SellableQuantity>1</SellableQuantity></Sku>',
      '<Sku><SellerSku>85123A</SellerSku><SellableQuantity>1</SellableQuantity></Sku>',
    ]
    for (const row of wrong)
      expect(await sellable(xml(good, row))).toMatchObject({
        code: '501',
        type: 'ISP',
        detail: [{ message: expect.any(String) }],
      })
    expect(stocks()).toEqual([9, 9, 9])
    expect((await sellable(xml())).code).toBe('30')
    expect((await sellable(xml(...Array.from({ length: 51 }, () => good)))).code).toBe('204')
    expect((await sellable('no payload')).code).toBe('5')
    expect((await client.get('/product/stock/sellable/update', { payload: xml(good) })).code).toBe(
      'UnsupportedHTTPMethod',
    )
    client.token = 'wrong'
    expect((await sellable(xml(good))).code).toBe('IllegalAccessToken')
    expect(stocks()).toEqual([9, 9, 9])
  })

  it('is not set for the goods of another shop', async () => {
    const elsewhere = { shop_id: VN, sku: '99999', name: 'Lamp', price: 1_000, stock: 5 }
    await client.control('/lazada/products', elsewhere)
    const lamp = client.sandbox.lazada.catalog.find(VN, '99999')
    const row = `<Sku><ItemId>${lamp?.productId}</ItemId><SkuId>${lamp?.skuId}</SkuId><SellableQuantity>1</SellableQuantity></Sku>`
    expect((await sellable(xml(row))).code).toBe('501')
    expect(lamp?.stock).toBe(5)
  })

  it('is set together with the price, or each alone', async () => {
    const update = (figures: string) => post('/product/price_quantity/update', xml(skuXml('22423', figures)))
    await update('<Price>8.50</Price><Quantity>3</Quantity>')
    expect(listing('22423')).toMatchObject({ price: 850, stock: 3 })
    await update('<Price>9</Price>')
    expect(listing('22423')).toMatchObject({ price: 900, stock: 3 })
    expect((await update('<Price>0</Price><Quantity>7</Quantity>')).code).toBe('501')
    expect(listing('22423')).toMatchObject({ price: 900, stock: 3 })
  })
})
