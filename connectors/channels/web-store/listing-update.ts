/**
 * A product of which some parts are written. Source: "Update a Product", "Manage Options of a Product" and "Manage Variants in a
 * Product" of the Admin API reference: what is left out stays as it is, and lists are replaced whole. Since 2.16 options have a call
 * of their own, which the update of a product takes no more.
 */
import type { ListingDraft, ListingSku, PublishedListing } from '../../../model/listing.ts'
import { planSkus, type ListingParts, type SkuPlan } from '../../../model/listing-parts.ts'
import { ChannelError } from '../../channel-error.ts'
import { readAgain } from '../../read-again.ts'
import type { Session } from '../../session.ts'
import { call } from './auth.ts'
import {
  imageFields,
  listingOf,
  metadataOf,
  newVariant,
  optionsOf,
  relationFields,
  titleOf,
  valuesOf,
  withField,
} from './listing-draft.ts'
import {
  optionedFields,
  optionedSchema,
  publishedFields,
  publishedSchema,
  statusRowSchema,
  variantsChangedSchema,
  type OptionedProduct,
} from './selling-wire.ts'
import { setPrices } from './listing-prices.ts'

type OwnVariant = NonNullable<OptionedProduct['variants']>[number]
type SetStock = (session: Session, listing: PublishedListing, from: ListingSku[]) => Promise<void>

export async function updateProduct(
  session: Session,
  channelProductId: string,
  draft: ListingDraft,
  parts: ListingParts,
  setStock: SetStock,
): Promise<PublishedListing> {
  const path = `/products/${encodeURIComponent(channelProductId)}`
  const { product: own } = await readAgain(() =>
    call(session, { method: 'GET', path, query: { fields: optionedFields } }, optionedSchema),
  )
  const plan = planSkus(draft, parts, own.variants ?? [], {
    code: ({ sku }) => sku,
    options: (variant) => chosenBy(variant, draft.variantNames),
  })
  const body = productFields(draft, parts, own)
  const query = { fields: publishedFields }
  if (needsOptions(parts, plan)) await addOptions(session, path, own, draft)
  if (Object.keys(body).length > 0)
    await call(session, { method: 'POST', path, query, body }, publishedSchema).catch(withField)
  await writeVariants(session, path, draft, parts, plan)
  await writePrices(session, channelProductId, plan)
  const { product } = await readAgain(() => call(session, { method: 'GET', path, query }, publishedSchema))
  const published = listingOf(product)
  await setStock(
    session,
    published,
    plan.rows.filter((row) => !row.own).map(({ sku }) => sku),
  )
  return published
}

function productFields(draft: ListingDraft, parts: ListingParts, own: OptionedProduct): object {
  const { fields, formerCategoryId, attributes } = parts
  const { channelCategoryId: category, brand } = draft
  const others = (own.categories ?? []).filter(({ id }) => id !== formerCategoryId && id !== category)
  return {
    ...(fields.has('name') && { title: draft.name }),
    ...(fields.has('description') && { description: draft.description }),
    ...(fields.has('images') && imageFields(draft)),
    // The shop may show the product in categories of its own beside the template's.
    ...(fields.has('category') &&
      category && { categories: [{ id: category }, ...others.map(({ id }) => ({ id }))] }),
    ...(fields.has('brand') && { collection_id: brand?.channelBrandId ?? null }),
    ...(fields.has('attributes') && attributeFields(draft, parts, own)),
    ...(attributes.has('type_id') && { type_id: relationFields(draft).type_id ?? null }),
    ...(attributes.has('tags') && { tags: relationFields(draft).tags ?? [] }),
  }
}

function attributeFields(
  draft: ListingDraft,
  { attributes: changed, removedAttributes: removed }: ListingParts,
  own: OptionedProduct,
): object {
  const written = Object.entries(metadataOf(draft)).filter(([key]) => changed.has(key))
  const metadata = {
    ...own.metadata,
    ...Object.fromEntries(written),
    // Metadata is merged with what is there: an empty text takes a key out of it.
    ...Object.fromEntries([...removed].filter((key) => key in (own.metadata ?? {})).map((key) => [key, ''])),
  }
  return {
    ...(written.length + removed.size > 0 && { metadata }),
    ...(removed.has('type_id') && { type_id: null }),
    ...(removed.has('tags') && { tags: [] }),
  }
}

function chosenBy({ options }: OwnVariant, names: string[]): string[] {
  if (names.length === 0) return []
  const rows = options ?? []
  const byName = names.map((name) => rows.find(({ option }) => option?.title === name)?.value)
  return byName.every((value) => value !== undefined) ? byName : rows.map(({ value }) => value)
}

function needsOptions({ areVariantNamesChanged }: ListingParts, { rows }: SkuPlan<OwnVariant>): boolean {
  return areVariantNamesChanged || rows.some((row) => !row.own || row.parts.has('options'))
}

/** Variants choose from the options of their product. Values that no variant has any more stay: they do no harm. */
async function addOptions(
  session: Session,
  path: string,
  { options: known }: OptionedProduct,
  draft: ListingDraft,
): Promise<void> {
  const changes = optionsOf(draft).map(({ title, values }) => {
    const option = known?.find((one) => one.title === title)
    const had = new Set(option?.values?.map(({ value }) => value))
    return { id: option?.id, title, values: values.filter((value) => !had.has(value)) }
  })
  const add = changes.filter(({ id }) => !id).map(({ title, values }) => ({ title, values }))
  const update = changes.flatMap(({ id, values }) =>
    id && values.length > 0 ? { product_option_id: id, add: values.map((value) => ({ value })) } : [],
  )
  if (add.length + update.length === 0) return
  const request = { method: 'POST' as const, path: `${path}/options/batch`, query: { fields: 'id' } }
  await call(session, { ...request, body: { add, update } }, statusRowSchema).catch(withField)
}

async function writeVariants(
  session: Session,
  path: string,
  draft: ListingDraft,
  { areVariantNamesChanged }: ListingParts,
  { rows, removed }: SkuPlan<OwnVariant>,
): Promise<void> {
  const { variantNames } = draft
  const body = {
    create: rows.filter((row) => !row.own).map(({ sku }) => newVariant(sku, variantNames, session.currency)),
    update: rows.flatMap(({ own, parts, sku }) => {
      if (!own) return []
      const row = {
        ...(parts.has('code') && { sku: sku.sellerSku }),
        ...((parts.has('options') || areVariantNamesChanged) && {
          title: titleOf(sku),
          options: valuesOf(sku, variantNames),
        }),
      }
      return Object.keys(row).length > 0 ? { id: own.id, ...row } : []
    }),
    delete: removed.map(({ id }) => id),
  }
  if (body.create.length + body.update.length + body.delete.length === 0) return
  const request = { method: 'POST' as const, path: `${path}/variants/batch`, query: {}, body }
  await call(session, request, variantsChangedSchema).catch(withField)
}

async function writePrices(
  session: Session,
  channelProductId: string,
  { rows }: SkuPlan<OwnVariant>,
): Promise<void> {
  const figures = rows.flatMap(({ own, parts, sku: { price } }) =>
    own && parts.has('price') ? { channelProductId, channelSkuId: own.id, price } : [],
  )
  if (figures.length === 0) return
  const refused = (await setPrices(session, figures)).find(({ isDone }) => !isDone)
  if (refused && !refused.isDone)
    throw new ChannelError('refused', refused.reason, {
      fields: [{ field: 'price', message: refused.reason }],
    })
}
