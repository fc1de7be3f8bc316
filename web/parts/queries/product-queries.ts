import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { QueryInput, Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { afterReading } from '../../console-queries.ts'
import { skusKey } from './sku-queries.ts'

export type ProductPage = Reply<'GET /products/filter'>
export type ProductRow = ProductPage['data'][number]
export type Product = Reply<'GET /products/{id}'>['data']
export type ProductQuery = QueryInput<'GET /products/filter'> & { page?: number }

export const productKeys = {
  lists: ['products', 'list'],
  details: ['products', 'one'],
} as const

export function productListQuery(query: ProductQuery) {
  return queryOptions({
    queryKey: [...productKeys.lists, query],
    queryFn: async ({ signal }) => {
      const page = await api('GET /products/filter', { query, signal })
      return page
    },
    placeholderData: keepPreviousData,
  })
}

/** Names of the ways in which listings are fulfilled. */
export const fulfillmentTypesQuery = queryOptions({
  queryKey: ['config', 'fulfillment-types'],
  queryFn: async ({ signal }) => (await api('GET /config', { signal })).data.fulfillment_type,
  staleTime: Infinity,
})

export function productQuery(id: number) {
  return queryOptions({
    queryKey: [...productKeys.details, id],
    queryFn: async ({ signal }) =>
      (await api('GET /products/{id}', { params: { id }, query: {}, signal })).data,
    // A change may have ended while nothing showed the product, as between sending a price and looking again.
    staleTime: 0,
  })
}

const openPollMs = 2000

/**
 * Changes of a product, the latest first. `pending` makes them read again when one more is on its way, or has ended; one that ends
 * before the product is read again changes no count, so they are polled while one is open.
 */
export function productChangesQuery(id: number, pending: number) {
  return queryOptions({
    queryKey: [...productKeys.details, id, 'changes', pending],
    queryFn: async ({ signal }) => (await api('GET /products/{id}/changes', { params: { id }, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === 'queued' || one.state === 'running') ? openPollMs : false,
  })
}

/** Drops the lists of products and SKUs, except what is on screen, which its page renews with care. */
export function forgetGoods(queries: QueryClient): void {
  for (const queryKey of [productKeys.lists, skusKey])
    void queries.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' }, afterReading)
}
