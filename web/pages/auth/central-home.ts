import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Address of the central home, if users can sign in at one. */
export const centralQuery = queryOptions({
  queryKey: ['central-home'],
  queryFn: async ({ signal }) => (await api('GET /sso', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
