import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePng } from '../../../test/steps/selling-session.ts'
import { MY, startLinked, type Client } from './sign-call.ts'

let client: Client
let image: string
beforeEach(async () => {
  client = await startLinked()
  image = client.sandbox.shopee.images.add(Buffer.from(makePng(50, 50).bytes))?.id ?? ''
})
afterEach(() => client.sandbox.close())

const CUPS = 100_639
const material = { attribute_id: 100_111, attribute_value_list: [{ value_id: 501_104 }] }
const item = (more: object = {}) => ({
  original_price: 29.9,
  description: 'Made by hand and fired twice.',
  weight: 0.4,
  item_name: 'Stoneware mug',
  category_id: CUPS,
  image: { image_id_list: [image] },
  attribute_list: [material],
  logistic_info: [{ logistic_id: 28_055, enabled: true }],
  seller_stock: [{ stock: 5 }],
  item_sku: 'MUG',
  ...more,
})
const add = (more: object = {}) => client.post('product/add_item', item(more))
const added = async (more: object = {}) =>
  ((await add(more)).response as unknown as { item_id: number }).item_id
const models = async (item_id: number) =>
  (await client.get('product/get_model_list', { item_id })).response.model as unknown as {
    model_id: number
    model_sku: string
    tier_index: number[]
  }[]

describe('add_item', () => {
  it.each([
    [{ item_name: 'Mug' }, 'error_param'],
    [{ description: 'x'.repeat(3_001) }, 'error_param'],
    [{ category_id: 100_612 }, 'error_invalid_category'],
    [{ category_id: 100_654 }, 'error_invalid_category'],
    [{ original_price: 0.01 }, 'error_price_exceed_min_limitt'],
    [{ original_price: 9.999 }, 'error_invalid_price'],
    [{ weight: 0 }, 'error_param'],
    [{ image: { image_id_list: [] } }, 'error_param'],
    [{ image: { image_id_list: ['never'] } }, 'error_param'],
    [{ attribute_list: [] }, 'error_invalid_attribute'],
    [{ attribute_list: [{ ...material, attribute_id: 7 }] }, 'error_invalid_category_attribute'],
    [{ brand: { brand_id: 7, original_brand_name: 'Own' } }, 'error_invalid_brand'],
    [{ logistic_info: [{ logistic_id: 28_055, enabled: false }] }, 'error_param'],
    [{ logistic_info: [{ logistic_id: 50_021, enabled: true }] }, 'error_param'],
    [{ seller_stock: [{ stock: 1.5 }] }, 'error_param'],
    [{ dimension: { package_length: 1.5, package_width: 1, package_height: 1 } }, 'error_param'],
    // A category of clothes wants a brand, one of devices a size.
    [{ category_id: 100_644 }, 'error_invalid_brand'],
  ])('refuses %j', async (wrong, slug) => {
    expect((await add(wrong)).error).toBe(slug)
    expect(client.sandbox.shopee.catalog.all(MY)).toEqual([])
  })

  it('puts an item up whose picture, words and pieces can be read back', async () => {
    const id = await added({ brand: { brand_id: 1_200_002, original_brand_name: 'Aoi Studio' } })
    const { response } = await client.get('product/get_item_base_info', { item_id_list: id })
    const [shown] = response.item_list
    expect(shown).toMatchObject({
      item_sku: 'MUG',
      category_id: CUPS,
      attribute_list: [{ original_attribute_name: 'Material' }],
      image: { image_url_list: [`${client.sandbox.url}/uploads/${image}.png`] },
      brand: { original_brand_name: 'Aoi Studio' },
      stock_info_v2: { summary_info: { total_available_stock: 5 } },
    })
    await client.control('/shopee/live', { per_minute: 60 })
    for (let turn = 0; turn < 20; turn++) client.sandbox.clock.shift(2)
    // Live selling sells what is published, and nothing else is there to be sold.
    expect(client.sandbox.shopee.catalog.find(MY, 'MUG')?.stock).toBeLessThan(5)
  })

  it('lets two items have one code, and searches by it', async () => {
    const ids = [await added(), await added()]
    const { response } = await client.get('product/search_item', {
      item_sku: 'MUG',
      page_size: 10,
      offset: '',
    })
    expect(response).toMatchObject({ item_id_list: expect.arrayContaining(ids), total_count: 2 })
    await client.post('product/delete_item', { item_id: ids[0] })
    expect((await client.post('product/delete_item', { item_id: ids[0] })).error).toBe('error_item_not_found')
    const left = (await client.get('product/search_item', { item_sku: 'MUG', page_size: 10 })).response
    expect(left).toMatchObject({ item_id_list: [ids[1]], total_count: 1 })
    // Both had the code; the next one takes it over, and is what a buyer of it gets.
    await client.post('product/delete_item', { item_id: ids[1] })
    const third = await added()
    const order = { ref: 'x', lines: [['MUG', 'Mug', 1, 29.9]] }
    const { order_sn: sn } = await client.control('/shopee/orders', { shop_id: MY, order })
    expect(client.sandbox.shopee.book.find(sn)?.lines[0]?.product.productId).toBe(third)
  })
})

