/**
 * Saves what a channel reports about its products: the products and their variants, in the caller's transaction and in a
 * fixed number of statements however many there are.
 *
 * Saving the same report again changes nothing; a report older than the stored one is ignored.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { termsOfCode, termsOfName, termsOfSku } from '../../model/keyword.ts'
import { productStatusIds, type ChannelProduct, type ChannelSku } from '../../model/product.ts'
import { columnList, json, pick, type Row } from '../db/column-list.ts'
import { drawIds, withIds, type ShopKey, type Tx } from '../db/database.ts'
import { searchTerms } from '../db/search-terms.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'
import { findOwnerNumber } from '../settings/owners-store.ts'
import { linkListings, type LeftLink } from '../skus/skus-store.ts'
import { recordObservedStock } from '../stock/push/stock-push-store.ts'
import { addUnreadPictures, listPictureSides } from './pictures/picture-sizes-store.ts'
import { countingProducts, markProductsOfSkusStale, saveDerivedColumns } from './product-columns-store.ts'
import { noteRemovedLinks, type RemovedLink } from './removal/removed-links-store.ts'
import { saveProductTerms } from './product-search-store.ts'
import { reportedColumns } from './products-table.ts'
import { saveScores } from './scores-store.ts'
import { listRemovedListings } from './removal/removed-listings-store.ts'

export type ProductIntake = { created: number[]; updated: number[] }

const productList = columnList(reportedColumns)
const productUpdates = productList.updates('p', { except: ['id', 'channelProductId'] })
const stored = columnList(pick(reportedColumns, 'id', 'channelProductId', 'changedAt', 'digest'))

/** `prices`: of its variants, by their ids at the channel; null without one. */
type Stored = Row<typeof stored.columns> & { prices: Record<string, number> | null }

type Change = { product: ChannelProduct; digest: string; id: number; isNew: boolean } & Pick<Stored, 'prices'>

/** A reading of reports: `readAt` is when it began. */
export type ReportReading = { during: 'import' | 'follow'; readAt: Date }

export async function saveProducts(
  tx: Tx,
  shop: ShopKey,
  reports: ChannelProduct[],
  reading: ReportReading,
): Promise<ProductIntake> {
  const products = newestOfEach(reports).map((report) => {
    const json = JSON.stringify(report)
    return { product: stripNulBytes(report, json), digest: hash('sha1', json, 'base64') }
  })
  const known = await lockStored(
    tx,
    shop,
    products.map(({ product }) => product.channelProductId),
  )
  const unknown = products.flatMap(({ product: { channelProductId: id } }) => (known.has(id) ? [] : id))
  const removals = await listRemovedListings(tx, shop, unknown)
  const changed = products.filter(({ product, digest }) => {
    const before = known.get(product.channelProductId)
    if (!before) return comesBack(product, removals.get(product.channelProductId), reading)
    return product.changedAt >= before.changedAt && digest !== before.digest
  })
  if (changed.length === 0) return { created: [], updated: [] }

  const fresh = await drawIds(
    tx,
    changed.filter(({ product }) => !known.has(product.channelProductId)).length,
  )
  const changes = changed.map(({ product, digest }): Change => {
    const before = known.get(product.channelProductId)
    const id = before?.id ?? fresh.pop()
    if (id === undefined) throw new Error('ran out of drawn ids')
    return { product, digest, id, isNew: !before, prices: before?.prices ?? null }
  })
  const ids = changes.map(({ id }) => id)
  await countingProducts(tx, shop.ownerId, ids, async () => {
    await saveProductRows(tx, shop, changes)
    const { listings, left } = await saveListings(tx, shop, changes)
    const unlinked = listings.filter(({ skuId, isUnlinked }) => skuId === null && !isUnlinked)
    const relinked = await linkListings(tx, shop, unlinked, left)
    await saveDerivedColumns(tx, shop.ownerId, ids)
    await saveScores(tx, shop.ownerId, ids)
    await recordObservedStock(tx, shop, listings)
    // The score of a listing compares its price with those of the other listings of its SKU.
    const repriced = listings.flatMap(({ skuId, isRepriced }) => (isRepriced && skuId !== null ? skuId : []))
    await markProductsOfSkusStale(tx, shop.ownerId, [...new Set([...relinked, ...repriced])])
  })
  return {
    created: changes.filter(({ isNew }) => isNew).map(({ id }) => id),
    updated: changes.filter(({ isNew }) => !isNew).map(({ id }) => id),
  }
}

