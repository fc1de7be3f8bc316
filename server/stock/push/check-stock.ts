/**
 * Checks a shop's listings: open orders that came before their listing reserve its pieces, one that was never counted takes over the
 * channel's figure, and one with another target than it should have gets the right one. Requested when listings came, when the owner decided something, and when a shop was linked.
 */
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { Failure } from '../../../connectors/results.ts'
import type { Listing, StockFigure } from '../../../connectors/stock.ts'
import { backoffMs } from '../../../model/backoff.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { saveFailures } from '../../syncs/sync-store.ts'
import { dueWorks, enqueueDue, type ShopKey } from '../../outbox/due-work-store.ts'
import { retryPolicies } from '../../outbox/retry-policies.ts'
import { findShop, type Shop } from '../../shops/shops-store.ts'
import { listingKey } from './listing-key.ts'
import { countStock } from '../ledger/first-figure-store.ts'
import { reserveForLinked } from '../ledger/stock-ledger-store.ts'
import { awaitStock } from './offered-stock-store.ts'
import {
  endCounting,
  enqueueStockCheck,
  listDrifted,
  listUncounted,
  setTargetStock,
} from './stock-push-store.ts'

/** A channel that does not count stock reports a huge figure, which must not become the first figure of the ledger. */
const mostPieces = 999_999_999

/** Number of listings that cannot be read, and none that can, after which the error is about the shop. */
const allAlike = 5

export function createCheckStock(db: Database, sessions: ChannelSessions, log: Log) {
  return async function checkStock(payload: unknown): Promise<void> {
    const key = payload as ShopKey
    const shop = await db.asOwner(key.ownerId, (tx) => findShop(tx, key.ownerId, key.shopId))
    if (shop?.status !== 1) return
    // Not by the intake of products: it holds SKUs, whose locks come after those of stock.
    await db.asOwner(key.ownerId, (tx) => reserveForLinked(tx, key))
    if (!shop.isStockSync) return
    try {
      await countUnread(shop, key)
      await db.asOwner(key.ownerId, (tx) => endCounting(tx, key))
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      log.warn({ shop: shop.id, kind: error.kind, error: error.message }, 'stock could not be counted')
      // Linking again enqueues anew; the others wait no longer.
      if (error.kind === 'sign-in-expired') {
        await db.asOwner(key.ownerId, (tx) => endCounting(tx, key))
        return
      }
      const wait = backoffMs(1, retryPolicies.stockCheck, error.retryAfterSeconds)
      await db.asOwner(key.ownerId, (tx) => enqueueStockCheck(tx, key, new Date(Date.now() + wait)))
    }
    await db.asOwner(key.ownerId, async (tx) => {
      const drifted = await listDrifted(tx, key)
      // Sales under way end first: a listing without a target has no row that keeps an older figure from winning.
      await awaitStock(tx, key.ownerId, drifted)
      await setTargetStock(tx, key.ownerId, drifted)
      await enqueueDue(tx, dueWorks.stock, key)
    })
  }

  async function countUnread(shop: Shop, key: ShopKey): Promise<void> {
    const batch = sessions.connectorOf(shop.platformId)?.stock?.figuresPerCall ?? 0
    for (let after = 0; batch > 0;) {
      const listings = await db.asOwner(key.ownerId, (tx) => listUncounted(tx, key, after, batch))
      const last = listings.at(-1)
      if (!last) return
      // Before the channel is asked, so that what is sold in between counts as sold after.
      const countedAt = new Date()
      const { figures, failures } = await readFigures(shop, listings)
      const quantities = new Map(figures.map((figure) => [listingKey(figure), figure.quantity]))
      const firsts = listings.flatMap((listing) => {
        const quantity = quantities.get(listingKey(listing))
        return quantity === undefined || quantity > mostPieces ? [] : { skuId: listing.skuId, quantity }
      })
      await db.asOwner(key.ownerId, async (tx) => {
        await countStock(tx, key, firsts, countedAt)
        await saveFailures(tx, { ...key, kind: 'product' }, failures)
      })
      after = last.skuId
    }
  }

  /** Reads each alone of several that cannot be read together: one that is unreadable keeps no other from its figure. */
  async function readFigures(
    shop: Shop,
    listings: Listing[],
  ): Promise<{ figures: StockFigure[]; failures: Failure[] }> {
    try {
      const read = sessions.use(shop, async (session, { stock }) => stock?.read(session, listings) ?? [])
      return { figures: await read, failures: [] }
    } catch (error) {
      if (!(error instanceof ChannelError) || passes(error)) throw error
      const [only, ...others] = listings
      if (!only || others.length > 0) {
        const alone: Awaited<ReturnType<typeof readFigures>>[] = []
        for (const listing of listings) {
          alone.push(await readFigures(shop, [listing]))
          if (alone.length === allAlike && alone.every(({ failures }) => failures.length > 0)) throw error
        }
        return {
          figures: alone.flatMap(({ figures }) => figures),
          failures: alone.flatMap(({ failures }) => failures),
        }
      }
      const { channelProductId } = only
      return { figures: [], failures: [{ channelId: channelProductId, reason: error.message, raw: null }] }
    }
  }
}

/** Whether the error is about the channel or the sign-in at this moment, and not about what was asked. */
function passes({ kind }: ChannelError): boolean {
  return kind !== 'changed-shape' && kind !== 'refused'
}
