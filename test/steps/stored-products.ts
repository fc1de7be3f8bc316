/** Products put straight into the store, for tests that choose every figure themselves. */
import type { ShopKey } from '../../server/db/database.ts'
import { sql } from 'kysely'
import type { ChannelProduct, ChannelSku } from '../../model/product.ts'
import { saveProducts } from '../../server/listings/product-intake-store.ts'
import type { TestConsole } from '../start-test-console.ts'

type Shop = ShopKey

/** Saves products and answers with the SKUs of the shop's listings, in the order of the listings. */
export async function putProducts(
  { db }: Pick<TestConsole, 'db'>,
  shop: Shop,
  products: ChannelProduct[],
): Promise<number[]> {
  return db.asOwner(shop.ownerId, async (tx) => {
    await saveProducts(tx, shop, products, { during: 'import', readAt: new Date() })
    const { rows } = await sql<{ sku_id: number }>`select sku_id from product_skus
      where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} order by id`.execute(tx)
    return rows.map(({ sku_id }) => sku_id)
  })
}

export function skuOf(sku: Partial<ChannelSku> = {}): ChannelSku {
  return {
    channelSkuId: '1',
    shopSku: '100_1',
    sellerSku: null,
    barcode: null,
    options: [],
    price: 1000,
    specialPrice: null,
    stock: 20,
    imageUrl: null,
    isActive: true,
    ...sku,
  }
}

/** A plain active product with one variant; what matters to a test is given by it. */
export function productOf(product: Partial<ChannelProduct> & { channelProductId: string }): ChannelProduct {
  return {
    name: 'Paper lantern',
    description: null,
    status: 'active',
    channelStatus: 'NORMAL',
    currency: 'MYR',
    channelCategoryId: null,
    brand: null,
    images: [],
    attributes: [],
    package: { weight: null, length: null, width: null, height: null },
    url: null,
    changedAt: new Date('2026-03-05T04:00:00Z'),
    skus: [skuOf()],
    ...product,
  }
}

/** An active product of one variant, which has the same number; `sellerSku` says of which SKU it is. */
export const listingOf = (shopSku: string, sellerSku: string): ChannelProduct =>
  productOf({ channelProductId: shopSku, skus: [skuOf({ shopSku, sellerSku, channelSkuId: shopSku })] })
