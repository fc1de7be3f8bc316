/**
 * Saves what a channel reports about its orders: the orders, their lines, packages, history, search terms, customers and
 * counters, in the caller's transaction and in a fixed number of statements however many orders there are.
 *
 * Saving the same report again changes nothing; a report older than the stored one is ignored.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import {
  isSale,
  moveOrder,
  type OrderEvent,
  type OrderStatus,
  orderStatusIds,
  orderStatusOf,
} from '../../../model/order-status.ts'
import { logisticsIds } from '../../../model/delivery.ts'
import { returnStatusIds } from '../../../model/return-case.ts'
import { mergeLines, orderValue, paymentMethodIds, type ChannelOrder } from '../../../model/order.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { saveCustomers } from '../../customers/customer-intake-store.ts'
import { moveRefunds } from '../../returns/refunds-store.ts'
import { lockTimezoneForShare } from '../../settings/account-store.ts'
import { reserveStock } from '../../stock/ledger/stock-ledger-store.ts'
import { changeCounts, takeTurn, type CountedOrder } from '../list/order-counts-store.ts'
import { saveLines, saveOrderRows, savePackages } from './order-rows-store.ts'
import { saveOrderRefunds, type PaidBack } from './order-refunds-store.ts'
import { orderTerms } from './order-terms.ts'
import { changeSales, type Sale } from '../../analytics/sales-store.ts'
import { changeSoldProducts, listSoldLines, type SoldLine } from '../../analytics/sold-products-store.ts'
import { stripNulBytes } from '../../db/strip-nul-bytes.ts'

export type IntakeShop = {
  ownerId: string
  ownerNumber: number
  shopId: number
  platformId: number
  hasCrm: boolean
  /** Its channel tells of returns; otherwise what was paid back is told with the order. */
  supportsReturns: boolean
  /** Its channel takes canceled orders up again. */
  reopens?: boolean
}

export type Intake = {
  created: number[]
  updated: number[]
  /** Changes that the seller is notified of. */
  notifications: OrderNotification[]
}

export type OrderNotification = {
  orderId: number
  what: 'new' | 'canceled' | 'cancel_requested' | 'returned' | 'return_requested' | 'doubled'
}

/** Stored order before the report is applied. */
type Stored = {
  id: number
  channel_order_id: string
  status: number
  payment_method: number
  courier: number | null
  currency: string
  total: number
  placed_at: Date
  paid_at: Date | null
  shipped_at: Date | null
  is_star: boolean
  is_printed: boolean
  is_return_requested: boolean
  has_returns: boolean
  refunds: PaidBack[] | null
  changed_at: Date
  digest: string
  customer_id: number | null
  cancel_initiator: string | null
  address: ChannelOrder['address']
  cancel_requested_at: Date | null
  created_at: Date
}

/** A report that changes something, beside what it changes. */
export type Change = {
  order: ChannelOrder
  id: number
  before: Stored | undefined
  status: OrderStatus
  event: OrderEvent | null
  paidAt: Date | null
  /** When we heard of it first. */
  shippedAt: Date | null
  customerId: number | null
  /** Chosen by people where the channel has no logistics of its own. */
  courier: number | null
  total: number
}

