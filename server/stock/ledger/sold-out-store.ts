/** Notifications of what runs low or out by movements of stock: SKUs, and the bundles that they are parts of. */
import { sql } from 'kysely'
import { freeOfBundle } from '../../../model/stock-offer.ts'
import type { Tx } from '../../db/database.ts'
import { saveNotifications, type NewNotification } from '../../notifications/notifications-store.ts'
import { placeOf, type Movement } from './stock-rows-store.ts'

/** Pieces left to sell of a SKU in all warehouses, as its level counts them, before and after the movements. */
type Fall = { skuId: number; before: number; available: number }

/** Notifies of SKUs whose last piece was sold just now, and of those that fell to their threshold. */
export async function notifySoldOut(tx: Tx, ownerId: string, movements: Movement[]): Promise<void> {
  const falling = movements.filter(({ onHand, reserved }) => onHand < reserved)
  if (falling.length === 0) return
  const all = [
    ...(await listFalls(tx, ownerId, movements)),
    ...(await listBundleFalls(tx, ownerId, movements)),
  ]
  if (all.length === 0) return
  const skuIds = [...new Set(all.map(({ skuId }) => skuId))]
  const { rows } = await sql<{ id: number; name: string; shopIds: number[]; threshold: number | null }>`
    select s.id, s.name, s.shop_ids as "shopIds", case when o.has_low_stock_alerts
      then coalesce(s.low_stock_threshold, o.low_stock_threshold) end as threshold
    from skus s join owners o on o.owner_id = ${ownerId}
    where s.owner_id = ${ownerId} and s.id = any(${skuIds}::bigint[]) order by s.id`.execute(tx)
  const notifications = rows.flatMap(({ id, name, shopIds, threshold }): NewNotification[] => {
    const fall = all.find(({ skuId }) => skuId === id)
    const crosses = (least: number) => fall && fall.available <= least && fall.before > least
    const type = crosses(0)
      ? 'out_of_stock'
      : threshold !== null && crosses(threshold)
        ? 'low_stock'
        : undefined
    const url = `/skus/detail/${id}`
    const about = { shopIds, about: String(id), url, productName: name }
    return type ? [{ ownerId, shopId: null, type, ...about }] : []
  })
  await saveNotifications(tx, ownerId, notifications)
}

async function listFalls(tx: Tx, ownerId: string, movements: Movement[]): Promise<Fall[]> {
  const changes = new Map<number, number>()
  for (const { skuId, onHand, reserved } of movements)
    changes.set(skuId, (changes.get(skuId) ?? 0) + onHand - reserved)
  const fallen = [...changes].filter(([, change]) => change < 0).map(([skuId]) => skuId)
  const { rows } = await sql<{ skuId: number; available: number }>`
    select sku_id as "skuId", sum(on_hand - reserved)::int as available from stock
    where owner_id = ${ownerId} and sku_id = any(${fallen}::bigint[]) group by sku_id`.execute(tx)
  return rows.map(({ skuId, available }) => ({
    skuId,
    available,
    before: available - (changes.get(skuId) ?? 0),
  }))
}

/** Bundles of which the movements have left less: what the parts in each warehouse are enough for. */
async function listBundleFalls(tx: Tx, ownerId: string, movements: Movement[]): Promise<Fall[]> {
  const changes = new Map<string, number>()
  for (const one of movements)
    changes.set(placeOf(one), (changes.get(placeOf(one)) ?? 0) + one.onHand - one.reserved)
  const skuIds = [...new Set(movements.map(({ skuId }) => skuId))]
  const { rows } = await sql<{
    bundleId: number
    warehouseId: number
    parts: { skuId: number; quantity: number; free: number }[]
  }>`
    select m.bundle_id as "bundleId", t.warehouse_id as "warehouseId", json_agg(json_build_object('skuId', m.part_id,
      'quantity', m.quantity, 'free', t.on_hand - t.reserved)) as parts
    from sku_parts m
    join skus c on c.owner_id = ${ownerId} and c.id = m.bundle_id
    join stock t on t.owner_id = ${ownerId} and t.sku_id = m.part_id
    where m.owner_id = ${ownerId} and m.bundle_id in (
      select bundle_id from sku_parts where owner_id = ${ownerId} and part_id = any(${skuIds}::bigint[]))
    group by m.bundle_id, t.warehouse_id having count(*) = max(c.part_count)`.execute(tx)
  return [...Map.groupBy(rows, ({ bundleId }) => bundleId)].flatMap(([skuId, ofBundle]) => {
    const sum = (freeOf: (part: { skuId: number; free: number }, warehouseId: number) => number) =>
      ofBundle.reduce((total, { warehouseId, parts }) => {
        const free = parts.map((part) => ({ quantity: part.quantity, free: freeOf(part, warehouseId) }))
        return total + (freeOfBundle(free) ?? 0)
      }, 0)
    const available = sum(({ free }) => free)
    const before = sum(
      (part, warehouseId) => part.free - (changes.get(placeOf({ skuId: part.skuId, warehouseId })) ?? 0),
    )
    return available < before ? [{ skuId, before, available }] : []
  })
}
