/**
 * Merges SKUs: one goes on with the listings, stock, reservations, places in bundles and rules of the others, which keep their
 * history and leave all lists. Locks as linking does, behind all shops of the account.
 */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { markProductsOfSkusStale } from '../../listings/product-columns-store.ts'
import { reserveOrdersAgain } from '../../stock/ledger/stock-ledger-store.ts'
import { saveStockLevels } from '../../stock/ledger/stock-level-store.ts'
import { setTargetStock } from '../../stock/push/stock-push-store.ts'
import { mergeCosts } from '../costs/costs-store.ts'
import { linking, lockStockOf } from '../link-store.ts'
import { countingSkus, saveSkuShops } from '../sku-columns-store.ts'
import { listMergeable, requireMergeable, type Mergeable } from './mergeable-skus-store.ts'
import { listKeptLines, mergeReservations } from './merged-reservations-store.ts'
import { areBeingCounted, type MergeBefore, type SkuBefore } from './merges-store.ts'
import { beginRows, listStockRows, shiftStock, type StockRow } from './shift-stock-store.ts'

/**
 * Behind `lockShops`.
 *
 * @param document number of the merge and of its movements
 * @throws AppError validation_failed naming the SKU of the request; sku_in_stock_take
 */
export async function mergeSkus(
  tx: Tx,
  session: Session,
  { survivorId, otherIds, document }: { survivorId: number; otherIds: number[]; document: number },
): Promise<MergeBefore> {
  const { ownerId } = session
  const skuIds = [survivorId, ...otherIds]
  const listings = await listListings(tx, ownerId, skuIds)
  const work = async (): Promise<MergeBefore> => {
    await lockStockOf(tx, ownerId, skuIds)
    const found = await listMergeable(tx, ownerId, skuIds)
    requireMergeable(session, found, { survivorId, otherIds })
    return moveAll(tx, session, { survivorId, otherIds, document, found, listings })
  }
  const listingIds = listings.filter(({ skuId }) => skuId !== survivorId).map(({ id }) => id)
  return linking(tx, ownerId, { listingIds, visible: [] }, work)
}

type ListingOf = SkuBefore['listings'][number] & { skuId: number }

async function listListings(tx: Tx, ownerId: string, skuIds: number[]): Promise<ListingOf[]> {
  const { rows } = await sql<ListingOf>`
    select id, shop_id as "shopId", shop_sku as "shopSku", sku_id as "skuId",
      to_json(linked_at) as "linkedAt" from product_skus
    where owner_id = ${ownerId} and sku_id = any(${skuIds}::bigint[]) order by id`.execute(tx)
  return rows
}

type Plan = {
  survivorId: number
  otherIds: number[]
  document: number
  found: Map<number, Mergeable>
  listings: ListingOf[]
}

