import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type Warehouse = Reply<'GET /warehouses'>['data'][number]

export const warehousesKey = ['warehouses'] as const

/** The default one first. */
export const warehousesQuery = queryOptions({
  queryKey: warehousesKey,
  queryFn: async ({ signal }) => (await api('GET /warehouses', { query: { limit: 100 }, signal })).data,
})
