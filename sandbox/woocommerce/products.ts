import { z } from 'zod'
import type { Listing, ListingChange } from '../kit/catalog.ts'
import { invalid, listParam, listRows } from './lists.ts'
import { imagesFrom, type FetchedImages } from './product-facts.ts'
import {
  STATUS,
  USUAL_SIZE,
  describe,
  imagesOf,
  productOf,
  productRow,
  sharesOf,
  variationRow,
  variationsOf,
  type Product,
} from './product-resource.ts'
import {
  addVariation,
  attributesOf,
  batchDraftVariations,
  batchSchema,
  changeDraft,
  createProduct,
  draftRow,
  draftVariationRow,
  draftsWith,
  dropDraft,
  findDraft,
  rowOr,
} from './new-products.ts'
import type { DraftProduct } from './draft-product.ts'
import type { Sites } from './sites.ts'
import type { Row, Store } from './types.ts'
import { ApiError, type Reply } from './wire.ts'

const KIND = {
  statuses: ['draft', 'pending', 'private', 'publish', 'future', 'auto-draft', 'trash'],
  hidden: ['trash', 'auto-draft'],
}
const MOST_IN_BATCH = 100

/** Fields of a product that callers may change; the sandbox's stores accept others and ignore them. */
const changeSchema = z.looseObject({
  name: z.string().min(1).optional(),
  description: z.string().optional(),
  weight: z
    .string()
    .regex(/^\d*(\.\d+)?$/)
    .optional(),
  dimensions: z
    .looseObject({
      length: z.string().optional(),
      width: z.string().optional(),
      height: z.string().optional(),
    })
    .optional(),
  images: z.array(z.looseObject({ id: z.int().optional(), src: z.string().optional() })).optional(),
  attributes: z
    .array(
      z.looseObject({
        id: z.int().optional(),
        name: z.string().optional(),
        visible: z.boolean().default(false),
        variation: z.boolean().default(false),
        options: z.array(z.string()).default([]),
      }),
    )
    .optional(),
  categories: z.array(z.looseObject({ id: z.int() })).optional(),
  brands: z.array(z.looseObject({ id: z.int() })).optional(),
  regular_price: z.string().optional(),
  sale_price: z.string().optional(),
  date_on_sale_from_gmt: z.string().optional(),
  date_on_sale_to_gmt: z.string().optional(),
  stock_quantity: z.int().optional(),
  pos_locations: z
    .array(
      z.looseObject({
        location_id: z.coerce.number().int(),
        available: z.int().min(0).optional(),
        price: z.string().optional(),
        is_sold: z.boolean().optional(),
      }),
    )
    .optional(),
  status: z.enum(['draft', 'pending', 'private', 'publish']).optional(),
})

export interface ProductCall {
  sites: Sites
  store: Store
  query: URLSearchParams
  /** Parsed; undefined for calls without one. */
  body: unknown
  fetched: FetchedImages
}

/** All products of a store, in no order. */
const productsOf = ({ sites, store }: ProductCall): Product[] => {
  const listings = sites.outletsOf(store).flatMap(({ id }) => sites.catalog.all(id))
  const now = sites.world.clock.now()
  return [...Map.groupBy(listings, ({ productId }) => productId).values()].map((own) =>
    productOf(store, own, now),
  )
}

function findProduct({ sites, store }: ProductCall, id: number): Product | undefined {
  const listings = sites.outletsOf(store).flatMap((outlet) => sites.catalog.variantsOf(outlet.id, id))
  return listings.length === 0 ? undefined : productOf(store, listings, sites.world.clock.now())
}

const showOf =
  ({ sites, store }: ProductCall) =>
  (product: Product): Row =>
    productRow(product, sites.addressOf(store), sites.world.baseUrl(), sites.factsOf(store, product.id))

const invalidId = (status: number, what = 'product'): ApiError =>
  new ApiError(status, `woocommerce_rest_${what}_invalid_id`, 'Invalid ID.')

