import type { TFunction } from 'i18next'
import { duration, shortTime, type Clock } from '../../../parts/dates.ts'
import type { QueueRow } from '../../../parts/queries/queue-queries.ts'
import { type OrderHint, orderHint } from '../order-labels.ts'
import { parcelStateOf } from '../parcel-state.ts'

/** The line under an order's status: the thing that it waits for. */
export function stateOf(
  row: QueueRow,
  t: TFunction,
  now: Date,
  clock: Clock,
  channel: string | undefined,
): OrderHint {
  // The time left stands in a column of its own.
  const hint = orderHint({ ...row, ship_by_at: null, packed_at: null }, t, now)
  if (hint) return hint
  const muted = (label: string): OrderHint => ({ label, tone: 'muted' })
  switch (row.step) {
    case 'answer':
      return { label: t('orders.cancelAsked'), tone: 'danger' }
    case 'confirm':
      if (row.status.code === 'ready_to_ship') return { label: t('queue.pickupFailed'), tone: 'danger' }
      return muted(t(row.status.code === 'confirmed' ? 'queue.notBooked' : 'queue.notConfirmed'))
    case 'waiting':
      return muted(channel ? t('queue.waitingFor', { channel }) : t('queue.waitingForChannel'))
    case 'print':
    case 'scan':
    case 'hand_over':
      return muted(parcelStateOf(row, t, now, clock))
  }
}

const soonMs = 3 * 3_600_000

export type DueText = { left: string; by: string; tone: 'danger' | 'warning' | undefined }

/** "2 h late, was 08:30", "3 h left, by 13:00". */
export function dueOf(row: QueueRow, t: TFunction, now: Date, clock: Clock): DueText | null {
  if (!row.deadline_at) return null
  const at = new Date(row.deadline_at)
  const ms = at.getTime() - now.getTime()
  const time = shortTime(at, now, clock)
  const left = duration(Math.abs(ms), clock.locale)
  if (ms <= 0) return { left: t('queue.late', { left }), by: t('queue.was', { time }), tone: 'danger' }
  return {
    left: t('queue.left', { left }),
    by: t('queue.by', { time }),
    tone: ms < soonMs ? 'warning' : undefined,
  }
}
