import { isRecord } from '../../kit/http.ts'
import type { Listing } from '../../kit/catalog.ts'
import { isPromised, piecesOf } from './lifecycle.ts'
import { imageUrl } from './orders.ts'
import { mainWarehouse } from './shops.ts'
import type { Tiki } from './tiki.ts'
import type { Shop, Warehouse } from './types.ts'
import { badQuery, notFound, pageOf, readTime, writeTime, type Endpoints, type ShopCall } from './wire.ts'

type Sku = Listing<number>

/** By SKU, what open orders hold back. */
export function promisedOf(tiki: Tiki, shop: Shop): ReadonlyMap<string, number> {
  const promised = new Map<string, number>()
  for (const order of tiki.book.all(shop.id))
    if (isPromised(order))
      for (const { sku, quantity } of piecesOf(order)) promised.set(sku, (promised.get(sku) ?? 0) + quantity)
  return promised
}

function inventoryOf(shop: Shop, { stock, sku }: Sku, promised: ReadonlyMap<string, number>): object {
  const reserved = promised.get(sku) ?? 0
  const available = stock + reserved
  return {
    inventory_type: 'backorder',
    fulfillment_type: 'tiki_delivery',
    quantity: stock,
    quantity_available: available,
    quantity_reserved: reserved,
    quantity_sellable: stock,
    warehouse_stocks: [
      {
        warehouse_id: mainWarehouse(shop).id,
        qty_available: available,
        qty_reserved: reserved,
        qty_sellable: stock,
      },
    ],
  }
}

const rowOf =
  (tiki: Tiki, shop: Shop, query: URLSearchParams) =>
  (sku: Sku): object => ({
    product_id: sku.productId,
    sku: String(7_100_000_000_000 + sku.productId),
    name: sku.name,
    master_id: sku.productId - 1,
    super_id: 0,
    active: sku.status === 'listed' ? 1 : 0,
    original_sku: sku.sku,
    type: 'simple',
    entity_type: 'seller_simple',
    price: sku.price,
    market_price: sku.price,
    created_at: writeTime(sku.createdAt),
    updated_at: writeTime(sku.changedAt),
    thumbnail: imageUrl(tiki)(sku.productId),
    attributes: {},
    categories: [{ id: 23228, name: 'Đồ trang trí nhà cửa', url_key: 'trang-tri', is_primary: true }],
    ...((query.get('include') ?? '').split(',').includes('inventory') && {
      inventory: inventoryOf(shop, sku, promisedOf(tiki, shop)),
    }),
  })

/** The newest come first. What was deleted is in no list. */
function list(tiki: Tiki, { shop, query }: ShopCall): object {
  const [from, to] = [readTime(query, 'created_from_date', 0), readTime(query, 'created_to_date', Infinity)]
  const [changedFrom, changedTo] = [
    readTime(query, 'updated_from_date', 0),
    readTime(query, 'updated_to_date', Infinity),
  ]
  const active = query.get('active')
  const found = tiki.catalog
    .all(shop.id)
    .filter(
      (sku) =>
        sku.status !== 'deleted' &&
        (active === null || (sku.status === 'listed') === (active === '1')) &&
        sku.createdAt >= from &&
        sku.createdAt <= to &&
        sku.changedAt >= changedFrom &&
        sku.changedAt <= changedTo,
    )
    .toSorted((a, b) => b.createdAt - a.createdAt || b.productId - a.productId)
  return pageOf(found, query, rowOf(tiki, shop, query))
}

function find(tiki: Tiki, shop: Shop, id: unknown): Sku {
  const sku = tiki.catalog.variantsOf(shop.id, Number(id)).find(({ status }) => status !== 'deleted')
  if (!sku) throw notFound('Product')
  return sku
}

/** Returns the sum over the open warehouses, pieces promised to orders included. */
function availableIn(shop: Shop, rows: unknown): number {
  if (!Array.isArray(rows)) throw badQuery('warehouse_quantities must be a list')
  const open = new Set(
    shop.warehouses.filter((one) => one.type === 'requisition' && one.status === 1).map(({ id }) => id),
  )
  return rows.reduce((sum: number, row: unknown) => {
    const { warehouse_id: warehouse, qty_available: quantity } = isRecord(row) ? row : {}
    if (!open.has(warehouse as number)) throw badQuery(`There is no active warehouse ${String(warehouse)}`)
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 0)
      throw badQuery('qty_available must be a number from 0')
    return sum + quantity
  }, 0)
}

function updateSku(tiki: Tiki, { shop, body }: ShopCall): object {
  const { product_id: id, price, active, warehouse_quantities: rows } = body
  const sku = find(tiki, shop, id)
  if (price !== undefined && (typeof price !== 'number' || price < 0))
    throw badQuery('price must be a number from 0')
  if (rows !== undefined) {
    const available = availableIn(shop, rows)
    tiki.catalog.setStock(sku, Math.max(0, available - (promisedOf(tiki, shop).get(sku.sku) ?? 0)))
  }
  tiki.catalog.change(sku, {
    ...(typeof price === 'number' && { price }),
    ...(active !== undefined && { status: Number(active) === 1 ? 'listed' : 'unlisted' }),
  })
  return { state: 'approved' }
}

/** Returns a warehouse in the recorded form: the address's parts are top-level fields, with their codes. */
function warehouseRow({ isPrimary, type, ...one }: Warehouse, shop: Shop): object {
  return {
    id: one.id,
    seller_id: shop.id,
    name: one.name,
    code: one.code,
    is_primary: isPrimary,
    status: one.status,
    type,
    street: one.street,
    ward: { code: 'VN034005014', name: one.ward },
    district: { code: 'VN034005', name: one.district },
    region: { code: 'VN034', name: one.region },
    country: { code: 'vn', name: 'Việt Nam' },
  }
}

export const productEndpoints: Endpoints = {
  'GET /integration/v2.1/products': list,
  'GET /integration/v2.1/products/:id': (tiki, { shop, id, query }) =>
    rowOf(tiki, shop, query)(find(tiki, shop, id)),
  'PUT /integration/v2.1/products/updateSku': updateSku,
  'GET /integration/v2/sellers/me': (_, { shop }) => ({
    id: shop.id,
    sid: '11047E39EC3D534013C587D207584D454B01C65',
    name: shop.name,
    active: 1,
    operation_models: ['dropship', 'instock'],
    can_update_product: 1,
    registration_status: 'completed',
  }),
  'GET /integration/v2/sellers/me/warehouses': (_, { shop, query }) => {
    const [status, type] = [query.get('status'), query.get('type')]
    const found = shop.warehouses.filter(
      (one) =>
        (status === null || String(one.status) === status) &&
        (type === null || (one.type === 'requisition') === (type === '1')),
    )
    return pageOf(found, query, (one) => warehouseRow(one, shop))
  },
}
