/**
 * The page of a keyword that very many orders have, from its end of the list on, without reading all hits: either the orders there are
 * stepped over and their terms read, or the hits of the last hours or days are read out of the index of terms, which holds the time beside
 * the words. The first is less work where every few orders are a hit, the second where they lie far apart.
 */
import type { Database } from '../../db/database.ts'
import { limitsOf } from '../../db/list-statement.ts'
import { Statement } from '../../db/statement.ts'
import { conditions } from './order-conditions.ts'
import type { OrderFilter, OrderPaging } from './order-filter.ts'
import { afterCursor, orderBy, readList, rowsOf, type OrderList } from './order-page-store.ts'
import { placingTimes, type PlacingTime } from './placing-times.ts'

/** Hits among the orders `within` the filter's days, of which `narrowed` are left by all of the filter. About as many as are known. */
export type Spread = { hits: number; within: number; narrowed: number }

/** At most so many orders are stepped over, and the first time is chosen to have about so many hits at most. */
export const usualReach = { lookedThrough: 60_000, readAtOnce: 1_000 }

/** Reading a hit out of the index and sorting it is as much work as stepping over so many orders in the order of the page. */
const stepsOfHit = 2.5

/** Looking within a time: PostgreSQL collects all places of the word before, each for so many steps, and it is two statements. */
const stepsOfPlace = 0.7
const stepsOfLook = 300

/** A time that is chosen for its hits has so many times as many. */
const hitsInTime = 3

/** The work of finding one more hit of the filter, as steps over orders. */
export function workOfHit(spread: Spread): number {
  return Math.min(stepsBetween(spread), readForHit(spread))
}

const stepsBetween = ({ hits, within, narrowed }: Spread) => (within / hits) * (within / narrowed)
const readForHit = ({ within, narrowed }: Spread) => hitsInTime * stepsOfHit * (within / narrowed)

/** The rows of the page, if `enough` hits of the filter are found from the end of the list on; undefined where all hits have to be read. */
export async function newestHits(
  db: Database,
  filter: OrderFilter,
  paging: OrderPaging,
  { enough, spread, reach }: { enough: number; spread: Spread; reach: typeof usualReach },
): Promise<OrderList['rows'] | undefined> {
  // The longest times have little less than all.
  if (enough > spread.hits / 2) return undefined
  const page = { filter, paging, enough }
  const stepping = enough * stepsBetween(spread)
  const looking = stepsOfLook + stepsOfPlace * spread.hits + enough * readForHit(spread)
  if (stepping <= Math.min(looking, reach.lookedThrough))
    return pageOf(db, page, steppedOver(reach.lookedThrough))
  for (const time of await timesOf(db, page, spread, reach)) {
    const rows = await pageOf(db, page, placedWithin(time))
    if (rows) return rows
  }
  return undefined
}

type Page = { filter: OrderFilter; paging: OrderPaging; enough: number }

/** Ever longer times from the end of the list on, without those that are likely to have too few hits. */
async function timesOf(
  db: Database,
  { filter, paging, enough }: Page,
  spread: Spread,
  { readAtOnce }: typeof usualReach,
): Promise<PlacingTime[]> {
  const ends = await endsOf(db, filter, paging)
  if (!ends) return []
  const hours = Math.abs(ends.last - ends.first) / 3_600_000
  const wanted = Math.min(readAtOnce, enough * (spread.within / spread.narrowed))
  const likely = placingTimes(new Date(ends.first), paging).filter((time) => time.hours < hours)
  const from = likely.findIndex((time) => (time.hours / hours) * spread.hits >= 1.5 * wanted)
  return from < 0 ? [] : likely.slice(from)
}

/** When the first and the last order of the list were placed, hits or not. */
async function endsOf(
  db: Database,
  filter: OrderFilter,
  paging: OrderPaging,
): Promise<{ first: number; last: number } | undefined> {
  const statement = new Statement(filter.ownerId)
  const orders = ordersOf(statement, filter, paging)
  const end = (order: string) => `(select o.placed_at from (${orders}) o ${order} limit 1)`
  const first = end(orderBy(paging))
  const last = end(orderBy({ ...paging, descending: !paging.descending }))
  const { counts } = await readList<[string | null, string | null]>(db, filter.ownerId, statement, {
    rows: undefined,
    counts: `json_build_array(${first}, ${last})`,
  })
  const [from, to] = counts
  return from && to ? { first: Date.parse(from), last: Date.parse(to) } : undefined
}

/** The rows of the page out of the hits of some orders, if these have enough of them. */
async function pageOf(
  db: Database,
  { filter, paging, enough }: Page,
  some: (statement: Statement, filter: OrderFilter, paging: OrderPaging) => string,
): Promise<OrderList['rows'] | undefined> {
  const statement = new Statement(filter.ownerId)
  const others = conditions(statement, { ...filter, from: undefined, to: undefined })
  statement.with(`hits as materialized (select o.id, o.placed_at from (${some(statement, filter, paging)}) o
    where o.terms @@ ${statement.value(filter.terms)}::tsquery and ${others} ${orderBy(paging)} limit ${enough})`)
  const page = `select o.id, o.placed_at from hits o ${orderBy(paging)} ${limitsOf(statement, paging).part}`
  const { rows, counts: found } = await readList<number>(db, filter.ownerId, statement, {
    rows: rowsOf(page, orderBy(paging)),
    counts: 'select count(*) from hits',
  })
  return found < enough ? undefined : rows
}

/** The first orders in the order of the page. Their terms are read on the way, so that it ends with the last row that is wanted. */
const steppedOver =
  (orders: number) =>
  (statement: Statement, filter: OrderFilter, paging: OrderPaging): string =>
    `${ordersOf(statement, filter, paging)} ${orderBy(paging)} limit ${orders}`

const placedWithin =
  ({ numbers }: PlacingTime) =>
  (statement: Statement, filter: OrderFilter, paging: OrderPaging): string =>
    `${ordersOf(statement, filter, paging)} and o.placed_within && ${statement.value(numbers)}::int[]`

/** Orders within the filter's days, from the cursor on. */
function ordersOf(statement: Statement, filter: OrderFilter, paging: OrderPaging): string {
  const dates = conditions(statement, { ...filter, shops: undefined, statuses: [] })
  return `select o.* from (select owner_id, order_id as id, shop_id, status, placed_at, placed_within, terms from order_search) o
    where o.owner_id = $1 and ${dates}${afterCursor(statement, paging)}`
}
