/** The history and the search terms of orders, as reports add to them. */
import { sql } from 'kysely'
import { moveOrder, orderStatusIds, type OrderEvent } from '../../../model/order-status.ts'
import { columnList } from '../../db/column-list.ts'
import type { Tx } from '../../db/database.ts'
import { cancelEvent, type Change, type IntakeShop } from './order-change.ts'
import { orderTerms } from './order-terms.ts'

const entries = columnList({
  orderId: 'bigint',
  at: 'timestamptz',
  event: 'text',
  fromStatus: 'smallint?',
  toStatus: 'smallint',
  note: 'text?',
} as const)

export async function saveHistory(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
  const rows = changes.flatMap(entriesOf)
  if (rows.length === 0) return
  await sql`insert into order_history (owner_id, ${entries.names}, actor_type)
    select ${shop.ownerId}::uuid, r.*, 'channel' from ${entries.records(rows)}
    on conflict (owner_id, order_id, at, event) do nothing`.execute(tx)
}

function entriesOf({ id, before, order, status, event }: Change) {
  const to = orderStatusIds[status]
  const entry = (at: Date, what: OrderEvent, fromStatus: number | null, toStatus: number) => ({
    orderId: id,
    at,
    event: what,
    fromStatus,
    toStatus,
    note: order.channelStatus,
  })
  const asked = cancelEvent(before?.cancelRequestedAt, order.cancelRequestedAt)
  const askedEntries = asked ? [entry(order.changedAt, asked, to, to)] : []
  if (before) return [...(event ? [entry(order.changedAt, event, before.status, to)] : []), ...askedEntries]
  // A first report tells more than its last state: when the order was placed, and how it came to stand where it does.
  const { event: latest } = moveOrder('unpaid', order.status)
  const placed = entry(order.placedAt, 'placed', null, orderStatusIds.unpaid)
  const latestEntries = latest ? [entry(order.changedAt, latest, orderStatusIds.unpaid, to)] : []
  return [placed, ...latestEntries, ...askedEntries]
}

const searched = columnList({
  orderId: 'bigint',
  status: 'smallint',
  placedAt: 'timestamptz',
  terms: 'text[]',
} as const)

export async function saveTerms(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
  const rows = changes.map(({ id, order, status }) => ({
    orderId: id,
    status: orderStatusIds[status],
    placedAt: order.placedAt,
    terms: orderTerms(shop.ownerNumber, order),
  }))
  await sql`insert into order_search as s (owner_id, shop_id, ${searched.names})
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r."orderId", r.status, r."placedAt", array_to_tsvector(r.terms)
    from ${searched.records(rows)}
    on conflict (owner_id, order_id) do update set ${searchedUpdates} where ${searchedChanges}`.execute(tx)
}

const searchedUpdates = searched.updates('s', { except: ['orderId'] })
const searchedChanges = searched.changes('s', ['orderId'])
