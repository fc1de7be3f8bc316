/** A product as a row of the list, for the API. */
import type { z } from 'zod'
import type { productBrief } from '../../../contract/products.ts'
import type { Language } from '../../../model/language.ts'
import { type Currency, fromMinor } from '../../../model/money.ts'
import { productStatusIds } from '../../../model/product.ts'
import { hasSpecialPrices } from '../../../model/selling-rules.ts'
import { stockLevelOf } from '../../../model/stock-level.ts'
import { productStatusesIn } from '../../i18n/coded-labels.ts'
import { translate } from '../../i18n/translate.ts'
import type { ProductRow, VariantOfRow } from './product-row.ts'

export function presentProduct(
  row: ProductRow,
  language: Language,
  now = new Date(),
): z.output<typeof productBrief> {
  const { variants } = row
  const currency = row.currency as Currency
  const isActive = row.status === productStatusIds.active
  const specials = hasSpecialPrices(row.platformId) ? variants.flatMap((one) => specialOf(one, now)) : []
  const holding = specials.filter(({ isHolding }) => isHolding)
  const known = variants.map(({ stock }) => stock).filter((stock) => stock !== null)
  const ends = specials.map(({ to }) => to).filter((to) => to !== null)
  const price = rangeOf(variants.map((one) => fromMinor(one.price, currency)))
  const special = rangeOf(specials.map((one) => fromMinor(one.price, currency)))
  const refusal = row.changeRefusal ?? variants.find((one) => one.refusal !== null)?.refusal ?? null
  return {
    id: row.id,
    name: row.name,
    shop: { data: { id: row.shopId, system_name: row.systemName, platform_id: row.platformId } },
    channel_product_id: row.channelProductId,
    status: productStatusesIn(language).find(({ id }) => id === row.status) ?? {
      id: row.status,
      code: String(row.status),
      name: String(row.status),
    },
    is_active: isActive,
    // Sellers deliver themselves what their channel says nothing of.
    fulfillment_type: row.fulfillmentType ?? 'seller',
    inventory_type: row.inventoryType,
    currency: row.currency,
    main_image: row.mainImage,
    seller_sku: variants[0]?.sellerSku ?? null,
    variant_count: variants.length,
    price,
    special_price: special && { ...special, to: ends.toSorted()[0] ?? null },
    discount: holding.length > 0 ? Math.max(...holding.map(({ percent }) => percent)) : null,
    promo: holding.length > 0,
    visibility: isActive ? 'visible' : 'hidden',
    content_score: row.score,
    stock_total: known.length > 0 ? known.reduce((sum, stock) => sum + stock, 0) : null,
    stock_level: stockLevelOf(row.stockLevel),
    threshold: rangeOf(variants.map(({ threshold }) => threshold).filter((one) => one !== null)),
    is_linked: row.isLinked,
    refusal: refusal === null ? null : translate(language, refusal),
    pending: row.pending,
    also_in: row.alsoIn.map(({ shopId, platformId }) => ({ shop_id: shopId, platform_id: platformId })),
    url: variants.length === 1 ? row.url : null,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** The reduced price of a variant, unless its time is over. */
function specialOf({ price: full, specialPrice }: VariantOfRow, now: Date) {
  if (!specialPrice || (specialPrice.to !== null && new Date(specialPrice.to) <= now)) return []
  const { price, from, to } = specialPrice
  const isHolding = from === null || new Date(from) <= now
  return [{ price, to, isHolding, percent: full > 0 ? Math.round((1 - price / full) * 100) : 0 }]
}

function rangeOf(values: number[]): { min: number; max: number } | null {
  return values.length > 0 ? { min: Math.min(...values), max: Math.max(...values) } : null
}
