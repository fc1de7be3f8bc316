import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryInput, Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type Settlement = Reply<'GET /settlements'>['data'][number]
export type SettlementTotals = Reply<'GET /settlements/totals'>['data']
export type SettlementQuery = QueryInput<'GET /settlements/totals'>

/** Channels pay out some times a day: nothing here is renewed with each order. */
const key = ['settlements'] as const

export function settlementsQuery(query: SettlementQuery) {
  return infiniteQueryOptions({
    queryKey: [...key, 'list', query],
    queryFn: ({ signal, pageParam }) =>
      api('GET /settlements', { query: { ...query, ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_after ?? undefined,
    placeholderData: keepPreviousData,
  })
}

export function settlementTotalsQuery(query: SettlementQuery) {
  return queryOptions({
    queryKey: [...key, 'totals', query],
    queryFn: async ({ signal }) => (await api('GET /settlements/totals', { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}
