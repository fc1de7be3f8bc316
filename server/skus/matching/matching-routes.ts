/** The queue of suggested links: accepted or dismissed with one click, and opened again. */
import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Call, Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { paginationOf } from '../../http/pagination.ts'
import { linking, linkTo } from '../link-store.ts'
import { presentLinkable } from '../detail/present-sku-detail.ts'
import { decideSuggestion, isSuggestion, listSuggestions, reopenSuggestion } from './suggestions-store.ts'

export function matchingRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /sku-centers/suggestions', async ({ query, session, request }) => {
    const { page, limit } = query
    const { rows, total } = await db.read(session.ownerId, (tx) =>
      listSuggestions(tx, session.ownerId, session.shopIds, { limit, offset: (page - 1) * limit }),
    )
    return {
      data: rows.map((row) => ({
        id: row.suggestionId,
        reason: row.reason,
        confidence: row.confidence,
        listing: presentLinkable(row),
        sku: { id: row.toId, prime_sku: row.toCode, name: row.toName, image: row.toImage },
        created_at: row.createdAt.toISOString(),
      })),
      meta: { pagination: paginationOf(request, { total, count: rows.length, page, limit }) },
    }
  })

  serve('POST /sku-suggestions/{id}/accept', (call) => {
    const { ownerId, shopIds: visible } = call.session
    return db.asOwner(ownerId, async (tx) => {
      const { listingId, skuId } = await decide(tx, call, true)
      const moved = await linking(tx, ownerId, { listingIds: [listingId], visible }, (listings) =>
        linkTo(tx, ownerId, { id: skuId }, listings, { move: true }),
      )
      return {
        data: { product_sku_id: listingId, sku_id: skuId },
        meta: { moved: moved.map((one) => ({ product_sku_id: one.id, from: one.from })) },
      }
    })
  })

  serve('POST /sku-suggestions/{id}/dismiss', async (call) => {
    await db.asOwner(call.session.ownerId, (tx) => decide(tx, call, false))
    return { data: null, message: call.translate('done.suggestion_dismissed') }
  })

  serve('POST /sku-suggestions/{id}/reopen', async ({ params, session, translate }) => {
    const { ownerId, shopIds: visible } = session
    const isFound = await db.asOwner(ownerId, async (tx) => {
      if (!(await isSuggestion(tx, ownerId, params.id, visible))) return false
      await reopenSuggestion(tx, ownerId, params.id)
      return true
    })
    if (!isFound) throw new AppError('not_found')
    return { data: null, message: translate('done.suggestion_reopened') }
  })
}

type Decision = Call<'POST /sku-suggestions/{id}/accept'> | Call<'POST /sku-suggestions/{id}/dismiss'>

/** @throws AppError not_found; suggestion_decided */
async function decide(
  tx: Tx,
  { params: { id }, session: { ownerId, shopIds } }: Decision,
  isAccepted: boolean,
) {
  const found = await decideSuggestion(tx, ownerId, { id, isAccepted }, shopIds)
  if (found) return found
  throw new AppError((await isSuggestion(tx, ownerId, id, shopIds)) ? 'suggestion_decided' : 'not_found')
}
