/**
 * A product of which some parts are written. Source: "Partial Edit Product": properties that are left out stay as they are, each that
 * is sent is replaced whole. "Edit Product" replaces everything, and is used for the one thing that the other cannot say.
 */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { readAgain } from '../../read-again.ts'
import type { Session } from '../../session.ts'
import type { ListingDraft, ListingSku } from '../../../model/listing.ts'
import { planSkus, type ListingParts, type SkuPart, type SkuPlan } from '../../../model/listing-parts.ts'
import { findWarehouse, versionOf } from './catalog.ts'
import { amountText, attributesOf, imageOf, newSkuOf, packageOf, type Target } from './listing-draft.ts'
import { request } from './orders.ts'
import { isDeleted } from './product-mapping.ts'
import { publishedSchema, wholeProductSchema, type WholeProduct } from './selling-wire.ts'

type Payload = Record<string, unknown>
type OwnSku = NonNullable<WholeProduct['skus']>[number]

type Updated = {
  /** The SKUs as they are to be: what is read shows them when the change has been audited. Null: they have not changed. */
  skus: { id: string; seller_sku?: string | null | undefined }[] | null
  /** Prices that are still to be set, by their own call: it needs no audit. */
  prices: { channelProductId: string; channelSkuId: string; price: number }[]
}

export async function updateParts(
  session: Session,
  channelProductId: string,
  draft: ListingDraft,
  parts: ListingParts,
): Promise<Updated> {
  const path = `/product/202309/products/${encodeURIComponent(channelProductId)}`
  const own = await readAgain(() => request(session, { method: 'GET', path, query: {} }, wholeProductSchema))
  if (isDeleted(own.status))
    throw new ChannelError(
      'refused',
      ownMessage('refusal.product_deleted', { channel: 'TikTok Shop', id: channelProductId }),
      { channelCode: '12052031' },
    )
  const plan = planSkus(draft, parts, own.skus ?? [], {
    code: (sku) => sku.seller_sku,
    options: optionsOf,
  })
  const isRebuilt =
    parts.areVariantNamesChanged ||
    plan.removed.length > 0 ||
    plan.rows.some(
      (row) => !row.own || (['code', 'options', 'sku_image'] as const).some((part) => row.parts.has(part)),
    )
  const warehouseId = plan.rows.some((row) => !row.own) ? await findWarehouse(session) : null
  const target = { currency: session.currency, warehouseId }
  const body = {
    ...productFields(draft, parts, own),
    ...(isRebuilt && { skus: skusOf(draft, parts, plan, target) }),
  }
  // A brand is only replaced by another one: taking it away is said by leaving it out of the whole.
  const isBrandRemoved = parts.fields.has('brand') && !draft.brand
  const edit = isBrandRemoved
    ? { method: 'PUT' as const, path, body: { ...wholeOf(own, session), ...body, ...versionOf(session) } }
    : {
        method: 'POST' as const,
        path: `${path}/partial_edit`,
        body: { ...body, ...versionIn(body, session) },
      }
  const isEmpty = !isBrandRemoved && Object.keys(body).length === 0
  const told = isEmpty ? null : await request(session, { ...edit, query: {} }, publishedSchema)
  if (isRebuilt) return { skus: told?.skus ?? null, prices: [] }
  const prices = plan.rows.flatMap(({ own: sku, parts: changed, sku: { price } }) =>
    sku && changed.has('price') ? { channelProductId, channelSkuId: sku.id, price } : [],
  )
  return { skus: null, prices }
}

function versionIn(body: object, session: Session): object {
  return 'category_id' in body ? versionOf(session) : {}
}

function productFields(draft: ListingDraft, parts: ListingParts, own: WholeProduct): Payload {
  const { fields } = parts
  const isMoved = fields.has('category')
  return {
    ...(fields.has('name') && { title: draft.name }),
    ...(fields.has('description') && { description: draft.description }),
    ...(fields.has('images') && { main_images: draft.images.map(imageOf) }),
    ...(fields.has('package') && packageOf(draft.package)),
    ...(isMoved && { category_id: draft.channelCategoryId }),
    ...(fields.has('brand') && draft.brand && { brand_id: draft.brand.channelBrandId }),
    ...((isMoved || fields.has('attributes')) && {
      product_attributes: attributesWith(draft, parts, own, isMoved),
    }),
    ...(parts.isCashOnDeliveryChanged && { is_cod_allowed: draft.isCashOnDelivery }),
    ...(parts.addedDeliveryIds.size + parts.removedDeliveryIds.size > 0 && {
      delivery_option_ids: deliveriesWith(parts, own),
    }),
  }
}

/** The list is replaced whole: attributes that have not changed are sent as the product has them. */
function attributesWith(
  draft: ListingDraft,
  { attributes: changed, removedAttributes: removed }: ListingParts,
  own: WholeProduct,
  isMoved: boolean,
): object[] {
  const wanted = attributesOf(draft)
  const known = new Map(
    (own.product_attributes ?? []).map(({ id, values }) => [
      id,
      {
        id,
        values: (values ?? []).map((value) => ({
          ...(value.id && { id: value.id }),
          ...(value.name && { name: value.name }),
        })),
      },
    ]),
  )
  // Another category has attributes of its own.
  if (isMoved) return wanted.map((one) => (changed.has(one.id) ? one : (known.get(one.id) ?? one)))
  const written = wanted.filter(({ id }) => changed.has(id))
  const kept = [...known.values()].filter(({ id }) => !changed.has(id) && !removed.has(id))
  return [...kept, ...written]
}

function deliveriesWith({ addedDeliveryIds, removedDeliveryIds }: ListingParts, own: WholeProduct): string[] {
  const now = new Set((own.delivery_options ?? []).map(({ id }) => id))
  return [...now.union(addedDeliveryIds).difference(removedDeliveryIds)]
}

