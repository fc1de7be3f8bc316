/** Products of a shop: which there are or changed, and what they are. Source: Lazada's API reference, "Product API". */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { ProductPage, ProductResults, Products } from '../../products.ts'
import { readAgain } from '../../read-again.ts'
import type { ChannelProduct } from '../../../model/product.ts'
import { call } from './auth.ts'
import { toChannelProduct } from './product-mapping.ts'
import { isAboutSkus, isDeleted, isGone, oneProductSchema, productListSchema } from './product-wire.ts'
import { productSchema, spellAsInList } from './product-wire.ts'
import { describeIssue } from './wire.ts'
import type { Failure } from '../../results.ts'

const listPageSize = 50
/** Rows of the previous page that are requested again, to see whether rows have moved. */
const repeatedRows = 5
/** Lazada refuses pages that begin further down. */
const largestOffset = 10_000
/** Before Lazada there were no products. */
const firstDay = Date.parse('2012-01-01T00:00:00Z') / 1000

export const products: Products = {
  async list(session, changedSince, cursor): Promise<ProductPage> {
    const place = cursor === null ? firstPlace : decodeCursor(cursor)
    const { data } = await call(
      { ...session, now: session.now() },
      '/products/get',
      {
        filter: place.filter,
        ...(changedSince && { update_after: timeText(Math.floor(changedSince.getTime() / 1000) - 1) }),
        // A second wider at both ends: whether these moments are included is not documented.
        ...(place.created && {
          create_after: timeText(place.created.from - 1),
          ...(place.created.to !== null && { create_before: timeText(place.created.to + 1) }),
        }),
        limit: String(listPageSize),
        offset: String(place.offset),
      },
      productListSchema,
    )
    const rows = (data.products ?? []).map((raw) => ({ id: idOf(raw), raw }))
    const total = Number(data.total_products ?? 0)
    const step = nextPlace(place, rows, total, changedSince !== null, session.now())
    const nextCursor = step.next && encodeCursor(step.next)
    const progress = nextCursor === null ? 1 : progressOf(place, rows.length, total, session.now())
    if (step.isLost) return { ...nothing, nextCursor, progress }
    // Lazada does not say whether "all" has the deleted ones too.
    const wanted = rows.filter(({ id, raw }) => !place.seen.includes(id) && (changedSince || !isGoneRow(raw)))
    return { ...readRows(session, wanted), nextCursor, progress }
  },

  async get(session, channelProductIds) {
    const answers = await Promise.all(
      [...new Set(channelProductIds)].map(async (id) => ({ id, raw: await findProduct(session, id) })),
    )
    const found = readRows(
      session,
      answers.filter(({ raw }) => raw !== undefined),
    )
    const unknown = answers
      .filter(({ raw }) => raw === undefined)
      .map(({ id }) => ({
        channelId: id,
        reason: ownMessage('refusal.unknown_product', { channel: 'Lazada', id }),
        raw: null,
      }))
    return { items: found.items, failures: [...found.failures, ...unknown] }
  },
}

const nothing: ProductResults = { items: [], failures: [] }

/**
 * `created`: of a shop with more products than row numbers reach, those that were made in this time (seconds, both ends
 * included, no end for the last of them); null for all. `seen`: the last rows of the page before, by which the next one is known to follow it.
 */
type Place = {
  filter: 'all' | 'deleted'
  created: { from: number; to: number | null } | null
  offset: number
  seen: string[]
}

type Row = { id: string; raw: unknown }

const firstPlace: Place = { filter: 'all', created: null, offset: 0, seen: [] }

