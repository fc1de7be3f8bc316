/** Changes names, shelves and alert levels of many SKUs at once. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { findOwnerNumber } from '../settings/owners-store.ts'
import { saveStockLevels } from '../stock/ledger/stock-level-store.ts'
import { saveSkuTerms } from './sku-search-store.ts'
import { skuTerms } from './skus-store.ts'

export type SkuRename = {
  id: number
  code: string
  barcode: string | null
  name: string
  /** Shelf. */
  bin: string | null
  /** Null: the account's counts. */
  threshold: number | null
}

export async function saveSkuFields(tx: Tx, ownerId: string, skus: SkuRename[]): Promise<void> {
  if (skus.length === 0) return
  const ownerNumber = await findOwnerNumber(tx, ownerId)
  const rows = skus
    .map(({ id, code, barcode, name, bin, threshold }) => ({
      id,
      name,
      bin,
      threshold,
      terms: skuTerms(ownerNumber, { name, primeSku: code, barcode }),
    }))
    .toSorted((a, b) => a.id - b.id)
  const ids = rows.map(({ id }) => id)
  await sql`select from skus where owner_id = ${ownerId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  await sql`update skus s set name = r.name, bin = r.bin, low_stock_threshold = r.threshold,
      updated_at = ${new Date()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, name text, bin text, threshold integer)
    where s.owner_id = ${ownerId} and s.id = r.id`.execute(tx)
  await saveSkuTerms(tx, ownerId, rows)
  await saveStockLevels(tx, ownerId, ids)
}
