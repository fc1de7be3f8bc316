/** Selects the rows of order_counts that add up to a filter: whole months where they fit, days at the edges. */
import { orderStatuses } from '../../../model/order-status.ts'
import { noCourier } from '../../analytics/courier-days-store.ts'
import { hasFigureFilter, isBySale, type OrderFilter } from './order-filter.ts'
import { addDays } from '../../i18n/calendar.ts'
import { markSpans, spans, type Mark } from './order-counts-store.ts'
import type { Statement } from '../../db/statement.ts'

const dateSpans = {
  created: { month: spans.month, day: spans.day },
  paid: { month: spans.paidMonth, day: spans.paidDay },
  shipped: { month: spans.shippedMonth, day: spans.shippedDay },
  sold: { month: spans.soldMonth, day: spans.soldDay },
} as const

type CountedDate = keyof typeof dateSpans

/** Orders are not counted by the days of their refunds: there may be several. */
function isCountedDate(dateField: OrderFilter['dateField']): dateField is CountedDate {
  return dateField in dateSpans
}

/** True when order_counts knows every dimension that the filter asks about, so that nothing has to be counted. */
export function isCounted(filter: OrderFilter): boolean {
  const marks = marksOf(filter).length
  return (
    filter.terms === undefined &&
    filter.ids === undefined &&
    !isPartOfSales(filter) &&
    !hasFigureFilter(filter) &&
    (isCountedDate(filter.dateField) || !isDated(filter)) &&
    (marks === 0 || (marks === 1 && !isDated(filter)))
  )
}

/** True when the days of order_counts lead to a far page: where the orders are counted by the day that they are sorted by. */
export function isCountedByDay(filter: OrderFilter): boolean {
  return (
    isCounted(filter) &&
    marksOf(filter).length === 0 &&
    (filter.dateField === 'created' || filter.dateField === 'sold' || !isDated(filter))
  )
}

function isPartOfSales(filter: OrderFilter): boolean {
  const { regions, hours, soldHours, soldWeekdays, skuIds, shopSkus, alsoSkuId, alsoShopSku } = filter
  const isPaired = alsoSkuId !== undefined || alsoShopSku !== undefined
  return isPaired || [regions, hours, soldHours, soldWeekdays, skuIds, shopSkus].some((list) => list?.length)
}

/** The marks that a filter asks for, with whether an order has to have it. */
function marksOf(filter: OrderFilter): [Mark, boolean][] {
  const { isStar, isPrinted, hasCancelRequest, hasReturnRequest } = filter
  const asked: [Mark, boolean | undefined][] = [
    ['isStar', isStar],
    ['isPrinted', isPrinted],
    ['isCancelRequested', hasCancelRequest],
    ['isReturnRequested', hasReturnRequest],
  ]
  return asked.filter((one): one is [Mark, boolean] => one[1] !== undefined)
}

function isDated({ from, to }: OrderFilter): boolean {
  return from !== undefined || to !== undefined
}

/**
 * The rows of order_counts that add up to a filter, as `c`. A range each: asked for in one condition with "or", all days of
 * the account would be read and most of them thrown away. Those without a mark are all, less those with it.
 */
export function countedRows(statement: Statement, filter: OrderFilter): string {
  const { from, to, dateField } = filter
  const others = otherConditions(statement, filter)
  const rows = (range: string, sign = '') =>
    [`select ${columnsOf(sign)} from order_counts c where c.owner_id = $1`, range, ...others].join(' and ')
  if (isDated(filter) && isCountedDate(dateField))
    return countRanges(from, to)
      .map((range) => rows(rangeCondition(statement, range, dateField)))
      .join(' union all ')
  const all = rows(`c.span = ${spans.all}`)
  const [asked] = marksOf(filter)
  if (!asked) return all
  const [mark, isWanted] = asked
  const marked = `c.span = ${markSpans[mark]}`
  return isWanted ? rows(marked) : `${all} union all ${rows(marked, '-')}`
}

const columnsOf = (sign: string) =>
  orderStatuses.map((status) => (sign ? `${sign}c.${status} as ${status}` : `c.${status}`)).join(', ')

/** Conditions on order_counts c for rows of one span alone, as the search for a far page needs them. */
export function spanConditions(statement: Statement, filter: OrderFilter, span: 'month' | 'day'): string {
  const { from, to } = filter
  return [
    rangeCondition(statement, { span, from, to }, isBySale(filter) ? 'sold' : 'created'),
    ...otherConditions(statement, filter),
  ].join(' and ')
}

function otherConditions(
  statement: Statement,
  { shops, paymentMethods, couriers, hasCourier }: OrderFilter,
): string[] {
  return [
    ...(shops === undefined ? [] : [`c.shop_id = any(${statement.value(shops)}::bigint[])`]),
    ...(paymentMethods.length === 0
      ? []
      : [`c.payment_method = any(${statement.value(paymentMethods)}::smallint[])`]),
    ...(hasCourier === undefined ? [] : [`c.courier ${hasCourier ? '<>' : '='} ${noCourier}`]),
    ...(couriers?.length ? [`c.courier = any(${statement.value(couriers)}::smallint[])`] : []),
  ]
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

function rangeCondition(
  statement: Statement,
  { span, from, to }: CountRange,
  dateField: CountedDate,
): string {
  return [
    `c.span = ${dateSpans[dateField][span]}`,
    ...(from === undefined
      ? []
      : [`c.since >= ${statement.value(span === 'month' ? startOfMonth(from) : from)}::date`]),
    ...(to === undefined ? [] : [`c.since <= ${statement.value(to)}::date`]),
  ].join(' and ')
}

function startOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

function startOfNextMonth(day: string): string {
  return startOfMonth(addDays(startOfMonth(day), 32))
}
