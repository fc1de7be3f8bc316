import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useChildMatches, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { HelpLink } from '../../../parts/help-link.tsx'
import { LiveMark } from '../../../parts/live-mark.tsx'
import {
  orderHistoryQuery,
  orderListQuery,
  orderQuery,
  type OrderRow,
} from '../../../parts/queries/order-queries.ts'
import { usePageTitle } from '../../../parts/page-title.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useDelayed } from '../../../ui/use-delayed.ts'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { AutoPrint } from '../print/auto-print.tsx'
import { BulkActions } from '../actions/bulk-actions.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { NewOrderButton } from '../create/new-order-button.tsx'
import { OrderCards } from './order-cards.tsx'
import { useColumns } from './order-columns.tsx'
import styles from './orders-page.module.css'
import { OrdersFilters } from './orders-filters.tsx'
import { OrdersPager } from './orders-pager.tsx'
import { defaultPageSize, defaultSort, hasFilters, type OrderSort } from './orders-search.ts'
import { PrintPanel } from '../print/print-panel.tsx'
import { ScanButton } from '../scan/scan-button.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { useFreshRows, useWashed } from './use-fresh-rows.ts'
import { focusRow, useListKeys } from './use-list-keys.ts'
import { useOrders, useOrdersSearch } from './use-orders.ts'
import { useSelection } from './use-selection.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { useStar, useStarChosen } from './use-star.ts'

