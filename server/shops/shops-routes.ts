/** Shops: linked, listed, set up and unlinked. */
import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import type { Language } from '../../model/language.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { claimVersion } from '../http/edit-versions-store.ts'
import { removeChannelFacts } from '../catalog/channel-facts-store.ts'
import { can } from '../../model/permissions.ts'
import { chooseDefaultCourier, goesWithOwnCouriers } from '../deliveries/accounts/default-courier.ts'
import { listDefaultCouriers } from '../deliveries/accounts/delivery-settings-store.ts'
import { countSendable, parkDueCards, startGathering } from '../customers/customer-card-store.ts'
import { dueWorks, enqueueDue } from '../outbox/due-work-store.ts'
import { markProductsOfShopStale } from '../listings/product-columns-store.ts'
import { bindShop } from '../stock/ledger/shop-warehouse-store.ts'
import { enqueueStockCheck } from '../stock/push/stock-push-store.ts'
import { enqueueSync, isOfOrders, kindsOf, removeSyncs } from '../syncs/sync-store.ts'
import { delistWarehouses, isPlaceOf } from '../warehouses/physical-warehouses-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import type { Linking } from './link-shop.ts'
import {
  endOf,
  platformOf,
  presentPlatform,
  presentShop,
  presentShopWith,
  type ShopReply,
} from './present-shop.ts'
import { getVisibleShop } from './visible-shop.ts'
import { findShop, listShops, removeLink, saveShopSettings, type Shop } from './shops-store.ts'
import { healthOfShops } from '../syncs/sync-health.ts'

export function shopsRoutes(
  serve: Serve,
  { db }: ServerContext,
  channels: ChannelSessions,
  linking: Linking,
  isCourier: (courierId: number) => boolean,
): void {
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
      data: rows.map((shop) =>
        presentShopWith(channels, query.include, shop, health.get(shop.id), language, defaults),
      ),
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
    const shop = await getVisibleShop(db, session, params.id)
    const { health, defaults } = await db.asOwner(session.ownerId, async (tx) => ({
      health: await healthOfShops(tx, session.ownerId),
      defaults: await listDefaultCouriers(tx, session.ownerId),
    }))
    return {
      data: presentShopWith(
        channels,
        `${query.include ?? ''},sync`,
        shop,
        health.get(shop.id),
        language,
        defaults,
      ),
    }
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
      data: {
        ...(await presentNew(shop)),
        platform: { data: platformOf(channels, shop.platformId, language) },
      },
    }
  })

  serve('POST /shops', async ({ body, session, language }) => {
    const origin = new URL(body.platform_url)
    const keys = { origin, key: body.api_key, secret: body.api_secret, locationId: body.location_id }
    const { platform_id: platformId, name, customers_to_send: customers } = body
    const shop = await linking.linkWithKeys(session, { platformId, name, keys, customers })
    return {
      data: {
        ...(await presentNew(shop)),
        platform: { data: platformOf(channels, shop.platformId, language) },
      },
    }
  })

  serve('GET /shops/customers-to-send', async ({ query, session }) => {
    const { ownerId } = session
    const crm = query.shop_id === undefined ? null : await getVisibleShop(db, session, query.shop_id)
    return {
      data: { customers: await db.read(ownerId, (tx) => countSendable(tx, ownerId, crm?.id ?? null)) },
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
        platform_name: platformOf(channels, shop.platformId, language).name,
        expired_at: endOf(shop)?.toISOString() ?? null,
        auth_state: authState,
      }
      return [[String(shop.id), told] as const]
    })
    const shop_expired = Object.fromEntries(expired)
    return { shop_expired, data: { shop_expired } }
  }

  serve('PUT /shops/{id}', async ({ params, body, session, language }) => {
    const { ownerId } = session
    const before = await getVisibleShop(db, session, params.id)
    // Nobody else is told about customers.
    if (body.is_customer_push && !channels.connectorOf(before.platformId)?.customers)
      throw new AppError('validation_failed', { invalidFields: { is_customer_push: 'field.not_a_crm' } })
    const courierId = body.default_shipment_id
    if (courierId !== undefined) mayChoose(session, before, courierId)
    const { shop, health, defaults } = await db.asOwner(ownerId, async (tx) => {
      await claimVersion(tx, session, ['shop', before.id], body.updated_at)
      // First, as it locks the warehouse before the shop.
      if (body.warehouse_id !== undefined)
        await bindShop(tx, { ownerId, shopId: before.id }, body.warehouse_id, {
          beginAtZero: body.begin_at_zero ?? false,
          visible: session.shopIds,
        })
      await saveShopSettings(tx, ownerId, before.id, {
        systemName: body.system_name,
        isOrderSync: body.is_order_sync,
        isStockSync: body.is_stock_sync,
        stockBuffer: body.stock_buffer,
        stockCap: body.stock_cap,
        stockShare: body.stock_share,
        isCustomerPush: body.is_customer_push,
        ...(body.customers_to_send && {
          customersSince: body.customers_to_send === 'new' ? new Date() : null,
        }),
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
      const rules = [body.stock_buffer, body.stock_cap, body.stock_share]
      if (body.is_stock_sync || rules.some((rule) => rule !== undefined))
        await enqueueStockCheck(tx, { ownerId, shopId: before.id })
      if (body.is_stock_sync !== undefined && body.is_stock_sync !== before.isStockSync)
        await markProductsOfShopStale(tx, { ownerId, shopId: before.id })
      // Switched on: customers who became known while it was off, and cards that were due when it was switched off.
      if (body.is_customer_push === false) await parkDueCards(tx, { ownerId, shopId: before.id })
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
    return { data: presentShopWith(channels, 'sync', shop, health.get(shop.id), language, defaults) }
  })

  serve('DELETE /shops/{id}', async ({ params, session }) => {
    const shop = await getVisibleShop(db, session, params.id)
    const key = { ownerId: session.ownerId, shopId: shop.id }
    await db.asOwner(session.ownerId, async (tx) => {
      // First, as the sync holds its row while it saves.
      await removeSyncs(tx, key)
      await delistWarehouses(tx, key)
      await removeChannelFacts(tx, key)
      const warehouseId = await removeLink(tx, session.ownerId, shop.id)
      // Behind the lock of the shop: somebody may be choosing its warehouse at this moment.
      if (warehouseId !== null && !(await isPlaceOf(tx, key, warehouseId)))
        throw new AppError('shop_has_warehouse')
    })
    return undefined
  })
}
