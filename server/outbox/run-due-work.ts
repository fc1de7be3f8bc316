/** The job that does what is due for a shop, a slice of time at a time, and enqueues its next turn. */
import { ChannelError } from '../../connectors/channel-error.ts'
import { backoffMs } from '../../model/backoff.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { type DueWork, enqueueNext, type ShopKey } from './due-work-store.ts'
import { channelPause } from './retry-policies.ts'

const sliceMs = 5000

export type OutboxTools = { db: Database; sessions: ChannelSessions; log: Log }

/**
 * @param doRound does some of what is due before `until`, and answers whether there was any. A ChannelError ends the slice:
 *   what failed has been postponed by then.
 * @param isOpen false: nothing is done, and no turn follows. Linking and switching on enqueue anew.
 */
export function createRunDueWork(
  work: DueWork,
  { db, sessions, log }: OutboxTools,
  doRound: (shop: Shop, until: number) => Promise<boolean>,
  isOpen: (shop: Shop) => boolean = () => true,
) {
  return async function runDueWork(payload: unknown): Promise<void> {
    const key = payload as ShopKey
    const shop = await db.asOwner(key.ownerId, (tx) => findShop(tx, key.ownerId, key.shopId))
    if (!shop || !isOpen(shop)) return
    let pauseMs = 0
    try {
      const until = Date.now() + sliceMs
      while ((await doRound(shop, until)) && Date.now() < until);
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      const { kind, message } = error
      log.warn({ shop: shop.id, task: work.task, kind, error: message }, 'due work has to wait')
      if (kind === 'sign-in-expired') return
      pauseMs = backoffMs(1, channelPause, error.retryAfterSeconds)
    }
    await db.asOwner(key.ownerId, (tx) => enqueueNext(tx, work, key, new Date(Date.now() + pauseMs)))
    await sessions.noteCalls(shop)
  }
}
