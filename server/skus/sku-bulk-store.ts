/** Changes names, barcodes, shelves and alert levels of many SKUs at once, behind their locks. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { findOwnerNumber } from '../settings/owners-store.ts'
import { saveSkuTerms } from './sku-search-store.ts'
import { skuTerms } from './skus-store.ts'

/** A field that is left out stays as it is by then: somebody may have changed it since the SKU was read. */
export type SkuChange = {
  id: number
  name?: string
  barcode?: string | null
  /** Shelf. */
  bin?: string | null
  /** Null: the account's counts. */
  threshold?: number | null
}

export async function saveSkuFields(tx: Tx, ownerId: string, skus: SkuChange[]): Promise<void> {
  if (skus.length === 0) return
  const changes = skus
    .map(({ id, name, barcode, bin, threshold }) => ({ id, name, barcode, bin, threshold }))
    .toSorted((a, b) => a.id - b.id)
  const { rows } = await sql<{ id: number; primeSku: string; barcode: string | null; name: string }>`
    update skus s set name = coalesce(r.own->>'name', s.name),
      barcode = case when r.own->'barcode' is null then s.barcode else r.own->>'barcode' end,
      bin = case when r.own->'bin' is null then s.bin else r.own->>'bin' end,
      low_stock_threshold = case when r.own->'threshold' is null then s.low_stock_threshold
        else (r.own->>'threshold')::integer end,
      updated_at = ${new Date()}::timestamptz
    from (select own, (own->>'id')::bigint as id from json_array_elements(${JSON.stringify(changes)}::json) own) r
    where s.owner_id = ${ownerId} and s.id = r.id
    returning s.id, s.prime_sku as "primeSku", s.barcode, s.name`.execute(tx)
  const renamed = new Set(
    skus.flatMap(({ id, name, barcode }) => (name === undefined && barcode === undefined ? [] : [id])),
  )
  if (renamed.size === 0) return
  const ownerNumber = await findOwnerNumber(tx, ownerId)
  const terms = rows
    .filter(({ id }) => renamed.has(id))
    .map(({ id, ...sku }) => ({ id, terms: skuTerms(ownerNumber, sku) }))
  await saveSkuTerms(
    tx,
    ownerId,
    terms.toSorted((a, b) => a.id - b.id),
  )
}
