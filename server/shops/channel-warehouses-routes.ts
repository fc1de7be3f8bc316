import { AppError } from '../../model/errors.ts'
import type { Warehouse } from '../../model/warehouse.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { asAppError } from '../syncs/channel-app-error.ts'
import { findShop } from './shops-store.ts'

/** Serves the warehouses as the channel has them now, because the user who confirms an order chooses among them. */
export function channelWarehousesRoutes(
  serve: Serve,
  { db }: ServerContext,
  channels: ChannelSessions,
): void {
  serve('GET /shops/{id}/get-warehouses', async ({ params, session }) => {
    const { ownerId, shopIds } = session
    const isVisible = shopIds.length === 0 || shopIds.includes(params.id)
    const shop = isVisible ? await db.asOwner(ownerId, (tx) => findShop(tx, ownerId, params.id)) : undefined
    if (!shop) throw new AppError('not_found')
    const warehouses = channels.connectorOf(shop.platformId)?.warehouses
    if (!warehouses?.isChosen) return { data: [] }
    if (shop.status !== 1) throw new AppError('conflict')
    const found = await channels.use(shop, (channel) => warehouses.list(channel)).catch(asAppError)
    return { data: found.map(presentWarehouse) }
  })
}

function presentWarehouse({ id, isPrimary, isActive, ...warehouse }: Warehouse) {
  return {
    id: Number(id),
    ...warehouse,
    is_primary: isPrimary,
    status: isActive ? (1 as const) : (0 as const),
  }
}
