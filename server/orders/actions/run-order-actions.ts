/**
 * Tells the channels what people asked for about orders. One job per shop at a time.
 *
 * Nothing here says how an order stands: when an action has ended, the order itself is looked at again by its sync. An action whose
 * call may or may not have arrived is looked up before anything is repeated, so that no parcel is booked twice.
 */
import type { Database, Tx } from '../../db/database.ts'
import { isDatabaseAway } from '../../db/reach-database.ts'
import type { Log } from '../../log.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { findShop, type Shop } from '../../shops/shops-store.ts'
import { enqueueSync, markStale, type SyncKey } from '../../syncs/sync-store.ts'
import {
  endActions,
  enqueueActions,
  findNextAction,
  mostFaults,
  postponeActions,
  takeActions,
  emitEnded,
  type OpenAction,
  type ActionEnd,
  type ActionShop,
} from './order-action-store.ts'
import { createSendOrderAction, isOfReturn, type Outcome } from './send-order-action.ts'

const sliceMs = 5000
/** Largest number of orders per call among the channels that take several. */
const batchSize = 20
/** With the longest pause between them, half an hour. */
const mostAttempts = 35
const longestWaitMs = 60_000
/**
 * Delay of the sync after an action has ended, so that actions that end shortly after share it; notifyAll syncs sooner.
 */
const gatherMs = 2000

/** Carries out an action for an order that the owner's own couriers carry. */
export type CarryOutOwn = (shop: Shop, action: OpenAction) => Promise<Outcome>

