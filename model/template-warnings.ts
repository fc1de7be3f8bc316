/** Figures of a template that are allowed and yet rarely meant. They stop nothing. */
import { contactsIn } from './forbidden-words.ts'
import type { ProductTemplate, ShopTemplate, TemplateProblem } from './product-template.ts'
import { shopSkusOf } from './shop-skus.ts'
import { templateLimitsOf } from './template-limits.ts'

type Figures = { price: number | null; cost_price: number | null }

export function templateWarnings(template: ProductTemplate): TemplateProblem[] {
  const atLoss = template.skus.flatMap((sku, at) => (isSoldAtLoss(sku) ? [warningAt(at, null, null)] : []))
  return [...contactWarnings(template), ...atLoss]
}

/** Marketplaces take a listing down that leads buyers past them. */
function contactWarnings(template: ProductTemplate): TemplateProblem[] {
  if (!template.platform_ids.some((id) => templateLimitsOf(id).isMarketplace)) return []
  return (['name', 'short_description', 'long_description_content'] as const).flatMap((path) => {
    const found = contactsIn(template[path])
    if (found.length === 0) return []
    const key = `error.${path}.contact`
    return [
      { path, rule: 'contact', key, values: { found: found.join(', ') }, platformId: null, shopId: null },
    ]
  })
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
