/** The work queue, and what confirming orders would do. */
import type { Reply } from '../../../contract/endpoints.ts'
import { deadlineOf, dueGroupOf, mostCounted, queueStepOf } from '../../../model/queue-groups.ts'
import { orderStatusOf } from '../../../model/order-status.ts'
import { seesContact } from '../../../model/see-contact.ts'
import type { Bookings } from '../../deliveries/booking/booking-action.ts'
import type { Database } from '../../db/database.ts'
import { readCursor } from '../../http/read-cursor.ts'
import type { Call, Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { limitsIn } from '../../i18n/due-limits.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import { orderFilterOf } from '../list/order-filter.ts'
import type { OrderRow } from '../list/order-row.ts'
import { presentBrief } from '../list/present-order-brief.ts'
import { planConfirmation } from './plan-confirmation.ts'
import { readQueue, type QueueFigure, type QueueQuestion } from './order-queue-store.ts'

export function orderQueueRoutes(
  serve: Serve,
  { db }: ServerContext,
  channels: ChannelSessions,
  own: { bookings: Bookings; couriers: CourierSessions },
): void {
  serve('GET /orders/queue', (call) => list(db, call))
  serve('GET /orders/confirm-plan', async ({ query, ...call }) => ({
    data: await planConfirmation({ db, channels, ...own }, call, query.ids),
  }))
}

async function list(
  db: Database,
  { query, session, language }: Call<'GET /orders/queue'>,
): Promise<Reply<'GET /orders/queue'>> {
  const limits = limitsIn(session.timezone, new Date())
  const { step, due = [], limit, after, ...filters } = query
  const filter = await orderFilterOf(db, { ...filters, date_field: 'created' }, session)
  const { rows, figures } = await readQueue(db, {
    filter,
    limits,
    step,
    due,
    limit,
    after: after === undefined ? undefined : cursorOf(after),
  })
  const last = rows.at(-1)
  return {
    data: rows.map((row) => ({
      ...presentBrief(row, language, seesContact(session, row.status)),
      step: stepOf(row),
      due: dueGroupOf(deadlineOf(row), limits),
      deadline_at: deadlineOf(row),
    })),
    meta: {
      ...presentFigures(figures),
      next_after: last && rows.length === limit ? `${deadlineOf(last) ?? noDeadline}~${last.id}` : null,
    },
  }
}

/** The figures of the queue, of which the first orders alone are counted. */
export function presentFigures(figures: QueueFigure[]) {
  return {
    figures: figures.map(({ first, ...one }) => ({ ...one, first_deadline: first })),
    is_counted: figures.reduce((sum, { total }) => sum + total, 0) <= mostCounted,
  }
}

const noDeadline = 'none'

function cursorOf(text: string): QueueQuestion['after'] {
  const [, id] = /^none~(\d{1,15})$/.exec(text) ?? []
  return id === undefined ? readCursor(text) : { at: null, id: Number(id) }
}

function stepOf(row: OrderRow) {
  return queueStepOf({
    status: orderStatusOf(row.status),
    isCancelRequested: row.cancelRequestedAt !== null,
    isPickupFailed: row.pickupFailed,
    isPrinted: row.printedAt !== null,
    isChecked: row.checkedAt !== null,
    courier: row.courier,
  })
}
