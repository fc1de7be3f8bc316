/** Notifications of what runs low or out by movements of stock: SKUs, and the bundles that they are parts of. */
import { sql } from 'kysely'
import { freeOfBundle } from '../../../model/stock-offer.ts'
import type { Tx } from '../../db/database.ts'
import { saveNotifications, type NewNotification } from '../../notifications/notifications-store.ts'
import { placeOf, type Movement } from './stock-rows-store.ts'

/** Pieces left to sell of a SKU in one warehouse, before and after the movements. */
type Fall = { skuId: number; before: number; available: number }

/** Notifies of SKUs whose last piece was sold just now, and of those that fell to their threshold. */
export async function notifySoldOut(tx: Tx, ownerId: string, movements: Movement[]): Promise<void> {
  const falls = movements
    .map(({ skuId, available, onHand, reserved }) => ({
      skuId,
      available,
      before: available - onHand + reserved,
    }))
    .filter(({ available, before }) => available < before)
  if (falls.length === 0) return
  const all = [...falls, ...(await listBundleFalls(tx, ownerId, movements))]
  const skuIds = [...new Set(all.map(({ skuId }) => skuId))]
  const { rows } = await sql<{ id: number; name: string; threshold: number | null }>`
    select s.id, s.name, case when o.has_low_stock_alerts
      then coalesce(s.low_stock_threshold, o.low_stock_threshold) end as threshold
    from skus s join owners o on o.owner_id = ${ownerId}
    where s.owner_id = ${ownerId} and s.id = any(${skuIds}::bigint[]) order by s.id`.execute(tx)
  const notifications = rows.flatMap(({ id, name, threshold }): NewNotification[] => {
    const of = all.filter(({ skuId }) => skuId === id)
    const crosses = (least: number) =>
      of.some(({ available, before }) => available <= least && before > least)
    const type = crosses(0)
      ? 'out_of_stock'
      : threshold !== null && crosses(threshold)
        ? 'low_stock'
        : undefined
    const url = `/skus/detail/${id}`
    return type ? [{ ownerId, shopId: null, type, about: String(id), url, productName: name }] : []
  })
  await saveNotifications(tx, ownerId, notifications)
}

/** Bundles of which the movements have left less, in each warehouse. */
async function listBundleFalls(tx: Tx, ownerId: string, movements: Movement[]): Promise<Fall[]> {
  const changes = new Map<string, number>()
  for (const one of movements)
    changes.set(placeOf(one), (changes.get(placeOf(one)) ?? 0) + one.onHand - one.reserved)
  const skuIds = [...new Set(movements.map(({ skuId }) => skuId))]
  const warehouseIds = [...new Set(movements.map(({ warehouseId }) => warehouseId))]
  const { rows } = await sql<{
    bundleId: number
    warehouseId: number
    parts: { skuId: number; quantity: number; free: number | null }[]
  }>`
    select m.bundle_id as "bundleId", w.id as "warehouseId", json_agg(json_build_object('skuId', m.part_id,
      'quantity', m.quantity, 'free', t.on_hand - t.reserved)) as parts
    from sku_parts m cross join unnest(${warehouseIds}::bigint[]) as w(id)
    left join stock t on t.owner_id = ${ownerId} and t.sku_id = m.part_id and t.warehouse_id = w.id
    where m.owner_id = ${ownerId} and m.bundle_id in (
      select bundle_id from sku_parts where owner_id = ${ownerId} and part_id = any(${skuIds}::bigint[]))
    group by m.bundle_id, w.id order by m.bundle_id, w.id`.execute(tx)
  return rows.flatMap(({ bundleId, warehouseId, parts }) => {
    const available = freeOfBundle(parts)
    const before = freeOfBundle(
      parts.map(({ skuId, quantity, free }) => ({
        quantity,
        free: free === null ? null : free - (changes.get(placeOf({ skuId, warehouseId })) ?? 0),
      })),
    )
    if (available === null || before === null || available >= before) return []
    return [{ skuId: bundleId, before, available }]
  })
}
