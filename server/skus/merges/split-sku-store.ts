/** Splits listings off a SKU into a new one, with as many pieces as a person says. Locks as linking does, behind all shops. */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { notifySoldOut } from '../../stock/ledger/sold-out-store.ts'
import { saveStockLevels } from '../../stock/ledger/stock-level-store.ts'
import { setTargetStock } from '../../stock/push/stock-push-store.ts'
import { setCost } from '../costs/costs-store.ts'
import type { SkuDetail } from '../detail/sku-detail-store.ts'
import { linking, linkTo, lockStockOf, type LockedListing } from '../link-store.ts'
import { addSku } from '../sku-edit-store.ts'
import { areBeingCounted } from './merges-store.ts'
import { beginRows, listStockRows, shiftStock, type StockRow } from './shift-stock-store.ts'

export type Split = {
  primeSku: string
  name: string
  listingIds: number[]
  stock: { warehouseId: number; quantity: number }[]
  document: number
}

/**
 * Answers the new SKU. Open orders keep the pieces that they have reserved of the old one.
 *
 * @throws AppError validation_failed naming the field; sku_in_stock_take
 */
export async function splitSku(tx: Tx, session: Session, sku: SkuDetail, split: Split): Promise<number> {
  const { ownerId } = session
  if (sku.partCount > 0)
    throw new AppError('validation_failed', { invalidFields: { product_sku_ids: 'field.split_of_bundle' } })
  const { listingIds, document } = split
  return linking(tx, ownerId, { listingIds, visible: session.shopIds }, async (listings) => {
    requireListingsOf(sku.id, listings, listingIds)
    await lockStockOf(tx, ownerId, [sku.id])
    if (await areBeingCounted(tx, ownerId, [sku.id])) throw new AppError('sku_in_stock_take')
    const rows = await listStockRows(tx, ownerId, [sku.id])
    requirePieces(split, rows)
    const id = await addSku(tx, ownerId, {
      primeSku: split.primeSku,
      name: split.name,
      imageUrl: sku.imageUrl,
      barcode: null,
      bin: null,
      threshold: sku.ownThreshold,
    })
    // With the first figure of a channel, the pieces that the old one goes on selling would be counted twice.
    await beginRows(
      tx,
      ownerId,
      rows.map((row) => ({ ...row, skuId: id })),
    )
    await linkTo(tx, ownerId, { id, isNew: true }, listings, { move: true })
    await copyRules(tx, ownerId, { from: sku.id, to: id, listings })
    if (sku.cost !== null && sku.costCurrency !== null)
      await setCost(tx, session, { skuId: id, cost: sku.cost, currency: sku.costCurrency, document })
    const shifts = split.stock.map(({ warehouseId, quantity }) => ({
      from: { skuId: sku.id, warehouseId },
      to: { skuId: id, warehouseId },
      onHand: quantity,
      reserved: 0,
    }))
    const movements = await shiftStock(
      tx,
      session,
      { kind: 'split', document, reason: split.primeSku },
      shifts,
    )
    await saveStockLevels(tx, ownerId, [sku.id, id])
    await setTargetStock(tx, ownerId, [sku.id, id])
    await notifySoldOut(tx, ownerId, movements)
    return id
  })
}

function requireListingsOf(skuId: number, listings: LockedListing[], listingIds: number[]): void {
  const own = new Set(listings.filter((one) => one.skuId === skuId).map(({ id }) => id))
  const at = listingIds.findIndex((id) => !own.has(id))
  if (at >= 0)
    throw new AppError('validation_failed', {
      invalidFields: { [`product_sku_ids.${at}`]: 'field.listing_of_other_sku' },
    })
}

function requirePieces({ stock }: Split, rows: StockRow[]): void {
  const invalidFields: Record<string, string> = {}
  for (const [at, { warehouseId, quantity }] of stock.entries()) {
    const row = rows.find((one) => one.warehouseId === warehouseId)
    if (!row) invalidFields[`stock.${at}.warehouse_id`] = 'field.unknown_warehouse'
    else if (quantity > Math.max(0, row.onHand - row.reserved))
      invalidFields[`stock.${at}.quantity`] =
        quantity > row.onHand ? 'field.on_hand_below_zero' : 'field.stock_below_zero'
  }
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
}

async function copyRules(
  tx: Tx,
  ownerId: string,
  { from, to, listings }: { from: number; to: number; listings: LockedListing[] },
): Promise<void> {
  const shopIds = [...new Set(listings.map(({ shopId }) => shopId))]
  await sql`insert into sku_shop_rules (owner_id, sku_id, shop_id, buffer, cap, share)
    select ${ownerId}::uuid, ${to}::bigint, shop_id, buffer, cap, share from sku_shop_rules
    where owner_id = ${ownerId} and sku_id = ${from} and shop_id = any(${shopIds}::bigint[])
    on conflict (owner_id, sku_id, shop_id) do nothing`.execute(tx)
}
