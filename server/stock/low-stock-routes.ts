import type { Serve, ServerContext } from '../serve-endpoint.ts'
import { findLowStock, saveLowStock } from './low-stock-store.ts'

export function lowStockRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /settings/low-stock', async ({ session: { ownerId } }) => {
    const { threshold, isEnabled } = await db.asOwner(ownerId, (tx) => findLowStock(tx, ownerId))
    return { data: { threshold, is_enabled: isEnabled } }
  })

  serve('PUT /settings/low-stock', async ({ body, session: { ownerId } }) => {
    const { threshold, is_enabled: isEnabled } = body
    await db.asOwner(ownerId, (tx) => saveLowStock(tx, ownerId, { threshold, isEnabled }))
    return { data: body }
  })
}
