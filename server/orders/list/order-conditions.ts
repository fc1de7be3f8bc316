/** SQL conditions of an order list filter on an order `o`. */
import { orderStatuses, orderStatusIds } from '../../../model/order-status.ts'
import { queueStatuses } from '../../../model/queue-groups.ts'
import { returnStatusIds } from '../../../model/return-case.ts'
import { addDays, startOfDay } from '../../i18n/calendar.ts'
import { figureConditions } from './figure-conditions.ts'
import type { OrderFilter } from './order-filter.ts'
import { isInHours, soldConditions } from './sold-conditions.ts'
import type { Statement } from '../../db/statement.ts'

/** All that the filter asks of an order `o`, where neither counts nor the list's quick ways are wanted. */
export function orderConditions(statement: Statement, filter: OrderFilter): string {
  const rest = conditions(statement, filter)
  if (filter.terms === undefined) return rest
  return `${rest} and o.id in (select q.order_id from order_search q
    where q.owner_id = $1 and q.terms @@ ${statement.value(filter.terms)}::tsquery)`
}

/** Builds the conditions of a filter without its keyword; `true` if there are none. */
export function conditions(statement: Statement, filter: OrderFilter): string {
  const ids = statusIds(filter)
  const parts: string[] = []
  if (filter.ids !== undefined) parts.push(`o.id = any(${statement.value(filter.ids)}::bigint[])`)
  if (filter.shops !== undefined) parts.push(`o.shop_id = any(${statement.value(filter.shops)}::bigint[])`)
  if (ids.length === 1) parts.push(`o.status = ${statement.value(ids[0])}::smallint`)
  if (ids.length > 1) parts.push(`o.status = any(${statement.value(ids)}::smallint[])`)
  if (filter.paymentMethods.length > 0)
    parts.push(`o.payment_method = any(${statement.value(filter.paymentMethods)}::smallint[])`)
  if (filter.couriers?.length) parts.push(`o.courier = any(${statement.value(filter.couriers)}::smallint[])`)
  parts.push(...dateConditions(statement, filter))
  if (filter.isStar !== undefined) parts.push(filter.isStar ? 'o.is_star' : 'not o.is_star')
  if (filter.isPrinted !== undefined) parts.push(`o.printed_at is ${filter.isPrinted ? 'not ' : ''}null`)
  parts.push(...scanConditions(filter))
  if (filter.hasCancelRequest !== undefined) {
    parts.push(`o.cancel_requested_at is ${filter.hasCancelRequest ? 'not ' : ''}null`)
  }
  if (filter.hasReturnRequest !== undefined) {
    const is = filter.hasReturnRequest ? '=' : 'is distinct from'
    parts.push(`o.return_status ${is} ${returnStatusIds.requested}`)
  }
  parts.push(...figureConditions(statement, filter))
  parts.push(...soldConditions(statement, filter))
  return parts.length > 0 ? parts.join(' and ') : 'true'
}

const open = `o.status in (${queueStatuses.map((status) => orderStatusIds[status]).join(', ')})`

/** Nobody asks whether orders that have left are checked, so that only the open ones are read. */
function scanConditions({ isChecked, isPartlyScanned }: OrderFilter): string[] {
  const parts: string[] = []
  if (isChecked === true) parts.push('o.checked_at is not null')
  if (isChecked === false) parts.push(`o.checked_at is null and ${open}`)
  if (isPartlyScanned !== undefined)
    parts.push(`o.scanned ${isPartlyScanned ? '> 0' : '= 0'} and o.checked_at is null and ${open}`)
  return parts
}

function dateConditions(statement: Statement, filter: OrderFilter): string[] {
  const { timezone, from, to, dateField, lateStart } = filter
  const start = from === undefined ? undefined : startOfDay(timezone, from)
  const end = to === undefined ? undefined : startOfDay(timezone, addDays(to, 1))
  const hours = (at: string) => (filter.hours?.length ? [isInHours(statement, filter, at)] : [])
  if (dateField === 'refunded') return start || end ? [isRefunded(statement, { start, end, hours })] : []
  const column = { created: 'o.placed_at', paid: 'o.paid_at', shipped: 'o.shipped_at', sold: 'o.sold_at' }[
    dateField
  ]
  const parts: string[] = []
  if (start) parts.push(`${column} >= ${statement.value(start)}::timestamptz`)
  if (end) parts.push(`${column} < ${statement.value(end)}::timestamptz`)
  if (dateField === 'created') parts.push(...hours(column))
  // Orders are indexed by when they were placed, which is before they are paid or shipped, and long before for few alone: `lateStart`.
  const isLater = dateField === 'paid' || dateField === 'shipped'
  if (isLater && end) parts.push(`o.placed_at < ${statement.value(end)}::timestamptz`)
  if (isLater && from) {
    const usual = startOfDay(timezone, addDays(from, -90))
    const first = lateStart ? new Date(Math.min(usual.getTime(), Date.parse(lateStart))) : usual
    parts.push(`o.placed_at >= ${statement.value(first)}::timestamptz`)
  }
  return parts
}

/** Sales of which money went back within a time: of a return that the channel told of, or of the order itself where it has none. */
function isRefunded(
  statement: Statement,
  { start, end, hours }: { start: Date | undefined; end: Date | undefined; hours: (at: string) => string[] },
): string {
  const limits = [
    ...(start ? [`>= ${statement.value(start)}::timestamptz`] : []),
    ...(end ? [`< ${statement.value(end)}::timestamptz`] : []),
  ]
  const within = (at: string) => [...limits.map((limit) => `${at} ${limit}`), ...hours(at)].join(' and ')
  return `o.id = any(array(
    select x.id from return_cases c join orders x on x.owner_id = c.owner_id and x.shop_id = c.shop_id
        and x.channel_order_id = c.channel_order_id
      where c.owner_id = $1 and ${within('c.taken_off_at')}
    union select x.id from orders x where x.owner_id = $1 and x.refunds is not null and x.sold_at is not null
      and exists (select from jsonb_to_recordset(x.refunds) as r(at timestamptz) where ${within('r.at')})))`
}

export function statusIds({ statuses }: OrderFilter): number[] {
  return statuses.length === orderStatuses.length ? [] : statuses.map((status) => orderStatusIds[status])
}
