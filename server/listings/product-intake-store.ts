/**
 * Saves what a channel reports about its products: the products and their variants, in the caller's transaction and in a
 * fixed number of statements however many there are.
 *
 * Saving the same report again changes nothing; a report older than the stored one is ignored.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { productStatusIds, type ChannelProduct, type ChannelSku } from '../../model/product.ts'
import { drawIds, type Tx } from '../db/database.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'
import { linkListings } from '../skus/skus-store.ts'
import { recordObservedStock } from '../stock/push/stock-push-store.ts'

export type IntakeShop = { ownerId: string; shopId: number }

export type ProductIntake = { created: number[]; updated: number[] }

type Stored = { id: number; channel_product_id: string; changed_at: Date; digest: string }

type Change = { product: ChannelProduct; digest: string; id: number; isNew: boolean }

export async function saveProducts(
  tx: Tx,
  shop: IntakeShop,
  reports: ChannelProduct[],
): Promise<ProductIntake> {
  const products = newestOfEach(reports).map((report) => {
    const json = JSON.stringify(report)
    return { product: stripNulBytes(report, json), digest: hash('sha1', json, 'base64') }
  })
  const stored = await lockStored(
    tx,
    shop,
    products.map(({ product }) => product.channelProductId),
  )
  const changed = products.filter(({ product, digest }) => {
    const before = stored.get(product.channelProductId)
    return !before || (product.changedAt >= before.changed_at && digest !== before.digest)
  })
  if (changed.length === 0) return { created: [], updated: [] }

  const fresh = await drawIds(
    tx,
    changed.filter(({ product }) => !stored.has(product.channelProductId)).length,
  )
  const changes = changed.map(({ product, digest }): Change => {
    const before = stored.get(product.channelProductId)
    const id = before?.id ?? fresh.pop()
    if (id === undefined) throw new Error('ran out of drawn ids')
    return { product, digest, id, isNew: !before }
  })
  await saveProductRows(tx, shop, changes)
  const listings = await saveListings(tx, shop, changes)
  await linkListings(
    tx,
    shop,
    listings.filter(({ skuId }) => skuId === null),
  )
  await recordObservedStock(tx, shop, listings)
  return {
    created: changes.filter(({ isNew }) => isNew).map(({ id }) => id),
    updated: changes.filter(({ isNew }) => !isNew).map(({ id }) => id),
  }
}

/** A catalogue that moves while it is listed may show a product twice. */
function newestOfEach(products: ChannelProduct[]): ChannelProduct[] {
  const newest = new Map<string, ChannelProduct>()
  for (const product of products) {
    const seen = newest.get(product.channelProductId)
    if (!seen || seen.changedAt <= product.changedAt) newest.set(product.channelProductId, product)
  }
  return [...newest.values()]
}

