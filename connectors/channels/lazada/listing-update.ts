/**
 * A product of which some parts are written. Source: "UpdateProduct" of Lazada's API reference: fields that are not supplied stay as
 * they are, of the product and of each SKU. The options of a variation are a list, which is replaced whole. An attribute is taken
 * away by an empty text; it takes only some of them away, so that the product is read afterwards. Short descriptions are taken away by
 * a field of their own; a picture of a SKU can be replaced, but not taken away ("Updateproduct overview" of the guide).
 */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { ListingDraft } from '../../../model/listing.ts'
import { planSkus, type ListingParts, type SkuPlan } from '../../../model/listing-parts.ts'
import {
  amountText,
  attributesOf,
  brandOf,
  newSkuOf,
  picturesOf,
  salePropOf,
  sizesOf,
  specialOf,
  variationPayload,
  type Shop,
} from './listing-draft.ts'
import { isDeleted, productSchema, type LazadaProduct, type LazadaSku } from './product-wire.ts'
import { findProduct } from './products.ts'
import { decode } from './selling-wire.ts'
import { digitsOf } from './stock.ts'

type Payload = Record<string, unknown>

/**
 * `payload`: null where there is nothing to write. `removed`: ids of SKUs that go. `cleared`: attributes that should have no value
 * afterwards. `kept`: codes of SKUs with a picture that the draft has no more.
 */
export type Update = { payload: string | null; removed: string[]; cleared: Set<string>; kept: string[] }

export async function updateOf(
  session: Session,
  id: string,
  draft: ListingDraft,
  parts: ListingParts,
  shop: Shop,
): Promise<Update> {
  const raw = await findProduct(session, id)
  const own = raw === undefined ? null : decode(raw, productSchema)
  // The words and the code are those of Lazada's own calls.
  if (!own || isDeleted(own.status))
    throw new ChannelError('refused', ownMessage('refusal.unknown_product', { channel: 'Lazada', id }), {
      channelCode: '4137',
    })
  const names = axesOf(own)
  const plan = planSkus(
    draft,
    parts,
    own.skus.filter((sku) => !isDeleted(sku.Status)),
    { code: (sku) => sku.SellerSku, options: (sku) => optionsOf(sku, names) },
  )
  const product = { ...productFields(draft, parts, own), ...skuFields(draft, parts, own, plan, shop) }
  const payload =
    Object.keys(product).length > 0
      ? JSON.stringify({ Request: { Product: { ItemId: digitsOf(id), ...product } } })
      : null
  return {
    payload,
    removed: plan.removed.map(({ SkuId }) => String(SkuId)),
    cleared: new Set([...parts.removedAttributes, ...(losesShort(draft, parts) ? [short] : [])]),
    kept: plan.rows.flatMap(({ own: known, parts: changed, sku }) =>
      known && changed.has('sku_image') && !sku.image && hasPicture(known) ? sku.sellerSku : [],
    ),
  }
}

export const short = 'short_description'

const losesShort = ({ shortDescription }: ListingDraft, { fields }: ListingParts) =>
  fields.has('short_description') && shortDescription === undefined

/** A list, or that list as a text. */
const hasPicture = ({ Images: images }: LazadaSku) => Boolean(images?.length) && images !== '[]'

function productFields(draft: ListingDraft, parts: ListingParts, own: LazadaProduct): Payload {
  const { fields } = parts
  const isMoved = fields.has('category')
  const attributes: Payload = {
    ...(fields.has('name') && { name: draft.name }),
    ...(fields.has('description') && { description: draft.description }),
    ...(fields.has('short_description') && shortOf(draft, own)),
    ...(fields.has('brand') && brandOf(draft.brand)),
    ...changedAttributes(draft, parts, own, isMoved),
  }
  return {
    ...(isMoved && { PrimaryCategory: draft.channelCategoryId }),
    ...(fields.has('images') && { Images: picturesOf(draft) }),
    ...(Object.keys(attributes).length > 0 && { Attributes: attributes }),
  }
}

function shortOf({ shortDescription }: ListingDraft, { attributes }: LazadaProduct): Payload {
  if (shortDescription !== undefined) return { [short]: shortDescription }
  return filledAmong(attributes, [short]).length > 0 ? { d_short_description: 'Yes' } : {}
}

