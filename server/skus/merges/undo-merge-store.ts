/** Undoes a merge: what is of the merged SKUs goes back to them, as if they had never been merged. */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { isDuplicate } from '../../db/reach-database.ts'
import { inSavepoint } from '../../db/savepoint.ts'
import { markProductsOfSkusStale } from '../../listings/product-columns-store.ts'
import { endFigures } from '../../stock/ledger/end-figures-store.ts'
import { placeOf } from '../../stock/ledger/stock-rows-store.ts'
import { saveStockLevels } from '../../stock/ledger/stock-level-store.ts'
import { setTargetStock } from '../../stock/push/stock-push-store.ts'
import { setCost } from '../costs/costs-store.ts'
import { linking, lockStockOf } from '../link-store.ts'
import { countingSkus, saveSkuShops } from '../sku-columns-store.ts'
import { keysOf } from '../skus-store.ts'
import { savePartCounts } from './merge-skus-store.ts'
import { listMergeable, type Mergeable } from './mergeable-skus-store.ts'
import { divideReservations, type Belonging, type Shift } from './merged-reservations-store.ts'
import { areBeingCounted, type Merge, type MergeBefore, type SkuBefore } from './merges-store.ts'
import { beginRows, listStockRows, shiftStock } from './shift-stock-store.ts'

type Undone = { merge: Merge; before: MergeBefore; document: number }

/**
 * Behind `lockShops` and the merge.
 *
 * @throws AppError merge_changed; merge_stock_moved; merge_code_taken; sku_in_stock_take
 */
export async function undoMerge(tx: Tx, session: Session, undone: Undone): Promise<void> {
  const { ownerId } = session
  const { merge, before } = undone
  const skuIds = [merge.skuId, ...merge.otherIds]
  const back = await listReturning(tx, ownerId, merge, before)
  await linking(tx, ownerId, { listingIds: back.map(({ id }) => id), visible: [] }, async () => {
    await lockStockOf(tx, ownerId, skuIds)
    const survivor = (await listMergeable(tx, ownerId, [merge.skuId])).get(merge.skuId)
    await requireUndoable(tx, ownerId, undone, survivor)
    await moveBack(tx, session, undone, back)
  })
}

type Returning = { id: number; shopId: number; shopSku: string; skuId: number }

/** Listings that were the merged SKUs' and still are the survivor's, and those that came since with the code of a merged one. */
async function listReturning(
  tx: Tx,
  ownerId: string,
  { id, skuId }: Merge,
  { skus }: MergeBefore,
): Promise<Returning[]> {
  const known = skus.flatMap((sku) => sku.listings.map((listing) => ({ id: listing.id, skuId: sku.id })))
  const codes = skus.map((sku) => ({ code: sku.code.toLowerCase(), skuId: sku.id }))
  const { rows } = await sql<Returning>`
    select k.id, k.shop_id as "shopId", k.shop_sku as "shopSku", coalesce(r."skuId", c."skuId") as "skuId"
    from product_skus k
    left join json_to_recordset(${JSON.stringify(known)}::json) as r(id bigint, "skuId" bigint) on r.id = k.id
    left join json_to_recordset(${JSON.stringify(codes)}::json) as c(code text, "skuId" bigint)
      on c.code = k.seller_key and k.id > ${id}
    where k.owner_id = ${ownerId} and k.sku_id = ${skuId} and (r.id is not null or c.code is not null)
    order by k.id`.execute(tx)
  return rows
}

