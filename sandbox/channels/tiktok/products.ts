import { isRecord } from '../../kit/http.ts'
import { codeOf } from '../../kit/catalog.ts'
import { WAREHOUSE } from './detail.ts'
import {
  changedAtOf,
  createdAtOf,
  detailOf,
  productRow,
  shownOf,
  skuRow,
  statusOf,
} from './product-detail.ts'
import type { Sku } from './product-detail.ts'
import type { Tiktok } from './tiktok.ts'
import type { Shop } from './types.ts'
import { badParam, TiktokError, type Endpoints, type ShopCall } from './wire.ts'

const STATUSES = new Set(
  'ALL DRAFT PENDING FAILED ACTIVATE SELLER_DEACTIVATED PLATFORM_DEACTIVATED FREEZE DELETED'.split(' '),
)
const MOST_SELLER_SKUS = 10
const MOST_IDS = 100
const LARGEST_QUANTITY = 99_999

export const refusal = (code: number, message: string): TiktokError => new TiktokError(code, message)
export const badProductParam = (message: string): TiktokError => refusal(12052910, message)

const isText = (value: unknown): value is string => typeof value === 'string'

export function textsOf(body: Record<string, unknown>, name: string): string[] | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (!Array.isArray(value) || !value.every(isText)) throw badProductParam(`Invalid parameter: ${name}`)
  return value
}

function timeOf(body: Record<string, unknown>, name: string, fallback: number): number {
  const value = body[name] ?? fallback
  if (typeof value !== 'number' || (value !== fallback && !Number.isInteger(value)))
    throw badProductParam(`Invalid parameter: ${name}`)
  return value
}

/** Both ends of a period count. The token names the last product, so pages lose nothing while others change. */
function search(tiktok: Tiktok, { shop, query, body }: ShopCall): object {
  const size = Number(query.get('page_size') ?? NaN)
  if (!Number.isInteger(size) || size < 1 || size > 100) throw badParam('Invalid parameter: page_size')
  const status = body['status'] ?? 'ALL'
  if (!isText(status) || !STATUSES.has(status)) throw badProductParam('Invalid parameter: status')
  const sellerSkus = textsOf(body, 'seller_skus')
  if (sellerSkus && sellerSkus.length > MOST_SELLER_SKUS)
    throw badProductParam(`seller_skus takes ${MOST_SELLER_SKUS} entries at most`)
  const [createdFrom, createdTo] = [
    timeOf(body, 'create_time_ge', 0),
    timeOf(body, 'create_time_le', Infinity),
  ]
  const [changedFrom, changedTo] = [
    timeOf(body, 'update_time_ge', 0),
    timeOf(body, 'update_time_le', Infinity),
  ]
  const found = tiktok.catalog
    .products(shop.id)
    .filter(
      (skus) =>
        (status === 'ALL' || statusOf(tiktok, skus) === status) &&
        (!sellerSkus || shownOf(tiktok, skus).some((sku) => sellerSkus.includes(codeOf(sku)))) &&
        createdAtOf(skus) >= createdFrom &&
        createdAtOf(skus) <= createdTo &&
        changedAtOf(skus) >= changedFrom &&
        changedAtOf(skus) <= changedTo,
    )
    .toSorted(([a], [b]) => ((a?.productId ?? '') < (b?.productId ?? '') ? -1 : 1))
  const after = readToken(query.get('page_token'))
  const rest = found.filter(([first]) => (first?.productId ?? '') > after)
  const page = rest.slice(0, size)
  return {
    products: page.map((skus) => ({
      ...productRow(tiktok, shop, skus),
      skus: shownOf(tiktok, skus).map((sku) => skuRow(shop, sku)),
    })),
    next_page_token:
      rest.length > size ? Buffer.from(`p${page.at(-1)?.[0]?.productId}`).toString('base64') : '',
    total_count: found.length,
  }
}

function readToken(text: string | null): string {
  if (text === null || text === '') return ''
  const [, id] = /^p(\d+)$/.exec(Buffer.from(text, 'base64').toString()) ?? []
  if (id === undefined) throw badParam('Invalid page_token')
  return id
}

