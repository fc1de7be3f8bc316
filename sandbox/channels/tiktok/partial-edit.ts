import { isRecord } from '../../kit/http.ts'
import { complaintsOf, isPartial, partialSchema, wholeOf } from './partial-change.ts'
import { factsOf, shownOf, statusOf } from './product-detail.ts'
import { badProductParam, getProduct, refusal } from './products.ts'
import { apply, audit, checkFailed, newId } from './publishing.ts'
import type { Tiktok } from './tiktok.ts'
import type { Endpoints, ShopCall } from './wire.ts'

/** A product in LIVE stays as it is until the audit of the change ends; others change at once. */
function partialEdit(tiktok: Tiktok, { shop, id: productId, body }: ShopCall): object {
  const skus = getProduct(tiktok, shop, productId)
  if (statusOf(tiktok, skus) === 'DELETED')
    throw refusal(12052901, 'The status of the product does not allow this operation')
  const read = partialSchema.safeParse(body)
  const [issue] = read.error?.issues ?? []
  if (!read.success) throw badProductParam(`Invalid parameter: ${issue?.path.join('.')}: ${issue?.message}`)
  const partial = read.data
  if (Object.keys(partial).length === 0) throw badProductParam('Invalid parameter: nothing to edit')
  const facts = tiktok.items.get(productId) ?? factsOf(tiktok, skus)
  const shown = shownOf(tiktok, skus).map(({ skuId }) => skuId)
  if (partial.skus?.some(({ id }) => id !== undefined && !shown.includes(id)))
    throw refusal(12052036, 'The SKU does not exist in this product')
  const complaints = complaintsOf(tiktok, shop, { facts, productId }, partial)
  if (complaints.length > 0) throw checkFailed(complaints)
  tiktok.items.set(productId, facts)
  const skuIds = partial.skus?.map(({ id }, at) => id ?? newId(tiktok, `sku:${productId}:${at}`))
  if (facts.state === 'LIVE') {
    const waiting = facts.review?.edit
    // A change that waits for its audit already gets this one as well.
    const edit = isPartial(waiting)
      ? { partial: { ...waiting.partial, ...partial } }
      : isRecord(waiting)
        ? { ...waiting, ...partial }
        : { partial }
    audit(tiktok, shop, productId, facts, edit, skuIds ?? facts.review?.skuIds ?? [])
  } else apply(tiktok, shop, productId, wholeOf(tiktok, shop, productId, partial), skuIds ?? shown)
  tiktok.pushes.send(15, shop.id, { product_id: productId, update_time: tiktok.clock.now() })
  const codes = partial.skus?.map((sku) => sku.seller_sku)
  return {
    product_id: productId,
    skus: (skuIds ?? shown).map((id, at) => ({ id, seller_sku: codes?.[at] ?? '', sales_attributes: [] })),
    warnings: [],
  }
}

export const partialEditEndpoints: Endpoints = {
  'product/products/:id/partial_edit': { method: 'POST', scope: 'shop', run: partialEdit },
}
