import type { Reply } from '../../../contract/endpoints.ts'
import type { Courier } from '../../../connectors/courier.ts'
import { selfDeliveryId, logisticsIds } from '../../../model/delivery.ts'
import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import { pageOf } from '../../http/pagination.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { asAppError } from '../../syncs/channel-app-error.ts'
import { findShop, listShops } from '../../shops/shops-store.ts'
import {
  findCourierAccount,
  listCourierAccounts,
  listHookKeys,
  removeCourierAccount,
  type AccountKey,
  type CourierAccount,
} from './courier-accounts-store.ts'
import { enteredKeys } from './courier-keys.ts'
import { courierOfPath } from '../../syncs/courier-paths.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import type { Connecting } from './connect-courier.ts'

type CourierReply = Reply<'GET /deliveries/shipments'>['data'][number]
type Connected = Reply<'GET /deliveries/shipment-connected'>['data'][number]

export type Couriers = {
  sessions: CourierSessions
  connecting: Connecting
  channels: ChannelSessions
  /** Answers whether parcels of the account are still on their way: its keys are needed until they arrive. */
  isInUse: (tx: Tx, key: AccountKey) => Promise<boolean>
}

/** The header that goes with the messages of a courier that signs nothing. */
const webhookHeader = 'X-Console-Secret'

