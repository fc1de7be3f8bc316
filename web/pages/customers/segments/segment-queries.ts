import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { segmentsKey, type SegmentRule } from '../../../parts/queries/customer-queries.ts'

export type SegmentPush = NonNullable<Reply<'GET /customers/shortlists/{id}/push'>['data']>
export type SegmentCount = Reply<'POST /customers/shortlists/count'>['data']

export function segmentCountQuery(rules: SegmentRule[]) {
  return queryOptions({
    queryKey: [...segmentsKey, 'count', rules],
    queryFn: async ({ signal }) =>
      (await api('POST /customers/shortlists/count', { body: { rules }, signal })).data,
    enabled: rules.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** Customers whom other rules take out of a segment. */
export function segmentChangeQuery(id: number, rules: SegmentRule[]) {
  return queryOptions({
    queryKey: [...segmentsKey, 'change', id, rules],
    queryFn: async ({ signal }) => {
      const request = { params: { id }, body: { rules }, signal }
      const { data } = await api('POST /customers/shortlists/{id}/compare', request)
      return data
    },
    placeholderData: keepPreviousData,
  })
}

export const placesQuery = queryOptions({
  queryKey: [...segmentsKey, 'places'],
  queryFn: async ({ signal }) => (await api('GET /customers/shortlists/places', { signal })).data,
})

/** Progress of sending a segment to a CRM, followed until it has ended: what has stopped may go on. */
export function segmentPushQuery(id: number) {
  return queryOptions({
    queryKey: [...segmentsKey, 'push', id],
    queryFn: async ({ signal }) =>
      (await api('GET /customers/shortlists/{id}/push', { params: { id }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'sent' ? 2_000 : false),
  })
}
