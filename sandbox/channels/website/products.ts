import { z } from 'zod'
import type { Listing, ListingChange } from '../../catalogue.ts'
import type { Website } from './index.ts'
import { listParam, listRows } from './lists.ts'
import { productOf, productRow, variationRow, variationsOf, type Product } from './product-resource.ts'
import type { Row, Store } from './types.ts'
import { ApiError, type Reply } from './wire.ts'

const KIND = {
  statuses: ['draft', 'pending', 'private', 'publish', 'future', 'auto-draft', 'trash'],
  hidden: ['trash', 'auto-draft'],
}
const MOST_IN_BATCH = 100

/** What the sandbox's stores let be changed; other fields are taken and forgotten. */
const changeSchema = z.looseObject({
  name: z.string().min(1).optional(),
  regular_price: z.string().optional(),
  stock_quantity: z.int().optional(),
  status: z.enum(['draft', 'pending', 'private', 'publish']).optional(),
})

export interface ProductCall {
  website: Website
  store: Store
  query: URLSearchParams
  /** Parsed; undefined for calls without one. */
  body: unknown
}

/** All products of a store, in no order. */
const productsOf = ({ website, store }: ProductCall): Product[] =>
  website.catalogue.products(store.slug).map((listings) => productOf(store, listings))

function findProduct({ website, store }: ProductCall, id: number): Product | undefined {
  const listings = website.catalogue.variantsOf(store.slug, id)
  return listings.length === 0 ? undefined : productOf(store, listings)
}

const showOf =
  ({ website, store }: ProductCall) =>
  (product: Product): Row =>
    productRow(product, website.addressOf(store), website.world.baseUrl())

const invalidId = (status: number, what = 'product'): ApiError =>
  new ApiError(status, `woocommerce_rest_${what}_invalid_id`, 'Invalid ID.')

function listProducts(call: ProductCall): Reply {
  const { website, store, query } = call
  const show = showOf(call)
  const skus = listParam(query, 'sku')
  if (skus.length === 0)
    return listRows(store, productsOf(call), query, {
      kind: KIND,
      serve: (product) => show(product),
    })
  // Asked for by its SKU, a variation comes like a product.
  const found = skus.flatMap((sku) => website.catalogue.find(store.slug, sku) ?? [])
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
          : variationRow(store, listing, website.addressOf(store)),
    },
  )
}

function listVariations(call: ProductCall, product: Product | undefined): Reply {
  const { website, store, query } = call
  const rows = product ? variationsOf(product).map((listing) => toListed(store, listing)) : []
  return listRows(store, rows, query, {
    kind: KIND,
    serve: ({ listing }) => variationRow(store, listing, website.addressOf(store)),
  })
}

const toListed = (store: Store, listing: Listing<number>) => ({
  ...productOf(store, [listing]),
  id: listing.skuId,
  listing,
})

function readChange({ decimals }: Store, body: unknown): ListingChange {
  const wish = changeSchema.safeParse(body)
  if (!wish.success)
    throw new ApiError(400, 'rest_invalid_param', `Invalid parameter(s): ${z.prettifyError(wish.error)}`)
  const { name, regular_price: price, stock_quantity: stock, status } = wish.data
  const minor = Math.round(Number(price) * 10 ** decimals)
  return {
    ...(name !== undefined && { name }),
    ...(price && Number.isFinite(minor) && { price: minor }),
    ...(stock !== undefined && { stock }),
    ...(status && { status: status === 'publish' ? 'listed' : 'unlisted' }),
  }
}

/** A variable product has neither stock nor price of its own: those wishes pass it by. */
function changeProduct(call: ProductCall, id: number, body: unknown): Row {
  const product = findProduct(call, id)
  if (!product) throw invalidId(400)
  const { stock, price, ...others } = readChange(call.store, body)
  const offer =
    variationsOf(product).length > 0
      ? {}
      : { ...(stock !== undefined && { stock }), ...(price !== undefined && { price }) }
  for (const listing of product.listings) call.website.catalogue.change(listing, { ...others, ...offer })
  return showOf(call)(productOf(call.store, product.listings))
}

function changeVariation(call: ProductCall, productId: number, id: number, body: unknown): Row {
  const { website, store } = call
  const listing = website.catalogue.variantsOf(store.slug, productId).find(({ skuId }) => skuId === id)
  if (!listing || id === 0) throw invalidId(400, 'product_variation')
  website.catalogue.change(listing, readChange(store, body))
  return variationRow(store, listing, website.addressOf(store))
}

/** Row by row: what is wrong with one of them stands in its place. */
function batch(body: unknown, change: (id: number, row: unknown) => Row): Reply {
  const wish = z.looseObject({ update: z.array(z.looseObject({ id: z.int() })).default([]) }).safeParse(body)
  if (!wish.success) throw new ApiError(400, 'rest_invalid_param', 'Invalid parameter(s): update')
  if (wish.data.update.length > MOST_IN_BATCH)
    throw new ApiError(
      413,
      'woocommerce_rest_request_entity_too_large',
      `Unable to accept more than ${MOST_IN_BATCH} items for this request.`,
    )
  const update = wish.data.update.map((row) => {
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
  return row(variationRow(call.store, listing, call.website.addressOf(call.store)))
}
