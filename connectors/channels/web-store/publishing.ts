/**
 * Listings created and made like a draft. Source: "Create Product", "Update a Product", "Manage Options of a Product" and "Manage
 * Variants in a Product" of the Admin API reference. A product comes to be with its variants in one call; its stock is written
 * after it. Since 2.16 options have a call of their own, which the update of a product takes no more.
 */
import type { z } from 'zod'
import type { ListingDraft, ListingSku, PublishedListing } from '../../../model/listing.ts'
import { fromMinor, type Currency } from '../../../model/money.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Listings } from '../../listings.ts'
import { readAgain } from '../../read-again.ts'
import type { Session } from '../../session.ts'
import { call } from './auth.ts'
import {
  foundProductsSchema,
  optionedFields,
  optionedSchema,
  publishedFields,
  publishedSchema,
  shippingProfilesSchema,
  statusRowSchema,
  variantsChangedSchema,
  type OptionedProduct,
  type PublishedProduct,
} from './selling-wire.ts'
import { stock } from './stock.ts'
import { storesSchema } from './wire.ts'

const channel = 'Medusa'
/** Title of the one option that a product without variants has to have. */
const onlyOption = { title: 'Default option', value: 'Default option value' }
const foundAtOnce = 50

export const publishing: Pick<Listings, 'publish' | 'find' | 'update'> = {
  async publish(session, draft) {
    const { skus, variantNames } = draft
    const body = {
      ...productFields(draft),
      handle: handleOf(draft),
      status: 'published',
      options: optionsOf(draft),
      variants: skus.map((sku) => newVariant(sku, variantNames, session.currency)),
      ...(await sellingPlaceOf(session)),
    }
    const request = { method: 'POST' as const, path: '/products', query: { fields: publishedFields } }
    const { product } = await call(session, { ...request, body }, publishedSchema).catch(withField)
    const published = listingOf(product)
    await setStock(session, published, skus)
    return published
  },

  async find(session, sellerSkus) {
    for (const code of new Set(sellerSkus.filter(Boolean))) {
      const query = { q: code, fields: publishedFields, limit: String(foundAtOnce) }
      const { products } = await readAgain(() =>
        call(session, { method: 'GET', path: '/products', query }, foundProductsSchema),
      )
      const found = products.find(({ variants }) => variants?.some(({ sku }) => sku === code))
      if (found) return listingOf(found)
    }
    return null
  },

  async update(session, channelProductId, draft) {
    const path = `/products/${encodeURIComponent(channelProductId)}`
    const query = { fields: publishedFields }
    const { product: before } = await readAgain(() =>
      call(session, { method: 'GET', path, query: { fields: optionedFields } }, optionedSchema),
    )
    const known = new Map((before.variants ?? []).map((one) => [one.sku, one.id]))
    await addOptions(session, path, before, draft)
    await call(session, { method: 'POST', path, query, body: productFields(draft) }, publishedSchema).catch(
      withField,
    )
    const { variantNames, skus } = draft
    const fresh = skus.filter(({ sellerSku }) => !known.has(sellerSku))
    const kept = new Set(skus.map(({ sellerSku }) => known.get(sellerSku)))
    const body = {
      create: fresh.map((sku) => newVariant(sku, variantNames, session.currency)),
      update: skus.flatMap((sku) => {
        const id = known.get(sku.sellerSku)
        return id
          ? {
              id,
              title: titleOf(sku),
              options: valuesOf(sku, variantNames),
              prices: pricesOf(sku, session.currency),
            }
          : []
      }),
      delete: (before.variants ?? []).filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    }
    await call(
      session,
      { method: 'POST', path: `${path}/variants/batch`, query: {}, body },
      variantsChangedSchema,
    ).catch(withField)
    const { product } = await readAgain(() => call(session, { method: 'GET', path, query }, publishedSchema))
    const published = listingOf(product)
    await setStock(session, published, fresh)
    return published
  },
}

function listingOf({ id, variants }: PublishedProduct): PublishedListing {
  return {
    channelProductId: id,
    skus: (variants ?? []).map((one) => ({ channelSkuId: one.id, sellerSku: one.sku?.trim() || null })),
  }
}

