/**
 * Reads the next slice of a file: some records with all their rows, as PostgreSQL writes them. A CSV is that already; a sheet is
 * made of it (sheet-part.ts), while PostgreSQL reads the next slice: each has a processor of its own.
 */
import { CompiledQuery } from 'kysely'
import type { ExportFormat } from '../../model/export.ts'
import type { Language } from '../../model/language.ts'
import type { CopyFormat } from '../db/copy-rows.ts'
import { wholeCurrencies } from '../db/whole-currencies.ts'
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import type { ExportColumn, ExportFilters, ExportKind, ExportRequest } from './export-kind.ts'
import { SliceRows } from './slice-rows.ts'

export type Slice = {
  /** For a CSV as in the file, for a sheet in PostgreSQL's text form. */
  bytes: Buffer
  rows: number
  records: number
  /** Behind the last record of the slice; what comes before that, if it has none. */
  place: string[] | null
  /** Nothing follows. */
  isLast: boolean
}

export type SliceRequest = {
  /** Null: from the first record on. */
  after: string[] | null
  room: number
  isPartEmpty: boolean
  /** Records to look at. */
  limit: number
}

/** The rows after a place, whole records and at most `room` rows, but for a single record that has more by itself. */
export async function readSlice<Filters extends ExportFilters>(
  db: Database,
  kind: ExportKind<Filters>,
  request: ExportRequest<Filters> & { format: ExportFormat },
  { after, room, isPartEmpty, limit }: SliceRequest,
): Promise<Slice> {
  const statement = new Statement(request.ownerId)
  const isCsv = request.format === 'csv'
  const columns = kind.columns(statement, request)
  const timezone = statement.value(request.filters.timezone)
  const cells = columns.map((column, at) => ({
    isOfRow: column.isOfRow,
    isOnce: column.isOnce,
    name: `c${at}`,
    sql: `${cellOf(column, isCsv, timezone, request.language)} as c${at}`,
  }))
  const places = kind.place.map((_, at) => `r.p${at}`)
  const record = [
    ...kind.place.map((place, at) => `${place} as p${at}`),
    ...Object.entries(kind.rows?.carried ?? {}).map(([name, value]) => `${value} as ${name}`),
    ...cells.filter(({ isOfRow }) => !isOfRow).map(({ sql }) => sql),
  ]
  const first = kind.rows?.isFirst ?? 'true'
  const row = [
    ...places,
    ...cells.map(({ isOfRow, isOnce, name, sql }) =>
      isOfRow ? sql : isOnce ? `case when ${first} then r.${name} end as ${name}` : `r.${name}`,
    ),
  ]
  const select = statement.finish(
    `select ${row.join(', ')}
    from (select ${record.join(', ')} from ${kind.records(statement, request, after, limit)}) r
    ${kind.rows?.join ?? ''} order by ${[...places.map((place) => `${place} desc`), kind.rows?.order].filter(Boolean).join(', ')}`,
  )
  const slice = new SliceRows(kind.place.length, isCsv)
  await db.copyRows(request.ownerId, select, isCsv ? csvOf(columns) : { format: 'text' }, (row) =>
    slice.add(row),
  )
  const fitting = slice.fitting(room, isPartEmpty)
  return {
    ...fitting,
    place: fitting.place ?? after,
    isLast: slice.records < limit && fitting.rows === slice.rows,
  }
}

/** A text is in quotes and a number is not. */
function csvOf(columns: ExportColumn[]): CopyFormat {
  return { format: 'csv', quoted: columns.flatMap(({ form }, at) => (form === 'text' ? [`c${at}`] : [])) }
}

/** SQL of a cell: a text, digits, a decimal, or a time of the account's zone. */
function cellOf(column: ExportColumn, isCsv: boolean, timezone: string, language: Language): string {
  const sql = `(${column.sql})`
  switch (column.form) {
    case 'whole':
      return sql
    case 'money':
      return `case when ${column.currency ?? `''`} = any('${wholeCurrencies}') then ${sql} else ${sql} * 0.01 end`
    case 'time':
      return isCsv && language === 'en'
        ? `to_char(${sql} at time zone ${timezone}, 'HH24:MI DD/MM/YYYY')`
        : `date_trunc('second', ${sql} at time zone ${timezone})`
    case 'text':
      return isCsv ? `case when ${isFormula(sql)} then '''' || ${sql} else ${sql} end` : sql
  }
}

/**
 * A program that opens a CSV takes a text that begins with = + - @ (or with a tab, a line's end or a return before them) for a
 * formula and runs it; behind an apostrophe it is a text. A Japanese one takes the wide ＝＋－＠ for the same. Numbers are ours,
 * so a minus there is one.
 */
function isFormula(sql: string): string {
  return `ascii(${sql}) = any('{61,43,45,64,9,10,13,65309,65291,65293,65312}')`
}

export async function countRows<Filters extends ExportFilters>(
  db: Database,
  kind: ExportKind<Filters>,
  request: ExportRequest<Filters>,
): Promise<number> {
  const statement = new Statement(request.ownerId)
  const total = `select (${kind.total(statement, request)})::bigint as total`
  const { rows } = await db.asOwner(request.ownerId, (tx) =>
    tx.executeQuery<{ total: number }>(CompiledQuery.raw(total, statement.finish('').values)),
  )
  return rows[0]?.total ?? 0
}