function listProducts(call: ProductCall): Reply {
  const { sites, store, query } = call
  const show = showOf(call)
  const types = listParam(query, 'type')
  for (const type of types)
    if (!['simple', 'grouped', 'external', 'variable'].includes(type)) throw invalid('type')
  const isOfType = (product: Product) =>
    types.length === 0 || types.includes(variationsOf(product).length > 0 ? 'variable' : 'simple')
  const skus = listParam(query, 'sku')
  if (skus.length === 0)
    return listRows(store, productsOf(call).filter(isOfType), query, {
      kind: KIND,
      serve: (product) => show(product),
    })
  // Asked for by its SKU, a variation comes like a product.
  const outlets = sites.outletsOf(store)
  const found = skus.flatMap((sku) => {
    const hit = outlets.flatMap((outlet) => sites.catalog.find(outlet.id, sku) ?? [])[0]
    return hit ?? []
  })
  const drafts = draftsWith(call, skus)
  if (drafts.length > 0 && found.length === 0) return { status: 200, body: drafts.map(draftRow) }
  const families = productsOf(call).filter(({ id }) => {
    const { sku } = sites.factsOf(store, id)
    return sku !== undefined && skus.includes(sku)
  })
  if (families.length > 0 && found.length === 0) return { status: 200, body: families.map(show) }
  return listRows(
    store,
    found.map((listing) => ({
      ...productOf(store, [listing], sites.world.clock.now()),
      id: listing.skuId || listing.productId,
      listing,
    })),
    query,
    {
      kind: KIND,
      serve: ({ listing, ...product }) =>
        listing.skuId === 0
          ? show({ ...product, id: listing.productId })
          : variationRow(
              productOf(store, [listing], sites.world.clock.now()),
              listing,
              sites.addressOf(store),
              sites.factsOf(store, listing.productId),
            ),
    },
  )
}

function listVariations(call: ProductCall, product: Product | undefined): Reply {
  const { sites, store, query } = call
  const rows = product ? variationsOf(product).map((listing) => toListed(product, listing)) : []
  return listRows(store, rows, query, {
    kind: KIND,
    serve: ({ listing, product: whole }) =>
      variationRow(whole, listing, sites.addressOf(store), sites.factsOf(store, whole.id)),
  })
}

const toListed = (product: Product, listing: Listing<number>) => ({
  ...productOf(product.store, sharesOf(product, listing), product.now),
  id: listing.skuId,
  listing,
  product,
})

function readChange({ decimals }: Store, body: unknown): SaleChange {
  const input = changeSchema.safeParse(body)
  if (!input.success)
    throw new ApiError(400, 'rest_invalid_param', `Invalid parameter(s): ${z.prettifyError(input.error)}`)
  const { name, weight, regular_price: price, sale_price: sale, stock_quantity: stock, status } = input.data
  const { date_on_sale_from_gmt: from, date_on_sale_to_gmt: to } = input.data
  const toMinor = (amount = ''): number => Math.round(Number(amount) * 10 ** decimals)
  const minor = toMinor(price)
  return {
    ...(name !== undefined && { name }),
    ...(weight !== undefined && { weight: Number(weight) }),
    ...(price && Number.isFinite(minor) && { price: minor }),
    ...(sale !== undefined && { salePrice: sale === '' ? null : toMinor(sale) }),
    ...(from !== undefined && { from: from === '' ? 0 : Date.parse(`${from}Z`) / 1000 }),
    ...(to !== undefined && { to: to === '' ? 0 : Date.parse(`${to}Z`) / 1000 }),
    ...(stock !== undefined && { stock }),
    ...(status && { status: status === 'publish' ? 'listed' : 'unlisted' }),
  }
}

interface SaleChange extends Omit<ListingChange, 'sale'> {
  salePrice?: number | null
  from?: number
  to?: number
}

/** A sale price that is not below the price is dropped without a word; its dates stay with one that is. */
function withSale(listing: Listing<number>, { salePrice, from, to, ...change }: SaleChange): ListingChange {
  const { price = listing.price } = change
  const reduced = salePrice === undefined ? listing.sale?.price : (salePrice ?? undefined)
  const dates = { from: from ?? listing.sale?.from ?? 0, to: to ?? listing.sale?.to ?? 0 }
  return {
    ...change,
    sale: reduced !== undefined && reduced < price ? { price: reduced, ...dates } : undefined,
  }
}

