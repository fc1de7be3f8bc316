import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { orderQuery } from '../../../parts/queries/order-queries.ts'
import { useAwaitedPrints } from './use-auto-print.ts'
import { usePrint } from '../../../parts/run/use-print.ts'

/** Interval of the polls for labels. */
const pollMs = 1500

/** Watches over what was booked by itself, and has its label printed when it can be had. */
export function AutoPrint() {
  const { awaited, forget } = useAwaitedPrints()
  return awaited.map((one) => (
    <OfOrder key={one.actionId} id={one.orderId} actionId={one.actionId} onEnd={() => forget(one)} />
  ))
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
