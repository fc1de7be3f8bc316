/** A shop with its channel and its syncs, for the API. */
import type { Connector } from '../../connectors/connector.ts'
import { never } from '../../connectors/session.ts'
import type { Reply } from '../../contract/endpoints.ts'
import type { Language } from '../../model/language.ts'
import type { DefaultCourier } from '../deliveries/accounts/delivery-settings-store.ts'
import { instantOf } from '../http/edit-versions-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import type { ShopHealth } from '../syncs/sync-health.ts'
import { translateReason } from '../syncs/sync-reason.ts'
import { channelName } from '../i18n/channel-name.ts'
import type { Shop } from './shops-store.ts'

export type ShopReply = Reply<'GET /shops'>['data'][number]

type Channels = Pick<ChannelSessions, 'connectorOf'>

/** `include`: `platform` and `sync`, with a comma between. */
export function presentShopWith(
  channels: Channels,
  include: string | undefined,
  shop: Shop,
  health: ShopHealth | undefined,
  language: Language,
  defaults: DefaultCourier[],
): ShopReply {
  const wanted = new Set(include?.split(',').map((name) => name.trim()))
  return {
    ...presentShop(shop, health, channels, defaults),
    ...(wanted.has('platform')
      ? { platform: { data: platformOf(channels, shop.platformId, language) } }
      : {}),
    ...(wanted.has('sync') ? syncOf(health, language) : {}),
  }
}

export function platformOf(channels: Channels, platformId: number, language: Language) {
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

export function presentPlatform(connector: Connector, language: Language) {
  const { id, code, platformCode = code, type } = connector
  return { id, code: platformCode, name: channelName(connector, language), type, logo: null }
}

export function presentShop(
  shop: Shop,
  health: ShopHealth | undefined,
  channels: Channels,
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
    stock_cap: shop.stockCap,
    stock_share: shop.stockShare,
    is_customer_push: shop.isCustomerPush,
    customers_since: shop.customersSince?.toISOString() ?? null,
    updated_at: shop.version === null ? null : instantOf(shop.version),
    default_shipment_id: defaults.find(({ shopId }) => shopId === shop.id)?.courierId ?? null,
  }
}

/** Keys that hold until they are taken back have no end to show. */
export function endOf({ tokenExpiredAt }: Shop): Date | null {
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
    state: sync.error && sync.state !== 'failed' ? ('partial' as const) : sync.state,
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
        customers_waiting: health.cards?.due ?? 0,
        customers_sent: health.cards?.known ?? 0,
        customers_refused: health.cards?.refused ?? 0,
        rate: calls ? { calls_left: calls.left, of: calls.of, at: calls.at.toISOString() } : null,
        last_event_at: health.lastEventAt?.toISOString() ?? null,
        last_checked_at: sync.lastCheckedAt?.toISOString() ?? null,
        error: sync.error && translateReason(language, sync.error),
      },
    },
  }
}