describe('the models of an item', () => {
  const tiers = (...options: string[]) => ({
    tier_variation: [{ name: 'Colour', option_list: options.map((option) => ({ option })) }],
  })
  const model = (index: number, model_sku: string, original_price = 10) => ({
    tier_index: [index],
    original_price,
    model_sku,
    seller_stock: [{ stock: 2 }],
  })
  const init = (item_id: number, more: object) =>
    client.post('product/init_tier_variation', { item_id, ...tiers('Red', 'Blue'), ...more })

  it('are made, added, moved and deleted, each under the rules', async () => {
    const id = await added()
    const refusals: [object, string][] = [
      [{ model: [model(2, 'X')] }, 'error_param'],
      [{ model: [model(0, 'X'), model(0, 'Y')] }, 'error_model_duplicate_tier_variation_index'],
      [{ model: [model(0, 'X', 10), model(1, 'Y', 80)] }, 'product.error_busi'],
      [{ model: Array.from({ length: 51 }, () => model(0, 'X')) }, 'error_model_count_over_limit'],
      [{ ...tiers('A colour of more than twenty'), model: [model(0, 'X')] }, 'error_param'],
    ]
    for (const [wrong, slug] of refusals) expect((await init(id, wrong)).error).toBe(slug)
    expect((await client.post('product/add_model', { item_id: id, model_list: [model(0, 'X')] })).error).toBe(
      'error_param',
    )
    expect((await init(id, { model: [model(0, 'R'), model(1, 'B')] })).error).toBe('')
    expect((await init(id, { model: [model(0, 'R')] })).message).toBe(
      'The level of tier-variation not change.',
    )
    const [red, blue] = await models(id)
    const update = (model_list: object[], ...options: string[]) =>
      client.post('product/update_tier_variation', { item_id: id, ...tiers(...options), model_list })
    expect((await update([{ model_id: 1, tier_index: [0] }], 'Red')).error).toBe('error_wrong_modelid')
    expect((await update([{ model_id: red?.model_id, tier_index: [1] }], 'Green', 'Red')).error).toBe('')
    // The one that was not named is gone.
    expect(await models(id)).toMatchObject([{ model_id: red?.model_id, tier_index: [1] }])
    const gone = { item_id: id, model_id: blue?.model_id }
    expect((await client.post('product/delete_model', gone)).error).toBe('error_param')
    const only = { item_id: id, model_id: red?.model_id }
    expect((await client.post('product/delete_model', only)).error).toBe('error_busi_cannot_delete_all_model')
    const more = { item_id: id, model_list: [model(0, 'G')] }
    expect((await client.post('product/add_model', more)).error).toBe('')
    expect((await client.post('product/delete_model', only)).error).toBe('')
    expect((await models(id)).map(({ model_sku }) => model_sku)).toEqual(['G'])
  })
})
