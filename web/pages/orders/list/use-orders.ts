import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { orderListQuery } from '../../../parts/queries/order-queries.ts'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import { storeOrdersSearch, type OrdersSearch, readOrdersSearch, toOrderQuery } from './orders-search.ts'

/** The filters in the address, and how to change them. Anything but the page itself leads back to page 1. */
export function useOrdersSearch() {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => readOrdersSearch(raw), [raw])

  function change(changes: { [K in keyof OrdersSearch]?: OrdersSearch[K] | undefined }, replace = false) {
    const next = readOrdersSearch({ ...search, page: undefined, ...changes })
    storeOrdersSearch(next)
    void navigate({ to: paths.orders(), search: next, replace })
  }
  return { search, change }
}

/** The page of orders that the address asks for; the previous one stays while it loads. */
export function useOrders() {
  const { search } = useOrdersSearch()
  const { data: me } = useSuspenseQuery(meQuery)
  const query = useMemo(() => toOrderQuery(search, me.timezone), [search, me.timezone])
  return { query, result: useQuery(orderListQuery(query)) }
}
