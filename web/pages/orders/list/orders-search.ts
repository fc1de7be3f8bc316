import { orderStatusIds, type OrderStatus } from '../../../../model/order-status.ts'
import { presetDays, presets, type Preset } from '../../../parts/dates.ts'
import type { OrderQuery } from '../../../parts/queries/order-queries.ts'
import { defaultPageSize, type PageSize, pageSizes } from '../../../parts/list/page-size.ts'
import { keep, readStored } from '../../../ui/local-storage.ts'

/** Search parameters of the order list: every key is optional, and an invalid value is left out. */
export type OrdersSearch = {
  keyword?: string
  status?: OrderStatus
  shop_id?: number[]
  platform_id?: number[]
  payment_method?: number[]
  shipment_id?: number[]
  range?: Preset
  from?: string
  to?: string
  /** Left out: when it was placed. */
  date_field?: OtherDateField
  is_star?: 1
  is_printed?: 0 | 1
  has_cancel_request?: 1
  has_return_request?: 1
  sort?: OrderSort
  page?: number
  limit?: PageSize
}

export const otherDateFields = ['paid', 'shipped'] as const
export type OtherDateField = (typeof otherDateFields)[number]

export const sortFields = ['created_at', 'updated_at', 'total_price', 'ship_by_at'] as const
export type SortField = (typeof sortFields)[number]
export type OrderSort = SortField | `-${SortField}`
export const defaultSort: OrderSort = '-created_at'

const storageKey = 'orders-filters'

export function readOrdersSearch(raw: Record<string, unknown>): OrdersSearch {
  const text = (key: string) => textOf(raw[key])
  const ids = (key: string) =>
    text(key)
      .split(',')
      .filter((part) => /^\d{1,15}$/.test(part))
      .map(Number)
  const day = (key: string) => (/^\d{4}-\d\d-\d\d$/.test(text(key)) ? text(key) : undefined)
  const range = presets.find((preset) => preset === text('range'))
  const sort = sortFields
    .flatMap((field): OrderSort[] => [field, `-${field}`])
    .find((value) => value === text('sort'))
  const page = Math.trunc(Number(text('page')))
  return withoutEmpty({
    keyword: text('keyword').slice(0, 255) || undefined,
    status: Object.hasOwn(orderStatusIds, text('status')) ? (text('status') as OrderStatus) : undefined,
    shop_id: ids('shop_id'),
    platform_id: ids('platform_id'),
    payment_method: ids('payment_method'),
    shipment_id: ids('shipment_id'),
    range,
    from: range ? undefined : day('from'),
    to: range ? undefined : day('to'),
    date_field: otherDateFields.find((field) => field === text('date_field')),
    is_star: text('is_star') === '1' ? 1 : undefined,
    is_printed: text('is_printed') === '1' ? 1 : text('is_printed') === '0' ? 0 : undefined,
    has_cancel_request: text('has_cancel_request') === '1' ? 1 : undefined,
    has_return_request: text('has_return_request') === '1' ? 1 : undefined,
    sort: sort === defaultSort ? undefined : sort,
    page: page > 1 ? page : undefined,
    limit: pageSizes.find((size) => size !== defaultPageSize && String(size) === text('limit')),
  })
}

/** Addresses carry texts; links inside the console carry what they mean. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function withoutEmpty(search: { [K in keyof OrdersSearch]: OrdersSearch[K] | undefined }): OrdersSearch {
  return Object.fromEntries(
    Object.entries(search).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )
}

/** The same question in the API's words; ranges are days of the account's time zone. */
export function toOrderQuery(search: OrdersSearch, timeZone: string): OrderQuery {
  const { range, page = 1, limit = defaultPageSize, sort = defaultSort, ...rest } = search
  return { ...rest, ...(range ? presetDays(range, new Date(), timeZone) : {}), sort, page, limit }
}

/** Keys that narrow the list, the status tabs apart. */
export function hasFilters({
  status: _status,
  date_field: _field,
  sort: _sort,
  page: _page,
  limit: _limit,
  ...filters
}: OrdersSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

/** The keyword and the page belong to one look at the list; the rest is how the reader likes it. */
export function storeOrdersSearch(search: OrdersSearch): void {
  keep(storageKey, { ...search, keyword: undefined, page: undefined })
}

export function storedOrdersSearch(): OrdersSearch {
  return readOrdersSearch(readStored<Record<string, unknown>>(storageKey, {}))
}

/** Answers the filters that a name is saved for: without the page and the length of pages. */
export function filtersOf({ page: _page, limit: _limit, ...filters }: OrdersSearch) {
  return filters
}

/** The reverse, of what was saved under a name, maybe by an older console. */
export function searchOf(filters: Record<string, unknown>): OrdersSearch {
  return filtersOf(readOrdersSearch(filters))
}

/** Takes every filter off when it is given as a change. */
export const noFilters = {
  keyword: undefined,
  status: undefined,
  shop_id: undefined,
  platform_id: undefined,
  payment_method: undefined,
  shipment_id: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
  date_field: undefined,
  is_star: undefined,
  is_printed: undefined,
  has_cancel_request: undefined,
  has_return_request: undefined,
  sort: undefined,
} satisfies { [K in keyof OrdersSearch]?: undefined }

/** The order in which shops or ways of payment were chosen means nothing. */
export function sameFilters(one: OrdersSearch, other: OrdersSearch): boolean {
  return plain(one) === plain(other)
}

function plain(search: OrdersSearch): string {
  const entries = Object.entries(filtersOf(search)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.toSorted((a, b) => a - b) : value,
  ])
  return JSON.stringify(entries.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}
