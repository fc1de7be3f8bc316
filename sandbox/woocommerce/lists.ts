import { hash } from '../kit/random.ts'
import { choiceParam, isNamed, listParam, numberParam, pageOf } from './paging.ts'
import { invalid, notOneOf } from './read-input.ts'
import type { Row, Store } from './types.ts'
import type { Reply } from './wire.ts'

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

/** One page of rows, as GET /orders and GET /products give them. */
export function listRows<T extends Listed>(
  store: Store,
  all: Iterable<T>,
  query: URLSearchParams,
  { kind, serve }: { kind: Kind; serve: (row: T) => Row },
): Reply {
  // Bad pages are told before the rows are looked at.
  numberParam(query, 'per_page', 10, [1, 100])
  return pageOf([...all].filter(filterOf(store, query, kind)).toSorted(orderOf(query)), query, serve)
}

function filterOf(store: Store, query: URLSearchParams, kind: Kind): (row: Listed) => boolean {
  // Without the flag the times are the site's own.
  const ahead = query.get('dates_are_gmt') === 'true' ? 0 : store.hoursAhead * 3_600
  const time = (name: string): number | undefined => {
    const text = query.get(name)
    if (text === null) return undefined
    const ms = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
    if (Number.isNaN(ms)) throw invalid(name, 'Invalid date.', 'rest_invalid_date')
    return ms / 1000 - ahead
  }
  const [after, before] = [time('after') ?? -Infinity, time('before') ?? Infinity]
  const [changedAfter, changedBefore] = [
    time('modified_after') ?? -Infinity,
    time('modified_before') ?? Infinity,
  ]
  const statuses = listParam(query, 'status')
  const known = ['any', ...kind.statuses]
  for (const [at, status] of statuses.entries())
    if (!known.includes(status)) throw notOneOf(statuses.length > 1 ? `status[${at}]` : 'status', known)
  const isAny = statuses.length === 0 || statuses.includes('any')
  const isChosen = isNamed(query)
  return (row) =>
    (isAny ? !kind.hidden.includes(row.status) : statuses.includes(row.status)) &&
    row.created > after &&
    row.created < before &&
    row.modified > changedAfter &&
    row.modified < changedBefore &&
    isChosen(row)
}

const ORDERS = ['date', 'id', 'modified', 'include'] as const

/** Equal times come in any order, another one for each call. */
function orderOf(query: URLSearchParams): (a: Listed, b: Listed) => number {
  const by = choiceParam(query, 'orderby', ORDERS, 'date')
  const sign = choiceParam(query, 'order', ['asc', 'desc'], 'desc') === 'asc' ? 1 : -1
  const salt = Math.random()
  const shuffled = (row: Listed): number => hash(`${salt}:${row.id}`)
  const value = (row: Listed): number =>
    by === 'date' ? row.created : by === 'modified' ? row.modified : row.id
  return (a, b) => sign * (value(a) - value(b)) || shuffled(a) - shuffled(b)
}
