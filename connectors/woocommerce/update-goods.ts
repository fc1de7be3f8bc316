/**
 * A product of which some parts are written. Source: "Update a product" and "Batch update product variations" of the REST API v3
 * documentation: fields that are left out stay as they are, and lists are replaced whole.
 */
import { ChannelError, ownMessage } from '../channel-error.ts'
import type { Session } from '../session.ts'
import type { ListingDraft, ListingImage, PublishedListing } from '../../model/listing.ts'
import { planSkus, type ListingParts, type SkuPlan } from '../../model/listing-parts.ts'
import { attributeOf, changedPrices, skuFields } from './draft-fields.ts'
import { listVariations, put, read, writeBatch, type Made, type Variation } from './goods-calls.ts'
import { imageRow, imagesOf, packageFields } from './listing-edit.ts'
import { unitsOf } from './products.ts'
import type { Profile } from './profile.ts'

const channel = 'WooCommerce'

export async function updateGoods(
  profile: Profile,
  session: Session,
  channelProductId: string,
  draft: ListingDraft,
  parts: ListingParts,
): Promise<PublishedListing> {
  const id = Number(channelProductId)
  const known = await read(session, id)
  const isVaried = known.type === 'variable'
  if (isVaried !== draft.variantNames.length > 0)
    throw new ChannelError('refused', ownMessage('refusal.variants_fixed', { channel }))
  const variations = isVaried ? await listVariations(session, id) : []
  const plan = planSkus(draft, parts, variations, {
    code: ({ sku }) => sku,
    options: (variation) => optionsOf(variation, draft.variantNames),
  })
  const fields = {
    ...(await productFields(session, draft, parts, known)),
    ...(!isVaried && singleFields(profile, session, draft, parts)),
    ...(isVaried && axisFields(known, draft, parts, plan)),
  }
  const made = Object.keys(fields).length > 0 ? await put(session, id, fields) : known
  if (isVaried) await writeVariations(profile, session, made, draft, parts, plan)
  const images = parts.fields.has('images') ? { images: imagesOf(made) } : {}
  if (!isVaried) return { channelProductId, skus: [skuOf(id, draft.skus[0]?.sellerSku ?? null)], ...images }
  const now = await listVariations(session, id)
  // A till has no codes: its variations are told apart by their options.
  const codeOf = (one: Variation) =>
    draft.skus.find(({ options }) => String(options) === String(optionsOf(one, draft.variantNames)))
      ?.sellerSku
  const skus = now.map((one) => skuOf(one.id, one.sku?.trim() || (codeOf(one) ?? null)))
  return { channelProductId, skus, ...images }
}

const skuOf = (id: number, sellerSku: string | null) => ({ channelSkuId: String(id), sellerSku })

async function productFields(
  session: Session,
  draft: ListingDraft,
  parts: ListingParts,
  known: Made,
): Promise<object> {
  const { fields, formerCategoryId } = parts
  const category = Number(draft.channelCategoryId)
  const brand = Number(draft.brand?.channelBrandId ?? Number.NaN)
  const others = (known.categories ?? []).filter(
    ({ id }) => id !== Number(formerCategoryId) && id !== category,
  )
  return {
    ...(fields.has('name') && { name: draft.name }),
    ...(fields.has('description') && { description: draft.description }),
    ...(fields.has('short_description') && { short_description: draft.shortDescription ?? '' }),
    ...imageFields(draft, parts, known),
    // The shop may show the product in categories of its own beside the template's.
    ...(fields.has('category') &&
      category > 0 && { categories: [{ id: category }, ...others.map(({ id }) => ({ id }))] }),
    ...(fields.has('brand') && { brands: brand > 0 ? [{ id: brand }] : [] }),
    ...(fields.has('attributes') && { attributes: attributesWith(known, draft, parts) }),
    ...(fields.has('package') && packageFields(draft.package, await unitsOf(session))),
  }
}

/** Texts of photos are written to those that the product has: only other photos replace the list. */
function imageFields({ images }: ListingDraft, { fields }: ListingParts, known: Made): object {
  const own = known.images ?? []
  if (fields.has('images')) {
    const ids = new Map(own.map(({ id, src }) => [src, id]))
    return {
      images: images.map((image) => ({
        ...(ids.has(image.url) ? { id: ids.get(image.url) } : imageRow(image)),
        ...(image.alt !== undefined && { alt: image.alt }),
      })),
    }
  }
  if (!fields.has('alt_texts')) return {}
  const altOf = ({ id, src }: { id: number; src?: string | null | undefined }) =>
    images.find((image) => image.id === String(id) || image.url === src)?.alt
  return {
    images: own.map((row) => ({ id: row.id, ...(altOf(row) !== undefined && { alt: altOf(row) }) })),
  }
}

