/**
 * Sends the target stock of a shop's listings, and reads back whether the channel took it. One job per shop at a time.
 *
 * Setting a figure twice is harmless, but it may undo a sale that the channel has made and that is not imported yet. So a
 * channel that arrived at the figure by itself is only read, and one that shows less than its target gets a moment in which
 * the order of that sale arrives.
 */
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { Connector } from '../../../connectors/connector.ts'
import type { Session } from '../../../connectors/session.ts'
import type { Stock } from '../../../connectors/stock.ts'
import { backoffMs } from '../../../model/backoff.ts'
import type { Tx } from '../../db/database.ts'
import { storedWords } from '../../db/strip-nul-bytes.ts'
import { saveNotifications } from '../../notifications/notifications-store.ts'
import { dueWorks } from '../../outbox/due-work-store.ts'
import { retryPolicies } from '../../outbox/retry-policies.ts'
import { createRunDueWork, type OutboxTools } from '../../outbox/run-due-work.ts'
import type { Shop } from '../../shops/shops-store.ts'
import { requestPoll, enqueueSync } from '../../syncs/sync-store.ts'
import { listingKey } from './listing-key.ts'
import {
  findProductName,
  listOpenPushes,
  removePushes,
  savePushSteps,
  type Push,
  type PushStep,
} from './stock-push-store.ts'

/** Read-backs for a channel that shows less than its target, so that the order behind the difference can arrive. */
const maxReadBacks = 5

/** Nobody says when a campaign ends; a report of the product brings the figure forward. */
const lockedMs = 15 * 60_000

export function createPushStock(tools: OutboxTools) {
  const { db, sessions } = tools
  const stockOf = ({ platformId }: Shop) => sessions.connectorOf(platformId)?.stock
  return createRunDueWork(
    dueWorks.stock,
    tools,
    async (shop) => {
      const key = { ownerId: shop.ownerId, shopId: shop.id }
      const limit = stockOf(shop)?.figuresPerCall ?? 1
      const open = await db.asOwner(shop.ownerId, (tx) => listOpenPushes(tx, key, limit, new Date()))
      const due = open.filter(({ state }) => state !== 'sent')
      const sent = open.filter(({ state }) => state === 'sent')
      if (due.length > 0) await send(shop, due)
      if (sent.length > 0) await readBack(shop, sent)
      return open.length > 0
    },
    (shop) => shop.status === 1 && shop.isStockSync && stockOf(shop) !== undefined,
  )

  function call<T>(shop: Shop, work: (stock: Stock, session: Session) => Promise<T>): Promise<T> {
    return sessions.use(shop, (session, connector: Connector) => {
      if (!connector.stock) throw new ChannelError('refused', 'this channel takes no stock')
      return work(connector.stock, session)
    })
  }

  async function send(shop: Shop, due: Push[]): Promise<void> {
    const results = await call(shop, (stock, session) => stock.set(session, due)).catch((error: unknown) =>
      postpone(shop, due, error),
    )
    const byKey = new Map(results.map((result) => [listingKey(result), result]))
    const gone: number[] = []
    const steps = due.flatMap((push): PushStep[] => {
      const result = byKey.get(listingKey(push))
      if (!result) return [step(push, 'sent', { ...unknownYet(push), wait: backoff(push) })]
      if (result.isDone) return [step(push, 'sent', { observed: push.quantity, event: 'sent' })]
      if ('isLocked' in result)
        return [step(push, 'locked', { reason: storedWords(result.reason), wait: lockedMs })]
      if (result.isGone) gone.push(push.id)
      const reason = storedWords(result.reason)
      return result.isGone ? [] : [step(push, 'refused', { reason, event: 'refused' })]
    })
    await db.asOwner(shop.ownerId, async (tx) => {
      await notifyRefused(tx, shop, await savePushSteps(tx, shop.ownerId, steps))
      await removePushes(tx, shop.ownerId, gone)
    })
  }

  async function readBack(shop: Shop, sent: Push[]): Promise<void> {
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
      if (observed < push.quantity && attempts <= maxReadBacks) {
        hasUnheardSales = true
        return [step(push, 'sent', { observed, attempts, wait: 1000 * attempts })]
      }
      // More than there is: that is an oversell waiting for its buyer.
      const again = { observed, attempts }
      return attempts === 1
        ? [step(push, 'due', { ...again, event: 'differs' })]
        : [step(push, 'due', { ...again, wait: backoff(push) })]
    })
    await db.asOwner(shop.ownerId, async (tx) => {
      const key = { ownerId: shop.ownerId, shopId: shop.id, kind: 'order' as const }
      // An import of orders locks its sync before figures, too.
      if (hasUnheardSales) await requestPoll(tx, key)
      await savePushSteps(tx, shop.ownerId, steps)
      await removePushes(tx, shop.ownerId, gone)
      if (hasUnheardSales) await enqueueSync(tx, key)
    })
  }

  /** Notes when to read back, and lets the error go its way. */
  async function postpone(shop: Shop, pushes: Push[], error: unknown): Promise<never> {
    if (error instanceof ChannelError) {
      // After any error a call of many figures may have set some of them: read them back before sending again.
      const steps = pushes.map((push) =>
        step(push, 'sent', { ...unknownYet(push), wait: backoff(push, error.retryAfterSeconds) }),
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
  more: {
    observed?: number
    attempts?: number
    reason?: string
    wait?: number
    turnAt?: Date
    event?: PushStep['event']
  } = {},
): PushStep {
  return {
    id: push.id,
    quantity: push.quantity,
    state,
    observed: more.observed ?? null,
    attempts: more.attempts ?? 0,
    reason: more.reason ?? null,
    checkAt: new Date(Date.now() + (more.wait ?? 0)),
    ...(more.turnAt && { turnAt: more.turnAt }),
    ...(more.event && { event: more.event }),
  }
}

/** A figure that the channel may have or not keeps its place, as it may have to be sent once more. */
function unknownYet({ attempts, turnAt }: Push) {
  return { attempts: attempts + 1, turnAt }
}

function backoff({ attempts }: Push, askedSeconds?: number): number {
  return backoffMs(attempts + 1, retryPolicies.stock, askedSeconds)
}
