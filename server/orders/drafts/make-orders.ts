/**
 * Asks own stores to make the orders that people wrote down. One job per shop at a time; an order whose orderCreation got no answer
 * is looked for by its reference for some minutes before it is asked for again: stores take no reference twice for once, and a
 * slow one is still at the order when we have stopped listening.
 */
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { Database } from '../../db/database.ts'
import { isDatabaseAway } from '../../db/reach-database.ts'
import type { Log } from '../../log.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { findShop, type Shop } from '../../shops/shops-store.ts'
import { enqueueSync, markStale } from '../../syncs/sync-store.ts'
import {
  enqueueDrafts,
  findNextDraft,
  markSent,
  saveDraftEnd,
  takeDrafts,
  type DraftEnd,
  type DraftShop,
  type OpenDraft,
} from './order-draft-store.ts'
import { mostFaults } from '../actions/order-action-store.ts'

const batchSize = 10
/** With the longest pause between them, half an hour. */
const mostAttempts = 35
const longestWaitMs = 60_000
/** By so much a store's clock may be behind ours. */
const skewMs = 3_600_000

export function createMakeOrders(db: Database, sessions: ChannelSessions, log: Log) {
  return async function makeOrders(payload: unknown): Promise<void> {
    const key = payload as DraftShop
    const shop = await db.asOwner(key.ownerId, (tx) => findShop(tx, key.ownerId, key.shopId))
    if (!shop) return
    const taken = await db.asOwner(key.ownerId, (tx) => takeDrafts(tx, key, batchSize, new Date()))
    for (const open of taken) await save(shop, open, await make(shop, open))
    await db.asOwner(key.ownerId, async (tx) => {
      const next = await findNextDraft(tx, key)
      if (next) await enqueueDrafts(tx, key, new Date(Math.max(+next, Date.now())))
    })
    await sessions.noteCalls(shop)
  }

  async function make(shop: Shop, open: OpenDraft): Promise<DraftEnd> {
    const { id, draft, wasSent, isBeingMade, requestedAt, attempts } = open
    if (shop.status !== 1)
      return { state: 'failed', error: 'shop_unlinked', message: null, channelCode: null }
    let isSent = wasSent
    try {
      const channelOrderId = await sessions.use(shop, async (session, { orderCreation }) => {
        if (!orderCreation) throw new ChannelError('refused', 'this channel makes no orders for the seller')
        const since = new Date(+requestedAt - skewMs)
        const known = isSent ? await orderCreation.find(session, draft, since) : null
        if (known !== null) return known
        if (wasSent && isBeingMade)
          throw new ChannelError('try-later', 'the store may still be orderCreation the order')
        if (wasSent) await db.asOwner(shop.ownerId, (tx) => markSent(tx, shop.ownerId, id))
        isSent = true
        return orderCreation.create(session, draft)
      })
      return { state: 'done', channelOrderId }
    } catch (error) {
      return endOf(shop, error, isSent, attempts)
    }
  }

  function endOf(shop: Shop, error: unknown, isSent: boolean, attempts: number): DraftEnd {
    if (!(error instanceof ChannelError)) {
      // The library tries again when the database is back.
      if (isDatabaseAway(error)) throw error
      log.error({ err: error, shop: shop.id }, 'written order failed here')
      if (attempts >= mostFaults)
        return { state: 'failed', error: 'internal', message: null, channelCode: null }
      return { ...later(isSent), checkAt: checkAt(attempts) }
    }
    const { kind, message, channelCode = null } = error
    if (kind === 'refused') return { state: 'failed', error: 'refused', message, channelCode }
    if (kind === 'sign-in-expired') return { state: 'failed', error: 'sign_in_expired', message, channelCode }
    if (attempts >= mostAttempts) return { state: 'failed', error: 'unanswered', message: null, channelCode }
    // A store that has too much to do answers so at once, and is at nothing.
    const isBeingMade = isSent && kind !== 'slow-down'
    return { ...later(isSent), isBeingMade, checkAt: checkAt(attempts, error.retryAfterSeconds) }
  }

  function later(isSent: boolean): { state: 'queued' | 'running'; isBeingMade: boolean } {
    return { state: isSent ? 'running' : 'queued', isBeingMade: isSent }
  }

  function checkAt(attempts: number, askedSeconds = 0): Date {
    const wait = Math.min(longestWaitMs, 500 * 2 ** Math.min(attempts, 7))
    return new Date(Date.now() + Math.max(askedSeconds * 1000, wait * (0.75 + Math.random() / 2)))
  }

  async function save(shop: Shop, { id, attempts }: OpenDraft, end: DraftEnd): Promise<void> {
    const { ownerId, id: shopId } = shop
    if ('checkAt' in end)
      log.warn({ shop: shopId, draft: id, state: end.state, attempts }, 'written order has to wait')
    await db.asOwner(ownerId, async (tx) => {
      await saveDraftEnd(tx, ownerId, id, end)
      if (end.state !== 'done') return
      const sync = { ownerId, shopId, kind: 'order' as const }
      await markStale(tx, sync, end.channelOrderId)
      await enqueueSync(tx, sync)
    })
  }
}
