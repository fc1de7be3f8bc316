import { z } from 'zod'
import type { Listing, ListingChange } from '../kit/catalog.ts'
import { invalid, listParam, listRows } from './lists.ts'
import {
  productOf,
  productRow,
  sharesOf,
  variationRow,
  variationsOf,
  type Product,
} from './product-resource.ts'
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
  regular_price: z.string().optional(),
  stock_quantity: z.int().optional(),
  pos_locations: z
    .array(z.looseObject({ location_id: z.coerce.number().int(), available: z.int().min(0).optional() }))
    .optional(),
  status: z.enum(['draft', 'pending', 'private', 'publish']).optional(),
})

export interface ProductCall {
  sites: Sites
  store: Store
  query: URLSearchParams
  /** Parsed; undefined for calls without one. */
  body: unknown
}

/** All products of a store, in no order. */
const productsOf = ({ sites, store }: ProductCall): Product[] => {
  const listings = sites.outletsOf(store).flatMap(({ id }) => sites.catalog.all(id))
  return [...Map.groupBy(listings, ({ productId }) => productId).values()].map((own) => productOf(store, own))
}

function findProduct({ sites, store }: ProductCall, id: number): Product | undefined {
  const listings = sites.outletsOf(store).flatMap((outlet) => sites.catalog.variantsOf(outlet.id, id))
  return listings.length === 0 ? undefined : productOf(store, listings)
}

const showOf =
  ({ sites, store }: ProductCall) =>
  (product: Product): Row =>
    productRow(product, sites.addressOf(store), sites.world.baseUrl())

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
  const found = skus.flatMap((sku) => sites.catalog.find(store.slug, sku) ?? [])
  return listRows(
    store,
    found.map((listing) => ({
      ...productOf(store, [listing]),
      id: listing.skuId || listing.productId,
      listing,
    })),
    query,
    {
      kind: KIND,
      serve: ({ listing, ...product }) =>
        listing.skuId === 0
          ? show({ ...product, id: listing.productId })
          : variationRow(productOf(store, [listing]), listing, sites.addressOf(store)),
    },
  )
}

function listVariations(call: ProductCall, product: Product | undefined): Reply {
  const { sites, store, query } = call
  const rows = product ? variationsOf(product).map((listing) => toListed(product, listing)) : []
  return listRows(store, rows, query, {
    kind: KIND,
    serve: ({ listing, product: whole }) => variationRow(whole, listing, sites.addressOf(store)),
  })
}

const toListed = (product: Product, listing: Listing<number>) => ({
  ...productOf(product.store, sharesOf(product, listing)),
  id: listing.skuId,
  listing,
  product,
})

function readChange({ decimals }: Store, body: unknown): ListingChange {
  const input = changeSchema.safeParse(body)
  if (!input.success)
    throw new ApiError(400, 'rest_invalid_param', `Invalid parameter(s): ${z.prettifyError(input.error)}`)
  const { name, regular_price: price, stock_quantity: stock, status } = input.data
  const minor = Math.round(Number(price) * 10 ** decimals)
  return {
    ...(name !== undefined && { name }),
    ...(price && Number.isFinite(minor) && { price: minor }),
    ...(stock !== undefined && { stock }),
    ...(status && { status: status === 'publish' ? 'listed' : 'unlisted' }),
  }
}

/** Writes the stock of each place; false for a store without places. With places, the product's stock is ignored. */
function changeShares(
  { sites, store }: ProductCall,
  listings: readonly Listing<number>[],
  body: unknown,
): boolean {
  if (store.places.length === 0) return false
  const { pos_locations: shares = [] } = changeSchema.parse(body)
  for (const { location_id: place, available } of shares) {
    const listing = listings.find(({ shopId }) => shopId === `${store.slug}/${place}`)
    if (listing && available !== undefined) sites.catalog.change(listing, { stock: available })
  }
  return true
}

/** A variable product has neither stock nor price of its own: those inputs pass it by. */
function changeProduct(call: ProductCall, id: number, body: unknown): Row {
  const product = findProduct(call, id)
  if (!product) throw invalidId(400)
  const { stock, price, ...others } = readChange(call.store, body)
  const isVariable = variationsOf(product).length > 0
  const isShared = !isVariable && changeShares(call, product.listings, body)
  const offer =
    isVariable || isShared
      ? {}
      : { ...(stock !== undefined && { stock }), ...(price !== undefined && { price }) }
  const change = { ...others, ...offer }
  if (!isShared || Object.keys(change).length > 0)
    for (const listing of product.listings) call.sites.catalog.change(listing, change)
  return showOf(call)(productOf(call.store, product.listings))
}

function changeVariation(call: ProductCall, productId: number, id: number, body: unknown): Row {
  const { sites, store } = call
  const product = findProduct(call, productId)
  const listing = product && variationsOf(product).find(({ skuId }) => skuId === id)
  if (!listing || id === 0) throw invalidId(400, 'product_variation')
  const change = readChange(store, body)
  if (!changeShares(call, sharesOf(product, listing), body)) sites.catalog.change(listing, change)
  return variationRow(product, listing, sites.addressOf(store))
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

/** Answers a call about products; undefined for one that is about something else. `name` is 'METHOD /path'. */
export function answerProductCall(name: string, call: ProductCall): Reply | undefined {
  const [, method = '', id = '', rest = ''] =
    /^(GET|PUT|PATCH|POST) \/products(?:\/(\d+))?(\/.*)?$/.exec(name) ?? []
  if (method === '') return undefined
  const isWrite = method !== 'GET'
  const product = findProduct(call, Number(id))
  const row = (body: Row): Reply => ({ status: 200, body })
  const show = showOf(call)
  if (id === '') {
    if (rest === '' && method === 'GET') return listProducts(call)
    if (rest === '/batch' && isWrite) return batch(call.body, (one, body) => changeProduct(call, one, body))
    return undefined
  }
  if (rest === '') {
    if (isWrite) return row(changeProduct(call, Number(id), call.body))
    if (!product) throw invalidId(404)
    return row(show(product))
  }
  if (rest === '/variations' && !isWrite) return listVariations(call, product)
  if (rest === '/variations/batch' && isWrite)
    return batch(call.body, (one, body) => changeVariation(call, Number(id), one, body))
  const [, variationId] = /^\/variations\/(\d+)$/.exec(rest) ?? []
  if (variationId === undefined) return undefined
  if (isWrite) return row(changeVariation(call, Number(id), Number(variationId), call.body))
  const listing = product && variationsOf(product).find(({ skuId }) => skuId === Number(variationId))
  if (!listing) throw invalidId(404, 'product_variation')
  return row(variationRow(product, listing, call.sites.addressOf(call.store)))
}
