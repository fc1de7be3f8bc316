/**
 * Keeps the sign-in of a shop alive while nothing else is done for it. Work renews it by itself; a shop whose orders are
 * switched off does no work, and its refresh token would end unnoticed. What cannot be put off is told 7, 3 and 1 days
 * before.
 */
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Database, ShopKey } from '../db/database.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { findShop } from './shops-store.ts'
import { forgetSignIn, settleSignIn, takeDueSignIns } from './sign-in-store.ts'

const retryMs = 3_600_000

/** Enqueues the look at each sign-in that is due. Any number of processes may do it. */
export async function enqueueDueSignIns(db: Database, now: Date): Promise<void> {
  await db.local(async (tx) => {
    const due = await takeDueSignIns(tx, now, new Date(now.getTime() + retryMs))
    for (const { ownerId, shopId } of due) {
      const names = { queue: `shop:${shopId}`, key: `keep-sign-in:${shopId}` }
      await enqueue(tx, 'keep-sign-in', { ownerId, shopId }, names)
    }
  })
}

export function createKeepSignIn(db: Database, sessions: ChannelSessions, log: Log) {
  return async function keepSignIn(payload: unknown): Promise<void> {
    const key = payload as ShopKey
    const shop = await db.asOwner(key.ownerId, (tx) => findShop(tx, key.ownerId, key.shopId))
    // Unlinked or locked out in the meantime. Linking again looks anew.
    if (shop?.status !== 1) return db.asOwner(key.ownerId, (tx) => forgetSignIn(tx, key))
    let atLatest: Date | undefined
    try {
      await sessions.keep(shop)
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      log.warn({ shop: shop.id, kind: error.kind, error: error.message }, 'sign-in was not renewed')
      if (error.kind === 'sign-in-expired') return db.asOwner(key.ownerId, (tx) => forgetSignIn(tx, key))
      // A host that is left alone for seconds need not wait for an hour.
      atLatest = new Date(Date.now() + Math.min(retryMs, (error.retryAfterSeconds ?? Infinity) * 1000))
    }
    await db.asOwner(key.ownerId, async (tx) => {
      const renewed = await findShop(tx, key.ownerId, key.shopId)
      if (renewed?.tokenExpiredAt)
        await settleSignIn(tx, key, renewed.tokenExpiredAt, { isDue: true, atLatest })
    })
  }
}
