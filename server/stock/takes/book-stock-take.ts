/** Ends a stock take: booked, its differences become movements of one document; canceled, they are dropped. */
import type { Body } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { stockTakeLimits } from '../../../model/stock-take.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { moveStock } from '../movements/move-stock-store.ts'
import { listCounts, saveBooked, type CountRow } from './stock-counts-store.ts'
import { endStockTake, lockOpenStockTake, type OpenStockTake } from './stock-takes-store.ts'

/**
 * @param ofNone reason of differences that have none
 * @throws AppError not_found; stock_take_ended; changed_by_other if somebody counted since; forbidden if it has SKUs of shops
 *   that the user does not see; validation_failed naming SKUs of which fewer than nothing would be left
 */
export async function bookStockTake(
  tx: Tx,
  session: Pick<Session, 'ownerId' | 'shopIds' | 'userId' | 'name'>,
  id: number,
  { reason, reasons, updated_at: read }: Body<'POST /stock-takes/{id}/book'>,
  ofNone: string,
): Promise<void> {
  const { ownerId } = session
  const take = await lockOpenStockTake(tx, session, id)
  const counts = await listSeenCounts(tx, session, take)
  if (typeof read === 'string' && Date.parse(read) !== take.changedAt.getTime())
    throw new AppError('changed_by_other', { changedBy: counts[0]?.countedName ?? '' })
  const own = new Map(reasons.map((one) => [one.sku_id, one.reason]))
  const booked = counts.map(({ skuId, difference }) => ({
    skuId,
    booked: difference,
    reason: difference === 0 ? null : (own.get(skuId) ?? reason ?? null),
  }))
  const changes = booked
    .filter(({ booked: pieces }) => pieces !== 0)
    .map(({ skuId, booked: onHand, reason: of }) => ({
      skuId,
      warehouseId: take.warehouseId,
      onHand,
      field: `sku.${skuId}`,
      reason: of === null ? ofNone : `${ofNone}: ${of}`,
    }))
  // Pieces that open orders reserve may be missing: the count says what is there.
  const action = { kind: 'adjust', reason: ofNone, changes, allowsNegative: true } as const
  const document = changes.length > 0 ? (await moveStock(tx, session, action)).document : null
  await saveBooked(tx, ownerId, id, booked)
  await endStockTake(tx, session, id, { state: 'booked', document })
}

/** Ends a stock take without its differences. @throws AppError as bookStockTake does, for the same reasons */
export async function cancelStockTake(
  tx: Tx,
  session: Pick<Session, 'ownerId' | 'shopIds' | 'userId' | 'name'>,
  id: number,
): Promise<void> {
  const take = await lockOpenStockTake(tx, session, id)
  await listSeenCounts(tx, session, take)
  await endStockTake(tx, session, id, { state: 'canceled', document: null })
}

/** All counts of the stock take, which the user must see, one and all. */
async function listSeenCounts(
  tx: Tx,
  { ownerId, shopIds }: Pick<Session, 'ownerId' | 'shopIds'>,
  { id, warehouseId }: Pick<OpenStockTake, 'id' | 'warehouseId'>,
): Promise<CountRow[]> {
  const all = { takeId: id, warehouseId, visible: [], limit: stockTakeLimits.rows }
  const counts = await listCounts(tx, ownerId, all)
  if (shopIds.length === 0) return counts
  const seen = await listCounts(tx, ownerId, { ...all, visible: shopIds })
  if (seen.length < counts.length) throw new AppError('forbidden')
  return counts
}
