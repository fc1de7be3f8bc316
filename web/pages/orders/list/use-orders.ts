import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useListSearch } from '../../../parts/list/use-list-search.ts'
import { orderHistoryQuery, orderListQuery, orderQuery } from '../../../parts/queries/order-queries.ts'
import { useDay } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import { ordersSearch, toOrderQuery } from './orders-search.ts'

export const useOrdersSearch = () => useListSearch(paths.orders, ordersSearch)

/** The page of orders that the address asks for; the previous one stays while it loads. */
export function useOrders() {
  const { search, change } = useOrdersSearch()
  const { data: me } = useSuspenseQuery(meQuery)
  const day = useDay()
  const query = useMemo(() => toOrderQuery(search, me.timezone, day), [search, me.timezone, day])
  return { search, change, query, result: useQuery(orderListQuery(query)) }
}

/** Prefetches what the reader will probably open next, before the click. */
export function usePrefetch(pages: number, query: ReturnType<typeof useOrders>['query']) {
  const queries = useQueryClient()
  const next = (query.page ?? 1) + 1
  useEffect(() => {
    if (next > pages) return undefined
    const timer = setTimeout(() => void queries.prefetchQuery(orderListQuery({ ...query, page: next })), 300)
    return () => clearTimeout(timer)
  }, [queries, query, next, pages])
  return (id: number) => {
    void queries.prefetchQuery(orderQuery(id))
    void queries.prefetchQuery(orderHistoryQuery(id))
  }
}
