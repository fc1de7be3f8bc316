/**
 * Saves what a channel reports about its orders, in the caller's transaction and in a fixed number of statements however many
 * orders there are. Saving the same report again changes nothing; a report older than the stored one is ignored.
 */
import type { ChannelOrder } from '../../../model/order.ts'
import { orderStatusIds } from '../../../model/order-status.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { lockRanksForShare, type Ranks } from '../../customers/customer-rank-store.ts'
import { saveOrderTimes } from '../../customers/order-times-store.ts'
import { saveCustomers } from '../../customers/customer-intake-store.ts'
import { erasedKey, findErased, withoutBuyer } from '../../customers/privacy/erased-buyers-store.ts'
import { comingBack, forgetParcelsBack } from '../../returns/parcel-back-store.ts'
import { moveRefunds } from '../../returns/refunds-store.ts'
import { joinReturns } from '../../returns/returned-orders-store.ts'
import { lockTimezoneForShare } from '../../settings/account-store.ts'
import { reserveStock } from '../../stock/ledger/stock-ledger-store.ts'
import { changeCancelDays } from '../../analytics/cancel-days-store.ts'
import { changeCourierDays } from '../../analytics/courier-days-store.ts'
import { changeSales } from '../../analytics/sales-store.ts'
import { changeSoldProducts, listSoldLines } from '../../analytics/sold-products-store.ts'
import { callOffParcels } from '../actions/call-off-store.ts'
import { matchDrafts } from '../drafts/order-draft-store.ts'
import { changeCounts, takeTurn } from '../list/order-counts-store.ts'
import { forgetScans, restartPacking } from '../list/packing-restart-store.ts'
import {
  changeOf,
  hasChanged,
  hasOtherLines,
  movesOf,
  notificationsOf,
  readReports,
  soldOrderOf,
  turnsWithReturns,
  type Change,
  type IntakeShop,
  type Report,
} from './order-change.ts'
import { saveHistory, saveTerms } from './order-history-store.ts'
import { notifyOrderChanges } from './order-notifications-store.ts'
import { saveOrderRefunds } from './order-refunds-store.ts'
import { findOwnCancels } from './own-cancels-store.ts'
import { lockStored, saveLines, saveOrderRows, savePackages } from './order-rows-store.ts'

export type Intake = { created: number[]; updated: number[] }

/**
 * Runs all effects of the reports in the order of their locks, which every transaction about orders keeps (decision 0034):
 *
 * 1. orders, by id
 * 2. the limits of customer ranks, shared; customers by their channel's id; their counts by level (0028)
 * 3. lines, packages, history, search terms and requests to call couriers off, which the orders' locks cover
 * 4. where the channel has returns, the shop's turn to count; the orders' returns by id, for their refunds
 * 5. the account's time zone, shared (0027)
 * 6. order_counts, courier_days, courier_hours, sales_days, sales_parts, sold_products, sold_product_sums and cancel_days, each by key
 * 7. the shop's warehouse; stock by SKU and warehouse; stock_pushes by listing
 * 8. returns that came before their order, which then counts anew; order drafts by id
 * 9. notifications, then events
 *
 * @param during an import saves old orders, which nobody is notified of
 */
export async function saveOrders(
  tx: Tx,
  shop: IntakeShop,
  reported: ChannelOrder[],
  during: 'import' | 'follow',
): Promise<Intake> {
  const reports = readReports(reported)
  const { changes, ranks } = await lockChanges(tx, shop, reports)
  if (ranks) await saveChanges(tx, shop, ranks, changes)
  const { joined, returned } = await joinReturns(
    tx,
    shop,
    reports.map(({ order }) => order.channelOrderId),
  )
  const doubled = await matchDrafts(tx, shop, reported)
  const created = changes.filter(({ before }) => !before).map(({ id }) => id)
  const updated = changes.filter(({ before }) => before).map(({ id }) => id)
  const known = new Set([...created, ...updated])
  const joinedOnly = joined.map(({ orderId }) => orderId).filter((id) => !known.has(id))
  const requested = joined.filter(({ isRequested }) => isRequested)
  const notifications = [
    ...changes.flatMap(notificationsOf),
    ...requested.map(({ orderId }) => ({ orderId, what: 'return_requested' as const })),
    ...returned.map((orderId) => ({ orderId, what: 'returned' as const })),
    ...doubled.map((orderId) => ({ orderId, what: 'doubled' as const })),
  ]
  await notifyOrderChanges(tx, shop, {
    notifications: during === 'follow' ? notifications : [],
    created,
    updated: [...updated, ...joinedOnly],
  })
  return { created, updated }
}

