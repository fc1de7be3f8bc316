/** Linking a shop: by the channel's consent page or with the shop's keys, and on to the first sync. */
import { randomBytes } from 'node:crypto'
import type { LinkedShop, ShopKeys } from '../../connectors/auth.ts'
import { ChannelError, type LinkProblem } from '../../connectors/channel-error.ts'
import type { Connector } from '../../connectors/connector.ts'
import { AppError } from '../../model/errors.ts'
import { type Currency, isCurrency } from '../../model/money.ts'
import { nameTarget } from '../audit/trail.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import { withinPlan } from '../billing/plans-store.ts'
import { enqueueCatalog } from '../catalog/channel-facts-store.ts'
import type { Database, Tx } from '../db/database.ts'
import { retryCards, startGathering } from '../customers/customer-card-store.ts'
import { dueWorks, enqueueDue } from '../outbox/due-work-store.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { saveNotifications } from '../notifications/notifications-store.ts'
import { followShop } from '../settings/change-account.ts'
import { findOwner } from '../settings/owners-store.ts'
import { enqueueStockCheck } from '../stock/push/stock-push-store.ts'
import { asAppError } from '../syncs/channel-app-error.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { enqueueSync, importFrom, isOfOrders, kindsOf, openSync, startImport } from '../syncs/sync-store.ts'
import { saveCredentials } from './credentials-store.ts'
import {
  type CustomersToSend,
  type Shop,
  findShop,
  saveLinkState,
  saveLinkedShop,
  takeLinkState,
} from './shops-store.ts'

export type Linking = {
  authorizationUrl(
    session: Pick<Session, 'ownerId' | 'userId'>,
    platformId: number,
    region?: string,
  ): Promise<{ url: string; state: string }>
  link(session: Pick<Session, 'ownerId'>, callback: Record<string, string>): Promise<Shop>
  /** Tries the keys, and saves nothing unless they work. */
  linkWithKeys(
    session: Pick<Session, 'ownerId'>,
    request: { platformId: number; name: string; keys: ShopKeys; customers?: CustomersToSend | undefined },
  ): Promise<Shop>
}

