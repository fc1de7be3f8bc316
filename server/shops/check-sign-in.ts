/**
 * A channel said that the seller took the app off. Such a push may be hours old or come twice, and the owner may have linked
 * the shop again since, so the channel is asked with the credentials of now.
 */
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Database, ShopKey } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { findShop, markRevoked } from './shops-store.ts'

export function createCheckSignIn(db: Database, sessions: ChannelSessions, log: Log) {
  return async function checkSignIn(payload: unknown): Promise<void> {
    const key = payload as ShopKey
    const shop = await db.asOwner(key.ownerId, (tx) => findShop(tx, key.ownerId, key.shopId))
    if (shop?.status !== 1) return
    try {
      await sessions.use(shop, async (session, { orders }) => {
        const to = session.now()
        await orders?.list(session, { by: 'changed', from: new Date(+to - 60_000), to }, null)
      })
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      log.warn({ shop: shop.id, kind: error.kind, error: error.message }, 'sign-in was checked')
      if (error.kind === 'sign-in-expired') await db.asOwner(key.ownerId, (tx) => markRevoked(tx, key))
      // The library asks again after a while.
      else if (error.kind !== 'refused') throw error
    }
  }
}
