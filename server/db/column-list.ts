/**
 * The columns of a statement, written once: their names and types give its lists and the TypeScript type of its rows.
 * Columns are snake_case in SQL and camelCase in TypeScript (decision 0050).
 */
import { sql, type RawBuilder } from 'kysely'

/** JavaScript's type for a value of each SQL type. `?` behind the type: it may be null. */
type Values = {
  bigint: number
  integer: number
  smallint: number
  text: string
  boolean: boolean
  timestamptz: Date
  date: string
  'text[]': string[]
  'integer[]': number[]
  'bigint[]': number[]
}
type SqlType = keyof Values
type Json<T> = 'jsonb' & { of?: T }
type Columns = Record<string, SqlType | `${SqlType}?` | Json<unknown>>

type ValueOf<C> =
  C extends Json<infer T>
    ? T
    : C extends `${infer S extends SqlType}?`
      ? Values[S] | null
      : C extends SqlType
        ? Values[C]
        : never

/** A row as the driver reads and writes it. */
export type Row<C> = { [K in keyof C]: ValueOf<C[K]> }

type InJson<T> = T extends Date ? string : T
/** A row within JSON that PostgreSQL writes: instants are ISO text. */
export type JsonRow<C> = { [K in keyof C]: InJson<ValueOf<C[K]>> }

/** A jsonb column with values of this type. */
export const json = <T>() => 'jsonb' as Json<T>

export function pick<C extends Columns, K extends keyof C & string>(columns: C, ...names: K[]): Pick<C, K> {
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<C, K>
}

export const columnName = (field: string) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type UpdateRules<K> = {
  /** Columns that keep what is stored. */
  except?: K[]
  /** Columns in which null does not replace what is stored. */
  unlessNull?: K[]
  /** Columns that get another SQL expression. */
  to?: Partial<Record<K & string, string>>
}

/** Computes the lists of the columns once; `of` below is the alias of their table. */
export function columnList<C extends Columns>(columns: C) {
  type Field = keyof C & string
  const fields = Object.keys(columns) as Field[]
  const types = fields.map((field) => `"${field}" ${String(columns[field]).replace('?', '')}`).join(', ')
  const listed = (write: (column: string, field: Field) => string, among = fields) =>
    sql.raw(among.map((field) => write(columnName(field), field)).join(', '))
  const without = (except: Field[] = []) => fields.filter((field) => !except.includes(field))
  const recordset = sql.raw(`r(${types})`)
  return {
    columns,
    /** For `insert into … (…)`. */
    names: listed((column) => column),
    /** For `from …`: the rows as `r`, whose `r.*` has the columns in the same order. */
    records: (rows: readonly Row<C>[]): RawBuilder<unknown> =>
      sql`json_to_recordset(${JSON.stringify(rows)}::json) as ${recordset}`,
    /** For `select …`. */
    select: (of: string) =>
      listed((column, field) => (column === field ? `${of}.${column}` : `${of}.${column} as "${field}"`)),
    /** For `on conflict … do update set …`. */
    updates: (of: string, { except, unlessNull, to }: UpdateRules<Field> = {}) =>
      listed((column, field) => {
        const value = unlessNull?.includes(field)
          ? `coalesce(excluded.${column}, ${of}.${column})`
          : (to?.[field] ?? `excluded.${column}`)
        return `${column} = ${value}`
      }, without(except)),
    /** For `where …` of an upsert: true when it would change something. */
    changes: (of: string, except?: Field[]) => {
      const all = (table: string) =>
        without(except)
          .map((field) => `${table}.${columnName(field)}`)
          .join(', ')
      return sql.raw(`(${all(of)}) is distinct from (${all('excluded')})`)
    },
  }
}
