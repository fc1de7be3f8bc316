import { expect } from 'vitest'
import type { Account } from '../start-test-console.ts'

type Store = { platformId: number; shopId: number }

/** A template for stores that ask for no attributes, with a category chosen in each. */
export async function writeStoreTemplate(
  seller: Account,
  stores: Store[],
  { sku = {}, ...more }: Record<string, unknown> & { sku?: object },
) {
  const plain = {
    seller_sku: 'CLOTH',
    primaryUnitName: '',
    variants: [],
    price: 19.9,
    cost_price: null,
    special_price: null,
    special_date_from: '',
    special_date_to: '',
    quantity: 12,
    images: [],
  }
  const skus = [{ ...plain, ...sku }]
  const made = await seller.call('POST /product-template', {
    platform_ids: stores.map(({ platformId }) => platformId),
    shop_ids: stores.map(({ shopId }) => shopId),
    name: 'Furoshiki cloth for wrapping gifts',
    long_description: `<p>${'Soft and strong cotton for gifts that are wrapped again and again. '.repeat(3)}</p>`,
    skus,
    package_weight: 1,
    package_length: 30,
    package_width: 20,
    package_height: 5,
    ...more,
  })
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  const steps = made.at<{ id: number; shop_id: number }[]>('data.shops')
  let version = made.at<string>('data.version')
  for (const step of steps) {
    const tree = await seller.call(`GET /categories?shop_id=${step.shop_id}&tree=1`)
    const leaf = tree.at<{ id: string; is_leaf: boolean }[]>('data').find((row) => row.is_leaf)
    const body = { platform_category_id: leaf?.id, updated_at: version }
    version = (await seller.call(`PUT /shop-product-template/${step.id}`, body)).at('data.version')
  }
  return { id: made.at<number>('data.id'), steps, skus, version }
}