export async function saveOrders(tx: Tx, shop: IntakeShop, reports: ChannelOrder[]): Promise<Intake> {
  const digests = new Map<ChannelOrder, string>()
  for (const report of newestOfEach(reports)) {
    const json = JSON.stringify(report)
    digests.set(stripNulBytes(report, json), digestOf(json))
  }
  const orders = [...digests.keys()]
  const stored = await lockStored(tx, shop, orders)
  const notifications = orders.filter((order) =>
    hasChanged(order, digests.get(order), stored.get(order.channelOrderId)),
  )
  if (notifications.length === 0) return { created: [], updated: [], notifications: [] }

  const freshIds = await drawIds(
    tx,
    notifications.filter((order) => !stored.has(order.channelOrderId)).length,
  )
  const changes = notifications.map((report): Change => {
    const before = stored.get(report.channelOrderId)
    const { to, event } = moveOrder(before ? orderStatusOf(before.status) : null, report.status, shop)
    const order = {
      ...report,
      lines: mergeLines(report.lines),
      address: clearest(before?.address, report.address),
    }
    const id = before?.id ?? freshIds.pop()
    if (id === undefined) throw new Error('ran out of drawn ids')
    return {
      order,
      id,
      before,
      status: to,
      event,
      paidAt: report.paidAt ?? before?.paid_at ?? null,
      shippedAt: before?.shipped_at ?? (isUnderway(to) ? report.changedAt : null),
      customerId: before?.customer_id ?? null,
      courier: before ? before.courier : (logisticsIds[shop.platformId] ?? null),
      total: orderValue(order.payment),
    }
  })

  await saveCustomers(tx, shop, changes)
  const known = changes.filter(({ before }) => before).map(({ id }) => id)
  const linesBefore = await listSoldLines(tx, shop.ownerId, known)
  await saveOrderRows(tx, shop, changes, digests)
  await saveLines(tx, shop, changes)
  await savePackages(tx, shop, changes)
  await saveHistory(tx, shop, changes)
  await saveTerms(tx, shop, changes)
  const moves = changes.flatMap((change) => movesOf(change, linesBefore.get(change.id)))
  if (shop.supportsReturns) await takeTurn(tx, shop)
  const refunds = shop.supportsReturns
    ? await moveRefunds(
        tx,
        shop,
        changes.filter(turnsWithReturns).map(({ id }) => id),
      )
    : await saveOrderRefunds(tx, shop.ownerId, changes)
  const counted = { ...shop, timezone: await lockTimezoneForShare(tx, shop.ownerId) }
  await changeCounts(tx, counted, moves)
  await changeSales(tx, counted, moves, refunds)
  await changeSoldProducts(tx, counted, moves)
  await reserveStock(
    tx,
    shop,
    changes.map(({ id, status, event, before, order: { placedAt, changedAt, lines, address } }) => ({
      id,
      status,
      // While it was canceled its channel offered the pieces to others: they are sold anew.
      ...(event === 'reopened'
        ? { placedAt: changedAt, heardAt: new Date() }
        : { placedAt, heardAt: before?.created_at ?? new Date() }),
      lines,
      linesBefore: new Set(linesBefore.get(id)?.map(({ shopSku }) => shopSku)),
      to: address,
    })),
  )
  return {
    created: changes.filter(({ before }) => !before).map(({ id }) => id),
    updated: changes.filter(({ before }) => before).map(({ id }) => id),
    notifications: changes.flatMap(notificationsOf),
  }
}

/** It begins or ceases to be a sale, and what its returns gave back with it. Who is new has none before they are joined. */
function turnsWithReturns({ before, status }: Change): boolean {
  return before?.has_returns === true && isSale(orderStatusOf(before.status)) !== isSale(status)
}

type Move = CountedOrder & Sale & { by: 1 | -1; id: number; lines: SoldLine[] }

/**
 * Lists the order's old values (`by` -1) and its new ones, for all counters and sums. The currency of the first report
 * stays.
 */
function movesOf(change: Change, linesBefore: SoldLine[] = []): Move[] {
  const { id, before, order, status, courier, total, paidAt, shippedAt } = change
  const now = {
    id,
    by: 1 as const,
    lines: order.lines,
    status: orderStatusIds[status],
    paymentMethod: paymentMethodIds[order.paymentMethod],
    courier,
    currency: before?.currency ?? order.currency,
    total,
    placedAt: order.placedAt,
    paidAt,
    shippedAt,
    isStar: before?.is_star ?? false,
    isPrinted: before?.is_printed ?? false,
    isCancelRequested: order.cancelRequestedAt !== null,
    isReturnRequested: before?.is_return_requested ?? false,
  }
  if (!before) return [now]
  const was = {
    ...now,
    by: -1 as const,
    lines: linesBefore,
    status: before.status,
    paymentMethod: before.payment_method,
    total: before.total,
    placedAt: before.placed_at,
    paidAt: before.paid_at,
    shippedAt: before.shipped_at,
    isCancelRequested: before.cancel_requested_at !== null,
  }
  return [was, now]
}

/** Lists the notifications for a change. An order that is new here notifies only if it is still open. */
function notificationsOf({ id: orderId, before, order, status, event }: Change): OrderNotification[] {
  const asked = cancelEvent(before?.cancel_requested_at, order.cancelRequestedAt) === 'cancel_requested'
  const requests = asked ? [{ orderId, what: 'cancel_requested' as const }] : []
  if (!before || event === 'reopened') return isOpen(status) ? [{ orderId, what: 'new' }, ...requests] : []
  if (event === 'canceled' || event === 'returned') return [{ orderId, what: event }]
  return requests
}

