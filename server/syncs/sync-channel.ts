/**
 * Brings what a shop has on its channel in, of one kind: orders, products, customers, returns or settlements. One job per shop
 * and kind at a time; it works in slices, so that a big shop lets the others through.
 *
 * In each round, first what somebody pointed at (a webhook, a retry), then the next page: of the first import, or of what has
 * changed since the last look. Rows, bookmark and the events for the screen are one transaction, so the process may die at
 * any moment and the next one goes on from the last page that was saved.
 */
import type { JobHelpers } from 'graphile-worker'
import { ChannelError } from '../../connectors/channel-error.ts'
import { backoffMs } from '../../model/backoff.ts'
import { hasEnded, syncsEnd } from '../../model/plan.ts'
import type { Database, ShopKey, Tx } from '../db/database.ts'
import { isWorthRepeating } from '../db/reach-database.ts'
import type { Log } from '../log.ts'
import { metrics } from '../http/metrics.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { saveNotifications } from '../notifications/notifications-store.ts'
import { retryPolicies } from '../outbox/retry-policies.ts'
import { findOwner } from '../settings/owners-store.ts'
import type { ChannelSessions } from './channel-session.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'
import { createReadAhead } from './read-ahead.ts'
import { createSaveItems } from './save-items.ts'
import type { Read, Reader, SavedShop, SyncedKind, SyncedPage } from './synced-kind.ts'
import { ourReason } from './sync-reason.ts'
import {
  enqueueSync,
  enqueueWaiting,
  findSync,
  forgetStaleIds,
  kindsOf,
  listStaleIds,
  lockSync,
  openSync,
  removeStaleIds,
  saveSync,
  saveSyncError,
  waitsForImport,
  type StaleId,
  type Sync,
  type SyncKey,
  type SyncKind,
  type SyncStep,
} from './sync-store.ts'

const sliceMs = 1_000
/** The rest of an import comes after whatever else waits: other shops' first pages, pushes, looks. */
const importPriority = 10
const freshMs = 15_000
const staleIdsPerRound = 50
/** In a row: about five minutes of trouble. */
const failuresToNotify = 20

