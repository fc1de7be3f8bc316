import { codeOf } from '../../kit/catalog.ts'
import { hash } from '../../kit/random.ts'
import { categoryId } from './categories.ts'
import { LIMITS } from './item-limits.ts'
import {
  readAttributes,
  readBrand,
  readCategory,
  readImages,
  readLogistics,
  readPrice,
  readSize,
  readStock,
  readText,
  readWeight,
} from './item-rules.ts'
import { factsOf, modelsOf } from './items.ts'
import { imageUrl } from './detail.ts'
import { itemIdOf, openItem } from './product-changes.ts'
import { ITEM_STATUS } from './products.ts'
import { amount } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { ItemFacts, Product, Shop } from './types.ts'
import {
  badParam,
  intParam,
  listParam,
  shopGet,
  shopPost,
  type Answer,
  type Call,
  type Endpoint,
  type Endpoints,
  type ShopCall,
} from './wire.ts'

type Body = Record<string, unknown>

const LARGEST_IMAGE = 10 * 1024 * 1024
const MOST_IMAGES = 9

function uploadImage(shopee: Shopee, { form }: Call): Answer {
  const files = form?.files.filter(({ field }) => field === 'image') ?? []
  if (files.length < 1 || files.length > MOST_IMAGES)
    throw badParam(`Wrong parameters, detail: image takes 1 to ${MOST_IMAGES} files.`)
  const infos = files.map(({ bytes }, id) => {
    const none = { image_id: '', image_url_list: [] }
    if (bytes.length > LARGEST_IMAGE)
      return { id, error: 'error_param', message: 'Image is larger than 10.0 MB.', image_info: none }
    const image = shopee.images.add(bytes)
    if (!image)
      return {
        id,
        error: 'error_param',
        message: 'Invalid image format, only JPG, JPEG, PNG.',
        image_info: none,
      }
    const url = imageUrl(shopee, image.id)
    const regions = [...shopee.shops.values()].map((shop) => ({
      image_url_region: shop.region,
      image_url: url,
    }))
    return { id, error: '', message: '', image_info: { image_id: image.id, image_url_list: regions } }
  })
  return { wrapped: { image_info: infos[0]?.image_info, image_info_list: infos } }
}

function newItemId(shopee: Shopee, shop: Shop): number {
  for (let salt = shopee.items.size; ; salt++) {
    const id = 20_000_000_000 + hash(`published:${shop.id}:${shopee.clock.now()}:${salt}`)
    if (shopee.catalog.nameOf(String(id)) === undefined) return id
  }
}

function addItem(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const status = body['item_status'] ?? 'NORMAL'
  if (status !== 'NORMAL' && status !== 'UNLIST')
    throw badParam('Wrong parameters, detail: invalid field item_status.')
  const name = readText(body, 'item_name', LIMITS.name)
  const description = readText(body, 'description', LIMITS.description)
  const category = readCategory(body['category_id'])
  const price = readPrice(shop, body['original_price'])
  const weight = readWeight(body['weight'])
  const facts: ItemFacts = {
    categoryId: categoryId(category.number),
    description,
    images: readImages(shopee, body['image']),
    attributes: readAttributes(category, body['attribute_list']),
    brand: readBrand(category, body['brand']),
    size: readSize(category, body['dimension']),
    logistics: readLogistics(shop, body['logistic_info'], weight),
    condition: body['condition'] === 'USED' ? 'USED' : 'NEW',
    preOrderDays: 0,
    tiers: [],
    places: {},
  }
  const code = codeIn(body, 'item_sku')
  const stock = readStock(shop, body['seller_stock'])
  const productId = newItemId(shopee, shop)
  shopee.items.set(productId, facts)
  const product = shopee.catalog.publish({
    shopId: shop.id,
    productId,
    skuId: 0,
    code,
    base: code,
    name,
    variant: '',
    weight,
    price,
    stock,
    status: status === 'NORMAL' ? 'listed' : 'unlisted',
  })
  return { wrapped: echo(shopee, shop, product) }
}

export function codeIn(body: Body, name: string): string {
  const code = body[name] ?? ''
  if (typeof code !== 'string' || code.length > 100)
    throw badParam(`Wrong parameters, detail: invalid field ${name}.`)
  return code
}