async function requireUndoable(
  tx: Tx,
  ownerId: string,
  { merge, before }: Undone,
  survivor: Mergeable | undefined,
): Promise<void> {
  const { id, skuId, otherIds } = merge
  const { rows } = await sql<{ merged: number; isMergedSince: boolean; isMoved: boolean }>`
    select (select count(*)::int from skus where owner_id = ${ownerId} and id = any(${otherIds}::bigint[])
        and merged_into = ${skuId}) as merged,
      exists (select from sku_merges where owner_id = ${ownerId} and id > ${id} and undone_at is null
        and (sku_id = ${skuId} or other_ids @> array[${skuId}::bigint])) as "isMergedSince",
      exists (select from stock_movements where owner_id = ${ownerId} and sku_id = ${skuId} and id > ${id}
        and document is not null and kind not in ('merge', 'split')) as "isMoved"`.execute(tx)
  const [found] = rows
  if (!survivor || !found || found.merged < otherIds.length || found.isMergedSince)
    throw new AppError('merge_changed')
  if (found.isMoved) throw new AppError('merge_stock_moved')
  await requireFreeCodes(tx, ownerId, before)
  if (await areBeingCounted(tx, ownerId, [skuId])) throw new AppError('sku_in_stock_take')
  const inBundles = new Map<number, number>()
  for (const { bundles } of before.skus)
    for (const { bundleId, quantity, ofSurvivor } of bundles)
      inBundles.set(bundleId, (inBundles.get(bundleId) ?? ofSurvivor) + quantity)
  const now = new Map(survivor.bundles.map(({ bundleId, quantity }) => [bundleId, quantity]))
  const parts = before.skus[0]?.parts ?? []
  if (
    [...inBundles].some(([bundleId, quantity]) => now.get(bundleId) !== quantity) ||
    JSON.stringify(survivor.parts) !== JSON.stringify(parts)
  )
    throw new AppError('merge_changed')
}

async function requireFreeCodes(tx: Tx, ownerId: string, { skus }: MergeBefore): Promise<void> {
  const { rows } = await sql<{ code: string | null }>`select min(prime_sku) as code from skus
    where owner_id = ${ownerId} and code_key = any(${keysOf(skus.map(({ code }) => code))}) and merged_into is null`.execute(
    tx,
  )
  const code = rows[0]?.code
  if (code) throw new AppError('merge_code_taken', { name: code })
}

async function moveBack(
  tx: Tx,
  session: Session,
  { merge, before, document }: Undone,
  returning: Returning[],
): Promise<void> {
  const { ownerId } = session
  const { skuId: survivorId, otherIds } = merge
  const skuIds = [survivorId, ...otherIds]
  const belonging = await belongingOf(tx, ownerId, merge, before, returning)
  await countingSkus(tx, ownerId, skuIds, async () => {
    const now = new Date()
    await inSavepoint(tx, () =>
      sql`update skus set merged_into = null, updated_at = ${now}
        where owner_id = ${ownerId} and id = any(${otherIds}::bigint[])`.execute(tx),
    ).catch(async (error: unknown) => {
      // Somebody has taken a code since it was looked for.
      if (isDuplicate(error)) await requireFreeCodes(tx, ownerId, before)
      throw error
    })
    for (const { id, mergedBefore } of before.skus)
      await sql`update skus set merged_into = ${id} where owner_id = ${ownerId}
        and id = any(${mergedBefore}::bigint[]) and merged_into = ${survivorId}`.execute(tx)
    await giveBackLinks(tx, ownerId, merge, before)
    await sql`update product_skus k set sku_id = r."skuId"
      from json_to_recordset(${JSON.stringify(returning)}::json) as r(id bigint, "skuId" bigint)
      where k.owner_id = ${ownerId} and k.id = r.id`.execute(tx)
    await giveBackParts(tx, ownerId, survivorId, before.skus)
    await giveBackRules(tx, ownerId, survivorId, before)
    await sql`update skus set low_stock_threshold = ${before.survivor.threshold} where owner_id = ${ownerId}
      and id = ${survivorId} and low_stock_threshold is not distinct from ${before.given.threshold}::integer`.execute(
      tx,
    )
    await saveSkuShops(tx, ownerId, skuIds)
  })
  await giveBackCost(tx, session, { survivorId, document, before })
  const known = before.skus.flatMap(({ id, stock }) =>
    stock.map(({ countedAt, ...row }) => ({ ...row, skuId: id, countedAt: new Date(countedAt) })),
  )
  await beginRows(tx, ownerId, known)
  const standing = new Set((await listStockRows(tx, ownerId, otherIds)).map(placeOf))
  const figures = known.filter((row) => standing.has(placeOf(row)))
  const isCounted = (skuId: number, warehouseId: number) =>
    figures.some((one) => one.skuId === skuId && one.warehouseId === warehouseId)
  const shifts = await divideReservations(tx, ownerId, belonging, isCounted)
  if (!shifts) throw new AppError('merge_stock_moved')
  const pieces = figures.map(({ skuId, warehouseId, onHand }) => ({
    from: { skuId: survivorId, warehouseId },
    to: { skuId, warehouseId },
    onHand,
    reserved: 0,
  }))
  const back = [...pieces, ...shifts]
  const rest = await restOf(tx, ownerId, merge, before, back)
  await shiftStock(tx, session, { kind: 'merge', document, reason: null }, [...back, ...rest])
  await sql`update stock t set counted_at = r."countedAt", is_counted_by_hand = r."isCountedByHand"
    from json_to_recordset(${JSON.stringify(before.survivor.counted)}::json) as r("warehouseId" bigint, "countedAt" timestamptz,
      "isCountedByHand" boolean)
    where t.owner_id = ${ownerId} and t.sku_id = ${survivorId} and t.warehouse_id = r."warehouseId"`.execute(
    tx,
  )
  // Where the survivor had no figure, it has none again.
  const begun = before.survivor.begun.map((warehouseId) => ({ skuId: survivorId, warehouseId }))
  await endFigures(tx, ownerId, begun, skuIds)
  await saveStockLevels(tx, ownerId, skuIds)
  await markProductsOfSkusStale(tx, ownerId, skuIds)
  await setTargetStock(tx, ownerId, skuIds)
}

