/**
 * Rows of a store, page by page or by their numbers.
 *
 * Pages are sorted by the row's number. By the time of change they would not do: equal times come in any order, and a row
 * that changes while pages are read moves to the end and pulls another one over the page's edge, unseen. By number, a row
 * that joins the list only pushes others onto a later page. One that leaves it (deleted) pulls, so each page begins on the
 * last row of the one before: when that row has moved, the next page begins further back. Products are read the same way.
 */
import type { Session } from '../session.ts'
import { ChannelError, ownMessage } from '../channel-error.ts'
import { readAgain } from '../read-again.ts'
import { ReplyTooLarge } from '../http.ts'
import type { HttpReply } from '../http.ts'
import { call, send } from './calls.ts'
import { decodeReply, idOf, listSchema } from './wire.ts'

/** The most that a page holds. */
export const pageSize = 100
const stepBack = 50
/** One row would be the last one of the page before, and lead no further. */
const fewestRows = 2
/** Clocks differ by less than this without meaning anything. */
const skewMs = 60_000

/** Rows to be read page by page: all that there are, or those since a time. */
export type Look = {
  path: '/orders' | '/products'
  from: Date | null
  /** The parameter that `from` goes into. */
  after: 'after' | 'modified_after'
  to?: Date
  /** Lists leave out what was thrown away; it is looked through after the others. */
  isBinRead: boolean
  rowsPerPage: number
  /** Asked for beside. */
  more?: Record<string, string>
}

export type RowPage = { rows: unknown[]; nextCursor: string | null; progress: number }

export async function readPage(session: Session, look: Look, cursor: string | null): Promise<RowPage> {
  const place = cursor === null ? startOf(look) : decodeCursor(cursor)
  const query = queryOf(look, place)
  let reply: HttpReply
  try {
    reply = await readAgain(() => send(session, { method: 'GET', path: look.path, query }))
  } catch (error) {
    // A buyer may type 64 kB into each field of an order.
    if (!(error instanceof ReplyTooLarge) || look.rowsPerPage === fewestRows) throw error
    const rowsPerPage = Math.max(fewestRows, Math.floor(look.rowsPerPage / 2))
    return readPage(session, { ...look, rowsPerPage }, cursor)
  }
  // A store that shows nobody its bin has told all that it tells.
  if (place.set === 'trash' && reply.status === 400) return { rows: [], nextCursor: null, progress: 1 }
  const rows = decodeReply(reply, listSchema)
  const next = nextPlace(look, place, rows, totalOf(reply)) ?? afterSet(look, place)
  const late = cursor === null && look.from ? lagOf(session, reply) : 0
  // The store's clock is behind, so what changed lately bears an earlier time than we asked for.
  const restart = late > 0 ? { ...place, from: place.from - Math.ceil(late / 1000) } : undefined
  const following = restart ?? next
  return {
    rows,
    nextCursor: following && encodeCursor(following),
    progress: progressOf(look, place, totalOf(reply), following),
  }
}

/** The rows with these ids, those in the bin included, and the ids that the store does not have any more. */
export async function findRows(
  session: Session,
  path: Look['path'],
  wanted: string[],
): Promise<{ rows: unknown[]; unknown: string[] }> {
  const ids = [...new Set(wanted)]
  const numbers = ids.filter((id) => /^\d{1,18}$/.test(id))
  const batches = Array.from({ length: Math.ceil(numbers.length / pageSize) }, (_, index) =>
    numbers.slice(index * pageSize, (index + 1) * pageSize),
  )
  const listed = await Promise.all(batches.map((batch) => listRows(session, path, batch)))
  const known = new Set(listed.flat().map(idOf))
  // Lists leave the bin out, single rows do not.
  const others = await Promise.all(
    ids
      .filter((id) => !known.has(id))
      .map(async (id) => ({
        id,
        row: numbers.includes(id) ? await findRow(session, `${path}/${id}`) : null,
      })),
  )
  return {
    rows: [...listed.flat(), ...others.flatMap(({ row }) => row ?? [])],
    unknown: others.filter(({ row }) => row === null).map(({ id }) => id),
  }
}

