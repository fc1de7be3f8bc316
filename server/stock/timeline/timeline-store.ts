/**
 * Entries of a SKU's timeline: movements and events of pushes in one list. Both draw their ids from one sequence, which is the
 * order of the list and its cursor.
 */
import { sql } from 'kysely'
import type { MovementKind, PushEventKind, TimelineFilter } from '../../../model/stock-movement.ts'
import type { Tx } from '../../db/database.ts'
import { isSeenPlace } from '../../warehouses/warehouses-store.ts'

export type TimelineEntry = {
  id: number
  at: Date
  type: 'movement' | PushEventKind
  kind: MovementKind | null
  onHandChange: number
  reservedChange: number
  availableAfter: number | null
  warehouseId: number | null
  warehouseName: string | null
  document: number | null
  userId: number | null
  userName: string | null
  reason: string | null
  shopId: number | null
  shopName: string | null
  platformId: number | null
  orderId: number | null
  orderCode: string | null
  bundleId: number | null
  bundleName: string | null
  /** SKU that was moved, where it is a part of the bundle whose timeline it is. */
  partId: number | null
  partName: string | null
  figure: number | null
  shown: number | null
  attempts: number | null
}

export type TimelineOf = {
  ownerId: string
  skuId: number
  /** Shops that the reader may see; empty: all. */
  visible: number[]
}

/**
 * Lists entries before a given one, the newest first. An event has the order of the movement that made its figure the target:
 * the last one of the seconds before, as both are of one transaction. A bundle's figures follow from movements of its parts,
 * of which those that its sales caused are entries of its own.
 */
export async function listTimeline(
  tx: Tx,
  { ownerId, skuId, visible }: TimelineOf,
  { filter, after, limit }: { filter: TimelineFilter; after: number | null; limit: number },
): Promise<TimelineEntry[]> {
  const { rows } = await sql<TimelineEntry>`
    with page as (
      (select m.id, m.at, 'movement' as type, m.kind, m.on_hand_change, m.reserved_change, m.available_after, m.warehouse_id,
        m.document, m.user_id, m.user_name, m.reason, m.shop_id, m.order_id, m.bundle_id, null::integer as figure,
        null::integer as shown, null::smallint as attempts, null::bigint as part_id
      from stock_movements m where m.owner_id = ${ownerId} and m.sku_id = ${skuId} and ${filter}::text in ('all', 'stock')
        and (${after}::bigint is null or m.id < ${after}::bigint)
      order by m.id desc limit ${limit})
      union all
      (select m.id, m.at, 'movement', m.kind, m.on_hand_change, m.reserved_change, m.available_after, m.warehouse_id,
        m.document, m.user_id, m.user_name, m.reason, m.shop_id, m.order_id, null, null, null, null, m.sku_id
      from stock_movements m where m.owner_id = ${ownerId} and m.bundle_id = ${skuId} and ${filter}::text in ('all', 'stock')
        and (${after}::bigint is null or m.id < ${after}::bigint)
      order by m.id desc limit ${limit})
      union all
      (select e.id, e.at, e.kind, null, 0, 0, null, null, null, null, null, e.reason, e.shop_id, c.order_id, null, e.figure,
        e.shown, e.attempts, null
      from stock_push_events e
      left join lateral (
        select m.order_id from (
          select ${skuId}::bigint as id union all
          select part_id from sku_parts where owner_id = ${ownerId} and bundle_id = ${skuId}) k
        cross join lateral (
          select m.id, m.order_id from stock_movements m where m.owner_id = ${ownerId} and m.sku_id = k.id and m.id < e.id
            and m.at between e.target_at - interval '5 seconds' and e.target_at
          order by m.id desc limit 1) m
        order by m.id desc limit 1) c on true
      where e.owner_id = ${ownerId} and e.sku_id = ${skuId}
        and (${filter}::text = 'all' or (${filter}::text = 'refused') = (e.kind = 'refused') and ${filter}::text <> 'stock')
        and (${after}::bigint is null or e.id < ${after}::bigint)
        and (cardinality(${visible}::bigint[]) = 0 or e.shop_id = any(${visible}::bigint[]))
      order by e.id desc limit ${limit}))
    select p.id, p.at, p.type, p.kind, p.on_hand_change as "onHandChange", p.reserved_change as "reservedChange",
      p.available_after as "availableAfter", p.warehouse_id as "warehouseId", w.name as "warehouseName", p.document,
      p.user_id as "userId", p.user_name as "userName", p.reason, s.id as "shopId", s.system_name as "shopName",
      s.platform_id as "platformId", o.id as "orderId", coalesce(o.short_code, o.channel_order_id) as "orderCode",
      b.id as "bundleId", b.name as "bundleName", q.id as "partId", q.name as "partName", p.figure, p.shown, p.attempts
    from (select * from page order by id desc limit ${limit}) p
    left join warehouses w on w.owner_id = ${ownerId} and w.id = p.warehouse_id and ${isSeenPlace(ownerId, visible)}
    left join skus b on b.owner_id = ${ownerId} and b.id = p.bundle_id
      and (cardinality(${visible}::bigint[]) = 0 or b.shop_ids && ${visible}::bigint[])
    left join skus q on q.owner_id = ${ownerId} and q.id = p.part_id
    left join shops s on s.owner_id = ${ownerId} and s.id = p.shop_id
      and (cardinality(${visible}::bigint[]) = 0 or s.id = any(${visible}::bigint[]))
    left join orders o on o.owner_id = ${ownerId} and o.id = p.order_id
      and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))
    order by p.id desc`.execute(tx)
  return rows
}

