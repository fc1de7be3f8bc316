/**
 * Links listings to SKUs and takes them off, as people say. Locks in the order of all that sells: the listings' shops, so that no
 * order of theirs comes in meanwhile; products; stock; SKUs and their counts; stock_pushes.
 */
import { sql } from 'kysely'
import { mostTold } from '../../model/realtime-channels.ts'
import { AppError } from '../../model/errors.ts'
import type { Tx } from '../db/database.ts'
import {
  countingProducts,
  markProductsOfSkusStale,
  saveDerivedColumns,
} from '../listings/product-columns-store.ts'
import { saveScores } from '../listings/scores-store.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { listReservedByLink, releaseLines, reserveForLinked } from '../stock/ledger/stock-ledger-store.ts'
import { saveStockLevels } from '../stock/ledger/stock-level-store.ts'
import { enqueueStockCheck, setTargetStock } from '../stock/push/stock-push-store.ts'
import { countingSkus, saveSkuShops } from './sku-columns-store.ts'

export type LockedListing = { id: number; productId: number; shopId: number; skuId: number | null }

/**
 * Runs work that gives these listings other SKUs, reserves for their open orders, and brings the columns of their products up to it.
 *
 * @param visible shops whose listings the user may link; empty: all
 * @throws AppError validation_failed for a listing that there is not
 */
export async function linking<T>(
  tx: Tx,
  ownerId: string,
  { listingIds, visible }: { listingIds: number[]; visible: number[] },
  work: (listings: LockedListing[]) => Promise<T>,
): Promise<T> {
  const known = await findListings(tx, ownerId, listingIds, visible)
  if (known.length < new Set(listingIds).size)
    throw new AppError('validation_failed', { invalidFields: { product_sku_ids: 'field.no_such_listing' } })
  const shopIds = [...new Set(known.map(({ shopId }) => shopId))]
  const productIds = [...new Set(known.map(({ productId }) => productId))]
  await sql`select from shops where owner_id = ${ownerId} and id = any(${shopIds}::bigint[]) order by id for update`.execute(
    tx,
  )
  const result = await countingProducts(tx, ownerId, productIds, async () => {
    // Again, behind the locks.
    const done = await work(await findListings(tx, ownerId, listingIds, visible))
    for (const shopId of shopIds) await reserveForLinked(tx, { ownerId, shopId }, listingIds)
    await saveDerivedColumns(tx, ownerId, productIds)
    await saveScores(tx, ownerId, productIds)
    return done
  })
  for (const [shopId, ofShop] of Map.groupBy(known, (listing) => listing.shopId)) {
    const ids = [...new Set(ofShop.map(({ productId }) => productId))].slice(0, mostTold)
    saveEvent(tx, { ownerId, shopId, channel: 'product.change', value: { ids } })
  }
  return result
}

async function findListings(
  tx: Tx,
  ownerId: string,
  ids: number[],
  visible: number[],
): Promise<LockedListing[]> {
  const { rows } = await sql<LockedListing>`
    select id, product_id as "productId", shop_id as "shopId", sku_id as "skuId" from product_skus
    where owner_id = ${ownerId} and id = any(${ids}::bigint[])
      and (${visible.length === 0} or shop_id = any(${visible}::bigint[])) order by id`.execute(tx)
  return rows
}

/** A listing that was linked elsewhere before. */
export type MovedListing = { id: number; from: number }

/**
 * Links listings to a SKU, whose stock they are sent from then on. Pieces that open orders have reserved stay with the SKU that
 * they were reserved of, unless it was the link that reserved them. Within `linking`.
 *
 * @param sku `isNew`: this transaction has added it
 * @param how `move`: also from other SKUs; with `from`, from this one only
 * @throws AppError sku_linked_elsewhere; sku_link_changed; not_found
 */
export async function linkTo(
  tx: Tx,
  ownerId: string,
  sku: { id: number; isNew?: boolean },
  listings: LockedListing[],
  { move, from }: { move: boolean; from?: number | undefined },
): Promise<MovedListing[]> {
  const moved = listings.flatMap(({ id, skuId }) =>
    skuId === null || skuId === sku.id ? [] : [{ id, from: skuId }],
  )
  const refused = moved.find((one) => !move || (from !== undefined && one.from !== from))
  if (refused)
    throw new AppError('sku_linked_elsewhere', { name: await nameOfSku(tx, ownerId, refused.from) })
  if (from !== undefined && listings.some(({ skuId }) => skuId === null))
    throw new AppError('sku_link_changed')
  const fresh = listings.filter(({ skuId }) => skuId !== sku.id)
  await assign(tx, ownerId, fresh, sku)
  return moved
}

