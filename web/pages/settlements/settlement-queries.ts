import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryInput, Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type Settlement = Reply<'GET /settlements'>['data'][number]
export type SettlementTotals = Reply<'GET /settlements/totals'>['data']
export type SettlementQuery = QueryInput<'GET /settlements/totals'>

/** Payouts have an event of their own: nothing here is renewed with each order. */
export const settlementsKey = ['settlements'] as const

/** A month has hundreds of payouts, of which twenty more at a time are too few. */
const rowsPerStep = 100

export function settlementsQuery(query: SettlementQuery) {
  return infiniteQueryOptions({
    queryKey: [...settlementsKey, 'list', query],
    queryFn: ({ signal, pageParam }) =>
      api('GET /settlements', {
        query: { ...query, limit: rowsPerStep, ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_after ?? undefined,
    placeholderData: keepPreviousData,
  })
}

export function settlementTotalsQuery(query: SettlementQuery) {
  return queryOptions({
    queryKey: [...settlementsKey, 'totals', query],
    queryFn: async ({ signal }) => (await api('GET /settlements/totals', { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}
