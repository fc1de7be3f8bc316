/** Products and variants that many changes at once are about, and the batch that these changes make. */
import { sql } from 'kysely'
import type { ListingChangeKind, ListingFields } from '../../../model/listing-change.ts'
import type { Tx } from '../../db/database.ts'
import { recentlyDone } from '../changes/expected-fields.ts'

export type ProductToChange = {
  id: number
  shopId: number
  platformId: number
  channelProductId: string
  currency: string
  status: number
}

export type VariantToChange = {
  id: number
  channelSkuId: string
  price: number
  specialPrice: { price: number; from: string | null; to: string | null } | null
  skuId: number | null
  product: ProductToChange
}

const productOf = sql.raw(`json_build_object('id', p.id, 'shopId', p.shop_id, 'platformId', s.platform_id,
  'channelProductId', p.channel_product_id, 'currency', p.currency, 'status', p.status)`)

/** @param visible shops that the reader may see; empty: all */
export async function listProductsToChange(
  tx: Tx,
  ownerId: string,
  ids: number[],
  visible: number[],
): Promise<ProductToChange[]> {
  const { rows } = await sql<{ product: ProductToChange }>`
    select ${productOf} as product from products p
    join shops s on s.owner_id = ${ownerId} and s.id = p.shop_id
    where p.owner_id = ${ownerId} and p.id = any(${ids}::bigint[])
      and (${visible.length === 0} or p.shop_id = any(${visible}::bigint[])) order by p.id`.execute(tx)
  return rows.map(({ product }) => product)
}

/** @param visible shops that the reader may see; empty: all */
export async function listVariantsToChange(
  tx: Tx,
  ownerId: string,
  ids: number[],
  visible: number[],
): Promise<VariantToChange[]> {
  const { rows } = await sql<VariantToChange>`
    select k.id, k.channel_sku_id as "channelSkuId", k.price, k.special_price as "specialPrice", k.sku_id as "skuId",
      ${productOf} as product
    from product_skus k
    join products p on p.owner_id = ${ownerId} and p.id = k.product_id
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
    where k.owner_id = ${ownerId} and k.id = any(${ids}::bigint[])
      and (${visible.length === 0} or k.shop_id = any(${visible}::bigint[])) order by k.id`.execute(tx)
  return rows
}

export type ExpectedFields = {
  productId: number
  variantId: number
  kind: ListingChangeKind
  after: ListingFields
  requestedByName: string
  state: 'queued' | 'running' | 'done'
  /** The channel is being called, so that nothing can be merged into it. */
  isBeingSent: boolean
}

/** Changes of these products that are under way, or ended so recently that their products may not have been read since. */
export async function listExpectedFields(
  tx: Tx,
  ownerId: string,
  productIds: number[],
): Promise<ExpectedFields[]> {
  const { rows } = await sql<ExpectedFields>`
    select c.product_id as "productId", c.variant_id as "variantId", c.kind, c.after,
      c.requested_by_name as "requestedByName", c.state,
      c.state <> 'done' and c.sent_at is not null as "isBeingSent"
    from listing_changes c
    where c.owner_id = ${ownerId} and c.product_id = any(${productIds}::bigint[]) and (c.state in ('queued', 'running')
      or c.state = 'done' and c.ended_at > ${recentlyDone()}) order by c.id for update of c`.execute(tx)
  return rows
}

/** Answers those of the SKUs that are listed by shops beyond these too. */
export async function listSkusOfOtherShops(
  tx: Tx,
  ownerId: string,
  skuIds: number[],
  visible: number[],
): Promise<Set<number>> {
  if (visible.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from skus where owner_id = ${ownerId} and id = any(${skuIds}::bigint[])
      and not shop_ids <@ ${visible}::bigint[]`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Sets the alert levels of SKUs. Answers those that had another one. */
export async function saveThresholds(
  tx: Tx,
  ownerId: string,
  thresholds: { skuId: number; threshold: number | null }[],
): Promise<number[]> {
  const rows = thresholds.toSorted((a, b) => a.skuId - b.skuId)
  const { rows: changed } = await sql<{ id: number }>`
    update skus s set low_stock_threshold = r.threshold, updated_at = ${new Date()}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("skuId" bigint, threshold integer)
    where s.owner_id = ${ownerId} and s.id = r."skuId" and s.low_stock_threshold is distinct from r.threshold
    returning s.id`.execute(tx)
  return changed.map(({ id }) => id)
}
