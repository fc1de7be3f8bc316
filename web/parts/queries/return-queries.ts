import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import type { ReturnStatus } from '../../../model/return-case.ts'
import { api } from '../../api.ts'
import { orderKeys } from './order-queries.ts'

export type Return = Reply<'GET /returns'>['data'][number]

export function returnsQuery(status: ReturnStatus | undefined) {
  return infiniteQueryOptions({
    // Renewed with whatever becomes known of any order.
    queryKey: [...orderKeys.newest, 'returns', status ?? null],
    queryFn: ({ signal, pageParam }) =>
      api('GET /returns', {
        query: { ...(status && { status }), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_after ?? undefined,
  })
}

/** Beside what is known of the order, and forgotten with it. */
export function returnsOfOrderQuery(orderId: number) {
  return queryOptions({
    queryKey: [...orderKeys.details, orderId, 'returns'],
    queryFn: async ({ signal }) =>
      (await api('GET /returns', { query: { order_id: orderId, limit: 100 }, signal })).data,
  })
}
