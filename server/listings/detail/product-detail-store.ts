/** A product with all that is known of it. */
import { sql } from 'kysely'
import { productStatusIds } from '../../../model/product.ts'
import { columnList, json, type Row } from '../../db/column-list.ts'
import type { PushState } from '../../../model/stock-offer.ts'
import type { Tx } from '../../db/database.ts'
import { freeStock, joinOffer } from '../../stock/push/offered-stock-store.ts'
import { pushedAt } from '../../stock/push/stock-push-store.ts'
import { isSeenPlace } from '../../warehouses/warehouses-store.ts'
import { productColumns } from '../products-table.ts'

const productList = columnList(productColumns)

export type ProductDetail = Row<typeof productList.columns> & {
  systemName: string
  platformId: number
  pending: number
  changeRefusal: string | null
  /** Published to the listing last; null: none was. */
  templateId: number | null
}

/** @param visible shops that the reader may see; empty: all */
export async function findProduct(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<ProductDetail | undefined> {
  const { rows } = await sql<ProductDetail>`
    select ${productList.select('p')}, s.system_name as "systemName", s.platform_id as "platformId",
      (select count(*)::int from listing_changes c where c.owner_id = ${ownerId} and c.product_id = p.id
        and c.state in ('queued', 'running')) as pending,
      (select coalesce(c.error_message, 'change_error.' || c.error) from listing_changes c
        where c.owner_id = ${ownerId} and c.product_id = p.id and c.state = 'failed' and not c.is_answered
        order by c.id desc limit 1) as "changeRefusal",
      (select t.template_id from shop_templates t where t.owner_id = ${ownerId} and t.shop_id = p.shop_id
        and t.channel_product_id = p.channel_product_id order by t.uploaded_at desc nulls last limit 1) as "templateId"
    from products p  join shops s on s.owner_id = ${ownerId} and s.id = p.shop_id
    where p.owner_id = ${ownerId} and p.id = ${id}
      and (${visible.length === 0} or p.shop_id = any(${visible}::bigint[]))`.execute(tx)
  return rows[0]
}

const variantList = columnList({
  id: 'bigint',
  channelSkuId: 'text',
  shopSku: 'text',
  sellerSku: 'text?',
  barcode: 'text?',
  options: json<{ name: string; value: string }[]>(),
  price: 'bigint',
  specialPrice: json<{ price: number; from: string | null; to: string | null } | null>(),
  imageUrl: 'text?',
  isActive: 'boolean',
  channelStock: 'integer?',
  skuId: 'bigint?',
} as const)

export type VariantDetail = Row<typeof variantList.columns> & {
  primeSku: string | null
  /** Cost of the SKU, as skus.cost keeps it; null: unknown. */
  cost: number | null
  costCurrency: string | null
  threshold: number | null
  ownThreshold: number | null
  /** Stock of the SKU in each warehouse, the standard one first; never counted, what the channel tells of the shop's own place. */
  places: { locationId: string; name: string; onHand: number; reserved: number }[]
  /** On hand less reserved, in the warehouse that the shop sells from; null: never counted. */
  available: number | null
  /** Whether its shop is sent our figures. */
  isStockSync: boolean
  target: number | null
  observed: number | null
  pushState: PushState | null
  pushReason: string | null
  pushAt: Date | null
}

/** @param visible shops whose places the reader may see; empty: all */
export async function listVariants(
  tx: Tx,
  ownerId: string,
  productId: number,
  visible: number[] = [],
): Promise<VariantDetail[]> {
  const { rows } = await sql<VariantDetail>`
    select ${variantList.select('k')}, sku.prime_sku as "primeSku", sku.cost,
      sku.cost_currency as "costCurrency",
      case when sku.id is not null then coalesce(sku.low_stock_threshold, o.low_stock_threshold) end as threshold,
      sku.low_stock_threshold as "ownThreshold",
      case when ${freeStock(ownerId)} is not null then greatest(0, ${freeStock(ownerId)}) end as available,
      s.is_stock_sync as "isStockSync", u.target, u.observed, u.state as "pushState",
      coalesce(u.reason, u.lock_reason) as "pushReason", ${pushedAt} as "pushAt",
      coalesce((select json_agg(json_build_object('locationId', coalesce(w.channel_warehouse_id, w.id::text), 'name', w.name,
          'onHand', t.on_hand, 'reserved', t.reserved) order by w.is_default desc, w.id)
        from stock t join warehouses w on w.owner_id = ${ownerId} and w.id = t.warehouse_id and ${isSeenPlace(ownerId, visible)}
        where t.owner_id = ${ownerId} and t.sku_id = k.sku_id),
        (select json_agg(json_build_object('locationId', coalesce(w.channel_warehouse_id, w.id::text), 'name', w.name,
          'onHand', k.channel_stock, 'reserved', 0))
        from warehouses w where w.owner_id = ${ownerId} and w.id = s.warehouse_id and w.shop_id = s.id and w.kind = 'physical'
          and k.channel_stock is not null), '[]') as places
    from product_skus k
    join owners o on o.owner_id = ${ownerId}
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
    left join skus sku on sku.owner_id = ${ownerId} and sku.id = k.sku_id
    ${joinOffer(ownerId)}
    left join stock_pushes u on u.owner_id = ${ownerId} and u.product_sku_id = k.id
    where k.owner_id = ${ownerId} and k.product_id = ${productId} order by k.position, k.id`.execute(tx)
  return rows
}

export async function listOtherShops(
  tx: Tx,
  ownerId: string,
  productId: number,
  visible: number[],
): Promise<{ shopId: number; platformId: number }[]> {
  const { rows } = await sql<{ shopId: number; platformId: number }>`
    select distinct o.shop_id as "shopId", s.platform_id as "platformId"
    from product_skus k
    join product_skus o on o.owner_id = ${ownerId} and o.sku_id = k.sku_id and o.shop_id <> k.shop_id
    join shops s on s.owner_id = ${ownerId} and s.id = o.shop_id
    where k.owner_id = ${ownerId} and k.product_id = ${productId}
      and (${visible.length === 0} or o.shop_id = any(${visible}::bigint[])) order by 1`.execute(tx)
  return rows
}

/** Shops among `shopIds` in which the product or another one of its SKUs is listed. */
export async function listListingShops(
  tx: Tx,
  ownerId: string,
  productId: number,
  shopIds: number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ shopId: number }>`
    select distinct p.shop_id as "shopId" from products p
    where p.owner_id = ${ownerId} and p.shop_id = any(${shopIds}::bigint[]) and p.status <> ${productStatusIds.deleted_on_channel}
      and (p.id = ${productId} or p.id in (
        select o.product_id from product_skus k
        join product_skus o on o.owner_id = ${ownerId} and o.sku_id = k.sku_id
        where k.owner_id = ${ownerId} and k.product_id = ${productId}))`.execute(tx)
  return new Set(rows.map(({ shopId }) => shopId))
}

export type SiblingProduct = {
  id: number
  name: string
  shopId: number
  systemName: string
  platformId: number
  currency: string
}

/** Other products that list SKUs of this one, at most `most` of them. */
export async function listSiblings(
  tx: Tx,
  ownerId: string,
  productId: number,
  visible: number[],
  most: number,
): Promise<SiblingProduct[]> {
  const { rows } = await sql<SiblingProduct>`
    select p.id, p.name, p.shop_id as "shopId", s.system_name as "systemName", s.platform_id as "platformId", p.currency
    from products p join shops s on s.owner_id = ${ownerId} and s.id = p.shop_id
    where p.owner_id = ${ownerId} and p.id <> ${productId} and p.status <> ${productStatusIds.deleted_on_channel}
      and p.id in (
        select o.product_id from product_skus k
        join product_skus o on o.owner_id = ${ownerId} and o.sku_id = k.sku_id
        where k.owner_id = ${ownerId} and k.product_id = ${productId})
      and (${visible.length === 0} or p.shop_id = any(${visible}::bigint[])) order by s.system_name, p.id
    limit ${most}`.execute(tx)
  return rows
}
