import type { Body, Reply } from '../../contract/endpoints.ts'
import { failingType } from '../../contract/shops.ts'
import { AppError } from '../../model/errors.ts'
import type { Language } from '../../model/language.ts'
import { never } from '../../connectors/session.ts'
import type { Connector } from '../../connectors/connector.ts'
import { nameTarget } from '../audit/trail.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { claimVersion, instantOf } from '../http/edit-versions-store.ts'
import { can } from '../../model/permissions.ts'
import { chooseDefaultCourier, goesWithOwnCouriers } from '../deliveries/accounts/default-courier.ts'
import { listDefaultCouriers, type DefaultCourier } from '../deliveries/accounts/delivery-settings-store.ts'
import { startGathering, retryCard } from '../customers/customer-card-store.ts'
import { dueWorks, enqueueDue } from '../outbox/due-work-store.ts'
import { bindShop } from '../stock/ledger/shop-warehouse-store.ts'
import { enqueueStockCheck, retryPush } from '../stock/push/stock-push-store.ts'
import {
  requestPoll,
  enqueueSync,
  importFrom,
  isFailing,
  isOfOrders,
  kindsOf,
  removeSyncs,
  markStale,
  startImport,
} from '../syncs/sync-store.ts'
import { translateReason } from '../syncs/sync-reason.ts'
import { delistWarehouses, isPlaceOf } from '../warehouses/physical-warehouses-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import type { Linking } from './link-shop.ts'
import { findShop, listShops, removeLink, saveShopSettings, type Shop } from './shops-store.ts'
import { channelName } from './channel-name.ts'
import { healthOfShops, listFailing, type ShopHealth } from '../syncs/sync-health.ts'

type ShopReply = Reply<'GET /shops'>['data'][number]
type SyncType = NonNullable<Body<'POST /shops/{id}/sync'>['type']>
type FailingType = Reply<'GET /shops/{id}/sync-logs'>['data'][number]['type']

