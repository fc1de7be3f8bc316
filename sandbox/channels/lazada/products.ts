import { amount } from './shops.ts'
import type { Lazada, Product, Shop } from './types.ts'
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

const FILTERS: Record<string, (product: Product) => boolean> = {
  all: ({ status }) => status !== 'deleted',
  live: ({ status, stock }) => status === 'listed' && stock > 0,
  inactive: ({ status }) => status === 'unlisted',
  deleted: ({ status }) => status === 'deleted',
  'sold-out': ({ status, stock }) => status === 'listed' && stock === 0,
  // What only the marketplace does to products never comes up.
  'image-missing': () => false,
  pending: () => false,
  rejected: () => false,
}

const PRODUCT_STATUS = { listed: 'Active', unlisted: 'InActive', deleted: 'Deleted' } as const
const SKU_STATUS = { listed: 'active', unlisted: 'inactive', deleted: 'deleted' } as const

const notFound = (): LazadaError => new LazadaError('208', 'E208: ITEM_NOT_FOUND', 'ISP')

export const shopSkuOf = (shop: Shop, { productId, skuId }: Product): string =>
  `${productId}_${shop.country.toUpperCase()}-${skuId}`

/** A product as the list and the call for one show it. Every SKU is a product of its own. */
function productRow(lazada: Lazada, shop: Shop, product: Product): Record<string, unknown> {
  const { productId, skuId, stock } = product
  const image = `${lazada.baseUrl()}/img/lazada/${productId}.svg`
  const [label = '', option = ''] = product.variant.split(':')
  const isVaried = product.variant !== ''
  return {
    item_id: productId,
    primary_category: 10_000_335,
    attributes: {
      name: product.name,
      description: `<p>${product.name}.</p>`,
      short_description: '',
      brand: 'No Brand',
    },
    variation: isVaried
      ? { Variation1: { name: label, label, hasImage: false, customize: true, options: [option] } }
      : {},
    images: [image],
    marketImages: [],
    status: PRODUCT_STATUS[product.status],
    subStatus: '',
    created_time: String(product.createdAt * 1000),
    updated_time: String(product.changedAt * 1000),
    suspendedSkus: [],
    rejectReason: [],
    trialProduct: false,
    skus: [
      {
        Status: SKU_STATUS[product.status],
        SellerSku: product.sku,
        ShopSku: shopSkuOf(shop, product),
        SkuId: skuId,
        quantity: stock,
        Available: stock,
        price: amount(shop, product.price),
        special_price: 0,
        package_weight: product.weight.toFixed(2),
        package_length: '20.00',
        package_width: '15.00',
        package_height: '10.00',
        package_content: '',
        tax_class: 'default',
        Images: [image],
        Url: `https://www.lazada.example/products/i${productId}-s${skuId}.html`,
        saleProp: isVaried ? { [label]: option } : {},
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
      },
    ],
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
  const found = lazada.catalogue
    .all(shop.id)
    .filter(
      (product) =>
        accepts(product) &&
        (skus?.includes(product.sku) ?? true) &&
        product.changedAt >= changedFrom &&
        product.changedAt <= changedTo &&
        product.createdAt >= createdFrom &&
        product.createdAt <= createdTo,
    )
    .sort((a, b) => a.createdAt - b.createdAt || a.productId - b.productId)
  const page = found.slice(offset, offset + limit)
  return {
    data: {
      total_products: found.length,
      products: page.map((product) => productRow(lazada, shop, product)),
    },
  }
}

function getProduct(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const { item_id: id = '', seller_sku: sku = '' } = parameters
  if (id === '' && sku === '') throw missing('item_id')
  const product =
    id === '' ? lazada.catalogue.find(shop.id, sku) : lazada.catalogue.variantsOf(shop.id, Number(id))[0]
  if (!product) throw notFound()
  return { data: productRow(lazada, shop, product) }
}

export const productEndpoints: Endpoints = {
  '/products/get': shopCall(listProducts),
  '/product/item/get': shopCall(getProduct),
}
