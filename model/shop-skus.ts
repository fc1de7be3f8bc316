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
  const joined = template.skus.map((sku) => joinedSku(sku, own.get(axesOf(sku))))
  const codes = templateLimitsOf(platformId).hasSellerCodes ? [] : innerCodesOf(template, joined)
  return joined.flatMap((sku, at): ShopSku[] => {
    if (own.get(axesOf(sku))?.is_published === false) return []
    const special = takesSpecial ? {} : { special_price: null, special_date_from: '', special_date_to: '' }
    return [{ ...sku, ...special, seller_sku: codes[at] ?? sku.seller_sku, at }]
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

function joinedSku(sku: TemplateSku, step: ShopTemplateSku | undefined): TemplateSku {
  if (!step) return sku
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

/** Codes by which a point of sale's products are found again, which has none of the seller's (D-07): no two are the same. */
function innerCodesOf({ product_sku: code }: ProductTemplate, skus: TemplateSku[]): string[] {
  const codes: string[] = []
  for (const [at, { seller_sku: own, primaryUnitName: unit }] of skus.entries()) {
    const inner = [code, unit.trim() || String(at + 1)].filter(Boolean).join('-')
    const isTaken = codes.some((one) => one.toLowerCase() === inner.toLowerCase())
    codes.push(own.trim() || (isTaken ? `${inner}-${at + 1}` : inner))
  }
  return codes
}

function axesOf({ variants }: { variants: string[] }): string {
  return JSON.stringify(variants.map((value) => value.trim().toLowerCase()))
}
