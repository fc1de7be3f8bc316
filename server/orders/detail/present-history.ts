/** The history of an order, for the API. */
import type { Reply } from '../../../contract/endpoints.ts'
import { orderStatusOf } from '../../../model/order-status.ts'
import type { HistoryRow } from './order-store.ts'

export function presentHistory(row: HistoryRow): Reply<'GET /orders/{id}/history'>['data'][number] {
  const at = new Date(row.at)
  return {
    id: `${at.getTime()}-${row.event}`,
    from: row.fromStatus === null ? null : orderStatusOf(row.fromStatus),
    to: orderStatusOf(row.toStatus),
    event: row.event,
    actor: { type: row.actorType, name: row.actorName },
    note: row.note,
    created_at: at.toISOString(),
  }
}