/** The shop takes no handle twice, so that a repeated call makes no second product either. */
function handleOf({ name, skus }: ListingDraft): string {
  return `${name} ${skus[0]?.sellerSku ?? ''}`
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

function productFields(draft: ListingDraft): object {
  const urls = draft.images.map(({ url }) => url)
  const idsOf = (key: string) =>
    draft.attributes
      .filter(({ channelAttributeId }) => channelAttributeId === key)
      .flatMap(({ values }) => values.flatMap(({ id }) => id ?? []))
  const [[type], tags] = [idsOf('type_id'), idsOf('tags')]
  const others = draft.attributes.filter(({ channelAttributeId: key }) => !['type_id', 'tags'].includes(key))
  return {
    title: draft.name,
    description: draft.description,
    images: urls.map((url) => ({ url })),
    thumbnail: urls[0] ?? null,
    ...(draft.channelCategoryId && { categories: [{ id: draft.channelCategoryId }] }),
    ...(draft.brand?.channelBrandId && { collection_id: draft.brand.channelBrandId }),
    ...(type && { type_id: type }),
    ...(tags.length > 0 && { tags: tags.map((id) => ({ id })) }),
    // Medusa has no table for other attributes; metadata keeps them.
    metadata: Object.fromEntries(
      others.map(({ channelAttributeId: key, values }) => [key, values.map(({ name }) => name).join(', ')]),
    ),
  }
}

function optionsOf({ variantNames, skus }: ListingDraft): { title: string; values: string[] }[] {
  if (variantNames.length === 0) return [{ title: onlyOption.title, values: [onlyOption.value] }]
  return variantNames.map((title, at) => ({
    title,
    values: [...new Set(skus.map(({ options }) => options[at] ?? ''))],
  }))
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

function newVariant(sku: ListingSku, names: string[], currency: Currency): object {
  return {
    title: titleOf(sku),
    sku: sku.sellerSku,
    manage_inventory: true,
    allow_backorder: false,
    options: valuesOf(sku, names),
    prices: pricesOf(sku, currency),
  }
}

const titleOf = ({ options, sellerSku }: ListingSku) => options.join(' / ') || sellerSku
const valuesOf = ({ options }: ListingSku, names: string[]): object =>
  names.length === 0
    ? { [onlyOption.title]: onlyOption.value }
    : Object.fromEntries(names.map((name, at) => [name, options[at] ?? '']))
const pricesOf = ({ price }: ListingSku, currency: Currency): object[] => [
  { amount: fromMinor(price, currency), currency_code: currency.toLowerCase() },
]

/** Products are bought through a sales channel and sent by a shipping profile; without them nobody can order. */
async function sellingPlaceOf(session: Session): Promise<object> {
  const read = <T>(path: string, schema: z.ZodType<T>) =>
    readAgain(() => call(session, { method: 'GET', path, query: {} }, schema))
  const [{ stores }, { shipping_profiles: profiles }] = await Promise.all([
    read('/stores', storesSchema),
    read('/shipping-profiles', shippingProfilesSchema),
  ])
  const salesChannel = stores[0]?.default_sales_channel_id
  const profile = profiles.find(({ type }) => type === 'default') ?? profiles[0]
  return {
    ...(salesChannel && { sales_channels: [{ id: salesChannel }] }),
    ...(profile && { shipping_profile_id: profile.id }),
  }
}

async function setStock(session: Session, { channelProductId, skus }: PublishedListing, from: ListingSku[]) {
  const quantities = new Map(from.map(({ sellerSku, quantity }) => [sellerSku, quantity]))
  const figures = skus.flatMap(({ channelSkuId, sellerSku }) => {
    const quantity = sellerSku === null ? undefined : quantities.get(sellerSku)
    return quantity === undefined ? [] : { channelProductId, channelSkuId, quantity }
  })
  // Stock that could not be written is pushed again like any other figure.
  await stock.set(session, figures)
}

/** The field that a refusal is about, as its words say: the shop's codes do not tell. */
function withField(error: unknown): never {
  if (!(error instanceof ChannelError) || error.kind !== 'refused' || error.fields.length > 0) throw error
  const field = [
    [/\bsku\b/i, 'seller_sku'],
    [/\bhandle\b/i, 'name'],
    [/categor/i, 'category'],
  ].find(([words]) => (words as RegExp).test(error.message))?.[1] as string | undefined
  if (!field) throw error
  throw new ChannelError('refused', error.message || ownMessage('refusal.no_reason', { channel }), {
    ...(error.channelCode && { channelCode: error.channelCode }),
    fields: [{ field, message: error.message }],
  })
}