/** Writes what a product has beside its name, weight, price and stock; a part of the dimensions leaves the others alone. */
function changeFacts({ sites, store, fetched }: ProductCall, product: Product, body: unknown): void {
  const {
    name,
    description,
    dimensions: size,
    images,
    attributes,
    categories,
    brands,
  } = changeSchema.parse(body)
  const written = [name, description, size, images, attributes, categories, brands]
  if (written.every((one) => one === undefined)) return
  // A product of the sample is described by its name; a new name leaves the description as it was.
  const known = { description: describe(product), ...sites.factsOf(store, product.id) }
  const shown = imagesOf(product, sites.world.baseUrl(), known)
  const sides = { ...USUAL_SIZE, ...known.dimensions }
  sites.facts.set(`${store.slug}/${product.id}`, {
    ...known,
    ...(description !== undefined && { description }),
    ...(size && {
      dimensions: {
        length: size.length ?? sides.length,
        width: size.width ?? sides.width,
        height: size.height ?? sides.height,
      },
    }),
    ...(images && { images: imagesFrom(images, shown, fetched) }),
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
  const { pos_locations: shares = [] } = changeSchema.parse(body)
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

/** A variable product has neither stock nor price of its own: those inputs pass it by. */
function changeProduct(call: ProductCall, id: number, body: unknown): Row {
  const product = findProduct(call, id)
  if (!product) throw invalidId(400)
  const { name, weight, status, ...offer } = readChange(call.store, body)
  changeFacts(call, product, body)
  const isVariable = variationsOf(product).length > 0
  const isShared = !isVariable && changeShares(call, product.listings, body)
  const others = {
    ...(name !== undefined && { name }),
    ...(weight !== undefined && { weight }),
    ...(status && { status }),
  }
  if (!isShared || Object.keys(others).length > 0)
    for (const listing of product.listings)
      call.sites.catalog.change(
        listing,
        isVariable || isShared ? others : { ...others, ...withSale(listing, offer) },
      )
  return showOf(call)(productOf(call.store, product.listings, product.now))
}

function changeVariation(call: ProductCall, productId: number, id: number, body: unknown): Row {
  const { sites, store } = call
  const product = findProduct(call, productId)
  const listing = product && variationsOf(product).find(({ skuId }) => skuId === id)
  if (!listing || id === 0) throw invalidId(400, 'product_variation')
  const change = readChange(store, body)
  if (!changeShares(call, sharesOf(product, listing), body))
    sites.catalog.change(listing, withSale(listing, change))
  return variationRow(product, listing, sites.addressOf(store), sites.factsOf(store, productId))
}

/** Moves a product to the bin; the reply shows it as it was before. */
function trashProduct(call: ProductCall, product: Product | undefined): Row {
  if (!product) throw invalidId(404)
  if (product.status === STATUS.deleted)
    throw new ApiError(410, 'woocommerce_rest_already_trashed', 'The product has already been deleted.')
  const before = showOf(call)(product)
  for (const listing of product.listings) call.sites.catalog.change(listing, { status: 'deleted' })
  return before
}

/** Row by row: what is wrong with one of them stands in its place. */
function batch(body: unknown, change: (id: number, row: unknown) => Row): Reply {
  const input = z.looseObject({ update: z.array(z.looseObject({ id: z.int() })).default([]) }).safeParse(body)
  if (!input.success) throw new ApiError(400, 'rest_invalid_param', 'Invalid parameter(s): update')
  if (input.data.update.length > MOST_IN_BATCH)
    throw new ApiError(
      413,
      'woocommerce_rest_request_entity_too_large',
      `Unable to accept more than ${MOST_IN_BATCH} items for this request.`,
    )
  const update = input.data.update.map((row) => {
    try {
      return change(row.id, row)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { code, message, status } = error
      return { id: row.id, error: { code, message, data: { status } } }
    }
  })
  return { status: 200, body: { update } }
}

function answerDraftCall(
  call: ProductCall,
  draft: DraftProduct,
  method: string,
  rest: string,
): Reply | undefined {
  if (rest === '/variations' && method === 'GET')
    return { status: 200, body: draft.variations.map(draftVariationRow) }
  if (rest === '/variations/batch' && method !== 'GET')
    return { status: 200, body: batchDraftVariations(call, draft) }
  if (rest !== '') return undefined
  const before = draftRow(draft)
  if (method === 'DELETE') dropDraft(call, draft)
  if (method === 'GET' || method === 'DELETE') return { status: 200, body: before }
  changeDraft(call, draft)
  const published = findProduct(call, draft.id)
  return { status: 200, body: published ? showOf(call)(published) : draftRow(draft) }
}

/** Rows of a published product: new variations go on sale, removed ones go for good. */
function batchVariations(call: ProductCall, product: Product | undefined): Reply {
  const [first] = product?.listings ?? []
  if (!product || !first) throw invalidId(404)
  const input = batchSchema.safeParse(call.body)
  if (!input.success) throw new ApiError(400, 'rest_invalid_param', 'Invalid parameter(s): update')
  const { create = [], update = [], delete: removed = [] } = input.data
  const rowOf = (id: number): Row => {
    const now = findProduct(call, product.id)
    const listing = now && variationsOf(now).find((one) => one.skuId === id)
    const { sites, store } = call
    return now && listing
      ? variationRow(now, listing, sites.addressOf(store), sites.factsOf(store, product.id))
      : { id }
  }
  return {
    status: 200,
    body: {
      ...(create.length > 0 && {
        create: create.map((row) =>
          rowOr(0, () =>
            rowOf(addVariation(call, { id: product.id, name: first.name, weight: first.weight }, row)),
          ),
        ),
      }),
      update: update.map((row) => rowOr(row.id, () => changeVariation(call, product.id, row.id, row))),
      ...(removed.length > 0 && {
        delete: removed.map((id) => {
          for (const listing of product.listings.filter((one) => one.skuId === id))
            call.sites.catalog.drop(listing)
          return { id }
        }),
      }),
    },
  }
}

/** Answers a call about products; undefined for one that is about something else. `name` is 'METHOD /path'. */
export function answerProductCall(name: string, call: ProductCall): Reply | undefined {
  const [, method = '', id = '', rest = ''] =
    /^(GET|PUT|PATCH|POST|DELETE) \/products(?:\/(\d+))?(\/.*)?$/.exec(name) ?? []
  if (method === '') return undefined
  const isWrite = ['PUT', 'PATCH', 'POST'].includes(method)
  const product = findProduct(call, Number(id))
  const row = (body: Row): Reply => ({ status: 200, body })
  const show = showOf(call)
  const draft = findDraft(call, Number(id))
  if (draft) return answerDraftCall(call, draft, method, rest)
  if (id === '') {
    if (rest === '' && method === 'GET') return listProducts(call)
    if (rest === '' && method === 'POST') {
      const made = createProduct(call)
      const one = findDraft(call, made)
      const published = findProduct(call, made)
      return { status: 201, body: one ? draftRow(one) : published ? show(published) : {} }
    }
    if (rest === '/batch' && isWrite) return batch(call.body, (one, body) => changeProduct(call, one, body))
    return undefined
  }
  if (method === 'DELETE') return rest === '' ? row(trashProduct(call, product)) : undefined
  if (rest === '') {
    if (isWrite) return row(changeProduct(call, Number(id), call.body))
    if (!product) throw invalidId(404)
    return row(show(product))
  }
  if (rest === '/variations' && !isWrite) return listVariations(call, product)
  if (rest === '/variations/batch' && isWrite) return batchVariations(call, product)
  const [, variationId] = /^\/variations\/(\d+)$/.exec(rest) ?? []
  if (variationId === undefined) return undefined
  if (isWrite) return row(changeVariation(call, Number(id), Number(variationId), call.body))
  const listing = product && variationsOf(product).find(({ skuId }) => skuId === Number(variationId))
  if (!listing) throw invalidId(404, 'product_variation')
  const { sites, store } = call
  return row(variationRow(product, listing, sites.addressOf(store), sites.factsOf(store, product.id)))
}
