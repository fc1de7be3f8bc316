import type { Listing, ListingChange } from '../kit/catalog.ts'
import { productChangeSchema } from './draft-product.ts'
import { findDraft, keyOf } from './drafts.ts'
import { getProduct, getVariation, showProduct, showVariation, type ProductCall } from './find-products.ts'
import { attributesOf, changeDraft, changeDraftVariation, checkSku } from './new-products.ts'
import { imagesFrom } from './product-facts.ts'
import { describe, imagesOf, USUAL_SIZE, variationsOf, type Product } from './product-resource.ts'
import { readInput } from './read-input.ts'
import { readSale, withSale, type Sale } from './sale-price.ts'
import type { Row, Store } from './types.ts'
import { ApiError } from './wire.ts'

type Change = Sale & Omit<ListingChange, 'sale'>

function readChange({ decimals }: Store, body: unknown): Change {
  const input = readInput(productChangeSchema, body)
  const { name, weight, regular_price: price, stock_quantity: stock, status, sku } = input
  const toMinor = (amount: string): number => Math.round(Number(amount) * 10 ** decimals)
  return {
    ...(name !== undefined && { name }),
    ...(weight !== undefined && { weight: Number(weight) }),
    ...(price && { price: toMinor(price) }),
    ...(typeof stock === 'number' && { stock }),
    ...(status && { status: status === 'publish' ? ('listed' as const) : ('unlisted' as const) }),
    ...(sku !== undefined && { code: sku }),
    ...readSale(input, toMinor),
  }
}

/** A variable product has neither stock nor price of its own: those inputs pass it by. */
export function changeProduct(call: ProductCall, id: number, body: unknown): Row {
  const draft = findDraft(call, id)
  if (draft) {
    changeDraft(call, draft, body)
    const changed = getProduct(call, id)
    const row = showProduct(call, changed)
    if (findDraft(call, id)) call.sites.hooks.send(call.store, 'product.updated', row)
    return row
  }
  const product = getProduct(call, id, 400)
  const { name, weight, status, code, ...offer } = readChange(call.store, body)
  checkSku(call, code, id)
  const isVariable = variationsOf(product).length > 0
  changeFacts(call, product, isVariable ? code : undefined, body)
  const isShared = !isVariable && changeShares(call, product.listings, body)
  const others = {
    ...(name !== undefined && { name }),
    ...(weight !== undefined && { weight }),
    ...(status && { status }),
    ...(code !== undefined && !isVariable && { code }),
  }
  if (!isShared || Object.keys(others).length > 0)
    for (const listing of product.listings)
      call.sites.catalog.change(
        listing,
        isVariable || isShared ? others : { ...others, ...withSale(listing, offer) },
      )
  return showProduct(call, getProduct(call, id))
}

export function changeVariation(call: ProductCall, productId: number, id: number, body: unknown): Row {
  const { listing, shares } = getVariation(call, productId, id, 400)
  const draft = findDraft(call, productId)
  if (draft) changeDraftVariation(call, draft, id, body)
  else {
    const change = readChange(call.store, body)
    checkSku(call, change.code, id)
    if (!changeShares(call, shares, body)) call.sites.catalog.change(listing, withSale(listing, change))
  }
  const changed = getVariation(call, productId, id)
  return showVariation(call, changed.product, changed.listing)
}

/** Writes what a product has beside its name, weight, price and stock; a part of the dimensions leaves the others alone. */
function changeFacts(
  { sites, store, fetched }: ProductCall,
  product: Product,
  sku: string | undefined,
  body: unknown,
): void {
  const {
    name,
    description,
    short_description: short,
    dimensions: size,
    images,
    attributes,
    categories,
    brands,
  } = readInput(productChangeSchema, body)
  const written = [name, description, short, size, images, attributes, categories, brands, sku]
  if (written.every((one) => one === undefined)) return
  // A product of the sample is described by its name; a new name leaves the description as it was.
  const known = { description: describe(product), ...sites.factsOf(store, product.id) }
  const shown = imagesOf(product, sites.world.baseUrl(), known)
  const sides = { ...USUAL_SIZE, ...known.dimensions }
  sites.facts.set(keyOf(store, product.id), {
    ...known,
    ...(sku !== undefined && { sku }),
    ...(description !== undefined && { description }),
    ...(short !== undefined && { shortDescription: short }),
    ...(size && {
      dimensions: {
        length: size.length ?? sides.length,
        width: size.width ?? sides.width,
        height: size.height ?? sides.height,
      },
    }),
    ...(images && {
      images: imagesFrom(images, [...shown, ...sites.imagesOf(store)], fetched),
      oldImages: [...(known.images ?? []), ...(known.oldImages ?? [])],
    }),
    ...(attributes && { attributes: attributesOf(attributes) }),
    ...(categories && { categories: categories.map(({ id }) => id) }),
    ...(brands && { brands: brands.map(({ id }) => id) }),
  })
}

/** Writes stock, price and offer of each place; false for a store without places. With places, the product's stock is ignored. */
function changeShares(
  { sites, store }: ProductCall,
  listings: readonly Listing<number>[],
  body: unknown,
): boolean {
  if (store.places.length === 0) return false
  const { pos_locations: shares = [] } = readInput(productChangeSchema, body)
  for (const { location_id: place, available, price, is_sold: isSold } of shares) {
    const listing = listings.find(({ shopId }) => shopId === `${store.slug}/${place}`)
    const minor = Math.round(Number(price ?? Number.NaN) * 10 ** store.decimals)
    if (listing)
      sites.catalog.change(listing, {
        ...(available !== undefined && { stock: available }),
        ...(minor > 0 && { price: minor }),
        ...(isSold !== undefined && { status: isSold ? 'listed' : 'unlisted' }),
      })
  }
  return true
}

/** Moves a product to the bin, or removes it for good; the reply shows it as it was before. */
export function removeProduct(call: ProductCall, id: number, isForGood: boolean): Row {
  const { sites, store } = call
  const product = getProduct(call, id)
  const before = showProduct(call, product)
  if (sites.drafts.delete(keyOf(store, id))) {
    sites.hooks.send(store, 'product.deleted', { id })
    return before
  }
  if (!isForGood && product.status === 'trash')
    throw new ApiError(410, 'woocommerce_rest_already_trashed', 'The product has already been deleted.')
  for (const listing of product.listings)
    if (listing.status !== 'deleted') sites.catalog.change(listing, { status: 'deleted' })
  if (isForGood) sites.facts.set(keyOf(store, id), { isGone: true })
  return before
}

/** Removes a variation for good: there is no bin for one. */
export function removeVariation(call: ProductCall, productId: number, id: number): Row {
  const { product, listing, shares } = getVariation(call, productId, id)
  const before = showVariation(call, product, listing)
  const draft = findDraft(call, productId)
  if (draft) draft.variations = draft.variations.filter((one) => one.id !== id)
  else for (const share of shares) call.sites.catalog.drop(share)
  return before
}
