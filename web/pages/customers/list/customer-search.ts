import { useMemo } from 'react'
import { createListSearch, read } from '../../../parts/list/list-search.ts'
import { useListSearch } from '../../../parts/list/use-list-search.ts'
import type { CustomerQuery } from '../../../parts/queries/customer-queries.ts'
import { paths } from '../../../paths.ts'

export const levels = [4, 3, 2, 1] as const
export const rates = [3, 2, 1] as const

export const customerSearch = createListSearch({
  name: 'customers',
  filters: {
    keyword: read.text,
    shop_id: read.ids,
    platform_id: read.ids,
    first_sold_from: read.day,
    first_sold_to: read.day,
    sold_from: read.day,
    sold_to: read.day,
    level_value: read.number,
    delivered_rate: read.number,
    shortlist_id: read.ids,
  },
  sortFields: ['latest_order_date', 'total_price', 'total_order', 'name'],
  defaultSort: '-latest_order_date',
})

/** The filters in the address, how to change them, and the same question in the API's words. */
export function useCustomerSearch() {
  const { search, change } = useListSearch(paths.customers, customerSearch)
  const query = useMemo((): CustomerQuery => {
    const {
      level_value: level,
      delivered_rate: rate,
      shortlist_id: segment,
      ...rest
    } = customerSearch.toQuery(search)
    return {
      ...rest,
      level_value: level === undefined ? undefined : [level],
      delivered_rate: rate === undefined ? undefined : [rate],
      shortlist_id: segment?.[0],
    }
  }, [search])
  return { search, change, query }
}
