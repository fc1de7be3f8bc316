/** Prices as somebody types them, and the changes that they make. */
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { instantOf, minuteOf } from '../../../parts/dates.ts'
import { amountIn, plainAmount } from '../../../parts/figures.ts'
import type { Product } from '../../../parts/queries/product-queries.ts'

export type Variant = Product['product_skus']['data'][number]
type Prices = { price: string; special: string; from: string; to: string }
/** Only the fields that were typed in: the others follow the product, which may change meanwhile. */
export type TypedPrices = Partial<Prices>
export type WantedPrice = NonNullable<BodyInput<'PUT /products/{id}'>['variants']>[number]

export function pricesOf(one: Variant, timeZone: string): Prices {
  const { price, start_date: from, expiration_date: to } = one.specific_price
  const minute = (at: string | null) => (at === null ? '' : minuteOf(new Date(at), timeZone))
  return {
    price: plainAmount(one.product_sku_detail.price),
    special: price === null ? '' : plainAmount(price),
    from: minute(from),
    to: minute(to),
  }
}

/** Variants whose prices were typed anew. A special price that was emptied ends. */
export function priceChangesOf(
  { product_skus }: Product,
  typed: Record<number, TypedPrices>,
  timeZone: string,
): WantedPrice[] {
  return product_skus.data.flatMap((one): WantedPrice[] => {
    const before = pricesOf(one, timeZone)
    const now = { ...before, ...typed[one.id] }
    const special = ['special', 'from', 'to'] as const
    const isOther = special.some((part) => now[part].trim() !== before[part])
    if (now.price.trim() === before.price && !isOther) return []
    return [
      {
        id: one.id,
        ...(now.price.trim() !== before.price && { price: amountIn(now.price) ?? 0 }),
        ...(isOther && { special_price: now.special.trim() === '' ? null : specialOf(now, timeZone) }),
      },
    ]
  })
}

function specialOf(now: Prices, timeZone: string): NonNullable<WantedPrice['special_price']> {
  const at = (minute: string) => (instantOf(minute, timeZone) ?? new Date(0)).toISOString()
  return { price: amountIn(now.special) ?? 0, from: at(now.from), to: at(now.to) }
}

/** Variants with a price that is none, or with a special price that lacks something. */
export function wrongPrices(
  { product_skus }: Product,
  typed: Record<number, TypedPrices>,
  timeZone: string,
): Record<number, 'price' | 'special'> {
  return Object.fromEntries(
    product_skus.data.flatMap((one): [number, 'price' | 'special'][] => {
      if (!typed[one.id]) return []
      const before = pricesOf(one, timeZone)
      const now = { ...before, ...typed[one.id] }
      if (!((amountIn(now.price) ?? 0) > 0)) return [[one.id, 'price']]
      const parts = [now.special, now.from, now.to].filter((part) => part.trim() !== '')
      const isRead =
        (amountIn(now.special) ?? 0) > 0 && instantOf(now.from, timeZone) && instantOf(now.to, timeZone)
      const isUntouched = before.special === now.special && before.from === now.from && before.to === now.to
      return parts.length === 0 || now.special.trim() === '' || isRead || isUntouched
        ? []
        : [[one.id, 'special']]
    }),
  )
}