export function deliveriesRoutes(
  serve: Serve,
  { db, config }: ServerContext,
  { sessions, connecting, channels, isInUse }: Couriers,
): void {
  const keyOf = (name: string, ownerId: string): AccountKey => ({
    ownerId,
    courierId: courierOfPath(sessions.couriers, name).id,
  })
  /** Self delivery is always there and needs none of this. */
  const offered = sessions.couriers.filter(({ id }) => id !== selfDeliveryId)

  serve('GET /deliveries/shipments', async ({ session: { ownerId } }) => {
    const connected = await idsOfConnected(ownerId)
    return { data: offered.map((courier) => presentCourier(courier, connected.has(courier.id), sessions)) }
  })

  serve('GET /deliveries/shipment-connected', async ({ session: { ownerId } }) => {
    const { accounts, hooks } = await db.asOwner(ownerId, async (tx) => ({
      accounts: await listCourierAccounts(tx, ownerId),
      hooks: await listHookKeys(tx, ownerId),
    }))
    return { data: accounts.flatMap((account) => presentAccount(account, hooks) ?? []) }
  })

  serve('GET /shipment-providers', async ({ query, session: { ownerId, shopIds }, request }) => {
    const connected = await idsOfConnected(ownerId)
    const shops = await db.asOwner(ownerId, (tx) => listShops(tx, ownerId, shopIds))
    const linked = new Set(shops.filter(({ status }) => status === 1).map(({ platformId }) => platformId))
    const own = sessions.couriers
      .filter(({ id }) => id !== selfDeliveryId || query.include_self === '1')
      .map(({ id, code, name }) => ({
        id,
        code,
        name,
        platform: null,
        is_connected: id === selfDeliveryId || connected.has(id),
      }))
    const theirs = channels.channels.connectors.flatMap(({ id, code, name }) => {
      const logistics = logisticsIds[id]
      if (logistics === undefined) return []
      return [
        {
          id: logistics,
          code: `${code}_logistics`,
          name,
          platform: { id, name },
          is_connected: linked.has(id),
        },
      ]
    })
    return pageOf(request, [...own, ...theirs], query)
  })

  serve('GET /shipment-providers/get-shopee-shipment-providers', async ({ query, session }) => {
    const { ownerId, shopIds } = session
    const isVisible = shopIds.length === 0 || shopIds.includes(query.shop_id)
    const shop = isVisible
      ? await db.asOwner(ownerId, (tx) => findShop(tx, ownerId, query.shop_id))
      : undefined
    if (!shop) throw new AppError('not_found')
    const catalogue = channels.connectorOf(shop.platformId)?.catalog
    if (!catalogue) return { data: [] }
    if (shop.status !== 1) throw new AppError('conflict')
    const options = await channels
      .use(shop, (channel) => catalogue.deliveryOptions(channel))
      .catch(asAppError)
    return {
      data: options
        .filter(({ channelDeliveryId }) => /^\d{1,15}$/.test(channelDeliveryId))
        .map((one) => ({
          logistics_channel_id: Number(one.channelDeliveryId),
          logistics_channel_name: one.name,
          enabled: one.isEnabled,
          mask_channel_id: Number(one.maskedBy ?? 0),
          cod_enabled: one.isCashOnDeliveryPossible,
          weight_limit: one.heaviest,
        })),
    }
  })

  for (const name of [
    'POST /deliveries/integrate/gdex',
    'POST /deliveries/integrate/jnt',
    'POST /deliveries/integrate/ninjavan',
  ] as const)
    serve(name, async ({ body, session: { ownerId } }) => ({
      data: await present(await connecting.connect(keyOf(name, ownerId), body), ownerId),
    }))

  for (const name of [
    'PUT /deliveries/integrate/gdex',
    'PUT /deliveries/integrate/jnt',
    'PUT /deliveries/integrate/ninjavan',
  ] as const)
    serve(name, async ({ body, session: { ownerId } }) => ({
      data: await present(await connecting.change(keyOf(name, ownerId), body), ownerId),
    }))

  for (const name of ['POST /deliveries/integrate/ghn'] as const)
    serve(name, async ({ body, session: { ownerId } }) => {
      const key = keyOf(name, ownerId)
      const { places, connected, newSecret } = await connecting.connectStore(key, body.token, body.store_id)
      const account = connected && (await present(connected, ownerId))
      return {
        data: {
          client_name: places[0]?.phone || null,
          stores: places.map(({ id, name, phone, address }) => ({ id, name, phone, address })),
          connected: account,
          webhook:
            newSecret === null || !account?.webhook_url
              ? null
              : { url: account.webhook_url, header: webhookHeader, secret: newSecret },
        },
      }
    })

  serve('PUT /deliveries/integrate/ghn', ({ reply, translate }) => {
    void reply.header('allow', 'POST, DELETE')
    return Promise.reject(new AppError('method_not_allowed', { message: translate('courier.connect_again') }))
  })

  for (const name of [
    'DELETE /deliveries/integrate/gdex',
    'DELETE /deliveries/integrate/ghn',
    'DELETE /deliveries/integrate/jnt',
    'DELETE /deliveries/integrate/ninjavan',
  ] as const)
    serve(name, async ({ session: { ownerId }, translate }) => {
      const key = keyOf(name, ownerId)
      await db.asOwner(ownerId, async (tx) => {
        if (!(await findCourierAccount(tx, key))) throw new AppError('courier_not_connected')
        if (await isInUse(tx, key)) throw new AppError('courier_in_use')
        await removeCourierAccount(tx, key)
      })
      return { data: null, message: translate('done.courier_disconnected') }
    })

  async function idsOfConnected(ownerId: string): Promise<Set<number>> {
    const accounts = await db.asOwner(ownerId, (tx) => listCourierAccounts(tx, ownerId))
    return new Set(accounts.map(({ courierId }) => courierId))
  }

  async function present(account: CourierAccount, ownerId: string): Promise<Connected> {
    const hooks = await db.asOwner(ownerId, (tx) => listHookKeys(tx, ownerId))
    const presented = presentAccount(account, hooks)
    if (!presented) throw new Error('the connected courier is unknown')
    return presented
  }

  /** Undefined for a courier that this build has no more. */
  function presentAccount(account: CourierAccount, hooks: Map<number, string>): Connected | undefined {
    const courier = sessions.courierOf(account.courierId)
    if (!courier) return undefined
    const hook = hooks.get(courier.id)
    const hasWebhooks = courier.webhooks !== undefined && hook !== undefined
    return {
      id: courier.id,
      shipment_id: courier.id,
      code: courier.code,
      name: courier.name,
      account_label: account.label,
      status: account.status,
      keys: account.shown,
      stores: account.places.map(({ id, name, phone, address }) => ({ id, name, phone, address })),
      store_id: account.placeId,
      webhook_url: hasWebhooks ? `${config.publicUrl}/hooks/couriers/${courier.code}/${hook}` : null,
      connected_at: account.connectedAt.toISOString(),
      updated_at: account.updatedAt.toISOString(),
    }
  }
}

function presentCourier(courier: Courier, isConnected: boolean, sessions: CourierSessions): CourierReply {
  return {
    id: courier.id,
    code: courier.code,
    name: courier.name,
    logo: null,
    country: courier.country,
    currency: courier.currency,
    is_connected: isConnected,
    is_set_up: sessions.isSetUp(courier),
    needs: enteredKeys(courier).map(({ name, isSecret, standard, choices = [] }) => ({
      name,
      is_secret: isSecret ?? false,
      is_required: standard === undefined,
      standard: standard ?? null,
      choices: [...choices],
    })),
    has_stores: courier.places !== undefined,
    has_pickup_places: courier.pickupPlaces !== undefined,
    defaults: [...courier.defaults],
  }
}
