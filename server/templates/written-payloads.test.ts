/** Templates as the specification writes them: numbers of things as texts or figures, and other names for the same. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  linkWebStore,
  startTestConsole,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { uploadPhoto } from '../../test/steps/template-photo.ts'

let running: TestConsole
let seller: Account
let shop: number

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  await linkWebStore(running.sandbox.url, seller, 'hana-home')
  shop = (await seller.call('GET /shops')).at<number>('data.0.id')
})
afterAll(() => running?.stop())

const begin = async (more: object = {}) => {
  const made = await seller.call('POST /product-template', { platform_ids: [6], name: 'Cloth', ...more })
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  return made
}

it('takes ids as texts, and the special price of the second generation of web stores', async () => {
  const { image_url } = await uploadPhoto(running, seller, '#336699')
  const made = await begin({
    platform_ids: ['6'],
    shop_ids: [String(shop)],
    category_id: '12',
    images: [{ image_url }],
    images_shopee: [{ image_id: 42, image_url }],
    skus: [
      {
        variants: [],
        price: 20,
        quantity: 3,
        specialPrice: { price: 15, dateFrom: '2026-12-01 00:00', dateTo: '2026-12-31 23:59' },
      },
      { variants: [], price: 20, quantity: 3, specialPrice: null },
    ],
  })
  expect(made.at('data')).toMatchObject({
    platform_ids: [6],
    category_id: 12,
    images: [{ image_id: null, image_url }],
    images_shopee: [{ image_id: '42', image_url }],
    skus: [
      {
        special_price: 15,
        special_date_from: '2026-12-01 00:00',
        special_date_to: '2026-12-31 23:59',
      },
      { special_price: null, special_date_from: '', special_date_to: '' },
    ],
    shops: [{ shop_id: shop }],
  })
  expect(made.at<object>('data.skus.0')).not.toHaveProperty('specialPrice')
})

it('takes the steps of shops with ids of either kind, and attributes as an object', async () => {
  const made = await begin()
  const id = made.at<number>('data.id')
  const save = async (more: object) => {
    const saved = await seller.call('POST /shop-product-template', {
      product_template_id: String(id),
      shops: [
        {
          shop_id: String(shop),
          platform_category_id: 100_182,
          required_attributes: [],
          skus: [],
          shipment_providers: [],
          ...more,
        },
      ],
    })
    expect([saved.status, saved.body]).toEqual([200, expect.anything()])
    return saved.at<Record<string, unknown>>('data.shops.0')
  }
  expect(
    await save({
      category_id: '7',
      brand: { brand_id: 55, name: 'Hana' },
      required_attributes: [{ attribute_id: 100_134, name: 'Material', value_id: 603 }],
      skus: [
        {
          seller_sku: 'A',
          variants: [],
          price: 9,
          quantity: 1,
          specialPrice: { price: 8, dateFrom: '', dateTo: '' },
        },
      ],
      shipment_providers: [
        {
          logistics_channel_id: '80014',
          logistics_channel_name: 'Standard',
          enabled: true,
          mask_channel_id: '0',
        },
      ],
    }),
  ).toMatchObject({
    category_id: 7,
    platform_category_id: '100182',
    brand: { brand_id: '55', name: 'Hana' },
    required_attributes: [
      { attribute_id: '100134', name: 'Material', value_id: 603, value: '603', unit: null },
    ],
    skus: [{ special_price: 8 }],
    shipment_providers: [{ logistics_channel_id: 80_014, mask_channel_id: 0 }],
  })
  const attributes = { brand_id: 77, warranty_type: 'No Warranty', pieces: 3, model: null }
  const written = {
    brand: { brand_id: '77', name: '' },
    required_attributes: [
      { attribute_id: 'warranty_type', name: 'warranty_type', value_id: null, value: 'No Warranty' },
      { attribute_id: 'pieces', name: 'pieces', value_id: null, value: 3 },
    ],
  }
  expect(await save({ required_attributes: attributes })).toMatchObject(written)
  const step = made.at<number>('data.shops.0.id')
  await seller.call(`PUT /shop-product-template/${step}`, { brand: null, required_attributes: [] })
  const put = await seller.call(`PUT /shop-product-template/${step}`, { required_attributes: attributes })
  expect(put.at('data.shops.0')).toMatchObject(written)
})

it('keeps what a change does not name', async () => {
  const made = await begin({ threshold: 7, is_cod_allowed: 1 })
  const id = made.at<number>('data.id')
  const renamed = await seller.call(`PUT /product-template/${id}`, { name: 'Another cloth' })
  expect(renamed.at('data')).toMatchObject({ name: 'Another cloth', threshold: 7, is_cod_allowed: 1 })
  const step = made.at<number>('data.shops.0.id')
  const whole = {
    category_id: 9,
    platform_category_id: 'pcat_01',
    cate_name_en: 'Cloths',
    cate_name_my: 'Kain',
    brand: { brand_id: 'pcol_1', name: 'Hana' },
    is_cod_allowed: 1,
  }
  const saved = await seller.call(`PUT /shop-product-template/${step}`, whole)
  expect(saved.at('data.shops.0')).toMatchObject(whole)
  const attribute = { attribute_id: 'a', name: 'A', value_id: null, value: 'x' }
  const next = await seller.call(`PUT /shop-product-template/${step}`, { required_attributes: [attribute] })
  expect(next.at('data.shops.0')).toMatchObject({ ...whole, required_attributes: [attribute] })
})

it('refuses what is no id in words about the field', async () => {
  const id = (await begin()).at<number>('data.id')
  const wrong = await seller.call(`PUT /product-template/${id}`, {
    category_id: 'seven',
    platform_ids: ['x'],
    skus: [{ variants: [], price: 1, quantity: 1, specialPrice: { price: 'a', dateFrom: '', dateTo: '' } }],
  })
  expect([wrong.status, Object.keys(wrong.at<object>('invalid_fields'))]).toEqual([
    422,
    ['category_id', 'skus.0.specialPrice.price', 'platform_ids.0'],
  ])
  const large = await seller.call('POST /shop-product-template', {
    product_template_id: id,
    shops: [
      {
        shop_id: '99999999999999999999',
        platform_category_id: '',
        required_attributes: {},
        skus: [],
        shipment_providers: [],
      },
    ],
  })
  expect([large.status, Object.keys(large.at<object>('invalid_fields'))]).toEqual([422, ['shops.0.shop_id']])
})

it('refuses two steps of one shop', async () => {
  const id = (await begin()).at<number>('data.id')
  const step = {
    shop_id: shop,
    platform_category_id: '',
    required_attributes: [],
    skus: [],
    shipment_providers: [],
  }
  const steps = [step, { ...step, platform_category_id: '100182' }]
  const twice = await seller.call('POST /shop-product-template', { product_template_id: id, shops: steps })
  expect([twice.status, twice.at('invalid_fields')]).toEqual([
    422,
    { 'shops.1.shop_id': 'List each entry only once' },
  ])
})
