/**
 * Orders of a shop: which changed, and what they are. Source: "Orders" and "Payments" of the Admin API reference.
 *
 * Pages are sorted by the row's id, which rises with the time at which the row was made. By the time of change they would not
 * do: a row that changes while pages are read moves to the end and pulls another one over the page's edge, unseen. By id, a
 * row that joins the list only pushes others onto a later page. One that leaves it (deleted) pulls, so each page begins on
 * the last row of the one before: when that row has moved, the next page begins further back. Products are read the same way.
 */
import type { OrderPage, OrderResults, Orders } from '../../orders.ts'
import type { Period, Session } from '../../session.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { readAgain } from '../../read-again.ts'
import type { HttpReply } from '../../http.ts'
import type { ChannelOrder } from '../../../model/order.ts'
import { send } from './auth.ts'
import { toChannelOrder } from './mapping.ts'
import { keepSubscriber } from './webhooks.ts'
import { decodeRows, describeIssue, idOf, orderFields, orderSchema, paidForSchema } from './wire.ts'
import type { Failure } from '../../results.ts'

const rowsPerPage = 50
const stepBack = 25
/** Clocks differ by less than this without meaning anything. */
const skewMs = 60_000

export const orders: Orders = {
  async list(session, period, cursor): Promise<OrderPage> {
    if (cursor === null && period.by === 'changed') await keepSubscriber(session)
    const { set, rows, ...place } = await readPage(session, looksOf(period), cursor)
    if (set !== 'payments') return { ...readRows(rows), ...place }
    // Taking the money moves the payment's time and not the order's. A payment whose order is gone is nobody's news.
    const results = readRows((await findRows(session, '/orders', orderFields, rows.flatMap(orderOf))).rows)
    return { ...results, ...place }
  },

  async get(session, channelOrderIds): Promise<OrderResults> {
    const { rows, unknown } = await findRows(session, '/orders', orderFields, channelOrderIds)
    const { items: read, failures } = readRows(rows)
    const gone = unknown.map((id) => failureOf(id, 'the shop does not have it any more', null))
    return { items: read, failures: [...failures, ...gone] }
  },
}

function looksOf({ by, from, to }: Period): Look[] {
  const order = { set: 'orders', path: '/orders' as const, from, rowsPerPage }
  if (by === 'placed') {
    const between = (since: string) => ({
      'created_at[$gte]': since,
      'created_at[$lte]': to.toISOString(),
      fields: orderFields,
    })
    return [{ ...order, query: between }]
  }
  const since = (fields: string) => (time: string) => ({ 'updated_at[$gte]': time, fields })
  const paid = since('id,payment_collection.order.id')
  return [
    { ...order, query: since(orderFields) },
    { ...order, set: 'payments', path: '/payments', query: paid },
  ]
}

function orderOf(raw: unknown): string[] {
  const id = paidForSchema.safeParse(raw).data?.payment_collection?.order?.id
  return id === undefined ? [] : [id]
}

/** Rows to be read page by page. A list of looks is read one after the other. */
export type Look = {
  set: string
  path: '/orders' | '/draft-orders' | '/payments' | '/products' | '/inventory-items'
  from: Date | null
  /** Builds the query from the first moment that matters, in the shop's time. */
  query(since: string): Record<string, string>
  rowsPerPage: number
}

/** `from` is that moment again, which a look at rows without times of their own needs. */
export type RowPage = {
  set: string
  from: Date
  rows: unknown[]
  nextCursor: string | null
  progress: number
}

export async function readPage(session: Session, looks: Look[], cursor: string | null): Promise<RowPage> {
  const place = cursor === null ? startOf(looks) : decodeCursor(cursor)
  const at = looks.findIndex(({ set }) => set === place.set)
  const look = looks[at]
  if (!look) throw new ChannelError('changed-shape', 'refusal.cursor')
  const since = new Date(place.from).toISOString()
  const page = { order: 'id', limit: String(look.rowsPerPage), offset: String(place.offset) }
  const query = { ...look.query(since), ...page }
  const reply = await readAgain(() => send(session, { method: 'GET', path: look.path, query }))
  const { rows, total } = decodeRows(reply, nameOf(look.path))
  const following = looks[at + 1]
  const next =
    nextPlace(look, place, rows, total) ??
    (following ? { ...place, set: following.set, offset: 0, lastId: '' } : null)
  const late = cursor === null && look.from ? lagOf(session, reply) : 0
  // The shop's clock is behind, so what changed lately bears an earlier time than we asked for.
  const goesOn = late > 0 ? { ...place, from: place.from - late } : next
  const share = (at + Math.min(1, (place.offset + look.rowsPerPage) / Math.max(1, total))) / looks.length
  return {
    set: look.set,
    from: new Date(place.from),
    rows,
    nextCursor: goesOn && encodeCursor(goesOn),
    progress: goesOn ? Math.min(0.99, late > 0 ? 0 : share) : 1,
  }
}

