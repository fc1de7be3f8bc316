/** The six kinds of shops that templates are published to, and a template that each of them takes. */
import { expect } from 'vitest'
import { emptySku } from '../../model/product-template.ts'
import { linkShop, linkStore, linkWebStore, type Account, type TestConsole } from '../start-test-console.ts'
import { uploadPhoto } from './template-photo.ts'

type Running = Pick<TestConsole, 'sandbox' | 'url'>
type Given = {
  attribute_id: string
  name: string
  value_id: number | string | null
  value: string
  unit: null
}

export type PublishingKind = {
  code: 'shopee' | 'lazada' | 'tiktok' | 'website' | 'pos' | 'web-store'
  platformId: number
  shop: number | string
  /** Category of gifts, and what it asks for; a store is asked for one of its categories. */
  category: string | null
  attributes: Given[]
}

const given = (id: string, valueId: number | string | null, value: string): Given => ({
  attribute_id: id,
  name: id,
  value_id: valueId,
  value,
  unit: null,
})

export const publishingKinds = {
  shopee: {
    code: 'shopee',
    platformId: 2,
    shop: 727720655,
    category: '100637',
    attributes: [given('100111', 501101, 'Cotton'), given('100113', 501301, 'Birthday')],
  },
  lazada: {
    code: 'lazada',
    platformId: 1,
    shop: 100190015,
    category: '10000335',
    attributes: [given('material', null, 'Cotton'), given('occasion', null, 'Birthday')],
  },
  tiktok: {
    code: 'tiktok',
    platformId: 5,
    shop: '7494726673780148744',
    category: '600037',
    attributes: [given('100011', '1001101', 'Cotton'), given('100013', '1001301', 'Birthday')],
  },
  website: { code: 'website', platformId: 4, shop: 'aoi-gifts', category: null, attributes: [] },
  pos: { code: 'pos', platformId: 3, shop: 'aoi-counter/1', category: null, attributes: [] },
  webStore: { code: 'web-store', platformId: 6, shop: 'hana-home', category: null, attributes: [] },
} satisfies Record<string, PublishingKind>

export function linkKind(
  { sandbox }: Running,
  seller: Account,
  { code, platformId, shop }: PublishingKind,
): Promise<number> {
  if (code === 'web-store') return linkWebStore(sandbox.url, seller, String(shop))
  if (code === 'website' || code === 'pos')
    return linkStore(sandbox.url, seller, String(shop), { code, id: platformId })
  return linkShop(sandbox.url, seller, shop, { code, id: platformId })
}

export type WrittenFor = { id: number; stepId: number; shopId: number }

/** Writes a template for the one linked shop of a kind. `code` is its seller code. */
export async function writeFor(
  running: Running,
  seller: Account,
  { platformId, category, attributes }: PublishingKind,
  code: string,
  more: { template?: object; step?: object; photos?: object[] } = {},
): Promise<WrittenFor> {
  const made = await seller.call('POST /product-template', {
    platform_ids: [platformId],
    name: `Furoshiki cloth for wrapping gifts ${code}`,
    long_description: `<p>${'Soft and strong cotton for gifts that are wrapped again. '.repeat(3)}</p>`,
    images: more.photos ?? [await uploadPhoto(running, seller, '#336699')],
    skus: [{ ...emptySku([]), seller_sku: code, price: 19.9, quantity: 12 }],
    package_weight: 1,
    package_length: 30,
    package_width: 20,
    package_height: 5,
    ...more.template,
  })
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  const stepId = made.at<number>('data.shops.0.id')
  const shopId = made.at<number>('data.shops.0.shop_id')
  const step = {
    platform_category_id: category ?? (await firstLeaf(seller, shopId)),
    required_attributes: attributes,
    ...(platformId === 2 && { shipment_providers: [await firstCourier(seller, shopId)] }),
    ...more.step,
  }
  const saved = await seller.call(`PUT /shop-product-template/${stepId}`, step)
  expect([saved.status, saved.body]).toEqual([200, expect.anything()])
  return { id: made.at<number>('data.id'), stepId, shopId }
}

export async function firstLeaf(seller: Account, shopId: number): Promise<string | undefined> {
  const tree = await seller.call(`GET /categories?shop_id=${shopId}&tree=1`)
  return tree.at<{ id: string; is_leaf: boolean }[]>('data').find((row) => row.is_leaf)?.id
}

export async function firstCourier(seller: Account, shopId: number): Promise<object> {
  const answer = await seller.call(`GET /shipment-providers/get-shopee-shipment-providers?shop_id=${shopId}`)
  const [first] = answer.at<{ logistics_channel_id: number; logistics_channel_name: string }[]>('data')
  return {
    logistics_channel_id: first?.logistics_channel_id ?? null,
    logistics_channel_name: first?.logistics_channel_name ?? '',
    enabled: true,
    mask_channel_id: null,
  }
}
