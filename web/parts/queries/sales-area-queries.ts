import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type SalesArea = Reply<'GET /sales-areas'>['data'][number]

export const salesAreasKey = ['sales-areas'] as const

/** The default one last. */
export const salesAreasQuery = queryOptions({
  queryKey: salesAreasKey,
  queryFn: async ({ signal }) => (await api('GET /sales-areas', { query: { limit: 100 }, signal })).data,
})
