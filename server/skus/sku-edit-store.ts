/** SKUs as people create, change and delete them. */
import { sql } from 'kysely'
import { AppError } from '../../model/errors.ts'
import { drawIds, type Tx } from '../db/database.ts'
import { isDuplicate } from '../db/reach-database.ts'
import { findOwnerNumber } from '../settings/owners-store.ts'
import { lockStockOf } from './link-store.ts'
import { countingSkus } from './sku-columns-store.ts'
import { saveSkuTerms } from './sku-search-store.ts'
import { skuTerms } from './skus-store.ts'

export type SkuValues = {
  primeSku: string
  name: string
  imageUrl: string | null
  barcode: string | null
  /** Where it lies. */
  bin: string | null
  /** Null: the account's counts. */
  threshold: number | null
}

/** Adds a SKU, which is in no count yet. @throws AppError validation_failed if its code is taken */
export async function addSku(tx: Tx, ownerId: string, values: SkuValues): Promise<number> {
  const [id] = await drawIds(tx, 1)
  const terms = skuTerms(await findOwnerNumber(tx, ownerId), values)
  const now = new Date()
  const { rows } = await sql<{ id: number }>`
    insert into skus (owner_id, id, prime_sku, name, image_url, barcode, bin, low_stock_threshold, created_at, updated_at)
    values (${ownerId}, ${id}, ${values.primeSku}, ${values.name}, ${values.imageUrl}, ${values.barcode}, ${values.bin},
      ${values.threshold}, ${now}, ${now})
    on conflict (owner_id, code_key) where merged_into is null do nothing returning id`.execute(tx)
  if (!rows[0]) throw codeTaken()
  await saveSkuTerms(tx, ownerId, [{ id: rows[0].id, terms }])
  return rows[0].id
}

/** @throws AppError validation_failed if its code is taken */
export async function saveSku(
  tx: Tx,
  ownerId: string,
  id: number,
  values: SkuValues & { updatedAt: Date },
): Promise<void> {
  const terms = skuTerms(await findOwnerNumber(tx, ownerId), values)
  const { rows } = await sql<{ id: number }>`
    update skus s set prime_sku = ${values.primeSku}, name = ${values.name}, image_url = ${values.imageUrl},
      barcode = ${values.barcode}, bin = ${values.bin}, low_stock_threshold = ${values.threshold},
      updated_at = ${values.updatedAt}
    where s.owner_id = ${ownerId} and s.id = ${id} and not exists (
      select from skus o where o.owner_id = ${ownerId} and o.code_key = lower(${values.primeSku}::text) and o.id <> ${id}
        and o.merged_into is null)
    returning s.id`
    .execute(tx)
    .catch((error: unknown) => {
      // Somebody has taken it since the statement looked.
      throw isDuplicate(error) ? codeTaken() : error
    })
  if (!rows[0]) throw codeTaken()
  await saveSkuTerms(tx, ownerId, [{ id, terms }])
}

function codeTaken(): AppError {
  return new AppError('validation_failed', { invalidFields: { prime_sku: 'field.code_taken' } })
}

/** @throws AppError sku_has_listings; sku_is_part; sku_has_stock, also for pieces that open orders have reserved */
export async function removeSku(tx: Tx, ownerId: string, id: number): Promise<void> {
  await lockStockOf(tx, ownerId, [id])
  await countingSkus(tx, ownerId, [id], async () => {
    const { rows } = await sql<{ isListed: boolean; isPart: boolean; hasStock: boolean }>`
      select exists (select from product_skus where owner_id = ${ownerId} and sku_id = ${id}) as "isListed",
        exists (select from sku_parts where owner_id = ${ownerId} and part_id = ${id}) as "isPart",
        exists (select from stock where owner_id = ${ownerId} and sku_id = ${id} and (on_hand <> 0 or reserved <> 0))
        or exists (select from stock_reservations where owner_id = ${ownerId} and sku_id = ${id}
          and (reserved <> 0 or unpaid <> 0)) as "hasStock"`.execute(tx)
    if (rows[0]?.isListed) throw new AppError('sku_has_listings')
    if (rows[0]?.isPart) throw new AppError('sku_is_part')
    if (rows[0]?.hasStock) throw new AppError('sku_has_stock')
    await sql`delete from skus where owner_id = ${ownerId} and id = ${id}`.execute(tx)
  })
}
