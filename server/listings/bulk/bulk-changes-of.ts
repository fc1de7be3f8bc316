/** The changes that the rows of a bulk request make, and the rows that break a rule, each of which fails alone. */
import type { Body } from '../../../contract/endpoints.ts'
import type { ForbiddenWord } from '../../../model/forbidden-words.ts'
import { type Currency, toMinor } from '../../../model/money.ts'
import type { ChangeableField } from '../../../model/listing-change.ts'
import { productStatusIds } from '../../../model/product.ts'
import type { NewChange } from '../changes/listing-change-store.ts'
import { standsSo } from '../changes/expected-fields.ts'
import { priceChangeOf } from '../changes/price-changes-of.ts'
import type { ExpectedFields, ProductToChange, VariantToChange } from './bulk-change-store.ts'
import { type BulkRefusal, ofProduct, ofVariant, type Refusal } from './bulk-refusal.ts'
import type { ProductTexts } from './product-texts-store.ts'
import { textChangesOf } from './text-changes-of.ts'

type Wanted = Body<'POST /products/bulk-changes'>
type WantedVariant = Wanted['variants'][number]

type Stored = {
  variants: VariantToChange[]
  products: ProductToChange[]
  /** SKUs that are listed by shops which the user may not see. */
  othersSkus: ReadonlySet<number>
  /** Products whose texts or images are to change. */
  texts: ProductTexts[]
  /** Images that people uploaded, of those that are wanted, by shop. */
  uploaded: ReadonlyMap<number, ReadonlySet<number>>
  forbiddenWords: readonly ForbiddenWord[]
  /** Changes that are under way, or ended recently. */
  expected: ExpectedFields[]
  /** Whether the channel takes changes of listings. */
  takesChanges: (platformId: number) => boolean
  /** Fields that the channel keeps, and why. */
  closedOf: (platformId: number) => ReadonlyMap<ChangeableField, string>
  now: Date
}

type BulkChanges = {
  changes: NewChange[]
  thresholds: { skuId: number; threshold: number | null }[]
  refusals: BulkRefusal[]
}

export function bulkChangesOf(wanted: Wanted, stored: Stored): BulkChanges {
  const variants = new Map(stored.variants.map((one) => [one.id, one]))
  const products = new Map(stored.products.map((one) => [one.id, one]))
  const thresholds = new Map<number, number | null>()
  const refusals: BulkRefusal[] = []
  const changes = new Map<string, NewChange>()
  const texts = new Map(stored.texts.map((one) => [one.id, one]))
  const refuse = ({ id }: WantedVariant, refusal: Refusal) => refusals.push({ ...ofVariant(id), ...refusal })
  for (const row of wanted.variants) {
    const variant = variants.get(row.id)
    const { threshold } = row
    if (!variant) refuse(row, { field: 'row', rule: 'field.listing_gone' })
    else {
      if (threshold !== undefined && variant.skuId === null)
        refuse(row, { field: 'threshold', rule: 'field.not_linked' })
      else if (threshold !== undefined && stored.othersSkus.has(variant.skuId ?? 0))
        refuse(row, { field: 'threshold', rule: 'field.sku_of_other_shops' })
      else if (threshold !== undefined && variant.skuId !== null) thresholds.set(variant.skuId, threshold)
      const ofPrices = pricesOf(row, variant, stored)
      for (const refusal of ofPrices.refusals) refuse(row, refusal)
      for (const change of ofPrices.changes) changes.set(`variant ${row.id}`, change)
    }
  }
  for (const row of wanted.products) {
    const product = products.get(row.id)
    const asked = product
      ? [statusOf(row, product, stored), textsOf(row, texts.get(row.id), stored)]
      : [{ changes: [], refusals: [{ field: 'row', rule: 'field.listing_gone' } as const] }]
    for (const refusal of asked.flatMap((one) => one.refusals))
      refusals.push({ ...ofProduct(row.id), ...refusal })
    for (const change of asked.flatMap((one) => one.changes)) changes.set(`${change.kind} ${row.id}`, change)
  }
  return {
    // In one order everywhere, so that two requests for the same listings cannot lock each other out.
    changes: [...changes.values()].toSorted((a, b) => a.productId - b.productId || a.variantId - b.variantId),
    thresholds: [...thresholds].map(([skuId, threshold]) => ({ skuId, threshold })),
    refusals,
  }
}

type Asked = { changes: NewChange[]; refusals: Refusal[] }

function pricesOf(
  row: WantedVariant,
  variant: VariantToChange,
  { expected, takesChanges, now }: Stored,
): Asked {
  const field = row.price === undefined ? 'special_price' : 'price'
  const refused = (rule: string, values?: Record<string, string>) => ({
    changes: [],
    refusals: [{ field, rule, ...(values && { values }) } as const],
  })
  if (row.price === undefined && row.special_price === undefined) return { changes: [], refusals: [] }
  const { product } = variant
  if (!takesChanges(product.platformId)) return refused('field.channel_not_editable')
  const ofPrices = expected.filter((one) => one.kind === 'set_prices' && one.variantId === variant.id)
  const open = ofPrices.find(({ isBeingSent }) => isBeingSent)
  if (open) return refused('error.listing_change_open', { name: open.requestedByName })
  const shown = [variant.price, ...ofPrices.flatMap(({ after }) => after.price ?? [])]
  if (row.was && !shown.includes(toMinor(row.was.price, product.currency as Currency)))
    return refused('field.price_changed_meanwhile')
  const { changes, broken } = priceChangeOf(product, variant, row, ofPrices, now)
  return {
    changes,
    refusals: broken.map(({ path, rule }) => ({
      field: path.startsWith('special') ? 'special_price' : 'price',
      rule,
    })),
  }
}

function statusOf(
  { status: wanted }: Wanted['products'][number],
  { id: productId, shopId, channelProductId, platformId, status }: ProductToChange,
  { expected, takesChanges }: Stored,
): Asked {
  const refused = (rule: string, values?: Record<string, string>) => ({
    changes: [],
    refusals: [{ field: 'status', rule, ...(values && { values }) } as const],
  })
  if (wanted === undefined) return { changes: [], refusals: [] }
  if (!takesChanges(platformId)) return refused('field.channel_not_editable')
  const ofStatus = expected.filter((one) => one.kind === 'set_active' && one.productId === productId)
  const open = ofStatus.find(({ isBeingSent }) => isBeingSent)
  if (open) return refused('error.listing_change_open', { name: open.requestedByName })
  const before = { isActive: status === productStatusIds.active }
  const after = { isActive: wanted === 1 }
  if (standsSo('isActive', after.isActive, before, ofStatus)) return { changes: [], refusals: [] }
  const whole = { variantId: 0, channelSkuId: null, kind: 'set_active' as const }
  return { changes: [{ productId, shopId, channelProductId, before, after, ...whole }], refusals: [] }
}

function textsOf(
  row: Wanted['products'][number],
  product: ProductTexts | undefined,
  { expected, closedOf, uploaded, forbiddenWords }: Stored,
): Asked {
  if (!product) return { changes: [], refusals: [] }
  const requested = expected.filter(({ productId }) => productId === product.id)
  return textChangesOf(row, product, requested, {
    closed: closedOf(product.platformId),
    uploaded: uploaded.get(product.shopId) ?? new Set(),
    forbiddenWords,
  })
}
