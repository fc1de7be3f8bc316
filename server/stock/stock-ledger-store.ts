/**
 * The stock ledger: how many there are of each SKU, how many of them open orders have promised, and why. What an order holds
 * is kept beside it, so that hearing of the order again changes nothing. Runs in the transaction that saves the orders.
 *
 * Locks are taken in one order everywhere: stock by SKU, then stock_pushes by listing.
 */
import { sql } from 'kysely'
import type { OrderStatus } from '../../model/order-status.ts'
import { drawIds, type Tx } from '../db/database.ts'
import { nextHold, type Hold } from './order-hold.ts'
import { wantStock } from './stock-push-store.ts'

export type StockShop = { ownerId: string; shopId: number }

export type SoldOrder = {
  id: number
  status: OrderStatus
  placedAt: Date
  /** When we first heard of it, by our own clock. */
  heardAt: Date
  lines: { shopSku: string; quantity: number }[]
}

export type MovementKind = 'order' | 'cancel' | 'ship' | 'adjust' | 'import'

type Movement = {
  skuId: number
  warehouseId: number
  kind: MovementKind
  onHand: number
  reserved: number
  available: number
  orderId: number | null
}

type Figure = { skuId: number; warehouseId: number; onHand: number; reserved: number; countedAt: Date }

/** Holds, ships or gives back what the orders are about. SKUs that were never counted are left alone. */
export async function holdStock(tx: Tx, shop: StockShop, orders: SoldOrder[]): Promise<void> {
  const listings = await listingsOf(tx, shop, orders)
  const held = await heldBy(tx, shop.ownerId, orders)
  const sold = [...listings.values()].map(({ skuId }) => skuId)
  const skuIds = new Set([...sold, ...[...held.values()].flatMap((ofOrder) => [...ofOrder.keys()])])
  if (skuIds.size === 0) return
  const figures = await lockStock(tx, shop.ownerId, [...skuIds])
  if (figures.size === 0) return

  const movements: Movement[] = []
  const holds: (Hold & { orderId: number; skuId: number; warehouseId: number })[] = []
  /** How the channel's own count of each listing has changed: it takes off what it sells, and gives back what it cancels. */
  const counted = new Map<number, number>()
  for (const order of orders.toSorted((a, b) => a.id - b.id)) {
    const wanted = wantedBy(order, listings)
    for (const skuId of new Set([...wanted.keys(), ...(held.get(order.id)?.keys() ?? [])])) {
      const figure = figures.get(skuId)
      if (!figure) continue
      const before = held.get(order.id)?.get(skuId)
      const { quantity = 0, listingId } = wanted.get(skuId) ?? {}
      const next = nextHold(before, order.status, quantity, isAfter(order, figure.countedAt))
      if (!next) continue
      const { hold, found } = next
      const place = { skuId, warehouseId: figure.warehouseId }
      const move = (kind: MovementKind, onHand: number, reserved: number) => {
        if (onHand === 0 && reserved === 0) return
        figure.onHand += onHand
        figure.reserved += reserved
        const available = figure.onHand - figure.reserved
        movements.push({ ...place, kind, onHand, reserved, available, orderId: order.id })
      }
      move('import', found, 0)
      const shipped = hold.shipped - (before?.shipped ?? 0)
      const kind = order.status === 'canceled' ? 'cancel' : shipped > 0 ? 'ship' : 'order'
      move(kind, -shipped, hold.reserved - (before?.reserved ?? 0))
      holds.push({ ...hold, ...place, orderId: order.id })
      const taken = sum(hold) - sum(before) - found
      if (listingId !== undefined && taken !== 0)
        counted.set(listingId, (counted.get(listingId) ?? 0) - taken)
    }
  }
  if (holds.length === 0) return
  await saveHolds(tx, shop.ownerId, holds)
  await saveMovements(tx, shop, movements)
  await wantStock(tx, shop.ownerId, [...new Set(movements.map(({ skuId }) => skuId))], counted)
}

/** Marketplaces tell whole seconds, and their clocks are not ours. */
const clocksApartMs = 5 * 60_000

/**
 * Whether an order was placed after the first figure was taken. One that we knew by then was not. Of the others, those from
 * the minutes before are taken for later ones: at worst a piece too few is offered, never one too many.
 */
function isAfter({ placedAt, heardAt }: SoldOrder, countedAt: Date): boolean {
  return heardAt > countedAt && placedAt.getTime() >= countedAt.getTime() - clocksApartMs
}