type Locked = { changes: Change[]; ranks?: Ranks }

async function lockChanges(tx: Tx, shop: IntakeShop, reports: Report[]): Promise<Locked> {
  const stored = await lockStored(
    tx,
    shop,
    reports.map(({ order }) => order.channelOrderId),
  )
  const storedOf = ({ order }: Report) => stored.get(order.channelOrderId)
  const news = reports.filter((report) => hasChanged(report, storedOf(report)))
  if (news.length === 0) return { changes: [] }
  const ranks = await lockRanksForShare(tx, shop.ownerId)
  const changed = await withErasedBuyers(tx, shop, news)
  const ownCancels = await findOwnCancels(tx, shop.ownerId, changed, storedOf)
  const freshIds = await drawIds(tx, changed.filter((report) => !storedOf(report)).length)
  const changes = changed.map((report) => {
    const before = storedOf(report)
    const id = before?.id ?? freshIds.pop()
    if (id === undefined) throw new Error('ran out of drawn ids')
    return changeOf(shop, report, id, { before, ownCancel: ownCancels.get(id) })
  })
  return { changes, ranks }
}

/** Behind the lock of the ranks. Orders from before their buyer was erased come without; what the same person buys afterwards is a new customer's. */
async function withErasedBuyers(tx: Tx, shop: IntakeShop, reports: Report[]): Promise<Report[]> {
  const buyers = reports.flatMap(({ order }) => order.buyer?.channelBuyerId ?? [])
  const erased = await findErased(tx, shop, [...new Set(buyers)])
  if (erased.size === 0) return reports
  return reports.map((report) => {
    const { order } = report
    const at = order.buyer && erased.get(order.buyer.channelBuyerId)
    if (!order.buyer || !at || order.placedAt > at) return report
    const channelBuyerId = erasedKey(shop, order.buyer.channelBuyerId)
    return { ...report, order: withoutBuyer(order, { channelBuyerId, name: '' }) }
  })
}

async function saveChanges(tx: Tx, shop: IntakeShop, ranks: Ranks, changes: Change[]): Promise<void> {
  const otherTimes = await saveCustomers(tx, shop, ranks, changes)
  const known = changes.filter(({ before }) => before).map(({ id }) => id)
  const linesBefore = await listSoldLines(tx, shop.ownerId, known)
  await saveOrderRows(tx, shop, changes)
  await saveOrderTimes(tx, shop.ownerId, otherTimes)
  await saveLines(tx, shop, changes)
  await savePackages(tx, shop, changes)
  const restarted = changes.filter(({ restartsPacking }) => restartsPacking)
  await restartPacking(
    tx,
    shop.ownerId,
    restarted.map(({ id }) => id),
  )
  const others = changes.filter((change) => hasOtherLines(change, linesBefore.get(change.id)))
  await forgetScans(
    tx,
    shop.ownerId,
    others.map(({ id }) => id),
  )
  const goesOutAgain = ({ before, status }: Change) =>
    before !== undefined && comingBack.has(before.status) && !comingBack.has(orderStatusIds[status])
  const again = changes.filter(goesOutAgain).map(({ id }) => id)
  await forgetParcelsBack(tx, shop.ownerId, again)
  await saveHistory(tx, shop, changes)
  await saveTerms(tx, shop, changes)
  const canceled = changes.filter(({ before, event }) => before !== undefined && event === 'canceled')
  await callOffParcels(
    tx,
    shop,
    canceled.map(({ id }) => id),
  )
  if (shop.supportsReturns) await takeTurn(tx, shop)
  const turned = changes.filter(turnsWithReturns).map(({ id }) => id)
  const refunds = shop.supportsReturns
    ? await moveRefunds(tx, shop, turned)
    : await saveOrderRefunds(tx, shop.ownerId, changes)
  const moves = changes.flatMap((change) => movesOf(change, linesBefore.get(change.id)))
  const counted = { ...shop, timezone: await lockTimezoneForShare(tx, shop.ownerId) }
  await changeCounts(tx, counted, moves)
  await changeCourierDays(tx, counted, moves)
  await changeSales(tx, counted, moves, refunds)
  await changeSoldProducts(tx, counted, moves)
  await changeCancelDays(tx, counted, moves)
  const sold = changes.map((change) => soldOrderOf(change, linesBefore.get(change.id)))
  await reserveStock(tx, shop, sold)
}
