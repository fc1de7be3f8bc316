/**
 * Deletes products here. Orders keep their lines, and SKUs their stock and its movements; the variants, their pushes and the
 * changes of the listing go with it. A later change at its channel, or a new import, brings a listing back.
 */
import { sql } from 'kysely'
import { mostTold } from '../../../model/realtime-channels.ts'
import type { Tx } from '../../db/database.ts'
import { removeVersion } from '../../http/edit-versions-store.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import { countingSkus, saveSkuShops } from '../../skus/sku-columns-store.ts'
import { noteRemovedLinks, type RemovedLink } from './removed-links-store.ts'
import { noteRemovedListings } from './removed-listings-store.ts'
import { countingProducts, markProductsOfSkusStale } from '../product-columns-store.ts'

/** Locks in the order of all that sells: the shops, so that no sync brings a product back meanwhile; products; SKUs. */
export async function removeProducts(tx: Tx, ownerId: string, productIds: number[]): Promise<void> {
  const shops = await sql<{ id: number }>`select id from shops where owner_id = ${ownerId} and id in (
      select shop_id from products where owner_id = ${ownerId} and id = any(${productIds}::bigint[]))
    order by id for update`.execute(tx)
  await countingProducts(tx, ownerId, productIds, async () => {
    await noteRemovedListings(tx, ownerId, productIds)
    const { rows } = await sql<RemovedLink>`delete from product_skus
      where owner_id = ${ownerId} and product_id = any(${productIds}::bigint[])
      returning shop_id as "shopId", shop_sku as "shopSku", sku_id as "skuId"`.execute(tx)
    await noteRemovedLinks(tx, ownerId, rows)
    const skuIds = [...new Set(rows.flatMap(({ skuId }) => skuId ?? []))].toSorted((a, b) => a - b)
    await countingSkus(tx, ownerId, skuIds, () => saveSkuShops(tx, ownerId, skuIds))
    await sql`delete from products where owner_id = ${ownerId} and id = any(${productIds}::bigint[])`.execute(
      tx,
    )
    await markProductsOfSkusStale(tx, ownerId, skuIds)
  })
  for (const id of productIds) await removeVersion(tx, ownerId, 'product', id)
  for (const { id: shopId } of shops.rows)
    saveEvent(tx, {
      ownerId,
      shopId,
      channel: 'product.change',
      value: { ids: productIds.slice(0, mostTold) },
    })
}
