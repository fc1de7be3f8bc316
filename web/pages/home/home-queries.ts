import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { orderKeys } from '../../parts/queries/order-queries.ts'

export const newOrdersQuery = queryOptions({
  queryKey: [...orderKeys.home, 'new'] as const,
  queryFn: async ({ signal }) => (await api('GET /dashboard/new-order', { signal })).data,
})

/** Revenue of the account's last thirty days. */
export const revenueQuery = queryOptions({
  queryKey: [...orderKeys.home, 'revenue'] as const,
  queryFn: async ({ signal }) => (await api('GET /dashboard/total-revenue', { query: {}, signal })).data,
})

/** Best-selling products of the same days. */
export const topProductsQuery = queryOptions({
  queryKey: [...orderKeys.home, 'top-products'] as const,
  queryFn: async ({ signal }) => (await api('GET /dashboard/top-products', { query: {}, signal })).data,
})