type Attribute = NonNullable<Made['attributes']>[number]

/** An attribute of the whole store has a number; others are known by their names. */
const isCalled = (row: Attribute, key: string) => String(row.id ?? 0) === key || row.name === key

/** The list is replaced whole: attributes that have not changed are sent as the product has them. */
function attributesWith(
  { attributes: own }: Made,
  { attributes }: ListingDraft,
  { attributes: changed, removedAttributes: removed }: ListingParts,
): object[] {
  const written = attributes.filter(
    ({ channelAttributeId: key, values }) => changed.has(key) && values.length > 0,
  )
  const kept = (own ?? []).filter(
    (row) => row.variation || ![...changed, ...removed].some((key) => isCalled(row, key)),
  )
  return [...kept, ...written.map(attributeOf)]
}

function singleFields(
  profile: Profile,
  session: Session,
  { skus: [sku] }: ListingDraft,
  { skus: [change] }: ListingParts,
): object {
  if (!sku || !change) return {}
  return {
    ...(change.parts.has('code') && { sku: sku.sellerSku }),
    ...changedPrices(profile, session, sku, change.parts),
  }
}

/** Values that variations choose from. Those of variations that somebody added there stay. */
function axisFields(known: Made, draft: ListingDraft, parts: ListingParts, plan: SkuPlan<Variation>): object {
  const isRebuilt =
    parts.areVariantNamesChanged ||
    plan.removed.length > 0 ||
    plan.rows.some((row) => !row.own || row.parts.has('options'))
  if (!isRebuilt) return {}
  const kept = parts.fields.has('attributes')
    ? (attributesWith(known, draft, parts) as Attribute[])
    : (known.attributes ?? [])
  const chosen = [
    ...plan.rows.map((row) =>
      !row.own || row.parts.has('options') || parts.areVariantNamesChanged
        ? row.sku.options
        : optionsOf(row.own, draft.variantNames),
    ),
    ...plan.others.map((one) => optionsOf(one, draft.variantNames)),
  ]
  const axes = draft.variantNames.map((name, at) => {
    const own = parts.areVariantNamesChanged
      ? undefined
      : kept.find((row) => row.variation && row.name === name)
    const placeOf = (option: string) => {
      const place = own?.options?.indexOf(option) ?? -1
      return place === -1 ? Number.MAX_SAFE_INTEGER : place
    }
    const options = [...new Set(chosen.flatMap((one) => one[at] || []))]
    return {
      ...own,
      name,
      visible: true,
      variation: true,
      options: options.toSorted((one, other) => placeOf(one) - placeOf(other)),
    }
  })
  return { attributes: [...kept.filter((row) => !row.variation), ...axes] }
}

/** Options in the order of the names; as they come where a variation has other names. */
function optionsOf({ attributes }: Variation, names: string[]): string[] {
  const rows = attributes ?? []
  const byName = names.map((name) => rows.find((row) => row.name === name)?.option)
  return byName.every((option) => option !== undefined) ? byName : rows.map(({ option }) => option)
}

/** Stock is set of new ones alone. */
async function writeVariations(
  profile: Profile,
  session: Session,
  product: Made,
  draft: ListingDraft,
  parts: ListingParts,
  plan: SkuPlan<Variation>,
): Promise<void> {
  // An image of the product was copied with it.
  const copied = new Map<string, ListingImage>()
  if (parts.fields.has('images'))
    for (const [at, image] of imagesOf(product).entries()) copied.set(draft.images[at]?.url ?? '', image)
  const imageOf = (image: ListingImage) => ({ image: imageRow(copied.get(image.url) ?? image) })
  const choiceOf = (options: string[]) => ({
    attributes: draft.variantNames.map((name, at) => ({ name, option: options[at] ?? '' })),
  })
  const body = {
    create: plan.rows
      .filter(({ own }) => !own)
      .map(({ sku }) => ({
        sku: sku.sellerSku,
        ...choiceOf(sku.options),
        ...(sku.image && imageOf(sku.image)),
        ...skuFields(profile, session, sku),
      })),
    update: plan.rows.flatMap(({ own, parts: changed, sku }) => {
      if (!own) return []
      const row = {
        ...(changed.has('code') && { sku: sku.sellerSku }),
        ...((changed.has('options') || parts.areVariantNamesChanged) && choiceOf(sku.options)),
        ...(changed.has('sku_image') && sku.image && imageOf(sku.image)),
        ...changedPrices(profile, session, sku, changed),
      }
      return Object.keys(row).length > 0 ? { id: own.id, ...row } : []
    }),
    delete: plan.removed.map(({ id }) => id),
  }
  if (body.create.length + body.update.length + body.delete.length > 0)
    await writeBatch(session, product.id, body)
}
