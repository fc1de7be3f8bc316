/**
 * Parts of bundles. A change locks the account's shops, so that no order and no first figure comes in meanwhile, then stock, SKUs with
 * their counts, and stock_pushes, as linking does.
 */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import { reserveOrdersAgain } from '../../stock/ledger/stock-ledger-store.ts'
import { saveStockLevels } from '../../stock/ledger/stock-level-store.ts'
import { setTargetStock } from '../../stock/push/stock-push-store.ts'
import { lockStockOf } from '../link-store.ts'
import { countingSkus } from '../sku-columns-store.ts'

export type Part = { skuId: number; quantity: number }

/** Bundles that one SKU may be a part of: each sale of it sets the targets of all of them. */
export const mostBundles = 200

/** Pieces left of the SKU `s` with its stock `t`; of a bundle, in the warehouses where all of its parts were counted. */
export const availableOfSku = `coalesce(case when s.part_count > 0 then (
    select sum(f.free)::int from (
      select min(floor((h.on_hand - h.reserved)::numeric / m.quantity)) as free
      from sku_parts m join stock h on h.owner_id = $1 and h.sku_id = m.part_id
      where m.owner_id = $1 and m.bundle_id = s.id
      group by h.warehouse_id having count(*) = s.part_count) f) end, t.on_hand - t.reserved)`

/** For a change of parts: before the locks of listings and products. */
export async function lockShops(tx: Tx, ownerId: string): Promise<void> {
  await sql`select from shops where owner_id = ${ownerId} order by id for update`.execute(tx)
}

/**
 * Gives a SKU these parts in place of those that it had; none: it has stock of its own from now on, and begins with 0. Orders keep the
 * pieces that they have reserved, and open ones that have reserved none take the new parts. Behind `lockShops`.
 *
 * @param visible shops of the user; empty: all. A part must be listed in one of them.
 * @throws AppError validation_failed, naming the part
 */
export async function saveParts(
  tx: Tx,
  ownerId: string,
  { bundleId, parts, visible }: { bundleId: number; parts: Part[]; visible: number[] },
): Promise<void> {
  const before = await listPartIds(tx, ownerId, bundleId)
  if (before.length + parts.length === 0) return
  const skuIds = [...new Set([bundleId, ...before, ...parts.map(({ skuId }) => skuId)])]
  await lockStockOf(tx, ownerId, skuIds)
  const becomesOther = (before.length === 0) !== (parts.length === 0)
  await countingSkus(tx, ownerId, skuIds, async () => {
    await requireParts(tx, ownerId, { bundleId, parts, visible })
    await writeParts(tx, ownerId, bundleId, parts)
    if (becomesOther) await changeKind(tx, ownerId, bundleId, parts.length > 0 ? [] : before)
  })
  await saveStockLevels(tx, ownerId, [bundleId])
  await reserveOrdersAgain(tx, ownerId, [bundleId])
  await setTargetStock(tx, ownerId, [bundleId])
}

async function listPartIds(tx: Tx, ownerId: string, bundleId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select part_id as id from sku_parts where owner_id = ${ownerId} and bundle_id = ${bundleId}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function requireParts(
  tx: Tx,
  ownerId: string,
  { bundleId, parts, visible }: { bundleId: number; parts: Part[]; visible: number[] },
): Promise<void> {
  const invalidFields: Record<string, string> = {}
  const { rows } = await sql<{ id: number; isBundle: boolean; bundles: number }>`
    select id, part_count > 0 as "isBundle", (
      select count(*)::int from sku_parts m
      where m.owner_id = ${ownerId} and m.part_id = skus.id and m.bundle_id <> ${bundleId}) as bundles
    from skus where owner_id = ${ownerId} and id = any(${parts.map(({ skuId }) => skuId)}::bigint[])
      and merged_into is null and (${visible.length === 0} or shop_ids && ${visible}::bigint[])`.execute(tx)
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const [at, { skuId }] of parts.entries()) {
    const field = `parts.${at}.sku_id`
    if (skuId === bundleId) invalidFields[field] = 'field.part_of_itself'
    else if (!found.has(skuId)) invalidFields[field] = 'field.no_such_sku'
    else if (found.get(skuId)?.isBundle) invalidFields[field] = 'field.bundle_in_bundle'
    else if ((found.get(skuId)?.bundles ?? 0) >= mostBundles)
      invalidFields[field] = 'field.in_too_many_bundles'
  }
  const { rows: own } = await sql<{ isPart: boolean; hasStock: boolean }>`
    select exists (select from sku_parts where owner_id = ${ownerId} and part_id = ${bundleId}) as "isPart",
      exists (select from stock where owner_id = ${ownerId} and sku_id = ${bundleId} and (on_hand <> 0 or reserved <> 0))
      or exists (select from stock_reservations where owner_id = ${ownerId} and sku_id = ${bundleId}
        and (reserved <> 0 or unpaid <> 0)) as "hasStock"`.execute(tx)
  if (parts.length > 0 && own[0]?.isPart) invalidFields['parts'] = 'field.bundle_in_bundle'
  else if (parts.length > 0 && own[0]?.hasStock) invalidFields['parts'] = 'field.bundle_has_stock'
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
}