/** Another category asks for its attributes: those that have not changed are sent as the product has them. */
function changedAttributes(
  draft: ListingDraft,
  { attributes: changed, removedAttributes }: ListingParts,
  own: LazadaProduct,
  isMoved: boolean,
): Payload {
  const all = Object.entries(attributesOf(draft))
  const cleared = filledAmong(own.attributes, removedAttributes).map((name) => [name, ''] as const)
  if (!isMoved) return Object.fromEntries([...all.filter(([name]) => changed.has(name)), ...cleared])
  const known = (name: string) => {
    const value = own.attributes[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return Object.fromEntries([
    ...all.map(([name, value]) => [name, changed.has(name) ? value : (known(name) ?? value)] as const),
    ...cleared,
  ])
}

/** Names of attributes that have a value. */
export function filledAmong(attributes: Record<string, unknown>, names: Iterable<string>): string[] {
  return [...names].filter((name) => ![undefined, null, ''].includes(attributes[name] as string))
}

function skuFields(
  draft: ListingDraft,
  parts: ListingParts,
  own: LazadaProduct,
  plan: SkuPlan<LazadaSku>,
  shop: Shop,
): Payload {
  const { fields, areVariantNamesChanged } = parts
  const was = axesOf(own)
  const names = areVariantNamesChanged ? draft.variantNames : was
  const isRebuilt =
    areVariantNamesChanged ||
    plan.rows.some((row) => !row.own || row.parts.has('options') || row.parts.has('sku_image'))
  const others = plan.others.map((sku) => ({ sku, options: optionsOf(sku, was) }))
  const rows = plan.rows.map(({ own: known, parts: changed, sku }) => {
    if (!known) return { options: sku.options, row: newSkuOf(draft, sku, names, shop) }
    const isChosenAnew = areVariantNamesChanged || changed.has('options')
    const options = isChosenAnew ? sku.options : optionsOf(known, was)
    const row = {
      ...(changed.has('code') && { SellerSku: sku.sellerSku }),
      ...(isChosenAnew && salePropOf(names, options)),
      ...(changed.has('price') && { price: amountText(sku.price, shop.currency) }),
      ...(changed.has('special_price') && specialOf(sku.specialPrice, shop)),
      ...(fields.has('package') && sizesOf(draft.package)),
      ...(changed.has('sku_image') && sku.image && { Images: { Image: [sku.image.url] } }),
    }
    return { options, row: Object.keys(row).length > 0 ? { SkuId: String(known.SkuId), ...row } : null }
  })
  // Each SKU has a parcel and an axis of its own, also one that somebody added there.
  const added = others.flatMap(({ sku, options }) => {
    const row = {
      ...(areVariantNamesChanged && salePropOf(names, options)),
      ...(fields.has('package') && sizesOf(draft.package)),
    }
    return Object.keys(row).length > 0 ? { SkuId: String(sku.SkuId), ...row } : []
  })
  const written = [...rows.flatMap(({ row }) => row ?? []), ...added]
  const chosen = [...others, ...rows].map(({ options }) => options)
  const hasImage = plan.others.length === 0 && draft.skus.every(({ image }) => image !== null)
  const isGrown = plan.rows.some((row) => !row.own)
  const beside = own.skus.find((sku) => !isDeleted(sku.Status))
  return {
    // A SKU is added beside one that there is.
    ...(isGrown && beside && { AssociatedSku: String(beside.SkuId) }),
    ...(isRebuilt && names.length > 0 && { variation: variationPayload(names, chosen, hasImage) }),
    ...(written.length > 0 && { Skus: { Sku: written } }),
  }
}

/** Names of what the SKUs differ in, in order. */
function axesOf({ variation }: LazadaProduct): string[] {
  return Object.entries(variation ?? {})
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, { name }]) => name || [])
}

/** A value stands in saleProp or beside the SKU's own fields. */
function optionsOf(sku: LazadaSku, names: string[]): string[] {
  return names.map((name) => {
    const value = sku.saleProp?.[name] ?? sku[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  })
}
