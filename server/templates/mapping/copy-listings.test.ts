/** Listings copied to other shops as drafts, over real HTTP: what the copy knows is filled, what it cannot know is left open and counted. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChannelProduct } from '../../../model/product.ts'
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
let inSingapore: number
let shopee: number
let otherShopee: number
let gifts: { lazada: string; shopee: string }

beforeAll(async () => {
  // Without a worker: the listings are those of this test alone.
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  lazada = await linkShop(running.sandbox.url, seller, 100190015, { code: 'lazada', id: 1 })
  inSingapore = await linkShop(running.sandbox.url, seller, 300118226, { code: 'lazada', id: 1 })
  shopee = await linkShop(running.sandbox.url, seller, 727720655, { code: 'shopee', id: 2 })
  otherShopee = await linkShop(running.sandbox.url, seller, 727720777, { code: 'shopee', id: 2 })
  gifts = {
    lazada: await giftCategoryOf(seller, lazada),
    shopee: await giftCategoryOf(seller, shopee),
  }
})
afterAll(() => running?.stop())

async function list(shopId: number, code: string, more: Partial<ChannelProduct>): Promise<number> {
  const skus = [skuOf({ channelSkuId: code, shopSku: code, sellerSku: code })]
  const product = productOf({
    channelProductId: `${shopId}-${code}`,
    name: `Gift box ${code}`,
    skus,
    ...more,
  })
  await putProducts(running, { ownerId: seller.ownerId, shopId }, [product])
  const found = await seller.call(`GET /products/filter?keyword=${code}&shop_id=${shopId}`)
  return found.at<number>('data.0.id')
}

type Copy = {
  created: { product_id: number; template_id: number; problems: number }[]
  skipped: { product_id: number }[]
  listed: { product_id: number; shop_id: number }[]
}
type Step = {
  shop_id: number
  platform_category_id: string
  cate_name_en: string
  skus: { price: number | null }[]
  required_attributes: { name: string; value: string; value_id: string | null }[]
}

async function copy(productIds: number[], shopIds: number[], account = seller): Promise<Copy> {
  const copied = await account.call('POST /product-template/copy-listings', {
    product_ids: productIds,
    shop_ids: shopIds,
  })
  expect([copied.status, copied.body]).toEqual([201, expect.anything()])
  return copied.at<Copy>('data')
}

async function stepOf(copied: Copy, shopId: number): Promise<Step | undefined> {
  const template = await seller.call(`GET /product-template/${copied.created[0]?.template_id}`)
  return template.at<Step[]>('data.shops').find((step) => step.shop_id === shopId)
}

it('makes no draft for a shop that sells a SKU of the product already, unless it was deleted there', async () => {
  const product = await list(shopee, 'HAVING-1', { channelCategoryId: gifts.shopee })
  const twin = await list(lazada, 'HAVING-1', { channelCategoryId: gifts.lazada })
  const shops = [shopee, lazada, otherShopee]
  const copied = await copy([product], shops)
  expect(copied.listed.toSorted((a, b) => a.shop_id - b.shop_id)).toEqual(
    [lazada, shopee].toSorted((a, b) => a - b).map((id) => ({ product_id: product, shop_id: id })),
  )
  const template = await seller.call(`GET /product-template/${copied.created[0]?.template_id}`)
  expect(template.at<Step[]>('data.shops').map((step) => step.shop_id)).toEqual([otherShopee])
  expect(await copy([product, twin], [lazada])).toMatchObject({
    created: [],
    skipped: [],
    listed: [product, twin].map((id) => ({ product_id: id, shop_id: lazada })),
  })
  await list(lazada, 'HAVING-1', { channelCategoryId: gifts.lazada, status: 'deleted_on_channel' })
  expect((await copy([product], [lazada])).created).toMatchObject([{ product_id: product }])
})

it('brings in a listing with a long name, and cuts that between two characters, and no emoji in half', async () => {
  const name = `${'Gift '.padEnd(254, 'x')}🎁`
  const product = await list(shopee, 'LONG-1', { name, channelCategoryId: gifts.shopee })
  const copied = await copy([product], [otherShopee])
  const template = await seller.call(`GET /product-template/${copied.created[0]?.template_id}`)
  expect(template.at('data.name')).toBe(name)
  expect(template.at('data.product_sku_name')).toBe(name.slice(0, 254))
})

const material = [{ name: 'Material', value: 'Cotton' }]

it('keeps category and attributes for another shop of the same channel', async () => {
  const product = await list(shopee, 'SAME-1', { channelCategoryId: gifts.shopee, attributes: material })
  const copied = await copy([product, 999_999], [otherShopee])
  expect(copied.skipped).toMatchObject([{ product_id: 999_999 }])
  const step = await stepOf(copied, otherShopee)
  expect(step).toMatchObject({
    platform_category_id: gifts.shopee,
    cate_name_en: expect.stringContaining('Gift Sets') as string,
  })
  expect(step?.required_attributes).toMatchObject([
    { name: 'Material', value: 'Cotton', value_id: expect.any(String) as string },
  ])
})

it('takes prices to shops with the same money alone, and asks for those of the others', async () => {
  const asked = async (copied: Copy) => {
    const problems = await seller.call(`GET /product-template/${copied.created[0]?.template_id}/problems`)
    return problems
      .at<{ path: string; rule: string; shop_id: number | null }[]>('data')
      .filter(({ path, rule }) => path === 'skus.0.price' && rule === 'required')
      .map(({ shop_id: id }) => id)
  }
  const inRinggit = await list(shopee, 'MONEY-1', { channelCategoryId: gifts.shopee })
  expect(await asked(await copy([inRinggit], [lazada, otherShopee]))).toEqual([otherShopee])
  const inDollars = await list(inSingapore, 'MONEY-2', {
    channelCategoryId: gifts.lazada,
    currency: 'SGD',
  })
  const copied = await copy([inDollars], [shopee, otherShopee])
  expect(await asked(copied)).toEqual([null, shopee])
  expect((await stepOf(copied, otherShopee))?.skus).toMatchObject([{ price: 10 }])
})

it('takes the category of another channel that listings of the same SKUs are sure of, and else leaves it open', async () => {
  const first = await list(lazada, 'TWIN-0', { channelCategoryId: gifts.lazada, attributes: material })
  expect(await stepOf(await copy([first], [shopee]), shopee)).toMatchObject({ platform_category_id: '' })
  for (let at = 1; at < 6; at++) {
    await list(lazada, `TWIN-${at}`, { channelCategoryId: gifts.lazada })
    await list(shopee, `TWIN-${at}`, { channelCategoryId: gifts.shopee })
  }
  const copied = await copy([first], [shopee])
  expect(await stepOf(copied, shopee)).toMatchObject({
    platform_category_id: gifts.shopee,
    required_attributes: [{ name: 'Material', value: 'Cotton' }],
  })
})

it('makes drafts that the list shows with what they lack, of listings that the user sees', async () => {
  const product = await list(lazada, 'SCOPE-1', { channelCategoryId: gifts.lazada })
  const email = 'member@example.test'
  const member = await running.addStaff(seller.ownerId, { email, role: 'admin' }, [shopee])
  expect(await copy([product], [shopee], member)).toMatchObject({
    created: [],
    skipped: [{ product_id: product }],
  })
  const refused = await member.call('POST /product-template/copy-listings', {
    product_ids: [product],
    shop_ids: [lazada],
  })
  expect([refused.status, refused.at('code')]).toEqual([422, 'validation_failed'])
})