async function moveAll(
  tx: Tx,
  session: Session,
  { survivorId, otherIds, document, found, listings }: Plan,
): Promise<MergeBefore> {
  const { ownerId } = session
  const skuIds = [survivorId, ...otherIds]
  const stock = await listStockRows(tx, ownerId, skuIds)
  const kept = await listKeptLines(tx, ownerId, survivorId, otherIds)
  const skus = otherIds.map((id) => beforeOf(id, { survivorId, found, listings, stock }))
  const survivor = found.get(survivorId)
  const threshold =
    survivor?.threshold ?? otherIds.map((id) => found.get(id)?.threshold ?? null).find(Number.isInteger)
  const cost = await mergeCosts(tx, session, { survivorId, otherIds, document })
  const ruledShops = await countingSkus(tx, ownerId, skuIds, async () => {
    // Behind their locks, which a scan takes as well.
    if (await areBeingCounted(tx, ownerId, skuIds)) throw new AppError('sku_in_stock_take')
    if (survivor?.parts.length === 0) await linkFromCount(tx, ownerId, skuIds)
    await moveListings(tx, ownerId, survivorId, otherIds)
    const shops = await moveRules(tx, ownerId, survivorId, otherIds)
    await sql`update skus set low_stock_threshold = ${threshold ?? null}
      where owner_id = ${ownerId} and id = ${survivorId}`.execute(tx)
    await saveSkuShops(tx, ownerId, skuIds)
    await sql`update skus set merged_into = ${survivorId}, part_count = 0, updated_at = ${new Date()}
      where owner_id = ${ownerId} and (id = any(${otherIds}::bigint[]) or merged_into = any(${otherIds}::bigint[]))`.execute(
      tx,
    )
    return shops
  })
  const begun = await beginRows(
    tx,
    ownerId,
    stock.filter(({ skuId }) => skuId !== survivorId).map((row) => ({ ...row, skuId: survivorId })),
  )
  await countFromEarliest(tx, ownerId, survivorId, otherIds)
  const { before: reservations, shifts } = await mergeReservations(tx, ownerId, survivorId, otherIds)
  const pieces = stock
    .filter(({ skuId }) => skuId !== survivorId)
    .map(({ skuId, warehouseId, onHand }) => ({
      from: { skuId, warehouseId },
      to: { skuId: survivorId, warehouseId },
      onHand,
      reserved: 0,
    }))
  const reason = skus
    .map(({ code }) => code)
    .join(', ')
    .slice(0, 255)
  await shiftStock(tx, session, { kind: 'merge', document, reason }, [...pieces, ...shifts])
  await forgetFigures(tx, ownerId, otherIds)
  await saveStockLevels(tx, ownerId, [survivorId])
  await markProductsOfSkusStale(tx, ownerId, [survivorId])
  await reserveOrdersAgain(tx, ownerId, [survivorId])
  await setTargetStock(tx, ownerId, [survivorId])
  return {
    skus,
    survivor: {
      threshold: survivor?.threshold ?? null,
      cost: survivor?.cost ?? null,
      costCurrency: survivor?.costCurrency ?? null,
      counted: stock
        .filter(({ skuId }) => skuId === survivorId)
        .map(({ warehouseId, countedAt, isCountedByHand }) => ({
          warehouseId,
          countedAt: countedAt.toISOString(),
          isCountedByHand,
        })),
      begun: begun.map(({ warehouseId }) => warehouseId),
      ruledShops,
      listings: listingsOf(survivorId, listings),
    },
    given: { threshold: threshold ?? null, ...cost },
    reservations,
    kept,
  }
}

function beforeOf(
  id: number,
  {
    survivorId,
    found,
    listings,
    stock,
  }: Pick<Plan, 'survivorId' | 'found' | 'listings'> & { stock: StockRow[] },
): SkuBefore {
  const sku = found.get(id)
  const ofSurvivor = new Map(found.get(survivorId)?.bundles.map((one) => [one.bundleId, one.quantity]))
  return {
    id,
    code: sku?.primeSku ?? '',
    listings: listingsOf(id, listings),
    stock: stock
      .filter(({ skuId }) => skuId === id)
      .map(({ warehouseId, onHand, countedAt, isCountedByHand }) => ({
        warehouseId,
        onHand,
        countedAt: countedAt.toISOString(),
        isCountedByHand,
      })),
    bundles: (sku?.bundles ?? []).map(({ bundleId, quantity }) => ({
      bundleId,
      quantity,
      ofSurvivor: ofSurvivor.get(bundleId) ?? 0,
    })),
    parts: sku?.parts ?? [],
    rules: sku?.rules ?? [],
    mergedBefore: sku?.merged ?? [],
  }
}

const listingsOf = (ofSku: number, listings: ListingOf[]): SkuBefore['listings'] =>
  listings
    .filter(({ skuId }) => skuId === ofSku)
    .map(({ id, shopId, shopSku, linkedAt }) => ({ id, shopId, shopSku, linkedAt }))

/**
 * Orders that had left before the SKU of their listing was counted, or that it was never counted for, take no pieces of the sum either,
 * whose count is the earliest of all.
 */