async function writeParts(tx: Tx, ownerId: string, bundleId: number, parts: Part[]): Promise<void> {
  await sql`delete from sku_parts where owner_id = ${ownerId} and bundle_id = ${bundleId}`.execute(tx)
  await sql`insert into sku_parts (owner_id, bundle_id, part_id, quantity)
    select ${ownerId}::uuid, ${bundleId}::bigint, r."skuId", r.quantity
    from json_to_recordset(${JSON.stringify(parts)}::json) as r("skuId" bigint, quantity integer)
    on conflict (owner_id, bundle_id, part_id) do update set quantity = excluded.quantity`.execute(tx)
  await sql`update skus set part_count = ${parts.length} where owner_id = ${ownerId} and id = ${bundleId}`.execute(
    tx,
  )
}

/**
 * A SKU becomes a bundle, or a bundle becomes a SKU with stock of its own: of 0 where its parts `before` had stock, as the figure that
 * its channels show is of their pieces. What its listings were sent is forgotten.
 */
async function changeKind(tx: Tx, ownerId: string, skuId: number, before: number[]): Promise<void> {
  await sql`delete from stock where owner_id = ${ownerId} and sku_id = ${skuId}`.execute(tx)
  await sql`update skus set stock_level = null where owner_id = ${ownerId} and id = ${skuId}`.execute(tx)
  await sql`delete from stock_pushes p where p.owner_id = ${ownerId} and p.product_sku_id in (
    select k.id from product_skus k where k.owner_id = ${ownerId} and k.sku_id = ${skuId})`.execute(tx)
  await sql`insert into stock (owner_id, sku_id, warehouse_id, counted_at)
    select distinct ${ownerId}::uuid, ${skuId}::bigint, t.warehouse_id, ${new Date()}::timestamptz
    from stock t where t.owner_id = ${ownerId} and t.sku_id = any(${before}::bigint[])
    on conflict (owner_id, sku_id, warehouse_id) do nothing`.execute(tx)
}

export type PartOfBundle = {
  skuId: number
  primeSku: string
  name: string
  imageUrl: string | null
  quantity: number
  /** Over all warehouses; null: never counted. */
  free: number | null
}

export async function listParts(tx: Tx, ownerId: string, bundleId: number): Promise<PartOfBundle[]> {
  const { rows } = await sql<PartOfBundle>`
    select m.part_id as "skuId", s.prime_sku as "primeSku", s.name, s.image_url as "imageUrl", m.quantity, (
      select sum(t.on_hand - t.reserved)::int from stock t
      where t.owner_id = ${ownerId} and t.sku_id = m.part_id) as free
    from sku_parts m join skus s on s.owner_id = ${ownerId} and s.id = m.part_id
    where m.owner_id = ${ownerId} and m.bundle_id = ${bundleId} order by m.part_id`.execute(tx)
  return rows
}

export type BundleOfPart = { id: number; primeSku: string; name: string }

/** Bundles that contain the SKU and that a visible shop lists. */
export async function listBundlesOf(
  tx: Tx,
  ownerId: string,
  partId: number,
  visible: number[],
): Promise<BundleOfPart[]> {
  const { rows } = await sql<BundleOfPart>`
    select s.id, s.prime_sku as "primeSku", s.name from sku_parts m
    join skus s on s.owner_id = ${ownerId} and s.id = m.bundle_id
    where m.owner_id = ${ownerId} and m.part_id = ${partId}
      and (${visible.length === 0} or s.shop_ids && ${visible}::bigint[]) order by s.name, s.id limit 100`.execute(
    tx,
  )
  return rows
}
