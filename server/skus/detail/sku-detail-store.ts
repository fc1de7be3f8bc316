/** A SKU with its listings and its stock by warehouse. */
import { sql } from 'kysely'
import type { CostMethod } from '../../../model/sku-cost.ts'
import type { PushState, StockRule } from '../../../model/stock-offer.ts'
import type { Tx } from '../../db/database.ts'
import { bundleStock, freeStock, joinOffer } from '../../stock/push/offered-stock-store.ts'
import { isSeenPlace } from '../../warehouses/warehouses-store.ts'
import { pushedAt } from '../../stock/push/stock-push-store.ts'

export type SkuDetail = {
  id: number
  primeSku: string
  name: string
  imageUrl: string | null
  barcode: string | null
  bin: string | null
  stockLevel: number | null
  cost: number | null
  costCurrency: string | null
  costMethod: CostMethod
  ownThreshold: number | null
  threshold: number
  partCount: number
  shopIds: number[]
  /** The SKU that goes on for it. */
  mergedInto: number | null
  createdAt: Date
  updatedAt: Date
}

/** @param visible shops that the reader may see, of which one lists the SKU; empty: all */
export async function findSku(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<SkuDetail | undefined> {
  const { rows } = await sql<SkuDetail>`
    select s.id, s.prime_sku as "primeSku", s.name, s.image_url as "imageUrl", s.barcode, s.bin, s.stock_level as "stockLevel",
      s.cost, s.cost_currency as "costCurrency", s.cost_method as "costMethod",
      s.low_stock_threshold as "ownThreshold", coalesce(s.low_stock_threshold, o.low_stock_threshold) as threshold,
      s.part_count as "partCount", to_json(coalesce(g.shop_ids, s.shop_ids)) as "shopIds", s.merged_into as "mergedInto",
      s.created_at as "createdAt", s.updated_at as "updatedAt"
    from skus s join owners o on o.owner_id = ${ownerId}
    left join skus g on g.owner_id = ${ownerId} and g.id = s.merged_into
    where s.owner_id = ${ownerId} and s.id = ${id}
      and (${visible.length === 0} or coalesce(g.shop_ids, s.shop_ids) && ${visible}::bigint[])`.execute(tx)
  return rows[0]
}

export type ListingOfSku = {
  id: number
  productId: number
  name: string
  options: { name: string; value: string }[]
  imageUrl: string | null
  shopId: number
  systemName: string
  platformId: number
  shopSku: string
  sellerSku: string | null
  price: number
  currency: string
  isActive: boolean
  sent: number | null
  shown: number | null
  refusal: string | null
  /** Pieces left for its shop; null: never counted. */
  free: number | null
  /** The one that its shop sells from. */
  warehouse: { id: number; name: string }
  rule: StockRule
  hasOwnRule: boolean
  pushState: PushState | null
  lockReason: string | null
  pushAt: Date | null
}

export async function listListingsOfSku(
  tx: Tx,
  ownerId: string,
  skuId: number,
  visible: number[],
): Promise<ListingOfSku[]> {
  const { rows } = await sql<ListingOfSku>`
    select k.id, k.product_id as "productId", p.name, k.options, coalesce(k.image_url, p.images->>0) as "imageUrl",
      k.shop_id as "shopId", s.system_name as "systemName", s.platform_id as "platformId", k.shop_sku as "shopSku",
      k.seller_sku as "sellerSku", k.price, p.currency, k.is_active as "isActive", u.target as sent,
      coalesce(u.observed, k.channel_stock) as shown, u.reason as refusal,
      ${freeStock(ownerId)} as free, (select json_build_object('id', w.id, 'name', w.name) from warehouses w
        where w.owner_id = ${ownerId} and w.id = coalesce(s.warehouse_id, d.id)) as warehouse, r.sku_id is not null as "hasOwnRule", json_build_object('buffer', coalesce(r.buffer, s.stock_buffer),
        'cap', coalesce(r.cap, s.stock_cap), 'share', coalesce(r.share, s.stock_share)) as rule, u.state as "pushState",
      u.lock_reason as "lockReason", ${pushedAt} as "pushAt"
    from product_skus k
    join products p on p.owner_id = ${ownerId} and p.id = k.product_id
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
    ${joinOffer(ownerId)}
    left join stock_pushes u on u.owner_id = ${ownerId} and u.product_sku_id = k.id
    where k.owner_id = ${ownerId} and k.sku_id = ${skuId}
      and (${visible.length === 0} or k.shop_id = any(${visible}::bigint[])) order by k.shop_id, k.id`.execute(
    tx,
  )
  return rows
}

export type StockOfSku = {
  warehouseId: number
  name: string
  onHand: number
  reserved: number
  /** The reader may see the warehouse. */
  isSeen: boolean
}

export async function listStockOfSku(
  tx: Tx,
  ownerId: string,
  skuId: number,
  visible: number[],
): Promise<StockOfSku[]> {
  const { rows } = await sql<StockOfSku>`
    select t.warehouse_id as "warehouseId", w.name, t.on_hand as "onHand", t.reserved, ${isSeenPlace(ownerId, visible)} as "isSeen"
    from stock t join warehouses w on w.owner_id = ${ownerId} and w.id = t.warehouse_id
    where t.owner_id = ${ownerId} and t.sku_id = ${skuId} order by not w.is_default, w.name, w.id`.execute(tx)
  return rows
}

/** Bundles that the parts of all warehouses are enough for; null: a part was never counted in any of them. */
export async function findFreeOfBundle(tx: Tx, ownerId: string, bundleId: number): Promise<number | null> {
  const { rows } = await sql<{ free: number | null }>`
    select sum(f.free)::int as free from (${bundleStock(ownerId, sql`m.bundle_id = ${bundleId}`)}) f`.execute(
    tx,
  )
  return rows[0]?.free ?? null
}

export type LinkableListing = Pick<
  ListingOfSku,
  'id' | 'productId' | 'name' | 'options' | 'imageUrl' | 'shopId' | 'systemName' | 'platformId' | 'sellerSku'
> & { skuId: number | null; primeSku: string | null; skuName: string | null }

/** Listings of the products that a text search query finds. */
export async function listLinkable(
  tx: Tx,
  ownerId: string,
  terms: string,
  visible: number[],
  limit: number,
): Promise<LinkableListing[]> {
  const { rows } = await sql<LinkableListing>`
    select k.id, k.product_id as "productId", p.name, k.options, coalesce(k.image_url, p.images->>0) as "imageUrl",
      k.shop_id as "shopId", s.system_name as "systemName", s.platform_id as "platformId", k.seller_sku as "sellerSku",
      k.sku_id as "skuId", u.prime_sku as "primeSku", u.name as "skuName"
    from (
      select id, name, images, shop_id, updated_at from products where owner_id = ${ownerId}
        and id = any(array(select q.product_id from product_search q
          where q.owner_id = ${ownerId} and q.terms @@ ${terms}::tsquery))
        and (${visible.length === 0} or shop_id = any(${visible}::bigint[]))
      order by updated_at desc, id desc limit ${limit}) p
    join product_skus k on k.owner_id = ${ownerId} and k.product_id = p.id
    join shops s on s.owner_id = ${ownerId} and s.id = p.shop_id
    left join skus u on u.owner_id = ${ownerId} and u.id = k.sku_id
    order by p.updated_at desc, p.id desc, k.position, k.id limit ${limit}`.execute(tx)
  return rows
}
