/** SQL conditions on an order `o` that leave exactly the orders behind a figure of analytics. */
import { orderStatusIds } from '../../../model/order-status.ts'
import { canceledBy } from '../../analytics/cancel-days-store.ts'
import type { Statement } from '../../db/statement.ts'
import { addDays, startOfDay } from '../../i18n/calendar.ts'

export type FigureFilter = {
  /** Canceled orders; '' for those whose reason nobody told. */
  cancelReason?: string | undefined
  /** Canceled orders; `unknown` where the channel does not say who. */
  cancelInitiator?: string | undefined
  /** Sales whose customer bought for the first time within the filter's days, or before them. */
  customerType?: 'new' | 'returning' | undefined
  customerId?: number | undefined
  /** Counted in order_counts, unlike the others. */
  hasCourier?: boolean | undefined
}

/** True where the filter asks for what order_counts does not know. */
export function hasFigureFilter(filter: FigureFilter): boolean {
  const { cancelReason, cancelInitiator, customerType, customerId } = filter
  return [cancelReason, cancelInitiator, customerType, customerId].some((one) => one !== undefined)
}

export function figureConditions(
  statement: Statement,
  filter: FigureFilter & { timezone: string; from: string | undefined; to: string | undefined },
): string[] {
  const { cancelReason, cancelInitiator, customerType, customerId, hasCourier, timezone, from, to } = filter
  const { reason, initiator } = canceledBy('o')
  const parts: string[] = []
  if (cancelReason !== undefined) parts.push(`${reason} = ${statement.value(cancelReason)}::text`)
  if (cancelInitiator !== undefined) parts.push(`${initiator} = ${statement.value(cancelInitiator)}::text`)
  if (parts.length > 0) parts.push(`o.status = ${orderStatusIds.canceled}`)
  if (hasCourier !== undefined) parts.push(`o.courier is ${hasCourier ? 'not ' : ''}null`)
  if (customerId !== undefined) parts.push(`o.customer_id = ${statement.value(customerId)}::bigint`)
  if (customerType !== undefined && from !== undefined && to !== undefined) {
    const start = `${statement.value(startOfDay(timezone, from))}::timestamptz`
    const end = `${statement.value(startOfDay(timezone, addDays(to, 1)))}::timestamptz`
    const first =
      customerType === 'new'
        ? `c.first_sold_at >= ${start} and c.first_sold_at < ${end}`
        : `c.first_sold_at < ${start}`
    parts.push(`exists (select from customers c where c.owner_id = $1 and c.id = o.customer_id and ${first})`)
  }
  return parts
}
