/**
 * Saves what a channel reports about returns: the cases, their lines, the orders' flags and histories, in the caller's
 * transaction and in a fixed number of statements. Saving the same report again changes nothing; an older one is ignored.
 *
 * Orders are locked before their returns, here and wherever somebody acts on a return.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { returnStatusIds, returnStatusOf, type ReturnCase } from '../../model/return-case.ts'
import { columnList, json, pick, type Row } from '../db/column-list.ts'
import { drawIds, type ShopKey, type Tx } from '../db/database.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'
import type { OrderNotification } from '../orders/intake/order-notifications-store.ts'
import { followReturns } from './returned-orders-store.ts'

export type ReturnIntake = {
  created: number
  /** Orders of the returns that are stored here. */
  orderIds: number[]
  notifications: OrderNotification[]
  /** Orders, by their channel's numbers, that have not been fetched yet. */
  missingOrders: string[]
}

const reportedColumns = {
  id: 'bigint',
  channelReturnId: 'text',
  channelOrderId: 'text',
  status: 'smallint',
  channelStatus: 'text',
  kind: 'text',
  reason: 'text?',
  images: json<string[]>(),
  currency: 'text',
  refund: 'bigint',
  trackingNumber: 'text?',
  requestedAt: 'timestamptz',
  answerBy: 'timestamptz?',
  changedAt: 'timestamptz',
  digest: 'text',
  refundedAt: 'timestamptz?',
} as const
const reported = columnList(reportedColumns)
const reportedUpdates = reported.updates('c', {
  except: ['id', 'channelReturnId', 'channelOrderId', 'currency', 'requestedAt'],
})
const stored = columnList(
  pick(reportedColumns, 'id', 'channelReturnId', 'status', 'changedAt', 'digest', 'refundedAt'),
)

type Stored = Row<typeof stored.columns>

type Change = { id: number; case: ReturnCase; digest: string; before: Stored | undefined }

export async function saveReturns(tx: Tx, shop: ShopKey, reports: ReturnCase[]): Promise<ReturnIntake> {
  const cases = newestOfEach(reports)
  const orders = await lockOrders(tx, shop, [...new Set(cases.map((one) => one.channelOrderId))])
  const known = await lockStored(tx, shop, cases)
  const heard = cases.flatMap((told) => {
    // A buyer who was erased does not come back with a later report.
    const one = orders.get(told.channelOrderId)?.isErased ? { ...told, reason: null, images: [] } : told
    const json = JSON.stringify(one)
    const digest = hash('sha1', json, 'base64')
    const before = known.get(one.channelReturnId)
    const hasChanged = !before || (one.changedAt >= before.changedAt && digest !== before.digest)
    return hasChanged ? [{ case: stripNulBytes(one, json), digest, before }] : []
  })
  if (heard.length === 0) return { created: 0, orderIds: [], notifications: [], missingOrders: [] }
  const freshIds = await drawIds(tx, heard.filter(({ before }) => !before).length)
  const changes = heard.map((one): Change => {
    const id = one.before?.id ?? freshIds.pop()
    if (id === undefined) throw new Error('ran out of drawn ids')
    return { ...one, id }
  })
  await saveCases(tx, shop, changes)
  await saveLines(tx, shop, changes)
  const joined = changes.flatMap((change) => {
    const orderId = orders.get(change.case.channelOrderId)?.id
    return orderId === undefined ? [] : [{ ...change, orderId }]
  })
  const orderIds = [...new Set(joined.map(({ orderId }) => orderId))]
  await saveHistory(tx, shop, joined)
  const returned = await followReturns(tx, shop, orderIds)
  return {
    created: changes.filter(({ before }) => !before).length,
    orderIds,
    notifications: [
      ...joined
        .filter(({ before, case: { status } }) => !before && status === 'requested')
        .map(({ orderId }) => ({ orderId, what: 'return_requested' as const })),
      ...returned.map((orderId) => ({ orderId, what: 'returned' as const })),
    ],
    missingOrders: changes
      .map((change) => change.case.channelOrderId)
      .filter((channelOrderId) => !orders.has(channelOrderId)),
  }
}

function newestOfEach(cases: ReturnCase[]): ReturnCase[] {
  const newest = new Map<string, ReturnCase>()
  for (const one of cases) {
    const seen = newest.get(one.channelReturnId)
    if (!seen || seen.changedAt <= one.changedAt) newest.set(one.channelReturnId, one)
  }
  return [...newest.values()]
}

type OrderOfReturn = { id: number; channelOrderId: string; isErased: boolean }

