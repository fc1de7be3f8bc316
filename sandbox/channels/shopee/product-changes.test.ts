import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MY, startLinked, type Client } from './sign-call.ts'

let client: Client
beforeEach(async () => {
  client = await startLinked()
  for (const sku of ['22423', '85123A'])
    await client.control('/shopee/products', {
      shop_id: MY,
      sku,
      name: `Thing ${sku}`,
      price: 990,
      stock: 40,
    })
})
afterEach(() => client.sandbox.close())

const listing = (sku: string) => {
  const found = client.sandbox.shopee.catalog.find(MY, sku)
  if (!found) throw new Error(`no ${sku}`)
  return found
}
const setStock = (item_id: unknown, ...stock_list: unknown[]) =>
  client.post('product/update_stock', { item_id, stock_list })
const row = (model_id: number, stock: unknown, more: object = {}) => ({
  model_id,
  seller_stock: [{ stock, ...more }],
})
const shown = async (sku: string) => {
  const { productId, skuId } = listing(sku)
  const reply =
    skuId === 0
      ? (await client.get('product/get_item_base_info', { item_id_list: productId })).response.item_list
      : (await client.get('product/get_model_list', { item_id: productId })).response.model
  return reply[0]
}

describe('update_stock', () => {
  it('sets an item without models, and a model', async () => {
    const [plain, varied] = [listing('22423'), listing('85123A')]
    client.sandbox.clock.shift(60)
    const before = client.sandbox.clock.now()
    expect((await setStock(plain.productId, { seller_stock: [{ stock: 7 }] })).response).toMatchObject({
      success_list: [{ model_id: 0, location_id: 'MYZ', stock: 7 }],
      failure_list: [],
    })
    await setStock(varied.productId, row(varied.skuId, 0, { location_id: 'MYZ' }))
    expect(await shown('22423')).toMatchObject({ stock_info_v2: { seller_stock: [{ stock: 7 }] } })
    expect(await shown('85123A')).toMatchObject({ stock_info_v2: { seller_stock: [{ stock: 0 }] } })
    expect(listing('22423').changedAt).toBeGreaterThanOrEqual(before)
  })

  it('does the rows that it can, and says why it did not do the others', async () => {
    const { productId, skuId } = listing('85123A')
    const reply = await setStock(
      productId,
      row(skuId, 5),
      row(1, 5),
      row(skuId, -1),
      row(skuId, 5, { location_id: 'X' }),
    )
    expect(reply).toMatchObject({ status: 200, error: '' })
    expect(reply.response).toMatchObject({
      success_list: [{ model_id: skuId, stock: 5 }],
      failure_list: [{ model_id: 1 }, { model_id: skuId }, { model_id: skuId }],
    })
    expect(await setStock(productId, row(1, 5))).toMatchObject({
      error: 'product.error_busi_update_stock_failed',
      response: { success_list: [], failure_list: [{ model_id: 1, failed_reason: expect.any(String) }] },
    })
    expect(listing('85123A').stock).toBe(5)
  })

  it('refuses what is no item of the shop, too many rows, and strangers', async () => {
    expect(await setStock(1, row(0, 5))).toMatchObject({ error: 'error_item_not_found' })
    const { productId } = listing('22423')
    expect(await setStock('x', row(0, 5))).toMatchObject({ error: 'error_param' })
    expect(await setStock(productId, ...Array.from({ length: 51 }, () => row(0, 5)))).toMatchObject({
      error: 'error_param',
    })
    await client.control('/shopee/products', { shop_id: MY, sku: '22423', delete: true })
    expect(await setStock(productId, row(0, 5))).toMatchObject({ error: 'error_item_not_found' })
    client.tokens.access_token = 'wrong'
    expect((await setStock(productId, row(0, 5))).status).toBe(403)
    expect(listing('22423').stock).toBe(40)
  })

  it('has taken effect when only its answer was lost', async () => {
    await client.control('/faults', { malformed: 1, count: 1 })
    await expect(setStock(listing('22423').productId, row(0, 3))).rejects.toThrow()
    expect(await shown('22423')).toMatchObject({ stock_info_v2: { seller_stock: [{ stock: 3 }] } })
  })
})

it('a price is set in the currency of the shop, whole sen at least', async () => {
  const { productId } = listing('22423')
  const set = (original_price: unknown) =>
    client.post('product/update_price', { item_id: productId, price_list: [{ original_price }] })
  expect((await set(12.34)).response).toMatchObject({
    success_list: [{ model_id: 0, original_price: 12.34 }],
  })
  for (const wrong of [0, -1, 1.234, '5'])
    expect(await set(wrong)).toMatchObject({ error: 'product.error_update_price_fail' })
  expect(await shown('22423')).toMatchObject({ price_info: [{ current_price: 12.34 }] })
})

it('an item leaves the shelf and comes back', async () => {
  const { productId } = listing('22423')
  const unlist = (unlisted: boolean, item_id = productId) =>
    client.post('product/unlist_item', { item_list: [{ item_id, unlist: unlisted }] })
  const listed = async (item_status: string) =>
    (await client.get('product/get_item_list', { offset: 0, page_size: 10, item_status })).response.item
  expect((await unlist(true)).response).toMatchObject({
    success_list: [{ item_id: productId, unlist: true }],
  })
  expect(await listed('UNLIST')).toMatchObject([{ item_id: productId, item_status: 'UNLIST' }])
  const order = { ref: 'a', lines: [['22423', 'Thing', 1, 9.9]] }
  expect(await client.control('/shopee/orders', { shop_id: MY, order })).toHaveProperty('error')
  await unlist(false)
  expect(await listed('UNLIST')).toEqual([])
  expect(await client.control('/shopee/orders', { shop_id: MY, order })).toHaveProperty('order_sn')
  expect((await unlist(true, 1)).response).toMatchObject({ success_list: [], failure_list: [{ item_id: 1 }] })
})
