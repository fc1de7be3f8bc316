/**
 * The stock ledger: the pieces of each SKU in each warehouse, those of them that are reserved for open orders, and why.
 * Reservations are stored per order, so that the same order imported again changes nothing; a reservation stays in the
 * warehouse that its shop sold from then, or that its sales area chose. Runs in the transaction that saves the orders.
 * Its locks (the shop's warehouse, stock by SKU and warehouse, stock_pushes by listing) have their place in the order of locks
 * that stands at `saveOrders` (order-intake-store.ts).
 */
import { sql, type RawBuilder } from 'kysely'
import { orderStatusOf } from '../../../model/order-status.ts'
import { areaOf } from '../../../model/sales-area.ts'
import type { MovementKind } from '../../../model/stock-movement.ts'
import type { ShopKey, Tx } from '../../db/database.ts'
import { listSalesAreas, type SalesAreaRow } from '../../sales-areas/sales-areas-store.ts'
import { countedUnits, demandOf, type SoldListing } from './order-demand.ts'
import { notifySoldOut } from './sold-out-store.ts'
import { hasLeft, nextReservation, piecesOut, type Reservation } from './stock-reservation.ts'
import { orderSource } from './order-source.ts'
import { isAfter, type SoldOrder } from './sold-order.ts'
import { lockShopWarehouse, lockShopWarehouses } from './shop-warehouse-store.ts'
import { withBundles } from '../push/offered-stock-store.ts'
import { setTargetStock } from '../push/stock-push-store.ts'
import { reservesUnpaid } from '../settings/stock-setting-store.ts'
import {
  listReservations,
  lockStock,
  placeOf,
  saveReservations,
  saveMovements,
  type Movement,
  type PlacedReservation,
} from './stock-rows-store.ts'

/** Reserves, ships or releases the pieces of the orders. SKUs that were never counted are left alone. */
export async function reserveStock(tx: Tx, shop: ShopKey, orders: SoldOrder[]): Promise<void> {
  if (orders.length === 0) return
  const own = await lockShopWarehouse(tx, shop.ownerId, shop.shopId)
  await reserveIn(tx, shop, own, orders, {
    areas: await listSalesAreas(tx, shop.ownerId),
    isUnpaidReserved: await reservesUnpaid(tx, shop.ownerId),
  })
}

/**
 * @param own the warehouse that the shop sells from
 * @param begun given: SKUs that were counted just now; reservations that exist, and other SKUs, are left alone
 * @param isInFigure true: no figure is without the open orders' pieces
 * @param released lines, by order, that give back what they have reserved
 */
