import { queryOptions } from '@tanstack/react-query'
import type { PrintTemplate } from '../../model/printing.ts'
import { api } from '../api.ts'

export const printTemplateKey = ['print', 'template']

export const printTemplateQuery = queryOptions({
  queryKey: printTemplateKey,
  queryFn: async ({ signal }): Promise<PrintTemplate> => {
    const { updated_at: _, ...template } = (await api('GET /settings/print-template', { signal })).data
    return template
  },
})
