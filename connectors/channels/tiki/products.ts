/** Products of a shop: which changed, and what they are. Source: "Get latest products" and "Get a product" (v2.1) of the Product API. */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { ProductPage, ProductResults, Products } from '../../products.ts'
import { readAgain } from '../../read-again.ts'
import type { ChannelProduct } from '../../../model/product.ts'
import { call } from './auth.ts'
import { toChannelProduct } from './product-mapping.ts'
import { productSchema } from './product-wire.ts'
import { describeIssue, isAboutRow, isRecord, isUnknown, listSchema, pagesBack, formatTime } from './wire.ts'
import type { Paging } from './wire.ts'
import type { Failure } from '../../results.ts'

const pageSize = 50
const path = '/integration/v2.1/products'
/** Without it a product comes without its stock. */
const withStock = { include: 'inventory' }

export const products: Products = {
  async list(session, changedSince, cursor): Promise<ProductPage> {
    const place = cursor === null ? firstPlace(session.now()) : decodeCursor(cursor)
    const { page, until } = place
    // The newest come first, so that what is listed meanwhile would push others onto the next page: it is left for next time.
    const query = {
      ...withStock,
      page: String(page),
      limit: String(pageSize),
      created_to_date: formatTime(until),
      ...(changedSince ? { updated_from_date: formatTime(Math.floor(changedSince.getTime() / 1000)) } : {}),
    }
    const { data: rows, paging } = await call(session, { method: 'GET', path, query }, listSchema)
    const next = nextPage(place, rows.length, paging)
    return {
      ...resultsOf(rows.filter(isSold).map((row) => toProduct(idOf(row), row))),
      nextCursor: next === null ? null : `${next}-${until}-${paging.total ?? 0}`,
      progress: next === null ? 1 : Math.min(0.99, page / paging.last_page),
    }
  },

  async get(session, channelProductIds): Promise<ProductResults> {
    const ids = [...new Set(channelProductIds)]
    return resultsOf(await Promise.all(ids.map((id) => readProduct(session, id))))
  },
}

const daySeconds = 86_400

/** `total` products were found when the page before was read; 0: unknown. */
type Place = { page: number; until: number; total: number }

/** A day ahead, for clocks that are apart. */
function firstPlace(now: Date): Place {
  return { page: 1, until: Math.ceil(now.getTime() / 1000) + daySeconds, total: 0 }
}

/** Answers the next page. Products deleted meanwhile move others onto pages already read: then those are read again. */
function nextPage(place: Place, found: number, paging: Paging): number | null {
  const back = pagesBack(place.total, paging.total ?? 0, pageSize)
  if (back > 0) return Math.max(1, place.page - back)
  return place.page < paging.last_page && found > 0 ? place.page + 1 : null
}

function decodeCursor(cursor: string): Place {
  const match = /^(\d+)-(\d+)-(\d+)$/.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'refusal.cursor')
  const [page = 1, until = 0, total = 0] = match.slice(1).map(Number)
  return { page, until, total }
}

/** The parent of variants is a page in the shop; nothing of it lies on a shelf. */
function isSold(row: unknown): boolean {
  return !isRecord(row) || (row.type !== 'configurable' && row.entity_type !== 'seller_configurable')
}

/** The product as it came, with its stock; null for one that is unknown. */
export async function findProduct<T>(session: Session, id: string, schema: z.ZodType<T>): Promise<T | null> {
  if (!/^\d{1,20}$/.test(id)) return null
  try {
    const request = { method: 'GET' as const, path: `${path}/${id}`, query: withStock }
    return await readAgain(() => call(session, request, schema))
  } catch (error) {
    if (!isUnknown(error)) throw error
    return null
  }
}

async function readProduct(session: Session, id: string): Promise<ChannelProduct | Failure> {
  try {
    const raw = await findProduct(session, id, z.unknown())
    return raw === null
      ? failureOf(id, ownMessage('refusal.unknown_product', { channel: 'Tiki', id }), null)
      : toProduct(id, raw)
  } catch (error) {
    if (!isAboutRow(error)) throw error
    return failureOf(id, error.message, null)
  }
}

function toProduct(id: string, raw: unknown): ChannelProduct | Failure {
  const product = productSchema.safeParse(raw)
  if (!product.success) return failureOf(id || 'unnamed', describeIssue(product.error), raw)
  if (product.data.product_id !== id)
    return failureOf(id, `Tiki answered with ${product.data.product_id}`, raw)
  try {
    return toChannelProduct(product.data)
  } catch (error) {
    // Amounts that are no amounts. Whatever else it may be, it concerns this product and no other.
    return failureOf(id, error instanceof Error ? error.message : 'refusal.item_unreadable', raw)
  }
}

/** Enough of an unchecked row to know whose it is. */
function idOf(raw: unknown): string {
  const id = isRecord(raw) ? raw.product_id : undefined
  return typeof id === 'string' || Number.isSafeInteger(id) ? String(id) : ''
}

function failureOf(channelId: string, reason: string, raw: unknown): Failure {
  return { channelId, reason: `product ${channelId}: ${reason}`, raw }
}

function resultsOf(outcomes: (ChannelProduct | Failure)[]): ProductResults {
  return {
    items: outcomes.flatMap((outcome) => ('reason' in outcome ? [] : outcome)),
    failures: outcomes.flatMap((outcome) => ('reason' in outcome ? outcome : [])),
  }
}
