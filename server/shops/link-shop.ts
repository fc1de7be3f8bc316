/** Linking a shop: out to the channel's consent page, back with its answer, and on to the first sync. */
import { randomBytes } from 'node:crypto'
import { ChannelError } from '../../connectors/connector.ts'
import { AppError } from '../../model/errors.ts'
import type { Session } from '../auth/sessions-store.ts'
import type { Database } from '../db/database.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { enqueueSync } from '../orders/sync-orders.ts'
import { startImport } from '../orders/sync-store.ts'
import { saveCredentials } from './credentials-store.ts'
import type { ChannelSessions } from './channel-session.ts'
import { findShop, saveLinkedShop, saveLinkState, takeLinkState, type Shop } from './shops-store.ts'

/** How far back the first sync goes. The screen says so. */
const importDays = 30

export type Linking = {
  authorizationUrl(
    session: Pick<Session, 'ownerId' | 'userId'>,
    platformId: number,
  ): Promise<{ url: string; state: string }>
  link(session: Pick<Session, 'ownerId'>, callback: Record<string, string>): Promise<Shop>
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

  return {
    async authorizationUrl(session, platformId) {
      const { app, auth } = consentOf(platformId)
      const state = randomBytes(24).toString('base64url')
      const { ownerId, userId } = session
      await db.asOwner(ownerId, (tx) => saveLinkState(tx, { ownerId, userId, platformId, state }))
      return { url: auth.authorizationUrl({ app, redirectUrl, state, now: new Date() }), state }
    },

    async link({ ownerId }, callback) {
      // Used up first: whatever comes of it, the same answer never links twice.
      const opened = await db.asOwner(ownerId, (tx) => takeLinkState(tx, ownerId, callback.state ?? ''))
      if (!opened) throw new AppError('link_expired')
      const { connector, app, auth } = consentOf(opened.platformId)
      const linked = await auth
        .link({ app, http: sessions.httpFor(connector), callback, now: new Date() })
        .catch(asAppError)

      return db.asOwner(ownerId, async (tx) => {
        const { shopId } = await saveLinkedShop(tx, ownerId, connector.id, linked)
        const key = { ownerId, shopId }
        await saveCredentials(tx, sessions.channels.sealer, key, linked.credentials)
        const now = new Date()
        await startImport(tx, key, { from: new Date(now.getTime() - importDays * 86_400_000), to: now })
        await enqueueSync(tx, key)
        const shop = await findShop(tx, ownerId, shopId)
        if (!shop) throw new Error('the linked shop is gone')
        await saveEvent(tx, {
          ...key,
          channel: 'store.add',
          value: { shop_id: shopId, store_name: shop.systemName },
        })
        return shop
      })
    },
  }
}

function unknownPlatform(): AppError {
  return new AppError('validation_failed', { invalidFields: { platform_id: 'field.unknown_platform' } })
}

/** The channel's own words where it spoke, ours where it did not. */
export function asAppError(error: unknown): never {
  if (!(error instanceof ChannelError)) throw error
  if (error.kind === 'try-later' || error.kind === 'slow-down') {
    const { retryAfterSeconds } = error
    throw new AppError('channel_unreachable', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
  }
  throw new AppError('channel_refused', {
    channelMessage: error.message,
    ...(error.channelCode === undefined ? {} : { channelCode: error.channelCode }),
  })
}