/** The rows with these numbers, in halves where they are too large together. */
async function listRows(session: Session, path: Look['path'], numbers: string[]): Promise<unknown[]> {
  const query = { per_page: String(pageSize), include: numbers.join(',') }
  try {
    return await readAgain(() => call(session, { method: 'GET', path, query }, listSchema))
  } catch (error) {
    if (!(error instanceof ReplyTooLarge) || numbers.length === 1) throw error
    const middle = Math.ceil(numbers.length / 2)
    const halves = [numbers.slice(0, middle), numbers.slice(middle)]
    return (await Promise.all(halves.map((half) => listRows(session, path, half)))).flat()
  }
}

async function findRow(session: Session, path: string): Promise<unknown> {
  const reply = await readAgain(() => send(session, { method: 'GET', path, query: {} }))
  // A gateway's 404 says nothing about the row.
  if (reply.status === 404 && /invalid_id/.test(reply.text)) return null
  if (reply.status >= 400) decodeReply(reply, listSchema)
  return reply.json()
}

/** `from` is the first second of the look in the store's time; `lastId` is the row that the next page must begin on. */
type Place = { set: 'any' | 'trash'; from: number; offset: number; lastId: number }

function startOf({ from }: Look): Place {
  return { set: 'any', from: Math.floor((from?.getTime() ?? 0) / 1000), offset: 0, lastId: 0 }
}

/** "any" leaves the bin out, so that it is looked through after it. */
function afterSet(look: Look, place: Place): Place | null {
  if (place.set === 'trash' || !look.isBinRead) return null
  return { ...place, set: 'trash', offset: 0, lastId: 0 }
}

function queryOf(look: Look, { set, from, offset }: Place): Record<string, string> {
  const { from: since, after, to, rowsPerPage, more } = look
  // Both ends are left out of what the store finds.
  return {
    ...(since ? { [after]: gmt(from - 1), dates_are_gmt: 'true' } : {}),
    ...(to ? { before: gmt(Math.ceil(to.getTime() / 1000) + 1) } : {}),
    ...more,
    status: set,
    orderby: 'id',
    order: 'asc',
    per_page: String(rowsPerPage),
    offset: String(offset),
  }
}

function nextPlace(look: Look, place: Place, rows: unknown[], total: number | null): Place | null {
  const ids = rows.map(idOf).filter(Boolean).map(Number)
  const first = ids[0]
  if (place.offset > 0 && (first === undefined || first > place.lastId))
    return { ...place, offset: Math.max(0, place.offset - stepBack) }
  const end = place.offset + look.rowsPerPage
  const isLast = total === null ? rows.length < look.rowsPerPage : end >= total
  if (isLast) return null
  const lastId = ids.at(-1)
  if (lastId === undefined)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'WooCommerce', detail: 'id' }),
    )
  return { ...place, offset: end - 1, lastId: Math.max(place.lastId, lastId) }
}

function progressOf(
  { rowsPerPage }: Look,
  { set, offset }: Place,
  total: number | null,
  next: Place | null,
): number {
  if (!next) return 1
  if (set === 'trash' || next.set === 'trash') return 0.99
  return total ? Math.min(0.99, (offset + rowsPerPage) / total) : 0
}

export function totalOf(reply: HttpReply): number | null {
  const total = reply.headers.get('x-wp-total')
  return total !== null && /^\d+$/.test(total) ? Number(total) : null
}

/** Answers by how many milliseconds the store's clock is behind ours; 0 when it is not, or when the reply has no date. */
function lagOf(session: Session, reply: HttpReply): number {
  const lag = session.now().getTime() - Date.parse(reply.headers.get('date') ?? '')
  return lag > skewMs ? lag : 0
}

function gmt(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19)
}

function encodeCursor({ set, from, offset, lastId }: Place): string {
  return [set, from, offset, lastId].join(':')
}

function decodeCursor(cursor: string): Place {
  const match = /^(any|trash):(\d+):(\d+):(\d+)$/.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'refusal.cursor')
  const [, set, from, offset, lastId] = match
  return { set: set as Place['set'], from: Number(from), offset: Number(offset), lastId: Number(lastId) }
}