export function createSync<Item extends object>(
  db: Database,
  sessions: ChannelSessions,
  log: Log,
  synced: SyncedKind<Item>,
) {
  const { kind } = synced
  const saving = createSaveItems(db, log, synced)

  return async function syncShop(payload: unknown, helpers: Pick<JobHelpers, 'abortSignal'>): Promise<void> {
    const { ownerId, shopId } = payload as ShopKey
    const key: SyncKey = { ownerId, shopId, kind }
    const start = await db.asOwner(ownerId, async (tx) => {
      const [owner, shop] = [await findOwner(tx, ownerId), await findShop(tx, ownerId, shopId)]
      if (!owner || shop?.status !== 1 || !synced.isWanted(shop) || !readerOf(shop)) return undefined
      const now = new Date()
      // The clock comes again, and the first look after the renewal goes back to where the last one ended: pushes of the
      // time between may be forgotten.
      if (owner.planEnd && hasEnded(syncsEnd(owner.planEnd), now)) {
        await forgetStaleIds(tx, key)
        return undefined
      }
      if (await waitsForImport(tx, key)) return undefined
      const sync = await openSync(tx, key, { from: synced.importFrom(now), to: now })
      return sync && { owner, shop, sync, staleIds: await listStaleIds(tx, key, staleIdsPerRound) }
    })
    // Unlinked, switched off or without a plan in the meantime: nothing to do, and linking again or switching on enqueues anew.
    if (!start) return
    const { owner, shop, sync } = start
    if (synced.restMs !== undefined && start.staleIds.length === 0 && isFresh(sync, synced.restMs)) return
    try {
      const { orders, returns } = sessions.connectorOf(shop.platformId) ?? {}
      const supportsReturns = returns !== undefined
      const { platformId } = shop
      const saved = { ownerId, shopId, platformId, owner, supportsReturns, reopens: orders?.reopens === true }
      const isFinished = await runSlice(shop, saved, start, helpers.abortSignal)
      await synced.afterSlice?.(sync)
      if (!isFinished) await db.asOwner(ownerId, (tx) => enqueueSync(tx, key, { priority: importPriority }))
    } catch (error) {
      await handleFailure(key, error)
    }
    await sessions.noteCalls(shop)
  }

  async function runSlice(
    shop: Shop,
    saved: SavedShop,
    start: Standing,
    abort: AbortSignal | undefined,
  ): Promise<boolean> {
    const until = Date.now() + sliceMs
    const isOver = () => Date.now() > until || abort?.aborted === true
    const pages = createReadAhead(
      (sync) => fetchPage(shop, sync),
      (item) => synced.idOf(item),
      () => !isOver(),
    )
    try {
      for (let now: Standing | undefined = start; now;) {
        if (now.staleIds.length > 0) {
          now = await fetchStale(shop, saved, now.staleIds)
          // Skip the full poll if another run polled less than 15 s ago.
          if (!now || (now.staleIds.length === 0 && isFresh(now.sync, freshMs))) return true
          if (now.staleIds.length > 0 && Date.now() < until) continue
        }
        const sync = startPoll(now.sync)
        const page = await pages.take(sync)
        now = await savePage(saved, sync, page)
        if (page.nextCursor === null) return sync.phase === 'follow'
        // Pages that were read are saved, however late it is, because the channel counts its calls.
        if (isOver() && pages.isEmpty()) return false
      }
      return true
    } finally {
      await pages.end()
    }
  }

  /** Answers how things stand afterwards; undefined when the shop is no longer linked. */
  async function fetchStale(
    shop: Shop,
    saved: SavedShop,
    staleIds: StaleId[],
  ): Promise<Standing | undefined> {
    const key = keyOf(saved)
    const ids = staleIds.map(({ channelId }) => channelId)
    const readAt = new Date()
    const results = await sessions.use(shop, async (session, connector) => {
      const reader = synced.reader(connector)
      if (!reader) throw new ChannelError('refused', `this channel has no ${kind}s`)
      return reader.get(session, ids)
    })
    return saving(saved, async (tx, save) => {
      const sync = await lockSync(tx, key)
      if (!sync) return undefined
      await removeStaleIds(tx, key, staleIds)
      const more = await listStaleIds(tx, key, staleIdsPerRound)
      await save(tx, { ...results, readAt }, 'follow')
      return { sync, staleIds: more }
    })
  }

  async function fetchPage(shop: Shop, sync: Sync): Promise<Read<SyncedPage<Item>>> {
    const readAt = new Date()
    const page = await sessions.use(
      shop,
      async (session, connector) => {
        const reader = synced.reader(connector)
        if (!reader) throw new ChannelError('refused', `this channel has no ${kind}s`)
        return reader.list(session, sync, sync.cursor)
      },
      { isBackground: synced.isBackground },
    )
    return { ...page, readAt }
  }

  /** Answers how things stand afterwards; undefined when the shop is no longer linked. */
  async function savePage(
    saved: SavedShop,
    read: Sync,
    page: Read<SyncedPage<Item>>,
  ): Promise<Standing | undefined> {
    const key = keyOf(saved)
    return saving(saved, async (tx, save) => {
      const sync = await lockSync(tx, key)
      if (!sync) return undefined
      // Unless somebody else moved on (a re-link, a job that was believed dead): this page is theirs to read again.
      if (sync.cursor === read.cursor && sync.phase === read.phase && isSamePeriod(sync, read)) {
        const created = await save(tx, page, sync.phase)
        const step = nextStep(read, page, created)
        await moveOn(tx, key, sync, step)
        const kinds = kindsOf(sessions.connectorOf(saved.platformId) ?? {})
        if (step.phase !== sync.phase) await enqueueWaiting(tx, key, kinds)
      }
      const now = await findSync(tx, key)
      return now && { sync: now, staleIds: await listStaleIds(tx, key, staleIdsPerRound) }
    })
  }

  async function moveOn(tx: Tx, key: SyncKey, sync: Sync, step: SyncStep): Promise<void> {
    await saveSync(tx, key, step)
    if (step.percent === sync.percent && step.phase === sync.phase) return
    const { ownerId, shopId } = key
    if (step.phase !== sync.phase) await notifyOwner(tx, key, 'done')
    const percent = Math.max(step.percent, sync.percent)
    const value = { shop_id: shopId, type: kind, percent, state: step.state }
    saveEvent(tx, { ownerId, shopId, channel: 'shop.sync', value })
    if (step.phase === sync.phase || !isToldByItself(kind)) return
    const done = { ...value, [`${kind}s`]: sync.items + step.addedItems }
    saveEvent(tx, { ownerId, shopId, channel: `${kind}.sync`, value: done })
  }

  async function notifyOwner(tx: Tx, { ownerId, shopId }: SyncKey, what: 'done' | 'failed'): Promise<void> {
    if (!isToldByItself(kind)) return
    const url = `/setting/channels/${shopId}`
    await saveNotifications(tx, ownerId, [{ ownerId, shopId, type: `${kind}_sync_${what}`, url }])
  }

  /** Never repeats blindly: reading is safe to repeat, and how soon depends on who has to act. */
  async function handleFailure(key: SyncKey, error: unknown): Promise<void> {
    if (isWorthRepeating(error)) throw error
    const { ownerId, shopId } = key
    const failure = failureOf(error)
    metrics.syncFailures.labels(failure.kind).inc()
    if (error instanceof ChannelError)
      log.warn(
        { shop: shopId, what: kind, kind: error.kind, code: error.channelCode, error: error.message },
        'sync failed',
      )
    else log.error({ shop: shopId, what: kind, err: error }, 'sync failed unexpectedly')
    await db.asOwner(ownerId, async (tx) => {
      const isFinal = failure.kind === 'sign-in-expired' || failure.kind === 'refused'
      const { failures, wasFailed } = await saveSyncError(tx, key, failure.words, isFinal)
      // The end of a sign-in is news of its own, what passes by itself is none, and nor is a refusal that is given at each look.
      const hasChanged = !wasFailed && (failure.kind === 'refused' || failures === failuresToNotify)
      if (hasChanged && failure.kind !== 'sign-in-expired') await notifyOwner(tx, key, 'failed')
      const value = { shop_id: shopId, type: kind, state: 'failed' }
      saveEvent(tx, { ownerId, shopId, channel: 'shop.sync', value })
      if (failure.kind === 'sign-in-expired') return
      const wait = backoffMs(failures, retryPolicies.sync, failure.retryAfterSeconds)
      await enqueueSync(tx, key, { runAt: new Date(Date.now() + wait) })
    })
  }

  function keyOf({ ownerId, shopId }: ShopKey): SyncKey {
    return { ownerId, shopId, kind }
  }

  function readerOf(shop: Shop): Reader<Item> | undefined {
    const connector = sessions.connectorOf(shop.platformId)
    return connector && synced.reader(connector)
  }

  /** Returns the sync's position after a page. */
  function nextStep(sync: Sync, page: SyncedPage<Item>, created: number): SyncStep {
    const { phase, state, periodFrom, periodTo, percent } = sync
    const isImport = phase === 'import'
    if (page.nextCursor !== null)
      return {
        phase,
        state: isImport ? 'running' : state,
        periodFrom,
        periodTo,
        cursor: page.nextCursor,
        percent: isImport
          ? Math.min(99, Math.floor(('progress' in page ? page.progress : 0) * 100))
          : percent,
        addedItems: created,
        checkedAt: null,
      }
    // The period is done; the next look begins where it ended, less the overlap.
    return {
      phase: 'follow',
      state: 'done',
      periodFrom: new Date(periodTo.getTime() - synced.overlapMs),
      periodTo,
      cursor: null,
      percent: 100,
      addedItems: created,
      checkedAt: periodTo,
    }
  }
}

