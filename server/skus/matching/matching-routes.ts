/** The queue of suggested links: accepted with one click, dismissed for good. */
import { AppError } from '../../../model/errors.ts'
import type { Call, Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { paginationOf } from '../../http/pagination.ts'
import { linking, linkTo } from '../link-store.ts'
import { presentLinkable } from '../detail/present-sku-detail.ts'
import { decideSuggestion, listSuggestions } from './suggestions-store.ts'

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
      const { listingId, skuId } = await decide(tx, call)
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
    await db.asOwner(call.session.ownerId, (tx) => decide(tx, call))
    return { data: null, message: call.translate('done.suggestion_dismissed') }
  })
}

type Decision = Call<'POST /sku-suggestions/{id}/accept'> | Call<'POST /sku-suggestions/{id}/dismiss'>

/** @throws AppError not_found */
async function decide(tx: Parameters<typeof decideSuggestion>[0], { params, session }: Decision) {
  const found = await decideSuggestion(tx, session.ownerId, params.id, session.shopIds)
  if (!found) throw new AppError('not_found')
  return found
}
