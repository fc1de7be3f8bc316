/** Listings and SKUs that rows of an import name, as they stand now and as changes under way will leave them. */
import { sql } from 'kysely'
import type { ListingFields, SpecialPrice } from '../../../model/listing-change.ts'
import type { Tx } from '../../db/database.ts'
import { isSeenPlace } from '../../warehouses/warehouses-store.ts'

export type ListingTarget = {
  id: number
  productId: number
  channelProductId: string
  channelSkuId: string
  shopId: number
  shopName: string
  platformId: number
  sellerCode: string | null
  currency: string
  price: number
  specialPrice: SpecialPrice | null
  skuId: number | null
  /** Fields of a price change that is under way. */
  pending: ListingFields | null
  isBeingSent: boolean
}

export type SkuTarget = {
  id: number
  code: string
  name: string
  barcode: string | null
  bin: string | null
  threshold: number | null
  cost: number | null
  costCurrency: string | null
  shopIds: number[]
  isBundle: boolean
  stock: Record<string, { onHand: number; reserved: number }>
}

export type Names = { sellerCodes: string[]; channelIds: string[]; skuCodes: string[] }
export type Targets = {
  shops: { id: number; name: string }[]
  listingsByCode: Map<string | null, ListingTarget[]>
  /** By `variantKey`. */
  listingsByVariant: Map<string, ListingTarget[]>
  skusByCode: Map<string, SkuTarget>
  skusById: Map<number, SkuTarget>
}

export const variantKey = (channelProductId: string, channelSkuId: string) =>
  JSON.stringify([channelProductId, channelSkuId])

/** @param visible shops that the user may see; empty: all */
export async function findTargets(
  tx: Tx,
  ownerId: string,
  names: Names,
  visible: number[],
): Promise<Targets> {
  const { rows: shops } = await sql<{ id: number; name: string }>`select id, system_name as name from shops
    where owner_id = ${ownerId} and (${visible.length === 0} or id = any(${visible}::bigint[])) order by id`.execute(
    tx,
  )
  const shopIds = shops.map(({ id }) => id)
  const { rows: listings } = await sql<ListingTarget>`
    select k.id, k.product_id as "productId", k.channel_product_id as "channelProductId",
      k.channel_sku_id as "channelSkuId", k.shop_id as "shopId", s.system_name as "shopName",
      s.platform_id as "platformId", k.seller_key as "sellerCode", p.currency, k.price,
      k.special_price as "specialPrice", k.sku_id as "skuId", c.after as pending,
      coalesce(c.sent_at is not null, false) as "isBeingSent"
    from (
      select id from product_skus where owner_id = ${ownerId} and seller_key = any(${names.sellerCodes}::text[])
      union
      select v.id from products p join product_skus v on v.owner_id = ${ownerId} and v.product_id = p.id
      where p.owner_id = ${ownerId} and p.shop_id = any(${shopIds}::bigint[])
        and p.channel_product_id = any(${names.channelIds}::text[])) found
    join product_skus k on k.owner_id = ${ownerId} and k.id = found.id
    join products p on p.owner_id = ${ownerId} and p.id = k.product_id
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
    left join listing_changes c on c.owner_id = ${ownerId} and c.product_id = k.product_id and c.kind = 'set_prices'
      and c.variant_id = k.id and c.state in ('queued', 'running')
    where k.shop_id = any(${shopIds}::bigint[]) order by k.id`.execute(tx)
  const linked = [...new Set(listings.flatMap(({ skuId }) => skuId ?? []))]
  const skus = await listSkuTargets(tx, ownerId, { codes: names.skuCodes, ids: linked, visible })
  return {
    shops,
    listingsByCode: Map.groupBy(listings, ({ sellerCode }) => sellerCode),
    listingsByVariant: Map.groupBy(listings, (one) => variantKey(one.channelProductId, one.channelSkuId)),
    skusByCode: new Map(skus.map((sku) => [sku.code, sku])),
    skusById: new Map(skus.map((sku) => [sku.id, sku])),
  }
}

