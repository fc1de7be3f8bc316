import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryInput, Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { noticeJapanese } from '../japanese-font.ts'

export type CustomerPage = Reply<'GET /customers'>
export type CustomerRow = CustomerPage['data'][number]
export type Customer = Reply<'GET /customers/{id}'>['data']
export type Segment = Reply<'GET /customers/shortlists'>['data'][number]
export type SegmentRule = NonNullable<Segment['rules']>[number]
export type SegmentCount = Reply<'POST /customers/shortlists/count'>['data']
export type CustomerQuery = QueryInput<'GET /customers'> & { page?: number }

export const customersKey = ['customers'] as const
export const segmentsKey = ['segments'] as const

export function customerListQuery(query: CustomerQuery) {
  return queryOptions({
    queryKey: [...customersKey, 'list', query],
    queryFn: async ({ signal }) => {
      const page = await api('GET /customers', { query, signal })
      noticeJapanese(page.data)
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
      noticeJapanese(data)
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

export const segmentsQuery = queryOptions({
  queryKey: [...segmentsKey, 'list'],
  queryFn: async ({ signal }) => (await api('GET /customers/shortlists', { signal })).data,
})

export function segmentCountQuery(rules: SegmentRule[]) {
  return queryOptions({
    queryKey: [...segmentsKey, 'count', rules],
    queryFn: async ({ signal }) =>
      (await api('POST /customers/shortlists/count', { body: { rules }, signal })).data,
    enabled: rules.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** Whom other rules take out of a segment. */
export function segmentChangeQuery(id: number, rules: SegmentRule[]) {
  return queryOptions({
    queryKey: [...segmentsKey, 'change', id, rules],
    queryFn: async ({ signal }) => {
      const request = { params: { id }, body: { rules }, signal }
      const { data } = await api('POST /customers/shortlists/{id}/compare', request)
      noticeJapanese(data)
      return data
    },
    placeholderData: keepPreviousData,
  })
}

export const placesQuery = queryOptions({
  queryKey: [...segmentsKey, 'places'],
  queryFn: async ({ signal }) => (await api('GET /customers/shortlists/places', { signal })).data,
})

/** How far the sending of a segment to a CRM is, followed until it has ended. */
export function segmentPushQuery(id: number) {
  return queryOptions({
    queryKey: [...segmentsKey, 'push', id],
    queryFn: async ({ signal }) =>
      (await api('GET /customers/shortlists/{id}/push', { params: { id }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'sent' ? 2_000 : false),
  })
}
