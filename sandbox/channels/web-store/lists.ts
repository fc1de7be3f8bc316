import { hash } from '../../kit/random.ts'
import { readFields, selectFields } from './select-fields.ts'
import type { Row } from './types.ts'
import { invalid } from './wire.ts'

/** Rows that a list gives out, by the fields that it filters and sorts by. */
export interface Listed {
  id: string
  created: number
  updated: number
  deleted?: number
  /** Times of change of what hangs on the row, by the name under which they are asked for. */
  parts?: Record<string, number[]>
}

export interface ListRules<T> {
  /** In the reply. */
  name: string
  defaultFields: string
  limit?: number
  /** Fields of a row that one may filter by, beside its id and its times. */
  filters?: readonly string[]
  /** Filters that the server does not know are passed over, not refused. */
  isLenient?: boolean
  /** Text that `q` is looked for in; left out where there is no such filter. */
  words?: (row: T) => string
  show: (row: T) => Row
  /** Comes along whether it was asked for or not. */
  always?: readonly string[]
}

const USUAL = ['fields', 'limit', 'offset', 'order', 'with_deleted', '$and', '$or', 'id']
const TIMES = ['created_at', 'updated_at', 'deleted_at']
const OPERATORS: Record<string, (a: number, b: number) => boolean> = {
  $gt: (a, b) => a > b,
  $gte: (a, b) => a >= b,
  $lt: (a, b) => a < b,
  $lte: (a, b) => a <= b,
}

/** One page, as all lists of the API give it. */
export function listRows<T extends Listed>(
  all: Iterable<T>,
  query: URLSearchParams,
  rules: ListRules<T>,
): Row {
  checkNames(query, rules)
  const [limit, offset] = [numberIn(query, 'limit', rules.limit ?? 20), numberIn(query, 'offset', 0)]
  const found = [...all].filter(filterOf(query, rules)).toSorted(orderOf(query.get('order') ?? 'id'))
  const fields = readFields(query.get('fields'), rules.defaultFields, rules.always)
  return {
    [rules.name]: found.slice(offset, offset + limit).map((row) => selectFields(rules.show(row), fields)),
    count: found.length,
    offset,
    limit,
  }
}

function numberIn(query: URLSearchParams, name: string, fallback: number): number {
  const value = Number(query.get(name) ?? fallback)
  if (!Number.isInteger(value) || value < 0)
    throw invalid(
      `Invalid request: Expected type: 'number' for field '${name}', got: '${query.get(name) ?? ''}'`,
    )
  return value
}

/** `id`, `id[]`, `id[0]` and `id[$in][0]` are all asked for by `id`. */
const nameIn = (key: string): string => key.replace(/\[.*$/, '')

function checkNames<T>(query: URLSearchParams, { isLenient, filters = [], words }: ListRules<T>): void {
  if (isLenient) return
  const known = new Set([...USUAL, ...TIMES, ...filters, ...(words ? ['q'] : [])])
  const unknown = [...new Set([...query.keys()].map(nameIn))].filter((name) => !known.has(name))
  if (unknown.length > 0) throw invalid(`Invalid request: Unrecognized fields: '${unknown.join(', ')}'`)
}

function filterOf<T extends Listed>(query: URLSearchParams, rules: ListRules<T>): (row: T) => boolean {
  const isDeletedShown = query.get('with_deleted') === 'true'
  const times = timeFilters(query)
  const values = ['id', ...(rules.filters ?? [])].flatMap((name) => valueFilter(query, name, rules) ?? [])
  const word = query.get('q')?.toLowerCase() ?? ''
  return (row) =>
    (isDeletedShown || !row.deleted) &&
    values.every((fits) => fits(row)) &&
    times.every((fits) => fits(row)) &&
    (word === '' || !rules.words || rules.words(row).toLowerCase().includes(word))
}

/** The row's value is one of those that are named, or with `$ne` and `$nin` none of them. */
function valueFilter<T extends Listed>(
  query: URLSearchParams,
  name: string,
  { show }: ListRules<T>,
): ((row: T) => boolean) | undefined {
  const wanted = new Set<string>()
  const unwanted = new Set<string>()
  for (const [key, text] of query)
    if (nameIn(key) === name) (/\[\$n(e|in)\]/.test(key) ? unwanted : wanted).add(text)
  if (wanted.size + unwanted.size === 0) return undefined
  return (row) => {
    const value = String(name === 'id' ? row.id : show(row)[name])
    return (wanted.size === 0 || wanted.has(value)) && !unwanted.has(value)
  }
}

function timeFilters(query: URLSearchParams): ((row: Listed) => boolean)[] {
  const times: ((row: Listed) => boolean)[] = []
  for (const [name, text] of query) {
    const [, field = '', operator = ''] = /^(.+_at\]?)\[(\$\w+)\]$/.exec(name) ?? []
    const compare = OPERATORS[operator]
    if (!compare) continue
    const time = Date.parse(text)
    if (Number.isNaN(time)) throw invalid(`Invalid request: Expected type: 'date' for field '${field}'`)
    times.push((row) => timesOf(row, field).some((value) => compare(value, time)))
  }
  return times
}

function timesOf(row: Listed, field: string): number[] {
  if (field === 'created_at') return [row.created]
  if (field === 'updated_at') return [row.updated]
  return row.parts?.[field] ?? []
}

/** Equal times come in any order, another one for each call. */
function orderOf(by: string): (a: Listed, b: Listed) => number {
  const sign = by.startsWith('-') ? -1 : 1
  const salt = Math.random()
  const shuffled = (row: Listed): number => hash(`${salt}:${row.id}`)
  const field = by.replace(/^-/, '')
  if (field === 'id') return (a, b) => sign * (a.id < b.id ? -1 : 1)
  const value = (row: Listed): number => (field === 'updated_at' ? row.updated : row.created)
  return (a, b) => sign * (value(a) - value(b)) || shuffled(a) - shuffled(b)
}
