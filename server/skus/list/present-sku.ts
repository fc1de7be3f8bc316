/** A SKU as a row of the list, for the API. */
import type { Reply } from '../../../contract/endpoints.ts'
import { type Currency, fromMinor } from '../../../model/money.ts'
import { fromCost, type CostMethod } from '../../../model/sku-cost.ts'
import { stockLevelOf } from '../../../model/stock-level.ts'
import type { ShopOfList } from './sku-list-store.ts'
import type { ListingOfRow, SkuRow } from './sku-row.ts'

export type SkuBrief = Reply<'GET /sku-centers'>['data'][number]

/** @param shops all of the account, by their ids */
export function presentSku(row: SkuRow, shops: Record<number, ShopOfList>): SkuBrief {
  const { onHand, reserved, listings } = row
  const [price = null, ...otherPrices] = pricesOf(listings)
  const products = new Map(listings.map((one) => [one.productId, one]))
  return {
    id: row.id,
    prime_sku: row.primeSku,
    name: row.name,
    image: row.imageUrl,
    barcode: row.barcode,
    bin: row.bin,
    retail_price: price,
    other_prices: otherPrices,
    cost_price: row.cost === null ? null : fromCost(row.cost, row.costCurrency as Currency),
    cost_currency: row.costCurrency,
    cost_method: row.costMethod as CostMethod,
    stock_total: onHand,
    reserved,
    available: row.available,
    is_bundle: row.partCount > 0,
    stock_level: stockLevelOf(row.stockLevel),
    threshold: row.threshold,
    listing_count: listings.length,
    products: {
      data: [...products.values()].map(({ productId: id, name, shopId }) => {
        const { systemName = '', platformId = 0 } = shops[shopId] ?? {}
        return { id, name, shop: { data: { id: shopId, system_name: systemName, platform_id: platformId } } }
      }),
    },
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

type PriceRange = SkuBrief['other_prices'][number]

/** By currency, that of most of them first. */
function pricesOf(listings: Pick<ListingOfRow, 'price' | 'currency'>[]): PriceRange[] {
  const ranges = new Map<string, { min: number; max: number; listings: number }>()
  for (const { price, currency } of listings) {
    const { min, max, listings: before } = ranges.get(currency) ?? { min: price, max: price, listings: 0 }
    ranges.set(currency, { min: Math.min(min, price), max: Math.max(max, price), listings: before + 1 })
  }
  return [...ranges]
    .toSorted(([, a], [, b]) => b.listings - a.listings)
    .map(([currency, { min, max }]) => ({
      min: fromMinor(min, currency as Currency),
      max: fromMinor(max, currency as Currency),
      currency,
    }))
}
