/**
 * Tells a shop's listings how many may be sold, and reads back whether they took it. One job per shop at a time.
 *
 * Setting a figure twice is harmless, but it may undo a sale that the channel has made and we have not heard of. So a
 * channel that arrived at the figure by itself is only read, and one that sells less than it was told gets a moment in which
 * the order of that sale arrives.
 */
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { Connector } from '../../../connectors/connector.ts'
import type { Session } from '../../../connectors/session.ts'
import type { Stock } from '../../../connectors/stock.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import { saveNotifications } from '../../notifications/notifications-store.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { findShop, type Shop } from '../../shops/shops-store.ts'
import { requestPoll, enqueueSync } from '../../syncs/sync-store.ts'
import { listingKey } from './listing-key.ts'
import {
  enqueuePush,
  findNextCheck,
  findProductName,
  listOpenPushes,
  removePushes,
  savePushSteps,
  type Push,
  type PushShop,
  type PushStep,
} from './stock-push-store.ts'

const sliceMs = 5000
/** Read-backs for a channel that shows less than its target, so that the order behind the difference can arrive. */
const patience = 5

export function createPushStock(db: Database, sessions: ChannelSessions, log: Log) {
  return async function pushStock(payload: unknown): Promise<void> {
    const key = payload as PushShop
    const shop = await db.asOwner(key.ownerId, (tx) => findShop(tx, key.ownerId, key.shopId))
    // Switched off or locked out in the meantime: switching on and linking again enqueue anew.
    if (shop?.status !== 1 || !shop.isStockSync) return
    const stock = sessions.connectorOf(shop.platformId)?.stock
    if (!stock) return
    try {
      await pushOpen(shop, stock)
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      log.warn({ shop: shop.id, kind: error.kind, error: error.message }, 'stock push failed')
      if (error.kind === 'sign-in-expired') return
    }
    await db.asOwner(key.ownerId, async (tx) => {
      const next = await findNextCheck(tx, key)
      // A push requested meanwhile is for something newer and must not be delayed.
      if (next) await enqueuePush(tx, key, { runAt: later(next), keepsTurn: true })
    })
  }

  function call<T>(shop: Shop, work: (stock: Stock, session: Session) => Promise<T>): Promise<T> {
    return sessions.use(shop, (session, connector: Connector) => {
      if (!connector.stock) throw new ChannelError('refused', 'this channel takes no stock')
      return work(connector.stock, session)
    })
  }

  async function pushOpen(shop: Shop, { figuresPerCall }: Stock): Promise<void> {
    const key = { ownerId: shop.ownerId, shopId: shop.id }
    const until = Date.now() + sliceMs
    while (Date.now() < until) {
      const open = await db.asOwner(shop.ownerId, (tx) => listOpenPushes(tx, key, figuresPerCall, new Date()))
      if (open.length === 0) return
      await send(
        shop,
        open.filter(({ state }) => state === 'due'),
      )
      await readBack(
        shop,
        open.filter(({ state }) => state === 'sent'),
      )
    }
  }

  async function send(shop: Shop, due: Push[]): Promise<void> {
    if (due.length === 0) return
    const results = await call(shop, (stock, session) => stock.set(session, due)).catch((error: unknown) =>
      postpone(shop, due, error),
    )
    const byKey = new Map(results.map((result) => [listingKey(result), result]))
    const gone: number[] = []
    const steps = due.flatMap((push): PushStep[] => {
      const result = byKey.get(listingKey(push))
      if (!result) return [step(push, 'sent', { wait: backoff(push), attempts: push.attempts + 1 })]
      if (result.isDone) return [step(push, 'sent', { observed: push.quantity })]
      if (result.isGone) gone.push(push.id)
      return result.isGone ? [] : [step(push, 'refused', { reason: result.reason.slice(0, 500) })]
    })
    await db.asOwner(shop.ownerId, async (tx) => {
      await notifyRefused(tx, shop, await savePushSteps(tx, shop.ownerId, steps))
      await removePushes(tx, shop.ownerId, gone)
    })
  }

  async function readBack(shop: Shop, sent: Push[]): Promise<void> {
    if (sent.length === 0) return
    const figures = await call(shop, (stock, session) => stock.read(session, sent)).catch((error: unknown) =>
      postpone(shop, sent, error),
    )
    const quantities = new Map(figures.map((figure) => [listingKey(figure), figure.quantity]))
    const gone: number[] = []
    let hasUnheardSales = false
    const steps = sent.flatMap((push): PushStep[] => {
      const observed = quantities.get(listingKey(push))
      if (observed === undefined) {
        gone.push(push.id)
        return []
      }
      if (observed === push.quantity) return [step(push, 'done', { observed })]
      const attempts = push.attempts + 1
      if (observed < push.quantity && attempts <= patience) {
        hasUnheardSales = true
        return [step(push, 'sent', { observed, attempts, wait: 1000 * attempts })]
      }
      // More than there is: that is an oversell waiting for its buyer.
      return [step(push, 'due', { observed, attempts, wait: attempts === 1 ? 0 : backoff(push) })]
    })
    await db.asOwner(shop.ownerId, async (tx) => {
      await savePushSteps(tx, shop.ownerId, steps)
      await removePushes(tx, shop.ownerId, gone)
      if (!hasUnheardSales) return
      const key = { ownerId: shop.ownerId, shopId: shop.id, kind: 'order' as const }
      await requestPoll(tx, key)
      await enqueueSync(tx, key)
    })
  }

  /** Notes when to look again, and lets the error go its way. */
  async function postpone(shop: Shop, pushes: Push[], error: unknown): Promise<never> {
    if (error instanceof ChannelError) {
      const asked = (error.retryAfterSeconds ?? 0) * 1000
      const steps = pushes.map((push) =>
        // After any error a call of many figures may have set some of them: read them back before sending again.
        step(push, 'sent', {
          attempts: push.attempts + 1,
          wait: Math.max(asked, backoff(push)),
        }),
      )
      await db.asOwner(shop.ownerId, (tx) => savePushSteps(tx, shop.ownerId, steps))
    }
    throw error
  }
}

/** A listing that keeps an old figure may be sold more often than there are pieces. */
async function notifyRefused(tx: Tx, { ownerId, id: shopId }: Shop, listingIds: number[]): Promise<void> {
  const [first] = listingIds
  if (first === undefined) return
  const name = listingIds.length === 1 ? await findProductName(tx, ownerId, first) : undefined
  await saveNotifications(tx, ownerId, [
    {
      ownerId,
      shopId,
      type: 'product_upload_failed',
      count: listingIds.length,
      url: `/setting/channels/${shopId}`,
      ...(name === undefined ? {} : { productName: name }),
    },
  ])
}

function step(
  push: Push,
  state: PushStep['state'],
  more: { observed?: number; attempts?: number; reason?: string; wait?: number } = {},
): PushStep {
  return {
    id: push.id,
    quantity: push.quantity,
    state,
    observed: more.observed ?? null,
    attempts: more.attempts ?? 0,
    reason: more.reason ?? null,
    checkAt: new Date(Date.now() + (more.wait ?? 0)),
  }
}

function backoff({ attempts }: Push): number {
  return Math.min(60_000, 500 * 2 ** Math.min(attempts, 7)) * (0.75 + Math.random() / 2)
}

function later(at: Date): Date {
  return new Date(Math.max(at.getTime(), Date.now()))
}
