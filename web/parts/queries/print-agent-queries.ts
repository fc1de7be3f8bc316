import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type Printing = Reply<'GET /print-agents'>['data']

const pollMs = 5000

/** The programs beside the printers, read anew while they are on the screen. */
export const printAgentsQuery = queryOptions({
  queryKey: ['print-agents'],
  queryFn: async ({ signal }) => (await api('GET /print-agents', { signal })).data,
  refetchInterval: pollMs,
})
