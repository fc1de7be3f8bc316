import { orderStatuses } from '../../../../model/order-status.ts'
import { createListSearch, read, type SearchOf } from '../../../parts/list/list-search.ts'
import { presetDays, presets } from '../../../parts/dates.ts'
import type { OrderQuery } from '../../../parts/queries/order-queries.ts'

export const otherDateFields = ['paid', 'shipped'] as const
export type OtherDateField = (typeof otherDateFields)[number]

const filters = {
  keyword: read.text,
  status: read.oneOf(orderStatuses),
  shop_id: read.ids,
  platform_id: read.ids,
  payment_method: read.ids,
  shipment_id: read.ids,
  range: read.oneOf(presets),
  from: read.day,
  to: read.day,
  /** Left out: when it was placed. */
  date_field: read.oneOf(otherDateFields),
  is_star: read.on,
  is_printed: read.yesOrNo,
  has_cancel_request: read.on,
  has_return_request: read.on,
}
const sortFields = ['created_at', 'updated_at', 'total_price', 'ship_by_at'] as const

/** Search parameters of the order list. */
export type OrdersSearch = SearchOf<typeof filters, (typeof sortFields)[number]>

export const ordersSearch = createListSearch({
  name: 'orders',
  filters,
  sortFields,
  defaultSort: '-created_at',
  plain: ['status', 'date_field'],
  settle: ({ from, to, ...rest }) =>
    rest.range ? rest : { ...rest, ...(from && { from }), ...(to && { to }) },
})

/** The same question in the API's words; ranges are days of the account's time zone. */
export function toOrderQuery(search: OrdersSearch, timeZone: string): OrderQuery {
  const { range, ...rest } = ordersSearch.toQuery(search)
  return { ...rest, ...(range ? presetDays(range, new Date(), timeZone) : {}) }
}