/**
 * A listing that people deleted here comes back when its channel tells of a later change, or when the whole catalogue is imported
 * anew. Reports that were on their way, and those that tell of its deletion at the channel, do not bring it back.
 */
function comesBack(
  { status, changedAt }: ChannelProduct,
  removedAt: Date | undefined,
  { during, readAt }: ReportReading,
): boolean {
  if (!removedAt) return true
  if (status === 'deleted_on_channel' || readAt <= removedAt) return false
  // Most channels tell whole seconds.
  return during === 'import' || +changedAt >= Math.floor(+removedAt / 1000) * 1000
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

async function lockStored(tx: Tx, shop: ShopKey, ids: string[]): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored>`
    with priced as materialized (
      select k.product_id, json_object_agg(k.channel_sku_id, k.price) as prices from product_skus k
      where k.owner_id = ${shop.ownerId} and k.product_id = any(array(select q.id from products q
        where q.owner_id = ${shop.ownerId} and q.shop_id = ${shop.shopId} and q.channel_product_id = any(${ids}::text[])))
      group by k.product_id)
    select ${stored.select('p')}, (select r.prices from priced r where r.product_id = p.id) as prices
    from products p
    where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} and channel_product_id = any(${ids}::text[])
    order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.channelProductId, row]))
}

async function saveProductRows(tx: Tx, shop: ShopKey, changes: Change[]): Promise<void> {
  const now = new Date()
  const ownerNumber = await findOwnerNumber(tx, shop.ownerId)
  const pictures = changes.flatMap(({ id, product: { images } }) =>
    images[0]?.startsWith('http') ? [{ productId: id, address: images[0] }] : [],
  )
  const sides = await listPictureSides(
    tx,
    shop.ownerId,
    pictures.map(({ address }) => address),
  )
  const rows = changes.map(({ product, digest, id }) => {
    const { skus: _, fulfillmentType = null, inventoryType = null, ...reported } = product
    const types = { fulfillmentType, inventoryType }
    return { ...reported, ...types, id, status: productStatusIds[product.status], digest }
  })
  await sql`insert into products as p (owner_id, shop_id, ${productList.names}, created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${now}::timestamptz, ${now}::timestamptz
    from ${productList.records(rows)}
    on conflict (owner_id, shop_id, channel_product_id)
    do update set ${productUpdates}, updated_at = excluded.updated_at`.execute(tx)
  const terms = changes.map(({ product, id }) => ({ id, terms: productTerms(ownerNumber, product) }))
  await saveProductTerms(tx, shop.ownerId, terms)
  const unread = pictures.filter(({ address }) => !sides.has(address))
  await addUnreadPictures(tx, shop.ownerId, unread)
}

/** A product is found by its names and codes, and by those of its variants. */
function productTerms(ownerNumber: number, { name, channelProductId, skus }: ChannelProduct): string[] {
  return searchTerms(ownerNumber, [
    ...termsOfName(name),
    ...termsOfCode(channelProductId),
    ...skus.flatMap(({ sellerSku, shopSku, barcode }) => [
      ...termsOfSku(sellerSku ?? ''),
      ...termsOfSku(shopSku),
      ...termsOfCode(barcode ?? ''),
    ]),
  ])
}

/** A variant as it stands after the report. */
export type SavedListing = {
  id: number
  skuId: number | null
  /** A person has unlinked it. */
  isUnlinked: boolean
  shopSku: string
  sellerSku: string | null
  name: string
  imageUrl: string | null
  channelStock: number | null
  isActive: boolean
  /** The channel told another price before. */
  isRepriced: boolean
}

const listingList = columnList({
  id: 'bigint',
  productId: 'bigint',
  channelProductId: 'text',
  channelSkuId: 'text',
  shopSku: 'text',
  sellerSku: 'text?',
  barcode: 'text?',
  position: 'smallint',
  options: json<ChannelSku['options']>(),
  price: 'bigint',
  specialPrice: json<ChannelSku['specialPrice']>(),
  imageUrl: 'text?',
  isActive: 'boolean',
  channelStock: 'integer?',
} as const)
const listingUpdates = listingList.updates('k', {
  except: ['id', 'productId', 'channelProductId', 'channelSkuId'],
})

/** Saves the variants, and removes those that the channel no longer has. `left`: the links of those. */
async function saveListings(
  tx: Tx,
  shop: ShopKey,
  changes: Change[],
): Promise<{ listings: SavedListing[]; left: LeftLink[] }> {
  const variants = changes.flatMap(({ product, id: productId }) =>
    variantsOf(product).map(({ stock, ...sku }, position) => ({
      ...sku,
      productId,
      channelProductId: product.channelProductId,
      position,
      isActive: sku.isActive && product.status === 'active',
      channelStock: stock,
    })),
  )
  // The ids are for new variants; a known one keeps its own.
  const rows = await withIds(tx, variants)
  type Saved = Pick<SavedListing, 'id' | 'skuId' | 'isUnlinked'> & { productId: number; channelSkuId: string }
  const saved = await sql<Saved>`
    insert into product_skus as k (owner_id, shop_id, ${listingList.names})
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.* from ${listingList.records(rows)}
    on conflict (owner_id, product_id, channel_sku_id) do update set ${listingUpdates}, is_compared = false
    returning id, product_id as "productId", channel_sku_id as "channelSkuId", sku_id as "skuId",
      is_unlinked as "isUnlinked"`.execute(tx)
  const removed = await sql<RemovedLink & { linkedAt: Date | null }>`delete from product_skus
    where owner_id = ${shop.ownerId} and product_id = any(${changes.map(({ id }) => id)}::bigint[])
      and id <> all(${saved.rows.map(({ id }) => id)}::bigint[])
    returning shop_id as "shopId", shop_sku as "shopSku", sku_id as "skuId", linked_at as "linkedAt"`.execute(
    tx,
  )
  await noteRemovedLinks(tx, shop.ownerId, removed.rows)

  const byKey = new Map(saved.rows.map((row) => [`${row.productId}/${row.channelSkuId}`, row]))
  const listings = changes.flatMap(({ product, id, prices }) =>
    variantsOf(product).flatMap((sku): SavedListing[] | SavedListing => {
      const row = byKey.get(`${id}/${sku.channelSkuId}`)
      if (!row) return []
      return {
        id: row.id,
        skuId: row.skuId,
        isUnlinked: row.isUnlinked,
        shopSku: sku.shopSku,
        sellerSku: sku.sellerSku,
        name: [product.name, ...sku.options.map(({ value }) => value)].join(', '),
        imageUrl: sku.imageUrl ?? product.images[0] ?? null,
        channelStock: sku.stock,
        isActive: sku.isActive && product.status === 'active',
        isRepriced: ![undefined, sku.price].includes(prices?.[sku.channelSkuId]),
      }
    }),
  )
  const left = removed.rows.flatMap(({ skuId, linkedAt }) => (skuId === null ? [] : { skuId, linkedAt }))
  return { listings, left }
}

/** One of each id, whatever a channel repeats. */
function variantsOf(product: ChannelProduct): ChannelSku[] {
  return [...new Map(product.skus.map((sku) => [sku.channelSkuId, sku])).values()]
}
