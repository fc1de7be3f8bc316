import { expect, test } from 'vitest'
import { inFormOrder } from './template-order.ts'

const of = (path: string, platformId: number | null = null, shopId: number | null = null) => ({
  path,
  platformId,
  shopId,
})

test('problems stand in the order of the form, and then of the steps of shops', () => {
  const ordered = [
    of('name'),
    of('name', 2),
    of('images', 1, 10),
    of('images_shopee'),
    of('short_description'),
    of('long_description'),
    of('long_description_content'),
    of('variant_names'),
    of('variant_names.1'),
    of('skus'),
    of('skus.0.variants.0'),
    of('skus.0.seller_sku'),
    of('skus.0.quantity'),
    of('skus.2.price'),
    of('skus.10.price'),
    of('package_weight'),
    of('product_sku_name'),
    of('platform_ids'),
    of('platform_category_id', 1, 10),
    of('required_attributes.material', 1, 10),
    of('skus.1.price', 1, 10),
    of('platform_category_id', 1, 7),
    of('brand', 2, 8),
    of('shipment_providers', 2, 8),
  ]
  // Shops of a channel stay in the order that they had, and so do rules of one field.
  const later = ordered.filter(({ path }) => /^(name|images|package|skus\.\d)/.test(path))
  const mixed = [...ordered.filter((one) => !later.includes(one)), ...later]
  expect(mixed).not.toEqual(ordered)
  expect(inFormOrder(mixed)).toEqual(ordered)
})
