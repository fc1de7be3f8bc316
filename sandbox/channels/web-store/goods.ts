import { USUAL_CATEGORY } from './taxonomy.ts'
import { eanOf } from '../../kit/ean.ts'
import type { Listing } from '../../kit/catalog.ts'
import type { Listed } from './lists.ts'
import { noMeasures } from './measures.ts'
import { channelId, iso, locationId, major, profileId } from './stores.ts'
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
  return {
    id: listing.productId,
    listing,
    store,
    reserved,
    created: ms(listing.createdAt),
    updated: changed,
    deleted: listing.status === 'deleted' ? changed : 0,
  }
}

/** A product with its variants, of which it may have none. */
export interface Product extends Listed {
  store: Store
  title: string
  status: string
  /** Kilograms. */
  weight: number
  goods: readonly Goods[]
  facts: ProductFacts
}

/** Variants that were deleted are shown only of a product that was. The first variant names the product. */
export function productOf(
  store: Store,
  id: string,
  variants: readonly Goods[],
  facts: ProductFacts,
): Product | undefined {
  const { head } = facts
  const live = variants.filter(({ deleted }) => !deleted)
  const goods = live.length > 0 || (head && head.deleted === 0) ? live : variants
  const [first] = goods
  if (!first) return head && { id, store, weight: 0, goods: [], facts, ...head }
  const { listing } = first
  const isDraft = listing.status === 'unlisted'
  const updated = Math.max(head?.updated ?? 0, ...goods.map((one) => one.updated))
  return {
    id,
    store,
    title: listing.name,
    status: isDraft ? (head && head.status !== 'published' ? head.status : 'draft') : 'published',
    weight: listing.weight,
    created: head?.created ?? first.created,
    updated,
    deleted: first.deleted ?? 0,
    parts: { 'variants[updated_at]': goods.map((one) => one.updated) },
    goods,
    facts,
  }
}

export const levelRow = ({ listing, store, reserved, created, updated }: Goods): Row => ({
  id: listing.skuId.replace('variant', 'ilev'),
  inventory_item_id: itemId(listing),
  location_id: locationId(store),
  stocked_quantity: listing.stock + reserved,
  reserved_quantity: reserved,
  incoming_quantity: 0,
  available_quantity: listing.stock,
  metadata: null,
  created_at: iso(created),
  updated_at: iso(updated),
  deleted_at: null,
})

export const skuOf = ({ code, sku }: Listing<string>): string => code ?? sku

export const titleOf = ({ listing }: Goods, facts: ProductFacts = {}): string =>
  facts.titles?.[listing.skuId] ?? (listing.variant || 'Default variant')

export function variantRow(goods: Goods, facts: ProductFacts = {}): Row {
  const { listing, store } = goods
  const { skuId } = listing
  const isManaged = !facts.unmanaged?.includes(skuId)
  return {
    id: skuId,
    product_id: listing.productId,
    title: titleOf(goods, facts),
    sku: skuOf(listing) || null,
    barcode: null,
    ean: eanOf(listing) || null,
    upc: null,
    thumbnail: null,
    variant_rank: 0,
    images: [],
    ...noMeasures,
    metadata: null,
    manage_inventory: isManaged,
    allow_backorder: false,
    created_at: iso(goods.created),
    updated_at: iso(goods.updated),
    deleted_at: iso(goods.deleted ?? 0),
    options: valuesOf(goods, facts).map(({ title, value }, at, { length }) => ({
      id: `${skuId.replace('variant', 'optval')}${length > 1 || at > 0 ? at : ''}`,
      value,
      option: { id: optionId(listing.productId, at), title },
    })),
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
    inventory_items: isManaged ? [stockOf(goods, facts)] : [],
  }
}

function stockOf(goods: Goods, facts: ProductFacts): Row {
  const { listing } = goods
  return {
    id: listing.skuId.replace('variant', 'pvitem'),
    variant_id: listing.skuId,
    inventory_item_id: itemId(listing),
    required_quantity: 1,
    inventory: { id: itemId(listing), location_levels: levelsOf(goods, facts) },
  }
}

