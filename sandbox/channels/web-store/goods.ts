import { USUAL_CATEGORY } from './taxonomy.ts'
import { eanOf } from '../../kit/ean.ts'
import type { Listing } from '../../kit/catalog.ts'
import type { Listed } from './lists.ts'
import { iso, locationId, major, profileId } from './stores.ts'
import type { ProductFacts, Row, Store } from './types.ts'

/** One variant of a product, whose stock lies at the shop's one place. */
export interface Goods extends Listed {
  listing: Listing<string>
  store: Store
  /** Pieces that are promised to buyers and lie there still. */
  reserved: number
}

const ms = (seconds: number): number => seconds * 1000

export const itemId = ({ skuId }: Listing<string>): string => skuId.replace('variant', 'iitem')

export function goodsOf(store: Store, listing: Listing<string>, reserved: number): Goods {
  const changed = ms(listing.changedAt)
  const deleted = listing.status === 'deleted' ? changed : 0
  return {
    id: listing.productId,
    listing,
    store,
    reserved,
    created: ms(listing.createdAt),
    updated: changed,
    deleted,
    parts: { 'variants[updated_at]': [changed] },
  }
}

export const levelRow = ({ listing, store, reserved, updated }: Goods): Row => ({
  id: listing.skuId.replace('variant', 'ilev'),
  inventory_item_id: itemId(listing),
  location_id: locationId(store),
  stocked_quantity: listing.stock + reserved,
  reserved_quantity: reserved,
  incoming_quantity: 0,
  available_quantity: listing.stock,
  updated_at: iso(updated),
})

export function variantRow(goods: Goods, facts: ProductFacts = {}): Row {
  const { listing, store } = goods
  const options = facts.options?.[listing.skuId]
  return {
    id: listing.skuId,
    product_id: listing.productId,
    title: listing.variant || 'Default variant',
    sku: listing.sku,
    barcode: null,
    ean: eanOf(listing) || null,
    upc: null,
    thumbnail: null,
    manage_inventory: true,
    allow_backorder: false,
    created_at: iso(goods.created),
    updated_at: iso(goods.updated),
    deleted_at: iso(goods.deleted ?? 0),
    options: options?.map(({ title, value }, at) => ({
      id: `${listing.skuId.replace('variant', 'optval')}${at}`,
      value,
      option: { id: `${listing.productId.replace('prod', 'opt')}${at}`, title },
    })) ?? [
      {
        id: listing.skuId.replace('variant', 'optval'),
        value: listing.variant || 'Default option value',
        option: {
          id: listing.productId.replace('prod', 'opt'),
          title: listing.variant === '' ? 'Default option' : 'Colour',
        },
      },
    ],
    prices: [
      {
        id: listing.skuId.replace('variant', 'price'),
        amount: major(store, listing.price),
        currency_code: store.currency.toLowerCase(),
        min_quantity: null,
        max_quantity: null,
        rules: {},
      },
    ],
    inventory_items: [
      {
        id: listing.skuId.replace('variant', 'pvitem'),
        variant_id: listing.skuId,
        inventory_item_id: itemId(listing),
        required_quantity: 1,
        inventory: {
          id: itemId(listing),
          location_levels: facts.uncounted?.includes(listing.skuId) ? [] : [levelRow(goods)],
        },
      },
    ],
  }
}

export const factsOf = (shop: { facts: Map<string, ProductFacts> }, productId: string): ProductFacts =>
  shop.facts.get(productId) ?? {}

/** A product with its variants; the first gives it its name. */
export function productRow(variants: readonly Goods[], pictures: string, facts: ProductFacts): Row {
  const [goods] = variants
  if (!goods) return {}
  const { listing } = goods
  const image = `${pictures}/img/${listing.productId}.svg`
  const images = facts.images ?? [image]
  return {
    id: listing.productId,
    title: listing.name,
    status: listing.status === 'unlisted' ? 'draft' : 'published',
    description: facts.description === undefined ? `${listing.name}.` : facts.description,
    handle: facts.handle ?? listing.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    thumbnail: facts.thumbnail === undefined ? image : facts.thumbnail,
    material: null,
    weight: Math.round(listing.weight * 1000),
    created_at: iso(goods.created),
    updated_at: iso(Math.max(...variants.map(({ updated }) => updated))),
    deleted_at: iso(goods.deleted ?? 0),
    images: images.map((url, at) => ({ id: `${listing.productId.replace('prod', 'img')}${at || ''}`, url })),
    shipping_profile: { id: profileId(goods.store), name: 'All', type: 'default' },
    categories: (facts.categories ?? [USUAL_CATEGORY]).map((id) => ({
      id,
      name: 'Gifts',
    })),
    variants: variants.map((one) => variantRow(one, facts)),
  }
}

export const inventoryRow = (goods: Goods): Row => ({
  id: itemId(goods.listing),
  sku: goods.listing.sku,
  title: goods.listing.name,
  location_levels: [levelRow(goods)],
  variants: [{ id: goods.listing.skuId, product_id: goods.listing.productId }],
})
