import { isRecord } from '../../http.ts'
import type { Listing } from '../../catalogue.ts'
import { WAREHOUSE } from './detail.ts'
import { imageUrl } from './orders.ts'
import { amount } from './shops.ts'
import type { Shop, Tiktok } from './types.ts'
import { badParam, TiktokError, type Endpoints, type ShopCall } from './wire.ts'

type Sku = Listing<string>

const STATUSES = new Set(
  'ALL DRAFT PENDING FAILED ACTIVATE SELLER_DEACTIVATED PLATFORM_DEACTIVATED FREEZE DELETED'.split(' '),
)
const MOST_SELLER_SKUS = 10
const MOST_IDS = 100
const LARGEST_QUANTITY = 99_999

const refusal = (code: number, message: string): TiktokError => new TiktokError(code, message)
const badProductParam = (message: string): TiktokError => refusal(12052910, message)

/** A product is on sale as long as one of its SKUs is; those that were deleted are shown no more. */
function statusOf(skus: readonly Sku[]): 'ACTIVATE' | 'SELLER_DEACTIVATED' | 'DELETED' {
  const statuses = skus.map(({ status }) => status)
  if (statuses.includes('listed')) return 'ACTIVATE'
  return statuses.includes('unlisted') ? 'SELLER_DEACTIVATED' : 'DELETED'
}

const shownOf = (skus: readonly Sku[]): readonly Sku[] =>
  statusOf(skus) === 'DELETED' ? skus : skus.filter(({ status }) => status !== 'deleted')

const changedAtOf = (skus: readonly Sku[]): number => Math.max(...skus.map(({ changedAt }) => changedAt))
const createdAtOf = (skus: readonly Sku[]): number => Math.min(...skus.map(({ createdAt }) => createdAt))

const skuRow = (shop: Shop, sku: Sku): Record<string, unknown> => ({
  id: sku.skuId,
  seller_sku: sku.sku,
  price: {
    currency: shop.currency,
    tax_exclusive_price: amount(shop, sku.price),
    sale_price: amount(shop, sku.price),
  },
  inventory: [{ warehouse_id: WAREHOUSE, quantity: sku.stock }],
})

const productRow = (shop: Shop, skus: readonly Sku[]): Record<string, unknown> => ({
  id: skus[0]?.productId,
  title: skus[0]?.name,
  status: statusOf(skus),
  create_time: createdAtOf(skus),
  update_time: changedAtOf(skus),
  sales_regions: [shop.region],
})

function detailOf(tiktok: Tiktok, shop: Shop, skus: readonly Sku[]): object {
  const [first] = skus
  const image = imageUrl(tiktok)(first?.productId ?? '')
  const picture = {
    uri: `tos/${first?.productId}`,
    urls: [image],
    thumb_urls: [image],
    width: 400,
    height: 400,
  }
  return {
    ...productRow(shop, skus),
    description: `<p>${first?.name}.</p>`,
    category_chains: [
      { id: '600001', parent_id: '0', local_name: 'Home Supplies', is_leaf: false },
      { id: '600024', parent_id: '600001', local_name: 'Home Decor', is_leaf: true },
    ],
    brand: { id: '7082427311584347905', name: 'Aoi' },
    main_images: [picture],
    package_dimensions: { length: '20', width: '15', height: '10', unit: 'CENTIMETER' },
    package_weight: { value: first?.weight.toFixed(2), unit: 'KILOGRAM' },
    skus: shownOf(skus).map((sku) => ({
      ...skuRow(shop, sku),
      // The only SKU of a product has nothing to tell it apart by.
      sales_attributes:
        sku.variant === 'Default'
          ? []
          : [
              {
                id: '100000',
                name: 'Design',
                value_id: `1729${sku.skuId.slice(4)}`,
                value_name: sku.variant,
              },
            ],
      status_info: { status: sku.status === 'listed' ? 'NORMAL' : 'DEACTIVATED' },
    })),
    product_attributes: [],
    delivery_options: [],
    is_cod_allowed: true,
    audit: { status: 'APPROVED' },
    audit_failed_reasons: [],
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function textsOf(body: Record<string, unknown>, name: string): string[] | undefined {
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
  const found = tiktok.catalogue
    .products(shop.id)
    .filter(
      (skus) =>
        (status === 'ALL' || statusOf(skus) === status) &&
        (!sellerSkus || shownOf(skus).some(({ sku }) => sellerSkus.includes(sku))) &&
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
      ...productRow(shop, skus),
      skus: shownOf(skus).map((sku) => skuRow(shop, sku)),
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

function getProduct(tiktok: Tiktok, shop: Shop, id: string): readonly Sku[] {
  const skus = tiktok.catalogue.variantsOf(shop.id, id)
  if (skus.length === 0) throw refusal(12052031, 'Product not found')
  return skus
}

/** Row by row; what could not be done is told under `errors`, and the others are done. */
function updateInventory(tiktok: Tiktok, { shop, id, body }: ShopCall): object {
  const skus = getProduct(tiktok, shop, id)
  if (statusOf(skus) !== 'ACTIVATE')
    throw refusal(12052901, 'The status of the product does not allow this operation')
  const rows = body['skus']
  if (!Array.isArray(rows) || rows.length === 0 || !rows.every(isRecord))
    throw badProductParam('Invalid parameter: skus')
  const errors: object[] = []
  for (const row of rows) {
    const sku = shownOf(skus).find(({ skuId }) => skuId === row['id'])
    const inventory: unknown[] = Array.isArray(row['inventory']) ? row['inventory'] : []
    const wish = inventory.find(
      (one): one is Record<string, unknown> =>
        isRecord(one) && (one['warehouse_id'] ?? WAREHOUSE) === WAREHOUSE,
    )
    const quantity = wish?.['quantity']
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
    else if (!wish || inventory.length > 1) fail(12052097, 'The warehouse is not one of the SKU')
    else if (!isFine) fail(12052910, `The quantity must be between 0 and ${LARGEST_QUANTITY}`)
    else tiktok.catalogue.setStock(sku, quantity)
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
  const found = tiktok.catalogue
    .products(shop.id)
    .map((all) => all.filter((sku) => sku.status !== 'deleted' && isAsked(sku)))
    .filter((all) => all.length > 0)
  return {
    inventory: found.map((all) => ({
      product_id: all[0]?.productId,
      skus: all.map(({ skuId, sku, stock }) => ({
        id: skuId,
        seller_sku: sku,
        total_available_quantity: stock,
        total_committed_quantity: 0,
        warehouse_inventory: [{ warehouse_id: WAREHOUSE, available_quantity: stock, committed_quantity: 0 }],
      })),
    })),
  }
}

export const productEndpoints: Endpoints = {
  'product/products/search': { method: 'POST', scope: 'shop', run: search },
  'product/products/:id': {
    method: 'GET',
    scope: 'shop',
    run: (tiktok, { shop, id }) => detailOf(tiktok, shop, getProduct(tiktok, shop, id)),
  },
  'product/products/:id/inventory/update': { method: 'POST', scope: 'shop', run: updateInventory },
  'product/inventory/search': { method: 'POST', scope: 'shop', run: searchInventory },
}
