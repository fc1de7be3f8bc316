import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { orderQuery } from '../../../parts/queries/order-queries.ts'
import { useAwaitedPrints } from './use-auto-print.ts'
import { usePrint } from './use-print.ts'
import { actionBatchQuery } from '../actions/action-batch.ts'

/** Interval of the polls for labels. */
const pollMs = 1500

/** Watches over what was confirmed, and opens the print panel with it when its labels can be had. */
export function AutoPrint() {
  const { awaited, forget } = useAwaitedPrints()
  return awaited.map((one) =>
    'batchId' in one ? (
      <OfBatch key={`batch ${one.batchId}`} id={one.batchId} onEnd={() => forget(one)} />
    ) : (
      <OfOrder
        key={`order ${one.actionId}`}
        id={one.orderId}
        actionId={one.actionId}
        onEnd={() => forget(one)}
      />
    ),
  )
}

type Props = { id: number; onEnd: () => void }

function OfOrder({ id, actionId, onEnd }: Props & { actionId: number }) {
  const { data: order } = useQuery({ ...orderQuery(id), refetchInterval: pollMs })
  const action = order?.latest_action
  // Data of the order from before this action does not count.
  const isOver = !!action && action.id >= actionId && !action.is_under_way
  usePrintOnce(isOver ? (action.id === actionId && action.state === 'done' ? [id] : []) : null, onEnd)
  return null
}

function OfBatch({ id, onEnd }: Props) {
  const { data: batch } = useQuery({ ...actionBatchQuery(id), refetchInterval: pollMs })
  const wanted = batch?.results.filter((one) => one.auto_print === 1) ?? []
  // One that is done is heard of again before it counts as over: then its number is there.
  const isOver = batch !== undefined && batch.open === 0 && wanted.every(({ action }) => !action.is_under_way)
  const done = wanted.filter(({ action }) => action.state === 'done').map((one) => one.order_id)
  usePrintOnce(isOver ? done : null, onEnd)
  return null
}

/** @param ids null: not yet; none: there is nothing to print */
function usePrintOnce(ids: number[] | null, onEnd: () => void): void {
  const print = usePrint()
  const end = useEffectEvent(() => {
    if (ids === null) return
    onEnd()
    if (ids.length > 0) print.mutate({ ids, kind: 'waybill' })
  })
  const isOver = ids !== null
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
}
