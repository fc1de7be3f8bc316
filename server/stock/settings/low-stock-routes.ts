import { claimVersion, findVersion } from '../../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { markProductsOfOwnFiguresStale } from '../../listings/product-columns-store.ts'
import { saveStockLevels } from '../ledger/stock-level-store.ts'
import { clearThresholds, findLowStock, keepThresholds, saveLowStock } from './low-stock-store.ts'

export function lowStockRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /settings/low-stock', ({ session: { ownerId } }) =>
    db.asOwner(ownerId, async (tx) => {
      const updatedAt = await findVersion(tx, ownerId, 'low_stock')
      const { threshold, isEnabled } = await findLowStock(tx, ownerId)
      return { data: { threshold, is_enabled: isEnabled, updated_at: updatedAt } }
    }),
  )

  serve('PUT /settings/low-stock', ({ body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { threshold, is_enabled: isEnabled, apply, updated_at: read } = body
      const updatedAt = await claimVersion(tx, session, ['low_stock'], read)
      if (apply === 'new') await keepThresholds(tx, session.ownerId)
      if (apply === 'all') await clearThresholds(tx, session.ownerId)
      await saveLowStock(tx, session.ownerId, { threshold, isEnabled })
      await saveStockLevels(tx, session.ownerId)
      await markProductsOfOwnFiguresStale(tx, session.ownerId)
      return { data: { threshold, is_enabled: isEnabled, updated_at: updatedAt } }
    }),
  )
}
