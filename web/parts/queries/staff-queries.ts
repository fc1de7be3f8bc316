import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type Person = Reply<'GET /users'>['data'][number]

export const peopleKey = ['people'] as const

/** Finds the people whose name or address contains the keyword. */
export function peopleFound(keyword: string) {
  return queryOptions({
    queryKey: [...peopleKey, keyword],
    queryFn: async ({ signal }) => (await api('GET /users', { query: { limit: 999, keyword }, signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** By name. An account has no more of them than one page takes. */
export const peopleQuery = queryOptions({
  queryKey: peopleKey,
  queryFn: async ({ signal }) => (await api('GET /users', { query: { limit: 999 }, signal })).data,
})
