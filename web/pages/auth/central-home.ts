import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Whether one can sign in at a central home, and where it is. */
export const centralQuery = queryOptions({
  queryKey: ['central-home'],
  queryFn: async ({ signal }) => (await api('GET /sso', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
