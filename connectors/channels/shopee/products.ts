/** Items of a shop: which there are or changed, what they are, and their models. Source: "v2.product" API reference. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { ProductPage, ProductResults, Products } from '../../products.ts'
import { readAgain } from '../../read-again.ts'
import type { ChannelProduct } from '../../../model/product.ts'
import { batchesOf, call, withoutCulprits } from './auth.ts'
import type { ShopCall } from './auth.ts'
import { toChannelProduct } from './product-mapping.ts'
import {
  deletedStatuses,
  isAboutItem,
  isGoneItem,
  itemListSchema,
  itemSchema,
  itemsSchema,
  modelListSchema,
  modelsSchema,
} from './product-wire.ts'
import { describeIssue } from './wire.ts'
import type { Failure } from '../../results.ts'

const listPageSize = 100
/** Rows of the previous page that are requested again, to see whether rows have moved. */
const repeatedRows = 10
/** Shopee's clock may be ahead of ours: it takes signatures that are five minutes old. */
const clockSkewSeconds = 10 * 60
const listedStatuses = ['NORMAL', 'UNLIST', 'REVIEWING', 'BANNED']

export const products: Products = {
  async list(session, changedSince, cursor): Promise<ProductPage> {
    const place = cursor === null ? { offset: 0, seen: [] } : decodeCursor(cursor)
    const period = changedSince && {
      update_time_from: String(Math.floor(changedSince.getTime() / 1000)),
      // Anew on every page, so that an item that changes meanwhile does not fall out of the period.
      update_time_to: String(Math.floor(session.now().getTime() / 1000) + clockSkewSeconds),
    }
    const query = {
      offset: String(place.offset),
      page_size: String(listPageSize),
      item_status: changedSince ? [...listedStatuses, ...deletedStatuses] : listedStatuses,
      ...period,
    }
    const { response } = await request(session, 'get_item_list', query, itemListSchema)
    const ids = (response.item ?? []).map((row) => String(row.item_id))
    const total = Math.max(1, response.total_count ?? 0)
    const isLost = place.seen.length > 0 && !place.seen.some((id) => ids.includes(id))
    if (isLost && place.offset > 0) {
      // None of the known rows is here: so many rows left the list that rows never read are further up now.
      const back = { ...place, offset: Math.max(0, place.offset - listPageSize + repeatedRows) }
      return { ...nothing, nextCursor: encodeCursor(back), progress: Math.min(0.99, back.offset / total) }
    }
    const results = await readProducts(
      session,
      ids.filter((id) => !place.seen.includes(id)),
    )
    if (!response.has_next_page) return { ...results, nextCursor: null, progress: 1 }
    const end = response.next_offset ?? place.offset + ids.length
    if (end <= place.offset)
      throw new ChannelError('changed-shape', ownMessage('refusal.list_order', { channel: 'Shopee' }))
    const offset = Math.max(place.offset + 1, end - repeatedRows)
    const next = { offset, seen: ids.slice(ids.length - Math.min(ids.length, end - offset)) }
    return { ...results, nextCursor: encodeCursor(next), progress: Math.min(0.99, end / total) }
  },

  get: (session, channelProductIds) => readProducts(session, [...new Set(channelProductIds)]),
}

const nothing: ProductResults = { items: [], failures: [] }

/** `seen`: the last rows of the page before, by which the next one is known to follow it. */
type Place = { offset: number; seen: string[] }

function encodeCursor({ offset, seen }: Place): string {
  return `${offset}:${seen.join(',')}`
}

function decodeCursor(cursor: string): Place {
  const match = /^(\d+):([\d,]*)$/.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'refusal.cursor')
  return { offset: Number(match[1]), seen: match[2] ? match[2].split(',') : [] }
}

async function readProducts(session: Session, ids: string[]): Promise<ProductResults> {
  const rows = new Map((await requestItems(session, ids)).map((raw) => [idOf(raw), raw]))
  const found: ChannelProduct[] = []
  const failures: Failure[] = []
  await Promise.all(
    ids.map(async (id) => {
      const raw = rows.get(id)
      const read =
        raw === undefined
          ? { reason: ownMessage('refusal.unknown_product', { channel: 'Shopee', id }) }
          : await readProduct(session, raw)
      if ('product' in read) found.push(read.product)
      else
        failures.push({
          channelId: id,
          reason: `item ${id}: ${read.reason}`,
          raw: read.models === undefined ? (raw ?? null) : { item: raw, models: read.models },
        })
    }),
  )
  return {
    items: inOrderOf(ids, found, (one) => one.channelProductId),
    failures: inOrderOf(ids, failures, (one) => one.channelId),
  }
}

type Read = { product: ChannelProduct } | { reason: string; models?: unknown }

async function readProduct(session: Session, raw: unknown): Promise<Read> {
  const item = itemSchema.safeParse(raw)
  if (!item.success) return { reason: describeIssue(item.error) }
  const shop = { channelShopId: session.credentials.channelShopId, currency: session.currency }
  let models: unknown
  try {
    if (!item.data.has_model) return { product: toChannelProduct(item.data, null, shop) }
    models = await requestModels(session, item.data.item_id)
    const list = modelListSchema.safeParse(models)
    if (!list.success) return { reason: describeIssue(list.error), models: models ?? null }
    return { product: toChannelProduct(item.data, list.data, shop) }
  } catch (error) {
    // Amounts that are no amounts, and refusals in Shopee's own words: both concern this item and no other.
    if (error instanceof RangeError || isAboutItem(error)) return { reason: error.message, models }
    throw error
  }
}

/** Items as they come, unchecked. Those that Shopee does not know are left out. */
export function requestItems(session: Session, ids: string[]): Promise<unknown[]> {
  const wanted = ids.filter((id) => /^\d{1,16}$/.test(id))
  const batches = batchesOf(wanted).map((batch) =>
    withoutCulprits(batch, (known) => requestBatch(session, known), isGoneItem),
  )
  return Promise.all(batches).then((parts) => parts.flat())
}

async function requestBatch(session: Session, ids: string[]): Promise<unknown[]> {
  const query = { item_id_list: ids.join(',') }
  // Rows and models of a page take a hundred calls: with any of them all would be lost.
  const { response } = await readAgain(() => request(session, 'get_item_base_info', query, itemsSchema))
  return response.item_list ?? []
}

/** An item's models, unchecked. One call each: `http` keeps the number in flight within the limits. */
export async function requestModels(session: Session, itemId: number): Promise<unknown> {
  const query = { item_id: String(itemId) }
  return (await readAgain(() => request(session, 'get_model_list', query, modelsSchema))).response
}

function request<T>(
  session: Session,
  name: string,
  query: ShopCall['query'],
  schema: Parameters<typeof call<T>>[2],
): Promise<T> {
  const path = `/api/v2/product/${name}`
  return call({ ...session, now: session.now() }, { method: 'GET', path, query }, schema)
}

/** Enough of an unchecked row to know whose it is. */
function idOf(raw: unknown): string {
  const id = typeof raw === 'object' && raw !== null && 'item_id' in raw ? raw.item_id : undefined
  return typeof id === 'number' || typeof id === 'string' ? String(id) : ''
}

function inOrderOf<Row>(ids: string[], rows: Row[], idOf: (row: Row) => string): Row[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (row: Row) => places.get(idOf(row)) ?? 0
  return rows.sort((a, b) => placeOf(a) - placeOf(b))
}
