import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** The demo's page and accounts; empty everywhere else. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: async ({ signal }) => (await api('GET /demo', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
