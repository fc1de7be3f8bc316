import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type Notification = Reply<'GET /users/notifications'>['data'][number]

export const notificationsKey = ['notifications'] as const

const pageSize = 10

/** Ten at a time, and with the first of them how many are unread. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...notificationsKey, 'all'] as const,
  queryFn: ({ pageParam, signal }) =>
    api('GET /users/notifications', { query: { page: pageParam, limit: pageSize }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ meta: { pagination } }) =>
    pagination.current_page < pagination.total_pages ? pagination.current_page + 1 : undefined,
})

/** All that is unread at once: pages would shift under whoever reads them. */
export const unreadQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread'] as const,
  queryFn: ({ signal }) =>
    api('GET /users/notifications', { query: { status: 'unread', pagination: '0' }, signal }),
})
