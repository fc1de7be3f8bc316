import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { never, type Connector } from '../../connectors/connector.ts'
import type { Session } from '../auth/sessions-store.ts'
import { enqueueSync } from '../orders/sync-orders.ts'
import { listSyncs, removeSync, saveHint, type SyncOverview } from '../orders/sync-store.ts'
import { paginationOf } from '../pagination.ts'
import type { Serve, ServerContext } from '../serve-endpoint.ts'
import { enqueueProductSync, saveProductHint } from '../products/product-sync-store.ts'
import { enqueueStockCheck, retryPush } from '../stock/stock-push-store.ts'
import type { ChannelSessions } from './channel-session.ts'
import type { Linking } from './link-shop.ts'
import { listFailing, listSyncHealth, type SyncHealth } from './sync-health-store.ts'
import { findShop, listShops, removeLink, saveShopSettings, type Shop } from './shops-store.ts'

type ShopReply = Reply<'GET /shops'>['data'][number]

export function shopsRoutes(
  serve: Serve,
  { db }: ServerContext,
  channels: ChannelSessions,
  linking: Linking,
): void {
  serve('GET /shops', async ({ query, session, request }) => {
    const { all, syncs, health } = await db.asOwner(session.ownerId, async (tx) => ({
      all: await listShops(tx, session.ownerId, session.shopIds),
      syncs: await listSyncs(tx, session.ownerId),
      health: await listSyncHealth(tx, session.ownerId),
    }))
    const wanted = new Set(query.include?.split(',').map((name) => name.trim()))
    const start = (query.page - 1) * query.limit
    const rows = all.slice(start, start + query.limit)
    return {
      data: rows.map((shop) => ({
        ...presentShop(
          shop,
          syncs.find(({ shopId }) => shopId === shop.id),
        ),
        ...(wanted.has('platform') ? { platform: { data: platformOf(shop.platformId) } } : {}),
        ...(wanted.has('sync')
          ? syncOf(
              syncs.find(({ shopId }) => shopId === shop.id),
              health.find(({ shopId }) => shopId === shop.id),
            )
          : {}),
      })),
      meta: {
        pagination: paginationOf(request, {
          total: all.length,
          count: rows.length,
          page: query.page,
          limit: query.limit,
        }),
      },
    }
  })

  serve('GET /shops/platforms', async () => ({
    data: channels.channels.connectors.map((connector) => ({
      ...presentPlatform(connector),
      is_configured: channels.channels.app(connector) !== undefined,
      linked_by: connector.auth.by,
    })),
  }))

  serve('GET /shops/authorization-url', async ({ query, session }) => ({
    data: await linking.authorizationUrl(session, query.platform_id),
  }))

  serve('POST /shops/callback', async ({ body, session }) => {
    const shop = await linking.link(session, body)
    return { data: { ...presentShop(shop, undefined), platform: { data: platformOf(shop.platformId) } } }
  })

  serve('POST /shops', async ({ body, session }) => {
    const origin = new URL(body.platform_url)
    const keys = { origin, key: body.api_key, secret: body.api_secret, locationId: body.location_id }
    const shop = await linking.linkWithKeys(session, { platformId: body.platform_id, name: body.name, keys })
    return { data: { ...presentShop(shop, undefined), platform: { data: platformOf(shop.platformId) } } }
  })

  serve('GET /shops/check-token-expire', ({ session }) => tokenExpiry(session))
  serve('POST /shops/check-token-expire', ({ session }) => tokenExpiry(session))

  async function tokenExpiry(session: Session): Promise<Reply<'GET /shops/check-token-expire'>> {
    const all = await db.asOwner(session.ownerId, (tx) => listShops(tx, session.ownerId, session.shopIds))
    const expired = all.flatMap((shop) => {
      const { authState } = shop
      if (authState !== 'expired' && authState !== 'revoked') return []
      const told = {
        shop_id: shop.id,
        system_name: shop.systemName,
        platform_id: shop.platformId,
        platform_name: platformOf(shop.platformId).name,
        expired_at: endOf(shop)?.toISOString() ?? null,
        auth_state: authState,
      }
      return [[String(shop.id), told] as const]
    })
    const shop_expired = Object.fromEntries(expired)
    return { shop_expired, data: { shop_expired } }
  }

  serve('POST /shops/{id}/sync', async ({ params, session }) => {
    const shop = await visibleShop(session, params.id)
    if (shop.status !== 1 || !shop.isOrderSync) throw new AppError('conflict')
    await db.asOwner(session.ownerId, (tx) => enqueueSync(tx, { ownerId: session.ownerId, shopId: shop.id }))
    return { data: { job_id: `sync-orders:${shop.id}`, status: 'queued' as const } }
  })

  serve('GET /shops/{id}/sync-logs', async ({ params, query, session, request }) => {
    const shop = await visibleShop(session, params.id)
    const paging = { limit: query.limit, offset: (query.page - 1) * query.limit }
    const { rows, total } = await db.asOwner(session.ownerId, (tx) =>
      listFailing(tx, session.ownerId, shop.id, paging),
    )
    return {
      data: rows.map((row) => ({
        channel_id: row.channel_id,
        type: row.type,
        reason: row.reason,
        attempts: row.attempts,
        first_failed_at: row.first_failed_at.toISOString(),
        last_failed_at: row.last_failed_at.toISOString(),
      })),
      meta: {
        pagination: paginationOf(request, {
          total,
          count: rows.length,
          page: query.page,
          limit: query.limit,
        }),
      },
    }
  })

  serve('POST /shops/{id}/sync-items/{channel_id}/retry', async ({ params, body, session }) => {
    const shop = await visibleShop(session, params.id)
    if (shop.status !== 1 || (body.type === 'order' && !shop.isOrderSync)) throw new AppError('conflict')
    const key = { ownerId: session.ownerId, shopId: shop.id }
    const job = { order: 'sync-orders', product: 'sync-products', stock: 'push-stock' }[body.type]
    await db.asOwner(session.ownerId, async (tx) => {
      if (body.type === 'stock') return retryPush(tx, key, params.channel_id)
      if (body.type === 'product') {
        await saveProductHint(tx, key, params.channel_id)
        return enqueueProductSync(tx, key)
      }
      await saveHint(tx, key.ownerId, shop.id, params.channel_id)
      return enqueueSync(tx, key)
    })
    return { data: { job_id: `${job}:${shop.id}`, status: 'queued' as const } }
  })

  serve('PUT /shops/{id}', async ({ params, body, session }) => {
    const { ownerId } = session
    const before = await visibleShop(session, params.id)
    const shop = await db.asOwner(ownerId, async (tx) => {
      await saveShopSettings(tx, ownerId, before.id, {
        systemName: body.system_name,
        isOrderSync: body.is_order_sync,
        isStockSync: body.is_stock_sync,
        stockBuffer: body.stock_buffer,
      })
      // What came while it was off is fetched at once.
      if (body.is_order_sync && before.status === 1) await enqueueSync(tx, { ownerId, shopId: before.id })
      // Switched on it is counted, and whatever was decided, its listings are told what follows from it.
      if (body.is_stock_sync || body.stock_buffer !== undefined)
        await enqueueStockCheck(tx, { ownerId, shopId: before.id })
      return findShop(tx, ownerId, before.id)
    })
    if (!shop) throw new AppError('not_found')
    return { data: presentShop(shop, undefined) }
  })

  serve('DELETE /shops/{id}', async ({ params, session, say }) => {
    const shop = await visibleShop(session, params.id)
    if (shop.warehouseId !== null) throw new AppError('shop_has_warehouse')
    await db.asOwner(session.ownerId, async (tx) => {
      // First, as the sync holds its row while it saves.
      await removeSync(tx, session.ownerId, shop.id)
      await removeLink(tx, session.ownerId, shop.id)
    })
    return { data: null, message: say('done.shop_unlinked') }
  })

  async function visibleShop(session: Session, shopId: number): Promise<Shop> {
    const isVisible = session.shopIds.length === 0 || session.shopIds.includes(shopId)
    const shop = isVisible
      ? await db.asOwner(session.ownerId, (tx) => findShop(tx, session.ownerId, shopId))
      : undefined
    if (!shop) throw new AppError('not_found')
    return shop
  }

  function platformOf(platformId: number) {
    const connector = channels.connectorOf(platformId)
    return connector
      ? presentPlatform(connector)
      : {
          id: platformId,
          code: String(platformId),
          name: String(platformId),
          type: 'store' as const,
          logo: null,
        }
  }
}

