/**
 * Products that callers create. One with variations is a draft until it is published, as its variations come in later calls; from
 * then on it is a product like any other. Source: "Create a product" and "Create a product variation" of the REST API v3
 * documentation.
 */
import { z } from 'zod'
import { hash } from '../kit/random.ts'
import {
  productSchema,
  variationSchema,
  type DraftProduct,
  type DraftVariation,
  type ProductInput,
} from './draft-product.ts'
import { imagesFrom, type FetchedImages, type ProductAttribute, type ProductFacts } from './product-facts.ts'
import type { Sites } from './sites.ts'
import type { Row, Store } from './types.ts'
import { ApiError } from './wire.ts'

export type NewProductCall = { sites: Sites; store: Store; body: unknown; fetched: FetchedImages }

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const input = schema.safeParse(body)
  if (!input.success)
    throw new ApiError(400, 'rest_invalid_param', `Invalid parameter(s): ${z.prettifyError(input.error)}`)
  return input.data
}

/** Numbers of products, and those of variations, from a range of their own. */
function nextId(
  { sites, store }: Pick<NewProductCall, 'sites' | 'store'>,
  sku: string,
  first: number,
): number {
  const isTaken = (id: number) =>
    sites.drafts.has(`${store.slug}/${id}`) ||
    [...sites.drafts.values()].some(({ variations }) => variations.some((one) => one.id === id)) ||
    sites
      .outletsOf(store)
      .some((outlet) => sites.catalog.all(outlet.id).some((one) => one.productId === id || one.skuId === id))
  let id = first + (hash(`new:${store.slug}:${sku}`) % 900_000)
  while (isTaken(id)) id += 1
  return id
}

/** A code belongs to one product or variation of the site, whatever its state. */
function checkSku({ sites, store }: NewProductCall, sku: string | undefined, own: number): void {
  if (!sku) return
  const listed = sites
    .outletsOf(store)
    .some((outlet) =>
      sites.catalog
        .all(outlet.id)
        .some((one) => one.sku === sku && one.status !== 'deleted' && (one.skuId || one.productId) !== own),
    )
  const isDrafted = [...sites.drafts].some(
    ([key, { id, input, variations }]) =>
      key.startsWith(`${store.slug}/`) &&
      ((id !== own && input.sku === sku) || variations.some((one) => one.sku === sku && one.id !== own)),
  )
  const isFamily = [...sites.facts].some(
    ([key, facts]) => facts.sku === sku && key.startsWith(`${store.slug}/`) && key !== `${store.slug}/${own}`,
  )
  if (listed || isDrafted || isFamily)
    throw new ApiError(400, 'product_invalid_sku', 'Invalid or duplicated SKU.')
}

/** Creates a product, and answers its number. */
export function createProduct(call: NewProductCall): number {
  const input = read(productSchema, call.body)
  checkSku(call, input.sku, 0)
  const id = nextId(call, input.sku ?? input.name, 1_000_000)
  const draft: DraftProduct = {
    id,
    input,
    facts: factsOf(input, call.fetched),
    variations: [],
    created: call.sites.world.clock.now(),
  }
  const isWhole = input.type !== 'variable'
  call.sites.drafts.set(keyOf(call.store, id), draft)
  if (isWhole && input.status === 'publish') publishDraft(call, draft)
  return id
}

const keyOf = (store: Store, id: number): string => `${store.slug}/${id}`

export function findDraft(
  { sites, store }: Pick<NewProductCall, 'sites' | 'store'>,
  id: number,
): DraftProduct | undefined {
  return sites.drafts.get(keyOf(store, id))
}

export function draftsWith(
  { sites, store }: Pick<NewProductCall, 'sites' | 'store'>,
  skus: string[],
): DraftProduct[] {
  return [...sites.drafts]
    .filter(([key]) => key.startsWith(`${store.slug}/`))
    .map(([, draft]) => draft)
    .filter(({ input }) => input.sku !== undefined && skus.includes(input.sku))
}

/** Changes a draft; its status takes it to the shop. */
export function changeDraft(call: NewProductCall, draft: DraftProduct): void {
  const change = given(read(productSchema.partial(), call.body), call.body)
  checkSku(call, change.sku, draft.id)
  const input = { ...draft.input, ...change }
  draft.input = input
  if (change.images || change.attributes || change.description !== undefined || change.dimensions)
    draft.facts = factsOf(input, call.fetched)
  if (change.status === 'publish') publishDraft(call, draft)
}

export function dropDraft({ sites, store }: NewProductCall, draft: DraftProduct): void {
  sites.drafts.delete(keyOf(store, draft.id))
}

/** Adds, changes and removes variations of a draft, row by row. */
export function batchDraftVariations(call: NewProductCall, draft: DraftProduct): Row {
  const { create = [], update = [], delete: removed = [] } = read(batchSchema, call.body)
  return {
    create: create.map((row) => rowOr(0, () => newVariation(call, draft, row))),
    update: update.map((row) => rowOr(row.id, () => changedVariation(call, draft, row))),
    delete: removed.map((id) => {
      draft.variations = draft.variations.filter((one) => one.id !== id)
      return { id }
    }),
  }
}

