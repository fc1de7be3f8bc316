/** SKUs of a template as one shop sells them: the shop's figures where it has its own, the template's otherwise. */
import type { ProductTemplate, ShopTemplate, ShopTemplateSku, TemplateSku } from './product-template.ts'
import { specialPriceRuleOf } from './selling-rules.ts'
import { templateLimitsOf } from './template-limits.ts'

/** `at`: its place among the template's. */
export type ShopSku = TemplateSku & { at: number }

/** SKUs that the shop sells. A channel that takes no reduced price gets none. */
export function shopSkusOf(template: ProductTemplate, shop: ShopTemplate, platformId: number): ShopSku[] {
  const own = new Map(shop.skus.map((sku) => [axesOf(sku), sku]))
  const takesSpecial = specialPriceRuleOf(platformId) === null
  const hasCodes = templateLimitsOf(platformId).hasSellerCodes
  return template.skus.flatMap((sku, at): ShopSku[] => {
    const step = own.get(axesOf(sku))
    if (step && !step.is_published) return []
    const joined = step ? joinedSku(sku, step) : sku
    const special = takesSpecial ? {} : { special_price: null, special_date_from: '', special_date_to: '' }
    const code = hasCodes ? joined.seller_sku : joined.seller_sku || innerCodeOf(template, joined, at)
    return [{ ...joined, ...special, seller_sku: code, at }]
  })
}

/** The template for a shop whose money is not the account's: it has only its own prices. */
export function withoutPrices(template: ProductTemplate): ProductTemplate {
  const none = {
    price: null,
    cost_price: null,
    special_price: null,
    special_date_from: '',
    special_date_to: '',
  }
  return { ...template, skus: template.skus.map((sku) => ({ ...sku, ...none })) }
}

function joinedSku(sku: TemplateSku, step: ShopTemplateSku): TemplateSku {
  const hasSpecial = step.special_price !== null
  return {
    ...sku,
    seller_sku: step.seller_sku || sku.seller_sku,
    primaryUnitName: step.primaryUnitName || sku.primaryUnitName,
    price: step.price ?? sku.price,
    cost_price: step.cost_price ?? sku.cost_price,
    special_price: hasSpecial ? step.special_price : sku.special_price,
    special_date_from: hasSpecial ? step.special_date_from : sku.special_date_from,
    special_date_to: hasSpecial ? step.special_date_to : sku.special_date_to,
    quantity: step.quantity ?? sku.quantity,
  }
}

/** Code by which a point of sale's product is found again, which has none of the seller's (D-07). */
function innerCodeOf(
  { product_sku: code }: ProductTemplate,
  { primaryUnitName: unit }: TemplateSku,
  at: number,
) {
  return [code, unit.trim() || String(at + 1)].filter(Boolean).join('-')
}

function axesOf({ variants }: { variants: string[] }): string {
  return JSON.stringify(variants.map((value) => value.trim().toLowerCase()))
}
