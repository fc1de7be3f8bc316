/** The changes that new prices of variants make, or the rules that they break. */
import type { Body } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { specialPriceRule, type ListingFields } from '../../../model/listing-change.ts'
import { currencies, type Currency, toMinor } from '../../../model/money.ts'
import { specialPriceRuleOf } from '../../../model/selling-rules.ts'
import type { ProductDetail, VariantDetail } from '../detail/product-detail-store.ts'
import type { NewChange, StoredChange } from './listing-change-store.ts'

type Product = Pick<ProductDetail, 'id' | 'shopId' | 'channelProductId' | 'platformId' | 'currency'>
type OpenChange = Pick<StoredChange, 'kind' | 'variantId' | 'after'>

type Wanted = Body<'PUT /products/{id}'>['variants'][number]
type Variant = Pick<VariantDetail, 'id' | 'channelSkuId' | 'price' | 'specialPrice'>
type Broken = { path: string; rule: string }

export function priceChangesOf(
  product: Product,
  variants: Variant[],
  wanted: Wanted[],
  open: OpenChange[],
  now: Date,
): NewChange[] {
  const invalidFields: Record<string, string> = {}
  const seen = new Set<number>()
  const changes = wanted.flatMap((one, at) => {
    const variant = variants.find(({ id }) => id === one.id)
    const broken: Broken[] =
      !variant || seen.has(one.id)
        ? [{ path: 'id', rule: 'field.no_such_variant' }]
        : brokenRules(product, variant, one, now)
    seen.add(one.id)
    for (const { path, rule } of broken) invalidFields[`variants.${at}.${path}`] = rule
    if (!variant || broken.length > 0) return []
    const queued = open.find(({ kind, variantId }) => kind === 'set_prices' && variantId === one.id)
    return changeOf(product, variant, fieldsOf(one, product.currency as Currency), queued)
  })
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  return changes
}

function brokenRules(
  { platformId, currency }: Product,
  variant: Variant,
  { price, special_price: special }: Wanted,
  now: Date,
): Broken[] {
  const { decimals } = currencies[currency as Currency]
  const isTooFine = (amount: number) => Number(amount.toFixed(decimals)) !== amount
  if (price !== undefined && isTooFine(price)) return [{ path: 'price', rule: 'field.price_decimals' }]
  if (!special) return []
  const unsupported = specialPriceRuleOf(platformId)
  if (unsupported) return [{ path: 'special_price', rule: unsupported }]
  if (isTooFine(special.price)) return [{ path: 'special_price.price', rule: 'field.price_decimals' }]
  const broken = specialPriceRule(
    price === undefined ? variant.price : toMinor(price, currency as Currency),
    {
      price: toMinor(special.price, currency as Currency),
      from: new Date(special.from),
      to: new Date(special.to),
    },
    now,
  )
  return broken ? [{ path: `special_price.${broken.field}`, rule: broken.rule }] : []
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

/** None if the listing stands so already, or will by a change that is under way. */
function changeOf(
  product: Product,
  variant: Variant,
  wanted: ListingFields,
  queued: OpenChange | undefined,
): NewChange[] {
  const before = { price: variant.price, specialPrice: variant.specialPrice }
  const expected: ListingFields = { ...before, ...queued?.after }
  const after: ListingFields = {}
  if (wanted.price !== undefined && wanted.price !== expected.price) after.price = wanted.price
  if (wanted.specialPrice !== undefined && !isSame(wanted.specialPrice, expected.specialPrice))
    after.specialPrice = wanted.specialPrice
  if (Object.keys(after).length === 0) return []
  const { id: productId, shopId, channelProductId } = product
  const { id: variantId, channelSkuId } = variant
  return [{ productId, shopId, channelProductId, variantId, channelSkuId, kind: 'set_prices', before, after }]
}

function isSame(a: ListingFields['specialPrice'], b: ListingFields['specialPrice']): boolean {
  if (!a || !b) return !a && !b
  const isSameTime = (x: string | null, y: string | null) => (x && +new Date(x)) === (y && +new Date(y))
  return a.price === b.price && isSameTime(a.from, b.from) && isSameTime(a.to, b.to)
}