function sum(hold: Hold | undefined): number {
  return hold ? hold.reserved + hold.shipped : 0
}

function wantedBy(
  order: SoldOrder,
  listings: Map<string, { id: number; skuId: number }>,
): Map<number, { quantity: number; listingId: number }> {
  const wanted = new Map<number, { quantity: number; listingId: number }>()
  for (const { shopSku, quantity } of order.lines) {
    const listing = listings.get(shopSku)
    if (!listing) continue
    const seen = wanted.get(listing.skuId)
    wanted.set(listing.skuId, { quantity: (seen?.quantity ?? 0) + quantity, listingId: listing.id })
  }
  return wanted
}

async function listingsOf(
  tx: Tx,
  { ownerId, shopId }: StockShop,
  orders: SoldOrder[],
): Promise<Map<string, { id: number; skuId: number }>> {
  const shopSkus = [...new Set(orders.flatMap(({ lines }) => lines.map(({ shopSku }) => shopSku)))]
  const { rows } = await sql<{ id: number; sku_id: number; shop_sku: string }>`
    select distinct on (shop_sku) id, sku_id, shop_sku from product_skus
    where owner_id = ${ownerId} and shop_id = ${shopId} and shop_sku = any(${shopSkus}::text[]) and sku_id is not null
    order by shop_sku, id`.execute(tx)
  return new Map(rows.map((row) => [row.shop_sku, { id: row.id, skuId: row.sku_id }]))
}

