import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../../console-queries.ts'
import {
  type DueGroup,
  dueGroups,
  groupsOfDue,
  queueStepOf,
  type QueueStep,
} from '../../../../model/queue-groups.ts'
import { api } from '../../../api.ts'
import { changedIds, useLive } from '../../../parts/live.ts'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import {
  firstGroups,
  loadGroups,
  type QueueFigure,
  type QueuePage,
  queueQuery,
  type QueueRow,
} from '../../../parts/queries/queue-queries.ts'
import { showToast } from '../../../ui/toast.ts'
import { toQueueQuery } from '../list/orders-search.ts'
import { statusOf } from '../order-labels.ts'
import { useOrdersSearch } from '../list/use-orders.ts'

export type QueueGroup = {
  due: DueGroup
  total: number
  first: string | null
  rows: QueueRow[]
  isOpen: boolean
  /** Orders of the group by what they wait for. */
  steps: Partial<Record<QueueStep, number>>
}

/** Orders of one selection at most. */
const mostSelected = 3000

/** The rows of the queue in their groups, which keep themselves fresh; while `isBusy`, none comes or goes. */
export function useQueue(isBusy: boolean) {
  const { search } = useOrdersSearch()
  const query = useMemo(() => toQueueQuery(search), [search])
  const [unfolded, setUnfolded] = useState<boolean>()
  const queries = useQueryClient()
  const chosen = search.due && groupsOfDue(search.due)
  const first = useInfiniteQuery(queueQuery(query, chosen ?? firstGroups))
  const ofGroups = (all: readonly QueueFigure[]) =>
    chosen ? all.filter(({ due }) => chosen.includes(due)) : all
  const firstTotals = totalsOf(ofGroups(figuresOf(first.data)), query.step)
  const isEarlier = firstGroups.some((due) => firstTotals[due].total > 0)
  // Nothing of what a link leads to is folded away, and no answer is.
  const isOpenAtFirst = chosen !== undefined || query.step === 'answer'
  const isLaterOpen = unfolded ?? (isOpenAtFirst || (first.data !== undefined && !isEarlier))
  const due = chosen ?? (isLaterOpen ? dueGroups : firstGroups)
  const whole = useInfiniteQuery({ ...queueQuery(query, due), enabled: isLaterOpen })
  const result = isLaterOpen ? whole : first
  const options = queueQuery(query, due)
  // Events renew the query that is on screen alone.
  const figures = ofGroups(figuresOf(result.data ?? first.data))
  const totals = totalsOf(figures, query.step)
  const rows = result.data?.pages.flatMap((page) => page.data)

  const isBehind = useRef(false)
  // The last question about each row: answers may overtake each other.
  const asked = useRef(new Map<number, symbol>())
  const renew = () => {
    isBehind.current = false
    asked.current.clear()
    void queries.invalidateQueries({ queryKey: options.queryKey, exact: true }, afterReading)
  }
  const catchUp = useEffectEvent(() => {
    if (isBehind.current) renew()
  })
  useEffect(() => {
    if (!isBusy) catchUp()
  }, [isBusy])

  /** While somebody selects, rows change where they stand. */
  async function renewInPlace(ids: Set<number> | null) {
    const shown = queries.getQueryData(options.queryKey)
    const known = shown?.pages.flatMap((page) => page.data.map((row) => row.id)) ?? []
    const wanted = known.filter((id) => ids?.has(id) ?? true).slice(0, 100)
    if (wanted.length === 0) return
    const question = Symbol('question')
    for (const id of wanted) asked.current.set(id, question)
    const query = { ids: wanted, limit: 100 }
    const { data } = await api('GET /orders/filter', { query }).catch(() => ({ data: [] }))
    const isLast = ({ id }: OrderRow) => asked.current.get(id) === question
    const fresh = new Map(data.filter(isLast).map((row) => [row.id, row]))
    queries.setQueryData<InfiniteData<QueuePage, string>>(
      options.queryKey,
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            data: page.data.map((row) => withState(row, fresh)),
          })),
        },
    )
  }

  useLive('order.change', (values) => {
    // Rows that are being read come and go in any case.
    const staysInPlace = isBusy && queries.isFetching({ queryKey: options.queryKey, exact: true }) === 0
    isBehind.current ||= staysInPlace
    if (staysInPlace) void renewInPlace(changedIds(values))
    else renew()
  })

  return {
    result,
    query,
    rows,
    groups: groupsOf(rows ?? [], figures, totals, isLaterOpen),
    stepTotals: stepTotals(figures),
    isCounted: (result.data ?? first.data)?.pages[0]?.meta.is_counted ?? true,
    isLaterOpen,
    foldLater: () => setUnfolded(!isLaterOpen),
  }
}

