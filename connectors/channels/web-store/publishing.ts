/**
 * Listings created and found. Source: "Create Product" of the Admin API reference. A product comes to be with its variants in one
 * call; its stock is written after it.
 */
import type { z } from 'zod'
import type { ListingDraft, ListingSku, PublishedListing } from '../../../model/listing.ts'
import type { Listings } from '../../listings.ts'
import { keptForShop } from '../../kept-for-shop.ts'
import { readAgain } from '../../read-again.ts'
import type { Session } from '../../session.ts'
import { call } from './auth.ts'
import { listingOf, newVariant, optionsOf, productFields, withField } from './listing-draft.ts'
import {
  createdFields,
  createdSchema,
  foundProductsSchema,
  publishedFields,
  shippingProfilesSchema,
} from './selling-wire.ts'
import { setFigures } from './stock.ts'
import type { CountedVariant } from './product-wire.ts'
import { updateProduct } from './listing-update.ts'
import { storesSchema } from './wire.ts'

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
    const request = { method: 'POST' as const, path: '/products', query: { fields: createdFields } }
    const { product } = await call(session, { ...request, body }, createdSchema).catch(withField)
    const published = listingOf(product)
    await setStock(session, published, skus, product.variants ?? [])
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

  update: (session, channelProductId, draft, parts) =>
    updateProduct(session, channelProductId, draft, parts, setStock),
}

/** The shop takes no handle twice, so that a repeated call makes no second product either. */
function handleOf({ name, skus }: ListingDraft): string {
  return `${name} ${skus[0]?.sellerSku ?? ''}`
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

/** Products are bought through a sales channel and sent by a shipping profile; without them nobody can order. */
const sellingPlaceOf = keptForShop(async (session): Promise<object> => {
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
})

/** `fresh`: variants that were just made, as the shop tells of them. */
async function setStock(
  session: Session,
  { channelProductId, skus }: PublishedListing,
  from: ListingSku[],
  fresh?: CountedVariant[],
) {
  const quantities = new Map(from.map(({ sellerSku, quantity }) => [sellerSku, quantity]))
  const figures = skus.flatMap(({ channelSkuId, sellerSku }) => {
    const quantity = sellerSku === null ? undefined : quantities.get(sellerSku)
    return quantity === undefined ? [] : { channelProductId, channelSkuId, quantity }
  })
  // Stock that could not be written is pushed again like any other figure.
  await setFigures(session, figures, fresh)
}
