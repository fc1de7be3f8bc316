import { queryOptions } from '@tanstack/react-query'
import type { BodyInput, Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type ForbiddenWords = Reply<'GET /settings/forbidden-words'>['data']
export type SavedWord = ForbiddenWords['words'][number]
export type WrittenWord = BodyInput<'PUT /settings/forbidden-words'>['words'][number]

/** Words that no template may be published with. */
export const forbiddenWordsQuery = queryOptions({
  queryKey: ['forbidden-words'] as const,
  queryFn: async ({ signal }) => {
    const { data } = await api('GET /settings/forbidden-words', { signal })
    return data
  },
})