async function lockStored(tx: Tx, shop: IntakeShop, ids: string[]): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored>`
    select id, channel_product_id, changed_at, digest from products
    where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} and channel_product_id = any(${ids}::text[])
    order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.channel_product_id, row]))
}

async function saveProductRows(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<void> {
  const now = new Date()
  const rows = changes.map(({ product, digest, id }) => ({
    id,
    channel_product_id: product.channelProductId,
    name: product.name,
    description: product.description,
    status: productStatusIds[product.status],
    channel_status: product.channelStatus,
    currency: product.currency,
    channel_category_id: product.channelCategoryId,
    brand: product.brand,
    images: product.images,
    attributes: product.attributes,
    package: product.package,
    url: product.url,
    changed_at: product.changedAt,
    digest,
  }))
  await sql`insert into products (owner_id, shop_id, id, channel_product_id, name, description, status, channel_status,
      currency, channel_category_id, brand, images, attributes, package, url, changed_at, digest, created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, channel_product_id text, name text,
      description text, status smallint, channel_status text, currency text, channel_category_id text, brand text,
      images jsonb, attributes jsonb, package jsonb, url text, changed_at timestamptz, digest text)
    on conflict (owner_id, shop_id, channel_product_id) do update set name = excluded.name,
      description = excluded.description, status = excluded.status, channel_status = excluded.channel_status,
      currency = excluded.currency, channel_category_id = excluded.channel_category_id, brand = excluded.brand,
      images = excluded.images, attributes = excluded.attributes, package = excluded.package, url = excluded.url,
      changed_at = excluded.changed_at, digest = excluded.digest, updated_at = excluded.updated_at`.execute(
    tx,
  )
}

/** A variant as it stands after the report. */
export type SavedListing = {
  id: number
  skuId: number | null
  shopSku: string
  sellerSku: string | null
  name: string
  imageUrl: string | null
  channelStock: number | null
  isActive: boolean
}

/** Saves the variants, and removes those that the channel no longer has. */
async function saveListings(tx: Tx, shop: IntakeShop, changes: Change[]): Promise<SavedListing[]> {
  const ids = await drawIds(
    tx,
    changes.reduce((sum, { product }) => sum + product.skus.length, 0),
  )
  const rows = changes.flatMap(({ product, id: productId }) =>
    variantsOf(product).map((sku, position) => ({
      // Used only for a new variant; a known one keeps its id.
      id: ids.pop(),
      product_id: productId,
      channel_product_id: product.channelProductId,
      channel_sku_id: sku.channelSkuId,
      shop_sku: sku.shopSku,
      seller_sku: sku.sellerSku,
      position,
      options: sku.options,
      price: sku.price,
      special_price: sku.specialPrice,
      image_url: sku.imageUrl,
      is_active: sku.isActive && product.status === 'active',
      channel_stock: sku.stock,
    })),
  )
  const saved = await sql<{ id: number; product_id: number; channel_sku_id: string; sku_id: number | null }>`
    insert into product_skus (owner_id, shop_id, id, product_id, channel_product_id, channel_sku_id, shop_sku, seller_sku,
      position, options, price, special_price, image_url, is_active, channel_stock)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, product_id bigint, channel_product_id text,
      channel_sku_id text, shop_sku text, seller_sku text, position smallint, options jsonb, price bigint,
      special_price jsonb, image_url text, is_active boolean, channel_stock integer)
    on conflict (owner_id, product_id, channel_sku_id) do update set shop_sku = excluded.shop_sku,
      seller_sku = excluded.seller_sku, position = excluded.position, options = excluded.options, price = excluded.price,
      special_price = excluded.special_price, image_url = excluded.image_url, is_active = excluded.is_active,
      channel_stock = excluded.channel_stock
    returning id, product_id, channel_sku_id, sku_id`.execute(tx)
  await sql`delete from product_skus where owner_id = ${shop.ownerId}
    and product_id = any(${changes.map(({ id }) => id)}::bigint[])
    and id <> all(${saved.rows.map(({ id }) => id)}::bigint[])`.execute(tx)

  const byKey = new Map(saved.rows.map((row) => [`${row.product_id}/${row.channel_sku_id}`, row]))
  return changes.flatMap(({ product, id }) =>
    variantsOf(product).flatMap((sku) => {
      const row = byKey.get(`${id}/${sku.channelSkuId}`)
      if (!row) return []
      return {
        id: row.id,
        skuId: row.sku_id,
        shopSku: sku.shopSku,
        sellerSku: sku.sellerSku,
        name: [product.name, ...sku.options.map(({ value }) => value)].join(', '),
        imageUrl: sku.imageUrl ?? product.images[0] ?? null,
        channelStock: sku.stock,
        isActive: sku.isActive && product.status === 'active',
      }
    }),
  )
}

/** One of each id, whatever a channel repeats. */
function variantsOf(product: ChannelProduct): ChannelSku[] {
  return [...new Map(product.skus.map((sku) => [sku.channelSkuId, sku])).values()]
}
