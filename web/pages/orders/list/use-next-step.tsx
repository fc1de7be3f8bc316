import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import { usePrint } from '../../../parts/run/use-print.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { PlannedConfirmation } from '../actions/planned-confirmation.tsx'
import { type NextStep, permissionOf } from './next-step.tsx'

/** The order in the drawer over the list, and how another one is opened. */
export function useOpenOrder() {
  const params: { orderId?: string } = useParams({ strict: false })
  const navigate = useNavigate()
  return {
    openId: params.orderId === undefined ? null : Number(params.orderId),
    open: (id: number | null) =>
      void navigate({ to: id === null ? paths.orders() : paths.order(id), search: true, resetScroll: false }),
  }
}

/** Runs the next step of a row: what needs no choice at once, everything else in a panel or in the order's drawer. */
export function useNextStep(open: (id: number) => void) {
  const { data: me } = useSuspenseQuery(meQuery)
  const print = usePrint()
  const navigate = useNavigate()
  const [confirming, setConfirming] = useState<number[] | null>(null)
  const steps: Record<NextStep, (row: OrderRow) => void> = {
    answer: (row) => open(row.id),
    confirm: (row) => setConfirming([row.id]),
    print: (row) => print.mutate({ ids: [row.id], kind: 'waybill' }),
    scan: () => void navigate({ to: paths.scanOrders(), search: true }),
  }
  return {
    runner: {
      may: (permission: Parameters<typeof allows>[1]) => allows(me, permission),
      mayRun: (step: NextStep) => allows(me, permissionOf[step]),
      run: (row: OrderRow, step: NextStep) => steps[step](row),
    },
    /** The same step for many orders. */
    runAll: (ids: number[], step: 'confirm' | 'print') =>
      step === 'confirm' ? setConfirming(ids) : print.mutate({ ids, kind: 'waybill' }),
    dialog: confirming && <PlannedConfirmation ids={confirming} onClose={() => setConfirming(null)} />,
  }
}
