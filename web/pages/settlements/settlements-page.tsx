import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../console-queries.ts'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { count } from '../../parts/figures.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { ListBody } from '../../parts/list/list-body.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { PhoneActions } from '../../parts/list/phone-actions.tsx'
import { useListKeys } from '../../parts/list/use-list-keys.ts'
import { useLive } from '../../parts/live.ts'
import { MeaningsMark } from '../../parts/meanings/meanings-mark.tsx'
import { settlementsKey, settlementsQuery, settlementTotalsQuery } from './settlement-queries.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { useNarrow } from '../../ui/use-media.ts'
import { SettlementCards, useSettlementColumns } from './settlement-columns.tsx'
import { SettlementFilters } from './settlement-filters.tsx'
import { settlementSearch, useSettlementSearch } from './settlement-search.ts'
import { SettlementTotals } from './settlement-totals.tsx'
import styles from './settlements.module.css'

/** Payouts of the channels, order by order, the latest first. */
export function SettlementsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const { search, change, query } = useSettlementSearch()
  const pages = useInfiniteQuery(settlementsQuery(query))
  const { data: totals } = useQuery(settlementTotalsQuery(query))
  const { menu, ...table } = useSettlementColumns()
  const queries = useQueryClient()
  useLive(
    'settlement.change',
    () => void queries.invalidateQueries({ queryKey: settlementsKey }, afterReading),
  )
  const scroller = useRef<HTMLDivElement>(null)
  // The list only grows at its end, so that a place in it names its row.
  const rows = pages.data?.pages.flatMap(({ data }) => data).map((row, at) => ({ ...row, id: at + 1 }))
  const total = totals?.currencies.reduce((sum, one) => sum + one.order_count, 0)
  const open = (id: number) => {
    const orderId = rows?.[id - 1]?.order_id
    if (orderId) void navigate({ to: paths.order(orderId) })
  }
  useListKeys({
    rows: rows ?? [],
    openId: null,
    onOpen: open,
    onSelect: () => undefined,
    onEscape: () => undefined,
  })
  const exporting = (
    <ExportMenu
      permission="orders.export"
      notAllowed={t('exports.notAllowedList')}
      summary={total === undefined ? null : t('exports.settlements', { count: total, figure: count(total) })}
      isEmpty={rows?.length === 0}
      request={(format) => api('GET /settlements/export', { query: { ...query, format } })}
    />
  )
  return (
    <ListPage
      title={t('area.settlements')}
      mark={
        <MeaningsMark
          label={t('settlements.meanings')}
          meanings={[
            { name: t('settlements.paidOn'), of: 'payoutDay' },
            { name: t('settlements.kept'), of: 'payoutCharged' },
            { name: t('settlements.expected'), of: 'payoutExpected' },
            { name: t('settlements.difference'), of: 'payoutDifference' },
          ]}
        />
      }
      actions={!narrow && exporting}
      filters={
        <>
          <SettlementFilters end={narrow ? <PhoneActions>{exporting}</PhoneActions> : menu} />
          <SettlementTotals />
        </>
      }
      waiting={{ count: 0, label: '', show: () => undefined }}
      scrollerRef={scroller}
      pager={rows && rows.length > 0 && <More pages={pages} shown={rows.length} total={total} />}
      selectionBar={null}
    >
      <ListBody
        rows={rows}
        washed={nothing}
        stale={pages.isPlaceholderData}
        result={pages}
        isSlow={useDelayed(pages.isPending)}
        onClearFilters={() => change(settlementSearch.none)}
        sorting={latestFirst}
        selected={noRows}
        openId={null}
        onOpen={open}
        scrollerRef={scroller}
        label={t('area.settlements')}
        failed={t('settlements.loadFailed')}
        empty={
          settlementSearch.hasFilters(search) ? (
            <EmptyState title={t('settlements.noMatch')} text={t('settlements.noMatchText')}>
              <Button onClick={() => change(settlementSearch.none)}>{t('list.clearFilters')}</Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('settlements.none')} text={t('settlements.noneText')}>
              <HelpLink answer="payouts" />
            </EmptyState>
          )
        }
        table={table}
        cards={(list) => <SettlementCards {...list} />}
      />
    </ListPage>
  )
}

const nothing: ReadonlySet<number> = new Set()
const noRows: ReadonlyMap<number, unknown> = new Map()
const latestFirst = { field: 'settled_at', descending: true, onChange: () => undefined }

type MoreProps = {
  pages: Pick<
    ReturnType<typeof useInfiniteQuery>,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >
  shown: number
  total: number | undefined
}

/** The length of the list so far, and the way on. */
function More({ pages, shown, total }: MoreProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  return (
    <div className={styles['more']}>
      {total !== undefined && (
        <span>{t('settlements.shown', { shown: count(shown), total: count(total) })}</span>
      )}
      {pages.isFetchNextPageError && <span role="alert">{errorMessage(pages.error)}</span>}
      {pages.hasNextPage && (
        <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('settlements.showMore')}
        </Button>
      )}
    </div>
  )
}
