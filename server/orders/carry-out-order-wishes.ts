/**
 * Tells the channels what people asked for about orders. One job per shop at a time.
 *
 * Nothing here says how an order stands: when a wish has ended, the order itself is looked at again by its sync. A wish whose
 * call may or may not have arrived is looked up before anything is repeated, so that no parcel is booked twice.
 */
import type { Database, Tx } from '../db/database.ts'
import { isDatabaseAway } from '../db/reach-database.ts'
import type { Log } from '../log.ts'
import type { ChannelSessions } from '../shops/channel-session.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'
import { enqueueSync, saveHint, type SyncKey } from '../syncs/sync-store.ts'
import {
  endWishes,
  enqueueWishes,
  findNextWish,
  mostFaults,
  postponeWishes,
  takeWishes,
  tellEnded,
  type OpenWish,
  type WishEnd,
  type WishShop,
} from './order-wish-store.ts'
import { createTellChannel, isOfReturn, type Outcome } from './tell-channel.ts'

const sliceMs = 5000
/** As many as the channels that take several take in one call. */
const batchSize = 20
/** With the longest pause between them, half an hour. */
const mostAttempts = 35
const longestWaitMs = 60_000
/** So long the look at what ended waits for what ends beside it, should nobody call for it before. */
const gatherMs = 2000

/** What to do for orders that the owner's own couriers carry. */
export type CarryOutOwn = (shop: Shop, wish: OpenWish) => Promise<Outcome>

