/** Pages of orders that are sorted by something else than a date of theirs: each from the runs of an index, merged. */
import { orderStatusIds } from '../../../model/order-status.ts'
import { limitsOf } from '../../db/list-statement.ts'
import type { Statement } from '../../db/statement.ts'
import { currencyRuns } from '../../settings/compared-amounts-store.ts'
import { conditions, statusIds } from './order-conditions.ts'
import type { OrderFilter, OrderPaging } from './order-filter.ts'
import { orderBy, rowsOf } from './order-page-store.ts'

/**
 * By the day by which orders have to leave. Its index has a run of each status. Orders without such a day come last either way,
 * which is how the index goes forwards; backwards they are a run of their own.
 */
export function shipByPageOf(statement: Statement, filter: OrderFilter, paging: OrderPaging): string {
  const { part, upTo } = limitsOf(statement, paging)
  const ids = statusIds(filter)
  const statuses = statement.value(ids.length > 0 ? ids : Object.values(orderStatusIds))
  const rest = conditions(statement, { ...filter, statuses: [] })
  const way = paging.descending ? 'desc' : 'asc'
  const run = (more: string) => `(select o.id, o.ship_by from orders o
    where o.owner_id = $1 and o.status = run.status and ${rest}${more} order by o.ship_by ${way}, o.id ${way} ${upTo})`
  const runs = paging.descending
    ? `(${run(' and o.ship_by is not null')} union all ${run(' and o.ship_by is null')})`
    : run('')
  return rowsOf(
    `select o.id from unnest(${statuses}::smallint[]) as run(status) cross join lateral ${runs} o ${orderBy(paging)} ${part}`,
    orderBy(paging),
  )
}

/** By amounts of several currencies: the first rows of each, merged. */
export function totalPageOf(statement: Statement, filter: OrderFilter, paging: OrderPaging): string {
  const { part, upTo } = limitsOf(statement, paging)
  const way = paging.descending ? 'desc' : 'asc'
  return rowsOf(
    `select o.id from ${currencyRuns(statement)} cross join lateral (
        select o.id, o.currency, o.total from orders o
        where o.owner_id = $1 and o.currency = run.currency and ${conditions(statement, filter)}
        order by o.total ${way}, o.id ${way} ${upTo}) o
      ${orderBy(paging)} ${part}`,
    orderBy(paging),
  )
}
