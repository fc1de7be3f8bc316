import { codeOf, type ListingChange } from '../../kit/catalog.ts'
import { isRecord } from '../../kit/http.ts'
import { ownFacts } from './item-facts.ts'
import { checkPrice } from './item-rules.ts'
import { WAREHOUSE } from './products.ts'
import type { Lazada } from './lazada.ts'
import type { Product, Shop } from './types.ts'
import { LazadaError, missing, shopPost, type Answer, type Endpoints, type ShopCall } from './wire.ts'

const MOST_SKUS = 50
const LARGEST_QUANTITY = 999_999

/** A SKU of a payload; all values are text, as XML has them. */
type Row = Record<string, string>

const badFormat = (): LazadaError => new LazadaError('5', 'E005: Invalid Request Format')

/** The SKUs of a payload, which may be XML or JSON. */
function readRows(payload: string | undefined): Row[] {
  if (!payload) throw missing('payload')
  const rows = payload.trimStart().startsWith('{') ? rowsOfJson(payload) : rowsOfXml(payload)
  if (rows.length === 0) throw new LazadaError('30', 'E030: Empty Request')
  if (rows.length > MOST_SKUS) throw new LazadaError('204', 'E204: Too many skus in one request')
  return rows
}

function rowsOfXml(payload: string): Row[] {
  const [, skus] =
    /^\s*(?:<\?xml[^>]*\?>)?\s*<Request>[^]*<Skus>([^]*)<\/Skus>[^]*<\/Request>\s*$/.exec(payload) ?? []
  if (skus === undefined) throw badFormat()
  // Leaves alone: a warehouse's figure counts like the SKU's own, as there is one warehouse.
  return [...skus.matchAll(/<Sku>([^]*?)<\/Sku>/g)].map(([, sku = '']) =>
    Object.fromEntries(
      [...sku.matchAll(/<(\w+)>(?:<!\[CDATA\[)?([^<>\]]*)(?:\]\]>)?<\/\1>/g)].map(
        ([, name = '', text = '']) => [name, text.trim()],
      ),
    ),
  )
}

function rowsOfJson(payload: string): Row[] {
  let found: unknown
  try {
    found = JSON.parse(payload)
  } catch {
    throw badFormat()
  }
  for (const step of ['Request', 'Product', 'Skus', 'Sku']) {
    if (!isRecord(found)) throw badFormat()
    found = found[step]
  }
  const list: unknown[] = Array.isArray(found) ? found : [found]
  return list.map((row) => {
    if (!isRecord(row)) throw badFormat()
    return leavesOf(row)
  })
}

function leavesOf(row: Record<string, unknown>): Row {
  const leaves: Row = {}
  for (const [name, value] of Object.entries(row)) {
    const inner = Array.isArray(value) ? (value as unknown[])[0] : value
    if (isRecord(inner)) Object.assign(leaves, leavesOf(inner))
    else if (typeof inner === 'string' || typeof inner === 'number') leaves[name] = String(inner)
  }
  return leaves
}

/** Change that a row asks for, or the error that prevents it. */
type Reading = ListingChange | { field: string; message: string }

/** Does all rows or, if one of them is wrong, none. A SKU is named by its two numbers; the seller's code alone does not do. */
function change(
  lazada: Lazada,
  shop: Shop,
  rows: Row[],
  read: (row: Row, product: Product | undefined) => Reading,
): Answer {
  const inputs: [Product, ListingChange][] = []
  const detail: object[] = []
  for (const row of rows) {
    const product = lazada.catalog
      .variantsOf(shop.id, Number(row['ItemId']))
      .find(({ skuId, status }) => String(skuId) === row['SkuId'] && status !== 'deleted')
    const input = read(row, product)
    const wrong = !product
      ? { field: 'SkuId', message: 'The SKU does not exist' }
      : (row['WarehouseCode'] ?? WAREHOUSE) !== WAREHOUSE
        ? { field: 'WarehouseCode', message: 'The warehouse does not exist' }
        : 'field' in input
          ? input
          : undefined
    if (wrong) detail.push({ ...wrong, seller_sku: product ? codeOf(product) : (row['SellerSku'] ?? '') })
    else if (product && !('field' in input)) inputs.push([product, input])
  }
  if (detail.length > 0) throw new LazadaError('501', 'E501: Update product failed', 'ISP', detail)
  for (const [product, input] of inputs) lazada.catalog.change(product, input)
  return { data: {} }
}

function readQuantity(row: Row, field: string): { stock: number } | { field: string; message: string } {
  const text = row[field] ?? ''
  const stock = Number(text)
  if (!/^\d+$/.test(text) || stock > LARGEST_QUANTITY)
    return { field, message: `The quantity must be between 0 and ${LARGEST_QUANTITY}` }
  return { stock }
}

function updateSellable(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  return change(lazada, shop, readRows(parameters['payload']), (row) => readQuantity(row, 'SellableQuantity'))
}

/** Updates prices and stock. Fields that a row leaves out stay; an empty reduced price ends the reduction. */
function updatePriceQuantity(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const rows = readRows(parameters['payload'])
  const answer = change(lazada, shop, rows, (row, product) => {
    const quantity = row['Quantity'] === undefined ? {} : readQuantity(row, 'Quantity')
    if ('field' in quantity) return quantity
    const special = specialOf(row)
    const now = row['Price'] ?? String((product?.price ?? 0) / shop.scale)
    const [complaint] = checkPrice(shop, { price: row['Price'], special }, false, now)
    if (complaint) return { field: complaint.field, message: complaint.message }
    return row['Price'] === undefined
      ? quantity
      : { ...quantity, price: Math.round(Number(row['Price']) * shop.scale) }
  })
  for (const row of rows) keepSpecial(lazada, shop, row)
  return answer
}

function specialOf(row: Row): { price: string; from: string; to: string } | undefined {
  const { SalePrice: price, SaleStartDate: from = '', SaleEndDate: to = '' } = row
  return price === undefined ? undefined : { price, from, to }
}

function keepSpecial(lazada: Lazada, shop: Shop, row: Row): void {
  const special = specialOf(row)
  if (!special) return
  const products = lazada.catalog.variantsOf(shop.id, Number(row['ItemId']))
  const facts = ownFacts(lazada, products).skus[row['SkuId'] ?? '']
  if (!facts) return
  const price = Math.round(Number(special.price) * shop.scale)
  facts.special = price > 0 ? { ...special, price } : null
}

export const productChangeEndpoints: Endpoints = {
  '/product/stock/sellable/update': shopPost(updateSellable),
  '/product/price_quantity/update': shopPost(updatePriceQuantity),
}
