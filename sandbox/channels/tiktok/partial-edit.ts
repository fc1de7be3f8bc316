import { isRecord } from '../../kit/http.ts'
import { applyPartial, complaintsOf, isPartial, partialSchema } from './partial-change.ts'
import { factsOf, statusOf } from './product-detail.ts'
import { badProductParam, getProduct, refusal } from './products.ts'
import { audit, checkFailed } from './publishing.ts'
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
  if (Object.keys(read.data).length === 0) throw badProductParam('Invalid parameter: nothing to edit')
  const facts = tiktok.items.get(productId) ?? factsOf(tiktok, skus)
  const complaints = complaintsOf(tiktok, facts, productId, read.data)
  if (complaints.length > 0) throw checkFailed(complaints)
  tiktok.items.set(productId, facts)
  if (facts.state === 'LIVE') {
    const waiting = facts.review?.edit
    // A change that waits for its audit already gets this one as well.
    const edit = isPartial(waiting)
      ? { partial: { ...waiting.partial, ...read.data } }
      : isRecord(waiting)
        ? { ...waiting, ...read.data }
        : { partial: read.data }
    audit(tiktok, shop, productId, facts, edit, facts.review?.skuIds ?? [])
  } else applyPartial(tiktok, shop, productId, { partial: read.data })
  tiktok.pushes.send(15, shop.id, { product_id: productId, update_time: tiktok.clock.now() })
  return {
    product_id: productId,
    skus: skus.map(({ skuId }) => ({ id: skuId, seller_sku: '', sales_attributes: [] })),
    warnings: [],
  }
}

export const partialEditEndpoints: Endpoints = {
  'product/products/:id/partial_edit': { method: 'POST', scope: 'shop', run: partialEdit },
}
