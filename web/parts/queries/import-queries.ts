import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import type { ImportKind, ProblemGroup } from '../../../model/import.ts'
import { api } from '../../api.ts'
import { allows, type Me } from '../../session.ts'

export type ImportEntry = Reply<'GET /imports/{id}'>['data']
export type ImportProblemRow = Reply<'GET /imports/{id}/rows'>['data'][number]

export const importsKey = ['imports'] as const

export const importsQuery = queryOptions({
  queryKey: [...importsKey, 'list'],
  queryFn: async ({ signal }) => (await api('GET /imports', { signal })).data,
})

export function importFieldsQuery(kind: ImportKind) {
  return queryOptions({
    queryKey: [...importsKey, 'fields', kind],
    queryFn: async ({ signal }) => (await api('GET /imports/fields', { query: { kind }, signal })).data,
  })
}

/** Drafts that an import of templates has made, with what they lack. */
export function importedTemplatesQuery(id: number, query: { page: number; limit: number }) {
  return queryOptions({
    queryKey: [...importsKey, 'one', id, 'templates', query],
    queryFn: ({ signal }) =>
      api('GET /product-template/of-import', { query: { import_id: id, ...query }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function importQuery(id: number) {
  return queryOptions({
    queryKey: [...importsKey, 'one', id],
    queryFn: async ({ signal }) => (await api('GET /imports/{id}', { params: { id }, signal })).data,
  })
}

export function importRowsQuery(id: number, query: { group?: ProblemGroup; page: number; limit: number }) {
  return queryOptions({
    queryKey: [...importsKey, 'one', id, 'rows', query],
    queryFn: ({ signal }) => api('GET /imports/{id}/rows', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Answers whether the user may change anything that an import changes. */
export function mayImport(me: Me, kind: ImportKind = 'products'): boolean {
  if (kind === 'templates') return allows(me, 'products.edit')
  return (['products.edit', 'sku.edit', 'stock.adjust'] as const).some((right) => allows(me, right))
}

export function isImportRunning({ status }: ImportEntry): boolean {
  return status === 'checking' || status === 'importing' || status === 'undoing'
}
