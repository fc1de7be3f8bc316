import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useDelayed } from '../../ui/use-delayed.ts'
import type { LiveChannels } from '../live.ts'
import { ListPager, type Pagination } from './list-pager.tsx'
import { defaultPageSize, type PageSize } from './page-size.ts'
import { isRowInHand } from './use-list-keys.ts'
import { useNewRows, useWashed } from './use-new-rows.ts'

export type ListRow = { id: number; created_at: string }
export type RowPage<Row> = { data: Row[]; meta: { pagination: Pagination } }

export type LiveListOptions<Row extends ListRow, P extends RowPage<Row>> = {
  result: { data: P | undefined; isPending: boolean; isPlaceholderData: boolean }
  query: { page?: number }
  queryKey: QueryKey
  load: () => Promise<P>
  loadRows?: ((ids: number[]) => Promise<Row[]>) | undefined
  /** Realtime channels that tell of changed rows. */
  channel: LiveChannels
  /** The part of a row whose change is shown by a wash. */
  stateOf: (row: Row) => string
  /** Answers whether the reader selects or reads, so that nothing may jump; scrolling and far pages are known here. */
  isBusy: () => boolean
  search: { limit?: PageSize }
  change: (to: { page?: number; limit?: PageSize }, replace?: boolean) => void
}

/** A page of rows that keeps itself fresh: what its table and cards need, rows that wait, skeletons and the pager. */
export function useLiveList<Row extends ListRow, P extends RowPage<Row>>(options: LiveListOptions<Row, P>) {
  const { result, query, queryKey, load, loadRows, channel, stateOf, isBusy, search, change } = options
  const page = result.data
  const scroller = useRef<HTMLDivElement>(null)
  const pageNumber = query.page ?? 1
  useLastPage(result.isPlaceholderData ? undefined : page, pageNumber, change)
  const washed = useWashed(result.isPlaceholderData ? undefined : page, JSON.stringify(query), stateOf)
  const { waiting, show } = useNewRows({
    channel,
    queryKey,
    load,
    loadRows,
    page,
    isFirstPage: pageNumber === 1,
    isBusy: () => {
      const isScrolled = (scroller.current?.scrollTop ?? 0) > 4 || window.scrollY > 80
      return isScrolled || pageNumber > 1 || isRowInHand() || isBusy()
    },
  })
  return {
    rows: page?.data,
    /** Rows of all pages; undefined where there are too many to count. */
    total: page?.meta.pagination.is_more ? undefined : (page?.meta.pagination.total ?? 0),
    list: { rows: page?.data, washed, stale: result.isPlaceholderData },
    waiting: { count: waiting, show },
    isSlow: useDelayed(result.isPending),
    scroller,
    pager: page && page.data.length > 0 && (
      <ListPager
        pagination={page.meta.pagination}
        size={search.limit ?? defaultPageSize}
        onChange={(to) => {
          scroller.current?.scrollTo({ top: 0 })
          change(to)
        }}
      />
    ),
  }
}

/** A page behind the last one, as when all its orders were confirmed, is no empty list: its reader goes on with the last. */
function useLastPage(
  page: RowPage<unknown> | undefined,
  number: number,
  change: LiveListOptions<ListRow, RowPage<ListRow>>['change'],
): void {
  const last = page?.meta.pagination.total_pages ?? number
  const isBehind = page?.data.length === 0 && last < number
  const goBack = useEffectEvent(() => change({ page: last }, true))
  useEffect(() => {
    if (isBehind) goBack()
  }, [isBehind])
}
