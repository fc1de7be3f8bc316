import { hash } from '../kit/random.ts'
import { ApiError, type Reply } from './wire.ts'
import type { Row, Store } from './types.ts'

/** Fields that lists filter and sort by. Times are seconds since 1970. */
interface Listed {
  id: number
  status: string
  created: number
  modified: number
}

interface Kind {
  statuses: readonly string[]
  /** Left out unless asked for by name. */
  hidden: readonly string[]
}

export const invalid = (name: string): ApiError =>
  new ApiError(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`)

export const listParam = (query: URLSearchParams, name: string): string[] =>
  [...query.getAll(name), ...query.getAll(`${name}[]`)].flatMap((text) => text.split(',')).filter(Boolean)

/** One page of rows, as GET /orders and GET /products give them. */
export function listRows<T extends Listed>(
  store: Store,
  all: Iterable<T>,
  query: URLSearchParams,
  { kind, serve }: { kind: Kind; serve: (row: T) => Row },
): Reply {
  const number = (name: string, fallback: number, least: number, most: number): number => {
    const value = Number(query.get(name) ?? fallback)
    if (!Number.isInteger(value) || value < least || value > most) throw invalid(name)
    return value
  }
  const perPage = number('per_page', 10, 1, 100)
  const page = number('page', 1, 1, 1e9)
  const offset = query.has('offset') ? number('offset', 0, 0, 1e12) : (page - 1) * perPage
  const found = [...all].filter(filterOf(store, query, kind)).toSorted(orderOf(query))
  const rows = found.slice(offset, offset + perPage)
  return {
    status: 200,
    headers: {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / perPage)),
    },
    body: rows.map(serve),
  }
}

function filterOf(store: Store, query: URLSearchParams, kind: Kind): (row: Listed) => boolean {
  // Without the flag the times are the site's own.
  const ahead = query.get('dates_are_gmt') === 'true' ? 0 : store.hoursAhead * 3_600
  const time = (name: string): number | undefined => {
    const text = query.get(name)
    if (text === null) return undefined
    const ms = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
    if (Number.isNaN(ms)) throw invalid(name)
    return ms / 1000 - ahead
  }
  const [after, before] = [time('after') ?? -Infinity, time('before') ?? Infinity]
  const [changedAfter, changedBefore] = [
    time('modified_after') ?? -Infinity,
    time('modified_before') ?? Infinity,
  ]
  const statuses = listParam(query, 'status')
  for (const status of statuses)
    if (status !== 'any' && !kind.statuses.includes(status)) throw invalid('status')
  const isAny = statuses.length === 0 || statuses.includes('any')
  const include = new Set(listParam(query, 'include').map(Number))
  const exclude = new Set(listParam(query, 'exclude').map(Number))
  return (row) =>
    (isAny ? !kind.hidden.includes(row.status) : statuses.includes(row.status)) &&
    row.created > after &&
    row.created < before &&
    row.modified > changedAfter &&
    row.modified < changedBefore &&
    (include.size === 0 || include.has(row.id)) &&
    !exclude.has(row.id)
}

/** Equal times come in any order, another one for each call. */
function orderOf(query: URLSearchParams): (a: Listed, b: Listed) => number {
  const by = query.get('orderby') ?? 'date'
  if (!['date', 'id', 'modified', 'include'].includes(by)) throw invalid('orderby')
  const sign = query.get('order') === 'asc' ? 1 : -1
  const salt = Math.random()
  const shuffled = (row: Listed): number => hash(`${salt}:${row.id}`)
  const value = (row: Listed): number =>
    by === 'date' ? row.created : by === 'modified' ? row.modified : row.id
  return (a, b) => sign * (value(a) - value(b)) || shuffled(a) - shuffled(b)
}
