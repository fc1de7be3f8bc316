import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { BodyInput, QueryInput, Reply } from '../../../contract/endpoints.ts'
import { auditActions, auditSubjects } from '../../../model/audit.ts'
import { api } from '../../api.ts'
import { read } from '../../parts/list/list-search.ts'

export type AuditEntry = Reply<'GET /audit-logs'>['data'][number]

/** The filters as the address has them. */
export type AuditSearch = {
  user?: string
  action?: string
  target?: string
  keyword?: string
  from?: string
  to?: string
}

/** Reads the filters from the address. An invalid value is left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { user, action, target, keyword, from, to } = search
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const among = (list: readonly string[], value: unknown) => list.find((one) => one === value)
  const kept: Record<keyof AuditSearch, string | undefined> = {
    user: /^[1-9]\d{0,14}$/.test(text(user)) ? text(user) : undefined,
    action: among(auditActions, action),
    target: among(auditSubjects, target),
    keyword: read.text(text(keyword)),
    from: read.day(text(from)),
    to: read.day(text(to)),
  }
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
}

/** Answers the filters in the form in which they are saved under a name. */
export function savedOf({ user, ...filters }: AuditSearch) {
  return {
    ...filters,
    ...(user && { user: Number(user) }),
  } as BodyInput<'POST /saved-filters'>['filters']
}

export function toAuditQuery({ user, action, target, keyword, from, to }: AuditSearch) {
  const query = {
    ...(user && { user_id: Number(user) }),
    ...(action && { action }),
    ...(target && { target_type: target }),
    ...(keyword && { keyword }),
    ...(from && { from }),
    ...(to && { to }),
  }
  return query as QueryInput<'GET /audit-logs'>
}

export function auditQuery(search: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'list', search],
    queryFn: ({ signal, pageParam }) =>
      api('GET /audit-logs', {
        query: { ...toAuditQuery(search), ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
  })
}

/** Users, actions and subjects to choose from, whatever is filtered. */
export const auditChoicesQuery = queryOptions({
  queryKey: ['audit', 'choices'],
  queryFn: async ({ signal }) => (await api('GET /audit-logs', { query: { limit: 1 }, signal })).meta,
  staleTime: 60_000,
})

/** One entry; null where there is none of this number. */
export function auditEntryQuery(id: number) {
  return queryOptions({
    queryKey: ['audit', 'entry', id],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /audit-logs', { query: { before: id + 1, limit: 1 }, signal })
      return data.find((entry) => entry.id === id) ?? null
    },
    // An entry never changes.
    staleTime: Infinity,
  })
}

export const chainQuery = queryOptions({
  queryKey: ['audit', 'chain'],
  queryFn: async ({ signal }) => (await api('GET /audit-logs/check', { signal })).data,
})
