import { useSuspenseQuery } from '@tanstack/react-query'
import { useChildMatches } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type DueGroup, dueGroups, queueSteps } from '../../../../model/queue-groups.ts'
import { count } from '../../../parts/figures.ts'
import { ListBody } from '../../../parts/list/list-body.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { ListTabs } from '../../../parts/list/list-tabs.tsx'
import { PhoneActions } from '../../../parts/list/phone-actions.tsx'
import { focusedRow, useListKeys } from '../../../parts/list/use-list-keys.ts'
import { useSelection } from '../../../parts/list/use-selection.ts'
import { OrderLiveMark } from '../../../parts/live-mark.tsx'
import { LaterPrintJobs } from '../../../parts/print-jobs/later-print-jobs.tsx'
import type { QueueRow } from '../../../parts/queries/queue-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useDelayed } from '../../../ui/use-delayed.ts'
import { useKeys } from '../../../ui/use-keys.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { NewOrderButton } from '../create/new-order-button.tsx'
import { chosenOrder } from '../list/chosen-order.ts'
import { ListedOrders } from '../list/listed-orders.ts'
import { nextStepOf, type NextStep } from '../list/next-step.tsx'
import { OrderSelectionBar } from '../list/order-selection-bar.tsx'
import { ordersSearch } from '../list/orders-search.ts'
import { useNextStep, useOpenOrder } from '../list/use-next-step.tsx'
import { useOrdersSearch, usePrefetch } from '../list/use-orders.ts'
import { ViewSwitch } from '../list/view-switch.tsx'
import { AutoPrint } from '../print/auto-print.tsx'
import { ScanButton } from '../list/scan-button.tsx'
import { QueueCards } from './queue-cards.tsx'
import { useQueueColumns } from './queue-columns.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { MoreRows } from './more-rows.tsx'
import { QueueLine } from './queue-line.tsx'
import { type QueueGroup, useGroupStep, useQueue, useSelectGroups } from './use-queue.ts'

