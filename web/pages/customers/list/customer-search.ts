import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { presetDays, presets } from '../../../parts/dates.ts'
import { createListSearch, read } from '../../../parts/list/list-search.ts'
import { useListSearch } from '../../../parts/list/use-list-search.ts'
import type { CustomerQuery } from '../../../parts/queries/customer-queries.ts'
import { useDay } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'

export const levels = [4, 3, 2, 1] as const
export const rates = [3, 2, 1] as const

const filters = {
  keyword: read.text,
  shop_id: read.ids,
  platform_id: read.channels,
  first_sold_from: read.day,
  first_sold_to: read.day,
  sold_from: read.day,
  sold_to: read.day,
  level_value: read.within(1, levels.length),
  delivered_rate: read.within(1, rates.length),
  range: read.oneOf(presets),
  from: read.day,
  to: read.day,
  total_price_min: read.amount,
  total_price_max: read.amount,
  total_order_min: read.within(0, 999_999_999),
  total_order_max: read.within(0, 999_999_999),
  /** One, in the form that links have it. */
  shortlist_id: (text: string) => read.ids(text)?.slice(0, 1),
}

export const customerSearch = createListSearch({
  name: 'customers',
  filters,
  sortFields: ['latest_order_date', 'total_price', 'total_order', 'name'],
  defaultSort: '-latest_order_date',
  settle: ({ from, to, ...rest }) =>
    rest.range ? rest : { ...rest, ...(from && { from }), ...(to && { to }) },
})

type CustomerSearch = ReturnType<typeof customerSearch.read>

/** The filters in the address, how to change them, and the same question in the API's words. */
export function useCustomerSearch() {
  const { search, change } = useListSearch(paths.customers, customerSearch)
  const { timezone: timeZone } = useSuspenseQuery(meQuery).data
  const day = useDay()
  const query = useMemo(() => toCustomerQuery(search, timeZone, day), [search, timeZone, day])
  return { search, change, query }
}

/** Ranges are days of the account's time zone. */
export function toCustomerQuery(search: CustomerSearch, timeZone: string, now = new Date()): CustomerQuery {
  const {
    level_value: level,
    delivered_rate: rate,
    shortlist_id: segment,
    range,
    ...rest
  } = customerSearch.toQuery(search)
  return {
    ...rest,
    ...(range && presetDays(range, now, timeZone)),
    level_value: level === undefined ? undefined : [level],
    delivered_rate: rate === undefined ? undefined : [rate],
    shortlist_id: segment?.[0],
  }
}