export function createRunOrderActions(
  db: Database,
  sessions: ChannelSessions,
  carryOutOwn: CarryOutOwn,
  log: Log,
) {
  return async function runOrderActions(payload: unknown): Promise<void> {
    const key = payload as ActionShop
    const shop = await db.asOwner(key.ownerId, (tx) => findShop(tx, key.ownerId, key.shopId))
    if (!shop) return
    const until = Date.now() + sliceMs
    do {
      const taken = await db.asOwner(key.ownerId, (tx) => takeActions(tx, key, batchSize, new Date()))
      if (taken.length === 0) break
      await carryOut(shop, taken)
    } while (Date.now() < until)
    await db.asOwner(key.ownerId, async (tx) => {
      const next = await findNextAction(tx, key)
      if (next) await enqueueActions(tx, key, new Date(Math.max(+next, Date.now())))
    })
    await sessions.noteCalls(shop)
  }

  async function carryOut(shop: Shop, taken: OpenAction[]): Promise<void> {
    if (shop.status !== 1) {
      await save(shop, taken.map(unlinked))
      return
    }
    const connector = sessions.connectorOf(shop.platformId)
    const isOwn = connector?.deliveryStatus !== undefined && !connector.shipping
    const sendOrderAction = createSendOrderAction(sessions, shop)
    // An address edit always goes to the store, even where the owner's own couriers carry the order.
    const send = (actions: OpenAction[]) =>
      isOwn && actions.every(({ kind }) => kind !== 'edit')
        ? Promise.all(actions.map((action) => carryOutOwn(shop, action)))
        : sendOrderAction(actions)
    // An action that may have been sent already runs alone; new ones of a kind share calls where the channel allows it.
    const fresh = Map.groupBy(
      taken.filter(({ wasSent }) => !wasSent),
      ({ kind }) => kind,
    )
    const perCall = connector?.shipping?.ordersPerCall ?? 1
    const works = [
      ...taken.filter(({ wasSent }) => wasSent).map((action) => [action]),
      ...[...fresh].flatMap(([kind, actions]) =>
        inBatches(actions, kind === 'confirm' || kind === 'pack' ? perCall : 1),
      ),
    ]
    const ended: ActionEnd[] = []
    try {
      await Promise.all(
        works.map(async (actions) => {
          const outcomes = await send(actions).catch((error: unknown) => faulty(shop, actions, error))
          ended.push(...(await save(shop, outcomes)))
        }),
      )
    } finally {
      await notifyAll(shop, ended)
    }
  }

  /** Counts a try that failed in our own code, so that its order does not stay blocked. Nobody knows how far the try came. */
  function faulty(shop: Shop, actions: OpenAction[], error: unknown): Outcome[] {
    // The library tries again when the database is back.
    if (isDatabaseAway(error)) throw error
    log.error({ err: error, shop: shop.id, actions: actions.map(({ id }) => id) }, 'order action failed here')
    return actions.map((action) =>
      action.attempts < mostFaults
        ? { action, state: 'running', afterMs: 0 }
        : { action, state: 'failed', error: 'internal', message: null, channelCode: null },
    )
  }

  /** Saves each result at once; broadcasts and syncs once per batch. */
  async function notifyAll({ ownerId, id: shopId }: Shop, ended: ActionEnd[]): Promise<void> {
    if (ended.length === 0) return
    const key: ActionShop = { ownerId, shopId }
    await db.asOwner(ownerId, async (tx) => {
      // endActions has emitted the failed ones already.
      emitEnded(
        tx,
        key,
        ended.filter(({ state }) => state === 'done'),
      )
      await enqueueSync(tx, { ...key, kind: 'order' })
      if (ended.some(({ action }) => isOfReturn(action.kind)))
        await enqueueSync(tx, { ...key, kind: 'return' })
    })
  }

  async function save(shop: Shop, outcomes: Outcome[]): Promise<ActionEnd[]> {
    const key: ActionShop = { ownerId: shop.ownerId, shopId: shop.id }
    const ends = outcomes.flatMap((outcome) => endOf(outcome) ?? [])
    const later = outcomes.flatMap((outcome) => {
      if (outcome.state === 'done' || outcome.state === 'failed' || endOf(outcome)) return []
      const { action, state, afterMs } = outcome
      const wait = Math.max(afterMs, Math.min(longestWaitMs, 500 * 2 ** Math.min(action.attempts, 7)))
      const checkAt = new Date(Date.now() + wait * (0.75 + Math.random() / 2))
      log.warn(
        { shop: shop.id, action: action.id, state, attempts: action.attempts },
        'order action has to wait',
      )
      return [{ id: action.id, state, checkAt }]
    })
    return db.asOwner(shop.ownerId, async (tx) => {
      await postponeActions(tx, shop.ownerId, later)
      const ours = await endActions(tx, key, ends)
      const ids = new Set(ours.map(({ action }) => action.id))
      const actions = outcomes.flatMap(({ action }) => (ids.has(action.id) ? [action] : []))
      await look(tx, { ...key, kind: 'order' }, [...new Set(actions.map((one) => one.channelOrderId))])
      await look(tx, { ...key, kind: 'return' }, [
        ...new Set(actions.flatMap((one) => one.channelReturnId ?? [])),
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

/** Marks the ids stale and schedules their sync, because only the sync saves how an order or a return stands. */
async function look(tx: Tx, sync: SyncKey, channelIds: string[]): Promise<void> {
  for (const channelId of channelIds) await markStale(tx, sync, channelId)
  if (channelIds.length === 0) return
  await enqueueSync(tx, sync, { keepsTurn: true, runAt: new Date(Date.now() + gatherMs) })
}

/** Undefined for what is to go on. */
function endOf(outcome: Outcome): ActionEnd | undefined {
  if (outcome.state === 'done') return { ...outcome, error: null, message: null, channelCode: null }
  if (outcome.state === 'failed') return outcome
  if (outcome.action.attempts < mostAttempts) return undefined
  return { action: outcome.action, state: 'failed', error: 'unanswered', message: null, channelCode: null }
}

function unlinked(action: OpenAction): Outcome {
  return { action, state: 'failed', error: 'shop_unlinked', message: null, channelCode: null }
}
