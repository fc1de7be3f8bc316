/**
 * A kind of file: which columns it has and how its records are read. What a cell of each form looks like in a CSV or a sheet
 * is the same for all kinds and stands in csv-part.ts and sheet-part.ts. A new kind is one object, named in export-kinds.ts.
 */
import type { ExportType } from '../../model/export.ts'
import type { Language } from '../../model/language.ts'
import type { Permission } from '../../model/permissions.ts'
import type { Statement } from '../db/statement.ts'

/** Filters that every kind has. */
export type ExportFilters = {
  timezone: string
  /** Undefined: all shops. An empty list: none. */
  shops?: number[] | undefined
}

export type ExportRequest<Filters extends ExportFilters = ExportFilters> = {
  ownerId: string
  language: Language
  filters: Filters
  /** The rights that the asker had and that what is in the file depends on. */
  needs: Permission[]
}

export type ExportColumn = {
  /** Its head is said by `export.<type>.<key>` in server/locales. */
  key: string
  /** Values in the head's text. */
  values?: Record<string, string>
  form: ExportForm
  /** SQL of the cell, over what the kind's records are read from. Money is in minor units, a time is a timestamptz. */
  sql: string
  /** The SQL is over the record's rows; else the cell is made once for all of them. */
  isOfRow?: true
  /** Stands on the record's first row alone, so that the column may be added up. */
  isOnce?: true
  /** For money: SQL of its currency's code. */
  currency?: string
  /** In a sheet, in characters. */
  width: number
}

export type ExportForm = 'text' | 'whole' | 'money' | 'time'

export type ExportKind<Filters extends ExportFilters = ExportFilters> = {
  /** The type whose texts it has; left out: its own. */
  words?: ExportType
  /** A part of a file has no more; a record is never torn between two. */
  rowsPerPart: number
  /** Records per slice, so that a slice has a megabyte or two. */
  recordsPerSlice: number
  /**
   * A CSV is the same however it is sliced: behind the first slice of a turn, each has as many records as have about so many rows, which
   * PostgreSQL joins at once instead of one by one.
   */
  rowsPerCsvSlice?: number
  columns(statement: Statement, request: ExportRequest<Filters>): ExportColumn[]
  /** SQL over a record: where it stands, in ids and times, the highest first. No two records stand at the same place. */
  place: string[]
  /**
   * From where, and in the order of their places: the next records after a place (from the first on, if it is null), at most
   * `limit`. Every table names the owner, $1.
   */
  records(
    statement: Statement,
    request: ExportRequest<Filters>,
    after: string[] | null,
    limit: number,
  ): string
  /** For records that have several rows. */
  rows?: {
    /** SQL over a record by its name in `r`, for what joins the rows and for their cells. */
    carried: Record<string, string>
    /** SQL that is true of the first row of a record. */
    isFirst: string
    /** Joins a record's rows to `r`, at least one, in their order. */
    join: string
    /** Their order within a record, where the join does not keep it. */
    order?: string
  }
  /** A select of the number of rows. */
  total(statement: Statement, request: ExportRequest<Filters>): string
}
