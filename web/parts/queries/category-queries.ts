import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type Category = Reply<'GET /categories'>['data'][number]
export type Attribute = Reply<'GET /categories/{id}/attributes'>['data'][number]
export type CategoryRules = Reply<'GET /categories/{id}/rules'>['data']
export type Choice = { id: number | string | null; name: string }

export const categoriesKey = ['categories'] as const
/** Channels change them rarely. */
const staleTime = 10 * 60_000

/** Children of a category of a shop's channel; null: the roots. */
export function branchQuery(shopId: number, parentId: string | null) {
  return queryOptions({
    queryKey: [...categoriesKey, shopId, 'branch', parentId],
    queryFn: async ({ signal }) => {
      const query = { shop_id: shopId, ...(parentId !== null && { parent_id: parentId }) }
      return (await api('GET /categories', { query, signal })).data
    },
    staleTime,
  })
}

export function categorySearchQuery(shopId: number, keyword: string) {
  return queryOptions({
    queryKey: [...categoriesKey, shopId, 'search', keyword],
    queryFn: async ({ signal }) =>
      (await api('GET /categories', { query: { shop_id: shopId, keyword }, signal })).data,
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
    staleTime,
  })
}

export function attributesQuery(shopId: number, categoryId: string) {
  return queryOptions({
    queryKey: [...categoriesKey, shopId, 'attributes', categoryId],
    queryFn: async ({ signal }) =>
      (
        await api('GET /categories/{id}/attributes', {
          params: { id: categoryId },
          query: { shop_id: shopId },
          signal,
        })
      ).data,
    enabled: categoryId !== '',
    staleTime,
  })
}

export function categoryRulesQuery(shopId: number, categoryId: string) {
  return queryOptions({
    queryKey: [...categoriesKey, shopId, 'rules', categoryId],
    queryFn: async ({ signal }) =>
      (
        await api('GET /categories/{id}/rules', {
          params: { id: categoryId },
          query: { shop_id: shopId },
          signal,
        })
      ).data,
    enabled: categoryId !== '',
    staleTime,
  })
}

const optionsPerPage = 50

/** Values of an attribute by a keyword, page by page. */
export function optionsQuery(shopId: number, categoryId: string, attributeId: string, keyword: string) {
  return infiniteQueryOptions({
    queryKey: [...categoriesKey, shopId, 'options', categoryId, attributeId, keyword],
    queryFn: async ({ signal, pageParam }) => {
      const { data, meta } = await api('GET /categories/{id}/attributes/{attribute_id}/options', {
        params: { id: categoryId, attribute_id: attributeId },
        query: { shop_id: shopId, keyword: keyword || undefined, page: pageParam, limit: optionsPerPage },
        signal,
      })
      return {
        choices: data.map(({ value_id: id = null, name }): Choice => ({ id, name })),
        total: meta.pagination.total,
      }
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages, page) => (page * optionsPerPage < total ? page + 1 : null),
    placeholderData: keepPreviousData,
    staleTime,
  })
}

/** Brands by a keyword, page by page. A channel's list may go on behind those that were counted. */
export function brandsQuery(shopId: number, categoryId: string, keyword: string) {
  return infiniteQueryOptions({
    queryKey: [...categoriesKey, shopId, 'brands', categoryId, keyword],
    queryFn: async ({ signal, pageParam }) => {
      const { data, meta } = await api('GET /shop-product-template/search-brand', {
        query: {
          shop_id: shopId,
          category_id: categoryId,
          keyword: keyword || undefined,
          page: pageParam,
          limit: optionsPerPage,
        },
        signal,
      })
      const { total, is_more: isMore = false } = meta.pagination
      const isFull = data.length === optionsPerPage
      return {
        choices: data.map(({ platform_brand_id: id, name }): Choice => ({ id, name })),
        hasMore: isFull && (isMore || pageParam * optionsPerPage < total),
      }
    },
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, _, page) => (hasMore ? page + 1 : null),
    placeholderData: keepPreviousData,
    staleTime,
  })
}

export const ownCategoriesKey = [...categoriesKey, 'own'] as const

export function ownCategoriesQuery(keyword: string) {
  return queryOptions({
    queryKey: [...ownCategoriesKey, keyword],
    queryFn: async ({ signal }) =>
      (await api('GET /categories', { query: { keyword: keyword || undefined }, signal })).data.map(
        ({ id, name }): Choice => ({ id, name }),
      ),
    placeholderData: keepPreviousData,
  })
}