export function createCarryOutOrderWishes(
  db: Database,
  sessions: ChannelSessions,
  carryOutOwn: CarryOutOwn,
  log: Log,
) {
  return async function carryOutOrderWishes(payload: unknown): Promise<void> {
    const key = payload as WishShop
    const shop = await db.asOwner(key.ownerId, (tx) => findShop(tx, key.ownerId, key.shopId))
    if (!shop) return
    const until = Date.now() + sliceMs
    do {
      const taken = await db.asOwner(key.ownerId, (tx) => takeWishes(tx, key, batchSize, new Date()))
      if (taken.length === 0) break
      await carryOut(shop, taken)
    } while (Date.now() < until)
    await db.asOwner(key.ownerId, async (tx) => {
      const next = await findNextWish(tx, key)
      if (next) await enqueueWishes(tx, key, new Date(Math.max(+next, Date.now())))
    })
    await sessions.noteCalls(shop)
  }

  async function carryOut(shop: Shop, taken: OpenWish[]): Promise<void> {
    if (shop.status !== 1) {
      await save(shop, taken.map(unlinked))
      return
    }
    const connector = sessions.connectorOf(shop.platformId)
    const isOwn = connector?.progress !== undefined && !connector.shipping
    const tellChannel = createTellChannel(sessions, shop)
    // Where a parcel goes is the store's to keep, whoever carries it.
    const tell = (wishes: OpenWish[]) =>
      isOwn && wishes.every(({ kind }) => kind !== 'edit')
        ? Promise.all(wishes.map((wish) => carryOutOwn(shop, wish)))
        : tellChannel(wishes)
    // What is not known stands alone; the others of a kind share their calls, where the channel has calls to share.
    const fresh = Map.groupBy(
      taken.filter(({ wasTold }) => !wasTold),
      ({ kind }) => kind,
    )
    const perCall = connector?.shipping?.ordersPerCall ?? 1
    const works = [
      ...taken.filter(({ wasTold }) => wasTold).map((wish) => [wish]),
      ...[...fresh].flatMap(([kind, wishes]) =>
        inBatches(wishes, kind === 'confirm' || kind === 'pack' ? perCall : 1),
      ),
    ]
    const ended: WishEnd[] = []
    try {
      await Promise.all(
        works.map(async (wishes) => {
          const outcomes = await tell(wishes).catch((error: unknown) => faulty(shop, wishes, error))
          ended.push(...(await save(shop, outcomes)))
        }),
      )
    } finally {
      await tellAll(shop, ended)
    }
  }

  /** Counts a try that failed in our own code, so that its order does not stay blocked. Nobody knows how far the try came. */
  function faulty(shop: Shop, wishes: OpenWish[], error: unknown): Outcome[] {
    // The library tries again when the database is back.
    if (isDatabaseAway(error)) throw error
    log.error({ err: error, shop: shop.id, wishes: wishes.map(({ id }) => id) }, 'order wish failed here')
    return wishes.map((wish) =>
      wish.attempts < mostFaults
        ? { wish, state: 'running', afterMs: 0 }
        : { wish, state: 'failed', error: 'internal', words: null, channelCode: null },
    )
  }

  /** Whoever waits for a wish sees its end at once; the word to all screens and the look are for what was taken up together. */
  async function tellAll({ ownerId, id: shopId }: Shop, ended: WishEnd[]): Promise<void> {
    if (ended.length === 0) return
    const key: WishShop = { ownerId, shopId }
    await db.asOwner(ownerId, async (tx) => {
      // What failed was told with its end.
      tellEnded(
        tx,
        key,
        ended.filter(({ state }) => state === 'done'),
      )
      await enqueueSync(tx, { ...key, kind: 'order' })
      if (ended.some(({ wish }) => isOfReturn(wish.kind))) await enqueueSync(tx, { ...key, kind: 'return' })
    })
  }

  async function save(shop: Shop, outcomes: Outcome[]): Promise<WishEnd[]> {
    const key: WishShop = { ownerId: shop.ownerId, shopId: shop.id }
    const ends = outcomes.flatMap((outcome) => endOf(outcome) ?? [])
    const later = outcomes.flatMap((outcome) => {
      if (outcome.state === 'done' || outcome.state === 'failed' || endOf(outcome)) return []
      const { wish, state, afterMs } = outcome
      const wait = Math.max(afterMs, Math.min(longestWaitMs, 500 * 2 ** Math.min(wish.attempts, 7)))
      const checkAt = new Date(Date.now() + wait * (0.75 + Math.random() / 2))
      log.warn({ shop: shop.id, wish: wish.id, state, attempts: wish.attempts }, 'order wish has to wait')
      return [{ id: wish.id, state, checkAt }]
    })
    return db.asOwner(shop.ownerId, async (tx) => {
      await postponeWishes(tx, shop.ownerId, later)
      const ours = await endWishes(tx, key, ends)
      const ids = new Set(ours.map(({ wish }) => wish.id))
      const wishes = outcomes.flatMap(({ wish }) => (ids.has(wish.id) ? [wish] : []))
      await look(tx, { ...key, kind: 'order' }, [...new Set(wishes.map((one) => one.channelOrderId))])
      await look(tx, { ...key, kind: 'return' }, [
        ...new Set(wishes.flatMap((one) => one.channelReturnId ?? [])),
      ])
      return ours
    })
  }
}

function inBatches<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  )
}

/** How something stands is told by its sync alone. */
async function look(tx: Tx, sync: SyncKey, channelIds: string[]): Promise<void> {
  for (const channelId of channelIds) await saveHint(tx, sync, channelId)
  if (channelIds.length === 0) return
  await enqueueSync(tx, sync, { keepsTurn: true, runAt: new Date(Date.now() + gatherMs) })
}

/** Undefined for what is to go on. */
function endOf(outcome: Outcome): WishEnd | undefined {
  if (outcome.state === 'done') return { ...outcome, error: null, words: null, channelCode: null }
  if (outcome.state === 'failed') return outcome
  if (outcome.wish.attempts < mostAttempts) return undefined
  return { wish: outcome.wish, state: 'failed', error: 'unanswered', words: null, channelCode: null }
}

function unlinked(wish: OpenWish): Outcome {
  return { wish, state: 'failed', error: 'shop_unlinked', words: null, channelCode: null }
}
