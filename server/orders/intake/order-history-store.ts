/** The history and the search terms of orders, as reports add to them. */
import { sql } from 'kysely'
import { moveOrder, orderStatusIds, type OrderEvent } from '../../../model/order-status.ts'
import { columnList } from '../../db/column-list.ts'
import type { Tx } from '../../db/database.ts'
import { cancelEvent, type Change, type IntakeShop } from './order-change.ts'
import { findOwnRefusals } from './own-cancels-store.ts'
import { findOwnerNumber } from '../../settings/owners-store.ts'
import { orderTerms, type SearchedOrder } from './order-terms.ts'

const entries = columnList({
  orderId: 'bigint',
  at: 'timestamptz',
  event: 'text',
  fromStatus: 'smallint?',
  toStatus: 'smallint',
  note: 'text?',
} as const)

export async function saveHistory(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
  const asked = await listAsked(tx, shop.ownerId, changes)
  const refused = await listRefused(tx, shop.ownerId, changes)
  const rows = changes.flatMap((change) => entriesOf(change, asked.get(change.id), refused.has(change.id)))
  if (rows.length === 0) return
  await sql`insert into order_history (owner_id, ${entries.names}, actor_type)
    select ${shop.ownerId}::uuid, r.*, 'channel' from ${entries.records(rows)}
    on conflict (owner_id, order_id, at, event) do nothing`.execute(tx)
}

/** Orders whose request to cancel is gone because people here have refused it, which the history says already. */
function listRefused(tx: Tx, ownerId: string, changes: Change[]): Promise<Set<number>> {
  const ended = changes.flatMap(({ id, before, order }) =>
    before?.cancelRequestedAt && !order.cancelRequestedAt
      ? { orderId: id, requestedAt: before.cancelRequestedAt }
      : [],
  )
  return findOwnRefusals(tx, ownerId, ended)
}

/** When people asked for what a channel then did, within the second that it tells; the change came behind that. */
async function listAsked(tx: Tx, ownerId: string, changes: Change[]): Promise<Map<number, Date>> {
  const moved = changes.filter(
    ({ before, event, order }) => before && event && order.changedAt.getMilliseconds() === 0,
  )
  if (moved.length === 0) return new Map()
  const seconds = moved.map(({ id, order }) => ({ id, at: order.changedAt }))
  const { rows } = await sql<{ id: number; at: Date }>`select h.order_id as id, max(h.at) as at
    from json_to_recordset(${JSON.stringify(seconds)}::json) as r(id bigint, at timestamptz)
    join order_history h on h.owner_id = ${ownerId} and h.order_id = r.id
    where h.actor_type = 'user' and h.event like 'asked%' and h.at >= r.at and h.at < r.at + interval '1 second'
    group by 1`.execute(tx)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

function entriesOf(
  { id, before, order, status, event }: Change,
  askedAt: Date | undefined,
  isRefused: boolean,
) {
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
  // A request that was granted or refused was not withdrawn.
  const isAnswered = asked === 'cancel_request_withdrawn' && (isRefused || status === 'canceled')
  const askedEntries = asked && !isAnswered ? [entry(order.changedAt, asked, to, to)] : []
  const movedAt = askedAt ? new Date(askedAt.getTime() + 1) : order.changedAt
  if (before) return [...(event ? [entry(movedAt, event, before.status, to)] : []), ...askedEntries]
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

/** For orders whose buyer was erased: what is left of them to search by. */
export async function saveTermsWithoutBuyer(tx: Tx, ownerId: string, orderIds: number[]): Promise<void> {
  const number = await findOwnerNumber(tx, ownerId)
  const { rows } = await sql<Omit<SearchedOrder, 'buyer' | 'address'> & { id: number }>`
    select o.id, o.channel_order_id as "channelOrderId", o.short_code as "shortCode",
      coalesce((select json_agg(json_build_object('trackingNumber', p.tracking_number)) from order_packages p
        where p.owner_id = ${ownerId} and p.order_id = o.id), '[]') as packages,
      coalesce((select json_agg(json_build_object('sellerSku', i.seller_sku, 'shopSku', i.shop_sku)) from order_items i
        where i.owner_id = ${ownerId} and i.order_id = o.id), '[]') as lines
    from orders o where o.owner_id = ${ownerId} and o.id = any(${orderIds}::bigint[])`.execute(tx)
  const terms = rows.map(({ id, ...order }) => ({
    id,
    terms: orderTerms(number, { ...order, buyer: null, address: null }),
  }))
  await sql`update order_search q set terms = array_to_tsvector(r.terms)
    from json_to_recordset(${JSON.stringify(terms)}::json) as r(id bigint, terms text[])
    where q.owner_id = ${ownerId} and q.order_id = r.id`.execute(tx)
}
