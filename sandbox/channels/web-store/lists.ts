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

interface ListRules<T> {
  /** In the reply. */
  name: string
  defaultFields: string
  /** Filters beside paging; the others are passed over in silence. */
  isStrict?: boolean
  show: (row: T) => Row
  /** Comes along whether it was asked for or not. */
  always?: string[]
}

const PAGING = ['fields', 'limit', 'offset', 'order', 'with_deleted']
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
  const number = (name: string, fallback: number): number => {
    const value = Number(query.get(name) ?? fallback)
    if (!Number.isInteger(value) || value < 0)
      throw invalid(`Invalid request: Expected type: 'number' for field '${name}'`)
    return value
  }
  if (rules.isStrict)
    for (const name of query.keys())
      if (![...PAGING, 'id', 'id[]'].includes(name))
        throw invalid(`Invalid request: Unrecognized fields: '${name}'`)
  const [limit, offset] = [number('limit', 20), number('offset', 0)]
  const found = [...all].filter(filterOf(query)).toSorted(orderOf(query.get('order') ?? 'id'))
  const fields = readFields([query.get('fields') ?? rules.defaultFields, ...(rules.always ?? [])].join(','))
  return {
    [rules.name]: found.slice(offset, offset + limit).map((row) => selectFields(rules.show(row), fields)),
    count: found.length,
    offset,
    limit,
  }
}

function filterOf(query: URLSearchParams): (row: Listed) => boolean {
  const ids = new Set([...query.getAll('id'), ...query.getAll('id[]')])
  const isDeletedShown = query.get('with_deleted') === 'true'
  const times: ((row: Listed) => boolean)[] = []
  for (const [name, text] of query) {
    const [, field = '', operator = ''] = /^(.+_at\]?)\[(\$\w+)\]$/.exec(name) ?? []
    const compare = OPERATORS[operator]
    if (!compare) continue
    const time = Date.parse(text)
    if (Number.isNaN(time)) throw invalid(`Invalid request: Expected type: 'date' for field '${field}'`)
    times.push((row) => timesOf(row, field).some((value) => compare(value, time)))
  }
  return (row) =>
    (isDeletedShown || !row.deleted) &&
    (ids.size === 0 || ids.has(row.id)) &&
    times.every((fits) => fits(row))
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
