import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orderStatuses } from '../../../../model/order-status.ts'
import { api } from '../../../api.ts'
import { ConnectShop } from '../../../parts/connect-shop.tsx'
import { HelpLink } from '../../../parts/help-link.tsx'
import { ComparedNote } from '../../../parts/list/compared-note.tsx'
import { ListBody } from '../../../parts/list/list-body.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { ListTabs } from '../../../parts/list/list-tabs.tsx'
import { PhoneActions } from '../../../parts/list/phone-actions.tsx'
import { useList } from '../../../parts/list/use-list.ts'
import { OrderLiveMark } from '../../../parts/live-mark.tsx'
import { orderListQuery, type OrderRow } from '../../../parts/queries/order-queries.ts'
import { LaterPrintJobs } from '../../../parts/print-jobs/later-print-jobs.tsx'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { NewOrderButton } from '../create/new-order-button.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { AutoPrint } from '../print/auto-print.tsx'
import { ScanButton } from './scan-button.tsx'
import { chosenOrder } from './chosen-order.ts'
import { OrderCards } from './order-cards.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { OrderSelectionBar } from './order-selection-bar.tsx'
import { ListedOrders } from './listed-orders.ts'
import { OrdersFilters } from './orders-filters.tsx'
import { ordersSearch } from './orders-search.ts'
import { useOrders, useOrdersSearch, usePrefetch } from './use-orders.ts'
import { useNextStep, useOpenOrder } from './use-next-step.tsx'
import { useStar } from './use-star.ts'
import { ViewSwitch } from './view-switch.tsx'

export function OrderListPage() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { search, change, query, result } = useOrders()
  const page = result.data
  const isMore = page?.meta.pagination.is_more
  const { openId, open } = useOpenOrder()
  const narrow = useNarrow()
  const prefetch = usePrefetch(page?.meta.pagination.total_pages ?? 1, query)
  const star = useStar()
  const toggleStar = allows(me, 'orders.mark')
    ? (row: OrderRow) => star.mutate({ ids: [row.id], is_star: row.is_star === 1 ? 0 : 1 })
    : null
  const { rows, selection, waiting, frame, body, bar, all } = useList({
    result,
    query,
    queryKey: orderListQuery(query).queryKey,
    load: (asked) => api('GET /orders/filter', { query: asked }),
    loadRows: async (ids) =>
      (await api('GET /orders/filter', { query: { ids: ids.join(','), limit: 100 } })).data,
    channel: 'order.change',
    stateOf: statusOfRow,
    search,
    change,
    filters: ordersSearch.filtersOf(search),
    sorting: ordersSearch.sorting(search, (sort) => change({ sort })),
    keep: chosenOrder,
    openId,
    onOpen: open,
    onStar: toggleStar,
  })
  const next = useNextStep(open)
  const { menu, ...table } = useOrderColumns({
    rows,
    selection,
    onStar: toggleStar,
    next: next.runner,
  })
  const isFiltered = ordersSearch.hasFilters(search) || search.status !== undefined
  // Before the first order there is nothing to choose, scan or export.
  const hasNone = !isFiltered && rows?.length === 0
  const moreActions = (
    <>
      <NewOrderButton />
      {!hasNone && <ExportButton query={query} total={isMore ? undefined : page?.meta.pagination.total} />}
    </>
  )
  const scan = !hasNone && <ScanButton hasSelection={selection.size > 0} />

  return (
    <ListedOrders value={rows}>
      <ListPage
        title={t('area.orders')}
        mark={
          <>
            {!narrow && <ViewSwitch />}
            <OrderLiveMark />
          </>
        }
        actions={!narrow && moreActions}
        mainAction={!narrow && scan}
        tabs={
          !hasNone && (
            <ListTabs
              label={t('orders.statuses')}
              view={narrow && <ViewSwitch />}
              tabs={orderStatuses.map((key) => ({ key, label: t(`status.${key}`) }))}
              active={search.status}
              counts={page?.meta.status_counts ?? undefined}
              moreThan={isMore && search.status === undefined ? page?.meta.pagination.total : undefined}
              onChange={(status) => change({ status })}
            />
          )
        }
        filters={
          <>
            {allows(me, 'orders.print') && <LaterPrintJobs />}
            <OrdersFilters end={narrow ? <PhoneActions first={scan}>{moreActions}</PhoneActions> : menu} />
            <ComparedNote compared={page?.meta.compared_in} />
          </>
        }
        waiting={{ ...waiting, label: t('orders.newOrders', { count: waiting.count }) }}
        {...frame}
        selectionBar={<OrderSelectionBar {...bar} selection={selection} all={all} />}
      >
        <ListBody
          {...body}
          label={t('area.orders')}
          failed={t('orders.failed')}
          empty={<Nothing isFiltered={isFiltered} />}
          table={table}
          cards={(list) => (
            <OrderCards {...list} selection={selection} onStar={toggleStar} next={next.runner} />
          )}
          onPoint={(row) => prefetch(row.id)}
        />
      </ListPage>
      {next.dialog}
      {allows(me, 'orders.print') && <AutoPrint />}
    </ListedOrders>
  )
}

const statusOfRow = (row: OrderRow) => row.status.code

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation()
  const { change } = useOrdersSearch()
  if (!isFiltered)
    return (
      <EmptyState title={t('orders.none')} text={t('orders.noneText')}>
        <ConnectShop />
        <HelpLink answer="order-missing" />
      </EmptyState>
    )
  return (
    <EmptyState title={t('orders.noMatch')} text={t('orders.noMatchText')}>
      <Button onClick={() => change({ ...ordersSearch.none, status: undefined })}>
        {t('list.clearFilters')}
      </Button>
      <HelpLink answer="find-order" />
    </EmptyState>
  )
}
