/** Many templates that lack the same, over real HTTP: told once with all of them, and filled in together without touching what is written. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { giftCategoryOf } from '../../../test/steps/gift-category.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'

let running: TestConsole
let seller: Account
let shopee: number
let lazada: number
let gifts: { shopee: string; lazada: string }

beforeAll(async () => {
  // Without a worker: the listings are those of this test alone.
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  lazada = await linkShop(running.sandbox.url, seller, 100190015, { code: 'lazada', id: 1 })
  shopee = await linkShop(running.sandbox.url, seller, 727720655, { code: 'shopee', id: 2 })
  gifts = { shopee: await giftCategoryOf(seller, shopee), lazada: await giftCategoryOf(seller, lazada) }
})
afterAll(() => running?.stop())

/** Drafts for Lazada of listings at Shopee. */
async function copiesOf(codes: string[]): Promise<number[]> {
  const products = codes.map((code) =>
    productOf({
      channelProductId: code,
      name: `Gift box of ${code}`,
      channelCategoryId: gifts.shopee,
      package: { weight: null, length: null, width: null, height: null },
      skus: [skuOf({ channelSkuId: code, shopSku: code, sellerSku: code })],
    }),
  )
  await putProducts(running, { ownerId: seller.ownerId, shopId: shopee }, products)
  const found = await seller.call(`GET /products/filter?shop_id=${shopee}&limit=100`)
  const ids = found
    .at<{ id: number; channel_product_id: string }[]>('data')
    .filter((row) => codes.includes(row.channel_product_id))
    .map(({ id }) => id)
  const copied = await seller.call('POST /product-template/copy-listings', {
    product_ids: ids,
    shop_ids: [lazada],
  })
  return copied.at<{ template_id: number }[]>('data.created').map(({ template_id: id }) => id)
}

type Missing = {
  path: string
  rule: string
  shop_id: number | null
  platform_category_id: string | null
  templates: { id: number }[]
}

async function missing(ids: number[], path: string, account = seller): Promise<Missing | undefined> {
  const asked = await account.call(`GET /product-template/missing?template_ids=${ids.join(',')}`)
  expect(asked.status).toBe(200)
  return asked.at<Missing[]>('data').find((one) => one.path === path)
}

async function fill(ids: number[], given: object, account = seller): Promise<number[]> {
  const done = await account.call('POST /product-template/fill-missing', { template_ids: ids, ...given })
  expect([done.status, done.body]).toEqual([200, expect.anything()])
  return done.at<number[]>('data.filled')
}

type Attribute = { attribute_id: string; name: string; value: string; value_id: string | null; unit: null }
type Step = { id: number; required_attributes: Attribute[]; shipment_providers: object[] }
const stepOf = async (id: number) =>
  (await seller.call(`GET /product-template/${id}`)).at<Step>('data.shops.0')
const cotton = { attribute_id: 'material', name: 'material', value: 'Cotton', value_id: null, unit: null }

it('are told once with all templates that lack them, and filled in where they are empty', async () => {
  const [first = 0, second = 0, third = 0] = await copiesOf(['GAP-1', 'GAP-2', 'GAP-3'])
  const all = [first, second, third]
  expect(await missing(all, 'platform_category_id')).toMatchObject({
    shop_id: lazada,
    platform_category_id: null,
    templates: all.map((id) => ({ id })),
  })

  const names = { cate_name_en: 'Gift Sets', cate_name_my: 'Set Hadiah' }
  const category = { shop_id: lazada, of_category: '', platform_category_id: gifts.lazada, ...names }
  expect(await fill(all, { step: category })).toEqual(all)
  expect(await missing(all, 'platform_category_id')).toBeUndefined()
  expect(await fill(all, { step: { ...category, platform_category_id: '1' } })).toEqual([])

  const lacking = await missing(all, 'required_attributes.material')
  expect(lacking).toMatchObject({ rule: 'required', shop_id: lazada, platform_category_id: gifts.lazada })
  const { id: step } = await stepOf(second)
  const silk = { ...cotton, value: 'Silk' }
  await seller.call(`PUT /shop-product-template/${step}`, { required_attributes: [silk] })
  const given = { shop_id: lazada, of_category: gifts.lazada, required_attributes: [cotton] }
  expect(await fill(all, { step: { ...given, of_category: '1' } })).toEqual([])
  expect(await fill(all, { step: given })).toEqual([first, third])
  expect(await missing(all, 'required_attributes.material')).toBeUndefined()
  expect((await stepOf(first)).required_attributes).toMatchObject([{ value: 'Cotton' }])
  expect((await stepOf(second)).required_attributes).toMatchObject([{ value: 'Silk' }])

  expect((await missing(all, 'package_weight'))?.templates).toHaveLength(3)
  const size = { package_weight: 0.4, package_length: 20, package_width: 15, package_height: 10 }
  await seller.call(`PUT /product-template/${third}`, { package_weight: 2 })
  expect(await fill(all, { template: size })).toEqual(all)
  expect(await missing(all, 'package_weight')).toBeUndefined()
  expect((await seller.call(`GET /product-template/${third}`)).at('data')).toMatchObject({
    ...size,
    package_weight: 2,
  })
  const listed = await seller.call('GET /product-template?keyword=GAP-1')
  expect(listed.at('data.0')).toMatchObject({
    status: { code: 'draft' },
    problem_count: (await seller.call(`GET /product-template/${first}/problems`)).at<object[]>('data').length,
  })
})

