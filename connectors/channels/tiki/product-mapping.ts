/** One product of Tiki's in our words. Pure: no calls, no clock. */
import { toMinor } from '../../../model/money.ts'
import type { ChannelProduct } from '../../../model/product.ts'
import type { Inventory, TikiProduct } from './product-wire.ts'
import { momentOf } from './wire.ts'

/** Each variant is a product of its own here, with one SKU that bears the same id: so orders and stock calls name it. */
export function toChannelProduct(product: TikiProduct): ChannelProduct {
  const changedAt = momentOf(product.updated_at)
  if (!changedAt) throw new RangeError('updated_at: not a time')
  const id = product.product_id
  const images = [...(product.images ?? []).map(({ url }) => url), product.thumbnail]
  const isActive = isOn(product.active)
  const categories = product.categories ?? []
  return {
    channelProductId: id,
    name: product.name?.trim() || `#${id}`,
    description: null,
    status: isActive ? 'active' : 'inactive',
    channelStatus: isActive ? 'active' : 'inactive',
    currency: 'VND',
    channelCategoryId: (categories.find((one) => one.is_primary) ?? categories[0])?.id ?? null,
    brand: null,
    images: [...new Set(images.filter((url) => typeof url === 'string' && URL.canParse(url)))] as string[],
    attributes: [],
    package: { weight: null, length: null, width: null, height: null },
    url: null,
    fulfillmentType: product.inventory?.fulfillment_type ?? null,
    inventoryType: product.inventory?.inventory_type ?? null,
    changedAt,
    skus: [
      {
        channelSkuId: id,
        shopSku: id,
        sellerSku: product.original_sku?.trim() || null,
        // The API does not report one.
        barcode: null,
        options: [],
        price: toMinor(product.price, 'VND'),
        specialPrice: null,
        stock: sellableOf(product.inventory),
        imageUrl: null,
        isActive,
      },
    ],
  }
}

/** Null where Tiki counts none for the seller, or keeps the goods itself. */
export function sellableOf(inventory: Inventory | null | undefined): number | null {
  if (!inventory) return null
  const { quantity_sellable: sellable, quantity_available: lies, quantity_reserved: promised } = inventory
  const left = sellable ?? (lies === null || lies === undefined ? null : lies - (promised ?? 0))
  return left === null ? null : Math.max(0, left)
}

function isOn(active: TikiProduct['active']): boolean {
  return String(active) === '1' || active === true
}