/** The rows with these ids, and the ids that the shop does not have. */
export async function findRows(
  session: Session,
  path: '/orders' | '/products',
  fields: string,
  wanted: string[],
): Promise<{ rows: unknown[]; unknown: string[] }> {
  const ids = [...new Set(wanted)]
  const batches = Array.from({ length: Math.ceil(ids.length / rowsPerPage) }, (_, index) =>
    ids.slice(index * rowsPerPage, (index + 1) * rowsPerPage),
  )
  const found = await Promise.all(
    batches.map((batch) =>
      readAgain(async () => {
        const more: Record<string, string> = path === '/products' ? { with_deleted: 'true' } : {}
        const query = { ...more, fields, limit: String(rowsPerPage), id: batch }
        return decodeRows(await send(session, { method: 'GET', path, query }), nameOf(path)).rows
      }),
    ),
  )
  const rows = found.flat()
  const known = new Set(rows.map(idOf))
  return { rows, unknown: ids.filter((id) => !known.has(id)) }
}

/** A list is named in its reply as it is in its address. */
function nameOf(path: string): string {
  return path.slice(1).replaceAll('-', '_')
}

/** `from` is the first moment of the look in the shop's time; `lastId` is the row that the next page must begin on. */
type Place = { set: string; from: number; offset: number; lastId: string }

function startOf([first]: Look[]): Place {
  return { set: first?.set ?? '', from: first?.from?.getTime() ?? 0, offset: 0, lastId: '' }
}

function nextPlace(look: Look, place: Place, rows: unknown[], total: number): Place | null {
  const first = idOf(rows[0])
  if (place.offset > 0 && (rows.length === 0 || first > place.lastId))
    return { ...place, offset: Math.max(0, place.offset - stepBack) }
  const end = place.offset + look.rowsPerPage
  if (end >= total) return null
  const lastId = idOf(rows.at(-1))
  if (lastId === '')
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'Medusa', detail: 'id' }),
    )
  return { ...place, offset: end - 1, lastId }
}

/** Answers by how many milliseconds the shop's clock is behind ours; 0 when it is not, or when the reply has no date. */
function lagOf(session: Session, reply: HttpReply): number {
  const lag = session.now().getTime() - Date.parse(reply.headers.get('date') ?? '')
  return lag > skewMs ? lag : 0
}

function encodeCursor({ set, from, offset, lastId }: Place): string {
  return [set, from, offset, lastId].join(':')
}

function decodeCursor(cursor: string): Place {
  const match = /^([a-z]+):(\d+):(\d+):(.*)$/.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'refusal.cursor')
  const [, set = '', from, offset, lastId = ''] = match
  return { set, from: Number(from), offset: Number(offset), lastId }
}

function readRows(rows: unknown[]): OrderResults {
  const read: ChannelOrder[] = []
  const failures: Failure[] = []
  for (const raw of rows) {
    const outcome = readOrder(raw)
    if ('order' in outcome) read.push(outcome.order)
    else failures.push(failureOf(idOf(raw), outcome.reason, raw))
  }
  return { items: read, failures }
}

function failureOf(id: string, reason: string, raw: unknown): Failure {
  return { channelId: id || 'unknown', reason: `order ${id || 'unknown'}: ${reason}`, raw }
}

function readOrder(raw: unknown): { order: ChannelOrder } | { reason: string } {
  const order = orderSchema.safeParse(raw)
  if (!order.success) return { reason: describeIssue(order.error) }
  try {
    return { order: toChannelOrder(order.data) }
  } catch (error) {
    // Amounts that are no amounts. Whatever else it may be, it concerns this order and no other.
    return { reason: error instanceof Error ? error.message : 'refusal.item_unreadable' }
  }
}
