import { amount } from './shops.ts'
import type { Product, Shop, Shopee } from './types.ts'
import {
  badParam,
  intParam,
  listParam,
  ShopeeError,
  shopGet,
  type Answer,
  type Endpoints,
  type ShopCall,
} from './wire.ts'

/** The words for what the seller did; the marketplace's own (BANNED, REVIEWING, SHOPEE_DELETE) never come up. */
export const ITEM_STATUS = { listed: 'NORMAL', unlisted: 'UNLIST', deleted: 'SELLER_DELETE' } as const
const STATUSES = new Set([...Object.values(ITEM_STATUS), 'BANNED', 'REVIEWING', 'SHOPEE_DELETE'] as string[])

const byId = (a: Product, b: Product): number => a.productId - b.productId

function getItemList(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const [offset, size] = [intParam(query, 'offset'), intParam(query, 'page_size')]
  const statuses = listParam(query, 'item_status')
  if (size < 1 || size > 100) throw badParam('Wrong parameters, detail: page_size must be between 1 and 100.')
  if (statuses.length === 0 || !statuses.every((status) => STATUSES.has(status)))
    throw badParam('Wrong parameters, detail: invalid field item_status.')
  const [from, to] = ['update_time_from', 'update_time_to'].map((name) =>
    query.has(name) ? intParam(query, name) : undefined,
  )
  const all = shopee.catalogue
    .all(shop.id)
    .filter(
      ({ status, changedAt }) =>
        statuses.includes(ITEM_STATUS[status]) && changedAt >= (from ?? 0) && changedAt <= (to ?? Infinity),
    )
    .sort(byId)
  const page = all.slice(offset, offset + size)
  const next = offset + page.length
  return {
    wrapped: {
      item: page.map((product) => ({
        item_id: product.productId,
        item_status: ITEM_STATUS[product.status],
        update_time: product.changedAt,
      })),
      total_count: all.length,
      has_next_page: next < all.length,
      ...(next < all.length && { next_offset: next }),
    },
  }
}

const price = (shop: Shop, product: Product): object[] => [
  {
    currency: shop.currency,
    original_price: amount(shop, product.price),
    current_price: amount(shop, product.price),
  },
]

const stock = (shop: Shop, product: Product): object => ({
  summary_info: { total_reserved_stock: 0, total_available_stock: product.stock },
  seller_stock: [{ location_id: `${shop.region}Z`, stock: product.stock, if_saleable: true }],
  shopee_stock: [],
})

export function findItem(shopee: Shopee, shop: Shop, itemId: number): Product {
  const [product] = shopee.catalogue.variantsOf(shop.id, itemId)
  if (!product) throw new ShopeeError('error_item_not_found', 'Product not found.')
  return product
}

function getItemBaseInfo(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const ids = listParam(query, 'item_id_list').map(Number)
  if (ids.length < 1 || ids.length > 50)
    throw badParam('Wrong parameters, detail: item_id_list takes 1 to 50 entries.')
  const items = ids.map((id) => {
    const product = findItem(shopee, shop, id)
    const hasModel = product.skuId !== 0
    return {
      item_id: product.productId,
      category_id: 100_637,
      item_name: product.name,
      description: `${product.name}.`,
      item_sku: product.base,
      create_time: product.createdAt,
      update_time: product.changedAt,
      attribute_list: [],
      // Items with variations have their prices and stock there.
      ...(!hasModel && { price_info: price(shop, product), stock_info_v2: stock(shop, product) }),
      image: { image_id_list: [String(id)], image_url_list: [`${shopee.baseUrl()}/img/${id}.svg`] },
      weight: product.weight.toFixed(2),
      dimension: { package_length: 20, package_width: 15, package_height: 10 },
      logistic_info: [],
      pre_order: { is_pre_order: false, days_to_ship: 2 },
      condition: 'NEW',
      item_status: ITEM_STATUS[product.status],
      has_model: hasModel,
      brand: { brand_id: 0, original_brand_name: 'NoBrand' },
      deboost: false,
    }
  })
  return { wrapped: { item_list: items } }
}

function getModelList(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const product = findItem(shopee, shop, intParam(query, 'item_id'))
  if (product.skuId === 0)
    return { wrapped: { tier_variation: [], standardise_tier_variation: [], model: [] } }
  return {
    wrapped: {
      tier_variation: [{ name: 'Design', option_list: [{ option: product.variant }] }],
      standardise_tier_variation: [],
      model: [
        {
          model_id: product.skuId,
          tier_index: [0],
          model_sku: product.sku,
          model_name: product.variant,
          model_status: 'MODEL_NORMAL',
          price_info: price(shop, product),
          stock_info_v2: stock(shop, product),
          weight: product.weight.toFixed(2),
          pre_order: { is_pre_order: false, days_to_ship: 2 },
          gtin_code: '',
        },
      ],
    },
  }
}

export const productEndpoints: Endpoints = {
  'product/get_item_list': shopGet(getItemList),
  'product/get_item_base_info': shopGet(getItemBaseInfo),
  'product/get_model_list': shopGet(getModelList),
}
