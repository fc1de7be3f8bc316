import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { QueryInput, Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { orderKeys } from './order-queries.ts'

export type CustomerPage = Reply<'GET /customers'>
export type CustomerRow = CustomerPage['data'][number]
export type Customer = Reply<'GET /customers/{id}'>['data']
export type OrderStatistic = Reply<'GET /customers/{id}/order-statistic'>['data']
export type Segment = Reply<'GET /customers/shortlists'>['data'][number]
export type SegmentRule = NonNullable<Segment['rules']>[number]
export type CustomerQuery = QueryInput<'GET /customers'> & { page?: number }

export const customersKey = ['customers'] as const
export const segmentsKey = ['segments'] as const

/** The rows show no addresses, which cost as much as all the rest. */
export function readCustomers(query: CustomerQuery, signal?: AbortSignal) {
  return api('GET /customers', { query: { ...query, include: 'level' }, signal })
}

export function customerListQuery(query: CustomerQuery) {
  return queryOptions({
    queryKey: [...customersKey, 'list', query],
    queryFn: async ({ signal }) => {
      const page = await readCustomers(query, signal)
      return page
    },
    placeholderData: keepPreviousData,
  })
}

export function customerQuery(id: number) {
  return queryOptions({
    queryKey: [...customersKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /customers/{id}', { params: { id }, signal })
      return data
    },
  })
}

export function customerOrdersQuery(id: number) {
  return queryOptions({
    queryKey: [...customersKey, 'orders', id],
    queryFn: ({ signal }) =>
      api('GET /customers/{id}/order-history', { params: { id }, query: { limit: 10 }, signal }),
  })
}

export function spendingQuery(id: number) {
  return queryOptions({
    queryKey: [...customersKey, 'spending', id],
    queryFn: async ({ signal }) =>
      (await api('GET /customers/{id}/spent-total', { params: { id }, signal })).data,
  })
}

export function orderStatisticQuery(id: number) {
  return queryOptions({
    queryKey: [...customersKey, 'statistic', id],
    queryFn: async ({ signal }) =>
      (await api('GET /customers/{id}/order-statistic', { params: { id }, signal })).data,
  })
}

export function duplicatesQuery(page: number, limit: number) {
  return queryOptions({
    queryKey: [...customersKey, 'duplicates', page, limit],
    queryFn: async ({ signal }) => {
      const found = await api('GET /customers/duplicates', { query: { page, limit }, signal })
      return found
    },
    placeholderData: keepPreviousData,
  })
}

export const segmentsQuery = queryOptions({
  queryKey: [...segmentsKey, 'list'],
  queryFn: async ({ signal }) =>
    (await api('GET /customers/shortlists', { query: { pagination: '0' }, signal })).data,
})

/** Reads anew what is shown of customers and segments once others are members of one, and later what is filtered by it. */
export async function forgetMembers(queries: QueryClient): Promise<void> {
  for (const queryKey of [orderKeys.lists, orderKeys.figures])
    void queries.invalidateQueries({ queryKey, refetchType: 'none' })
  await Promise.all([segmentsKey, customersKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
}