function isOpen(status: OrderStatus): boolean {
  return status === 'unpaid' || status === 'pending' || status === 'confirmed'
}

/** A page may hold one order twice when it changed while the channel was listing. */
function newestOfEach(orders: ChannelOrder[]): ChannelOrder[] {
  const newest = new Map<string, ChannelOrder>()
  for (const order of orders) {
    const seen = newest.get(order.channelOrderId)
    if (!seen || seen.changedAt <= order.changedAt) newest.set(order.channelOrderId, order)
  }
  return [...newest.values()]
}

function hasChanged(order: ChannelOrder, digest: string | undefined, stored: Stored | undefined): boolean {
  return !stored || (order.changedAt >= stored.changed_at && digest !== stored.digest)
}

function digestOf(json: string): string {
  return hash('sha1', json, 'base64')
}

/** Channels hide addresses in some states; what was clear once stays clear. */
function clearest(
  before: ChannelOrder['address'] | undefined,
  report: ChannelOrder['address'],
): ChannelOrder['address'] {
  return before && !before.isMasked && (!report || report.isMasked) ? before : report
}

async function lockStored(tx: Tx, shop: IntakeShop, orders: ChannelOrder[]): Promise<Map<string, Stored>> {
  const ids = orders.map(({ channelOrderId }) => channelOrderId)
  const { rows } = await sql<Stored>`
    select id, channel_order_id, status, payment_method, courier, placed_at, paid_at, shipped_at, is_star,
      printed_at is not null as is_printed, changed_at, digest, customer_id, cancel_initiator, currency, total,
      return_status is not distinct from ${returnStatusIds.requested}::smallint as is_return_requested,
      return_status is not null as has_returns, refunds, address, cancel_requested_at, created_at
    from orders where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} and channel_order_id = any(${ids}::text[])
    order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.channel_order_id, row]))
}

async function saveHistory(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
  const rows = changes.flatMap(({ id, before, order, status, event }) => {
    const to = orderStatusIds[status]
    const entry = (at: Date, what: OrderEvent, from: number | null, toStatus: number) => ({
      order_id: id,
      at,
      event: what,
      from_status: from,
      to_status: toStatus,
      note: order.channelStatus,
    })
    const asked = cancelEvent(before?.cancel_requested_at, order.cancelRequestedAt)
    const askedEntries = asked ? [entry(order.changedAt, asked, to, to)] : []
    if (before) return [...(event ? [entry(order.changedAt, event, before.status, to)] : []), ...askedEntries]
    // A first report tells more than its last state: when the order was placed, and how it came to stand where it does.
    const { event: latest } = moveOrder('unpaid', order.status)
    const placed = entry(order.placedAt, 'placed', null, orderStatusIds.unpaid)
    return [
      placed,
      ...(latest ? [entry(order.changedAt, latest, orderStatusIds.unpaid, to)] : []),
      ...askedEntries,
    ]
  })
  if (rows.length === 0) return
  await sql`insert into order_history (owner_id, order_id, at, event, from_status, to_status, actor_type, note)
    select ${shop.ownerId}::uuid, r.order_id, r.at, r.event, r.from_status, r.to_status, 'channel', r.note
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(order_id bigint, at timestamptz, event text,
      from_status smallint, to_status smallint, note text)
    on conflict (owner_id, order_id, at, event) do nothing`.execute(tx)
}

function cancelEvent(before: Date | null | undefined, now: Date | null): OrderEvent | null {
  if (Boolean(before) === Boolean(now)) return null
  return now ? 'cancel_requested' : 'cancel_request_withdrawn'
}

async function saveTerms(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
  const rows = changes.map(({ id, order, status }) => ({
    order_id: id,
    status: orderStatusIds[status],
    placed_at: order.placedAt,
    terms: orderTerms(shop.ownerNumber, order),
  }))
  await sql`insert into order_search as s (owner_id, shop_id, order_id, status, placed_at, terms)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.order_id, r.status, r.placed_at, array_to_tsvector(r.terms)
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(order_id bigint, status smallint, placed_at timestamptz, terms text[])
    on conflict (owner_id, order_id) do update
      set status = excluded.status, placed_at = excluded.placed_at, terms = excluded.terms
    where (s.status, s.placed_at, s.terms) is distinct from (excluded.status, excluded.placed_at, excluded.terms)`.execute(
    tx,
  )
}

function isUnderway(status: OrderStatus): boolean {
  return status === 'shipped' || status === 'delivered' || status === 'failed' || status === 'returned'
}
