import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import type { Language } from '../../model/language.ts'
import { never, type Connector } from '../../connectors/connector.ts'
import type { Session } from '../auth/sessions-store.ts'
import { paginationOf } from '../pagination.ts'
import type { Serve, ServerContext } from '../serve-endpoint.ts'
import { enqueueCards, startGathering, retryCard } from '../customers/customer-card-store.ts'
import { bindShop } from '../stock/shop-warehouse-store.ts'
import { enqueueStockCheck, retryPush } from '../stock/stock-push-store.ts'
import {
  askForLook,
  enqueueSync,
  importFrom,
  isFailing,
  isOfOrders,
  kindsOf,
  removeSyncs,
  saveHint,
  startImport,
} from '../syncs/sync-store.ts'
import { sayReason } from '../syncs/sync-reason.ts'
import type { ChannelSessions } from './channel-session.ts'
import type { Linking } from './link-shop.ts'
import { findShop, listShops, removeLink, saveShopSettings, type Shop } from './shops-store.ts'
import { healthOfShops, listFailing, type ShopHealth } from './sync-health.ts'

type ShopReply = Reply<'GET /shops'>['data'][number]

export function shopsRoutes(
  serve: Serve,
  { db }: ServerContext,
  channels: ChannelSessions,
  linking: Linking,
): void {
  function presentWith(
    include: string | undefined,
    shop: Shop,
    health: ShopHealth | undefined,
    language: Language,
  ): ShopReply {
    const wanted = new Set(include?.split(',').map((name) => name.trim()))
    return {
      ...presentShop(shop, health, channels),
      ...(wanted.has('platform') ? { platform: { data: platformOf(shop.platformId) } } : {}),
      ...(wanted.has('sync') ? syncOf(health, language) : {}),
    }
  }

  serve('GET /shops', async ({ query, session, request, language }) => {
    const { all, health } = await db.asOwner(session.ownerId, async (tx) => ({
      all: await listShops(tx, session.ownerId, session.shopIds),
      health: await healthOfShops(tx, session.ownerId),
    }))
    const start = (query.page - 1) * query.limit
    const rows = all.slice(start, start + query.limit)
    return {
      data: rows.map((shop) => presentWith(query.include, shop, health.get(shop.id), language)),
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

  serve('GET /shops/{id}', async ({ params, query, session, language }) => {
    const shop = await visibleShop(session, params.id)
    const health = await db.asOwner(session.ownerId, (tx) => healthOfShops(tx, session.ownerId))
    return { data: presentWith(query.include, shop, health.get(shop.id), language) }
  })

  serve('GET /shops/platforms', async () => ({
    data: channels.channels.connectors.map((connector) => ({
      ...presentPlatform(connector),
      is_configured: channels.channels.app(connector) !== undefined,
      software: connector.software ?? null,
      linked_by:
        connector.auth.by === 'keys' && connector.auth.hasNoSecret ? ('key' as const) : connector.auth.by,
    })),
  }))

  serve('GET /shops/authorization-url', async ({ query, session }) => ({
    data: await linking.authorizationUrl(session, query.platform_id),
  }))

  serve('POST /shops/callback', async ({ body, session }) => {
    const shop = await linking.link(session, body)
    return {
      data: { ...presentShop(shop, undefined, channels), platform: { data: platformOf(shop.platformId) } },
    }
  })

  serve('POST /shops', async ({ body, session }) => {
    const origin = new URL(body.platform_url)
    const keys = { origin, key: body.api_key, secret: body.api_secret, locationId: body.location_id }
    const shop = await linking.linkWithKeys(session, { platformId: body.platform_id, name: body.name, keys })
    return {
      data: { ...presentShop(shop, undefined, channels), platform: { data: platformOf(shop.platformId) } },
    }
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
    await db.asOwner(session.ownerId, async (tx) => {
      for (const kind of kindsOf(channels.connectorOf(shop.platformId) ?? {})) {
        const key = { ownerId: session.ownerId, shopId: shop.id, kind }
        await askForLook(tx, key)
        await enqueueSync(tx, key)
      }
    })
    return { data: { job_id: `sync-orders:${shop.id}`, status: 'queued' as const } }
  })

  serve('GET /shops/{id}/sync-logs', async ({ params, query, session, request, language }) => {
    const shop = await visibleShop(session, params.id)
    const paging = { limit: query.limit, offset: (query.page - 1) * query.limit }
    const { rows, total } = await db.asOwner(session.ownerId, (tx) =>
      listFailing(tx, { ownerId: session.ownerId, shopId: shop.id }, paging),
    )
    return {
      data: rows.map((row) => ({
        channel_id: row.channelId,
        type: row.kind,
        reason: sayReason(language, row.reason),
        attempts: row.attempts,
        first_failed_at: row.firstFailedAt.toISOString(),
        last_failed_at: row.lastFailedAt.toISOString(),
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
    const { type } = body
    const isOn = type === 'stock' || type === 'card' || !isOfOrders(type) || shop.isOrderSync
    if (shop.status !== 1 || !isOn) throw new AppError('conflict')
    const key = { ownerId: session.ownerId, shopId: shop.id }
    const kind = body.type
    const isFound = await db.asOwner(session.ownerId, async (tx) => {
      if (kind === 'stock') return retryPush(tx, key, params.channel_id)
      if (kind === 'card') return retryCard(tx, key, params.channel_id)
      if (!(await isFailing(tx, { ...key, kind }, params.channel_id))) return false
      const now = new Date()
      // Channels tell settlements by the day alone, so all are asked for once more.
      if (kind === 'settlement')
        await startImport(tx, { ...key, kind }, { from: importFrom(kind, now), to: now })
      else await saveHint(tx, { ...key, kind }, params.channel_id)
      await enqueueSync(tx, { ...key, kind })
      return true
    })
    if (!isFound) throw new AppError('not_found')
    const job = kind === 'stock' ? 'push-stock' : kind === 'card' ? 'push-customers' : `sync-${kind}s`
    return { data: { job_id: `${job}:${shop.id}`, status: 'queued' as const } }
  })

  serve('PUT /shops/{id}', async ({ params, body, session }) => {
    const { ownerId } = session
    const before = await visibleShop(session, params.id)
    // Nobody else is told about customers.
    if (body.is_customer_push && !channels.connectorOf(before.platformId)?.customers)
      throw new AppError('validation_failed', { invalidFields: { is_customer_push: 'field.not_a_crm' } })
    const shop = await db.asOwner(ownerId, async (tx) => {
      // First, as it locks the warehouse before the shop.
      if (body.warehouse_id !== undefined)
        await bindShop(tx, { ownerId, shopId: before.id }, body.warehouse_id, body.begin_at_zero ?? false)
      await saveShopSettings(tx, ownerId, before.id, {
        systemName: body.system_name,
        isOrderSync: body.is_order_sync,
        isStockSync: body.is_stock_sync,
        stockBuffer: body.stock_buffer,
        isCustomerPush: body.is_customer_push,
      })
      // What came while it was off is fetched at once.
      if (body.is_order_sync && before.status === 1)
        for (const kind of kindsOf(channels.connectorOf(before.platformId) ?? {}).filter(isOfOrders))
          await enqueueSync(tx, { ownerId, shopId: before.id, kind })
      // Switched on it is counted, and whatever was decided, its listings are told what follows from it.
      if (body.is_stock_sync || body.stock_buffer !== undefined)
        await enqueueStockCheck(tx, { ownerId, shopId: before.id })
      // What came to be known while it was off, and what was due when it was switched off.
      if (body.is_customer_push) {
        await startGathering(tx, { ownerId, shopId: before.id })
        await enqueueCards(tx, { ownerId, shopId: before.id })
      }
      return findShop(tx, ownerId, before.id)
    })
    if (!shop) throw new AppError('not_found')
    return { data: presentShop(shop, undefined, channels) }
  })

  serve('DELETE /shops/{id}', async ({ params, session, say }) => {
    const shop = await visibleShop(session, params.id)
    if (shop.warehouseId !== null) throw new AppError('shop_has_warehouse')
    await db.asOwner(session.ownerId, async (tx) => {
      // First, as the sync holds its row while it saves.
      await removeSyncs(tx, { ownerId: session.ownerId, shopId: shop.id })
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

function presentShop(
  shop: Shop,
  health: ShopHealth | undefined,
  channels: Pick<ChannelSessions, 'connectorOf'>,
): ShopReply {
  const auth = channels.connectorOf(shop.platformId)?.auth
  return {
    id: shop.id,
    name: shop.name,
    system_name: shop.systemName,
    platform_id: shop.platformId,
    platform_url: shop.platformUrl,
    location_id: (auth?.by === 'keys' && auth.locationOf?.(shop.channelShopId)) || null,
    status: shop.status,
    auth_state: shop.authState,
    token_expired_at: endOf(shop)?.toISOString() ?? null,
    connected_at: shop.connectedAt?.toISOString() ?? null,
    last_synced_at: mainOf(health)?.lastCheckedAt?.toISOString() ?? null,
    currency: shop.currency,
    region: shop.region,
    warehouse_id: shop.warehouseId,
    is_order_sync: shop.isOrderSync,
    is_stock_sync: shop.isStockSync,
    stock_buffer: shop.stockBuffer,
    is_customer_push: shop.isCustomerPush,
  }
}

/** Keys that hold until they are taken back have no end to show. */
function endOf({ tokenExpiredAt }: Shop): Date | null {
  return tokenExpiredAt && tokenExpiredAt < never ? tokenExpiredAt : null
}

/** What a shop is there for: its orders; where it has none, its customers. */
function mainOf(health: ShopHealth | undefined): ShopHealth['syncs'][number] | undefined {
  return health?.syncs.find(({ kind }) => kind !== 'product')
}

function syncOf(health: ShopHealth | undefined, language: Language): Pick<ShopReply, 'sync'> {
  const sync = mainOf(health)
  if (!health || !sync) return {}
  const { calls } = health
  const catalogue = health.syncs.find(({ kind }) => kind === 'product')
  return {
    sync: {
      data: {
        state: sync.error && sync.state === 'running' ? 'partial' : sync.state,
        percent: sync.percent,
        orders: sync.items,
        failing: sync.failing,
        waiting: sync.waiting,
        products: health.products,
        products_percent: catalogue?.percent ?? null,
        products_error: catalogue?.error ? sayReason(language, catalogue.error) : null,
        stock_waiting: health.stockWaiting,
        customers_waiting: health.cardsDue,
        rate: calls ? { calls_left: calls.left, of: calls.of, at: calls.at.toISOString() } : null,
        last_event_at: health.lastEventAt?.toISOString() ?? null,
        last_checked_at: sync.lastCheckedAt?.toISOString() ?? null,
        error: sync.error && sayReason(language, sync.error),
      },
    },
  }
}
