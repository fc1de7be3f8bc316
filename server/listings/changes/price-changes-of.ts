/** The changes that new prices of variants make, or the rules that they break. */
import type { Body } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { specialPriceRule, type ListingFields } from '../../../model/listing-change.ts'
import { currencies, type Currency, toMinor } from '../../../model/money.ts'
import { specialPriceRuleOf } from '../../../model/selling-rules.ts'
import type { ProductDetail, VariantDetail } from '../detail/product-detail-store.ts'
import { expectedValues, standsSo } from './expected-fields.ts'
import type { NewChange, StoredChange } from './listing-change-store.ts'

type Product = Pick<ProductDetail, 'id' | 'shopId' | 'platformId' | 'channelProductId' | 'currency'>
type Variant = Pick<VariantDetail, 'id' | 'channelSkuId' | 'price' | 'specialPrice'>
type Wanted = Pick<NonNullable<Body<'PUT /products/{id}'>['variants']>[number], 'price' | 'special_price'>
type Requested = Pick<StoredChange, 'after' | 'state'>
type OpenChange = Requested & Pick<StoredChange, 'kind' | 'variantId'>
type Broken = { path: string; rule: string }

/** The change that a variant's new prices make, none if they stand so already, or the rules that they break. */
export function priceChangeOf(
  product: Product,
  variant: Variant,
  wanted: Wanted,
  requested: Requested[],
  now: Date,
): { changes: NewChange[]; broken: Broken[] } {
  const broken = brokenRules(product, variant, wanted, requested, now)
  if (broken.length > 0) return { changes: [], broken }
  return {
    changes: changeOf(product, variant, fieldsOf(wanted, product.currency as Currency), requested),
    broken,
  }
}

export function priceChangesOf(
  product: Product,
  variants: Variant[],
  wanted: (Wanted & { id: number })[],
  requested: OpenChange[],
  now: Date,
): NewChange[] {
  const invalidFields: Record<string, string> = {}
  const seen = new Set<number>()
  const changes = wanted.flatMap((one, at) => {
    const variant = variants.find(({ id }) => id === one.id)
    const ofVariant = requested.filter(({ kind, variantId }) => kind === 'set_prices' && variantId === one.id)
    const { changes: found, broken } =
      !variant || seen.has(one.id)
        ? { changes: [], broken: [{ path: 'id', rule: 'field.no_such_variant' }] }
        : priceChangeOf(product, variant, one, ofVariant, now)
    seen.add(one.id)
    for (const { path, rule } of broken) invalidFields[`variants.${at}.${path}`] = rule
    return found
  })
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  return changes
}

function brokenRules(
  { platformId, currency }: Product,
  variant: Variant,
  { price, special_price: special }: Wanted,
  requested: Requested[],
  now: Date,
): Broken[] {
  const { decimals } = currencies[currency as Currency]
  const isTooFine = (amount: number) => Number(amount.toFixed(decimals)) !== amount
  if (price !== undefined && isTooFine(price)) return [{ path: 'price', rule: 'field.price_decimals' }]
  if (!special) return []
  const unsupported = specialPriceRuleOf(platformId)
  if (unsupported) return [{ path: 'special_price', rule: unsupported }]
  if (isTooFine(special.price)) return [{ path: 'special_price.price', rule: 'field.price_decimals' }]
  const reduced = {
    price: toMinor(special.price, currency as Currency),
    from: new Date(special.from),
    to: new Date(special.to),
  }
  const prices =
    price === undefined
      ? expectedValues('price', { price: variant.price }, requested)
      : [toMinor(price, currency as Currency)]
  const broken = prices.map((one) => specialPriceRule(one ?? variant.price, reduced, now))
  const [first] = broken
  return first && broken.every(Boolean) ? [{ path: `special_price.${first.field}`, rule: first.rule }] : []
}

function fieldsOf({ price, special_price: special }: Wanted, currency: Currency): ListingFields {
  return {
    ...(price !== undefined && { price: toMinor(price, currency) }),
    ...(special !== undefined && {
      specialPrice: special && {
        price: toMinor(special.price, currency),
        from: new Date(special.from).toISOString(),
        to: new Date(special.to).toISOString(),
      },
    }),
  }
}

/** None if the listing stands so already, or will by what was requested of it. */
function changeOf(
  product: Product,
  variant: Variant,
  wanted: ListingFields,
  requested: Requested[],
): NewChange[] {
  const before = { price: variant.price, specialPrice: variant.specialPrice }
  const after: ListingFields = {}
  const { price, specialPrice } = wanted
  if (price !== undefined && !standsSo('price', price, before, requested)) after.price = price
  if (specialPrice !== undefined && !standsSo('specialPrice', specialPrice, before, requested))
    after.specialPrice = specialPrice
  if (Object.keys(after).length === 0) return []
  const { id: productId, shopId, channelProductId } = product
  const { id: variantId, channelSkuId } = variant
  return [{ productId, shopId, channelProductId, variantId, channelSkuId, kind: 'set_prices', before, after }]
}
