/** Reservations of SKUs that are merged, and of a merge that is undone. The account's shops and the rows of stock must be locked. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { saveReservations, type PlacedReservation } from '../../stock/ledger/stock-rows-store.ts'
import { combineReservations, divideReservation, type LineShares } from './reserved-pieces.ts'
import type { MergeBefore, ReservedBefore } from './merges-store.ts'

/** Pieces that leave one place for another: reserved ones, or pieces on hand. */
export type Shift = {
  /** Null: from or to nowhere, as the SKU has no figure there. */
  from: { skuId: number; warehouseId: number } | null
  to: { skuId: number; warehouseId: number } | null
  onHand: number
  reserved: number
}

const reservationsPerStep = 5000

/**
 * Gives what orders have reserved of some SKUs to another one, and answers what it was and which reserved pieces thereby change
 * their place. An order that has reserved both keeps the pieces in the warehouse of the SKU that goes on.
 */
export async function mergeReservations(
  tx: Tx,
  ownerId: string,
  survivorId: number,
  otherIds: number[],
): Promise<{ before: ReservedBefore[]; shifts: Shift[] }> {
  const { rows: before } = await sql<PlacedReservation & { orderId: number; skuId: number }>`
    select order_id as "orderId", sku_id as "skuId", warehouse_id as "warehouseId", reserved, shipped, back, unpaid,
      shop_skus as "shopSkus", per_unit as "perUnit", bundle_id as "bundleId"
    from stock_reservations where owner_id = ${ownerId} and sku_id = any(${otherIds}::bigint[])
    order by order_id, sku_id`.execute(tx)
  const orderIds = [...new Set(before.map(({ orderId }) => orderId))]
  const own = await listOfSku(tx, ownerId, survivorId, orderIds)
  await sql`delete from stock_reservations where owner_id = ${ownerId} and sku_id = any(${otherIds}::bigint[])`.execute(
    tx,
  )
  const shifts: Shift[] = []
  const merged = [...Map.groupBy(before, ({ orderId }) => orderId)].flatMap(([orderId, ofOrder]) => {
    const [first, ...rest] = [...(own.get(orderId) ?? []), ...ofOrder]
    if (!first) return []
    const whole = combineReservations([first, ...rest])
    for (const { skuId, warehouseId, reserved } of ofOrder)
      shifts.push({
        from: { skuId, warehouseId },
        to: { skuId: survivorId, warehouseId: whole.warehouseId },
        onHand: 0,
        reserved,
      })
    return { ...whole, orderId, skuId: survivorId }
  })
  await saveInSteps(tx, ownerId, merged)
  return { before, shifts }
}

async function saveInSteps(
  tx: Tx,
  ownerId: string,
  rows: (PlacedReservation & { orderId: number; skuId: number })[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += reservationsPerStep)
    await saveReservations(tx, ownerId, rows.slice(at, at + reservationsPerStep))
}

