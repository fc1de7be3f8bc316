/**
 * Erases buyers: their names, contacts, words and pictures, wherever they are kept. Orders keep their codes, products, amounts
 * and provinces, so that no figure changes. Of what is told to channels, couriers or a CRM, nothing is taken back here.
 */
import { sql } from 'kysely'
import { cancelReasonCodes } from '../../../model/cancel-reason.ts'
import { exportDays } from '../../../model/export.ts'
import { orderStatuses, orderStatusIds } from '../../../model/order-status.ts'
import { endedReturns } from '../../../model/return-case.ts'
import { changeCancelDays, type CancelableOrder } from '../../analytics/cancel-days-store.ts'
import type { Tx } from '../../db/database.ts'
import { searchTerms } from '../../db/search-terms.ts'
import { expireExport } from '../../exports/exports-store.ts'
import { saveTermsWithoutBuyer } from '../../orders/intake/order-history-store.ts'
import { lockTimezoneForShare } from '../../settings/account-store.ts'
import { findOwnerNumber } from '../../settings/owners-store.ts'
import { groupsOf, leavePersons, listMembers } from '../persons/persons-store.ts'
import { passMemberships } from '../segments/segment-store.ts'
import { erasedKey, withoutWords } from './erased-buyers-store.ts'
import { heldOfCustomers } from './held-of-customers-store.ts'
import { heldOfOrders } from './held-of-orders-store.ts'

const ended: ReadonlySet<string> = new Set(['delivered', 'canceled', 'returned', 'failed'])
const openStatuses = orderStatuses.filter((status) => !ended.has(status)).map((one) => orderStatusIds[one])

/** Locks the orders of customers, by id. Tells how many are still under way, for which the buyer is needed. */
export async function lockOrdersOf(
  tx: Tx,
  ownerId: string,
  customerIds: number[],
): Promise<{ ids: number[]; open: number }> {
  const { rows } = await sql<{ id: number; isOpen: boolean }>`
    select id, status = any(${openStatuses}::smallint[]) or return_status <> all(${endedReturns}::smallint[]) as "isOpen" from orders
    where owner_id = ${ownerId} and customer_id = any(${customerIds}::bigint[]) order by id for update`.execute(
    tx,
  )
  return {
    ids: rows.map(({ id }) => id),
    open: rows.filter(({ isOpen }) => isOpen).length,
  }
}

/** Takes the buyer out of orders, whose rows the caller has locked, and out of all that was made of them. */
export async function eraseFromOrders(tx: Tx, ownerId: string, ids: number[], now: Date): Promise<void> {
  for (let at = 0; at < ids.length; at += ordersAtOnce)
    await eraseSome(tx, ownerId, ids.slice(at, at + ordersAtOnce), now)
}

const ordersAtOnce = 500

async function eraseSome(tx: Tx, ownerId: string, ids: number[], now: Date): Promise<void> {
  await eraseReasons(tx, ownerId, ids)
  for (const { erase } of heldOfOrders) await erase?.({ ownerId, ids, now }).execute(tx)
  await saveTermsWithoutBuyer(tx, ownerId, ids)
}

type Canceled = CancelableOrder & { id: number; shopId: number; cancelReason: string }

/** Buyers' own words for a cancellation become another reason, in the figures too. */
async function eraseReasons(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  const { rows } = await sql<Canceled>`
    select id, shop_id as "shopId", status, placed_at as "placedAt", cancel_reason as "cancelReason",
      cancel_initiator as "cancelInitiator"
    from orders where owner_id = ${ownerId} and id = any(${ids}::bigint[]) and cancel_reason <> all(${cancelReasonCodes}::text[])
    order by shop_id`.execute(tx)
  if (rows.length === 0) return
  const timezone = await lockTimezoneForShare(tx, ownerId)
  for (const [shopId, orders] of Map.groupBy(rows, (row) => row.shopId)) {
    const moves = orders.flatMap((order) => [
      { ...order, by: -1 as const },
      { ...order, by: 1 as const, cancelReason: withoutWords(order.cancelReason) },
    ])
    await changeCancelDays(tx, { ownerId, shopId, timezone }, moves)
  }
  await sql`delete from cancel_days where owner_id = ${ownerId} and orders = 0 and reason <> all(${cancelReasonCodes}::text[])`.execute(
    tx,
  )
  await sql`update orders set cancel_reason = ${withoutWords('')}
    where owner_id = ${ownerId} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
}

/**
 * Takes the person out of customers, whose orders were erased before. Their figures stay. Behind lockPersons; rows are locked in the order
 * of lockCustomers.
 */
export async function eraseCustomers(tx: Tx, ownerId: string, ids: number[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; shopId: number; channelBuyerId: string }>`
    select id, shop_id as "shopId", channel_buyer_id as "channelBuyerId" from customers
    where owner_id = ${ownerId} and id = any(${ids}::bigint[]) and erased_at is null
    order by shop_id, channel_buyer_id collate "C" for update`.execute(tx)
  await forgetPersons(tx, ownerId, ids)
  const keys = rows.map(({ id, shopId, channelBuyerId }) => ({
    id,
    key: erasedKey({ ownerId, shopId }, channelBuyerId),
  }))
  const noTerms = searchTerms(await findOwnerNumber(tx, ownerId), [])
  for (const { erase } of heldOfCustomers) await erase?.({ ownerId, ids, keys, noTerms, now }, tx)
}

/** A customer who is erased alone leaves the person, which stays in its segments. Those who are erased together stay one person, whom nobody knows. */
async function forgetPersons(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  const erased = new Set(ids)
  const groups = groupsOf(await listMembers(tx, ownerId, ids))
  const leaving = groups.filter((group) => group.some(({ id }) => !erased.has(id))).flat()
  const heirs = groups.flatMap((group) => {
    const heir = group.find(({ id }) => !erased.has(id))?.id
    return heir === undefined ? [] : group.flatMap(({ id }) => (erased.has(id) ? [{ id, heir }] : []))
  })
  await passMemberships(tx, ownerId, heirs)
  await leavePersons(
    tx,
    ownerId,
    leaving.flatMap(({ id }) => (erased.has(id) ? [id] : [])),
  )
}

/**
 * Ends the files that may name buyers, or those of them that are as old as `writtenUntil`. Those that were looked for by words are deleted, as
 * the words may name one, too. Returns how many.
 */
export async function expireFiles(tx: Tx, ownerId: string, now: Date, writtenUntil = now): Promise<number> {
  const expiresUntil = new Date(writtenUntil.getTime() + exportDays * 86_400_000)
  const { rows } = await sql<{ id: number }>`
    update exports set expires_at = ${now} where owner_id = ${ownerId} and type not in ('products', 'skus', 'audit')
      and state <> 'expired' and expires_at <= ${expiresUntil} returning id`.execute(tx)
  for (const { id } of rows) await expireExport(tx, { ownerId, exportId: id }, now)
  await sql`delete from exports where owner_id = ${ownerId} and type not in ('products', 'skus')
    and requested_at <= ${writtenUntil} and filters ?| array['terms', 'keyword']`.execute(tx)
  return rows.length
}
