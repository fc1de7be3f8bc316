/** Counts of a stock take: one row per SKU. */
import { sql } from 'kysely'
import { barcodeOf } from '../../../model/gtin.ts'
import { columnList } from '../../db/column-list.ts'
import type { Tx } from '../../db/database.ts'
import { keysOf } from '../../skus/skus-store.ts'
import { differenceOf, isSeen } from './stock-takes-store.ts'

export type CountRow = {
  skuId: number
  name: string
  code: string
  image: string | null
  counted: number
  expected: number | null
  onHand: number | null
  difference: number
  reason: string | null
  countedBy: number
  countedName: string
  countedAt: Date
}

export type CountFilter = {
  takeId: number
  warehouseId: number
  visible: number[]
  onlyDifferences?: boolean
  /** Only these. */
  skuIds?: number[] | null
  after?: { at: string; id: number } | null
  limit: number
}

/** The last counted first. */
export async function listCounts(
  tx: Tx,
  ownerId: string,
  { takeId, warehouseId, visible, onlyDifferences = false, skuIds = null, after = null, limit }: CountFilter,
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select c.sku_id as "skuId", k.name, k.prime_sku as code, k.image_url as image, c.counted, c.expected,
      s.on_hand as "onHand", ${differenceOf} as difference, c.reason, c.counted_by as "countedBy",
      c.counted_name as "countedName", c.counted_at as "countedAt"
    from stock_take_counts c
    join skus k on k.owner_id = ${ownerId} and k.id = c.sku_id
    left join stock s on s.owner_id = ${ownerId} and s.sku_id = c.sku_id and s.warehouse_id = ${warehouseId}
    where c.owner_id = ${ownerId} and c.take_id = ${takeId}
      and (not ${onlyDifferences}::boolean or ${differenceOf} <> 0)
      and (${skuIds}::bigint[] is null or c.sku_id = any(${skuIds ?? []}::bigint[]))
      and (${after?.at ?? null}::timestamptz is null
        or (c.counted_at, c.sku_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint))
      and ${isSeen(ownerId, visible, 'c.sku_id')}
    order by c.counted_at desc, c.sku_id desc limit ${limit}`.execute(tx)
  return rows
}

export type Count = {
  skuId: number
  counted: number
  expected: number | null
  countedBy: number
  countedName: string
  countedAt: Date
}

/** The stock take must be locked. */
export async function listStoredCounts(
  tx: Tx,
  ownerId: string,
  takeId: number,
  skuIds: number[],
): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select sku_id as "skuId", counted, expected, counted_by as "countedBy", counted_name as "countedName",
      counted_at as "countedAt" from stock_take_counts
    where owner_id = ${ownerId} and take_id = ${takeId} and sku_id = any(${skuIds}::bigint[])`.execute(tx)
  return rows
}

const countList = columnList({
  skuId: 'bigint',
  counted: 'integer',
  expected: 'integer?',
  countedBy: 'bigint',
  countedName: 'text',
  countedAt: 'timestamptz',
} as const)
const countUpdates = countList.updates('c', { except: ['skuId'] })

export async function saveCounts(tx: Tx, ownerId: string, takeId: number, counts: Count[]): Promise<void> {
  await sql`insert into stock_take_counts as c (owner_id, take_id, ${countList.names})
    select ${ownerId}::uuid, ${takeId}::bigint, r.* from ${countList.records(counts)}
    on conflict (owner_id, take_id, sku_id) do update set ${countUpdates}`.execute(tx)
}

export async function removeCounts(tx: Tx, ownerId: string, takeId: number, skuIds: number[]): Promise<void> {
  await sql`delete from stock_take_counts where owner_id = ${ownerId} and take_id = ${takeId}
    and sku_id = any(${skuIds}::bigint[])`.execute(tx)
}

export type Booked = { skuId: number; booked: number; reason: string | null }

export async function saveBooked(tx: Tx, ownerId: string, takeId: number, rows: Booked[]): Promise<void> {
  await sql`update stock_take_counts c set booked = r.booked, reason = r.reason
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("skuId" bigint, booked integer, reason text)
    where c.owner_id = ${ownerId} and c.take_id = ${takeId} and c.sku_id = r."skuId"`.execute(tx)
}

/** Notes the scans and answers those that were not noted before. */
export async function addScans(tx: Tx, ownerId: string, takeId: number, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ scan_id: string }>`
    insert into stock_take_scans (owner_id, take_id, scan_id)
    select ${ownerId}::uuid, ${takeId}::bigint, i from unnest(${ids}::text[]) i
    on conflict (owner_id, take_id, scan_id) do nothing returning scan_id`.execute(tx)
  return new Set(rows.map(({ scan_id }) => scan_id))
}

