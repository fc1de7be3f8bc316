/** Categories and attributes that are suggested out of choices and of stored listings, over real HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProductAttribute } from '../../../model/product.ts'
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
let lazada: number
let shopee: number
let gifts: { lazada: string; shopee: string }
let cards: { shopee: string }

beforeAll(async () => {
  // Without a worker: the listings are those of this test alone.
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  lazada = await linkShop(running.sandbox.url, seller, 100190015, { code: 'lazada', id: 1 })
  shopee = await linkShop(running.sandbox.url, seller, 727720655, { code: 'shopee', id: 2 })
  gifts = {
    lazada: await giftCategoryOf(seller, lazada),
    shopee: await giftCategoryOf(seller, shopee),
  }
  const leaves = await seller.call(`GET /categories?shop_id=${shopee}&lang=en&tree=1`)
  const other = leaves
    .at<{ id: string; is_leaf: boolean; is_disabled: boolean }[]>('data')
    .find((row) => row.is_leaf && !row.is_disabled && row.id !== gifts.shopee)
  cards = { shopee: other?.id ?? '' }
  for (const [shopId, id] of [
    [lazada, gifts.lazada],
    [shopee, gifts.shopee],
  ] as const)
    await seller.call(`GET /categories/${id}/attributes?shop_id=${shopId}&lang=en`)
})
afterAll(() => running?.stop())

/** Lists a code in a shop; the same code in two shops is one SKU. */
const list = (shopId: number, category: string, codes: string[], attributes: ProductAttribute[] = []) =>
  putProducts(
    running,
    { ownerId: seller.ownerId, shopId },
    codes.map((code) =>
      productOf({
        channelProductId: `${shopId}-${code}`,
        channelCategoryId: category,
        attributes,
        skus: [skuOf({ channelSkuId: code, shopSku: code, sellerSku: code })],
      }),
    ),
  )

const codes = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `TWIN-${from + at}`)

type Step = Record<string, unknown> & { id: number; shop_id: number }

async function begin(
  platformIds: number[],
  more: object = {},
): Promise<{ id: number; of: (shop: number) => number }> {
  const made = await seller.call('POST /product-template', { platform_ids: platformIds, ...more })
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  const steps = made.at<Step[]>('data.shops')
  return {
    id: made.at('data.id'),
    of: (shop) => steps.find((step) => step.shop_id === shop)?.id ?? 0,
  }
}

const save = async (step: number, body: object) => {
  const saved = await seller.call(`PUT /shop-product-template/${step}`, body)
  expect([saved.status, saved.body]).toEqual([200, expect.anything()])
}
const categoriesFor = async (step: number, account = seller) =>
  account.call(`GET /shop-product-template/${step}/category-suggestions`)
const attributesFor = async (step: number, category: string) =>
  (await seller.call(`GET /shop-product-template/${step}/attribute-suggestions?category_id=${category}`)).at<
    Record<string, unknown>[]
  >('data')

