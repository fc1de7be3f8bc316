/**
 * Columns of SKUs that follow from their listings, and the number of SKUs by them. Every transaction that changes a SKU moves the
 * counts itself. Their locks come after those of stock and before those of stock_pushes.
 */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** The number of some SKUs that have this level and are listed by these shops. */
type Counted = { stockLevel: number; shopIds: number[]; skus: number }

/**
 * Runs work that changes these SKUs, whose rows it locks first, and moves the counts by what it changed.
 *
 * @param created those of them that this transaction has added just now, and that are in no count yet
 */
export async function countingSkus<T>(
  tx: Tx,
  ownerId: string,
  skuIds: number[],
  work: () => Promise<T>,
  created: ReadonlySet<number> = new Set(),
): Promise<T> {
  // Leaves the key free, so that a first figure in stock, which refers to it, does not wait.
  await sql`select from skus where owner_id = ${ownerId} and id = any(${skuIds}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const known = skuIds.filter((id) => !created.has(id))
  const before = await countThem(tx, ownerId, known)
  const result = await work()
  const after = await countThem(tx, ownerId, skuIds)
  await changeSkuCounts(tx, ownerId, [...before.map((one) => ({ ...one, skus: -one.skus })), ...after])
  return result
}

/** Merged SKUs are in no count. */
async function countThem(tx: Tx, ownerId: string, skuIds: number[]): Promise<Counted[]> {
  if (skuIds.length === 0) return []
  const { rows } = await sql<Counted>`
    select coalesce(stock_level, -1::smallint) as "stockLevel", to_json(shop_ids) as "shopIds", count(*)::int as skus
    from skus where owner_id = ${ownerId} and id = any(${skuIds}::bigint[]) and merged_into is null
    group by coalesce(stock_level, -1::smallint), shop_ids`.execute(tx)
  return rows
}

async function changeSkuCounts(tx: Tx, ownerId: string, changes: Counted[]): Promise<void> {
  const sums = new Map<string, { stockLevel: number; shopIds: number[]; by: number }>()
  for (const { stockLevel, shopIds, skus } of changes) {
    const name = JSON.stringify([stockLevel, shopIds])
    sums.set(name, { stockLevel, shopIds, by: (sums.get(name)?.by ?? 0) + skus })
  }
  // In one order everywhere, so that two transactions of one account cannot lock each other out.
  const rows = [...sums]
    .filter(([, { by }]) => by !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
  if (rows.length === 0) return
  await sql`insert into sku_counts as c (owner_id, shop_ids, stock_level, skus)
    select ${ownerId}::uuid, r."shopIds", r."stockLevel", r.by
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("shopIds" bigint[], "stockLevel" smallint, by integer)
    on conflict (owner_id, shop_ids, stock_level) do update set skus = c.skus + excluded.skus`.execute(tx)
}

/**
 * Notes the shops that list these SKUs. Within `countingSkus`. Each table is read once for all: a planner whose figures are of other
 * accounts would read all listings of the owner for every SKU.
 */
export async function saveSkuShops(tx: Tx, ownerId: string, skuIds: number[]): Promise<void> {
  await sql`
    with listed as materialized (
      select k.sku_id, array_agg(distinct k.shop_id order by k.shop_id) as shop_ids from product_skus k
      where k.owner_id = ${ownerId} and k.sku_id = any(${skuIds}::bigint[]) group by k.sku_id),
    found as materialized (
      select own.id, coalesce(l.shop_ids, '{}') as shop_ids
      from unnest(${skuIds}::bigint[]) as own(id) left join listed l on l.sku_id = own.id)
    update skus s set shop_ids = f.shop_ids, updated_at = ${new Date()}
    from found f
    where s.owner_id = ${ownerId} and s.id = any(${skuIds}::bigint[]) and s.id = f.id and s.shop_ids <> f.shop_ids`.execute(
    tx,
  )
}