async function linkFromCount(tx: Tx, ownerId: string, skuIds: number[]): Promise<void> {
  await sql`update product_skus k set linked_at = greatest(k.linked_at, coalesce((
      select t.counted_at from stock t
      join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
      join warehouses d on d.owner_id = ${ownerId} and d.is_default
      where t.owner_id = ${ownerId} and t.sku_id = k.sku_id and t.warehouse_id = coalesce(s.warehouse_id, d.id)),
      ${new Date()}::timestamptz))
    where k.owner_id = ${ownerId} and k.sku_id = any(${skuIds}::bigint[])`.execute(tx)
}

async function moveListings(tx: Tx, ownerId: string, survivorId: number, otherIds: number[]): Promise<void> {
  await sql`update product_skus set sku_id = ${survivorId}
    where owner_id = ${ownerId} and sku_id = any(${otherIds}::bigint[])`.execute(tx)
  const { rows } = await sql<{ bundleId: number; quantity: number }>`
    select bundle_id as "bundleId", sum(quantity)::int as quantity from sku_parts
    where owner_id = ${ownerId} and part_id = any(${otherIds}::bigint[]) group by bundle_id`.execute(tx)
  await sql`insert into sku_parts as m (owner_id, bundle_id, part_id, quantity)
    select ${ownerId}::uuid, r."bundleId", ${survivorId}::bigint, r.quantity
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("bundleId" bigint, quantity integer)
    on conflict (owner_id, bundle_id, part_id) do update set quantity = m.quantity + excluded.quantity`.execute(
    tx,
  )
  await sql`delete from sku_parts where owner_id = ${ownerId}
    and (part_id = any(${otherIds}::bigint[]) or bundle_id = any(${otherIds}::bigint[]))`.execute(tx)
  await savePartCounts(
    tx,
    ownerId,
    rows.map(({ bundleId }) => bundleId),
  )
}

export async function savePartCounts(tx: Tx, ownerId: string, bundleIds: number[]): Promise<void> {
  await sql`update skus s set part_count = (
      select count(*) from sku_parts m where m.owner_id = ${ownerId} and m.bundle_id = s.id)
    where s.owner_id = ${ownerId} and s.id = any(${bundleIds}::bigint[])`.execute(tx)
}

/** A rule of the SKU that goes on stays; of several others' in one shop, the first one's counts. Answers the shops of new rules. */
async function moveRules(tx: Tx, ownerId: string, survivorId: number, otherIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ shopId: number }>`
    insert into sku_shop_rules (owner_id, sku_id, shop_id, buffer, cap, share)
    select distinct on (shop_id) ${ownerId}::uuid, ${survivorId}::bigint, shop_id, buffer, cap, share
    from sku_shop_rules where owner_id = ${ownerId} and sku_id = any(${otherIds}::bigint[])
    order by shop_id, array_position(${otherIds}::bigint[], sku_id)
    on conflict (owner_id, sku_id, shop_id) do nothing returning shop_id as "shopId"`.execute(tx)
  await sql`delete from sku_shop_rules where owner_id = ${ownerId} and sku_id = any(${otherIds}::bigint[])`.execute(
    tx,
  )
  return rows.map(({ shopId }) => shopId)
}

/** An order that one of the figures does not know yet is taken off: at worst a piece too few is offered, never one too many. */
async function countFromEarliest(
  tx: Tx,
  ownerId: string,
  survivorId: number,
  otherIds: number[],
): Promise<void> {
  await sql`update stock t set counted_at = least(t.counted_at, f.counted_at),
      is_counted_by_hand = t.is_counted_by_hand or f.is_counted_by_hand
    from (select warehouse_id, min(counted_at) as counted_at, bool_or(is_counted_by_hand) as is_counted_by_hand from stock
      where owner_id = ${ownerId} and sku_id = any(${otherIds}::bigint[]) group by warehouse_id) f
    where t.owner_id = ${ownerId} and t.sku_id = ${survivorId} and t.warehouse_id = f.warehouse_id`.execute(
    tx,
  )
}

async function forgetFigures(tx: Tx, ownerId: string, skuIds: number[]): Promise<void> {
  await sql`delete from stock where owner_id = ${ownerId} and sku_id = any(${skuIds}::bigint[])`.execute(tx)
  await sql`update skus set stock_level = null where owner_id = ${ownerId} and id = any(${skuIds}::bigint[])`.execute(
    tx,
  )
}