describe('a category', () => {
  it('is suggested by listings of the SKUs that are in the category of another channel', async () => {
    await list(lazada, gifts.lazada, codes(0, 14))
    await list(shopee, gifts.shopee, codes(0, 12))
    await list(shopee, cards.shopee, codes(12, 13))
    // In a category that the channel no longer has.
    await list(shopee, '999999', codes(13, 14))
    const template = await begin([1, 2])
    expect((await categoriesFor(template.of(shopee))).at('data')).toEqual([])
    await save(template.of(lazada), { platform_category_id: gifts.lazada })
    const found = (await categoriesFor(template.of(shopee))).at<Record<string, unknown>[]>('data')
    expect(found).toMatchObject([
      { platform_category_id: gifts.shopee, listings: 12, chosen: 0, platform_ids: [1], confidence: 86 },
      { platform_category_id: cards.shopee, listings: 1, confidence: 7 },
    ])
    expect(found[0]).toMatchObject({
      name: 'Gift Sets',
      path: expect.stringContaining(' › Gift Sets') as string,
    })
    // Nothing was chosen by itself.
    const steps = (await seller.call(`GET /product-template/${template.id}`)).at<Step[]>('data.shops')
    expect(steps.find((step) => step.shop_id === shopee)).toMatchObject({ platform_category_id: '' })
  })

  it('is suggested by what people chose for the own category, once per template', async () => {
    const own = (await seller.call('POST /categories', { name: 'Wrapping' })).at<number>('data.id')
    for (let times = 0; times < 3; times++) {
      const earlier = await begin([2], { category_id: own })
      const step = { category_id: own, platform_category_id: cards.shopee, cate_name_en: 'Cards' }
      await save(earlier.of(shopee), step)
      await save(earlier.of(shopee), { ...step, is_cod_allowed: 1 })
    }
    const template = await begin([2], { category_id: own })
    expect((await categoriesFor(template.of(shopee))).at('data')).toMatchObject([
      { platform_category_id: cards.shopee, chosen: 3, listings: 0, platform_ids: [], confidence: 90 },
    ])
    // A choice at another channel leads to the listings there.
    await save((await begin([1], { category_id: own })).of(lazada), {
      category_id: own,
      platform_category_id: gifts.lazada,
    })
    expect((await categoriesFor(template.of(shopee))).at('data')).toMatchObject([
      { platform_category_id: gifts.shopee, chosen: 0, listings: 12 },
      { platform_category_id: cards.shopee, chosen: 3, listings: 1 },
    ])
  })

  it('is suggested to nobody else, and not out of shops that the reader does not see', async () => {
    const template = await begin([1, 2])
    await save(template.of(lazada), { platform_category_id: gifts.lazada })
    const stranger = await running.signUp('stranger')
    expect((await categoriesFor(template.of(shopee), stranger)).status).toBe(404)
    const email = 'member@example.test'
    const member = await running.addStaff(seller.ownerId, { email, role: 'admin' }, [shopee])
    expect((await categoriesFor(template.of(shopee), member)).at('data')).toEqual([])
    expect((await categoriesFor(template.of(lazada), member)).status).toBe(404)
  })
})

describe('an attribute', () => {
  const material = (name: string, value: string) => [{ name, value }]

  it('takes the value that listings of the same SKUs have, and else the one of the same name', async () => {
    const template = await begin([1, 2])
    const values = [
      { attribute_id: 'material', name: 'Material', value_id: null, value: 'Cotton', unit: null },
      { attribute_id: 'occasion', name: 'Occasion', value_id: null, value: 'birthday', unit: null },
    ]
    await save(template.of(lazada), { platform_category_id: gifts.lazada, required_attributes: values })
    const [first, second] = await attributesFor(template.of(shopee), gifts.shopee)
    expect([first, second]).toMatchObject([
      { name: 'Material', reason: 'same_name', listings: 0, platform_id: 1, values: [{ value: 'Cotton' }] },
      {
        name: 'Occasion',
        reason: 'same_name',
        values: [{ value: 'Birthday', value_id: expect.any(String) as string }],
      },
    ])
    // Listings call cotton there paper here.
    await list(lazada, gifts.lazada, codes(100, 104), material('material', 'Cotton'))
    await list(shopee, gifts.shopee, codes(100, 104), material('Material', 'Paper'))
    const [learnt] = await attributesFor(template.of(shopee), gifts.shopee)
    expect(learnt).toMatchObject({
      name: 'Material',
      reason: 'listings',
      listings: 4,
      confidence: 80,
      values: [{ value: 'Paper', value_id: expect.any(String) as string }],
    })
    // One that has a value is left alone.
    await save(template.of(shopee), {
      platform_category_id: gifts.shopee,
      required_attributes: [
        {
          attribute_id: learnt?.['attribute_id'],
          name: 'Material',
          value_id: null,
          value: 'Silk',
          unit: null,
        },
      ],
    })
    const left = await attributesFor(template.of(shopee), gifts.shopee)
    expect(left.map((one) => one['name'])).not.toContain('Material')
  })
})
