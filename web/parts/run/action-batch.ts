import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

/** Orders that were confirmed or canceled together, and how far each is. */
export function actionBatchQuery(id: number) {
  return queryOptions({
    queryKey: ['action-batch', id],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/action-batches/{id}', { params: { id }, signal })).data,
  })
}

export type ActionBatch = Reply<'GET /orders/action-batches/{id}'>['data']
