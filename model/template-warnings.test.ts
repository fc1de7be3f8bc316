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
