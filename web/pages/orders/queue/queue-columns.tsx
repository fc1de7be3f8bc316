import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAfterPage } from '../../../parts/after-page.ts'
import { selectColumn, useColumns } from '../../../parts/list/use-columns.tsx'
import type { QueueRow } from '../../../parts/queries/queue-queries.ts'
import { shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { StatusPill } from '../../../parts/status-pill.tsx'
import { useClock, useNow } from '../../../parts/when.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import type { NextStepRunner } from '../list/next-step.tsx'
import { NextStepButton } from '../list/next-step.tsx'
import type { ChosenOrder } from '../list/chosen-order.ts'
import { useOrderCells } from '../list/order-columns.tsx'
import type { Selection } from '../../../parts/list/use-selection.ts'
import { statusOf } from '../order-labels.ts'
import { dueOf, stateOf } from './queue-state.ts'
import styles from './queue.module.css'

const optional = ['items', 'due', 'state', 'customer', 'total', 'courier', 'tracking'] as const
const shownAtFirst = ['items', 'due', 'state', 'customer'] as const

type Options = { rows: QueueRow[]; selection: Selection<QueueRow, ChosenOrder>; next: NextStepRunner }

/** The columns of the queue: what it is, until when, how it stands, and what comes next. */
export function useQueueColumns({ rows, selection, next }: Options) {
  const { t } = useTranslation()
  const clock = useClock()
  const now = useNow(60_000)
  const { order, items, customer, total, courier, tracking } = useOrderCells(rows)
  const due: Column<QueueRow> = {
    key: 'due',
    title: t('orders.shipBy'),
    width: 134,
    rank: 10,
    cell: (row) => {
      const text = dueOf(row, t, now, clock)
      return (
        <span className={styles['due']} data-tone={text?.tone}>
          <span data-whole="">{text?.left ?? t('queue.noDeadline')}</span>
          {text && <small data-whole="">{text.by}</small>}
        </span>
      )
    },
  }
  const state: Column<QueueRow> = {
    key: 'state',
    title: t('queue.state'),
    width: 160,
    grow: 2,
    max: 230,
    rank: 11,
    cell: (row) => <StateCell row={row} />,
  }
  const nextStep: Column<QueueRow> = {
    key: 'next',
    title: t('queue.nextStep'),
    width: 112,
    align: 'end',
    cell: (row) => <NextStepButton row={row} next={next} />,
  }
  const select = selectColumn(rows, selection, {
    column: t('orders.select'),
    page: t('orders.selectPage'),
    row: ({ code }) => t('orders.selectOrder', { code }),
  })
  const columns = { items, due, state, customer, total, courier, tracking }
  return useColumns<QueueRow, (typeof optional)[number]>({
    name: 'queue',
    columns,
    optional,
    shownAtFirst,
    before: [select, order],
    after: [nextStep],
  })
}

export function StateCell({ row }: { row: QueueRow }) {
  const { t } = useTranslation()
  const clock = useClock()
  const now = useNow(60_000)
  const { data: shops = [] } = useQuery({ ...shopsQuery, enabled: useAfterPage() })
  const channel = shops.find(({ id }) => id === row.shop.data.id)?.platform?.data.name
  const { label, tone, more } = stateOf(row, t, now, clock, channel)
  return (
    <span className={styles['state']}>
      <span>
        <StatusPill status={statusOf(row.status)} />
      </span>
      <small data-tone={tone} title={more}>
        <span data-whole="">{label}</span>
        {more && <span className={styles['reason']}>{more}</span>}
      </small>
    </span>
  )
}
