import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryInput, Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type SkuPage = Reply<'GET /sku-centers'>
export type SkuRow = SkuPage['data'][number]
export type Sku = Reply<'GET /sku-centers/{id}'>['data']
export type ListingOfSku = Sku['listings']['data'][number]
export type Linkable = Reply<'GET /sku-centers/linkable'>['data'][number]
export type StockRule = Reply<'GET /sku-centers/{id}/stock-rules/{shop_id}'>['data']
export type Suggestion = Reply<'GET /sku-centers/suggestions'>['data'][number]
export type SkuQuery = QueryInput<'GET /sku-centers'> & { page?: number }

export const skusKey = ['skus'] as const

export function skuListQuery(query: SkuQuery) {
  return queryOptions({
    queryKey: [...skusKey, 'list', query],
    queryFn: async ({ signal }) => {
      const page = await api('GET /sku-centers', { query, signal })
      return page
    },
    placeholderData: keepPreviousData,
  })
}

export function skuQuery(id: number) {
  return queryOptions({
    queryKey: [...skusKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /sku-centers/{id}', { params: { id }, signal })
      return data
    },
  })
}

/** A SKU's own stock rule in a shop, beside the shop's. */
export function stockRuleQuery(id: number, shopId: number) {
  return queryOptions({
    queryKey: [...skusKey, 'rule', id, shopId],
    queryFn: async ({ signal }) => {
      const params = { id, shop_id: shopId }
      return (await api('GET /sku-centers/{id}/stock-rules/{shop_id}', { params, signal })).data
    },
  })
}

/** Listings by a keyword, with the SKU of each. */
export function linkableQuery(keyword: string) {
  return queryOptions({
    queryKey: [...skusKey, 'linkable', keyword],
    queryFn: async ({ signal }) =>
      (await api('GET /sku-centers/linkable', { query: { keyword }, signal })).data,
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
}

/** Suggested links that wait for a decision, the surest first. */
export const suggestionsQuery = infiniteQueryOptions({
  queryKey: [...skusKey, 'suggestions'],
  queryFn: ({ signal, pageParam }) =>
    api('GET /sku-centers/suggestions', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ meta: { pagination } }) =>
    pagination.current_page < pagination.total_pages ? pagination.current_page + 1 : undefined,
})

export const suggestionCountQuery = queryOptions({
  queryKey: [...skusKey, 'suggestion-count'],
  queryFn: async ({ signal }) => {
    const { meta } = await api('GET /sku-centers/suggestions', { query: { limit: 1 }, signal })
    return meta.pagination.total
  },
})