async function belongingOf(
  tx: Tx,
  ownerId: string,
  { id: mergeId, skuId: survivorId, otherIds }: Merge,
  before: MergeBefore,
  back: Returning[],
): Promise<Belonging> {
  const listed = before.skus.flatMap((sku) => sku.listings.map((one) => ({ ...one, skuId: sku.id })))
  const listings = new Map(
    [...listed, ...back].map(({ shopId, shopSku, skuId }) => [`${shopId}/${shopSku}`, skuId]),
  )
  const pieces = Map.groupBy(
    before.skus.flatMap(({ id, bundles }) => bundles.map((one) => ({ ...one, skuId: id }))),
    ({ bundleId }) => bundleId,
  )
  const { rows } = await sql<{ shopId: number; shopSku: string; bundleId: number }>`
    select shop_id as "shopId", shop_sku as "shopSku", sku_id as "bundleId" from product_skus
    where owner_id = ${ownerId} and sku_id = any(${[...pieces.keys()]}::bigint[])`.execute(tx)
  const bundles = new Map(
    rows.map(({ shopId, shopSku, bundleId }) => [
      `${shopId}/${shopSku}`,
      new Map((pieces.get(bundleId) ?? []).map(({ skuId, quantity }) => [skuId, quantity])),
    ]),
  )
  return { survivorId, otherIds, listings, bundles, before, mergeId }
}

/** Listings that nobody has linked since are linked since when they were. */
async function giveBackLinks(
  tx: Tx,
  ownerId: string,
  { skuId, at }: Merge,
  { skus, survivor }: MergeBefore,
): Promise<void> {
  const listings = [survivor, ...skus].flatMap((sku) => sku.listings)
  await sql`update product_skus k set linked_at = r."linkedAt"
    from json_to_recordset(${JSON.stringify(listings)}::json) as r(id bigint, "linkedAt" timestamptz)
    where k.owner_id = ${ownerId} and k.id = r.id and k.sku_id = ${skuId} and k.linked_at <= ${at}`.execute(
    tx,
  )
}