export const batchSchema = z.looseObject({
  create: z.array(z.looseObject({})).max(100).optional(),
  update: z
    .array(z.looseObject({ id: z.int() }))
    .max(100)
    .optional(),
  delete: z.array(z.int()).max(100).optional(),
})

export function rowOr(id: number, write: () => Row): Row {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, status } = error
    return { id, error: { code, message, data: { status } } }
  }
}

function newVariation(call: NewProductCall, draft: DraftProduct, row: unknown): Row {
  const input = read(variationSchema, row)
  checkSku(call, input.sku, 0)
  const variation = { ...input, id: nextId(call, `${draft.id}:${input.sku ?? ''}`, 2_000_000) }
  draft.variations.push(variation)
  return draftVariationRow(variation)
}

function changedVariation(call: NewProductCall, draft: DraftProduct, row: { id: number }): Row {
  const at = draft.variations.findIndex(({ id }) => id === row.id)
  const before = draft.variations[at]
  if (!before) throw new ApiError(400, 'woocommerce_rest_product_variation_invalid_id', 'Invalid ID.')
  const change = given(read(variationSchema.partial(), row), row)
  checkSku(call, change.sku, row.id)
  const after = { ...before, ...change, id: before.id }
  draft.variations[at] = after
  return draftVariationRow(after)
}

export const draftVariationRow = ({
  id,
  sku = '',
  attributes,
  regular_price: price = '',
}: DraftVariation): Row => ({
  id,
  type: 'variation',
  status: 'publish',
  sku,
  price,
  regular_price: price,
  attributes: attributes.map(({ name, option }) => ({ id: 0, name, option })),
})

export const draftRow = ({ id, input, facts, variations }: DraftProduct): Row => ({
  id,
  name: input.name,
  type: input.type,
  status: 'draft',
  sku: input.sku ?? '',
  parent_id: 0,
  description: facts.description ?? '',
  images: facts.images ?? [],
  attributes: facts.attributes ?? [],
  categories: (facts.categories ?? []).map((one) => ({ id: one })),
  variations: variations.map((one) => one.id),
})

/** Puts a draft on sale at the site's outlets: for tills, at the places that were named. */
function publishDraft(call: NewProductCall, draft: DraftProduct): void {
  const { sites, store } = call
  const { id, input, variations } = draft
  sites.drafts.delete(keyOf(store, id))
  sites.facts.set(keyOf(store, id), {
    ...draft.facts,
    ...(input.sku !== undefined && variations.length > 0 && { sku: input.sku }),
    options: Object.fromEntries(
      variations.map((one) => [one.id, one.attributes.map(({ name, option }) => ({ name, option }))]),
    ),
  })
  const rows = variations.length > 0 ? variations : [{ ...input, id: 0, attributes: [] }]
  for (const row of rows) addListing(call, { productId: id, name: input.name, weight: input.weight }, row)
}

/** A variation that is added to a published product. */
export function addVariation(
  call: NewProductCall,
  product: { id: number; name: string; weight: number },
  row: unknown,
): number {
  const input = read(variationSchema, row)
  checkSku(call, input.sku, 0)
  const id = nextId(call, `${product.id}:${input.sku ?? ''}`, 2_000_000)
  const key = keyOf(call.store, product.id)
  const facts = call.sites.facts.get(key) ?? {}
  const options = input.attributes.map(({ name, option }) => ({ name, option }))
  call.sites.facts.set(key, { ...facts, options: { ...facts.options, [id]: options } })
  const whole = { productId: product.id, name: product.name, weight: String(product.weight) }
  addListing(call, whole, { ...input, id })
  return id
}

function addListing(
  { sites, store }: NewProductCall,
  product: { productId: number; name: string; weight: string | undefined },
  row: DraftVariation,
): void {
  const minor = (amount = ''): number => Math.round(Number(amount) * 10 ** store.decimals)
  for (const outlet of sites.outletsOf(store)) {
    const share = row.pos_locations?.find(({ location_id: place }) => outlet.id === `${store.slug}/${place}`)
    // Other places do not have it.
    if (store.places.length > 0 && !share) continue
    sites.catalog.publish({
      shopId: outlet.id,
      productId: product.productId,
      skuId: row.id,
      base: row.sku ?? '',
      code: row.sku ?? '',
      name: product.name,
      variant: row.attributes.map(({ option }) => option).join(', '),
      weight: Number(product.weight ?? 0),
      price: minor(share?.price ?? row.regular_price),
      stock: share?.available ?? row.stock_quantity ?? 0,
      status: share?.is_sold === false ? 'unlisted' : 'listed',
    })
  }
}

function factsOf(input: ProductInput, fetched: FetchedImages): ProductFacts {
  const { description, dimensions: size, images, categories, brands } = input
  return {
    description: description ?? '',
    images: imagesFrom(images, [], fetched),
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
