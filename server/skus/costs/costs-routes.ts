/** History of a SKU's cost. */
import { AppError } from '../../../model/errors.ts'
import type { Currency } from '../../../model/money.ts'
import { fromCost } from '../../../model/sku-cost.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { findSku } from '../detail/sku-detail-store.ts'
import { listCosts } from './costs-store.ts'

export function costsRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /sku-centers/{id}/costs', ({ params, query, session }) => {
    const { ownerId, shopIds } = session
    const { after = null, limit } = query
    return db.read(ownerId, async (tx) => {
      if (!(await findSku(tx, ownerId, params.id, shopIds))) throw new AppError('not_found')
      const rows = await listCosts(tx, ownerId, params.id, { after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const amount = (cost: number | null, currency: string) =>
        cost === null ? null : fromCost(cost, currency as Currency)
      return {
        data: shown.map(({ since, cost, unitCost, userId, userName, ...row }) => ({
          ...row,
          since: since.toISOString(),
          cost: amount(cost, row.currency),
          unit_cost: amount(unitCost, row.currency),
          user: { id: userId, name: userName },
        })),
        meta: { next_after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null },
      }
    })
  })
}
