/**
 * Brings a shop's products in: the whole catalogue first, then what has changed since the last look, and at once what
 * somebody pointed at. Products, bookmark and the event for the screen are one transaction, so the process may die at any
 * moment and the next one goes on from the last page that was saved.
 */
import {
  ChannelError,
  type Connector,
  type ProductPage,
  type ProductResults,
  type Session,
} from '../../connectors/connector.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import { saveEvent } from '../notifications/events-store.ts'
import type { ChannelSessions } from '../shops/channel-session.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'
import { enqueueStockCheck } from '../stock/stock-push-store.ts'
import { saveProducts } from './product-intake-store.ts'
import {
  enqueueProductSync,
  listProductHints,
  openProductSync,
  removeProductFailures,
  removeProductHints,
  saveProductFailures,
  saveProductSync,
  saveProductSyncError,
  type ProductHint,
  type ProductSync,
  type SyncShop,
} from './product-sync-store.ts'

/** Channels show changes a little late, and their clocks are not ours. */
const overlapMs = 10 * 60_000
const sliceMs = 5000
const hintsPerRound = 50

export function createSyncProducts(db: Database, sessions: ChannelSessions, log: Log) {
  return async function syncProducts(payload: unknown): Promise<void> {
    const key = payload as SyncShop
    const shop = await db.asOwner(key.ownerId, (tx) => findShop(tx, key.ownerId, key.shopId))
    // Unlinked or locked out in the meantime: the clock comes back when it is linked again.
    if (shop?.status !== 1 || !sessions.connectorOf(shop.platformId)?.products) return
    try {
      const isFinished = await runSlice(shop, key)
      if (!isFinished) await db.asOwner(key.ownerId, (tx) => enqueueProductSync(tx, key))
    } catch (error) {
      await handleFailure(key, error)
    }
  }

  async function runSlice(shop: Shop, key: SyncShop): Promise<boolean> {
    const until = Date.now() + sliceMs
    for (;;) {
      while (await fetchHinted(shop, key)) if (Date.now() > until) return false
      const sync = await db.asOwner(key.ownerId, async (tx) =>
        startLook(await openProductSync(tx, key, new Date())),
      )
      const page = await list(shop, sync)
      await savePage(key, sync, page)
      if (page.nextCursor === null) return true
      if (Date.now() > until) return false
    }
  }

  async function fetchHinted(shop: Shop, key: SyncShop): Promise<boolean> {
    const hints = await db.asOwner(key.ownerId, (tx) => listProductHints(tx, key, hintsPerRound))
    if (hints.length === 0) return false
    const results = await sessions.use(shop, (session, connector) => {
      if (!connector.products) throw new ChannelError('refused', 'this channel has no products')
      return connector.products.get(
        session,
        hints.map(({ channelProductId }) => channelProductId),
      )
    })
    await db.asOwner(key.ownerId, async (tx) => {
      await openProductSync(tx, key, new Date())
      await saveResults(tx, key, results, hints)
    })
    return true
  }

  function list(shop: Shop, sync: ProductSync): Promise<ProductPage> {
    const read = (session: Session, { products }: Connector) => {
      if (!products) throw new ChannelError('refused', 'this channel has no products')
      return products.list(session, sync.changedSince, sync.cursor)
    }
    // A catalogue takes thousands of calls; an order must not wait behind them.
    return sessions.use(shop, read, { isPatient: true })
  }

  async function savePage(key: SyncShop, read: ProductSync, page: ProductPage): Promise<void> {
    await db.asOwner(key.ownerId, async (tx) => {
      const sync = await openProductSync(tx, key, new Date())
      // Somebody else moved on (a job that was believed dead): this page is theirs to read again.
      if (sync.cursor !== read.cursor || sync.phase !== read.phase) return
      const { created } = await saveResults(tx, key, page, [])
      const next = nextStep(read, page)
      await saveProductSync(tx, key, next)
      const value = { shop_id: key.shopId, percent: next.percent, state: next.state }
      if (sync.phase === 'import') {
        if (next.percent !== sync.percent || next.phase !== sync.phase)
          await saveEvent(tx, { ...key, channel: 'product.sync', value })
      } else if (created.length > 0) {
        await saveEvent(tx, {
          ...key,
          channel: 'product.add',
          value: { shop_id: key.shopId, created: created.length, ids: created.slice(0, 200) },
        })
      }
    })
  }

  async function saveResults(
    tx: Tx,
    key: SyncShop,
    { products, failures }: ProductResults,
    hints: ProductHint[],
  ): Promise<{ created: number[] }> {
    const { created, updated } = await saveProducts(tx, key, products)
    // New listings are to be counted, or told.
    if (created.length + updated.length > 0) await enqueueStockCheck(tx, key)
    await saveProductFailures(tx, key, failures)
    await removeProductFailures(
      tx,
      key,
      products.map(({ channelProductId }) => channelProductId),
    )
    await removeProductHints(tx, key, hints)
    return { created }
  }

  /** Never repeats blindly: reading is safe to repeat, and how soon depends on who has to act. */
  async function handleFailure(key: SyncShop, error: unknown): Promise<void> {
    if (!(error instanceof ChannelError)) throw error
    const isFinal = error.kind === 'sign-in-expired' || error.kind === 'refused'
    log.warn({ shop: key.shopId, kind: error.kind, error: error.message }, 'product sync failed')
    await db.asOwner(key.ownerId, async (tx) => {
      const failures = await saveProductSyncError(tx, key, error.message, isFinal)
      if (error.kind === 'sign-in-expired') return
      const wait =
        error.retryAfterSeconds ?? Math.min(300, 2 ** Math.min(failures, 9)) * (0.75 + Math.random() / 2)
      await enqueueProductSync(tx, key, new Date(Date.now() + wait * 1000))
    })
  }
}

/** A look begins with its first page; what changes on the channel from then on is for the next one. */
function startLook(sync: ProductSync): ProductSync {
  return sync.cursor === null ? { ...sync, lookStartedAt: new Date() } : sync
}

/** Where the sync stands after a page. */
function nextStep(sync: ProductSync, page: ProductPage): ProductSync & { checkedAt: Date | null } {
  if (page.nextCursor !== null) {
    const percent = sync.phase === 'import' ? Math.min(99, Math.floor(page.progress * 100)) : sync.percent
    return {
      ...sync,
      state: sync.phase === 'import' ? 'running' : sync.state,
      cursor: page.nextCursor,
      percent,
      checkedAt: null,
    }
  }
  return {
    phase: 'follow',
    state: 'done',
    changedSince: new Date(sync.lookStartedAt.getTime() - overlapMs),
    lookStartedAt: sync.lookStartedAt,
    cursor: null,
    percent: 100,
    checkedAt: sync.lookStartedAt,
  }
}