export function createLinking(
  db: Database,
  sessions: ChannelSessions,
  config: { publicUrl: string },
): Linking {
  const redirectUrl = `${config.publicUrl}/setting/channels`

  function channelOf(platformId: number) {
    const connector = sessions.connectorOf(platformId)
    const app = connector && sessions.channels.app(connector)
    if (!connector || !app) throw unknownPlatform()
    return { connector, app }
  }

  function consentOf(platformId: number) {
    const { connector, app } = channelOf(platformId)
    if (connector.auth.by !== 'consent') throw unknownPlatform()
    return { connector, app, auth: connector.auth }
  }

  /** The shop, its credentials and the job of its first sync come to be together or not at all. */
  function save(
    ownerId: string,
    connector: Connector,
    linked: LinkedShop,
    url: string | null,
    customers: CustomersToSend | null,
  ): Promise<Shop> {
    return db.asOwner(ownerId, async (tx) => {
      await followShop(tx, ownerId, linked)
      const shopOf = await inMoneyOf(tx, ownerId, linked)
      const { shopId } = await withinPlan(tx, ownerId, 'shops', () =>
        saveLinkedShop(tx, ownerId, connector.id, shopOf, url, connector.customers ? customers : null),
      )
      nameTarget(tx, shopId)
      const key = { ownerId, shopId }
      await saveCredentials(tx, sessions.channels.sealer, key, linked.credentials)
      const now = new Date()
      for (const kind of kindsOf(connector)) {
        const period = { from: importFrom(kind, now), to: now }
        // Orders of the time without a link come with a new import; a catalogue is only followed further.
        await (isOfOrders(kind) ? startImport : openSync)(tx, { ...key, kind }, period)
        await enqueueSync(tx, { ...key, kind })
      }
      await enqueueStockCheck(tx, key)
      // Couriers may have told something of its parcels meanwhile.
      if (connector.deliveryStatus) await enqueueDue(tx, dueWorks.deliveryStatus, key)
      if (connector.catalog) await enqueueCatalog(tx, key)
      // Customers who became known, and cards that became due, while the key was not accepted.
      if (connector.customers) {
        await startGathering(tx, key)
        await retryCards(tx, key)
        await enqueueDue(tx, dueWorks.customerCards, key)
      }
      const shop = await findShop(tx, ownerId, shopId)
      if (!shop) throw new Error('the linked shop is gone')
      await saveNotifications(tx, ownerId, [
        { ...key, type: 'store_added', url: `/setting/channels/${shopId}` },
      ])
      saveEvent(tx, {
        ...key,
        channel: 'store.add',
        value: { shop_id: shopId, store_name: shop.systemName },
      })
      return shop
    })
  }

  return {
    async authorizationUrl(session, platformId, region) {
      const { app, auth } = consentOf(platformId)
      if (region !== undefined && !auth.regions.includes(region))
        throw new AppError('validation_failed', { invalidFields: { region: 'field.region_unsupported' } })
      const state = randomBytes(24).toString('base64url')
      const { ownerId, userId } = session
      await db.asOwner(ownerId, (tx) => saveLinkState(tx, { ownerId, userId, platformId, state }))
      return { url: auth.authorizationUrl({ app, redirectUrl, state, now: new Date(), region }), state }
    },

    async link({ ownerId }, callback) {
      // Used up first: whatever comes of it, the same answer never links twice.
      const opened = await db.asOwner(ownerId, (tx) => takeLinkState(tx, ownerId, callback.state ?? ''))
      if (!opened) throw new AppError('link_expired')
      const { connector, app, auth } = consentOf(opened.platformId)
      const linked = await auth
        .link({ app, http: sessions.httpFor(connector), callback, redirectUrl, now: new Date() })
        .catch(asAppError)

      return save(ownerId, connector, linked, null, null)
    },

    async linkWithKeys({ ownerId }, { platformId, name, keys, customers = null }) {
      const { connector, app } = channelOf(platformId)
      if (connector.auth.by !== 'keys') throw unknownPlatform()
      const linked = await connector.auth
        .link({ app, http: sessions.httpFor(connector), keys, now: new Date() })
        .catch(asKeysError)
      const address = keys.origin.origin + keys.origin.pathname.replace(/\/+$/, '')
      return save(ownerId, connector, { ...linked, name }, address, customers)
    },
  }
}

/** Customers have neither country nor money of their own: theirs are the owner's, whose money begins with its country. */
async function inMoneyOf(
  tx: Tx,
  ownerId: string,
  linked: LinkedShop,
): Promise<LinkedShop & { currency: Currency }> {
  if (linked.currency && linked.region) return { ...linked, currency: linked.currency }
  const owner = await findOwner(tx, ownerId)
  const theirs = owner?.currency ?? ''
  const currency = linked.currency ?? (isCurrency(theirs) ? theirs : 'USD')
  return { ...linked, currency, region: linked.region || currency.slice(0, 2) }
}

function unknownPlatform(): AppError {
  return new AppError('validation_failed', { invalidFields: { platform_id: 'field.unknown_platform' } })
}

const keyFields: Record<string, string> = {
  address: 'platform_url',
  key: 'api_key',
  secret: 'api_secret',
  location: 'location_id',
}

/** Answers a mistake that the seller can correct as an error of its field. */
function asKeysError(error: unknown): never {
  const problem = error instanceof ChannelError ? problemOf(error) : undefined
  if (!problem) return asAppError(error)
  const field = keyFields[problem.split('-')[0] ?? ''] ?? 'platform_url'
  const words = `field.${problem.replaceAll('-', '_')}`
  throw new AppError('validation_failed', { invalidFields: { [field]: words } })
}

function problemOf({ kind, problem, channelCode }: ChannelError): LinkProblem | undefined {
  if (problem) return problem
  if (kind === 'sign-in-expired') return 'key-refused'
  if (kind === 'changed-shape')
    return channelCode?.startsWith('HTTP 3') ? 'address-redirects' : 'address-no-shop'
  // With a status the address is right, and its server is in trouble for now.
  return kind === 'try-later' && channelCode === undefined ? 'address-unreachable' : undefined
}
