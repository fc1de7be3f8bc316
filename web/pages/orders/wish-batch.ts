import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Orders that were confirmed or canceled together, and how far each is. */
export function wishBatchQuery(id: number) {
  return queryOptions({
    queryKey: ['wish-batch', id],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/wish-batches/{id}', { params: { id }, signal })).data,
  })
}