export function shopsRoutes(
  serve: Serve,
  { db }: ServerContext,
  channels: ChannelSessions,
  linking: Linking,
  isCourier: (courierId: number) => boolean,
): void {
  function presentWith(
    include: string | undefined,
    shop: Shop,
    health: ShopHealth | undefined,
    language: Language,
    defaults: DefaultCourier[],
  ): ShopReply {
    const wanted = new Set(include?.split(',').map((name) => name.trim()))
    return {
      ...presentShop(shop, health, channels, defaults),
      ...(wanted.has('platform') ? { platform: { data: platformOf(shop.platformId, language) } } : {}),
      ...(wanted.has('sync') ? syncOf(health, language) : {}),
    }
  }

  async function presentNew(shop: Shop): Promise<ShopReply> {
    const { ownerId } = shop
    const defaults = await db.asOwner(ownerId, (tx) => listDefaultCouriers(tx, ownerId))
    return presentShop(shop, undefined, channels, defaults)
  }

  /** Throws forbidden, validation_failed. */
  function mayChoose(session: Session, shop: Shop, courierId: number | null): void {
    if (!can(session, 'settings.shipment')) throw new AppError('forbidden')
    const isKnown = courierId === null || isCourier(courierId)
    const problem = !goesWithOwnCouriers(channels, shop)
      ? 'field.own_courier_only'
      : isKnown
        ? null
        : 'field.courier_unlinked'
    if (problem) throw new AppError('validation_failed', { invalidFields: { default_shipment_id: problem } })
  }

  serve('GET /shops', async ({ query, session, request, language }) => {
    const { all, health, defaults } = await db.asOwner(session.ownerId, async (tx) => ({
      all: await listShops(tx, session.ownerId, session.shopIds),
      health: await healthOfShops(tx, session.ownerId),
      defaults: await listDefaultCouriers(tx, session.ownerId),
    }))
    const start = (query.page - 1) * query.limit
    const rows = all.slice(start, start + query.limit)
    return {
      data: rows.map((shop) => presentWith(query.include, shop, health.get(shop.id), language, defaults)),
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
    const { health, defaults } = await db.asOwner(session.ownerId, async (tx) => ({
      health: await healthOfShops(tx, session.ownerId),
      defaults: await listDefaultCouriers(tx, session.ownerId),
    }))
    return { data: presentWith(`${query.include ?? ''},sync`, shop, health.get(shop.id), language, defaults) }
  })

  serve('GET /shops/platforms', async ({ language }) => ({
    data: channels.channels.connectors.map((connector) => ({
      ...presentPlatform(connector, language),
      is_configured: channels.channels.app(connector) !== undefined,
      software: connector.software ?? null,
      linked_by:
        connector.auth.by === 'keys' && connector.auth.hasNoSecret ? ('key' as const) : connector.auth.by,
    })),
  }))

  serve('GET /shops/authorization-url', async ({ query, session }) => ({
    data: await linking.authorizationUrl(session, query.platform_id, query.region),
  }))

  serve('POST /shops/callback', async ({ body, session, language }) => {
    const shop = await linking.link(session, body)
    return {
      data: { ...(await presentNew(shop)), platform: { data: platformOf(shop.platformId, language) } },
    }
  })

  serve('POST /shops', async ({ body, session, language }) => {
    const origin = new URL(body.platform_url)
    const keys = { origin, key: body.api_key, secret: body.api_secret, locationId: body.location_id }
    const shop = await linking.linkWithKeys(session, { platformId: body.platform_id, name: body.name, keys })
    return {
      data: { ...(await presentNew(shop)), platform: { data: platformOf(shop.platformId, language) } },
    }
  })

  serve('GET /shops/check-token-expire', ({ session, language }) => tokenExpiry(session, language))
  serve('POST /shops/check-token-expire', ({ session, language }) => tokenExpiry(session, language))

  async function tokenExpiry(
    session: Session,
    language: Language,
  ): Promise<Reply<'GET /shops/check-token-expire'>> {
    const all = await db.asOwner(session.ownerId, (tx) => listShops(tx, session.ownerId, session.shopIds))
    const expired = all.flatMap((shop) => {
      const { authState } = shop
      if (authState !== 'expired' && authState !== 'revoked') return []
      const told = {
        shop_id: shop.id,
        system_name: shop.systemName,
        platform_id: shop.platformId,
        platform_name: platformOf(shop.platformId, language).name,
        expired_at: endOf(shop)?.toISOString() ?? null,
        auth_state: authState,
      }
      return [[String(shop.id), told] as const]
    })
    const shop_expired = Object.fromEntries(expired)
    return { shop_expired, data: { shop_expired } }
  }

  serve('POST /shops/{id}/sync', async ({ params, body, session }) => {
    const shop = await visibleShop(session, params.id)
    const connector = channels.connectorOf(shop.platformId)
    const all: SyncType[] = [...kindsOf(connector ?? {}), ...(connector?.stock ? ['stock' as const] : [])]
    if (body.type && !all.includes(body.type))
      throw new AppError('validation_failed', { invalidFields: { type: 'field.not_of_channel' } })
    const isOn = (type: SyncType) =>
      type === 'stock' ? shop.isStockSync : !isOfOrders(type) || shop.isOrderSync
    const wanted = all.filter((type) => (body.type ?? type) === type && isOn(type))
    const [first] = wanted
    if (shop.status !== 1 || first === undefined) throw new AppError('conflict')
    const key = { ownerId: session.ownerId, shopId: shop.id }
    await db.asOwner(session.ownerId, async (tx) => {
      for (const kind of wanted) {
        if (kind === 'stock') await enqueueStockCheck(tx, key)
        else {
          await requestPoll(tx, { ...key, kind })
          await enqueueSync(tx, { ...key, kind })
        }
      }
    })
    const job = first === 'stock' ? 'check-stock' : `sync-${first}s`
    return { data: { job_id: `${job}:${shop.id}`, status: 'queued' as const } }
  })

  serve('GET /shops/{id}/sync-logs', async ({ params, query, session, request, language }) => {
    const shop = await visibleShop(session, params.id)
    const paging = { limit: query.limit, offset: (query.page - 1) * query.limit }
    const { rows, total } = await db.asOwner(session.ownerId, (tx) =>
      listFailing(tx, { ownerId: session.ownerId, shopId: shop.id }, paging),
    )
    return {
      data: rows.map((row) => ({
        id: `${shop.id}:${row.kind}:${row.channelId}`,
        channel_id: row.channelId,
        type: row.kind,
        reason: translateReason(language, row.reason),
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

  serve('POST /shops/{id}/sync-items/{channel_id}/retry', ({ params, body, session }) =>
    retryItem(session, params.id, body.type, params.channel_id),
  )

  serve('POST /sync-items/{item_id}/retry', ({ params, session }) => {
    const [shopId = '', type, ...rest] = params.item_id.split(':')
    const known = failingType.safeParse(type)
    if (!/^\d{1,15}$/.test(shopId) || !known.success) throw new AppError('not_found')
    return retryItem(session, Number(shopId), known.data, rest.join(':'))
  })

  async function retryItem(session: Session, shopId: number, type: FailingType, channelId: string) {
    const shop = await visibleShop(session, shopId)
    const isOn = type === 'stock' || type === 'card' || !isOfOrders(type) || shop.isOrderSync
    if (shop.status !== 1 || !isOn) throw new AppError('conflict')
    const key = { ownerId: session.ownerId, shopId: shop.id }
    const kind = type
    const isFound = await db.asOwner(session.ownerId, async (tx) => {
      const found = await enqueueRetry(tx, key, kind, channelId)
      // Its id names an item, and the audit log tells of the shop.
      if (found) nameTarget(tx, shop.id)
      return found
    })
    if (!isFound) throw new AppError('not_found')
    const job = kind === 'stock' ? 'push-stock' : kind === 'card' ? 'push-customers' : `sync-${kind}s`
    return { data: { job_id: `${job}:${shop.id}`, status: 'queued' as const } }
  }

  serve('PUT /shops/{id}', async ({ params, body, session, language }) => {
    const { ownerId } = session
    const before = await visibleShop(session, params.id)
    // Nobody else is told about customers.
    if (body.is_customer_push && !channels.connectorOf(before.platformId)?.customers)
      throw new AppError('validation_failed', { invalidFields: { is_customer_push: 'field.not_a_crm' } })
    const courierId = body.default_shipment_id
    if (courierId !== undefined) mayChoose(session, before, courierId)
    const { shop, health, defaults } = await db.asOwner(ownerId, async (tx) => {
      await claimVersion(tx, session, ['shop', before.id], body.updated_at)
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
      if (courierId !== undefined) {
        const { platformId, id: shopId } = before
        await chooseDefaultCourier(tx, ownerId, { platformId, shopId, courierId })
      }
      // Fetches at once what came while it was off.
      if (body.is_order_sync && before.status === 1)
        for (const kind of kindsOf(channels.connectorOf(before.platformId) ?? {}).filter(isOfOrders))
          await enqueueSync(tx, { ownerId, shopId: before.id, kind })
      // Switched on it is counted, and whatever was decided, its listings are told what follows from it.
      if (body.is_stock_sync || body.stock_buffer !== undefined)
        await enqueueStockCheck(tx, { ownerId, shopId: before.id })
      // Customers who became known while it was off, and cards that were due when it was switched off.
      if (body.is_customer_push) {
        await startGathering(tx, { ownerId, shopId: before.id })
        await enqueueDue(tx, dueWorks.customerCards, { ownerId, shopId: before.id })
      }
      return {
        shop: await findShop(tx, ownerId, before.id),
        health: await healthOfShops(tx, ownerId),
        defaults: await listDefaultCouriers(tx, ownerId),
      }
    })
    if (!shop) throw new AppError('not_found')
    return { data: presentWith('sync', shop, health.get(shop.id), language, defaults) }
  })

  serve('DELETE /shops/{id}', async ({ params, session }) => {
    const shop = await visibleShop(session, params.id)
    const key = { ownerId: session.ownerId, shopId: shop.id }
    await db.asOwner(session.ownerId, async (tx) => {
      const isElsewhere = shop.warehouseId !== null && !(await isPlaceOf(tx, key, shop.warehouseId))
      if (isElsewhere) throw new AppError('shop_has_warehouse')
      // First, as the sync holds its row while it saves.
      await removeSyncs(tx, key)
      await delistWarehouses(tx, key)
      await removeLink(tx, session.ownerId, shop.id)
    })
    return undefined
  })

  async function visibleShop(session: Session, shopId: number): Promise<Shop> {
    const isVisible = session.shopIds.length === 0 || session.shopIds.includes(shopId)
    const shop = isVisible
      ? await db.asOwner(session.ownerId, (tx) => findShop(tx, session.ownerId, shopId))
      : undefined
    if (!shop) throw new AppError('not_found')
    return shop
  }

  function platformOf(platformId: number, language: Language) {
    const connector = channels.connectorOf(platformId)
    return connector
      ? presentPlatform(connector, language)
      : {
          id: platformId,
          code: String(platformId),
          name: String(platformId),
          type: 'store' as const,
          logo: null,
        }
  }
}

async function enqueueRetry(tx: Tx, key: ShopKey, kind: FailingType, channelId: string): Promise<boolean> {
  if (kind === 'stock') return retryPush(tx, key, channelId)
  if (kind === 'card') return retryCard(tx, key, channelId)
  if (!(await isFailing(tx, { ...key, kind }, channelId))) return false
  const now = new Date()
  // Channels tell settlements by the day alone, so all are asked for once more.
  if (kind === 'settlement') await startImport(tx, { ...key, kind }, { from: importFrom(kind, now), to: now })
  else await markStale(tx, { ...key, kind }, channelId)
  await enqueueSync(tx, { ...key, kind })
  return true
}

function presentPlatform(connector: Connector, language: Language) {
  const { id, code, platformCode = code, type } = connector
  return { id, code: platformCode, name: channelName(connector, language), type, logo: null }
}

function presentShop(
  shop: Shop,
  health: ShopHealth | undefined,
  channels: Pick<ChannelSessions, 'connectorOf'>,
  defaults: DefaultCourier[],
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
    updated_at: shop.version === null ? null : instantOf(shop.version),
    default_shipment_id: defaults.find(({ shopId }) => shopId === shop.id)?.courierId ?? null,
  }
}

/** Keys that hold until they are taken back have no end to show. */
function endOf({ tokenExpiredAt }: Shop): Date | null {
  return tokenExpiredAt && tokenExpiredAt < never ? tokenExpiredAt : null
}

/** Answers the main sync of a shop: its orders; where it has none, its customers. */
function mainOf(health: ShopHealth | undefined): ShopHealth['syncs'][number] | undefined {
  return health?.syncs.find(({ kind }) => kind !== 'product')
}

type SyncKinds = NonNullable<ShopReply['sync']>['data']['kinds']

function kindsIn({ syncs, stockWaiting, stockRefused }: ShopHealth, language: Language): SyncKinds {
  const kinds = syncs.map((sync) => ({
    type: sync.kind,
    state: sync.error && sync.state === 'running' ? ('partial' as const) : sync.state,
    percent: sync.percent,
    failing: sync.failing,
    waiting: sync.waiting,
    last_checked_at: sync.lastCheckedAt?.toISOString() ?? null,
    error: sync.error && translateReason(language, sync.error),
  }))
  if (stockWaiting + stockRefused === 0) return kinds
  const state = stockWaiting > 0 ? ('running' as const) : ('partial' as const)
  const stock = { type: 'stock' as const, state, percent: 100, failing: stockRefused, waiting: stockWaiting }
  return [...kinds, { ...stock, last_checked_at: null, error: null }]
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
        products_error: catalogue?.error ? translateReason(language, catalogue.error) : null,
        kinds: kindsIn(health, language),
        stock_waiting: health.stockWaiting,
        customers_waiting: health.cardsDue,
        rate: calls ? { calls_left: calls.left, of: calls.of, at: calls.at.toISOString() } : null,
        last_event_at: health.lastEventAt?.toISOString() ?? null,
        last_checked_at: sync.lastCheckedAt?.toISOString() ?? null,
        error: sync.error && translateReason(language, sync.error),
      },
    },
  }
}
