import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { orderKeys } from './order-queries.ts'

export type Settlement = Reply<'GET /settlements'>['data'][number]

/** First and last day of payout. */
export type PayoutDays = { from: string | undefined; to: string | undefined }

/** Requests the settlements of one shop; undefined: of all shops. */
export function settlementsQuery(shopId: number | undefined, { from, to }: PayoutDays) {
  return infiniteQueryOptions({
    // Renewed with whatever becomes known of any order.
    queryKey: [...orderKeys.newest, 'settlements', shopId ?? null, from ?? null, to ?? null],
    queryFn: ({ signal, pageParam }) =>
      api('GET /settlements', {
        query: {
          ...(shopId !== undefined && { shop_id: shopId }),
          ...(from && { from }),
          ...(to && { to }),
          ...(pageParam && { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_after ?? undefined,
  })
}