async function lockStock(tx: Tx, ownerId: string, skuIds: number[]): Promise<Map<number, Figure>> {
  const { rows } = await sql<Figure>`
    select sku_id as "skuId", warehouse_id as "warehouseId", on_hand as "onHand", reserved, counted_at as "countedAt"
    from stock where owner_id = ${ownerId} and sku_id = any(${skuIds}::bigint[])
    order by sku_id, warehouse_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.skuId, row]))
}

async function heldBy(tx: Tx, ownerId: string, orders: SoldOrder[]): Promise<Map<number, Map<number, Hold>>> {
  const { rows } = await sql<Hold & { order_id: number; sku_id: number }>`
    select order_id, sku_id, reserved, shipped from order_stock
    where owner_id = ${ownerId} and order_id = any(${orders.map(({ id }) => id)}::bigint[])`.execute(tx)
  const held = new Map<number, Map<number, Hold>>()
  for (const { order_id, sku_id, ...hold } of rows) {
    const ofOrder = held.get(order_id) ?? new Map<number, Hold>()
    held.set(order_id, ofOrder.set(sku_id, hold))
  }
  return held
}

async function saveHolds(
  tx: Tx,
  ownerId: string,
  holds: (Hold & { orderId: number; skuId: number; warehouseId: number })[],
): Promise<void> {
  await sql`insert into order_stock (owner_id, order_id, sku_id, warehouse_id, reserved, shipped)
    select ${ownerId}::uuid, r."orderId", r."skuId", r."warehouseId", r.reserved, r.shipped
    from json_to_recordset(${JSON.stringify(holds)}::json) as r("orderId" bigint, "skuId" bigint, "warehouseId" bigint,
      reserved integer, shipped integer)
    on conflict (owner_id, order_id, sku_id, warehouse_id)
    do update set reserved = excluded.reserved, shipped = excluded.shipped`.execute(tx)
}

/** Writes the movements down and moves the figures by them. The rows of stock must be locked. */
async function saveMovements(tx: Tx, shop: StockShop, movements: Movement[]): Promise<void> {
  if (movements.length === 0) return
  const now = new Date()
  const ids = await drawIds(tx, movements.length)
  const rows = movements.map((movement, at) => ({ ...movement, id: ids[at] }))
  await sql`insert into stock_movements (owner_id, id, sku_id, warehouse_id, kind, on_hand_change, reserved_change,
      available_after, shop_id, order_id, at)
    select ${shop.ownerId}::uuid, r.id, r."skuId", r."warehouseId", r.kind, r."onHand", r.reserved, r.available,
      ${shop.shopId}::bigint, r."orderId", ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, "skuId" bigint, "warehouseId" bigint, kind text,
      "onHand" integer, reserved integer, available integer, "orderId" bigint)`.execute(tx)
  const sums = new Map<number, { skuId: number; warehouseId: number; onHand: number; reserved: number }>()
  for (const { skuId, warehouseId, onHand, reserved } of movements) {
    const seen = sums.get(skuId) ?? { skuId, warehouseId, onHand: 0, reserved: 0 }
    sums.set(skuId, { ...seen, onHand: seen.onHand + onHand, reserved: seen.reserved + reserved })
  }
  await sql`update stock t set on_hand = t.on_hand + r."onHand", reserved = t.reserved + r.reserved
    from json_to_recordset(${JSON.stringify([...sums.values()])}::json) as r("skuId" bigint, "warehouseId" bigint,
      "onHand" integer, reserved integer)
    where t.owner_id = ${shop.ownerId} and t.sku_id = r."skuId" and t.warehouse_id = r."warehouseId"`.execute(
    tx,
  )
}

/** A listing whose SKU has no figure yet, and what its channel says. */
export type FirstFigure = { skuId: number; quantity: number }

/**
 * Begins the ledger of SKUs with what a channel would still sell at that moment. What open orders have promised already
 * comes on top: it is still on the shelf. Whoever comes second changes nothing.
 */
export async function countStock(
  tx: Tx,
  shop: StockShop,
  figures: FirstFigure[],
  countedAt: Date,
): Promise<void> {
  const warehouseId = await defaultWarehouse(tx, shop.ownerId)
  const firsts = [...new Map(figures.map((figure) => [figure.skuId, figure])).values()].toSorted(
    (a, b) => a.skuId - b.skuId,
  )
  const { rows: begun } = await sql<{ sku_id: number }>`
    insert into stock (owner_id, sku_id, warehouse_id, counted_at)
    select ${shop.ownerId}::uuid, r.id, ${warehouseId}::bigint, ${countedAt}::timestamptz
    from json_to_recordset(${JSON.stringify(firsts.map(({ skuId }) => ({ id: skuId })))}::json) as r(id bigint)
    on conflict (owner_id, sku_id, warehouse_id) do nothing returning sku_id`.execute(tx)
  const news = new Set(begun.map(({ sku_id }) => sku_id))
  const movements = firsts
    .filter(({ skuId }) => news.has(skuId))
    .map(({ skuId, quantity }): Movement => ({
      skuId,
      warehouseId,
      kind: 'import',
      onHand: quantity,
      reserved: 0,
      available: quantity,
      orderId: null,
    }))
  await saveMovements(tx, shop, movements)
  await holdOpenOrders(tx, shop.ownerId, [...news])
  await wantStock(tx, shop.ownerId, [...news])
}

/** Open orders of every shop that lists the SKUs; each shop's through the same door as a new order. */
async function holdOpenOrders(tx: Tx, ownerId: string, skuIds: number[]): Promise<void> {
  const { rows } = await sql<{
    shop_id: number
    id: number
    placed_at: Date
    created_at: Date
    lines: { shopSku: string; quantity: number }[]
  }>`
    select o.shop_id, o.id, o.placed_at, o.created_at,
      (select json_agg(json_build_object('shopSku', i.shop_sku, 'quantity', i.quantity)) from order_items i
        where i.owner_id = ${ownerId} and i.order_id = o.id) as lines
    from orders o where o.owner_id = ${ownerId} and o.status between 1 and 4 and exists (
      select from product_skus k join order_items i on i.owner_id = ${ownerId} and i.shop_sku = k.shop_sku
      where k.owner_id = ${ownerId} and k.sku_id = any(${skuIds}::bigint[]) and k.shop_id = o.shop_id and i.order_id = o.id)
    order by o.id`.execute(tx)
  const shops = new Set(rows.map(({ shop_id }) => shop_id))
  for (const shopId of shops) {
    const orders = rows
      .filter((row) => row.shop_id === shopId)
      .map(({ id, placed_at: placedAt, created_at: heardAt, lines }) => ({
        id,
        status: 'pending' as const,
        placedAt,
        heardAt,
        lines,
      }))
    await holdStock(tx, { ownerId, shopId }, orders)
  }
}

async function defaultWarehouse(tx: Tx, ownerId: string): Promise<number> {
  const find = () =>
    sql<{
      id: number
    }>`select id from warehouses where owner_id = ${ownerId} and is_default`.execute(tx)
  const [known] = (await find()).rows
  if (known) return known.id
  const [id] = await drawIds(tx, 1)
  await sql`insert into warehouses (owner_id, id, name, kind, is_default, created_at)
    select ${ownerId}::uuid, ${id ?? 0}::bigint, name, 'virtual', true, ${new Date()}::timestamptz from owners
    where owner_id = ${ownerId} on conflict do nothing`.execute(tx)
  return (await find()).rows[0]?.id ?? 0
}
