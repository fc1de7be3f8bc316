import {
  type InvalidateQueryFilters,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { QueryInput, Reply } from '../../../contract/endpoints.ts'
import type { OrderStatus } from '../../../model/order-status.ts'
import { api } from '../../api.ts'
import { afterReading } from '../../console-queries.ts'

export type OrderPage = Reply<'GET /orders/filter'>
export type OrderRow = OrderPage['data'][number]
export type Order = Reply<'GET /orders/{id}'>['data']
export type OrderQuery = QueryInput<'GET /orders/filter'> & { page?: number }

export const orderKeys = {
  lists: ['orders', 'list'],
  counts: ['orders', 'counts'],
  newest: ['orders', 'newest'],
  home: ['orders', 'home'],
  details: ['orders', 'one'],
  figures: ['orders', 'figures'],
} as const

export function orderListQuery(query: OrderQuery) {
  return queryOptions({
    queryKey: [...orderKeys.lists, query],
    queryFn: async ({ signal, client }) => {
      const page = await api('GET /orders/filter', { query, signal })
      shareWithFrame(client, query, page)
      return page
    },
    placeholderData: keepPreviousData,
  })
}

/** The whole list also says what the menu and the live mark would ask for. */
function shareWithFrame(queries: QueryClient, query: OrderQuery, page: OrderPage): void {
  if (Object.keys(query).some((key) => !['sort', 'page', 'limit'].includes(key))) return
  // A query that is being read as well gets its own answer.
  const isRead = (queryKey: readonly string[]) => queries.isFetching({ queryKey, exact: true }) > 0
  if (!isRead(orderKeys.counts))
    queries.setQueryData(orderCountsQuery.queryKey, page.meta.status_counts ?? undefined)
  if (isRead(orderKeys.newest)) return
  if (query.sort === '-created_at' && query.page === 1)
    queries.setQueryData(newestOrdersQuery.queryKey, page.data.slice(0, newestCount))
}

/** Without filters: what the menu and the home page show. */
export const orderCountsQuery = queryOptions({
  queryKey: orderKeys.counts,
  queryFn: async ({ signal }) => {
    const { data } = await api('GET /orders/get-status', { signal })
    return Object.fromEntries(data.map((one) => [one.code, one.total])) as Record<OrderStatus, number>
  },
})

/** Counts of what waits for somebody. */
export const toDoQuery = queryOptions({
  queryKey: [...orderKeys.home, 'to-do'] as const,
  queryFn: async ({ signal }) => (await api('GET /dashboard/to-do', { signal })).data,
})

const newestCount = 5

export const newestOrdersQuery = queryOptions({
  queryKey: orderKeys.newest,
  queryFn: async ({ signal }) =>
    (await api('GET /orders/filter', { query: { limit: newestCount }, signal })).data,
})

export function orderQuery(id: number) {
  return queryOptions({
    queryKey: [...orderKeys.details, id],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/{id}', { params: { id }, query: {}, signal })).data,
  })
}

export function orderHistoryQuery(id: number) {
  return queryOptions({
    queryKey: [...orderKeys.details, id, 'history'],
    queryFn: async ({ signal }) => (await api('GET /orders/{id}/history', { params: { id }, signal })).data,
  })
}

/** Drops what is known about orders, except the list on screen, which its page renews with care. */
export function forgetOrders(queries: QueryClient, ids: Set<number> | null): void {
  const forget = (filters: InvalidateQueryFilters) => void queries.invalidateQueries(filters, afterReading)
  for (const queryKey of [orderKeys.counts, orderKeys.newest, orderKeys.home]) forget({ queryKey })
  forget({ queryKey: orderKeys.figures, refetchType: 'none' })
  forget({ queryKey: orderKeys.lists, type: 'inactive', refetchType: 'none' })
  forget({
    queryKey: orderKeys.details,
    predicate: ({ queryKey }) => ids === null || ids.has(Number(queryKey[2])),
  })
}
