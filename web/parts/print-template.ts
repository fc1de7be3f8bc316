import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../contract/endpoints.ts'
import { api } from '../api.ts'

export type KeptTemplate = Reply<'GET /settings/print-template'>['data']

export const printTemplateKey = ['print', 'template']

export const printTemplateQuery = queryOptions({
  queryKey: printTemplateKey,
  queryFn: async ({ signal }) => (await api('GET /settings/print-template', { signal })).data,
})
