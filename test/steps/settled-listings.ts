/** Listings of an owner with two shops, and what people and channels did with them. */
import { sql } from 'kysely'
import { drawIds } from '../../server/db/database.ts'
import { saveListingImage } from '../../server/images/listing-image-store.ts'
import { saveChanges } from '../../server/listings/changes/listing-change-store.ts'
import { noteRemovedLinks } from '../../server/listings/removal/removed-links-store.ts'
import { savePictureSizes } from '../../server/listings/pictures/picture-sizes-store.ts'
import type { Account, TestConsole } from '../start-test-console.ts'
import { productOf, putProducts, skuOf } from './stored-products.ts'

export type SettledListings = {
  /** SKU of the first shop's listing. */
  sku: number
  /** SKU that the other shop alone lists. */
  otherSku: number
  /** Its product. */
  otherProduct: number
  /** Opens the suggestion that its listing is one of the first shop's SKU, and answers its id. */
  suggest(): Promise<number>
  /** Saves a change of it that its channel has refused, and answers its id. */
  refuseChange(): Promise<number>
  /** The same, and answers the batch that it was requested in. */
  refuseBatch(): Promise<number>
  /** Adds a product of the other shop, and answers its id. */
  addProduct(): Promise<number>
  /** Image that was uploaded for a listing of the other shop. */
  image: number
}

export async function settleListings(
  running: TestConsole,
  account: Account,
  { name, shops }: { name: string; shops: [number, number] },
): Promise<SettledListings> {
  const { ownerId } = account
  const [listed = 0] = await putProducts(running, { ownerId, shopId: shops[0] }, [
    productOf({ channelProductId: '100', images: ['http://127.0.0.1:1/100.jpg'] }),
  ])
  const [otherSku = 0] = await putProducts(running, { ownerId, shopId: shops[1] }, [
    productOf({ channelProductId: '200', skus: [skuOf({ shopSku: '200_1' })] }),
  ])
  const found = await account.call(`GET /sku-centers/${otherSku}`)
  const otherProduct = found.at<number>('data.products.data.0.id')
  const suggest = () =>
    running.db.asOwner(ownerId, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into sku_suggestions as q (owner_id, id, product_sku_id, sku_id, reason, confidence, created_at)
        select ${ownerId}::uuid, k.id, k.id, ${listed}::bigint, 'name', 80, ${new Date()}::timestamptz
        from product_skus k where k.owner_id = ${ownerId} and k.shop_sku = '200_1'
        on conflict (owner_id, product_sku_id, sku_id) do update set decided_at = null returning q.id`.execute(
        tx,
      )
      return rows[0]?.id ?? 0
    })
  await suggest()
  const refuseOne = () =>
    running.db.asOwner(ownerId, async (tx) => {
      const [batchId = 0] = await drawIds(tx, 1)
      const hidden = { kind: 'set_active', before: { isActive: true }, after: { isActive: false } } as const
      const listing = { productId: otherProduct, shopId: shops[1], channelProductId: '200' }
      const whole = { ...listing, variantId: 0, channelSkuId: null }
      await sql`delete from listing_changes where owner_id = ${ownerId}`.execute(tx)
      const [id = 0] = await saveChanges(tx, ownerId, { userId: 1, name }, [{ ...whole, ...hidden }], batchId)
      await sql`update listing_changes set state = 'failed', error = 'refused', ended_at = ${new Date()}
        where owner_id = ${ownerId} and id = ${id}`.execute(tx)
      return { id, batchId }
    })
  await refuseOne()
  const image = await running.db.asOwner(ownerId, async (tx) => {
    await sql`insert into removed_listings (owner_id, shop_id, channel_product_id, removed_at)
      values (${ownerId}, ${shops[1]}, '201', ${new Date()})`.execute(tx)
    await noteRemovedLinks(tx, ownerId, [{ shopId: shops[1], shopSku: '201_1', skuId: listed }])
    const picture = { bytes: Buffer.from(name), width: 600, height: 600 }
    await savePictureSizes(tx, ownerId, [{ productId: 0, address: name, tries: 0, sides: picture }])
    return (await saveListingImage(tx, { ownerId, shopId: shops[1] }, picture, 10)) ?? 0
  })
  let added = 900
  const addProduct = async () => {
    const channelProductId = String(++added)
    await putProducts(running, { ownerId, shopId: shops[1] }, [productOf({ channelProductId })])
    const { rows } = await running.db.asOwner(ownerId, (tx) =>
      sql<{
        id: number
      }>`select id from products where owner_id = ${ownerId} and channel_product_id = ${channelProductId}`.execute(
        tx,
      ),
    )
    return rows[0]?.id ?? 0
  }
  return {
    sku: listed,
    otherSku,
    otherProduct,
    suggest,
    refuseChange: async () => (await refuseOne()).id,
    refuseBatch: async () => (await refuseOne()).batchId,
    addProduct,
    image,
  }
}
