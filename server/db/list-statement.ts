/**
 * One statement for a list: the rows of a page and the counts beside them, in one round trip. A list per column travels
 * instead of an object per row: without the names in every row the JSON is half as long, and takes PostgreSQL and us half the
 * time. The same holds for what the rows of a page have several of. A row of another owner ends the request.
 */
import { columnName } from './column-list.ts'
import type { Database } from './database.ts'
import type { Statement } from './statement.ts'

/** A page of a list. `after` is the place behind which it goes on; an offset counts from there. */
export type Paging<Sort extends string> = {
  sort: Sort
  descending: boolean
  limit: number
  offset: number
  after: ListCursor | undefined
}

/** Value of the sorted column of the last row seen, and what tells rows of one value apart. */
export type ListCursor = { at: string; id: number }

type Parts = {
  /** Selects the owner's id and the columns of `fields`, in the order of the page; undefined where only counts are wanted. */
  rows: string | undefined
  /** Selects one JSON value. */
  counts: string
}

/** Rows as a list per column: `of` is the JSON of selected rows as PostgreSQL writes it, `read` makes rows of it again. */
export function createLists<Row extends object>(fields: readonly (keyof Row & string)[]) {
  const columns = fields.map((field) => `json_agg(r.${columnName(field)})`).join(', ')
  // Copied for each row, so that all rows are objects of one shape from the start, which is what makes reading them quick.
  const emptyRow = Object.fromEntries(fields.map((field) => [field, null]))
  const rowAt = (lists: ColumnLists, at: number): Row => {
    const row: Record<string, unknown> = { ...emptyRow }
    for (let column = 0; column < fields.length; column++) row[fields[column] as string] = lists[column]?.[at]
    return row as Row
  }
  return {
    json: `json_build_array(${columns})`,
    of: (rows: string) => `select json_build_array(${columns}) from (${rows}) r`,
    read: (lists: ColumnLists): Row[] => (lists[0] ?? []).map((_, at) => rowAt(lists, at)),
  }
}

/** Null in place of the lists: there is no row. */
export type ColumnLists = (unknown[] | null)[]

export function createListRead<Row extends object>(fields: readonly (keyof Row & string)[]) {
  const lists = createLists<Row>(fields)
  return async function readList<Counts>(
    db: Database,
    ownerId: string,
    statement: Statement,
    { rows, counts }: Parts,
  ): Promise<{ rows: Row[]; counts: Counts }> {
    const list = rows
      ? `select ${lists.json} as lists, bool_and(r.owner_id = $1) as are_own from (${rows}) r`
      : `select '[]'::json as lists, true as are_own`
    const finished = statement.finish(`select l.lists, l.are_own, (${counts}) as counts from (${list}) l`)
    type Found = { lists: ColumnLists; are_own: boolean | null; counts: Counts }
    const [result] = await db.hotRead<Found>(ownerId, finished)
    if (!result) throw new Error('the list statement gave nothing')
    if (result.are_own === false) throw new Error('the list statement gave a row of another owner')
    return { rows: lists.read(result.lists), counts: result.counts }
  }
}

/** Up to here stepping over the rows before a page costs less than another statement. */
const nearOffset = 400

/** Whether the page is so far that its place is worth a look at the kept counts. */
export function isFarPage({ offset, after }: Pick<Paging<string>, 'offset' | 'after'>): boolean {
  return offset > nearOffset && !after
}

/** A page in the second half of `total` rows, as it is found from the end of the list: in the opposite order, which its rows are then put out of. */
export function fromNearerEnd<Sort extends string>(paging: Paging<Sort>, total: number): Paging<Sort> {
  const { offset, limit, descending } = paging
  const rest = total - offset
  if (rest <= 0) return { ...paging, limit: 0, offset: 0 }
  if (rest > offset) return paging
  return {
    ...paging,
    descending: !descending,
    limit: Math.min(limit, rest),
    offset: Math.max(0, rest - limit),
  }
}

/**
 * The limit is written into the text: with a parameter the planner expects a tenth of the table and plans for that. The
 * offset is a parameter, but for the first page, which is the one that everybody reads. `upTo`: rows of one run that the page
 * is merged from.
 */
export function limitsOf(
  statement: Statement,
  { limit, offset }: Pick<Paging<string>, 'limit' | 'offset'>,
): { part: string; upTo: string } {
  if (offset === 0) return { part: `limit ${limit}`, upTo: `limit ${limit}` }
  const place = statement.value(offset)
  return { part: `limit ${limit} offset ${place}`, upTo: `limit ${limit} + ${place}::bigint` }
}
