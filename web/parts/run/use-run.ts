import { useMutation, useQueries, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../console-queries.ts'
import { mostAtOnce } from '../../../model/order-action.ts'
import { api, ApiError } from '../../api.ts'
import { meQuery } from '../../session.ts'
import { showToast } from '../../ui/toast.ts'
import { useErrorMessage } from '../error-message.ts'
import { chunksOf } from '../list/chunks-of.ts'
import { useLive } from '../live.ts'
import { useNow } from '../when.tsx'
import { forgetOrders } from '../queries/order-queries.ts'
import { type ActionBatch, actionBatchQuery } from './action-batch.ts'
import {
  changeRun,
  findOpenRun,
  type OrderRun,
  readRun,
  type RunKind,
  showRun,
  startRun,
} from './order-run.ts'
import { holdsLabels, isOver, labelsToPrint, type Reason, resultsOf, type RunResult } from './run-figures.ts'
import { fileOf, printBatchQuery, type PrintBatch } from './use-print.ts'

/** Orders end one by one: an event for each of them would be hundreds of requests. */
const pollMs = 700

type Start = Pick<OrderRun, 'labels' | 'toPrint'> & { kind: RunKind; ids: number[] }

/** Starts a run in batches of as many orders as one call takes. `send` asks for what is done with them. */
export function useStartRun() {
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  return useMutation({
    mutationFn: async ({
      send,
      ids,
      ...run
    }: Start & { send: (ids: number[]) => Promise<{ data: ActionBatch }> }) => {
      // A run of the same kind that is under way takes the new orders in: they are counted together.
      let begun = findOpenRun(me.id, ({ kind, labels }) => kind === run.kind && labels === run.labels)
      let isStarted = false
      for (const some of ids.length > 0 ? chunksOf(ids, mostAtOnce) : []) {
        const { data } = await send(some)
        queries.setQueryData(actionBatchQuery(data.id).queryKey, data)
        // The batches that have begun are shown, whatever becomes of the next call.
        if (begun)
          showRun(begun, ({ batchIds, toPrint }) => ({
            batchIds: [...batchIds, data.id],
            toPrint: isStarted ? toPrint : [...toPrint, ...run.toPrint],
          }))
        else begun = startRun(me.id, { ...run, batchIds: [data.id] })
        isStarted = true
      }
      if (!isStarted) startRun(me.id, run)
    },
  })
}

export function useRetry(run: OrderRun) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  return useMutation({
    mutationFn: async ({ results }: Reason) => {
      for (const [id, ofBatch] of Map.groupBy(results, ({ batchId }) => batchId)) {
        const ids = ofBatch.map((one) => one.order_id)
        const { data } = await api('POST /orders/action-batches/{id}/retry', {
          params: { id },
          query: { ids },
        })
        queries.setQueryData(actionBatchQuery(data.id).queryKey, data)
        changeRun(run, ({ batchIds }) => ({ batchIds: [...batchIds, data.id] }))
      }
    },
    onError: (error) => showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
  })
}

/** The state of a run's orders and papers. */
export function useRunState(run: OrderRun) {
  const now = useNow(5000).getTime()
  const queries = useQueryClient()
  const { batches, isKnown } = useQueries({
    queries: run.batchIds.map((id) => ({
      ...actionBatchQuery(id),
      refetchInterval: ({ state: { data } }: { state: { data?: ActionBatch | undefined } }) =>
        data && isOver(run, resultsOf([data]), Date.now()) ? (false as const) : pollMs,
    })),
    combine: (found) => ({
      batches: found.flatMap(({ data }) => data ?? []),
      isKnown: found.every(({ data, isError }) => data !== undefined || isError),
    }),
  })
  const prints = useQueries({
    queries: run.prints.map(({ id }) => printBatchQuery(id)),
    combine: (found) => found.flatMap(({ data }) => data ?? []),
  })
  useLive('order.change', () => void queries.invalidateQueries({ queryKey: ['action-batch'] }, afterReading))
  const results = resultsOf(batches)
  const lastEnd = useLastEnd(results, now)
  const holds = !isKnown || holdsLabels(run, results, now, lastEnd)
  return { results, prints, isKnown, holds, isOver: isKnown && isOver(run, results, now) }
}

/** When an order was last seen to end, by the clock of this device: that of the server may differ. */
function useLastEnd(results: readonly RunResult[], now: number): number {
  const ended = results.filter(({ action }) => action.ended_at !== null).length
  const [last, setLast] = useState({ ended, at: now })
  if (last.ended !== ended) setLast({ ended, at: now })
  return last.at
}

/** Goes on with a run: asks for the labels once its orders are confirmed, and opens the file once it is there. */
export function useDriveRun(run: OrderRun, state: ReturnType<typeof useRunState>): void {
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const toPrint = state.holds ? [] : labelsToPrint(run, state.results)
  const print = useEffectEvent(async () => {
    const known = new Set(readRun(run)?.asked)
    const left = toPrint.filter((id) => !known.has(id)).slice(0, mostAtOnce)
    if (left.length === 0 || readRun(run)?.isPaused) return
    changeRun(run, ({ asked }) => ({ asked: [...asked, ...left] }))
    try {
      const { data } = await api('POST /orders/bulk-print', { body: { ids: left, kind: 'waybill' } })
      queries.setQueryData(printBatchQuery(data.id).queryKey, data)
      changeRun(run, ({ prints }) => ({
        prints: [...prints, { id: data.id, kind: 'waybill', isOpened: false }],
      }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Nothing was asked for: somebody goes on when the network is back.
      const asked = new Set(left)
      const fault = errorMessage(error)
      changeRun(run, (now) => ({ asked: now.asked.filter((id) => !asked.has(id)), isPaused: true, fault }))
    }
  })
  // One part after the other, so that a pause holds the rest.
  const isFree =
    state.prints.length === run.prints.length && state.prints.every((one) => one.state === 'done')
  const hasLabels = toPrint.length > 0 && isFree && !run.isPaused
  const parts = run.prints.length
  useEffect(() => {
    if (hasLabels) void alone(print)
  }, [hasLabels, parts])

  const ready = state.prints.filter((batch) => batch.state === 'done' && !isOpened(run, batch))
  const open = useEffectEvent(async () => {
    for (const batch of ready) {
      const latest = readRun(run)
      if (!latest || isOpened(latest, batch)) continue
      changeRun(run, ({ prints }) => ({
        prints: prints.map((one) => (one.id === batch.id ? { ...one, isOpened: true } : one)),
      }))
      forgetOrders(queries, null)
      // Browsers may keep the new tab from opening by itself: the tray has the link as well.
      if (batch.pages !== null) window.open(fileOf(batch), '_blank', 'noreferrer')
    }
  })
  const isReady = ready.length > 0
  useEffect(() => {
    if (isReady) void alone(open)
  }, [isReady])
}

function isOpened({ prints }: OrderRun, { id }: PrintBatch): boolean {
  return prints.find((one) => one.id === id)?.isOpened ?? true
}

/** One of several windows does it. Browsers have locks on safe addresses alone. */
async function alone(work: () => Promise<void>): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks
  if (locks) await locks.request('order-run', work)
  else await work()
}