/** Orders by the time by which they have to leave, and one key and one button for what each waits for. */
export function QueuePage() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { search, change } = useOrdersSearch()
  const narrow = useNarrow()
  const { openId, open } = useOpenOrder()
  const scroller = useRef<HTMLDivElement>(null)
  const selection = useSelection<QueueRow, ReturnType<typeof keep>>(
    JSON.stringify(ordersSearch.filtersOf(search)),
    keep,
  )
  const queue = useQueue(selection.size > 0 || openId !== null)
  const { result, rows } = queue
  const next = useNextStep(open)
  const table = useQueueColumns({ rows: rows ?? [], selection, next: next.runner })
  const prefetch = usePrefetch(1, {})
  const selectGroups = useSelectGroups(selection.filterKey, selection.toggleAll)
  const selectAll = useSelectGroups(selection.filterKey, selection.choose)
  const groupStep = useGroupStep(next.runAll)
  const isSlow = useDelayed(result.isPending)
  const isCovered = useChildMatches({ select: (matches) => matches.length > 0 })
  useListKeys({
    rows: isCovered && openId === null ? [] : (rows ?? []),
    openId,
    onOpen: open,
    onSelect: selection.toggle,
    onSelectGroup: ({ due }) => selectGroups.mutate([due]),
    onEscape: selection.clear,
  })
  useStepKeys(rows ?? [], selection.size === 0 && openId === null, next.runner)
  const chosenIn = (due: DueGroup) => [...selection.chosen.values()].filter((one) => one.due === due).length
  const lineOf = (group: QueueGroup) => (
    <QueueLine
      group={group}
      chosen={chosenIn(group.due)}
      isLoading={selectGroups.isPending && selectGroups.variables.includes(group.due)}
      onSelect={() => selectGroups.mutate([group.due])}
      onStep={groupSteps
        .filter((step) => next.runner.mayRun(step) && (search.step === undefined || search.step === step))
        .map((step) => ({ step, run: () => groupStep.mutate({ due: group.due, step }) }))}
      onFold={group.due === 'later' ? queue.foldLater : undefined}
    />
  )
  const total = queue.groups.reduce((sum, group) => sum + group.total, 0)
  const more = <MoreRows result={result} />

  return (
    <ListedOrders value={rows ?? []}>
      <ListPage
        title={t('area.orders')}
        mark={
          <>
            {!narrow && <ViewSwitch />}
            <OrderLiveMark />
          </>
        }
        actions={
          !narrow && (
            <>
              <NewOrderButton />
              <ScanButton hasSelection={selection.size > 0} />
            </>
          )
        }
        tabs={
          <ListTabs
            label={t('queue.steps')}
            view={narrow && <ViewSwitch />}
            all={t('queue.everything')}
            tabs={queueSteps.map((key) => ({ key, label: t(`queue.step.${key}`) }))}
            active={search.step}
            counts={result.data && queue.stepTotals}
            onChange={(step) => change({ step })}
          />
        }
        filters={
          <>
            {allows(me, 'orders.print') && <LaterPrintJobs />}
            <QueueFilters
              end={
                narrow ? (
                  <PhoneActions first={<ScanButton hasSelection={selection.size > 0} />}>
                    <NewOrderButton />
                  </PhoneActions>
                ) : (
                  table.menu
                )
              }
            />
          </>
        }
        waiting={{ count: 0, label: '', show: () => undefined }}
        scrollerRef={scroller}
        pager={!queue.isCounted && <small>{t('queue.moreThan', { figure: count(total) })}</small>}
        selectionBar={
          <OrderSelectionBar
            size={selection.size}
            isRowOpen={openId !== null}
            onClear={selection.clear}
            selection={selection}
            all={{
              total,
              shown: rows?.length ?? 0,
              isLoading: selectAll.isPending,
              select: () => selectAll.mutate(dueGroups),
            }}
          />
        }
      >
        <ListBody<QueueRow>
          result={result}
          rows={rows}
          washed={none}
          stale={result.isPlaceholderData}
          isSlow={isSlow}
          onClearFilters={() => change({ ...ordersSearch.none, view: 'queue' })}
          sorting={sorting}
          selected={selection.chosen}
          openId={openId}
          onOpen={open}
          scrollerRef={scroller}
          label={t('queue.queue')}
          failed={t('orders.failed')}
          empty={<NothingWaits />}
          table={table}
          groups={queue.groups.map((group) => ({
            key: group.due,
            line: lineOf(group),
            rows: group.isOpen ? group.rows : [],
          }))}
          foot={more}
          cards={(list) => (
            <>
              <QueueCards
                {...list}
                groups={queue.groups}
                lineOf={lineOf}
                selection={selection}
                next={next.runner}
              />
              {more}
            </>
          )}
          onPoint={(row) => prefetch(row.id)}
        />
      </ListPage>
      {next.dialog}
      {allows(me, 'orders.print') && <AutoPrint />}
    </ListedOrders>
  )
}

const keep = (row: QueueRow) => ({ ...chosenOrder(row), due: row.due })
const none: ReadonlySet<number> = new Set()
const sorting = { field: 'ship_by_at', descending: false, onChange: () => undefined }

const groupSteps = ['confirm', 'print'] as const
const keyOfStep = { c: 'confirm', p: 'print', a: 'answer' } as const satisfies Record<string, NextStep>

/** One key per step, for the row that has the focus. */
function useStepKeys(
  rows: readonly QueueRow[],
  isOn: boolean,
  next: ReturnType<typeof useNextStep>['runner'],
) {
  const runOf = (step: NextStep) => () => {
    const row = isOn ? rows.find(({ id }) => id === focusedRow()) : undefined
    if (row && nextStepOf(row) === step && next.mayRun(step)) next.run(row, step)
  }
  useKeys(Object.fromEntries(Object.entries(keyOfStep).map(([key, step]) => [key, runOf(step)])))
}

function NothingWaits() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  if (ordersSearch.hasFilters(search) || search.step)
    return (
      <EmptyState title={t('orders.noMatch')} text={t('orders.noMatchText')}>
        <Button onClick={() => change({ ...ordersSearch.none, view: 'queue' })}>
          {t('list.clearFilters')}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState title={t('queue.nothing')} text={t('queue.nothingText')}>
      <Button onClick={() => change({ ...ordersSearch.none })}>{t('queue.all')}</Button>
    </EmptyState>
  )
}
