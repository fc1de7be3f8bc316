/** Figures of a template that are allowed and yet rarely meant. They stop nothing. */
import type { ProductTemplate, ShopTemplate, TemplateProblem } from './product-template.ts'
import { shopSkusOf } from './shop-skus.ts'

type Figures = { price: number | null; cost_price: number | null }

export function templateWarnings({ skus }: ProductTemplate): TemplateProblem[] {
  return skus.flatMap((sku, at) => (isSoldAtLoss(sku) ? [warningAt(at, null, null)] : []))
}

/** Warnings that one shop's own figures bring about. */
export function shopTemplateWarnings(
  template: ProductTemplate,
  shop: ShopTemplate,
  platformId: number,
): TemplateProblem[] {
  return shopSkusOf(template, shop, platformId).flatMap((sku) => {
    const own = template.skus[sku.at]
    return isSoldAtLoss(sku) && !(own && isSoldAtLoss(own))
      ? [warningAt(sku.at, platformId, shop.shop_id)]
      : []
  })
}

function isSoldAtLoss({ price, cost_price: cost }: Figures): boolean {
  return price !== null && cost !== null && cost > price
}

function warningAt(at: number, platformId: number | null, shopId: number | null): TemplateProblem {
  const [path, rule] = [`skus.${at}.cost_price`, 'above_price']
  return { path, rule, key: `error.${path}.${rule}`, values: {}, platformId, shopId }
}