export async function sumOnHand(tx: Tx, ownerId: string, skuId: number): Promise<number> {
  const { rows } = await sql<{ onHand: number }>`
    select coalesce(sum(on_hand), 0)::int as "onHand" from stock where owner_id = ${ownerId} and sku_id = ${skuId}`.execute(
    tx,
  )
  return rows[0]?.onHand ?? 0
}

export async function countRefusals(tx: Tx, { ownerId, skuId, visible }: TimelineOf): Promise<number> {
  const { rows } = await sql<{ refused: number }>`
    select count(*)::int as refused from stock_push_events where owner_id = ${ownerId} and sku_id = ${skuId}
      and kind = 'refused'
      and (cardinality(${visible}::bigint[]) = 0 or shop_id = any(${visible}::bigint[]))`.execute(tx)
  return rows[0]?.refused ?? 0
}

/** An order that took pieces which were not there, and the order that had taken the last ones. */
export type Oversell = {
  id: number
  placedAt: Date
  heardAt: Date
  lastOrderId: number | null
  lastCode: string | null
  lastShopId: number | null
  lastShopName: string | null
  lastPlatformId: number | null
  lastPlacedAt: Date | null
  lastHeardAt: Date | null
  zeroAt: Date | null
  buffer: number | null
  isSynced: boolean | null
}

/**
 * Causes of the oversells that these movements are, by their ids: times of both orders, and when the shop of the second one was
 * sent that nothing is left of what it sold, which may have been before the last pieces went: by its stock rule, or as a bundle
 * needs more of them. An order that was here before the first figure was not oversold by it: no shop had been sent any.
 */
export async function listOversells(
  tx: Tx,
  { ownerId, visible }: Omit<TimelineOf, 'skuId'>,
  ids: number[],
): Promise<Oversell[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Oversell>`
    select m.id, o.placed_at as "placedAt", o.created_at as "heardAt", f.id as "lastOrderId",
      coalesce(f.short_code, f.channel_order_id) as "lastCode", g.id as "lastShopId", g.system_name as "lastShopName",
      g.platform_id as "lastPlatformId", b.placed_at as "lastPlacedAt", b.created_at as "lastHeardAt", z.at as "zeroAt",
      s.stock_buffer as buffer, s.is_stock_sync as "isSynced"
    from stock_movements m
    join orders o on o.owner_id = ${ownerId} and o.id = m.order_id
    left join lateral (
      select p.id, p.order_id from stock_movements p where p.owner_id = ${ownerId} and p.sku_id = m.sku_id and p.id < m.id
        and p.warehouse_id = m.warehouse_id and p.on_hand_change < p.reserved_change and p.order_id <> m.order_id
      order by p.id desc limit 1) l on true
    left join orders b on b.owner_id = ${ownerId} and b.id = l.order_id
    left join orders f on f.owner_id = ${ownerId} and f.id = b.id
      and (cardinality(${visible}::bigint[]) = 0 or f.shop_id = any(${visible}::bigint[]))
    left join shops g on g.owner_id = ${ownerId} and g.id = f.shop_id
    left join shops s on s.owner_id = ${ownerId} and s.id = m.shop_id
      and (cardinality(${visible}::bigint[]) = 0 or s.id = any(${visible}::bigint[]))
    left join lateral (
      select e.at from stock_push_events e where e.owner_id = ${ownerId} and e.sku_id = coalesce(m.bundle_id, m.sku_id)
        and e.shop_id = s.id and e.kind = 'sent' and e.figure = 0 and e.id > coalesce((
          select max(n.id) from stock_push_events n where n.owner_id = ${ownerId} and n.sku_id = e.sku_id
            and n.shop_id = e.shop_id and n.kind = 'sent' and n.figure > 0 and n.id < coalesce(l.id, m.id)), 0)
      order by e.id limit 1) z on true
    where m.owner_id = ${ownerId} and m.id = any(${ids}::bigint[])
      and exists (select from stock_movements c where c.owner_id = ${ownerId} and c.sku_id = m.sku_id
        and c.warehouse_id = m.warehouse_id and c.at <= o.created_at)
    order by m.id`.execute(tx)
  return rows
}