function presentPlatform({ id, code, name, type }: Connector) {
  return { id, code, name, type, logo: null }
}

export function presentShop(shop: Shop, sync: SyncOverview | undefined): ShopReply {
  return {
    id: shop.id,
    name: shop.name,
    system_name: shop.systemName,
    platform_id: shop.platformId,
    platform_url: shop.platformUrl,
    status: shop.status,
    auth_state: shop.authState,
    token_expired_at: endOf(shop)?.toISOString() ?? null,
    connected_at: shop.connectedAt?.toISOString() ?? null,
    last_synced_at: sync?.lastCheckedAt?.toISOString() ?? null,
    currency: shop.currency,
    region: shop.region,
    warehouse_id: shop.warehouseId,
    is_order_sync: shop.isOrderSync,
    is_stock_sync: shop.isStockSync,
    stock_buffer: shop.stockBuffer,
  }
}

/** Keys that hold until they are taken back have no end to show. */
function endOf({ tokenExpiredAt }: Shop): Date | null {
  return tokenExpiredAt && tokenExpiredAt < never ? tokenExpiredAt : null
}

function syncOf(sync: SyncOverview | undefined, health: SyncHealth | undefined): Pick<ShopReply, 'sync'> {
  if (!sync) return {}
  const calls = health?.calls
  return {
    sync: {
      data: {
        state: sync.error && sync.state === 'running' ? 'partial' : sync.state,
        percent: sync.percent,
        orders: sync.orders,
        failing: sync.failing,
        waiting: health?.waiting ?? 0,
        products: health?.products ?? 0,
        products_error: health?.productsError ?? null,
        stock_waiting: health?.stockWaiting ?? 0,
        rate: calls ? { calls_left: calls.left, of: calls.of, at: calls.at.toISOString() } : null,
        last_event_at: sync.lastEventAt?.toISOString() ?? null,
        last_checked_at: sync.lastCheckedAt?.toISOString() ?? null,
        error: sync.error,
      },
    },
  }
}
