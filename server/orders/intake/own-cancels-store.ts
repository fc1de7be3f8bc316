/** Requests and refusals of people here about cancellations, which channels tell without saying whose they were. */
import { sql } from 'kysely'
import type { CancelReasonCode } from '../../../model/cancel-reason.ts'
import type { Tx } from '../../db/database.ts'
import type { Report, StoredOrder } from './order-change.ts'

/**
 * Cancellations that we asked for at stores that say neither who canceled an order nor why: reasons by the order's id, for reports of
 * canceled orders without an initiator. What people asked for before the order was taken up again counts no more.
 */
export async function findOwnCancels(
  tx: Tx,
  ownerId: string,
  reports: Report[],
  storedOf: (report: Report) => StoredOrder | undefined,
): Promise<Map<number, CancelReasonCode>> {
  const ids = reports.flatMap((report) => {
    const { status, cancelInitiator } = report.order
    return (status === 'canceled' && cancelInitiator === null && storedOf(report)?.id) || []
  })
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ orderId: number; reason: CancelReasonCode }>`
    select distinct on (w.order_id) w.order_id as "orderId", w.details ->> 'reasonCode' as reason from order_actions w
    where w.owner_id = ${ownerId} and w.order_id = any(${ids}::bigint[]) and w.kind = 'cancel'
      and w.state in ('running', 'done') and w.details ->> 'reasonCode' is not null
      and not exists (select from order_history h where h.owner_id = ${ownerId} and h.order_id = w.order_id
        and h.event = 'reopened' and h.at > w.requested_at)
    order by w.order_id, w.id desc`.execute(tx)
  return new Map(rows.map(({ orderId, reason }) => [orderId, reason]))
}

/** Orders, out of these, whose request to cancel was refused here since it was made. */
export async function findOwnRefusals(
  tx: Tx,
  ownerId: string,
  requests: { orderId: number; requestedAt: Date }[],
): Promise<Set<number>> {
  if (requests.length === 0) return new Set()
  const { rows } = await sql<{ orderId: number }>`
    select w.order_id as "orderId" from order_actions w
    join json_to_recordset(${JSON.stringify(requests)}::json) as r("orderId" bigint, "requestedAt" timestamptz)
      on r."orderId" = w.order_id
    where w.owner_id = ${ownerId} and w.kind = 'reject_cancel' and w.state in ('queued', 'running', 'done')
      and w.requested_at >= r."requestedAt" - interval '1 minute'`.execute(tx)
  return new Set(rows.map(({ orderId }) => orderId))
}