async function giveBackParts(tx: Tx, ownerId: string, survivorId: number, skus: SkuBefore[]): Promise<void> {
  const places = skus.flatMap(({ id, bundles }) => bundles.map((one) => ({ ...one, skuId: id })))
  const rows = [
    ...places.map(({ bundleId, skuId, quantity }) => ({ bundleId, skuId, quantity })),
    ...places
      .filter(({ ofSurvivor }) => ofSurvivor > 0)
      .map(({ bundleId, ofSurvivor }) => ({ bundleId, skuId: survivorId, quantity: ofSurvivor })),
    ...skus.flatMap(({ id, parts }) => parts.map((part) => ({ bundleId: id, ...part }))),
  ]
  const unique = [...new Map(rows.map((row) => [`${row.bundleId}/${row.skuId}`, row])).values()]
  const bundleIds = [...new Set(unique.map(({ bundleId }) => bundleId))]
  await sql`delete from sku_parts where owner_id = ${ownerId} and part_id = ${survivorId}
    and bundle_id = any(${bundleIds}::bigint[])`.execute(tx)
  await sql`insert into sku_parts (owner_id, bundle_id, part_id, quantity)
    select ${ownerId}::uuid, r."bundleId", r."skuId", r.quantity
    from json_to_recordset(${JSON.stringify(unique)}::json) as r("bundleId" bigint, "skuId" bigint, quantity integer)
    on conflict (owner_id, bundle_id, part_id) do update set quantity = excluded.quantity`.execute(tx)
  await savePartCounts(tx, ownerId, bundleIds)
}

/** Rules that the survivor took over go back, as they are now. */
async function giveBackRules(
  tx: Tx,
  ownerId: string,
  survivorId: number,
  { skus, survivor }: MergeBefore,
): Promise<void> {
  await sql`delete from sku_shop_rules where owner_id = ${ownerId} and sku_id = ${survivorId}
    and shop_id = any(${survivor.ruledShops}::bigint[])`.execute(tx)
  const rules = skus.flatMap(({ id, rules: own }) => own.map((rule) => ({ skuId: id, ...rule })))
  await sql`insert into sku_shop_rules (owner_id, sku_id, shop_id, buffer, cap, share)
    select ${ownerId}::uuid, r."skuId", r."shopId", r.buffer, r.cap, r.share
    from json_to_recordset(${JSON.stringify(rules)}::json) as r("skuId" bigint, "shopId" bigint, buffer integer, cap integer,
      share smallint)
    join shops s on s.owner_id = ${ownerId} and s.id = r."shopId"
    on conflict (owner_id, sku_id, shop_id) do nothing`.execute(tx)
}

async function giveBackCost(
  tx: Tx,
  session: Session,
  { survivorId, document, before }: { survivorId: number; document: number; before: MergeBefore },
): Promise<void> {
  const { survivor, given } = before
  if (given.cost === survivor.cost || given.costCurrency === null) return
  const { rows } = await sql<{ cost: number | null }>`
    select cost from skus where owner_id = ${session.ownerId} and id = ${survivorId}`.execute(tx)
  if (rows[0]?.cost !== given.cost) return
  const currency = survivor.costCurrency ?? given.costCurrency
  await setCost(tx, session, { skuId: survivorId, cost: survivor.cost, currency, document })
}

/** Pieces that are left of the survivor where it had no figure: its own listings have reserved or sold them since. */
async function restOf(
  tx: Tx,
  ownerId: string,
  { skuId }: Merge,
  { survivor: { begun } }: MergeBefore,
  back: Shift[],
): Promise<Shift[]> {
  const rows = await listStockRows(tx, ownerId, [skuId])
  return rows
    .filter(({ warehouseId }) => begun.includes(warehouseId))
    .map(({ warehouseId, ...row }) => {
      const taken = back.filter(({ from }) => from?.skuId === skuId && from.warehouseId === warehouseId)
      const left = (of: 'onHand' | 'reserved') => taken.reduce((rest, shift) => rest - shift[of], row[of])
      return { from: { skuId, warehouseId }, to: null, onHand: left('onHand'), reserved: left('reserved') }
    })
}