export const levelsOf = (goods: Goods, { uncounted }: ProductFacts): Row[] =>
  uncounted?.includes(goods.listing.skuId) ? [] : [levelRow(goods)]

/** Option values of a variant: those that a call wrote, else its colour. */
export function valuesOf({ listing }: Goods, facts: ProductFacts = {}): { title: string; value: string }[] {
  const { variant } = listing
  return (
    facts.options?.[listing.skuId] ?? [
      {
        title: variant === '' ? 'Default option' : 'Colour',
        value: variant || 'Default option value',
      },
    ]
  )
}

const optionId = (productId: string, at: number): string => `${productId.replace('prod', 'opt')}${at || ''}`

/** The options of a product, each with all values that its variants have. */
export function optionsOf({ id, goods, facts }: Product): { id: string; title: string; values: string[] }[] {
  const values = goods.flatMap((one) => valuesOf(one, facts))
  const written = facts.optionRows?.map(({ title }) => title) ?? []
  const titles = [...new Set([...written, ...values.map(({ title }) => title)])]
  return titles.map((title, at) => {
    const own = facts.optionRows?.find((one) => one.title === title)?.values ?? []
    const used = values.filter((one) => one.title === title).map(({ value }) => value)
    return { id: optionId(id, at), title, values: [...new Set([...own, ...used])] }
  })
}

const optionRows = (product: Product): Row[] =>
  optionsOf(product).map(({ id, title, values }) => ({
    id,
    title,
    is_exclusive: true,
    metadata: null,
    created_at: iso(product.created),
    updated_at: iso(product.updated),
    deleted_at: null,
    values: values.map((value, rank) => ({ id: `${id.replace('opt', 'optval')}_${rank}`, value })),
  }))

export const factsOf = (shop: { facts: Map<string, ProductFacts> }, productId: string): ProductFacts =>
  shop.facts.get(productId) ?? {}

export function productRow(product: Product, pictures: string): Row {
  const { id, store, title, goods, facts } = product
  const image = `${pictures}/img/${id}.jpg`
  const images = facts.images ?? [image]
  return {
    id,
    title,
    subtitle: null,
    status: product.status,
    external_id: null,
    description: facts.description === undefined ? `${title}.` : facts.description,
    handle: facts.handle ?? handleOf(title),
    is_giftcard: false,
    discountable: true,
    thumbnail: facts.thumbnail === undefined ? image : facts.thumbnail,
    collection_id: null,
    type_id: null,
    ...noMeasures,
    weight: Math.round(product.weight * 1000),
    metadata: null,
    ...facts.more,
    type: null,
    collection: null,
    tags: [],
    created_at: iso(product.created),
    updated_at: iso(product.updated),
    deleted_at: iso(product.deleted ?? 0),
    options: optionRows(product),
    images: images.map((url, at) => ({ id: `${id.replace('prod', 'img')}${at || ''}`, url })),
    shipping_profile: { id: profileId(store), name: 'All', type: 'default' },
    sales_channels: [{ id: channelId(store), name: 'Web' }],
    categories: (facts.categories ?? [USUAL_CATEGORY]).map((one) => ({ id: one, name: 'Gifts' })),
    variants: goods.map((one) => variantRow(one, facts)),
  }
}

export const handleOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

export function inventoryRow(goods: Goods, facts: ProductFacts): Row {
  const { listing, store, reserved } = goods
  const levels = levelsOf(goods, facts)
  return {
    id: itemId(listing),
    sku: skuOf(listing) || null,
    title: listing.name,
    description: null,
    thumbnail: null,
    requires_shipping: true,
    ...noMeasures,
    unit_of_measure: null,
    metadata: null,
    ...facts.items?.[listing.skuId],
    reserved_quantity: reserved,
    stocked_quantity: levels.length > 0 ? listing.stock + reserved : 0,
    created_at: iso(goods.created),
    updated_at: iso(goods.updated),
    location_levels: levels.map((level) => ({ ...level, location_id: locationId(store) })),
    variants: [{ id: listing.skuId, product_id: listing.productId }],
  }
}