/** The list is replaced whole, and what is left out would be gone, stock included: the rest of it is what the product has now. */
function skusOf(draft: ListingDraft, parts: ListingParts, plan: SkuPlan<OwnSku>, target: Target): Payload[] {
  const axes = axesOf(plan, draft, parts)
  const rows = plan.rows.map(({ own, sku, parts: changed }) =>
    own
      ? { ...keptSku(own, target.currency), ...changesOf(own, sku, changed, axes, parts, target) }
      : { ...newSkuOf([], sku, target), sales_attributes: salesFor(axes, sku.options, sku.image?.id) },
  )
  const others = plan.others.map((own) => ({
    ...keptSku(own, target.currency),
    // All SKUs differ in the same.
    ...(parts.areVariantNamesChanged && {
      sales_attributes: salesFor(axes, optionsOf(own), imageIn(own)),
    }),
  }))
  return [...rows, ...others]
}

/** A thing that SKUs differ in: once the product has it, it has a number, by which all SKUs have to name it. */
type Axis = { id?: string; name: string }

function axesOf(plan: SkuPlan<OwnSku>, { variantNames }: ListingDraft, parts: ListingParts): Axis[] {
  const known = plan.rows.find(({ own }) => own)?.own ?? plan.others[0]
  const own = (known?.sales_attributes ?? []).map(({ id, name }) => ({ ...(id && { id }), name: name ?? '' }))
  if (own.length > 0 && !parts.areVariantNamesChanged) return own
  return variantNames.map((name) => ({ name }))
}

function salesFor(axes: Axis[], options: string[], image: string | null | undefined): Payload[] {
  return axes.map((axis, at) => ({
    ...axis,
    value_name: options[at] ?? '',
    // Only the first of them may have images.
    ...(at === 0 && image && { sku_img: { uri: image } }),
  }))
}

const optionsOf = (own: OwnSku) => (own.sales_attributes ?? []).map(({ value_name: value }) => value ?? '')
const imageIn = (own: OwnSku) => own.sales_attributes?.[0]?.sku_img?.uri

function changesOf(
  own: OwnSku,
  sku: ListingSku,
  changed: ReadonlySet<SkuPart>,
  axes: Axis[],
  { areVariantNamesChanged }: ListingParts,
  { currency }: Target,
): Payload {
  const isChosenAnew = areVariantNamesChanged || changed.has('options')
  const image = changed.has('sku_image') ? sku.image?.id : imageIn(own)
  return {
    ...(changed.has('code') && { seller_sku: sku.sellerSku }),
    ...(sku.isStockKept && { inventory: inventoryOf(own, sku.quantity) }),
    ...(changed.has('price') && { price: { amount: amountText(sku.price, currency), currency } }),
    ...(isChosenAnew && { sales_attributes: salesFor(axes, sku.options, image) }),
    ...(!isChosenAnew &&
      changed.has('sku_image') && {
        sales_attributes: salesOf(own).map((one, at) => ({
          ...one,
          ...(at === 0 && { sku_img: image ? { uri: image } : undefined }),
        })),
      }),
  }
}

function keptSku(own: OwnSku, currency: string): Payload {
  const { id, seller_sku: code, price, identifier_code: barcode } = own
  return {
    id,
    ...(code && { seller_sku: code }),
    price: {
      amount: price?.sale_price || price?.tax_exclusive_price || '0',
      currency: price?.currency || currency,
    },
    sales_attributes: salesOf(own),
    inventory: inventoryOf(own, null),
    ...(barcode !== undefined && barcode !== null && { identifier_code: barcode }),
  }
}

/** `kept`: what the ledger offers; which of several warehouses has it is the channel's own matter. */
function inventoryOf({ inventory }: OwnSku, kept: number | null): object[] {
  const rows = inventory ?? []
  const figure = rows.length === 1 ? kept : null
  return rows.map(({ warehouse_id: warehouse, quantity }) => ({
    ...(warehouse && { warehouse_id: warehouse }),
    quantity: figure ?? quantity ?? 0,
  }))
}

function salesOf({ sales_attributes: attributes }: OwnSku): { sku_img?: { uri: string } }[] {
  return (attributes ?? []).map(({ id, name, value_id, value_name, sku_img: image }) => ({
    ...(id && { id }),
    ...(name && { name }),
    ...(value_id && { value_id }),
    ...(value_name && { value_name }),
    ...(image?.uri && { sku_img: { uri: image.uri } }),
  }))
}

/** The product as it stands, without its brand. */
function wholeOf(own: WholeProduct, { currency }: Session): Payload {
  const chain = own.category_chains ?? []
  return {
    save_mode: 'LISTING',
    title: own.title,
    description: own.description,
    category_id: (chain.find(({ is_leaf: isLeaf }) => isLeaf) ?? chain.at(-1))?.id,
    main_images: (own.main_images ?? []).map(({ uri }) => ({ uri })),
    ...(own.package_weight !== undefined && { package_weight: own.package_weight }),
    ...(own.package_dimensions !== undefined && { package_dimensions: own.package_dimensions }),
    ...(own.is_cod_allowed !== undefined && { is_cod_allowed: own.is_cod_allowed }),
    delivery_option_ids: (own.delivery_options ?? []).map(({ id }) => id),
    product_attributes: (own.product_attributes ?? []).map(({ id, values }) => ({
      id,
      values: (values ?? []).map((value) => ({
        ...(value.id && { id: value.id }),
        ...(value.name && { name: value.name }),
      })),
    })),
    skus: (own.skus ?? []).map((sku) => keptSku(sku, currency)),
  }
}
