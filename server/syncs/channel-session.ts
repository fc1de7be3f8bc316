/** Gives a connector what it needs to work for one shop, and keeps the shop's sign-in with the channel alive. */
import { setTimeout as wait } from 'node:timers/promises'
import { ChannelError } from '../../connectors/channel-error.ts'
import type { App, Credentials, Session } from '../../connectors/session.ts'
import type { Connector } from '../../connectors/connector.ts'
import { createBreaker } from '../../connectors/breaker.ts'
import { createHttp, type BudgetedHttp, type Http } from '../../connectors/http.ts'
import type { Currency } from '../../model/money.ts'
import type { Database, ShopKey, Tx } from '../db/database.ts'
import { isDatabaseAway, isDatabaseBusy } from '../db/reach-database.ts'
import { createPublicFetch } from './public-fetch.ts'
import {
  countRefusal,
  findCredentials,
  forgetRefusals,
  leaseRenewal,
  lockCredentials,
  saveCredentials,
  type Kept,
} from '../shops/credentials-store.ts'
import { UnknownKey, type Sealer } from '../secrets/seal.ts'
import { markShop, saveCallBudget, type Shop } from '../shops/shops-store.ts'
import { endsSoon } from '../shops/sign-in-store.ts'

export type Channels = {
  connectors: readonly Connector[]
  /** Undefined when the console's operator has not set the channel up. */
  app(connector: Connector): App | undefined
  /** Address that a channel may push to. */
  pushUrl?(connector: Connector): string | undefined
  /** Addresses that sellers give may lie in our own network. For the demo, whose stores run beside it. */
  allowsPrivateAddresses?: boolean
  sealer: Sealer
  /** Replaces what the connectors know of their channels' patience. */
  callsPerSecond?: number | undefined
}

export type ChannelSessions = {
  /**
   * Runs `work` with a session; when the channel says that the sign-in has expired, renews it once and runs again. Work that is
   * patient lets all other calls to the shop go first.
   */
  use<T>(
    shop: Shop,
    work: (session: Session, connector: Connector) => Promise<T>,
    options?: { isBackground?: boolean },
  ): Promise<T>
  /** Renews a sign-in whose end is near, should nobody have done so within a day. Throws ChannelError. */
  keep(shop: Shop): Promise<void>
  connectorOf(platformId: number): Connector | undefined
  /** Keeps what is left of the shop's budget of calls, for its page. To be called at the end of a piece of work. */
  noteCalls(shop: Shop): Promise<void>
  httpFor(connector: Connector): Http
  channels: Channels
}

/** Renewed ahead of its end, in the last quarter of its life or ten minutes, so that no piece of work meets the end. */
function isEnding({ credentials, savedAt }: Kept): boolean {
  const ends = credentials.accessExpiresAt.getTime()
  return ends - Date.now() < Math.min(10 * 60_000, (ends - savedAt.getTime()) / 4)
}

const dayMs = 86_400_000
/** Longer than a channel may take for a token: 15 s, and the wait for the budget of calls. A process that dies holds others up so long. */
const leaseMs = 120_000
const leasePollMs = 200
/** The figure is for eyes: a shop that sells ten times a second need not write it each time. */
const noteEveryMs = 1000
const unknownKey =
  'SECRET_KEY does not open the credentials of this shop: give the key that sealed them in SECRET_KEY_OLD'

/** The channel gives a token once: it is saved as soon as the database is back, or lets go of its rows, and not lost with the sign-in. */
async function insist<T>(save: () => Promise<T>): Promise<T> {
  const until = Date.now() + leaseMs
  for (;;) {
    try {
      return await save()
    } catch (error) {
      if (!(isDatabaseAway(error) || isDatabaseBusy(error)) || Date.now() > until) throw error
      await wait(leasePollMs)
    }
  }
}

function keyOf({ ownerId, id }: Shop): string {
  return `${ownerId}/${id}`
}

