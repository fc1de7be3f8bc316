import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type Ranks = Reply<'GET /settings/customer-rank'>
export type Rank = Ranks['data'][number]

export const ranksQuery = queryOptions({
  queryKey: ['customer-ranks'] as const,
  queryFn: ({ signal }) => api('GET /settings/customer-rank', { signal }),
})

/** The highest first, as people choose among them. */
export function highestFirst(ranks: Rank[]): Rank[] {
  return ranks.toReversed()
}
