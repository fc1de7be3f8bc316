import { eanOf } from '../../kit/ean.ts'
import { codeOf } from '../../kit/catalog.ts'
import { factsOf, skuFactsOf, type SkuFacts } from './item-facts.ts'
import { amount } from './shops.ts'
import type { Lazada } from './lazada.ts'
import type { Product, Shop } from './types.ts'
import {
  LazadaError,
  missing,
  readTime,
  shopCall,
  wholeNumber,
  type Answer,
  type Endpoints,
  type Parameters,
  type ShopCall,
} from './wire.ts'

// /products/get: pages of 50 at most, the last of them at row 10000.
const USUAL_PAGE = 20
const LARGEST_PAGE = 50
const LARGEST_OFFSET = 10_000
const MOST_SELLER_SKUS = 100

export const WAREHOUSE = 'dropshipping'

const countOf = (products: readonly Product[]): number => products.reduce((sum, { stock }) => sum + stock, 0)

/** A product is on sale as long as one of its SKUs is, and gone when all are. */
const stateOf = (products: readonly Product[]): Product['status'] =>
  products.some(({ status }) => status === 'listed')
    ? 'listed'
    : products.every(({ status }) => status === 'deleted')
      ? 'deleted'
      : 'unlisted'

const FILTERS: Record<string, (products: readonly Product[]) => boolean> = {
  all: (products) => stateOf(products) !== 'deleted',
  live: (products) => stateOf(products) === 'listed' && countOf(products) > 0,
  inactive: (products) => stateOf(products) === 'unlisted',
  deleted: (products) => stateOf(products) === 'deleted',
  'sold-out': (products) => stateOf(products) === 'listed' && countOf(products) === 0,
  // The sandbox gives no product a state that only the marketplace can set.
  'image-missing': () => false,
  pending: () => false,
  rejected: () => false,
}

const PRODUCT_STATUS = { listed: 'Active', unlisted: 'InActive', deleted: 'Deleted' } as const
const SKU_STATUS = { listed: 'active', unlisted: 'inactive', deleted: 'deleted' } as const

const notFound = (): LazadaError => new LazadaError('208', 'E208: ITEM_NOT_FOUND', 'ISP')

export const shopSkuOf = (shop: Shop, { productId, skuId }: Product): string =>
  `${productId}_${shop.country.toUpperCase()}-${skuId}`

const createdAt = (products: readonly Product[]): number =>
  Math.min(...products.map((product) => product.createdAt))
const changedAt = (products: readonly Product[]): number =>
  Math.max(...products.map((product) => product.changedAt))

/** A product as the list and the call for one show it. Every SKU of the sample is a product of its own. */
function productRow(lazada: Lazada, shop: Shop, products: readonly Product[]): Record<string, unknown> {
  const facts = factsOf(lazada, products)
  const [first] = products
  return {
    item_id: first?.productId ?? 0,
    primary_category: facts.category,
    attributes: { ...facts.attributes, name: first?.name ?? '' },
    variation: Object.fromEntries(
      facts.variation.map(({ name, options }, index) => [
        `Variation${index + 1}`,
        { name, label: name, hasImage: false, customize: true, options },
      ]),
    ),
    images: facts.images,
    marketImages: [],
    status: PRODUCT_STATUS[stateOf(products)],
    subStatus: '',
    created_time: String(createdAt(products) * 1000),
    updated_time: String(changedAt(products) * 1000),
    suspendedSkus: [],
    rejectReason: [],
    trialProduct: false,
    skus: products.map((product) => skuRow(lazada, shop, product, skuFactsOf(lazada, facts, product))),
  }
}

