import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type StockTake = Reply<'GET /stock-takes'>['data'][number]
export type StockTakeRow = Reply<'GET /stock-takes/{id}'>['data']['rows'][number]

export const stockTakesKey = ['stock-takes'] as const

/** Other people count as well, so what is open is read anew while it is on the screen. */
const pollMs = 4000

export const stockTakesQuery = infiniteQueryOptions({
  queryKey: [...stockTakesKey, 'list'],
  queryFn: ({ signal, pageParam }) =>
    api('GET /stock-takes', { query: pageParam === null ? {} : { after: pageParam }, signal }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ meta }) => meta.next_after,
})

/** Active warehouses, for users who may not open the settings of all of them. */
export const activeWarehousesQuery = queryOptions({
  queryKey: [...stockTakesKey, 'warehouses'],
  queryFn: async ({ signal }) =>
    (await api('GET /stock-takes', { query: { limit: 1 }, signal })).meta.warehouses,
})

export function stockTakeQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: [...stockTakesKey, 'one', id],
    queryFn: ({ signal, pageParam }) =>
      api('GET /stock-takes/{id}', {
        params: { id },
        query: pageParam === null ? {} : { after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_after,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.data.state === 'open' ? pollMs : false),
  })
}

/** Rows that differ, with their figures. */
export function differencesQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: [...stockTakesKey, 'differences', id],
    queryFn: ({ signal, pageParam }) =>
      api('GET /stock-takes/{id}', {
        params: { id },
        query: { differences: 1, limit: 200, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_after,
    gcTime: 0,
  })
}