async function reserveIn(
  tx: Tx,
  shop: ShopKey,
  own: number,
  orders: SoldOrder[],
  {
    areas = [],
    begun,
    isInFigure = false,
    released = new Map(),
    isUnpaidReserved,
  }: {
    areas?: SalesAreaRow[]
    begun?: Set<number>
    isInFigure?: boolean
    released?: ReadonlyMap<number, ReadonlySet<string>>
    isUnpaidReserved: boolean
  },
): Promise<void> {
  const listings = await listingsOf(tx, shop, orders)
  const ids = orders.map(({ id }) => id)
  const existing = await listReservations(tx, shop.ownerId, ids)
  const reservationsBefore = [...existing.values()].flatMap((ofOrder) => [...ofOrder])
  const sold = [...listings.values()].flatMap(({ pieces }) => pieces.map(({ skuId }) => skuId))
  const skuIds = new Set([...sold, ...reservationsBefore.map(([skuId]) => skuId)])
  if (skuIds.size === 0) return
  const others = new Map(
    orders.map((order) => [order.id, warehousesOf(order, shop, areas, existing.get(order.id))]),
  )
  const reservedIn = reservationsBefore.map(([, reservation]) => reservation.warehouseId)
  const warehouseIds = [...new Set([own, ...reservedIn, ...[...others.values()].flat()])]
  const figures = await lockStock(tx, shop.ownerId, [...skuIds], warehouseIds)
  if (figures.size === 0) return

  const movements: Movement[] = []
  const reservations: (PlacedReservation & { orderId: number; skuId: number })[] = []
  /** Changes of each listing's count on its channel, which subtracts what it sells and adds back what it cancels. */
  const counted = new Map<number, number>()
  for (const order of orders.toSorted((a, b) => a.id - b.id)) {
    const ofOrder = existing.get(order.id)
    const kept = withoutLines(ofOrder, released.get(order.id))
    const demand = demandOf(order, listings, kept, begun)
    const countedHere = new Map<number, number>()
    const fresh = [...demand].flatMap(([skuId, { quantity }]): [number, number][] =>
      ofOrder?.has(skuId) ? [] : [[skuId, quantity]],
    )
    const warehouseId = orderSource(order, new Map(fresh), {
      own,
      others: others.get(order.id) ?? [],
      figures,
    })
    for (const skuId of new Set([...demand.keys(), ...(ofOrder?.keys() ?? [])])) {
      const before = ofOrder?.get(skuId)
      if (begun && (before || !begun.has(skuId))) continue
      const place = { skuId, warehouseId: before?.warehouseId ?? warehouseId }
      const figure = figures.get(placeOf(place))
      if (!figure) continue
      const lines = demand.get(skuId)
      const { quantity, shopSkus, perUnit, bundleId } = lines ?? { ...linesOf(kept?.get(skuId)), quantity: 0 }
      // No channel has subtracted the parts of a bundle from the figure that it counts of them.
      const isCounted = isInFigure || figure.isCountedByHand || bundleId !== null
      const next = nextReservation(before, order.status, quantity, {
        isAfterCount: isAfter(order, figure.countedAt) || (isCounted && !hasLeft(order.status)),
        reservesUnpaid: isUnpaidReserved,
      })
      if (!next) continue
      const { reservation, found } = next
      const move = (kind: MovementKind, onHand: number, reserved: number) => {
        if (onHand === 0 && reserved === 0) return
        figure.onHand += onHand
        figure.reserved += reserved
        const available = figure.onHand - figure.reserved
        movements.push({ ...place, kind, onHand, reserved, available, orderId: order.id, bundleId })
      }
      move('import', found, 0)
      const shipped = piecesOut(reservation) - piecesOut(before)
      const kind = order.status === 'canceled' ? 'cancel' : shipped > 0 ? 'ship' : 'order'
      move(kind, -shipped, reservation.reserved - (before?.reserved ?? 0))
      reservations.push({ ...reservation, ...place, orderId: order.id, shopSkus, perUnit, bundleId })
      const taken = sum(reservation) - sum(before) - found
      // Every part of a bundle says the same about its listing.
      for (const [listingId, change] of lines ? countedUnits(lines, taken) : [])
        if (change !== 0 && !countedHere.has(listingId)) countedHere.set(listingId, change)
    }
    for (const [listingId, change] of countedHere)
      counted.set(listingId, (counted.get(listingId) ?? 0) + change)
  }
  if (reservations.length === 0) return
  await saveReservations(tx, shop.ownerId, reservations)
  await saveMovements(tx, shop, movements)
  const moved = [...new Set(movements.map(({ skuId }) => skuId))]
  await setTargetStock(tx, shop.ownerId, moved, { counted, warehouseIds })
  await notifySoldOut(tx, shop.ownerId, movements)
}

function withoutLines(
  reservations: Map<number, PlacedReservation> | undefined,
  released: ReadonlySet<string> | undefined,
): Map<number, PlacedReservation> | undefined {
  if (!reservations || !released) return reservations
  return new Map(
    [...reservations].flatMap(([skuId, { shopSkus, perUnit, ...reservation }]) => {
      const kept = shopSkus.flatMap((shopSku, at) =>
        released.has(shopSku) ? [] : { shopSku, perUnit: perUnit[at] ?? 1 },
      )
      if (kept.length === 0) return []
      const lines = {
        shopSkus: kept.map(({ shopSku }) => shopSku),
        perUnit: kept.map((line) => line.perUnit),
      }
      return [[skuId, { ...reservation, ...lines }]]
    }),
  )
}

function linesOf(reservation: PlacedReservation | undefined) {
  return {
    shopSkus: reservation?.shopSkus ?? [],
    perUnit: reservation?.perUnit ?? [],
    bundleId: reservation?.bundleId ?? null,
  }
}

function sum(reservation: Reservation | undefined): number {
  return reservation ? reservation.reserved + reservation.shipped + reservation.unpaid : 0
}

/** Lists the warehouses besides the shop's own that may supply the order: an order stays where it began. */
function warehousesOf(
  order: SoldOrder,
  { shopId }: ShopKey,
  areas: SalesAreaRow[],
  existing: Map<number, PlacedReservation> | undefined,
): number[] {
  const area = order.status === 'canceled' ? undefined : areaOf(areas, { shopId, to: order.to })
  if (!area) return []
  return existing
    ? [...new Set([...existing.values()].map((reservation) => reservation.warehouseId))]
    : area.warehouseIds
}

