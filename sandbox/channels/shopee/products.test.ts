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
  const catalogue = client.sandbox.shopee.catalogue.all(MY)
  const [plain, varied] = ['22423', '85123A'].map((sku) => catalogue.find((product) => product.sku === sku))
  const base = await client.get('product/get_item_base_info', {
    item_id_list: `${plain?.itemId},${varied?.itemId}`,
  })
  expect(base.response.item_list).toMatchObject([
    { item_sku: '22423', has_model: false, price_info: [{ currency: 'MYR', original_price: 9.9 }] },
    { item_sku: '85123', has_model: true },
  ])
  expect(base.response.item_list[1]).not.toHaveProperty('price_info')
  const models = await client.get('product/get_model_list', { item_id: varied?.itemId ?? 0 })
  expect(models.response.model).toMatchObject([
    { model_sku: '85123A', price_info: [{ original_price: 9.9 }] },
  ])
  expect(await client.get('product/get_model_list', { item_id: 1 })).toMatchObject({
    error: 'error_item_not_found',
  })
})
