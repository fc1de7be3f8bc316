import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Reply } from '../../contract/endpoints.ts'
import { api } from '../api.ts'
import { orderKeys } from './orders.ts'

export type Settlement = Reply<'GET /settlements'>['data'][number]

/** Of one shop; undefined: of all. */
export function settlementsQuery(shopId: number | undefined) {
  return infiniteQueryOptions({
    // Renewed with whatever becomes known of any order.
    queryKey: [...orderKeys.newest, 'settlements', shopId ?? null],
    queryFn: ({ signal, pageParam }) =>
      api('GET /settlements', {
        query: { ...(shopId !== undefined && { shop_id: shopId }), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_after ?? undefined,
  })
}
