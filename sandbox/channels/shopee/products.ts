import { eanOf } from '../../kit/ean.ts'
import { codeOf } from '../../kit/catalog.ts'
import { factsOf, modelsOf } from './items.ts'
import { imageUrl } from './detail.ts'
import { amount } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { Product, Shop } from './types.ts'
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

function getItemList(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const [offset, size] = [intParam(query, 'offset'), intParam(query, 'page_size')]
  const statuses = listParam(query, 'item_status')
  if (size < 1 || size > 100) throw badParam('Wrong parameters, detail: page_size must be between 1 and 100.')
  if (statuses.length === 0 || !statuses.every((status) => STATUSES.has(status)))
    throw badParam('Wrong parameters, detail: invalid field item_status.')
  const [from, to] = ['update_time_from', 'update_time_to'].map((name) =>
    query.has(name) ? intParam(query, name) : undefined,
  )
  const all = shopee.catalog
    .products(shop.id)
    .flatMap((models) => {
      const [first] = models
      const [shown] = first ? modelsOf(shopee, shop, first.productId) : []
      // An item has changed when any of its models has, one that is gone included.
      const changedAt = Math.max(...models.map((model) => model.changedAt))
      return shown ? [{ productId: shown.productId, status: shown.status, changedAt }] : []
    })
    .filter(
      ({ status, changedAt }) =>
        statuses.includes(ITEM_STATUS[status]) && changedAt >= (from ?? 0) && changedAt <= (to ?? Infinity),
    )
    .sort((a, b) => a.productId - b.productId)
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
  summary_info: {
    total_reserved_stock: product.isInCampaign ? product.stock : 0,
    total_available_stock: product.stock,
  },
  seller_stock: [{ location_id: `${shop.region}Z`, stock: product.stock, if_saleable: true }],
  shopee_stock: [],
})

export function findItem(shopee: Shopee, shop: Shop, itemId: number): Product {
  const [product] = modelsOf(shopee, shop, itemId)
  if (!product) throw new ShopeeError('error_item_not_found', 'Product not found.')
  return product
}

function getItemBaseInfo(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const ids = listParam(query, 'item_id_list').map(Number)
  if (ids.length < 1 || ids.length > 50)
    throw badParam('Wrong parameters, detail: item_id_list takes 1 to 50 entries.')
  const items = ids.map((id) => {
    const product = findItem(shopee, shop, id)
    const facts = factsOf(shopee, shop, product)
    const hasModel = facts.tiers.length > 0
    const models = shopee.catalog.variantsOf(shop.id, id)
    return {
      item_id: product.productId,
      category_id: facts.categoryId,
      item_name: product.name,
      description: facts.description,
      item_sku: product.base,
      ...(!hasModel && { gtin_code: eanOf(product) }),
      create_time: product.createdAt,
      update_time: Math.max(...models.map((model) => model.changedAt)),
      attribute_list: facts.attributes.map(({ id: attributeId, name, values }) => ({
        attribute_id: attributeId,
        original_attribute_name: name,
        is_mandatory: false,
        attribute_value_list: values.map((value) => ({
          value_id: value.id,
          original_value_name: value.name,
          value_unit: value.unit,
        })),
      })),
      // Items with variations have their prices and stock there.
      ...(!hasModel && { price_info: price(shop, product), stock_info_v2: stock(shop, product) }),
      image: {
        image_id_list: facts.images,
        image_url_list: facts.images.map((image) => imageUrl(shopee, image)),
      },
      weight: product.weight.toFixed(2),
      dimension: {
        package_length: facts.size?.length ?? 0,
        package_width: facts.size?.width ?? 0,
        package_height: facts.size?.height ?? 0,
      },
      logistic_info: facts.logistics.map(({ id: logisticId, enabled }) => ({
        logistic_id: logisticId,
        enabled,
        is_free: false,
      })),
      pre_order: { is_pre_order: facts.preOrderDays > 0, days_to_ship: facts.preOrderDays || 2 },
      condition: facts.condition,
      item_status: ITEM_STATUS[product.status],
      has_model: hasModel,
      brand: { brand_id: facts.brand.id, original_brand_name: facts.brand.name },
      deboost: false,
    }
  })
  return { wrapped: { item_list: items } }
}

function getModelList(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const product = findItem(shopee, shop, intParam(query, 'item_id'))
  const { tiers, places } = factsOf(shopee, shop, product)
  if (tiers.length === 0)
    return { wrapped: { tier_variation: [], standardise_tier_variation: [], model: [] } }
  return {
    wrapped: {
      tier_variation: tiers.map(({ name, options }) => ({
        name,
        option_list: options.map((option) => ({
          option: option.name,
          ...(option.imageId !== '' && {
            image: { image_id: option.imageId, image_url: imageUrl(shopee, option.imageId) },
          }),
        })),
      })),
      standardise_tier_variation: [],
      model: modelsOf(shopee, shop, product.productId).map((model) => ({
        model_id: model.skuId,
        tier_index: places[model.skuId] ?? [],
        model_sku: codeOf(model),
        model_name: model.variant,
        model_status: 'MODEL_NORMAL',
        price_info: price(shop, model),
        stock_info_v2: stock(shop, model),
        weight: model.weight.toFixed(2),
        pre_order: { is_pre_order: false, days_to_ship: 2 },
        gtin_code: eanOf(model),
      })),
    },
  }
}

export const productEndpoints: Endpoints = {
  'product/get_item_list': shopGet(getItemList),
  'product/get_item_base_info': shopGet(getItemBaseInfo),
  'product/get_model_list': shopGet(getModelList),
}