function skuRow(lazada: Lazada, shop: Shop, product: Product, facts: SkuFacts): Record<string, unknown> {
  const { productId, skuId, stock } = product
  const { special } = facts
  return {
    Status: SKU_STATUS[product.status],
    SellerSku: codeOf(product),
    ...(eanOf(product) !== '' && { gtin: eanOf(product) }),
    ShopSku: shopSkuOf(shop, product),
    SkuId: skuId,
    quantity: stock,
    Available: stock,
    price: amount(shop, product.price),
    special_price: special ? amount(shop, special.price) : 0,
    ...(special && {
      special_from_time: special.from.slice(0, 16),
      special_to_time: special.to.slice(0, 16),
      special_from_date: special.from.slice(0, 10),
      special_to_date: special.to.slice(0, 10),
    }),
    ...facts.package,
    tax_class: 'default',
    Images: facts.images,
    Url: `https://www.lazada.example/products/i${productId}-s${skuId}.html`,
    saleProp: facts.saleProp,
    // Nothing is held for orders that are not paid or packed: what is bought is gone at once.
    multiWarehouseInventories: [
      {
        warehouseCode: WAREHOUSE,
        quantity: stock,
        sellableQuantity: stock,
        totalQuantity: stock,
        occupyQuantity: 0,
        withholdQuantity: 0,
      },
    ],
    fblWarehouseInventories: [],
    channelInventories: [],
  }
}

function readSellerSkus(text: string): string[] {
  const corrupt = new LazadaError('70', 'E070: You have corrupt data in your sku seller list')
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw corrupt
  }
  const isText = (sku: unknown): sku is string => typeof sku === 'string'
  if (!Array.isArray(list) || list.length > MOST_SELLER_SKUS || !list.every(isText)) throw corrupt
  return list
}

const timeOf = (parameters: Parameters, name: string, fallback: number): number =>
  parameters[name] ? readTime(parameters[name]) : fallback

/** Sorted by the moment of listing, which no change moves; both ends of a period count. */
function listProducts(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const filter = parameters['filter'] ?? ''
  if (filter === '') throw missing('filter')
  const accepts = Object.hasOwn(FILTERS, filter) ? FILTERS[filter] : undefined
  if (!accepts) throw new LazadaError('36', `E036: "${filter}" Invalid status filter`)
  const limit = wholeNumber(parameters['limit'], USUAL_PAGE, LARGEST_PAGE, '19')
  const offset = wholeNumber(parameters['offset'], 0, LARGEST_OFFSET, '14')
  const [changedFrom, changedTo] = [
    timeOf(parameters, 'update_after', -Infinity),
    timeOf(parameters, 'update_before', Infinity),
  ]
  const [createdFrom, createdTo] = [
    timeOf(parameters, 'create_after', -Infinity),
    timeOf(parameters, 'create_before', Infinity),
  ]
  const skus = parameters['sku_seller_list'] ? readSellerSkus(parameters['sku_seller_list']) : undefined
  const found = lazada.catalog
    .products(shop.id)
    .filter(
      (products) =>
        products.length > 0 &&
        accepts(products) &&
        (skus === undefined || products.some((product) => skus.includes(codeOf(product)))) &&
        changedAt(products) >= changedFrom &&
        changedAt(products) <= changedTo &&
        createdAt(products) >= createdFrom &&
        createdAt(products) <= createdTo,
    )
    .sort((a, b) => createdAt(a) - createdAt(b) || idOf(a) - idOf(b))
  const page = found.slice(offset, offset + limit)
  return {
    data: {
      total_products: found.length,
      products: page.map((products) => productRow(lazada, shop, products)),
    },
  }
}

const idOf = ([first]: readonly Product[]): number => first?.productId ?? 0

function getProduct(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const { item_id: id = '', seller_sku: sku = '' } = parameters
  if (id === '' && sku === '') throw missing('item_id')
  const products =
    id === ''
      ? lazada.catalog.products(shop.id).find((all) => all.some((one) => codeOf(one) === sku))
      : lazada.catalog.variantsOf(shop.id, Number(id))
  if (!products || products.length === 0) throw notFound()
  return { data: productRow(lazada, shop, products) }
}

export const productEndpoints: Endpoints = {
  '/products/get': shopCall(listProducts),
  '/product/item/get': shopCall(getProduct),
}
