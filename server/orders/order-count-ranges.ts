/** Which rows of order_counts add up to a filter: whole months where they fit, days at the edges. */
import type { OrderFilter } from './order-list-store.ts'
import { addDays } from './calendar.ts'
import { spans } from './order-counts-store.ts'
import type { Statement } from './statement.ts'

/** True when order_counts knows every dimension that the filter asks about. */
export function hasOnlyCountedFilters(filter: OrderFilter): boolean {
  const { isStar, isPrinted, hasCancelRequest, terms, dateField, from, to } = filter
  const hasOther = [isStar, isPrinted, hasCancelRequest, terms].some((part) => part !== undefined)
  return !hasOther && (dateField === 'created' || (from === undefined && to === undefined))
}

/** Conditions on order_counts c. With `span`, only rows of that span, as the search for a far page needs them. */
export function countConditions(statement: Statement, filter: OrderFilter, span?: 'month' | 'day'): string {
  const parts: string[] = []
  if (filter.shops !== undefined) parts.push(`c.shop_id = any(${statement.value(filter.shops)}::bigint[])`)
  if (filter.paymentMethods.length > 0) {
    parts.push(`c.payment_method = any(${statement.value(filter.paymentMethods)}::smallint[])`)
  }
  const { from, to } = filter
  if (span) {
    parts.push(`c.span = ${spans[span]}`)
    if (from !== undefined || to !== undefined) parts.push(anyOf(statement, [{ span, from, to }], false))
  } else if (from === undefined && to === undefined) parts.push(`c.span = ${spans.all}`)
  else parts.push(anyOf(statement, countRanges(from, to), true))
  return parts.join(' and ')
}

export type CountRange = { span: 'month' | 'day'; from: string | undefined; to: string | undefined }

/** Both ends are days, inclusive; an open end reaches as far as there are orders. */
export function countRanges(from: string | undefined, to: string | undefined): CountRange[] {
  const firstMonth = from === undefined ? undefined : from.endsWith('-01') ? from : startOfNextMonth(from)
  const lastMonth =
    to === undefined
      ? undefined
      : addDays(to, 1).endsWith('-01')
        ? startOfMonth(to)
        : startOfMonth(addDays(startOfMonth(to), -1))
  if (firstMonth !== undefined && lastMonth !== undefined && firstMonth > lastMonth)
    return [{ span: 'day', from, to }]
  const ranges: CountRange[] = [{ span: 'month', from: firstMonth, to: lastMonth }]
  if (from !== undefined && firstMonth !== undefined && from < firstMonth) {
    ranges.unshift({ span: 'day', from, to: addDays(firstMonth, -1) })
  }
  if (to !== undefined && lastMonth !== undefined && to >= startOfNextMonth(lastMonth)) {
    ranges.push({ span: 'day', from: startOfNextMonth(lastMonth), to })
  }
  return ranges
}

function anyOf(statement: Statement, ranges: CountRange[], withSpan: boolean): string {
  const parts = ranges.map(({ span, from, to }) =>
    [
      ...(withSpan ? [`c.span = ${spans[span]}`] : []),
      ...(from === undefined
        ? []
        : [`c.since >= ${statement.value(span === 'month' ? startOfMonth(from) : from)}::date`]),
      ...(to === undefined ? [] : [`c.since <= ${statement.value(to)}::date`]),
    ].join(' and '),
  )
  return `(${parts.map((part) => `(${part})`).join(' or ')})`
}

function startOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

function startOfNextMonth(day: string): string {
  return startOfMonth(addDays(startOfMonth(day), 32))
}
