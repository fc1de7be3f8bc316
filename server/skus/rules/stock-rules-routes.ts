/** A SKU's own rule of how much one shop is offered. It is a part of the SKU: both have one version. */
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import { claimVersion, findVersion } from '../../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { awaitStock } from '../../stock/push/offered-stock-store.ts'
import { setTargetStock } from '../../stock/push/stock-push-store.ts'
import { findStockRules, saveStockRule } from './stock-rules-store.ts'

type Rule = Reply<'GET /sku-centers/{id}/stock-rules/{shop_id}'>['data']
type Place = { skuId: number; shopId: number; visible: number[] }

export function stockRulesRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /sku-centers/{id}/stock-rules/{shop_id}', ({ params, session }) => {
    const place = { skuId: params.id, shopId: params.shop_id, visible: session.shopIds }
    return db.read(session.ownerId, async (tx) => ({ data: await present(tx, session.ownerId, place) }))
  })

  serve('PUT /sku-centers/{id}/stock-rules/{shop_id}', ({ params, body, session }) => {
    const { ownerId, shopIds: visible } = session
    const place = { skuId: params.id, shopId: params.shop_id, visible }
    const { updated_at: read, ...change } = body
    return db.asOwner(ownerId, async (tx) => {
      await getRules(tx, ownerId, place)
      await claimVersion(tx, session, ['sku', place.skuId], read)
      await awaitStock(tx, ownerId, [place.skuId])
      // Again, behind the locks: what is left out stays as somebody else has just saved it.
      const { own } = await getRules(tx, ownerId, place)
      await saveStockRule(tx, ownerId, { ...place, ...own, ...change })
      await setTargetStock(tx, ownerId, [place.skuId])
      return { data: await present(tx, ownerId, place) }
    })
  })
}

async function getRules(tx: Tx, ownerId: string, place: Place) {
  const rules = await findStockRules(tx, ownerId, place)
  if (!rules) throw new AppError('not_found')
  return rules
}

async function present(tx: Tx, ownerId: string, place: Place): Promise<Rule> {
  const { own, ofShop } = await getRules(tx, ownerId, place)
  return { ...own, of_shop: ofShop, updated_at: await findVersion(tx, ownerId, 'sku', place.skuId) }
}
