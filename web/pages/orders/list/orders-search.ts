import { cancelInitiators } from '../../../../model/cancel-reason.ts'
import { customerTypes } from '../../../../model/customer-type.ts'
import { dueFilters, queueSteps } from '../../../../model/queue-groups.ts'
import { orderStatuses } from '../../../../model/order-status.ts'
import { createListSearch, read, type SearchOf } from '../../../parts/list/list-search.ts'
import { presetDays, presets } from '../../../parts/dates.ts'
import type { QueueQuery } from '../../../parts/queries/queue-queries.ts'
import type { OrderQuery } from '../../../parts/queries/order-queries.ts'

export const otherDateFields = ['paid', 'shipped', 'sold', 'refunded'] as const
export type OtherDateField = (typeof otherDateFields)[number]

/** Parts of the sales of some days, as the figures of analytics link to them. */
const soldFilters = {
  region: read.textUpTo(200),
  sold_hour: read.someWithin(0, 23),
  sold_weekday: read.someWithin(1, 7),
  sku_id: read.ids,
  shop_sku: read.text,
  also_sku_id: read.id,
  also_shop_sku: read.text,
  customer_type: read.oneOf(customerTypes),
}
/** Filters that only such links set. */
const figureFilters = {
  ...soldFilters,
  hour: read.someWithin(0, 23),
  has_courier: read.yesOrNo,
  cancel_reason: read.text,
  cancel_initiator: read.oneOf(cancelInitiators),
  customer_id: read.id,
}
const figureKeys = Object.keys(figureFilters) as (keyof typeof figureFilters)[]

const filters = {
  /** Left out: all orders. */
  view: read.oneOf(['queue']),
  /** A step of the queue. */
  step: read.oneOf(queueSteps),
  /** A group of the queue, or several. */
  due: read.oneOf(dueFilters),
  ids: read.ids,
  keyword: read.text,
  status: read.oneOf(orderStatuses),
  shop_id: read.ids,
  platform_id: read.channels,
  payment_method: read.channels,
  shipment_id: read.codes,
  range: read.oneOf(presets),
  from: read.day,
  to: read.day,
  /** Left out: when it was placed. */
  date_field: read.oneOf(otherDateFields),
  is_star: read.on,
  is_printed: read.yesOrNo,
  is_checked: read.yesOrNo,
  is_partly_scanned: read.yesOrNo,
  has_cancel_request: read.on,
  has_return_request: read.on,
  segment_id: read.id,
  ...figureFilters,
}
const sortFields = ['created_at', 'updated_at', 'total_price', 'ship_by_at'] as const

/** Search parameters of the order list. */
export type OrdersSearch = SearchOf<typeof filters, (typeof sortFields)[number]>

const search = createListSearch({
  name: 'orders',
  filters,
  sortFields,
  defaultSort: '-created_at',
  plain: ['view', 'step', 'status', 'date_field'],
  settle: (asked) => {
    const { from, to, ...rest } = asked
    const isOfSales = rest.date_field === 'sold' && Boolean(rest.range ?? (from && to))
    const isOfHours =
      (!rest.date_field || rest.date_field === 'refunded') && Boolean(rest.range ?? (from && to))
    const narrowed = isOfHours ? rest : without(rest, ['hour'])
    const kept = isOfSales
      ? narrowed
      : without(narrowed, Object.keys(soldFilters) as (keyof typeof soldFilters)[])
    return kept.range ? kept : { ...kept, ...(from && { from }), ...(to && { to }) }
  },
})

export const ordersSearch = {
  ...search,
  /** The orders behind a figure are looked at once. */
  store: (asked: OrdersSearch) => search.store(without(asked, [...figureKeys, 'ids', 'due'])),
}

function without<T extends object, K extends keyof T>(from: T, keys: readonly K[]): T {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key as K))) as T
}

/** The same question in the API's words; ranges are days of the account's time zone. */
export function toOrderQuery(search: OrdersSearch, timeZone: string, now = new Date()): OrderQuery {
  const { range, view: _view, step: _step, due: _due, ...rest } = ordersSearch.toQuery(search)
  return { ...rest, ...(range ? presetDays(range, now, timeZone) : {}) }
}

const queueKeys = [
  'keyword',
  'shop_id',
  'platform_id',
  'payment_method',
  'shipment_id',
  'is_star',
  'is_printed',
  'is_checked',
  'is_partly_scanned',
  'ids',
  'step',
] as const satisfies (keyof OrdersSearch & keyof QueueQuery)[]

/** The queue has no dates, no statuses and one order of its own. */
export function toQueueQuery(search: OrdersSearch): QueueQuery {
  return Object.fromEntries(
    queueKeys.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])),
  )
}