function withState(row: QueueRow, fresh: ReadonlyMap<number, OrderRow>): QueueRow {
  const found = fresh.get(row.id)
  return found ? { ...found, due: row.due, deadline_at: row.deadline_at, step: stepOf(found, row) } : row
}

function stepOf(row: OrderRow, before: QueueRow): QueueStep {
  const isReady = (one: OrderRow) => one.status.code === 'ready_to_ship'
  return queueStepOf({
    status: statusOf(row.status),
    isCancelRequested: row.cancel_requested_at !== null,
    // A courier that came in vain is heard of with the next page.
    isPickupFailed: isReady(row) && isReady(before) && before.step === 'confirm',
    isPrinted: row.is_printed === 1,
    isChecked: row.checked_at !== null,
    courier: row.shipment_provider?.id ?? null,
  })
}

const figuresOf = (data: InfiniteData<QueuePage> | undefined): readonly QueueFigure[] =>
  data?.pages[0]?.meta.figures ?? []

type Totals = Record<DueGroup, { total: number; first: string | null }>

function totalsOf(figures: readonly QueueFigure[], step: QueueStep | undefined): Totals {
  return Object.fromEntries(
    dueGroups.map((due) => {
      const ofGroup = figures.filter((one) => one.due === due && (step === undefined || one.step === step))
      const firsts = ofGroup.flatMap((one) => one.first_deadline ?? []).toSorted()
      return [due, { total: ofGroup.reduce((sum, { total }) => sum + total, 0), first: firsts[0] ?? null }]
    }),
  ) as Totals
}

function stepTotals(figures: readonly QueueFigure[]): Partial<Record<QueueStep, number>> {
  const totals: Partial<Record<QueueStep, number>> = {}
  for (const { step, total } of figures) totals[step] = (totals[step] ?? 0) + total
  return totals
}

function groupsOf(
  rows: QueueRow[],
  figures: readonly QueueFigure[],
  totals: Totals,
  isLaterOpen: boolean,
): QueueGroup[] {
  const byDue = Map.groupBy(rows, ({ due }) => due)
  return dueGroups
    .map((due) => ({
      due,
      ...totals[due],
      rows: byDue.get(due) ?? [],
      isOpen: due !== 'later' || isLaterOpen,
      steps: stepTotals(figures.filter((one) => one.due === due)),
    }))
    .filter(({ total, rows: ofGroup }) => total > 0 || ofGroup.length > 0)
}

/** Chooses whole groups, also what is not on screen. Rows that come when the queue has other filters are none of theirs. */
export function useSelectGroups(filterKey: string, choose: (rows: QueueRow[]) => void) {
  const { t } = useTranslation()
  const { search } = useOrdersSearch()
  return useMutation({
    mutationFn: async (due: readonly DueGroup[]) => {
      const rows = await loadGroups(toQueueQuery(search), due, mostSelected)
      return { of: filterKey, rows }
    },
    onSuccess: ({ of, rows }) => of === filterKey && choose(rows),
    onError: () => showToast({ tone: 'error', message: t('error.failed') }),
  })
}

/** Runs a step for all orders of a group that wait for it. */
export function useGroupStep(run: (ids: number[], step: 'confirm' | 'print') => void) {
  const { t } = useTranslation()
  const { search } = useOrdersSearch()
  return useMutation({
    mutationFn: async ({ due, step }: { due: DueGroup; step: 'confirm' | 'print' }) => {
      const rows = await loadGroups({ ...toQueueQuery(search), step }, [due], mostSelected)
      run(
        rows.map(({ id }) => id),
        step,
      )
    },
    onError: () => showToast({ tone: 'error', message: t('error.failed') }),
  })
}
