import { afterEach, beforeEach, expect, it } from 'vitest'
import { MY, startLinked, type Client } from './sign-call.ts'

let client: Client

beforeEach(async () => {
  client = await startLinked()
  for (const sku of ['85123A', '22423', '22457'])
    await client.control('/shopee/orders', {
      shop_id: MY,
      order: { ref: sku, lines: [[sku, `Thing ${sku}`, 1, 9.9]] },
    })
})
afterEach(() => client.sandbox.close())

const list = (offset: number, item_status = 'NORMAL') =>
  client.get('product/get_item_list', { offset, page_size: 2, item_status })

it('what was sold is listed, page by page', async () => {
  const [first, second] = [(await list(0)).response, (await list(2)).response]
  expect(first).toMatchObject({ total_count: 3, has_next_page: true, next_offset: 2 })
  expect(second).toMatchObject({ total_count: 3, has_next_page: false })
  expect(new Set([...first.item, ...second.item].map((item) => item.item_id)).size).toBe(3)
  expect((await list(0, 'UNLIST')).response.item).toEqual([])
  expect(await list(0, 'GONE')).toMatchObject({ error: 'error_param' })
})

it('an item has its price, or a variation that has it', async () => {
  const catalog = client.sandbox.shopee.catalog.all(MY)
  const [plain, varied] = ['22423', '85123A'].map((sku) => catalog.find((product) => product.sku === sku))
  const base = await client.get('product/get_item_base_info', {
    item_id_list: `${plain?.productId},${varied?.productId}`,
  })
  expect(base.response.item_list).toMatchObject([
    { item_sku: '22423', has_model: false, price_info: [{ currency: 'MYR', original_price: 9.9 }] },
    { item_sku: '85123', has_model: true },
  ])
  expect(base.response.item_list[1]).not.toHaveProperty('price_info')
  const models = await client.get('product/get_model_list', { item_id: varied?.productId ?? 0 })
  expect(models.response.model).toMatchObject([
    { model_sku: '85123A', price_info: [{ original_price: 9.9 }] },
  ])
  expect(await client.get('product/get_model_list', { item_id: 1 })).toMatchObject({
    error: 'error_item_not_found',
  })
})

it('the list, the items and their models tell what became of them, and when', async () => {
  const { clock } = client.sandbox
  clock.shift(3_600)
  const from = clock.now()
  await client.control('/shopee/products', { shop_id: MY, sku: '22423', stock: 7, price: 1_250 })
  await client.control('/shopee/products', { shop_id: MY, sku: '85123A', stock: 3, is_listed: false })
  await client.control('/shopee/products', { shop_id: MY, sku: '22457', delete: true })
  const changed = async (item_status: string, update_time_from: number, update_time_to = clock.now()) => {
    const query = { offset: 0, page_size: 10, item_status, update_time_from, update_time_to }
    return (await client.get('product/get_item_list', query)).response.item
  }
  const find = (sku: string) => client.sandbox.shopee.catalog.find(MY, sku)?.productId ?? 0
  expect(await changed('NORMAL', from)).toMatchObject([{ item_id: find('22423'), item_status: 'NORMAL' }])
  expect(await changed('UNLIST', from)).toMatchObject([{ item_id: find('85123A'), item_status: 'UNLIST' }])
  expect(await changed('SELLER_DELETE', from)).toMatchObject([{ item_id: find('22457') }])
  expect(await changed('NORMAL,UNLIST', from)).toHaveLength(2)
  expect(await changed('NORMAL,UNLIST', clock.now() + 60, clock.now() + 120)).toEqual([])
  expect(await changed('NORMAL,UNLIST', 0, from - 1)).toEqual([])
  const base = await client.get('product/get_item_base_info', { item_id_list: find('22423') })
  expect(base.response.item_list).toMatchObject([
    {
      price_info: [{ original_price: 12.5 }],
      stock_info_v2: { summary_info: { total_available_stock: 7 }, seller_stock: [{ stock: 7 }] },
    },
  ])
  const models = await client.get('product/get_model_list', { item_id: find('85123A') })
  expect(models.response.model).toMatchObject([{ stock_info_v2: { seller_stock: [{ stock: 3 }] } }])
})
