/** Merges and splits of SKUs that people made, with what SKUs were before, for as long as they can be undone. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** A merge or split can be undone for so long. */
export const undoHours = 24

export const undoableUntil = (at: Date): Date => new Date(at.getTime() + undoHours * 3_600_000)

type ListingBefore = { id: number; shopId: number; shopSku: string; linkedAt: string | null }

/** One merged SKU before its merge. */
export type SkuBefore = {
  id: number
  code: string
  listings: ListingBefore[]
  stock: { warehouseId: number; onHand: number; countedAt: string; isCountedByHand: boolean }[]
  /** Bundles that it was a part of. `ofSurvivor`: pieces of the SKU that goes on that they had beside. */
  bundles: { bundleId: number; quantity: number; ofSurvivor: number }[]
  /** Parts, if it was a bundle. */
  parts: { skuId: number; quantity: number }[]
  rules: { shopId: number; buffer: number | null; cap: number | null; share: number | null }[]
  /** SKUs that were merged into it before. */
  mergedBefore: number[]
}

export type ReservedBefore = {
  orderId: number
  skuId: number
  warehouseId: number
  reserved: number
  shipped: number
  /** Missing in merges from before parcels that came back could leave again. */
  back?: number
  unpaid: number
  shopSkus: string[]
  perUnit: number[]
  bundleId: number | null
}

export type MergeBefore = {
  skus: SkuBefore[]
  survivor: {
    threshold: number | null
    cost: number | null
    costCurrency: string | null
    counted: { warehouseId: number; countedAt: string; isCountedByHand: boolean }[]
    /** Warehouses in which it had no figure. */
    begun: number[]
    /** Shops for which it took over a rule. */
    ruledShops: number[]
    listings: ListingBefore[]
  }
  /** Values that the survivor was given. */
  given: { threshold: number | null; cost: number | null; costCurrency: string | null }
  reservations: ReservedBefore[]
  /** Lines of orders that the survivor had reserved pieces for, although a merged SKU lists them. */
  kept: { orderId: number; shopSkus: string[] }[]
}

export type MergeKind = 'merge' | 'split'

export type Merge = {
  id: number
  kind: MergeKind
  skuId: number
  otherIds: number[]
  userName: string
  at: Date
  undoneAt: Date | null
}

const columns =
  sql.raw(`q.id, q.kind, q.sku_id as "skuId", to_json(q.other_ids) as "otherIds", q.user_name as "userName", q.at,
  q.undone_at as "undoneAt"`)

export async function saveMerge(
  tx: Tx,
  { ownerId, userId, name }: { ownerId: string; userId: number; name: string },
  merge: Pick<Merge, 'id' | 'kind' | 'skuId' | 'otherIds'>,
  before: MergeBefore | null,
): Promise<Date> {
  const at = new Date()
  await sql`insert into sku_merges (owner_id, id, kind, sku_id, other_ids, before, user_id, user_name, at)
    values (${ownerId}, ${merge.id}, ${merge.kind}, ${merge.skuId}, ${merge.otherIds}::bigint[],
      ${before && JSON.stringify(before)}::jsonb, ${userId}, ${name}, ${at})`.execute(tx)
  return at
}

/** Locked until the end of the transaction. */
export async function lockMerge(
  tx: Tx,
  ownerId: string,
  id: number,
): Promise<(Merge & { before: MergeBefore | null }) | undefined> {
  const { rows } = await sql<Merge & { before: MergeBefore | null }>`
    select ${columns}, q.before from sku_merges q where q.owner_id = ${ownerId} and q.id = ${id} for update`.execute(
    tx,
  )
  return rows[0]
}

export async function endMerge(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`update sku_merges set undone_at = ${new Date()}, before = null where owner_id = ${ownerId} and id = ${id}`.execute(
    tx,
  )
}

export type NamedSku = { id: number; primeSku: string; name: string }
export type ShownMerge = Merge & { others: NamedSku[]; of: NamedSku | null }

const named = (ownerId: string, which: ReturnType<typeof sql>) => sql`(
  select json_agg(json_build_object('id', k.id, 'primeSku', k.prime_sku, 'name', k.name) order by k.id) from skus k
  where k.owner_id = ${ownerId} and ${which})`

/** Merges into a SKU, and splits from and into it, that can be undone still; the latest first. */
export async function listUndoable(tx: Tx, ownerId: string, skuId: number): Promise<ShownMerge[]> {
  const since = new Date(Date.now() - undoHours * 3_600_000)
  const { rows } = await sql<Merge & { others: NamedSku[] | null; of: NamedSku[] | null }>`
    select ${columns}, ${named(ownerId, sql`k.id = any(q.other_ids)`)} as others, ${named(ownerId, sql`k.id = q.sku_id`)} as of
    from sku_merges q where q.owner_id = ${ownerId} and q.undone_at is null and q.at > ${since}
      and (q.sku_id = ${skuId} or q.kind = 'split' and q.other_ids = array[${skuId}::bigint])
    order by q.id desc limit 20`.execute(tx)
  return rows.map(({ others, of, ...merge }) => ({ ...merge, others: others ?? [], of: of?.[0] ?? null }))
}

export type MergeOf = { into: NamedSku; merge: Merge | null }

/** The SKU that goes on for a merged one, and the merge that did it. Undefined: it is not merged. */
export async function findMergeOf(tx: Tx, ownerId: string, skuId: number): Promise<MergeOf | undefined> {
  const { rows } = await sql<NamedSku>`
    select g.id, g.prime_sku as "primeSku", g.name from skus s
    join skus g on g.owner_id = ${ownerId} and g.id = s.merged_into
    where s.owner_id = ${ownerId} and s.id = ${skuId}`.execute(tx)
  const [into] = rows
  if (!into) return undefined
  const { rows: merges } = await sql<Merge>`
    select ${columns} from sku_merges q where q.owner_id = ${ownerId} and q.undone_at is null and q.kind = 'merge'
      and q.other_ids @> array[${skuId}::bigint]
    order by q.id desc limit 1`.execute(tx)
  return { into, merge: merges[0] ?? null }
}

/** Answers whether one of these SKUs is counted in a stock take that is open. */
export async function areBeingCounted(tx: Tx, ownerId: string, skuIds: number[]): Promise<boolean> {
  const { rows } = await sql`
    select from stock_take_counts c join stock_takes t on t.owner_id = ${ownerId} and t.id = c.take_id and t.state = 'open'
    where c.owner_id = ${ownerId} and c.sku_id = any(${skuIds}::bigint[]) limit 1`.execute(tx)
  return rows.length > 0
}