async function lockOrders(
  tx: Tx,
  shop: ShopKey,
  channelOrderIds: string[],
): Promise<Map<string, OrderOfReturn>> {
  const { rows } = await sql<OrderOfReturn>`
    select id, channel_order_id as "channelOrderId", erased_at is not null as "isErased" from orders
    where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} and channel_order_id = any(${channelOrderIds}::text[])
    order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.channelOrderId, row]))
}

async function lockStored(tx: Tx, shop: ShopKey, cases: ReturnCase[]): Promise<Map<string, Stored>> {
  const ids = cases.map(({ channelReturnId }) => channelReturnId)
  const { rows } = await sql<Stored>`
    select ${stored.select('c')} from return_cases c
    where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} and channel_return_id = any(${ids}::text[])
    order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.channelReturnId, row]))
}

async function saveCases(tx: Tx, shop: ShopKey, changes: Change[]): Promise<void> {
  const now = new Date()
  const rows = changes.map(({ id, digest, before, case: { status, ...one } }) => ({
    ...one,
    id,
    digest,
    status: returnStatusIds[status],
    refundedAt: refundedAt({ status, ...one }, before),
  }))
  await sql`insert into return_cases as c (owner_id, shop_id, ${reported.names}, created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${now}::timestamptz, ${now}::timestamptz
    from ${reported.records(rows)}
    on conflict (owner_id, shop_id, channel_return_id)
    do update set ${reportedUpdates}, updated_at = excluded.updated_at`.execute(tx)
}

/**
 * No channel says when it paid: the moment of the first report that calls the return refunded. What was refunded stays so when
 * it is closed; a return that is taken up again, or rejected in the end, is no refund any more.
 */
function refundedAt({ status, changedAt }: ReturnCase, before: Stored | undefined): Date | null {
  const since = before?.refundedAt ?? null
  if (status === 'refunded') return since ?? changedAt
  return status === 'closed' ? since : null
}

const lineList = columnList({
  returnId: 'bigint',
  position: 'smallint',
  shopSku: 'text',
  quantity: 'integer',
  refund: 'bigint',
} as const)
const lineUpdates = lineList.updates('l', {
  except: ['returnId', 'position'],
  to: {
    shopSku: 'case when l.restocked + l.written_off = 0 then excluded.shop_sku else l.shop_sku end',
    quantity: 'greatest(excluded.quantity, l.restocked + l.written_off)',
  },
})

/** Saves the lines. Lines of a received return keep their count; only their money may still change. */
async function saveLines(tx: Tx, shop: ShopKey, changes: Change[]): Promise<void> {
  const counts = changes.map((change) => ({ id: change.id, lines: change.case.lines.length }))
  await sql`delete from return_lines l using json_to_recordset(${JSON.stringify(counts)}::json) as r(id bigint, lines smallint)
    where l.owner_id = ${shop.ownerId} and l.return_id = r.id and l.position >= r.lines
      and exists (select from return_cases c where c.owner_id = ${shop.ownerId} and c.id = r.id and c.received_at is null)`.execute(
    tx,
  )
  const rows = changes.flatMap(({ id, case: { lines } }) =>
    lines.map((line, position) => ({ ...line, returnId: id, position })),
  )
  await sql`insert into return_lines as l (owner_id, ${lineList.names})
    select ${shop.ownerId}::uuid, r.* from ${lineList.records(rows)}
    on conflict (owner_id, return_id, position) do update set ${lineUpdates}`.execute(tx)
}

async function saveHistory(tx: Tx, shop: ShopKey, changes: (Change & { orderId: number })[]): Promise<void> {
  const rows = changes.flatMap(({ orderId, before, case: one }) => {
    const requested = { order_id: orderId, at: one.requestedAt, event: 'return_requested', note: one.reason }
    const moved = {
      order_id: orderId,
      at: one.changedAt,
      event: `return_${one.status}`,
      note: one.channelStatus,
    }
    const isMoved = before ? returnStatusOf(before.status) !== one.status : one.status !== 'requested'
    return [...(before ? [] : [requested]), ...(isMoved ? [moved] : [])]
  })
  await sql`insert into order_history (owner_id, order_id, at, event, to_status, actor_type, note)
    select ${shop.ownerId}::uuid, r.order_id, r.at, r.event, o.status, 'channel', r.note
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(order_id bigint, at timestamptz, event text, note text)
    join orders o on o.owner_id = ${shop.ownerId} and o.id = r.order_id
    on conflict (owner_id, order_id, at, event) do nothing`.execute(tx)
}