export function getProduct(tiktok: Tiktok, shop: Shop, id: string): readonly Sku[] {
  const skus = tiktok.catalog.variantsOf(shop.id, id)
  if (skus.length === 0) throw refusal(12052031, 'Product not found')
  return skus
}

/** Row by row; what could not be done is told under `errors`, and the others are done. */
function updateInventory(tiktok: Tiktok, { shop, id, body }: ShopCall): object {
  const skus = getProduct(tiktok, shop, id)
  if (statusOf(tiktok, skus) !== 'ACTIVATE')
    throw refusal(12052901, 'The status of the product does not allow this operation')
  const rows = body['skus']
  if (!Array.isArray(rows) || rows.length === 0 || !rows.every(isRecord))
    throw badProductParam('Invalid parameter: skus')
  const errors: object[] = []
  for (const row of rows) {
    const sku = shownOf(tiktok, skus).find(({ skuId }) => skuId === row['id'])
    const inventory: unknown[] = Array.isArray(row['inventory']) ? row['inventory'] : []
    const input = inventory.find(
      (one): one is Record<string, unknown> =>
        isRecord(one) && (one['warehouse_id'] ?? WAREHOUSE) === WAREHOUSE,
    )
    const quantity = input?.['quantity']
    const isFine =
      typeof quantity === 'number' &&
      Number.isInteger(quantity) &&
      quantity >= 0 &&
      quantity <= LARGEST_QUANTITY
    const fail = (code: number, message: string): void => {
      const extra = { warehouse_id: WAREHOUSE, code, message }
      errors.push({ code, message, detail: { sku_id: String(row['id']), extra_errors: [extra] } })
    }
    if (!sku) fail(12052036, 'The SKU does not exist in this product')
    else if (!input || inventory.length > 1) fail(12052097, 'The warehouse is not one of the SKU')
    else if (!isFine) fail(12052910, `The quantity must be between 0 and ${LARGEST_QUANTITY}`)
    else if (sku.isInCampaign) fail(12052037, 'Inventory update blocked')
    else tiktok.catalog.setStock(sku, quantity)
  }
  return errors.length > 0 ? { errors } : {}
}

/** Unknown ids, and those of deleted products, are left out. */
function searchInventory(tiktok: Tiktok, { shop, body }: ShopCall): object {
  const [products, skus] = [textsOf(body, 'product_ids'), textsOf(body, 'sku_ids')]
  if (!products?.length && !skus?.length) throw badProductParam('product_ids or sku_ids is mandatory')
  if ((products?.length ?? 0) > MOST_IDS || (skus?.length ?? 0) > MOST_IDS)
    throw refusal(12019120, `Takes ${MOST_IDS} ids at most`)
  const isAsked = ({ productId, skuId }: Sku): boolean =>
    (products?.includes(productId) ?? false) || (skus?.includes(skuId) ?? false)
  const found = tiktok.catalog
    .products(shop.id)
    .map((all) => all.filter((sku) => sku.status !== 'deleted' && isAsked(sku)))
    .filter((all) => all.length > 0)
  return {
    inventory: found.map((all) => ({
      product_id: all[0]?.productId,
      skus: all.map((one) => ({
        id: one.skuId,
        seller_sku: codeOf(one),
        total_available_quantity: one.stock,
        total_committed_quantity: 0,
        warehouse_inventory: [
          { warehouse_id: WAREHOUSE, available_quantity: one.stock, committed_quantity: 0 },
        ],
      })),
    })),
  }
}

export const productEndpoints: Endpoints = {
  'product/products/search': { method: 'POST', scope: 'shop', run: search },
  'GET product/products/:id': {
    method: 'GET',
    scope: 'shop',
    run: (tiktok, { shop, id }) => detailOf(tiktok, shop, getProduct(tiktok, shop, id)),
  },
  'product/products/:id/inventory/update': { method: 'POST', scope: 'shop', run: updateInventory },
  'product/inventory/search': { method: 'POST', scope: 'shop', run: searchInventory },
}
