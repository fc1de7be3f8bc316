import { eanOf } from '../kit/ean.ts'
import type { Listing } from '../kit/catalog.ts'
import { amount, gmt, local } from './amounts.ts'
import type { ProductFacts, ProductImage } from './product-facts.ts'
import { brandName } from './taxonomy.ts'
import type { Row, Store } from './types.ts'

/** A product with all its listings: one for each variation, or just one; in a store with places, so many at each. */
export interface Product {
  id: number
  store: Store
  status: string
  created: number
  modified: number
  listings: readonly Listing<number>[]
  /** Seconds since 1970, at which it is shown. */
  now: number
  /** Left out by products on sale; a draft's variations may come later. */
  isVariable?: boolean
}

/** Facts of the site that a product is shown with. */
export interface Showing {
  address: string
  /** Address of its pictures. */
  pictures: string
  facts: ProductFacts
  categoryName: (id: number) => string | undefined
}

export const USUAL_SIZE = { length: '20', width: '15', height: '10' }

export const STATUS = { listed: 'publish', unlisted: 'private', deleted: 'trash' } as const

export function productOf(store: Store, listings: readonly Listing<number>[], now: number): Product {
  const statuses = listings.map(({ status }) => status)
  const kept = statuses.filter((status) => status !== 'deleted')
  return {
    id: listings[0]?.productId ?? 0,
    store,
    status: STATUS[kept.includes('listed') ? 'listed' : (kept[0] ?? 'deleted')],
    created: Math.min(...listings.map(({ createdAt }) => createdAt)),
    modified: Math.max(...listings.map(({ changedAt }) => changedAt)),
    listings,
    now,
  }
}

/** Variations have ids of their own. Each stands for itself at all places. */
export const variationsOf = ({ status, listings }: Product): Listing<number>[] => {
  const shown = listings.filter((one) => one.skuId !== 0 && (status === 'trash' || one.status !== 'deleted'))
  return [...new Map(shown.map((listing) => [listing.skuId, listing])).values()]
}

export const isVariable = (product: Product): boolean =>
  product.isVariable ?? variationsOf(product).length > 0

/** The same goods at every place that has them. */
export const sharesOf = ({ listings }: Product, { skuId }: Listing<number>): Listing<number>[] =>
  listings.filter((listing) => listing.skuId === skuId)

/** Returns the listing's stock and price at each place: our profile for points of sale, see the connector's README. */
function placesOf(product: Product, listing: Listing<number>): Row {
  const { store } = product
  if (store.places.length === 0) return {}
  const shares = sharesOf(product, listing).flatMap((share) => {
    const place = store.places.find(({ id }) => `${store.slug}/${id}` === share.shopId)
    if (!place) return []
    const { id, name } = place
    return {
      location_id: id,
      name,
      quantity: share.stock,
      available: share.stock,
      price: amount(store, share.price),
      is_sold: share.status === 'listed',
    }
  })
  return { sku: '', primary_unit_name: 'piece', pos_locations: shares }
}

const dates = (store: Store, created: number, modified: number): Row => ({
  date_created: local(store, created),
  date_created_gmt: gmt(created),
  date_modified: local(store, modified),
  date_modified_gmt: gmt(modified),
})

/** Returns the reduced price, and the price that buyers pay now. */
function saleOf({ store, now }: Product, { sale, price }: Listing<number>): Row {
  const { from = 0, to = 0 } = sale ?? {}
  const isOn = sale !== undefined && from <= now && (to === 0 || now < to)
  return {
    price: amount(store, isOn ? sale.price : price),
    sale_price: sale ? amount(store, sale.price) : '',
    date_on_sale_from: local(store, from),
    date_on_sale_from_gmt: gmt(from),
    date_on_sale_to: local(store, to),
    date_on_sale_to_gmt: gmt(to),
    on_sale: isOn,
  }
}