/** By shop SKU. */
export async function listingsOf(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  orders: Pick<SoldOrder, 'lines'>[],
): Promise<Map<string, SoldListing>> {
  const shopSkus = [...new Set(orders.flatMap(({ lines }) => lines.map(({ shopSku }) => shopSku)))]
  const { rows } = await sql<{
    id: number
    skuId: number
    shopSku: string
    linkedAt: Date | null
    parts: Part[] | null
  }>`
    select distinct on (k.shop_sku) k.id, k.sku_id as "skuId", k.shop_sku as "shopSku", k.linked_at as "linkedAt", (
      select json_agg(json_build_object('skuId', m.part_id, 'perUnit', m.quantity) order by m.part_id) from sku_parts m
      where m.owner_id = ${ownerId} and m.bundle_id = k.sku_id) as parts
    from product_skus k
    where k.owner_id = ${ownerId} and k.shop_id = ${shopId} and k.shop_sku = any(${shopSkus}::text[])
      and k.sku_id is not null
    order by k.shop_sku, k.id`.execute(tx)
  return new Map(
    rows.map(({ id, skuId, shopSku, linkedAt, parts }) => [
      shopSku,
      {
        id,
        linkedAt,
        pieces: parts?.map((part) => ({ ...part, bundleId: skuId })) ?? [
          { skuId, perUnit: 1, bundleId: null },
        ],
      },
    ]),
  )
}

type Part = { skuId: number; perUnit: number }

/**
 * Reserves the pieces of SKUs that were counted just now for the open orders that sell them, alone or in a bundle, in every shop of
 * the warehouse; each shop's through the same door as a new order.
 */
export async function reserveOpenOrders(
  tx: Tx,
  { ownerId, shopIds, warehouseId }: { ownerId: string; shopIds: number[]; warehouseId: number },
  begun: Set<number>,
): Promise<void> {
  if (begun.size === 0) return
  const isUnpaidReserved = await reservesUnpaid(tx, ownerId)
  const found = await listOpenOrders(tx, ownerId, shopIds, sells(ownerId, [...begun]))
  for (const [shopId, orders] of found)
    await reserveIn(tx, { ownerId, shopId }, warehouseId, orders, { begun, isUnpaidReserved })
}

/** Reserves for the open orders that sell these SKUs what they have not reserved yet: a bundle that gets parts takes them. */
export async function reserveOrdersAgain(tx: Tx, ownerId: string, skuIds: number[]): Promise<void> {
  const warehouses = await lockShopWarehouses(tx, ownerId, { begins: false })
  const isUnpaidReserved = await reservesUnpaid(tx, ownerId)
  const found = await listOpenOrders(tx, ownerId, [...warehouses.keys()], sells(ownerId, skuIds))
  for (const [shopId, orders] of found)
    await reserveIn(tx, { ownerId, shopId }, warehouses.get(shopId) ?? 0, orders, { isUnpaidReserved })
}

/**
 * Reserves for the open orders of a shop whose listings were linked after the orders came. No channel has left these pieces out of the
 * figure of the SKU, as that was another listing's. Locks the shop, so that each order is either known here or finds the link.
 *
 * @param listingIds those that were linked just now; left out: all of the shop's
 */
export async function reserveForLinked(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  listingIds?: number[],
): Promise<void> {
  await sql`select from shops where owner_id = ${ownerId} and id = ${shopId} for update`.execute(tx)
  const own = await lockShopWarehouse(tx, ownerId, shopId)
  const which = listingIds ? sql`and k.id = any(${listingIds}::bigint[])` : sql``
  // Order by order, by `offset 0`: joined, the planner would read whole tables as long as it takes new ones for empty.
  const isWaiting = sql`and exists (
      select from order_items i
      cross join lateral (select array(select k.sku_id union all
            select m.part_id from sku_parts m where m.owner_id = ${ownerId} and m.bundle_id = k.sku_id) as sku_ids
          from product_skus k where k.owner_id = ${ownerId} and k.shop_id = ${shopId} and k.shop_sku = i.shop_sku
            and k.sku_id is not null ${which} limit 1) l
      where i.owner_id = ${ownerId} and i.order_id = o.id
        and not exists (select from stock_reservations h
          where h.owner_id = ${ownerId} and h.order_id = o.id and i.shop_sku = any(h.shop_skus) offset 0)
        and exists (select from stock t
          where t.owner_id = ${ownerId} and t.warehouse_id = ${own} and t.sku_id = any(l.sku_ids) offset 0)
      offset 0)`
  await reserveLater(tx, ownerId, await listOpenOrders(tx, ownerId, [shopId], isWaiting))
}

export type LinkedLine = { orderId: number; shopId: number; shopSku: string }

/**
 * Lines of open orders whose pieces were reserved because their listing was linked to its SKU after they came: at least as many as
 * the line has were reserved for the order since. Other lines may have reserved pieces of the same SKU before.
 */
