import { useTranslation } from 'react-i18next'
import { orderStatusIds } from '../../../../model/order-status.ts'
import { waybillRefusal } from '../../../../model/printing.ts'
import type { Permission } from '../../../../model/permissions.ts'
import type { QueueStep } from '../../../../model/queue-groups.ts'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './order-columns.module.css'

export type NextStep = 'answer' | 'confirm' | 'print' | 'scan'

/** Rights of the reader, and how a step is run. */
export type NextStepRunner = {
  may: (permission: Permission) => boolean
  run: (row: OrderRow, step: NextStep) => void
}

export const permissionOf: Record<NextStep, Permission> = {
  answer: 'orders.cancel',
  confirm: 'orders.confirm',
  print: 'orders.print',
  scan: 'orders.set_packed',
}

/** The one thing that an order waits for, as far as the list knows; null while nothing does, or something is under way. */
export function nextStepOf(row: OrderRow & { step?: QueueStep }): NextStep | null {
  const { status, latest_action: action, cancel_requested_at: cancelRequestedAt } = row
  if (action?.is_under_way) return null
  if (requestOf(row)) return 'answer'
  const isOpen = isOpenOrder(row)
  // The queue knows of couriers that came in vain and of orders that wait for one.
  if (status.id === orderStatusIds.pending || row.step === 'confirm') return 'confirm'
  const refusal = waybillRefusal({
    status: status.id,
    isDigital: false,
    packedAt: row.packed_at,
    printedAt: row.is_printed === 1 ? '' : null,
    trackingNumber: row.tracking_number,
    cancelRequestedAt,
  })
  if (isOpen && row.is_printed === 0 && refusal === null) return 'print'
  const isReady = status.id === orderStatusIds.ready_to_ship
  return isReady && row.is_printed === 1 && row.checked_at === null ? 'scan' : null
}

const isOpenOrder = ({ status }: Pick<OrderRow, 'status'>) =>
  status.id >= orderStatusIds.pending && status.id <= orderStatusIds.ready_to_ship

/** Answers which request the buyer waits to have answered. */
export function requestOf(
  row: Pick<OrderRow, 'status' | 'cancel_requested_at' | 'return_status'>,
): 'cancel' | 'return' | null {
  if (row.cancel_requested_at && isOpenOrder(row)) return 'cancel'
  return row.return_status?.code === 'requested' ? 'return' : null
}

export function NextStepButton({ row, next }: { row: OrderRow; next: NextStepRunner }) {
  const { t } = useTranslation()
  const step = nextStepOf(row)
  if (!step || !next.may(permissionOf[step])) return null
  const label = t(`orders.nextStep.${step}`)
  return (
    <Button
      size="small"
      className={styles['next']}
      aria-label={`${label} · ${row.code}`}
      onClick={() => next.run(row, step)}
    >
      {label}
    </Button>
  )
}
