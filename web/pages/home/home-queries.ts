import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { orderKeys } from '../../parts/queries/order-queries.ts'

/** Deadlines and paces, which change while nothing happens. */
export const waitingQuery = queryOptions({
  queryKey: [...orderKeys.home, 'waiting'] as const,
  queryFn: async ({ signal }) => (await api('GET /dashboard/waiting', { signal })).data,
  refetchInterval: 60_000,
})

export const newOrdersQuery = queryOptions({
  queryKey: [...orderKeys.home, 'new'] as const,
  queryFn: async ({ signal }) => (await api('GET /dashboard/new-order', { signal })).data,
})

/** Sales of today beside those of the same weekday. */
export const todaySalesQuery = queryOptions({
  queryKey: [...orderKeys.home, 'today-sales'] as const,
  queryFn: async ({ signal }) => (await api('GET /dashboard/today-sales', { signal })).data,
  refetchInterval: 300_000,
})

/** Best-selling products of a day of the account. */
export function topProductsQuery(day: string) {
  return queryOptions({
    queryKey: [...orderKeys.home, 'top-products', day] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /dashboard/top-products', { query: { from: day, to: day }, signal })).data,
  })
}
