import { useChildMatches } from '@tanstack/react-router'
import type { Sorting } from '../../ui/data-table.tsx'
import { useListKeys } from './use-list-keys.ts'
import { type ListRow, type LiveListOptions, type RowPage, useLiveList } from './use-live-list.tsx'
import { useSelectAll } from './use-select-all.ts'
import { useSelection } from './use-selection.ts'

type Options<Row extends ListRow, P extends RowPage<Row>, Query, Kept> = Omit<
  LiveListOptions<Row, P>,
  'result' | 'load' | 'isBusy'
> & {
  result: LiveListOptions<Row, P>['result'] & { isError: boolean; error: unknown; refetch: () => unknown }
  query: Query
  load: (query: Query) => Promise<P>
  /** With other ones the selected rows are others. */
  filters: { sort?: unknown }
  sorting: Sorting
  /** The part of a selected row that dialogs show and send. */
  keep: (row: Row) => Kept
  /** The row in the drawer over the list. */
  openId: number | null
  onOpen: (id: number) => void
  maySelect?: boolean
  onStar?: ((row: Row) => void) | null
}

/** A list with its selection and its keys, as the parts of its page need them: the frame, the rows and the selection bar. */
export function useList<
  Row extends ListRow,
  P extends RowPage<Row>,
  Query extends { page?: number; limit?: unknown },
  Kept,
>(options: Options<Row, P, Query, Kept>) {
  const { result, query, load, openId, onOpen, onStar = null, maySelect = true } = options
  const isCovered = useChildMatches({ select: (matches) => matches.length > 0 })
  const selection = useSelection(JSON.stringify({ ...options.filters, sort: undefined }), options.keep)
  const all = useSelectAll((page, limit) => load({ ...query, page, limit }), selection)
  const { rows, total, list, waiting, isSlow, scroller, pager } = useLiveList({
    ...options,
    load: () => load(query),
    isBusy: () => selection.size > 0 || openId !== null,
  })
  useListKeys({
    rows: isCovered && openId === null ? [] : (rows ?? []),
    openId,
    onOpen,
    onSelect: maySelect ? selection.toggle : () => undefined,
    onStar: selection.size === 0 ? onStar : null,
    onEscape: selection.clear,
  })
  return {
    rows: rows ?? [],
    total,
    selection,
    waiting,
    frame: { scrollerRef: scroller, pager },
    body: {
      ...list,
      result,
      isSlow,
      onClearFilters: () =>
        options.change(Object.fromEntries(Object.keys(options.filters).map((name) => [name, undefined]))),
      sorting: options.sorting,
      selected: selection.chosen,
      openId,
      onOpen,
      scrollerRef: scroller,
    },
    bar: { size: selection.size, isRowOpen: openId !== null, onClear: selection.clear },
    /** Selecting all rows that match the filters, where the page offers it and they can be counted. */
    all:
      total === undefined
        ? undefined
        : { total, shown: rows?.length ?? 0, isLoading: all.isPending, select: () => all.mutate() },
  }
}