export async function listSkuTargets(
  tx: Tx,
  ownerId: string,
  { codes, ids, visible }: { codes: string[]; ids: number[]; visible: number[] },
): Promise<SkuTarget[]> {
  const { rows } = await sql<SkuTarget>`
    select s.id, s.code_key as code, s.name, s.barcode, s.bin, s.low_stock_threshold as threshold,
      s.cost, s.cost_currency as "costCurrency", to_json(s.shop_ids) as "shopIds",
      s.part_count > 0 as "isBundle", coalesce(t.stock, '{}') as stock
    from skus s left join lateral (
      select json_object_agg(t.warehouse_id, json_build_object('onHand', t.on_hand, 'reserved', t.reserved)) as stock
      from stock t where t.owner_id = ${ownerId} and t.sku_id = s.id) t on true
    where s.owner_id = ${ownerId} and s.merged_into is null and (s.code_key = any(${codes}::text[]) or s.id = any(${ids}::bigint[]))
      and (${visible.length === 0} or s.shop_ids && ${visible}::bigint[]) order by s.id`.execute(tx)
  return rows
}

/** Listings by their ids, for an undo. */
export async function listListingTargets(
  tx: Tx,
  ownerId: string,
  ids: number[],
  visible: number[],
): Promise<ListingTarget[]> {
  const { rows } = await sql<ListingTarget>`
    select k.id, k.product_id as "productId", k.channel_product_id as "channelProductId",
      k.channel_sku_id as "channelSkuId", k.shop_id as "shopId", s.system_name as "shopName",
      s.platform_id as "platformId", k.seller_key as "sellerCode", p.currency, k.price,
      k.special_price as "specialPrice", k.sku_id as "skuId", c.after as pending,
      coalesce(c.sent_at is not null, false) as "isBeingSent"
    from product_skus k
    join products p on p.owner_id = ${ownerId} and p.id = k.product_id
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
    left join listing_changes c on c.owner_id = ${ownerId} and c.product_id = k.product_id and c.kind = 'set_prices'
      and c.variant_id = k.id and c.state in ('queued', 'running')
    where k.owner_id = ${ownerId} and k.id = any(${ids}::bigint[])
      and (${visible.length === 0} or k.shop_id = any(${visible}::bigint[])) order by k.id`.execute(tx)
  return rows
}

/** Listings among these whose price is being sent. */
export async function listBeingSent(tx: Tx, ownerId: string, listingIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select variant_id as id from listing_changes
    where owner_id = ${ownerId} and variant_id = any(${listingIds}::bigint[]) and kind = 'set_prices'
      and state in ('queued', 'running') and sent_at is not null`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export type MovedStock = {
  skuId: number
  warehouseId: number
  change: number
  /** A person has moved it again. */
  isMovedSince: boolean
  /** The user no longer has its warehouse. */
  isGone: boolean
}

/** Stock that an import has moved, also while the import takes it back. */
export async function listMovedStock(
  tx: Tx,
  ownerId: string,
  { document, shopIds }: { document: number; shopIds: number[] },
  skuIds: number[],
): Promise<MovedStock[]> {
  const { rows } = await sql<MovedStock>`
    select m.sku_id as "skuId", m.warehouse_id as "warehouseId", m.change, exists (select from stock_movements later where later.owner_id = ${ownerId} and later.sku_id = m.sku_id
        and later.warehouse_id = m.warehouse_id and later.id > m.first_id and later.document is not null
        and later.document <> ${document}) as "isMovedSince",
      not exists (select from warehouses w where w.owner_id = ${ownerId} and w.id = m.warehouse_id
        and ${isSeenPlace(ownerId, shopIds)}) as "isGone"
    from (select sku_id, warehouse_id, sum(on_hand_change)::int as change, min(id) as first_id from stock_movements
      where owner_id = ${ownerId} and document = ${document} and sku_id = any(${skuIds}::bigint[])
      group by sku_id, warehouse_id) m`.execute(tx)
  return rows
}
