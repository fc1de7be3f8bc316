import { z } from 'zod'
import { factsOf, shownOf, statusOf, type Sku } from './product-detail.ts'
import { minor, priceSchema } from './product-rules.ts'
import { badProductParam, getProduct, refusal, textsOf } from './products.ts'
import { audit, announceProduct } from './publishing.ts'
import type { Tiktok } from './tiktok.ts'
import type { Endpoints, ShopCall } from './wire.ts'

const MOST_IDS = 20

const pricesSchema = z.object({
  skus: z.array(z.object({ id: z.string().min(1), price: priceSchema })).min(1),
})

/** All rows or none. */
function updatePrices(tiktok: Tiktok, { shop, id, body }: ShopCall): object {
  const skus = getProduct(tiktok, shop, id)
  const input = pricesSchema.safeParse(body)
  if (!input.success) throw badProductParam('Invalid parameter: skus')
  if (statusOf(tiktok, skus) !== 'ACTIVATE')
    throw refusal(12052901, 'The status of the product does not allow this operation')
  const shown = shownOf(tiktok, skus)
  for (const { id: skuId, price } of input.data.skus) {
    if (!shown.some((sku) => sku.skuId === skuId))
      throw refusal(12052036, 'The SKU does not exist in this product')
    const isExact = shop.scale === 1 ? /^\d+$/ : /^\d+(\.\d{1,2})?$/
    if (price.currency !== shop.currency || !isExact.test(price.amount) || Number(price.amount) === 0)
      throw badProductParam('Invalid parameter: skus.price')
  }
  for (const sku of shown) {
    const row = input.data.skus.find((one) => one.id === sku.skuId)
    if (row) tiktok.catalog.change(sku, { price: minor(shop, row.price.amount) })
  }
  return {}
}

/** Product by product; what could not be done is told under `errors`, and the others are done. */
const eachProduct =
  (change: (tiktok: Tiktok, call: ShopCall, skus: readonly Sku[], id: string) => void) =>
  (tiktok: Tiktok, call: ShopCall): object => {
    const ids = textsOf(call.body, 'product_ids')
    if (!ids?.length) throw badProductParam('Invalid parameter: product_ids')
    if (ids.length > MOST_IDS) throw refusal(12019120, `Takes ${MOST_IDS} ids at most`)
    const errors: object[] = []
    for (const id of ids) {
      const skus = tiktok.catalog.variantsOf(call.shop.id, id)
      const fail = (code: number, message: string): void => {
        errors.push({ code, message, detail: { product_id: id, extra_errors: [] } })
      }
      if (skus.length === 0) fail(12052031, 'Product not found')
      else if (statusOf(tiktok, skus) === 'DELETED')
        fail(12052901, 'The status of the product does not allow this operation')
      else change(tiktok, call, skus, id)
    }
    return errors.length > 0 ? { errors } : {}
  }

const setStatus = (tiktok: Tiktok, skus: readonly Sku[], status: Sku['status']): void => {
  for (const sku of shownOf(tiktok, skus)) tiktok.catalog.change(sku, { status })
}

const activate = eachProduct((tiktok, { shop }, skus, id) => {
  const facts = factsOf(tiktok, skus)
  if (facts.state === 'DRAFT') {
    facts.state = 'PENDING'
    audit(tiktok, shop, id, facts, null, [])
    setStatus(tiktok, skus, 'unlisted')
  } else if (facts.state === 'LIVE') {
    setStatus(tiktok, skus, 'listed')
    announceProduct(tiktok, shop, id, 'PRODUCT_SELLER_ACTIVATED')
  }
})

const deactivate = eachProduct((tiktok, { shop }, skus, id) => {
  // Without its review, a product in PENDING stays off sale after the end of its audit.
  const facts = factsOf(tiktok, skus)
  if (facts.state === 'PENDING') Object.assign(facts, { state: 'LIVE', review: null })
  setStatus(tiktok, skus, 'unlisted')
  announceProduct(tiktok, shop, id, 'PRODUCT_SELLER_DEACTIVATED')
})

const remove = eachProduct((tiktok, { shop }, skus, id) => {
  setStatus(tiktok, skus, 'deleted')
  announceProduct(tiktok, shop, id, 'PRODUCT_DELETED')
})

export const productChangeEndpoints: Endpoints = {
  'product/products/:id/prices/update': { method: 'POST', scope: 'shop', run: updatePrices },
  'product/products/activate': { method: 'POST', scope: 'shop', run: activate },
  'product/products/deactivate': { method: 'POST', scope: 'shop', run: deactivate },
  'DELETE product/products': { method: 'DELETE', scope: 'shop', run: remove },
}