export function createChannelSessions(db: Database, channels: Channels): ChannelSessions {
  // One budget of calls per shop and process.
  const https = new Map<string, { http: BudgetedHttp; usedAt: number }>()
  const notedAt = new Map<string, number>()
  // Shared by all shops, so that one shop's failures spare the others a call to the same host.
  const breaker = createBreaker()

  function connectorOf(platformId: number): Connector | undefined {
    return channels.connectors.find(({ id }) => id === platformId)
  }

  function httpOf(key: string, connector: Connector): BudgetedHttp {
    const usedAt = Date.now()
    const known = https.get(key)
    if (known) {
      known.usedAt = usedAt
      return known.http
    }
    forgetUnused(usedAt - dayMs)
    const { callsPerSecond = connector.limits.callsPerSecond } = channels
    const publicFetch = channels.allowsPrivateAddresses ? undefined : createPublicFetch()
    // A channel's own address is the operator's to give; a store's is whatever a seller typed.
    const isSellers = connector.auth.by === 'keys'
    const made = createHttp({
      ...connector.limits,
      callsPerSecond,
      breaker,
      ...(publicFetch ? { publicFetch, ...(isSellers ? { fetch: publicFetch } : {}) } : {}),
    })
    https.set(key, { http: made, usedAt })
    return made
  }

  /** Shops that were unlinked are asked for nothing, and a budget that rested for a day is full again. */
  function forgetUnused(since: number): void {
    for (const [key, { usedAt }] of https) {
      if (usedAt > since) continue
      https.delete(key)
      notedAt.delete(key)
    }
  }

  function toolsFor(shop: Shop): { connector: Connector; app: App; http: BudgetedHttp } {
    const connector = connectorOf(shop.platformId)
    const app = connector && channels.app(connector)
    if (!connector || !app) throw new ChannelError('refused', 'this channel is not set up in this console')
    return { connector, app, http: httpOf(keyOf(shop), connector) }
  }

  async function current(shop: Shop): Promise<Kept> {
    const key = { ownerId: shop.ownerId, shopId: shop.id }
    const found = await findCredentials(db, channels.sealer, key).catch((error: unknown) => {
      throw error instanceof UnknownKey ? new ChannelError('refused', unknownKey) : error
    })
    if (!found) throw new ChannelError('sign-in-expired', 'this shop has no credentials')
    return found
  }

  /**
   * Renews the credentials unless another process just did. A refresh token works once, so one process leases the renewal, and no
   * transaction stays open while the channel answers.
   */
  async function renew(
    shop: Shop,
    connector: Connector,
    app: App,
    http: Http,
    stale: Credentials,
  ): Promise<Credentials> {
    const key = { ownerId: shop.ownerId, shopId: shop.id }
    const locked = async (tx: Tx) => {
      const found = await lockCredentials(tx, channels.sealer, key)
      if (!found) throw new ChannelError('sign-in-expired', 'this shop has no credentials')
      return { ...found, isRenewed: found.credentials.accessToken !== stale.accessToken }
    }
    const startTurn = () =>
      db.asOwner(shop.ownerId, async (tx) => {
        const found = await locked(tx)
        if (found.isRenewed) return found
        if (connector.auth.by === 'keys') {
          if (!(await countRefusal(tx, key))) return 'not-yet' as const
          throw new ChannelError('sign-in-expired', 'the keys of this shop are no longer accepted')
        }
        if (found.renewingUntil && found.renewingUntil > new Date()) return undefined
        await leaseRenewal(tx, key, new Date(Date.now() + leaseMs))
        return { ...found, auth: connector.auth }
      })
    try {
      let turn = await startTurn()
      while (!turn) {
        await wait(leasePollMs)
        turn = await startTurn()
      }
      if (turn === 'not-yet')
        throw new ChannelError('try-later', 'the shop refused its keys, and is asked again for some minutes')
      const { credentials } = turn
      if (!('auth' in turn)) return credentials
      const fresh = await turn.auth
        .refresh({ app, http, credentials, now: new Date() })
        .catch(async (error: unknown) => {
          await db.asOwner(shop.ownerId, (tx) => leaseRenewal(tx, key, null))
          throw error
        })
      const save = async (tx: Tx) => {
        const found = await locked(tx)
        // The shop was linked anew meanwhile.
        if (found.isRenewed) return found.credentials
        await saveCredentials(tx, channels.sealer, key, fresh)
        return fresh
      }
      return await insist(() => db.asOwner(shop.ownerId, (tx) => save(tx)))
    } catch (error) {
      if (error instanceof ChannelError && error.kind === 'sign-in-expired')
        await db.asOwner(shop.ownerId, (tx) => lockOut(tx, key, stale))
      throw error
    }
  }

  /** Unless the shop was linked again meanwhile. */
  async function lockOut(tx: Tx, key: ShopKey, stale: Credentials): Promise<void> {
    const now = await lockCredentials(tx, channels.sealer, key)
    if (now && now.credentials.accessToken !== stale.accessToken) return
    await markShop(tx, key.ownerId, key.shopId, { status: 0, authState: 'expired' })
  }

  return {
    channels,
    connectorOf,
    async noteCalls(shop) {
      const http = https.get(keyOf(shop))?.http
      // Nothing was asked yet, or the channel takes any number.
      if (!http || !Number.isFinite(http.budgetSize)) return
      const last = notedAt.get(keyOf(shop)) ?? 0
      if (Date.now() - last < noteEveryMs) return
      notedAt.set(keyOf(shop), Date.now())
      const key = { ownerId: shop.ownerId, shopId: shop.id }
      const budget = { left: http.budgetLeft(), of: http.budgetSize, at: new Date() }
      await db.asOwner(shop.ownerId, (tx) => saveCallBudget(tx, key, budget), { mayBeLost: true })
    },
    httpFor: (connector) => httpOf(`app/${connector.id}`, connector),
    async keep(shop) {
      const now = new Date()
      const { connector, app, http } = toolsFor(shop)
      const { credentials, savedAt } = await current(shop)
      const isFresh = now.getTime() - savedAt.getTime() < dayMs && credentials.refreshExpiresAt > now
      if (connector.auth.by === 'keys' || isFresh || !endsSoon(credentials.refreshExpiresAt, now)) return
      await renew(shop, connector, app, http, credentials)
    },
    async use(shop, work, { isBackground = false } = {}) {
      const { connector, app, http } = toolsFor(shop)
      const session = (credentials: Credentials): Session => ({
        app,
        http: isBackground ? http.background : http,
        credentials,
        now: () => new Date(),
        currency: shop.currency as Currency,
        pushUrl: channels.pushUrl?.(connector),
      })

      const stored = await current(shop)
      const credentials = isEnding(stored)
        ? await renew(shop, connector, app, http, stored.credentials)
        : stored.credentials
      try {
        const result = await work(session(credentials), connector)
        if (stored.refusedAt) {
          const key = { ownerId: shop.ownerId, shopId: shop.id }
          await db.asOwner(shop.ownerId, (tx) => forgetRefusals(tx, key))
        }
        return result
      } catch (error) {
        if (!(error instanceof ChannelError) || error.kind !== 'sign-in-expired') throw error
        return await work(session(await renew(shop, connector, app, http, credentials)), connector)
      }
    },
  }
}