it('are taken back where the value still stands', async () => {
  const ids = await copiesOf(['BACK-1', 'BACK-2', 'BACK-3'])
  const [first = 0, second = 0, third = 0] = ids
  const undo = async (given: object, of = ids) => {
    const done = await seller.call('POST /product-template/undo-filling', { template_ids: of, ...given })
    expect([done.status, done.body]).toEqual([200, expect.anything()])
    return done.at<number[]>('data.emptied')
  }
  const weight = { template: { package_weight: 0.4 } }
  expect(await fill(ids, weight)).toEqual(ids)
  await seller.call(`PUT /product-template/${second}`, { package_weight: 0.7 })
  expect(await undo(weight)).toEqual([first, third])
  expect(await undo(weight)).toEqual([])
  expect((await missing(ids, 'package_weight'))?.templates).toMatchObject([{ id: first }, { id: third }])

  const names = { cate_name_en: 'Gift Sets', cate_name_my: 'Set Hadiah' }
  const category = {
    step: { shop_id: lazada, of_category: '', platform_category_id: gifts.lazada, ...names },
  }
  expect(await fill(ids, category)).toEqual(ids)
  const place = { shop_id: lazada, of_category: gifts.lazada }
  const material = { step: { ...place, required_attributes: [cotton] } }
  expect(await fill(ids, material)).toEqual(ids)
  const { id: step } = await stepOf(second)
  await seller.call(`PUT /shop-product-template/${step}`, {
    required_attributes: [{ ...cotton, value: 'Silk' }],
  })
  expect(await undo(material)).toEqual([first, third])
  expect((await stepOf(second)).required_attributes).toMatchObject([{ value: 'Silk' }])
  expect((await missing(ids, 'required_attributes.material'))?.templates).toHaveLength(2)

  const courier = { logistics_channel_id: 1, logistics_channel_name: 'Courier 1', enabled: true }
  const delivery = { step: { ...place, shipment_providers: [courier] } }
  expect(await fill([first], delivery)).toEqual([first])
  expect(await undo(delivery)).toEqual([first])
  expect((await stepOf(first)).shipment_providers).toEqual([])

  expect(await undo(category, [third])).toEqual([third])
  expect((await missing(ids, 'platform_category_id'))?.templates).toMatchObject([{ id: third }])
})

it('narrow the list of templates to those that lack one', async () => {
  const [light = 0, heavy = 0] = await copiesOf(['LIST-1', 'LIST-2'])
  await seller.call(`PUT /product-template/${heavy}`, { package_weight: 2 })
  const listed = async (field: string) => {
    const found = await seller.call(`GET /product-template?keyword=LIST&problem_field=${field}`)
    expect(found.status).toBe(200)
    const ids = found.at<{ id: number }[]>('data').map(({ id }) => id)
    expect(found.at('meta.status_counts')).toEqual(ids.length > 0 ? { '0': ids.length } : {})
    return ids.toSorted((a, b) => a - b)
  }
  expect(await listed('package_weight')).toEqual([light])
  expect(await listed('package_length')).toEqual([light, heavy])
  expect(await listed('skus.price')).toEqual([])
  await fill([light], { template: { package_weight: 0.4 } })
  expect(await listed('package_weight')).toEqual([])
})

it('gives couriers to steps that have none', async () => {
  const [id = 0] = await copiesOf(['SHIP-1'])
  const { id: step } = await stepOf(id)
  await seller.call(`PUT /shop-product-template/${step}`, { platform_category_id: gifts.lazada })
  const courier = (code: number) => ({
    logistics_channel_id: code,
    logistics_channel_name: `Courier ${code}`,
    enabled: true,
  })
  const given = (code: number) => ({
    step: { shop_id: lazada, of_category: gifts.lazada, shipment_providers: [courier(code)] },
  })
  expect(await fill([id], given(1))).toEqual([id])
  expect(await fill([id], given(2))).toEqual([])
  expect((await stepOf(id)).shipment_providers).toMatchObject([courier(1)])
})

it('makes a version that an open form has to merge, and only where something was filled in', async () => {
  const [id = 0] = await copiesOf(['OPEN-1'])
  const read = (await seller.call(`GET /product-template/${id}`)).at<string | null>('data.version')
  expect(await fill([id], { template: { package_weight: 0.4 } })).toEqual([id])
  const late = await seller.call(`PUT /product-template/${id}`, { updated_at: read, name: 'Written before' })
  expect([late.status, late.at('code')]).toEqual([409, 'changed_by_other'])
  const now = (await seller.call(`GET /product-template/${id}`)).at<string>('data.version')
  expect(await fill([id], { template: { package_weight: 0.5 } })).toEqual([])
  expect((await seller.call(`GET /product-template/${id}`)).at('data.version')).toBe(now)
})

it('are nothing of templates that the user may not see', async () => {
  const [id = 0] = await copiesOf(['SCOPE-1'])
  const stranger = await running.signUp('stranger')
  const asked = await stranger.call(`GET /product-template/missing?template_ids=${id}`)
  expect(asked.at('data')).toEqual([])
  expect(await fill([id], { template: { package_weight: 0.4 } }, stranger)).toEqual([])
  expect((await missing([id], 'package_weight'))?.templates).toMatchObject([{ id }])
})
