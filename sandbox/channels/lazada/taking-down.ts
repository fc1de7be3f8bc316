import { codeOf } from '../../kit/catalog.ts'
import { readProduct, recordsOf, textOf, textsOf } from './payload.ts'
import { failure, left, MOST_SKUS, announceProduct } from './publishing.ts'
import type { Lazada } from './lazada.ts'
import { LazadaError, shopPost, type Answer, type Endpoints, type ShopCall } from './wire.ts'

/** Codes of this call begin with an E, unlike all others. */
function deactivate(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const payload = readProduct(parameters['apiRequestBody'], 'apiRequestBody')
  const itemId = textOf(payload['ItemId'])
  if (!itemId) throw new LazadaError('E0001', 'Parameter ItemId is mandatory', 'ISP')
  const products = left(lazada, shop, itemId)
  if (products.length === 0) throw new LazadaError('E0002', `Product:${itemId} not exist`, 'ISP')
  const wanted = textsOf(payload['Skus'], 'SkuId') ?? []
  const chosen =
    wanted.length === 0 ? products : products.filter(({ skuId }) => wanted.includes(String(skuId)))
  if (chosen.length === 0) throw new LazadaError('E0003', 'Seller Sku not exists', 'ISP')
  if (chosen.every(({ status }) => status === 'unlisted'))
    throw new LazadaError('E0004', 'Product Status not online', 'ISP')
  for (const product of chosen) lazada.catalog.change(product, { status: 'unlisted' })
  announceProduct(lazada, shop, 4, Number(itemId))
  return { data: {} }
}

function remove(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const { sku_id_list: ids, seller_sku_list: codes } = parameters
  const list = readList(ids ?? codes)
  if (list.length > MOST_SKUS) throw new LazadaError('204', 'E204: Too many SKU in one request')
  const found = list.map((name) => {
    const [, itemId, skuId] = /^SkuId_(\d+)_(\d+)$/.exec(name) ?? []
    return ids === undefined
      ? lazada.catalog.all(shop.id).find((one) => one.status !== 'deleted' && codeOf(one) === name)
      : left(lazada, shop, itemId).find((one) => String(one.skuId) === skuId)
  })
  const detail = list.flatMap((name, index) =>
    found[index]
      ? []
      : [{ field: name, message: 'SKU_NOT_FOUND:The SKU does not exist or has been deleted' }],
  )
  if (detail.length > 0) throw new LazadaError('503', 'E503: Remove product failed', 'ISP', detail)
  const products = found.filter((product) => product !== undefined)
  for (const product of products) lazada.catalog.change(product, { status: 'deleted' })
  for (const itemId of new Set(products.map(({ productId }) => productId)))
    announceProduct(lazada, shop, 5, itemId)
  return { data: {} }
}

function readList(text: string | undefined): string[] {
  if (!text) throw new LazadaError('30', 'E030: Empty Request')
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.length > 0) return list.map(String)
  } catch {
    // Falls through to the refusal.
  }
  throw new LazadaError('5', 'E005: Invalid Request Format')
}

/** Takes variants out of a product that keeps others. */
function removeSkus(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const payload = readProduct(parameters['payload'])
  const products = left(lazada, shop, textOf(payload['ItemId']))
  const [first] = products
  if (!first) throw new LazadaError('4137', 'ITEM_NOT_FOUND:IC commodity query less than', 'ISP')
  const ids = recordsOf(payload['Skus'], 'Sku').map((sku) => textOf(sku['SkuId']))
  const chosen = products.filter(({ skuId }) => ids.includes(String(skuId)))
  if (chosen.length < ids.length || chosen.length === 0)
    throw failure('501', [{ field: 'SkuId', message: 'SKU_NOT_FOUND:The SKU does not exist' }])
  if (chosen.length === products.length)
    throw failure('501', [{ field: 'Skus', message: 'A product keeps at least one SKU' }])
  for (const product of chosen) lazada.catalog.change(product, { status: 'deleted' })
  announceProduct(lazada, shop, 5, first.productId)
  return { data: {} }
}

export const takingDownEndpoints: Endpoints = {
  '/product/deactivate': shopPost(deactivate),
  '/product/remove': shopPost(remove),
  '/product/sku/remove': shopPost(removeSkus),
}
