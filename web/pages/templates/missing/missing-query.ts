import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'

export type MissingField = Reply<'GET /product-template/missing'>['data'][number]

/** The channel of each is asked what it wants. */
export const templatesPerCall = 50

/** The fields that templates lack, a part of the templates at a time. */
export function missingQuery(ids: number[]) {
  const parts = [...chunksOf(ids, templatesPerCall)]
  return infiniteQueryOptions({
    queryKey: ['templates', 'missing', ids],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /product-template/missing', {
          query: { template_ids: (parts[pageParam] ?? []).join(',') },
          signal,
        })
      ).data,
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => (pages.length < parts.length ? pages.length : null),
    staleTime: 0,
    gcTime: 0,
  })
}

/** The parts as one: a field once with all the templates that lack it, the most frequent ones first. */
export function mergeParts(parts: MissingField[][]): MissingField[] {
  const found = new Map<string, MissingField>()
  for (const field of parts.flat()) {
    const known = found.get(keyOf(field))
    found.set(keyOf(field), known ? { ...known, templates: [...known.templates, ...field.templates] } : field)
  }
  return [...found.values()].toSorted((a, b) => b.templates.length - a.templates.length)
}

export const keyOf = ({ path, rule, shop_id: shopId, platform_category_id: categoryId }: MissingField) =>
  JSON.stringify([path, rule, shopId, categoryId])