export async function listReservedByLink(
  tx: Tx,
  ownerId: string,
  listingIds: number[],
): Promise<LinkedLine[]> {
  const { rows } = await sql<LinkedLine>`
    select o.id as "orderId", o.shop_id as "shopId", k.shop_sku as "shopSku" from product_skus k
    join orders o on o.owner_id = ${ownerId} and o.shop_id = k.shop_id and o.status between 1 and 4
      and o.created_at < k.linked_at
    where k.owner_id = ${ownerId} and k.id = any(${listingIds}::bigint[]) and exists (
      select from stock_reservations h
      cross join lateral (
        select coalesce(sum(m.reserved_change), 0) as reserved, coalesce(sum(m.on_hand_change), 0) as on_hand
        from stock_movements m
        where m.owner_id = ${ownerId} and m.sku_id = h.sku_id and m.order_id = o.id and m.at >= k.linked_at) since
      cross join lateral (
        select sum(i.quantity) * coalesce(h.per_unit[array_position(h.shop_skus, k.shop_sku)], 1) as pieces from order_items i
        where i.owner_id = ${ownerId} and i.order_id = o.id and i.shop_sku = k.shop_sku) line
      where h.owner_id = ${ownerId} and h.order_id = o.id
        and (h.sku_id = k.sku_id or h.bundle_id = k.sku_id) and k.shop_sku = any(h.shop_skus) and h.reserved + h.unpaid > 0
        and since.on_hand = 0 and since.reserved >= least(h.reserved, line.pieces)
      offset 0)`.execute(tx)
  return rows
}

/** Gives back what these lines have reserved, for the SKU that their listing has now, if it has one. */
export async function releaseLines(tx: Tx, ownerId: string, lines: LinkedLine[]): Promise<void> {
  if (lines.length === 0) return
  const released = new Map(
    [...Map.groupBy(lines, ({ orderId }) => orderId)].map(([orderId, ofOrder]) => [
      orderId,
      new Set(ofOrder.map(({ shopSku }) => shopSku)),
    ]),
  )
  const shopIds = [...new Set(lines.map(({ shopId }) => shopId))]
  const isReleased = sql`and o.id = any(${[...released.keys()]}::bigint[])`
  await reserveLater(tx, ownerId, await listOpenOrders(tx, ownerId, shopIds, isReleased), released)
}

async function reserveLater(
  tx: Tx,
  ownerId: string,
  byShop: Map<number, SoldOrder[]>,
  released?: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<void> {
  const isUnpaidReserved = await reservesUnpaid(tx, ownerId)
  for (const [shopId, orders] of byShop) {
    const own = await lockShopWarehouse(tx, ownerId, shopId)
    const how = { isInFigure: true, isUnpaidReserved, ...(released && { released }) }
    await reserveIn(tx, { ownerId, shopId }, own, orders, how)
  }
}

/** Condition on an order: it sells one of these SKUs, alone or in a bundle. */
const sells = (ownerId: string, skuIds: number[]) => sql`and exists (
      select from product_skus k join order_items i on i.owner_id = ${ownerId} and i.shop_sku = k.shop_sku
      where k.owner_id = ${ownerId} and k.sku_id in (select id from ${withBundles(ownerId, skuIds)} w)
        and k.shop_id = o.shop_id and i.order_id = o.id)`

/** By shop. */
async function listOpenOrders(
  tx: Tx,
  ownerId: string,
  shopIds: number[],
  which: RawBuilder<unknown>,
): Promise<Map<number, SoldOrder[]>> {
  const { rows } = await sql<{
    shop_id: number
    id: number
    status: number
    placed_at: Date
    created_at: Date
    lines: { shopSku: string; quantity: number }[]
  }>`
    select o.shop_id, o.id, o.status, o.placed_at, o.created_at,
      (select json_agg(json_build_object('shopSku', i.shop_sku, 'quantity', i.quantity)) from order_items i
        where i.owner_id = ${ownerId} and i.order_id = o.id) as lines
    from orders o where o.owner_id = ${ownerId} and o.shop_id = any(${shopIds}::bigint[]) and o.status between 1 and 4
      ${which}
    order by o.shop_id, o.id`.execute(tx)
  const orders = rows.map(
    ({ shop_id: shopId, id, status, placed_at: placedAt, created_at: heardAt, lines }) => ({
      shopId,
      order: {
        id,
        status: orderStatusOf(status),
        placedAt,
        heardAt,
        leftAt: null,
        lines,
        // No line has taken the place of another one.
        linesBefore: new Set(lines.map(({ shopSku }) => shopSku)),
        to: null,
      },
    }),
  )
  const byShop = Map.groupBy(orders, ({ shopId }) => shopId)
  return new Map([...byShop].map(([shopId, of]) => [shopId, of.map(({ order }) => order)]))
}
