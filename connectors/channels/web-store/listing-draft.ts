/** A listing of ours as the product calls want it. Pure: no calls, no clock. */
import type { ListingDraft, ListingSku, PublishedListing } from '../../../model/listing.ts'
import { fromMinor, type Currency } from '../../../model/money.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { PublishedProduct } from './selling-wire.ts'

const channel = 'Medusa'
/** Title of the one option that a product without variants has to have. */
const onlyOption = { title: 'Default option', value: 'Default option value' }

export function listingOf({ id, variants }: PublishedProduct): PublishedListing {
  return {
    channelProductId: id,
    skus: (variants ?? []).map((one) => ({ channelSkuId: one.id, sellerSku: one.sku?.trim() || null })),
  }
}

export function productFields(draft: ListingDraft): object {
  return {
    title: draft.name,
    description: draft.description,
    ...imageFields(draft),
    ...(draft.channelCategoryId && { categories: [{ id: draft.channelCategoryId }] }),
    ...(draft.brand?.channelBrandId && { collection_id: draft.brand.channelBrandId }),
    ...relationFields(draft),
    metadata: metadataOf(draft),
  }
}

export function imageFields({ images }: ListingDraft): object {
  const urls = images.map(({ url }) => url)
  return { images: urls.map((url) => ({ url })), thumbnail: urls[0] ?? null }
}

/** Attributes that Medusa has a field for. */
export function relationFields({ attributes }: ListingDraft): { type_id?: string; tags?: { id: string }[] } {
  const idsOf = (key: string) =>
    attributes
      .filter(({ channelAttributeId }) => channelAttributeId === key)
      .flatMap(({ values }) => values.flatMap(({ id }) => id ?? []))
  const [[type], tags] = [idsOf('type_id'), idsOf('tags')]
  return { ...(type && { type_id: type }), ...(tags.length > 0 && { tags: tags.map((id) => ({ id })) }) }
}

/** Medusa has no table for other attributes; metadata keeps them. */
export function metadataOf({ attributes }: ListingDraft): Record<string, string> {
  return Object.fromEntries(
    attributes
      .filter(({ channelAttributeId: key }) => !['type_id', 'tags'].includes(key))
      .map(({ channelAttributeId: key, values }) => [key, values.map(({ name }) => name).join(', ')]),
  )
}

export function optionsOf({ variantNames, skus }: ListingDraft): { title: string; values: string[] }[] {
  if (variantNames.length === 0) return [{ title: onlyOption.title, values: [onlyOption.value] }]
  return variantNames.map((title, at) => ({
    title,
    values: [...new Set(skus.map(({ options }) => options[at] ?? ''))],
  }))
}

export function newVariant(sku: ListingSku, names: string[], currency: Currency): object {
  return {
    title: titleOf(sku),
    sku: sku.sellerSku,
    manage_inventory: true,
    allow_backorder: false,
    options: valuesOf(sku, names),
    prices: pricesOf(sku, currency),
  }
}

export const titleOf = ({ options, sellerSku }: ListingSku) => options.join(' / ') || sellerSku
export const valuesOf = ({ options }: ListingSku, names: string[]): object =>
  names.length === 0
    ? { [onlyOption.title]: onlyOption.value }
    : Object.fromEntries(names.map((name, at) => [name, options[at] ?? '']))
const pricesOf = ({ price }: ListingSku, currency: Currency): object[] => [
  { amount: fromMinor(price, currency), currency_code: currency.toLowerCase() },
]

/** The field that a refusal is about, as its words say: the shop's codes do not tell. */
export function withField(error: unknown): never {
  if (!(error instanceof ChannelError) || error.kind !== 'refused' || error.fields.length > 0) throw error
  const field = [
    [/\bsku\b/i, 'sellerSku'],
    [/\bhandle\b/i, 'name'],
    [/categor/i, 'channelCategoryId'],
  ].find(([words]) => (words as RegExp).test(error.message))?.[1] as string | undefined
  if (!field) throw error
  throw new ChannelError('refused', error.message || ownMessage('refusal.no_reason', { channel }), {
    ...(error.channelCode && { channelCode: error.channelCode }),
    fields: [{ field, message: error.message }],
  })
}
