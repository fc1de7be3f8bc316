import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryInput, Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type TemplatePage = Reply<'GET /product-template'>
export type TemplateRow = TemplatePage['data'][number]
export type Template = Reply<'GET /product-template/{id}'>['data']
export type ShopStep = Template['shops'][number]
export type TemplateUpload = Template['uploads'][number]
export type ServerProblem = Reply<'GET /product-template/{id}/problems'>['data'][number]
export type TemplateQuery = QueryInput<'GET /product-template'> & { page?: number }

export const templateKeys = {
  lists: ['templates', 'list'],
  details: ['templates', 'one'],
  bulk: ['templates', 'bulk'],
  bulkResults: ['templates', 'bulk-results'],
} as const

export function templateListQuery(query: TemplateQuery) {
  return queryOptions({
    queryKey: [...templateKeys.lists, query],
    queryFn: async ({ signal }) => {
      const page = await api('GET /product-template', { query, signal })
      return page
    },
    placeholderData: keepPreviousData,
  })
}

const openPollMs = 2000

export const isOpenUpload = ({ upload_status: { code } }: TemplateUpload): boolean =>
  code === 'queued' || code === 'uploading' || code === 'canceling'

/** A template with its shops. It is polled while an upload is on its way, in case an event of the stream is lost. */
export function templateQuery(id: number) {
  return queryOptions({
    queryKey: [...templateKeys.details, id],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /product-template/{id}', { params: { id }, signal })
      return data
    },
    refetchInterval: ({ state }) => (state.data?.uploads.some(isOpenUpload) ? openPollMs : false),
  })
}

export type BulkPublish = Reply<'GET /product-template/bulk-uploads'>['data'][number]
type BulkPage = Reply<'GET /product-template/bulk-uploads/{id}'>
export type BulkResult = BulkPage['data']['results'][number]
export type BulkOutcome = BulkResult['outcome']

export const isOpenBulk = ({ state, uploads }: BulkPublish): boolean => state === 'open' || uploads.open > 0

/** The user's latest bulk publishes. While one is open they are polled, as each of its listings would tell of itself. */
export const bulkPublishesQuery = queryOptions({
  queryKey: templateKeys.bulk,
  queryFn: async ({ signal }) => (await api('GET /product-template/bulk-uploads', { signal })).data,
  refetchInterval: ({ state }) => (state.data?.some(isOpenBulk) ? openPollMs : false),
})

export type BulkAsked = { outcome: BulkOutcome | null; after: string | null }

/** A page of the results of a bulk publish, read again when its figures are others. */
export function bulkResultsQuery(bulk: BulkPublish, { outcome, after }: BulkAsked) {
  const { id, state, waiting, uploads } = bulk
  return queryOptions({
    queryKey: [...templateKeys.bulkResults, id, outcome, after, { state, waiting, uploads }],
    queryFn: ({ signal }) => {
      const query = { ...(outcome !== null && { outcome }), ...(after !== null && { after }) }
      return api('GET /product-template/bulk-uploads/{id}', { params: { id }, query, signal })
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

/** Whether the operator has set up a language model. */
export const writingHelpQuery = queryOptions({
  queryKey: ['templates', 'writing-help'],
  queryFn: async ({ signal }) => (await api('GET /product-template/writing-help', { signal })).data,
  staleTime: 300_000,
})

/** Broken rules of all steps. `version` makes them read again after every save. */
export function templateProblemsQuery(id: number, version: string | null) {
  return queryOptions({
    queryKey: [...templateKeys.details, id, 'problems', version],
    queryFn: async ({ signal }) => {
      const { data, meta } = await api('GET /product-template/{id}/problems', { params: { id }, signal })
      return { errors: data, warnings: meta.warnings }
    },
    placeholderData: keepPreviousData,
  })
}

/** Differences between a shop's listing as it was last sent and the template as it stands. */
export function templateDifferencesQuery(id: number) {
  return queryOptions({
    queryKey: [...templateKeys.details, 'differences', id],
    queryFn: async ({ signal }) =>
      (await api('GET /shop-product-template/{id}/differences', { params: { id }, signal })).data,
  })
}

export type CategorySuggestion = Reply<'GET /shop-product-template/{id}/category-suggestions'>['data'][number]
export type AttributeSuggestion =
  Reply<'GET /shop-product-template/{id}/attribute-suggestions'>['data'][number]

/** Categories for the step of a shop. `version` makes them read again after every save, as the other steps count. */
export function categorySuggestionsQuery(stepId: number, version: string | null) {
  return queryOptions({
    queryKey: [...templateKeys.details, 'categories', stepId, version],
    queryFn: async ({ signal }) =>
      (await api('GET /shop-product-template/{id}/category-suggestions', { params: { id: stepId }, signal }))
        .data,
    placeholderData: keepPreviousData,
  })
}

/** Values of open attributes out of the steps of the other channels. */
export function attributeSuggestionsQuery(stepId: number, categoryId: string, version: string | null) {
  return queryOptions({
    queryKey: [...templateKeys.details, 'attributes', stepId, categoryId, version],
    queryFn: async ({ signal }) =>
      (
        await api('GET /shop-product-template/{id}/attribute-suggestions', {
          params: { id: stepId },
          query: { category_id: categoryId },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  })
}
