/**
 * Brings a shop's orders in. One job per shop at a time; it works in slices, so that a big shop lets the others through.
 *
 * In each round, first the orders that somebody pointed at (a webhook, a retry), then the next page: of the first import,
 * or of what has changed since the last look. Orders, bookmark and the event for the screen are one transaction, so the
 * process may die at any moment and the next one goes on from the last page that was saved.
 */
import type { JobHelpers } from 'graphile-worker'
import { ChannelError, type OrderPage, type OrderResults, type Period } from '../../connectors/connector.ts'
import type { OrderChange } from '../../contract/realtime.ts'
import type { Database, Tx } from '../db/database.ts'
import { enqueue } from '../jobs.ts'
import type { Log } from '../log.ts'
import { metrics } from '../metrics.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { findOwner } from '../settings/owners-store.ts'
import type { ChannelSessions } from '../shops/channel-session.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'
import { saveOrders, type IntakeShop } from './order-intake-store.ts'
import {
  analyzeYoungTables,
  findSync,
  listHints,
  lockSync,
  removeFailures,
  removeHints,
  saveFailures,
  saveSync,
  saveSyncError,
  type Hint,
  type Sync,
  type SyncStep,
} from './sync-store.ts'

export type SyncPayload = { ownerId: string; shopId: number }

/** Marketplaces show changes a little late, so each look goes back further than the last one ended. */
const overlapMs = 5 * 60_000
const sliceMs = 5_000
const freshMs = 15_000
const hintsPerRound = 50

export async function enqueueSync(tx: Tx, key: SyncPayload, runAt?: Date): Promise<void> {
  const queue = `shop:${key.shopId}`
  await enqueue(tx, 'sync-orders', key, {
    queue,
    key: `sync-orders:${key.shopId}`,
    ...(runAt ? { runAt } : {}),
  })
}