/**
 * By code: the SKUs that it means, of those that the reader may see. A SKU's own code comes before its barcode, a listing's code after
 * them, and the codes of what was merged into it last.
 */
export async function listSkusOfCodes(
  tx: Tx,
  ownerId: string,
  visible: number[],
  codes: string[],
): Promise<Map<string, number[]>> {
  const records = JSON.stringify(codes.map((code) => ({ code, barcode: barcodeOf(code) ?? code })))
  const { rows } = await sql<{ code: string; sku_id: number; place: number }>`
    select f.code, f.sku_id, f.place from (
      select r.code, s.id as sku_id, 0 as place
        from json_to_recordset(${records}::json) as r(code text, barcode text)
        join skus s on s.owner_id = ${ownerId} and s.code_key = lower(r.code) and s.code_key = any(${keysOf(codes)})
          and s.merged_into is null
      union all select r.code, s.id, 1
        from json_to_recordset(${records}::json) as r(code text, barcode text)
        join skus s on s.owner_id = ${ownerId} and s.barcode in (r.code, r.barcode)
          and s.merged_into is null
      union all select r.code, s.merged_into, 3
        from json_to_recordset(${records}::json) as r(code text, barcode text)
        join skus s on s.owner_id = ${ownerId} and s.merged_into is not null and s.code_key = lower(r.code)
          and s.code_key = any(${keysOf(codes)})
      union all select r.code, s.merged_into, 3
        from json_to_recordset(${records}::json) as r(code text, barcode text)
        join skus s on s.owner_id = ${ownerId} and s.merged_into is not null and s.barcode in (r.code, r.barcode)
      union all select r.code, l.sku_id, 2
        from json_to_recordset(${records}::json) as r(code text, barcode text)
        join product_skus l on l.owner_id = ${ownerId} and l.seller_key = lower(r.code)
          and l.seller_key = any(${keysOf(codes)}) and l.sku_id is not null
    ) f where ${isSeen(ownerId, visible, 'f.sku_id')} order by f.code, f.place, f.sku_id`.execute(tx)
  const found = new Map<string, number[]>()
  for (const [code, ofCode] of Map.groupBy(rows, (row) => row.code)) {
    const [best] = ofCode
    found.set(code, [
      ...new Set(ofCode.filter(({ place }) => place === best?.place).map(({ sku_id: id }) => id)),
    ])
  }
  return found
}

/** The given SKUs that exist and that the reader may see. */
export async function listSeenSkus(
  tx: Tx,
  ownerId: string,
  visible: number[],
  skuIds: number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select k.id from skus k
    where k.owner_id = ${ownerId} and k.id = any(${skuIds}::bigint[]) and k.merged_into is null
      and ${isSeen(ownerId, visible, 'k.id')}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Keeps SKUs from being merged until the end of the transaction, and answers those that are not. */
export async function lockCountable(tx: Tx, ownerId: string, skuIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from skus
    where owner_id = ${ownerId} and id = any(${skuIds}::bigint[]) and merged_into is null order by id for share`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Codes of those of the SKUs that are bundles, by id: they have no pieces of their own to be counted. */
export async function listBundleCodes(
  tx: Tx,
  ownerId: string,
  skuIds: number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; code: string }>`select id, prime_sku as code from skus
    where owner_id = ${ownerId} and id = any(${skuIds}::bigint[]) and part_count > 0`.execute(tx)
  return new Map(rows.map(({ id, code }) => [id, code]))
}

export type Moment = { scanId: string; skuId: number; at: Date }

/** By scan: pieces on hand at its moment. What moved since is taken off again. */
export async function listOnHandAt(
  tx: Tx,
  ownerId: string,
  warehouseId: number,
  moments: Moment[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ scanId: string; onHand: number }>`
    select r."scanId", (s.on_hand - coalesce((select sum(m.on_hand_change) from stock_movements m
        where m.owner_id = ${ownerId} and m.sku_id = r."skuId" and m.warehouse_id = ${warehouseId} and m.at > r.at), 0)
      )::integer as "onHand"
    from json_to_recordset(${JSON.stringify(moments)}::json) as r("scanId" text, "skuId" bigint, at timestamptz)
    join stock s on s.owner_id = ${ownerId} and s.sku_id = r."skuId" and s.warehouse_id = ${warehouseId}`.execute(
    tx,
  )
  return new Map(rows.map(({ scanId, onHand }) => [scanId, onHand]))
}
