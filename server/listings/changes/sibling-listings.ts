/** Other products that one change goes to as well, because they list SKUs of the first. */
import { AppError } from '../../../model/errors.ts'
import type { Body } from '../../../contract/endpoints.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import {
  findProduct,
  listVariants,
  type ProductDetail,
  type VariantDetail,
} from '../detail/product-detail-store.ts'

type Wanted = Body<'PUT /products/{id}'>
type WantedPrice = NonNullable<Wanted['variants']>[number]

export type Target = {
  /** Before the path of a field in the answer: empty for the product itself. */
  prefix: string
  product: ProductDetail
  variants: VariantDetail[]
  wanted: WantedPrice[]
}

/** The siblings with the prices of their variants. Throws validation_failed for one that lists no SKU of the first. */
export async function siblingsOf(
  tx: Tx,
  { ownerId, shopIds }: Session,
  first: Target,
  { also = [], variants = [] }: Wanted,
): Promise<Target[]> {
  const skuIds = new Map(
    first.variants.flatMap(({ id, skuId }) => (skuId === null ? [] : [[id, skuId] as const])),
  )
  const own = new Set(skuIds.values())
  const priceOfSku = new Map(
    variants.flatMap((one) => {
      const skuId = skuIds.get(one.id)
      return skuId === undefined ? [] : [[skuId, one] as const]
    }),
  )
  const targets: Target[] = []
  for (const [at, id] of also.entries()) {
    const product = await findProduct(tx, ownerId, id, shopIds)
    const listed = product ? await listVariants(tx, ownerId, id) : []
    const isSibling = listed.some(({ skuId }) => skuId !== null && own.has(skuId))
    if (!product || !isSibling || id === first.product.id || also.indexOf(id) !== at)
      throw new AppError('validation_failed', { invalidFields: { [`also.${at}`]: 'field.no_such_listing' } })
    const wanted = listed.flatMap((variant): WantedPrice[] => {
      const { price, special_price: special } = priceOfSku.get(variant.skuId ?? 0) ?? {}
      if (price === undefined && special === undefined) return []
      return [
        {
          id: variant.id,
          ...(price !== undefined && { price }),
          ...(special !== undefined && { special_price: special }),
        },
      ]
    })
    if (wanted.length > 0 && product.currency !== first.product.currency)
      throw new AppError('validation_failed', { invalidFields: { [`also.${at}`]: 'field.other_currency' } })
    targets.push({ prefix: `also.${at}.`, product, variants: listed, wanted })
  }
  return targets
}