/** Takes listings off their SKU. They are sent nothing, and no report links them again. Within `linking`. */
export async function unlink(tx: Tx, ownerId: string, listings: LockedListing[]): Promise<void> {
  await assign(tx, ownerId, listings, null)
}

async function assign(
  tx: Tx,
  ownerId: string,
  listings: LockedListing[],
  sku: { id: number; isNew?: boolean } | null,
): Promise<void> {
  const ids = listings.map(({ id }) => id)
  const skuIds = [...new Set([...(sku ? [sku.id] : []), ...listings.flatMap(({ skuId }) => skuId ?? [])])]
  await lockStockOf(tx, ownerId, skuIds)
  // A SKU that is new takes over a part of the old one, which keeps what is reserved of it.
  const reserved = sku?.isNew ? [] : await listReservedByLink(tx, ownerId, ids)
  const work = async () => {
    if (sku) await nameOfSku(tx, ownerId, sku.id)
    await sql`update product_skus set sku_id = ${sku?.id ?? null}::bigint, is_unlinked = ${sku === null},
        linked_at = ${sku && new Date()}::timestamptz
      where owner_id = ${ownerId} and id = any(${ids}::bigint[])`.execute(tx)
    await saveSkuShops(tx, ownerId, skuIds)
  }
  await countingSkus(tx, ownerId, skuIds, work, new Set(sku?.isNew ? [sku.id] : []))
  await sql`delete from stock_pushes where owner_id = ${ownerId} and product_sku_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  // Scores compare the prices of a SKU's listings, also of those beside these.
  await markProductsOfSkusStale(tx, ownerId, skuIds)
  if (sku) await beginAtZero(tx, ownerId, sku.id, skuIds)
  await releaseLines(tx, ownerId, reserved)
  if (!sku) return
  await setTargetStock(tx, ownerId, [sku.id])
  // A SKU that was never counted takes over what these listings' channels tell.
  for (const shopId of new Set(listings.map((listing) => listing.shopId)))
    await enqueueStockCheck(tx, { ownerId, shopId })
}

/**
 * A SKU without a figure that takes only some listings of a counted one begins with 0 there: with the first figure of a channel, the
 * pieces that the other listings go on selling would be counted twice.
 */
async function beginAtZero(tx: Tx, ownerId: string, skuId: number, others: number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into stock (owner_id, sku_id, warehouse_id, counted_at)
    select distinct ${ownerId}::uuid, ${skuId}::bigint, t.warehouse_id, ${new Date()}::timestamptz
    from stock t join skus s on s.owner_id = ${ownerId} and s.id = t.sku_id
    where t.owner_id = ${ownerId} and t.sku_id = any(${others}::bigint[]) and t.sku_id <> ${skuId} and s.shop_ids <> '{}'
      and not exists (select from sku_parts m where m.owner_id = ${ownerId} and m.bundle_id = ${skuId})
    on conflict (owner_id, sku_id, warehouse_id) do nothing returning sku_id as id`.execute(tx)
  if (rows.length > 0) await saveStockLevels(tx, ownerId, [skuId])
}

/** With the stock of the parts, where one of them is a bundle. */
export async function lockStockOf(tx: Tx, ownerId: string, skuIds: number[]): Promise<void> {
  await sql`select from stock where owner_id = ${ownerId} and sku_id in (select unnest(${skuIds}::bigint[])
      union select part_id from sku_parts where owner_id = ${ownerId} and bundle_id = any(${skuIds}::bigint[]))
    order by sku_id, warehouse_id for update`.execute(tx)
}

/** @throws AppError not_found, also for one that was merged */
async function nameOfSku(tx: Tx, ownerId: string, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from skus where owner_id = ${ownerId} and id = ${id} and merged_into is null`.execute(tx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0].name
}

export async function listListingIds(
  tx: Tx,
  ownerId: string,
  { skuId, productId, visible }: { skuId: number; productId: number; visible: number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product_skus where owner_id = ${ownerId} and sku_id = ${skuId} and product_id = ${productId}
      and (${visible.length === 0} or shop_id = any(${visible}::bigint[])) order by id`.execute(tx)
  return rows.map(({ id }) => id)
}