export function OrdersPage() {
  const { t } = useTranslation()
  usePageTitle(t('area.orders'))
  const { data: me } = useSuspenseQuery(meQuery)
  const { search, change } = useOrdersSearch()
  const { query, result } = useOrders()
  const selection = useSelection(search)
  const star = useStar()
  const starChosen = useStarChosen()
  const scroller = useRef<HTMLDivElement>(null)
  const openId = useOpenId()
  const isCovered = useChildMatches({ select: (matches) => matches.length > 0 })
  const narrow = useNarrow()
  const open = useOpen()
  const page = result.data
  const key = JSON.stringify(query)
  const washed = useWashed(result.isPlaceholderData ? undefined : page, key)
  const fresh = useFreshRows(query, page, () => {
    const scrolled = (scroller.current?.scrollTop ?? 0) > 4 || window.scrollY > 80
    return scrolled || selection.size > 0 || openId !== null || (query.page ?? 1) > 1
  })
  const prepare = usePrepare(page?.meta.pagination.total_pages ?? 1, query)
  const canStar = allows(me, 'orders.mark')
  const toggleStar = canStar
    ? (row: OrderRow) => star.mutate({ ids: [row.id], is_star: row.is_star === 1 ? 0 : 1 })
    : null
  useListKeys({
    rows: isCovered && openId === null ? [] : (page?.data ?? []),
    openId,
    onOpen: open,
    onSelect: selection.toggle,
    onStar: selection.size === 0 ? toggleStar : null,
    onEscape: selection.clear,
  })
  useFocusBack(openId)

  const { columns, menu } = useColumns({ rows: page?.data ?? [], selection, onStar: toggleStar })
  const slow = useDelayed(result.isPending)
  const sort = search.sort ?? defaultSort

  function sortBy(field: string) {
    // Down, up, and back to newest first.
    const next = sort === `-${field}` ? field : sort === field ? undefined : `-${field}`
    change({ sort: next as OrderSort | undefined })
  }

  const list = result.isError ? (
    <div className={styles['surface']}>
      <Failure error={result.error} onRetry={() => void result.refetch()} />
    </div>
  ) : page?.data.length === 0 ? (
    <div className={styles['surface']}>
      <Nothing filtered={hasFilters(search) || search.status !== undefined} />
    </div>
  ) : narrow ? (
    <OrderCards
      rows={page?.data}
      skeletons={slow ? 6 : 0}
      washed={washed}
      stale={result.isPlaceholderData}
      selection={selection}
      onStar={toggleStar}
    />
  ) : (
    <DataTable
      label={t('area.orders')}
      columns={columns}
      rows={page?.data}
      rowId={(row) => row.id}
      skeletons={slow ? 12 : 0}
      sorting={{ field: sort.replace('-', ''), descending: sort.startsWith('-'), onChange: sortBy }}
      washed={washed}
      selected={selection.chosen}
      openId={openId}
      stale={result.isPlaceholderData}
      onOpen={(row) => open(row.id)}
      onPoint={(row) => prepare.detail(row.id)}
      scrollerRef={scroller}
    />
  )

  const pageActions = (
    <>
      <NewOrderButton />
      <ScanButton />
      <ExportButton query={query} total={page?.meta.pagination.total} />
    </>
  )
  return (
    <>
      <main className={styles['page']} inert={isCovered}>
        <div className={styles['title']}>
          <h1>{t('area.orders')}</h1>
          <LiveMark />
          {!narrow && <div className={styles['actions']}>{pageActions}</div>}
        </div>
        <StatusTabs
          active={search.status}
          counts={page?.meta.status_counts}
          onChange={(status) => change({ status })}
        />
        <OrdersFilters columnsMenu={narrow ? pageActions : menu} />
        {fresh.waiting > 0 && (
          <div className={styles['waiting']}>
            <Button
              variant="primary"
              size="small"
              onClick={() => {
                scroller.current?.scrollTo({ top: 0 })
                window.scrollTo({ top: 0 })
                fresh.show()
              }}
            >
              {t('orders.newOrders', { count: fresh.waiting })}
            </Button>
          </div>
        )}
        {list}
        {page && page.data.length > 0 && (
          <OrdersPager
            pagination={page.meta.pagination}
            size={search.limit ?? defaultPageSize}
            onChange={(next) => {
              scroller.current?.scrollTo({ top: 0 })
              change(next)
            }}
          />
        )}
        <SelectionBar
          selection={selection}
          canPrint={allows(me, 'orders.print')}
          onStar={canStar ? (is_star) => starChosen([...selection.chosen.keys()], is_star) : null}
        >
          <BulkActions selection={selection} />
        </SelectionBar>
      </main>
      <Outlet />
      <PrintPanel />
      {allows(me, 'orders.print') && <AutoPrint />}
    </>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return <LoadError title={t('orders.failed')} error={error} onRetry={onRetry} />
}

function Nothing({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation()
  const { change } = useOrdersSearch()
  if (!filtered)
    return (
      <EmptyState title={t('orders.none')} text={t('orders.noneText')}>
        <HelpLink answer="order-missing" />
      </EmptyState>
    )
  const clear = {
    keyword: undefined,
    status: undefined,
    shop_id: undefined,
    payment_method: undefined,
    range: undefined,
    from: undefined,
    to: undefined,
    is_star: undefined,
    has_cancel_request: undefined,
    has_return_request: undefined,
  }
  return (
    <EmptyState title={t('orders.noMatch')} text={t('orders.noMatchText')}>
      <Button onClick={() => change(clear)}>{t('orders.clearFilters')}</Button>
      <HelpLink answer="find-order" />
    </EmptyState>
  )
}

function useOpenId(): number | null {
  const params: { orderId?: string } = useParams({ strict: false })
  return params.orderId === undefined ? null : Number(params.orderId)
}

function useOpen() {
  const navigate = useNavigate()
  return (id: number | null) =>
    void navigate({ to: id === null ? paths.orders() : paths.order(id), search: true, resetScroll: false })
}

/** After the drawer closes, the keyboard goes on at the row that was open. */
function useFocusBack(openId: number | null) {
  const before = useRef(openId)
  useEffect(() => {
    if (openId === null && before.current !== null) focusRow(before.current)
    before.current = openId
  }, [openId])
}

/** Prefetches what the reader will probably open next, before the click. */
function usePrepare(pages: number, query: ReturnType<typeof useOrders>['query']) {
  const queries = useQueryClient()
  const next = (query.page ?? 1) + 1
  useEffect(() => {
    if (next > pages) return undefined
    const timer = setTimeout(() => void queries.prefetchQuery(orderListQuery({ ...query, page: next })), 300)
    return () => clearTimeout(timer)
  }, [queries, query, next, pages])
  return {
    detail: (id: number) => {
      void queries.prefetchQuery(orderQuery(id))
      void queries.prefetchQuery(orderHistoryQuery(id))
    },
  }
}
