import { expect, it } from 'vitest'
import { emptyShopTemplate, emptySku, emptyTemplate } from './product-template.ts'
import { shopTemplateWarnings, templateWarnings } from './template-warnings.ts'

const sku = (price: number | null, cost: number | null) => ({ ...emptySku([]), price, cost_price: cost })
const places = (warnings: { path: string; shopId: number | null }[]) =>
  warnings.map(({ path, shopId }) => [path, shopId])

it('a cost above the price is pointed out, once, where it comes from', () => {
  const template = { ...emptyTemplate([2]), skus: [sku(10, 10), sku(10, 10.01), sku(null, 5), sku(5, null)] }
  expect(places(templateWarnings(template))).toEqual([['skus.1.cost_price', null]])
  const single = { ...template, skus: [sku(10, 8)] }
  const shop = { ...emptyShopTemplate(4), skus: [{ ...sku(7, null), is_published: true }] }
  expect(places(shopTemplateWarnings(single, shop, 2))).toEqual([['skus.0.cost_price', 4]])
  expect(shopTemplateWarnings(single, emptyShopTemplate(4), 2)).toEqual([])
})

it('a way to reach the seller is pointed out where a marketplace would take the listing down', () => {
  const text = { long_description_content: 'Zalo: 0912 345 678 or shop@aoi.example.my' }
  const told = (platforms: number[]) =>
    templateWarnings({ ...emptyTemplate(platforms), ...text }).map(({ path, values }) => [path, values])
  expect(told([4, 2])).toEqual([
    ['long_description_content', { found: 'shop@aoi.example.my, Zalo: 0912 345 678' }],
  ])
  expect(told([3, 4])).toEqual([])
})
