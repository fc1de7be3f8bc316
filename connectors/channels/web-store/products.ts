/** Products of a shop: which changed, and what they are. Source: "Products" of the Admin API reference. */
import type { Session } from '../../session.ts'
import type { ProductPage, ProductResults, Products } from '../../products.ts'
import type { ChannelProduct } from '../../../model/product.ts'
import { findRows, readPage } from './orders.ts'
import type { Look } from './orders.ts'
import { toChannelProduct } from './product-mapping.ts'
import { levelTimesFields, levelTimesSchema, productFields, productSchema } from './product-wire.ts'
import { describeIssue, idOf } from './wire.ts'
import type { Failure } from '../../results.ts'

const rowsPerPage = 50
/** Rows of nothing but times. */
const levelsPerPage = 1000

export const products: Products = {
  async list(session, changedSince, cursor): Promise<ProductPage> {
    const looks = changedSince ? changesSince(changedSince) : [everything]
    const { set, from, rows, ...place } = await readPage(session, looks, cursor)
    if (set !== 'levels') return { ...readRows(session, rows), ...place }
    const moved = rows.flatMap((raw) => movedSince(raw, from))
    const found = await findRows(session, '/products', productFields, moved)
    return { ...readRows(session, found.rows), ...place }
  },

  async get(session, channelProductIds): Promise<ProductResults> {
    const { rows, unknown } = await findRows(session, '/products', productFields, channelProductIds)
    const { items: read, failures } = readRows(session, rows)
    const gone = unknown.map((id) => failureOf(id, 'the shop does not have it any more', null))
    return { items: read, failures: [...failures, ...gone] }
  },
}

const everything: Look = {
  set: 'products',
  path: '/products',
  from: null,
  rowsPerPage,
  query: () => ({ fields: productFields }),
}

/** A product, a variant and a figure of stock each have a time of their own; figures can only be looked through. */
function changesSince(from: Date): Look[] {
  const changed = { path: '/products' as const, from, rowsPerPage }
  const since = (name: string) => (time: string) => ({
    [`${name}[$gte]`]: time,
    with_deleted: 'true',
    fields: productFields,
  })
  return [
    { ...changed, set: 'products', query: since('updated_at') },
    { ...changed, set: 'variants', query: since('variants[updated_at]') },
    {
      set: 'levels',
      path: '/inventory-items',
      from,
      rowsPerPage: levelsPerPage,
      query: () => ({ fields: levelTimesFields }),
    },
  ]
}

function movedSince(raw: unknown, from: Date): string[] {
  const item = levelTimesSchema.safeParse(raw).data
  const isMoved = item?.location_levels?.some(({ updated_at: at }) => Date.parse(at) >= from.getTime())
  return isMoved ? (item?.variants ?? []).flatMap((variant) => variant?.product_id ?? []) : []
}

function readRows(session: Session, rows: unknown[]): ProductResults {
  const read: ChannelProduct[] = []
  const failures: Failure[] = []
  for (const raw of rows) {
    const outcome = readProduct(session, raw)
    if ('product' in outcome) read.push(outcome.product)
    else failures.push(failureOf(idOf(raw), outcome.reason, raw))
  }
  return { items: read, failures }
}

function readProduct(
  { currency, credentials }: Session,
  raw: unknown,
): { product: ChannelProduct } | { reason: string } {
  const product = productSchema.safeParse(raw)
  if (!product.success) return { reason: describeIssue(product.error) }
  try {
    const locationId = credentials.more?.locationId ?? ''
    return { product: toChannelProduct(product.data, { currency, locationId }) }
  } catch (error) {
    // Prices that are no amounts. Whatever else it may be, it concerns this product and no other.
    return { reason: error instanceof Error ? error.message : 'refusal.item_unreadable' }
  }
}

function failureOf(id: string, reason: string, raw: unknown): Failure {
  const channelProductId = id || 'unknown'
  return { channelId: channelProductId, reason: `product ${channelProductId}: ${reason}`, raw }
}