function nextPlace(
  place: Place,
  rows: Row[],
  total: number,
  withDeleted: boolean,
  now: Date,
): { next: Place | null; isLost: boolean } {
  const top = { ...place, offset: 0, seen: [] }
  const from = place.created?.from ?? firstDay
  const to = place.created?.to ?? Math.ceil(now.getTime() / 1000)
  if (total > largestOffset && to > from)
    return { next: { ...top, created: { from, to: Math.floor((from + to) / 2) } }, isLost: true }

  const isKnown = place.seen.length === 0 || rows.some(({ id }) => place.seen.includes(id))
  if (!isKnown && place.offset > 0) {
    // None of the known rows is here: so many rows left the list that rows never read are further up now.
    const back = Math.max(0, place.offset - listPageSize + repeatedRows)
    return { next: { ...place, offset: back }, isLost: true }
  }
  const end = place.offset + rows.length
  // A full page is never taken for the last one, whatever is said about the number of all.
  if (rows.length > 0 && (end < total || rows.length >= listPageSize)) {
    const offset = Math.max(place.offset + 1, end - repeatedRows)
    if (offset > largestOffset)
      throw new ChannelError(
        'refused',
        ownMessage('refusal.too_many_at_once', { channel: 'Lazada', count: largestOffset }),
      )
    const seen = rows.slice(rows.length - Math.min(rows.length, end - offset)).map(({ id }) => id)
    return { next: { ...place, offset, seen }, isLost: false }
  }
  if (place.created?.to != null)
    return { next: { ...top, created: { from: to + 1, to: null } }, isLost: false }
  if (withDeleted && place.filter === 'all')
    return { next: { ...firstPlace, filter: 'deleted' }, isLost: false }
  return { next: null, isLost: false }
}

function encodeCursor({ filter, created, offset, seen }: Place): string {
  return `${filter}:${created ? `${created.from}-${created.to ?? ''}` : ''}:${offset}:${seen.join(',')}`
}

function decodeCursor(cursor: string): Place {
  const match = /^(all|deleted):(?:(\d+)-(\d*))?:(\d+):([\d,]*)$/.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'refusal.cursor')
  return {
    filter: match[1] === 'deleted' ? 'deleted' : 'all',
    created: match[2] ? { from: Number(match[2]), to: match[3] ? Number(match[3]) : null } : null,
    offset: Number(match[4]),
    seen: match[5] ? match[5].split(',') : [],
  }
}

function progressOf({ offset, created }: Place, rows: number, total: number, now: Date): number {
  // A shop that is read by times reports `total` for one time only, so its share is counted by time.
  const share = created
    ? (created.from - firstDay) / (now.getTime() / 1000 - firstDay)
    : (offset + rows) / Math.max(1, total)
  return Math.min(0.99, Math.max(0, share))
}

/** ISO 8601 with its offset, as Lazada wants it. */
function timeText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`
}

function readRows(session: Session, rows: Row[]): ProductResults {
  const found: ChannelProduct[] = []
  const failures: Failure[] = []
  for (const { id, raw } of rows) {
    const read = readProduct(session, raw)
    if ('product' in read) found.push(read.product)
    else failures.push({ channelId: id, reason: `product ${id}: ${read.reason}`, raw })
  }
  return { items: found, failures }
}

function readProduct(session: Session, raw: unknown): { product: ChannelProduct } | { reason: string } {
  const product = productSchema.safeParse(raw)
  if (!product.success) return { reason: describeIssue(product.error) }
  const shop = { currency: session.currency, country: session.credentials.more?.country ?? '' }
  try {
    return { product: toChannelProduct(product.data, shop) }
  } catch (error) {
    // Amounts that are no amounts. Whatever else it may be, it concerns this product and no other.
    return { reason: error instanceof Error ? error.message : 'refusal.item_unreadable' }
  }
}

/** One product as it comes, unchecked; undefined for one that Lazada does not know. */
export async function findProduct(session: Session, id: string): Promise<unknown> {
  if (!/^\d{1,20}$/.test(id)) return undefined
  try {
    // One call a product: whoever asks for many of them would lose all with one.
    const { data } = await readAgain(() =>
      call({ ...session, now: session.now() }, '/product/item/get', { item_id: id }, oneProductSchema),
    )
    return data ?? undefined
  } catch (error) {
    if (isAboutSkus(error) && isGone(error)) return undefined
    throw error
  }
}

function isGoneRow(raw: unknown): boolean {
  const status = typeof raw === 'object' && raw !== null && 'status' in raw ? raw.status : undefined
  return typeof status === 'string' && isDeleted(status)
}

/** Enough of an unchecked row to know whose it is. */
function idOf(raw: unknown): string {
  const row = spellAsInList(raw)
  const id = typeof row === 'object' && row !== null && 'item_id' in row ? row.item_id : undefined
  return (typeof id === 'string' && /^\d+$/.test(id)) || typeof id === 'number' ? String(id) : ''
}
