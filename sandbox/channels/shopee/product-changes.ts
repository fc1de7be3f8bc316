import type { ListingChange } from '../../kit/catalog.ts'
import { LIMITS } from './item-limits.ts'
import { modelsOf } from './items.ts'
import { findItem } from './products.ts'
import type { Shopee } from './shopee.ts'
import type { Product, Shop } from './types.ts'
import {
  badParam,
  rowsField,
  ShopeeError,
  shopPost,
  type Answer,
  type Endpoints,
  type ShopCall,
} from './wire.ts'

const MOST_ROWS = 50
const LARGEST_STOCK = 10_000_000

type Row = Record<string, unknown>

/** Why a row of a batch is not done; the others are. */
class Refusal extends Error {}

export function itemIdOf(body: Row): number {
  const id = body['item_id']
  if (typeof id !== 'number' || !Number.isInteger(id))
    throw badParam('Wrong parameters, detail: invalid field item_id.')
  return id
}

/** The models of an item that may still be changed. */
export function openItem(shopee: Shopee, shop: Shop, itemId: number): readonly Product[] {
  findItem(shopee, shop, itemId)
  const models = modelsOf(shopee, shop, itemId)
  if (models.every(({ status }) => status === 'deleted'))
    throw new ShopeeError('error_item_not_found', 'Product not found.')
  return models
}

/** An item without models is its own model 0. */
function modelOf(models: readonly Product[], modelId: unknown): Product {
  const model = models.find(({ skuId }) => skuId === (modelId ?? 0))
  if (!model) throw new Refusal('The model_id does not exist in this item.')
  return model
}

/** Does row by row what can be done; only when nothing could be, the call itself is an error as well. */
function batch(
  rows: Row[],
  allFailed: { slug: string; message: string },
  work: (row: Row) => object,
  failedRow: (row: Row) => object,
): Answer {
  const success: object[] = []
  const failure: object[] = []
  for (const row of rows)
    try {
      success.push(work(row))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failure.push({ ...failedRow(row), failed_reason: error.message })
    }
  return {
    wrapped: { success_list: success, failure_list: failure },
    ...(success.length === 0 && { error: allFailed }),
  }
}

const modelIn = (row: Row): object => ({ model_id: row['model_id'] ?? 0 })

function updateStock(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const rows = rowsField(body, 'stock_list', MOST_ROWS)
  const models = openItem(shopee, shop, itemIdOf(body))
  if (models.some(({ isInCampaign }) => isInCampaign))
    throw new ShopeeError('error_cannt_edit_stock_in_promotion', 'Item is under promotion.')
  const place = `${shop.region}Z`
  const allFailed = {
    slug: 'product.error_busi_update_stock_failed',
    message: 'Update stock failed, please check failure_list for detailed reason.',
  }
  const set = (row: Row): object => {
    const model = modelOf(models, row['model_id'])
    const [first, ...more] = rowsField(row, 'seller_stock', MOST_ROWS)
    const { location_id: location = place, stock } = first ?? {}
    if (more.length > 0 || location !== place) throw new Refusal('The location_id is not one of the shop.')
    if (typeof stock !== 'number' || !Number.isInteger(stock) || stock < 0 || stock > LARGEST_STOCK)
      throw new Refusal(`The stock must be a whole number between 0 and ${LARGEST_STOCK}.`)
    shopee.catalog.setStock(model, stock)
    return { ...modelIn(row), location_id: place, stock }
  }
  return batch(rows, allFailed, set, modelIn)
}

function updatePrice(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const rows = rowsField(body, 'price_list', MOST_ROWS)
  const models = openItem(shopee, shop, itemIdOf(body))
  const allFailed = {
    slug: 'product.error_update_price_fail',
    message: 'Update price failed, please check failure_list for detailed reason.',
  }
  const set = (row: Row): object => {
    const model = modelOf(models, row['model_id'])
    const price = row['original_price']
    const minor = typeof price === 'number' ? Math.round(price * shop.scale) : 0
    if (minor <= 0) throw new Refusal('The original_price must be more than 0.')
    if (Math.abs(minor / shop.scale - Number(price)) > 1e-9)
      throw new Refusal('The original_price has too many decimals.')
    const others = models.filter((one) => one !== model).map((one) => one.price)
    const [least, most] = [Math.min(minor, ...others), Math.max(minor, ...others)]
    if (most > least * LIMITS.priceRatio(shop))
      throw new Refusal(
        `The highest price of the variations can be at most ${LIMITS.priceRatio(shop)} times the lowest.`,
      )
    shopee.catalog.change(model, { price: minor })
    return { ...modelIn(row), original_price: minor / shop.scale }
  }
  return batch(rows, allFailed, set, modelIn)
}

/** Takes items off the shop's shelves, or puts them back. */
function unlistItem(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const rows = rowsField(body, 'item_list', MOST_ROWS)
  const allFailed = { slug: 'product.error_unlist_item_all_failed', message: 'Unlist item all failed.' }
  const set = (row: Row): object => {
    const { item_id: id, unlist } = row
    if (typeof unlist !== 'boolean') throw new Refusal('The field unlist is missing.')
    const models = shopee.catalog.variantsOf(shop.id, Number(id)).filter(({ status }) => status !== 'deleted')
    if (models.length === 0) throw new Refusal('Product not found.')
    const change: ListingChange = { status: unlist ? 'unlisted' : 'listed' }
    for (const model of models) shopee.catalog.change(model, change)
    return { item_id: id, unlist }
  }
  return batch(rows, allFailed, set, (row) => ({ item_id: row['item_id'] }))
}

export const productChangeEndpoints: Endpoints = {
  'product/update_stock': shopPost(updateStock),
  'product/update_price': shopPost(updatePrice),
  'product/unlist_item': shopPost(unlistItem),
}