/** A fault of ours is shown too, without its words, which may hold anything. */
function failureOf(error: unknown): { kind: string; words: string; retryAfterSeconds?: number | undefined } {
  if (!(error instanceof ChannelError)) return { kind: 'unexpected', words: ourReason('unexpected') }
  return { kind: error.kind, words: error.message, retryAfterSeconds: error.retryAfterSeconds }
}

/** State of a sync, and the stale ids to fetch. */
type Standing = { sync: Sync; staleIds: StaleId[] }

/** A look at what has changed reaches up to the moment at which it starts; an import keeps its period. */
function startPoll(sync: Sync): Sync {
  return sync.phase === 'follow' && sync.cursor === null ? { ...sync, periodTo: new Date() } : sync
}

/**
 * Answers whether the kind has sync events and notifications of its own; the others show their progress on the shop's page alone.
 */
function isToldByItself(kind: SyncKind): kind is 'order' | 'product' {
  return kind === 'order' || kind === 'product'
}

function isFresh({ phase, cursor, lastCheckedAt, pollRequestedAt }: Sync, forMs: number): boolean {
  if (phase !== 'follow' || cursor !== null || lastCheckedAt === null) return false
  return Date.now() - +lastCheckedAt < forMs && (pollRequestedAt === null || pollRequestedAt <= lastCheckedAt)
}

function isSamePeriod(a: Sync, b: Sync): boolean {
  return a.periodFrom?.getTime() === b.periodFrom?.getTime()
}