async function listOfSku(
  tx: Tx,
  ownerId: string,
  skuId: number,
  orderIds: number[],
): Promise<Map<number, PlacedReservation[]>> {
  const { rows } = await sql<PlacedReservation & { orderId: number }>`
    select order_id as "orderId", warehouse_id as "warehouseId", reserved, shipped, back, unpaid,
      shop_skus as "shopSkus", per_unit as "perUnit", bundle_id as "bundleId"
    from stock_reservations where owner_id = ${ownerId} and sku_id = ${skuId} and order_id = any(${orderIds}::bigint[])`.execute(
    tx,
  )
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

/** Lines that one SKU has reserved pieces for, although others list them by now: they stay its own when a merge is undone. */
export async function listKeptLines(
  tx: Tx,
  ownerId: string,
  skuId: number,
  otherIds: number[],
): Promise<MergeBefore['kept']> {
  const { rows } = await sql<MergeBefore['kept'][number]>`
    select h.order_id as "orderId", to_json(h.shop_skus) as "shopSkus" from stock_reservations h
    join orders o on o.owner_id = ${ownerId} and o.id = h.order_id
    where h.owner_id = ${ownerId} and h.sku_id = ${skuId} and (exists (
      select from product_skus k where k.owner_id = ${ownerId} and k.sku_id = any(${otherIds}::bigint[])
        and k.shop_id = o.shop_id and k.shop_sku = any(h.shop_skus))
      or h.bundle_id in (select m.bundle_id from sku_parts m
        where m.owner_id = ${ownerId} and m.part_id = any(${otherIds}::bigint[])))`.execute(tx)
  return rows
}

type TouchedOrder = PlacedReservation & {
  orderId: number
  shopId: number
  lines: { shopSku: string; quantity: number }[] | null
  /** Changes of the pieces on hand by this order since the merge, by warehouse. */
  moves: { warehouseId: number; onHand: number; isReturn: boolean }[] | null
}

/** Where the lines of orders belong once a merge is undone. */
export type Belonging = {
  survivorId: number
  otherIds: number[]
  /** By "shop/shop SKU": the SKU that the line's listing goes back to. */
  listings: ReadonlyMap<string, number>
  /** By "shop/shop SKU" of a bundle's listing: pieces of each SKU that go back to. */
  bundles: ReadonlyMap<string, ReadonlyMap<number, number>>
  before: MergeBefore
  /** Number of the merge: what came later has a higher one. */
  mergeId: number
}

/**
 * Divides what orders have reserved of the SKU that goes on as if it had never been merged, and answers which pieces thereby
 * change their place. Undefined: an order of several of the SKUs was taken back since, or sent once more with what had come back, and
 * nobody knows of which one.
 */
export async function divideReservations(
  tx: Tx,
  ownerId: string,
  belonging: Belonging,
  isCounted: (skuId: number, warehouseId: number) => boolean,
): Promise<Shift[] | undefined> {
  const { survivorId, otherIds, before } = belonging
  const touched = await listTouched(tx, ownerId, belonging)
  const reservedBefore = Map.groupBy(before.reservations, ({ orderId }) => orderId)
  const kept = new Map(before.kept.map(({ orderId, shopSkus }) => [orderId, new Set(shopSkus)]))
  const shifts: Shift[] = []
  const saved: (PlacedReservation & { orderId: number; skuId: number })[] = []
  const gone: number[] = []
  for (const order of touched) {
    const ofOrder = reservedBefore.get(order.orderId) ?? []
    const lines = sharesOf(order, belonging, ofOrder, kept.get(order.orderId))
    const parts = divideReservation(order, lines, [...otherIds, survivorId], ofOrder)
    const returns = order.moves?.some(({ isReturn }) => isReturn) ?? false
    if (parts.size > 1 && returns) return undefined
    if (!parts.has(survivorId)) gone.push(order.orderId)
    for (const [skuId, { share, ...part }] of parts) {
      if (skuId === survivorId) {
        saved.push({ ...part, orderId: order.orderId, skuId })
        continue
      }
      const warehouseId = ofOrder.find((one) => one.skuId === skuId)?.warehouseId ?? part.warehouseId
      const to = isCounted(skuId, warehouseId) ? { skuId, warehouseId } : null
      if (to) saved.push({ ...part, warehouseId, orderId: order.orderId, skuId })
      const from = { skuId: survivorId, warehouseId: order.warehouseId }
      if (part.reserved !== 0) shifts.push({ from, to, onHand: 0, reserved: part.reserved })
      for (const move of order.moves ?? []) {
        const onHand = Math.round(move.onHand * share)
        const at = { skuId: survivorId, warehouseId: move.warehouseId }
        if (onHand !== 0) shifts.push({ from: at, to, onHand, reserved: 0 })
      }
    }
  }
  await sql`delete from stock_reservations where owner_id = ${ownerId} and sku_id = ${survivorId}
    and order_id = any(${gone}::bigint[])`.execute(tx)
  await saveInSteps(tx, ownerId, saved)
  return shifts
}

/** Pieces of each SKU in the lines of an order. What it had reserved before the merge, and of which SKU, stays so. */
function sharesOf(
  order: TouchedOrder,
  { survivorId, listings, bundles }: Belonging,
  ofOrder: ReservedBefore[],
  kept: ReadonlySet<string> | undefined,
): LineShares[] {
  const quantities = new Map<string, number>()
  for (const { shopSku, quantity } of order.lines ?? [])
    quantities.set(shopSku, (quantities.get(shopSku) ?? 0) + quantity)
  return order.shopSkus.map((shopSku, at) => {
    const all = order.perUnit[at] ?? 1
    const perUnit = new Map<number, number>()
    for (const one of ofOrder) {
      const line = one.shopSkus.indexOf(shopSku)
      if (line >= 0) perUnit.set(one.skuId, one.perUnit[line] ?? 1)
    }
    const key = `${order.shopId}/${shopSku}`
    if (perUnit.size === 0 && !kept?.has(shopSku)) {
      const own = listings.get(key)
      if (own !== undefined) perUnit.set(own, all)
      for (const [skuId, pieces] of bundles.get(key) ?? []) perUnit.set(skuId, pieces)
    }
    const others = [...perUnit.values()].reduce((sum, one) => sum + one, 0)
    if (all > others) perUnit.set(survivorId, all - others)
    return { shopSku, quantity: quantities.get(shopSku) ?? 0, perUnit }
  })
}

async function listTouched(
  tx: Tx,
  ownerId: string,
  { survivorId, otherIds, listings, bundles, before, mergeId }: Belonging,
): Promise<TouchedOrder[]> {
  const orderIds = [...new Set(before.reservations.map(({ orderId }) => orderId))]
  const shopSkus = [...listings.keys(), ...bundles.keys()].map((key) => key.slice(key.indexOf('/') + 1))
  const { rows } = await sql<TouchedOrder>`
    with moved as (
      select m.order_id, json_agg(json_build_object('warehouseId', m.warehouse_id, 'onHand', m.on_hand_change,
        'isReturn', m.kind in ('return', 'write_off') or (m.kind = 'ship' and exists (
          select from stock_movements b where b.owner_id = ${ownerId} and b.sku_id = any(${[survivorId, ...otherIds]}::bigint[])
            and b.order_id = m.order_id and b.kind = 'return' and b.id < m.id offset 0)))) as moves
      from stock_movements m where m.owner_id = ${ownerId} and m.sku_id = ${survivorId} and m.id > ${mergeId}
        and m.order_id is not null and m.on_hand_change <> 0 group by m.order_id)
    select h.order_id as "orderId", o.shop_id as "shopId", h.warehouse_id as "warehouseId", h.reserved, h.shipped, h.back, h.unpaid,
      to_json(h.shop_skus) as "shopSkus", to_json(h.per_unit) as "perUnit",
      h.bundle_id as "bundleId", m.moves, (
        select json_agg(json_build_object('shopSku', i.shop_sku, 'quantity', i.quantity)) from order_items i
        where i.owner_id = ${ownerId} and i.order_id = h.order_id) as lines
    from stock_reservations h join orders o on o.owner_id = ${ownerId} and o.id = h.order_id
    left join moved m on m.order_id = h.order_id
    where h.owner_id = ${ownerId} and h.sku_id = ${survivorId}
      and (h.order_id = any(${orderIds}::bigint[]) or h.shop_skus && ${shopSkus}::text[])
    order by h.order_id`.execute(tx)
  return rows
}