export function createSyncOrders(db: Database, sessions: ChannelSessions, log: Log) {
  return async function syncOrders(
    payload: unknown,
    helpers: Pick<JobHelpers, 'abortSignal'>,
  ): Promise<void> {
    const { ownerId, shopId } = payload as SyncPayload
    const start = await db.asOwner(ownerId, async (tx) => {
      const [owner, shop, sync] = [
        await findOwner(tx, ownerId),
        await findShop(tx, ownerId, shopId),
        await findSync(tx, ownerId, shopId),
      ]
      return owner && shop?.status === 1 && shop.isOrderSync && sync ? { owner, shop, sync } : undefined
    })
    // Unlinked or switched off in the meantime: nothing to do, and linking again or switching on enqueues anew.
    if (!start) return
    const { owner, shop } = start
    const intake: IntakeShop = { ownerId, ownerNumber: owner.number, timezone: owner.timezone, shopId }
    try {
      const isFinished = await runSlice(shop, intake, helpers.abortSignal)
      if (start.sync.phase === 'import') await analyzeYoungTables(db)
      if (!isFinished) await db.asOwner(ownerId, (tx) => enqueueSync(tx, { ownerId, shopId }))
    } catch (error) {
      await handleFailure(shop, error)
    }
    await sessions.noteCalls(shop)
  }

  async function runSlice(shop: Shop, intake: IntakeShop, abort: AbortSignal | undefined): Promise<boolean> {
    const until = Date.now() + sliceMs
    let ahead: { sync: Sync; page: Promise<OrderPage> } | undefined
    try {
      for (;;) {
        const hinted = await fetchHinted(shop, intake)
        const stored = await db.asOwner(shop.ownerId, (tx) => findSync(tx, shop.ownerId, shop.id))
        if (!stored) return true
        // Who came for particular orders need not look at everything again when somebody only just did.
        if (hinted && isFresh(stored)) return true
        const sync = startLook(stored)
        const wasRead = ahead && ahead.sync.cursor === sync.cursor && ahead.sync.phase === sync.phase
        const page = await (wasRead && ahead ? ahead.page : fetchPage(shop, sync))
        ahead = undefined
        const isLast = page.nextCursor === null
        const isOver = isLast || Date.now() > until || abort?.aborted
        // The next page travels while this one is being saved.
        if (!isOver) {
          const next = { ...sync, cursor: page.nextCursor }
          ahead = { sync: next, page: fetchPage(shop, next) }
          ahead.page.catch(() => {})
        }
        await savePage(intake, sync, page)
        if (isLast && sync.phase === 'follow') return true
        if (isOver) return false
      }
    } finally {
      await ahead?.page.catch(() => {})
    }
  }

  async function fetchHinted(shop: Shop, intake: IntakeShop): Promise<boolean> {
    const hints = await db.asOwner(shop.ownerId, (tx) => listHints(tx, shop.ownerId, shop.id, hintsPerRound))
    if (hints.length === 0) return false
    const results = await sessions.use(shop, async (session, connector) => {
      if (!connector.orders) throw new ChannelError('refused', 'this channel has no orders')
      return connector.orders.get(
        session,
        hints.map(({ channelOrderId }) => channelOrderId),
      )
    })
    await db.asOwner(shop.ownerId, async (tx) => {
      if (!(await lockSync(tx, shop.ownerId, shop.id))) return
      await saveResults(tx, intake, results, hints)
    })
    return true
  }

  function fetchPage(shop: Shop, sync: Sync): Promise<OrderPage> {
    const period: Period = {
      by: sync.phase === 'import' ? 'placed' : 'changed',
      from: sync.periodFrom,
      to: sync.periodTo,
    }
    return sessions.use(shop, async (session, connector) => {
      if (!connector.orders) throw new ChannelError('refused', 'this channel has no orders')
      return connector.orders.list(session, period, sync.cursor)
    })
  }

  async function savePage(intake: IntakeShop, read: Sync, page: OrderPage): Promise<void> {
    const { ownerId, shopId } = intake
    await db.asOwner(ownerId, async (tx) => {
      const sync = await lockSync(tx, ownerId, shopId)
      // Somebody else moved on (a re-link, a job that was believed dead): this page is theirs to read again.
      if (
        !sync ||
        sync.cursor !== read.cursor ||
        sync.phase !== read.phase ||
        +sync.periodFrom !== +read.periodFrom
      )
        return
      const created = await saveResults(tx, intake, page, [])
      const step = nextStep(read, page, created)
      await saveSync(tx, ownerId, shopId, step)
      if (step.percent !== sync.percent || step.phase !== sync.phase) {
        const value = { shop_id: shopId, percent: Math.max(step.percent, sync.percent), state: step.state }
        await saveEvent(tx, { ownerId, channel: 'shop.sync', shopId, value })
        if (step.state === 'done' && sync.phase === 'import') {
          await saveEvent(tx, {
            ownerId,
            channel: 'order.sync',
            shopId,
            value: { ...value, orders: sync.orders + created },
          })
        }
      }
    })
  }

  async function saveResults(
    tx: Tx,
    intake: IntakeShop,
    results: OrderResults,
    hints: Hint[],
  ): Promise<number> {
    const { ownerId, shopId } = intake
    const { created, updated } = await saveOrders(tx, intake, results.orders)
    await saveFailures(tx, ownerId, shopId, results.failures)
    await removeFailures(
      tx,
      ownerId,
      shopId,
      results.orders.map(({ channelOrderId }) => channelOrderId),
    )
    await removeHints(tx, ownerId, shopId, hints)
    if (created.length + updated.length > 0) {
      metrics.orders.labels('new').inc(created.length)
      metrics.orders.labels('changed').inc(updated.length)
      const ids = [...created, ...updated].slice(0, 200)
      const value: OrderChange = { shop_id: shopId, created: created.length, updated: updated.length, ids }
      await saveEvent(tx, { ownerId, channel: 'order.change', shopId, value })
    }
    return created.length
  }

  /** Never repeats blindly: reading is safe to repeat, and how soon depends on who has to act. */
  async function handleFailure(shop: Shop, error: unknown): Promise<void> {
    if (!(error instanceof ChannelError)) throw error
    const key = { ownerId: shop.ownerId, shopId: shop.id }
    metrics.syncFailures.labels(error.kind).inc()
    const isFinal = error.kind === 'sign-in-expired' || error.kind === 'refused'
    log.warn(
      { shop: shop.id, kind: error.kind, code: error.channelCode, error: error.message },
      'order sync failed',
    )
    await db.asOwner(shop.ownerId, async (tx) => {
      const failures = await saveSyncError(tx, shop.ownerId, shop.id, error.message, isFinal)
      await saveEvent(tx, { ...key, channel: 'shop.sync', value: { shop_id: shop.id, state: 'failed' } })
      if (error.kind === 'sign-in-expired') return
      const wait =
        error.retryAfterSeconds ?? Math.min(300, 2 ** Math.min(failures, 9)) * (0.75 + Math.random() / 2)
      await enqueueSync(tx, key, new Date(Date.now() + wait * 1000))
    })
  }
}

/** A look at what has changed reaches up to the moment at which it starts; an import keeps its period. */
function startLook(sync: Sync): Sync {
  return sync.phase === 'follow' && sync.cursor === null ? { ...sync, periodTo: new Date() } : sync
}

function isFresh({ phase, cursor, lastCheckedAt }: Sync): boolean {
  return (
    phase === 'follow' && cursor === null && lastCheckedAt !== null && Date.now() - +lastCheckedAt < freshMs
  )
}

/** Where the sync stands after a page. */
function nextStep(sync: Sync, page: OrderPage, created: number): SyncStep {
  if (page.nextCursor !== null) {
    const percent = sync.phase === 'import' ? Math.min(99, Math.floor(page.progress * 100)) : sync.percent
    const { phase, periodFrom, periodTo } = sync
    const state = phase === 'import' ? 'running' : sync.state
    return {
      phase,
      state,
      periodFrom,
      periodTo,
      cursor: page.nextCursor,
      percent,
      addedOrders: created,
      checkedAt: null,
    }
  }
  // The period is done; the next look begins where it ended, less the overlap.
  return {
    phase: 'follow',
    state: 'done',
    periodFrom: new Date(sync.periodTo.getTime() - overlapMs),
    periodTo: sync.periodTo,
    cursor: null,
    percent: 100,
    addedOrders: created,
    checkedAt: sync.periodTo,
  }
}
