import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** What the demo offers beside the console; nothing anywhere else. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: async ({ signal }) => (await api('GET /demo', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