function echo(shopee: Shopee, shop: Shop, product: Product): object {
  const facts = factsOf(shopee, shop, product)
  return {
    item_id: product.productId,
    category_id: facts.categoryId,
    item_name: product.name,
    description: facts.description,
    item_sku: product.base,
    item_status: ITEM_STATUS[product.status],
    price_info: { current_price: amount(shop, product.price), original_price: amount(shop, product.price) },
    images: { image_id_list: facts.images, image_url_list: facts.images.map((id) => imageUrl(shopee, id)) },
    weight: product.weight,
    logistic_info: facts.logistics.map(({ id, enabled }) => ({ logistic_id: id, enabled })),
    brand: { brand_id: facts.brand.id, original_brand_name: facts.brand.name },
  }
}

/** Any subset; what is left out stays as it was. Prices and stock have calls of their own and are passed over here. */
function updateItem(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const itemId = itemIdOf(body)
  const models = openItem(shopee, shop, itemId)
  const [first] = models
  if (!first) throw badParam('Invalid parameter for product.')
  const old = factsOf(shopee, shop, first)
  const has = (name: string): boolean => body[name] !== undefined
  const category = readCategory(body['category_id'] ?? old.categoryId)
  const weight = has('weight') ? readWeight(body['weight']) : first.weight
  const isMoved = categoryId(category.number) !== old.categoryId
  const facts: ItemFacts = {
    ...old,
    categoryId: categoryId(category.number),
    ...(has('description') && { description: readText(body, 'description', LIMITS.description) }),
    ...(has('image') && { images: readImages(shopee, body['image'], old.images) }),
    // Attributes belong to a category: in another one they have to be given anew.
    ...((has('attribute_list') || isMoved) && {
      attributes: readAttributes(category, body['attribute_list']),
    }),
    ...(has('brand') && { brand: readBrand(category, body['brand']) }),
    ...(has('dimension') && { size: readSize(category, body['dimension']) }),
    ...(has('logistic_info') && { logistics: readLogistics(shop, body['logistic_info'], weight) }),
  }
  const name = has('item_name') ? readText(body, 'item_name', LIMITS.name) : first.name
  const base = has('item_sku') ? codeIn(body, 'item_sku') : first.base
  const status = body['item_status']
  if (status !== undefined && status !== 'NORMAL' && status !== 'UNLIST')
    throw badParam('Wrong parameters, detail: invalid field item_status.')
  shopee.items.set(itemId, facts)
  for (const model of models)
    shopee.catalog.change(model, {
      name,
      base,
      weight,
      ...(model.skuId === 0 && base !== codeOf(model) && { code: base }),
      ...(status !== undefined && { status: status === 'NORMAL' ? 'listed' : 'unlisted' }),
    })
  return { wrapped: echo(shopee, shop, first) }
}

function deleteItem(shopee: Shopee, { shop, body }: ShopCall): Answer {
  for (const model of openItem(shopee, shop, itemIdOf(body)))
    shopee.catalog.change(model, { status: 'deleted' })
  return undefined
}

/** By the code of the whole item, or by words of its name; codes of models are not looked at. */
function searchItem(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const size = intParam(query, 'page_size')
  if (size < 1 || size > 100) throw badParam('Wrong parameters, detail: page_size must be between 1 and 100.')
  const offset = query.get('offset') ? intParam(query, 'offset') : 0
  const [name, code] = [query.get('item_name') ?? '', query.get('item_sku') ?? '']
  const statuses = listParam(query, 'item_status')
  const found = shopee.catalog
    .products(shop.id)
    .flatMap(([first]) => (first ? (modelsOf(shopee, shop, first.productId)[0] ?? []) : []))
    .filter(({ status, base, name: called }) => {
      if (statuses.length > 0 ? !statuses.includes(ITEM_STATUS[status]) : status === 'deleted') return false
      return code !== '' ? base === code : called.toLowerCase().includes(name.toLowerCase())
    })
    .map(({ productId }) => productId)
    .sort((a, b) => a - b)
  const next = offset + size
  return {
    wrapped: {
      item_id_list: found.slice(offset, next),
      total_count: found.length,
      next_offset: next < found.length ? String(next) : '',
    },
  }
}

/** Made with and without a shop. */
const upload: Endpoint = { method: 'POST', scope: 'public', run: uploadImage }

export const publishingEndpoints: Endpoints = {
  'media_space/upload_image': upload,
  'product/add_item': shopPost(addItem),
  'product/update_item': shopPost(updateItem),
  'product/delete_item': shopPost(deleteItem),
  'product/search_item': shopGet(searchItem),
}
