/** Changes names, shelves and alert levels of many SKUs at once, behind their locks. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { findOwnerNumber } from '../settings/owners-store.ts'
import { saveSkuTerms } from './sku-search-store.ts'
import { skuTerms } from './skus-store.ts'

export type SkuRename = {
  id: number
  code: string
  barcode: string | null
  name: string
  /** The name is another one than before, so that searches have to know it. */
  isRenamed: boolean
  /** Shelf. */
  bin: string | null
  /** Null: the account's counts. */
  threshold: number | null
}

export async function saveSkuFields(tx: Tx, ownerId: string, skus: SkuRename[]): Promise<void> {
  if (skus.length === 0) return
  const rows = skus
    .map(({ id, name, bin, threshold }) => ({ id, name, bin, threshold }))
    .toSorted((a, b) => a.id - b.id)
  await sql`update skus s set name = r.name, bin = r.bin, low_stock_threshold = r.threshold,
      updated_at = ${new Date()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, name text, bin text, threshold integer)
    where s.owner_id = ${ownerId} and s.id = r.id`.execute(tx)
  const renamed = skus.filter(({ isRenamed }) => isRenamed)
  if (renamed.length === 0) return
  const ownerNumber = await findOwnerNumber(tx, ownerId)
  const terms = renamed.map(({ id, code, barcode, name }) => ({
    id,
    terms: skuTerms(ownerNumber, { name, primeSku: code, barcode }),
  }))
  await saveSkuTerms(
    tx,
    ownerId,
    terms.toSorted((a, b) => a.id - b.id),
  )
}
