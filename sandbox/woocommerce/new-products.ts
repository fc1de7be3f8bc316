/**
 * Products that callers create. One with variations is kept as a draft until its first variation, which comes in a later call, or
 * until it is published; from then on it is a product like any other. Source: "Create a product" and "Create a product variation"
 * of the REST API v3 documentation.
 */
import { hash } from '../kit/random.ts'
import {
  productSchema,
  variationSchema,
  type DraftProduct,
  type DraftVariation,
  type ProductInput,
} from './draft-product.ts'
import { draftsOf, findDraft, isSoldAt, keyOf, newListing, rowsOf, draftFacts } from './drafts.ts'
import { imagesFrom, type FetchedImages, type ProductAttribute, type ProductFacts } from './product-facts.ts'
import { readInput } from './read-input.ts'
import type { Sites } from './sites.ts'
import type { Store } from './types.ts'
import { ApiError } from './wire.ts'

export type NewProductCall = { sites: Sites; store: Store; fetched: FetchedImages }

/** Numbers of products, and those of variations, from a range of their own. */
function nextId({ sites, store }: NewProductCall, sku: string, first: number): number {
  const drafts = draftsOf({ sites, store })
  const isTaken = (id: number) =>
    drafts.some((draft) => draft.id === id || draft.variations.some((one) => one.id === id)) ||
    sites
      .outletsOf(store)
      .some((outlet) => sites.catalog.all(outlet.id).some((one) => one.productId === id || one.skuId === id))
  let id = first + (hash(`new:${store.slug}:${sku}`) % 900_000)
  while (isTaken(id)) id += 1
  return id
}

/** A code belongs to one product or variation of the site, whatever its state. */
export function checkSku({ sites, store }: NewProductCall, sku: string | undefined, own: number): void {
  if (!sku) return
  const listed = sites
    .outletsOf(store)
    .flatMap((outlet) => sites.catalog.all(outlet.id))
    .find(
      (one) =>
        (one.code ?? one.sku) === sku && one.status !== 'deleted' && (one.skuId || one.productId) !== own,
    )
  const draft = draftsOf({ sites, store }).find(
    ({ id, input, variations }) =>
      (id !== own && input.sku === sku) || variations.some((one) => one.sku === sku && one.id !== own),
  )
  const family = [...sites.facts].find(
    ([key, facts]) =>
      facts.sku === sku && !facts.isGone && key.startsWith(`${store.slug}/`) && key !== keyOf(store, own),
  )
  const taken = listed?.productId ?? draft?.id ?? (family && Number(family[0].split('/')[1]))
  if (taken !== undefined)
    throw new ApiError(400, 'product_invalid_sku', 'Invalid or duplicated SKU.', {
      resource_id: taken,
      unique_sku: `${sku}-1`,
    })
}

/** Creates a product, and answers its number. */
export function createProduct(call: NewProductCall, body: unknown): number {
  const input = readInput(productSchema, body)
  checkSku(call, input.sku, 0)
  const id = nextId(call, input.sku ?? input.name, 1_000_000)
  const now = call.sites.world.clock.now()
  const draft: DraftProduct = {
    id,
    input,
    facts: factsOf(call, input),
    variations: [],
    created: now,
    modified: now,
  }
  call.sites.drafts.set(keyOf(call.store, id), draft)
  if (input.type !== 'variable' && input.status === 'publish') publishDraft(call, draft)
  return id
}

/** Changes a draft; its status takes it to the shop. */
export function changeDraft(call: NewProductCall, draft: DraftProduct, body: unknown): void {
  const change = given(readInput(productSchema.partial(), body), body)
  checkSku(call, change.sku, draft.id)
  const input = { ...draft.input, ...change }
  draft.input = input
  draft.modified = call.sites.world.clock.now()
  if (change.images || change.attributes || change.description !== undefined || change.dimensions)
    draft.facts = change.images
      ? factsOf(call, input)
      : { ...factsOf(call, { ...input, images: [] }), images: draft.facts.images }
  const isWhole = input.type !== 'variable' || draft.variations.length > 0
  if (change.status === 'publish' && isWhole) publishDraft(call, draft)
}

/** A variation of a draft, or of a product on sale. The first one takes a draft to the shop that is published already. */
export function createVariation(
  call: NewProductCall,
  product: { id: number; name: string; weight: string },
  body: unknown,
): number {
  const { sites, store } = call
  const input = readInput(variationSchema, body)
  checkSku(call, input.sku, 0)
  const id = nextId(call, `${product.id}:${input.sku ?? ''}`, 2_000_000)
  const draft = findDraft(call, product.id)
  if (draft) {
    draft.variations.push({ ...input, id })
    draft.modified = sites.world.clock.now()
    if (draft.input.status === 'publish') publishDraft(call, draft)
    return id
  }
  const key = keyOf(store, product.id)
  const facts = sites.facts.get(key) ?? {}
  const options = input.attributes.map(({ name, option }) => ({ name, option }))
  sites.facts.set(key, { ...facts, options: { ...facts.options, [id]: options } })
  addListings(call, { productId: product.id, name: product.name, weight: product.weight }, { ...input, id })
  return id
}

/** Changes a variation of a draft. */
export function changeDraftVariation(
  call: NewProductCall,
  draft: DraftProduct,
  id: number,
  body: unknown,
): void {
  const change = given(readInput(variationSchema.partial(), body), body)
  checkSku(call, change.sku, id)
  draft.variations = draft.variations.map((one) => (one.id === id ? { ...one, ...change, id } : one))
  draft.modified = call.sites.world.clock.now()
}

/** Puts a draft on sale at the site's outlets: for tills, at the places that were named. */
function publishDraft(call: NewProductCall, draft: DraftProduct): void {
  const { sites, store } = call
  const { id, input } = draft
  sites.drafts.delete(keyOf(store, id))
  sites.facts.set(keyOf(store, id), draftFacts(draft))
  for (const row of rowsOf(draft))
    addListings(call, { productId: id, name: input.name, weight: input.weight }, row)
}

function addListings(
  { sites, store }: NewProductCall,
  product: { productId: number; name: string; weight: string | undefined },
  row: DraftVariation,
): void {
  for (const outlet of sites.outletsOf(store))
    if (isSoldAt(outlet, row)) sites.catalog.publish(newListing(store, outlet, product, row))
}

function factsOf({ sites, store, fetched }: NewProductCall, input: ProductInput): ProductFacts {
  const {
    description,
    short_description: shortDescription = '',
    dimensions: size,
    images,
    categories,
    brands,
  } = input
  return {
    description: description ?? '',
    shortDescription,
    images: imagesFrom(images, sites.imagesOf(store), fetched),
    ...(size && {
      dimensions: { length: size.length ?? '', width: size.width ?? '', height: size.height ?? '' },
    }),
    ...(categories && { categories: categories.map(({ id }) => id) }),
    ...(brands && { brands: brands.map(({ id }) => id) }),
    attributes: attributesOf(input.attributes),
  }
}

export function attributesOf(rows: ProductInput['attributes']): ProductAttribute[] {
  return rows.map(({ id = 0, name = '', visible, variation, options }) => ({
    id,
    name: name || `#${id}`,
    visible,
    variation,
    options,
  }))
}

/** The fields that a call names, without those that it left to their defaults. */
function given<T extends object>(input: T, body: unknown): T {
  const names = new Set(Object.keys(body as object))
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name))) as T
}