/** Returns price and stock of a listing. */
function offerOf(product: Product, listing: Listing<number>): Row {
  const { store } = product
  const stock = sharesOf(product, listing).reduce((sum, share) => sum + share.stock, 0)
  return {
    sku: listing.code ?? listing.sku,
    global_unique_id: eanOf(listing),
    regular_price: amount(store, listing.price),
    ...saleOf(product, listing),
    purchasable: listing.status === 'listed',
    manage_stock: true,
    stock_quantity: stock,
    stock_status: stock > 0 ? 'instock' : 'outofstock',
    backorders: 'no',
    backorders_allowed: false,
    backordered: false,
    weight: String(listing.weight),
    dimensions: USUAL_SIZE,
    ...placesOf(product, listing),
  }
}

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The description of a product of the sample. */
export const describe = ({ listings }: Product): string => `<p>${listings[0]?.name ?? ''}.</p>\n`

export const imagesOf = ({ id }: Product, pictures: string, { images }: ProductFacts): ProductImage[] =>
  images ?? [{ id: id * 10, src: `${pictures}/img/${id}.jpg` }]

/** A product as the API and its webhooks show it. */
export function productRow(product: Product, { address, pictures, facts, categoryName }: Showing): Row {
  const { store, id } = product
  const variations = variationsOf(product)
  const [first] = product.listings
  if (!first) return {}
  const slug = slugOf(first.name)
  const isVaried = isVariable(product)
  const cheapest = Math.min(...product.listings.map(({ price }) => price))
  return {
    id,
    name: first.name,
    slug,
    permalink: `${address}/product/${slug}/`,
    ...dates(store, product.created, product.modified),
    type: isVaried ? 'variable' : 'simple',
    status: product.status,
    featured: false,
    catalog_visibility: 'visible',
    description: facts.description ?? describe(product),
    short_description: facts.shortDescription ?? '',
    ...offerOf(product, first),
    ...(facts.dimensions && { dimensions: facts.dimensions }),
    ...(isVaried && {
      pos_locations: undefined,
      sku: facts.sku ?? '',
      global_unique_id: '',
      price: amount(store, cheapest),
      regular_price: '',
      manage_stock: false,
      stock_quantity: null,
      stock_status: variations.some(({ stock }) => stock > 0) ? 'instock' : 'outofstock',
    }),
    parent_id: 0,
    categories: (facts.categories ?? [15]).map((id) => termOf(id, categoryName(id))),
    ...(facts.brands && { brands: facts.brands.map((id) => termOf(id, brandName(id))) }),
    tags: [],
    images: imagesOf(product, pictures, facts).map((image) => ({ alt: '', ...image, name: first.name })),
    attributes: facts.attributes
      ? facts.attributes.map((one, position) => ({ ...one, slug: slugOf(one.name), position }))
      : variations.length > 0
        ? [
            {
              id: 1,
              name: 'Color',
              slug: 'pa_color',
              position: 0,
              visible: true,
              variation: true,
              options: variations.map(({ variant }) => variant),
            },
          ]
        : [],
    default_attributes: [],
    variations: variations.map(({ skuId }) => skuId),
    menu_order: 0,
    meta_data: [],
  }
}

/** A category or brand; its name stands in the lists of the site. */
const termOf = (id: number, name = `#${id}`): Row => ({
  id,
  name,
  slug: id === 15 ? 'gifts' : `term-${id}`,
})

export function variationRow(
  product: Product,
  listing: Listing<number>,
  address: string,
  facts: ProductFacts,
): Row {
  const { store } = product
  const own = productOf(store, sharesOf(product, listing), product.now)
  return {
    id: listing.skuId,
    type: 'variation',
    ...dates(store, own.created, own.modified),
    description: '',
    permalink: `${address}/product/${slugOf(listing.name)}/?attribute_pa_color=${listing.variant.toLowerCase()}`,
    status: own.status,
    ...offerOf(product, listing),
    image: null,
    attributes: facts.options?.[listing.skuId]?.map((one) => ({ id: 0, slug: slugOf(one.name), ...one })) ?? [
      { id: 1, name: 'Color', slug: 'pa_color', option: listing.variant },
    ],
    menu_order: 0,
    meta_data: [],
    name: listing.variant,
    parent_id: listing.productId,
  }
}
