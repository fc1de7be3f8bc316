import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { QueryInput, Reply } from '../../../contract/endpoints.ts'
import type { DueGroup } from '../../../model/queue-groups.ts'
import { api } from '../../api.ts'
import { orderKeys } from './order-queries.ts'

export type QueuePage = Reply<'GET /orders/queue'>
export type QueueRow = QueuePage['data'][number]
export type QueueFigure = QueuePage['meta']['figures'][number]
export type QueueQuery = Omit<QueryInput<'GET /orders/queue'>, 'due' | 'limit' | 'after'>

/** Groups that are open at first. */
export const firstGroups: DueGroup[] = ['overdue', 'today', 'tomorrow', 'none']

const rowsPerPage = 50

/** The queue's rows of some groups, page by page. Its figures stand on the first page. */
export function queueQuery(query: QueueQuery, due: readonly DueGroup[]) {
  return infiniteQueryOptions({
    queryKey: [...orderKeys.lists, 'queue', query, due],
    queryFn: async ({ pageParam: after, signal }) => {
      const page = await api('GET /orders/queue', {
        query: { ...query, due: [...due], limit: rowsPerPage, ...(after && { after }) },
        signal,
      })
      return page
    },
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_after,
    placeholderData: keepPreviousData,
  })
}

const rowsPerCall = 100

/** All rows of some groups, also those that are not on screen, up to `most`. */
export async function loadGroups(
  query: QueueQuery,
  due: readonly DueGroup[],
  most: number,
): Promise<QueueRow[]> {
  const rows = new Map<number, QueueRow>()
  for (let after: string | null = ''; after !== null && rows.size < most;) {
    const page: QueuePage = await api('GET /orders/queue', {
      query: { ...query, due: [...due], limit: rowsPerCall, ...(after && { after }) },
    })
    for (const row of page.data) rows.set(row.id, row)
    after = page.meta.next_after
  }
  return [...rows.values()].slice(0, most)
}
