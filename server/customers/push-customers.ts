/**
 * Makes the customers of other shops known to a CRM. One job per CRM at a time, in slices.
 *
 * Nobody is made twice: a contact is looked for before it is made, and so it is again when the answer to the making was lost.
 * Somebody who was in the CRM before is left as the CRM has him; what changes here later is sent.
 */
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Session } from '../../connectors/session.ts'
import type { Customers } from '../../connectors/customers.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'
import {
  enqueueCards,
  enqueueGathering,
  findNextCard,
  listCustomerIds,
  listDueCards,
  removeEcho,
  saveCardStep,
  wantCards,
  type CardShop,
  type CardStep,
  type DueCard,
  type Gathering,
} from './customer-card-store.ts'

const sliceMs = 5000
const cardsPerRound = 20
const customersPerRound = 500

export function createPushCustomers(db: Database, sessions: ChannelSessions, log: Log) {
  return async function pushCustomers(payload: unknown): Promise<void> {
    const key = payload as CardShop
    const shop = await db.asOwner(key.ownerId, (tx) => findShop(tx, key.ownerId, key.shopId))
    // Switched off or locked out in the meantime: switching on and linking again enqueue anew.
    if (shop?.status !== 1 || !shop.isCustomerPush) return
    if (!sessions.connectorOf(shop.platformId)?.customers) return
    let notBefore = Date.now()
    try {
      await pushDue(shop)
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      log.warn({ shop: shop.id, kind: error.kind, error: error.message }, 'customer push failed')
      if (error.kind === 'sign-in-expired') return
      notBefore += Math.max(1000, (error.retryAfterSeconds ?? 0) * 1000)
    }
    await db.asOwner(key.ownerId, async (tx) => {
      const next = await findNextCard(tx, key)
      if (next) await enqueueCards(tx, key, new Date(Math.max(next.getTime(), notBefore)))
    })
  }

  function call<T>(shop: Shop, work: (customers: Customers, session: Session) => Promise<T>): Promise<T> {
    const run = (session: Session, customers: Customers | undefined) => {
      if (!customers) throw new ChannelError('refused', 'this channel keeps no customers')
      return work(customers, session)
    }
    return sessions.use(shop, (session, connector) => run(session, connector.customers), {
      isBackground: true,
    })
  }

  async function pushDue(shop: Shop): Promise<void> {
    const key = { ownerId: shop.ownerId, shopId: shop.id }
    const until = Date.now() + sliceMs
    while (Date.now() < until) {
      const due = await db.asOwner(shop.ownerId, (tx) => listDueCards(tx, key, cardsPerRound, new Date()))
      for (const card of due) {
        if (Date.now() > until) return
        await pushOne(shop, key, card)
      }
      if (due.length === 0) return
    }
  }

  async function pushOne(shop: Shop, key: CardShop, due: DueCard): Promise<void> {
    const { name, phone, email, triedAt } = due
    const card = { name, phone, email }
    const startedAt = new Date()
    const known = due.channelCustomerId
    try {
      if (known !== null) {
        await call(shop, (customers, session) => customers.update(session, known, card))
        return await save(key, due, stepOf('done'))
      }
      const found = await call(shop, (customers, session) => customers.find(session, card))
      // Perhaps made by a call whose answer was lost, with what was wanted then.
      if (found !== null && triedAt !== null)
        await call(shop, (customers, session) => customers.update(session, found, card))
      const id = found ?? (await call(shop, (customers, session) => customers.create(session, card)))
      await save(key, due, stepOf('done', { channelCustomerId: id }))
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      const attempts = due.attempts + 1
      if (error.kind === 'refused')
        return await save(key, due, stepOf('refused', { attempts: due.attempts, reason: error.message }))
      const wait = Math.max((error.retryAfterSeconds ?? 0) * 1000, backoff(attempts))
      await save(key, due, stepOf('due', { attempts, triedAt: startedAt, wait, reason: error.message }))
      throw error
    }
  }

  function save(key: CardShop, due: DueCard, step: CardStep): Promise<void> {
    return db.asOwner(key.ownerId, async (tx) => {
      await saveCardStep(tx, key, due, step)
      if (step.channelCustomerId !== null && due.triedAt !== null)
        await removeEcho(tx, key, step.channelCustomerId, due.triedAt)
    })
  }
}

/** After linking and switching on: whoever is a customer already. */
export function createGatherCustomers(db: Database) {
  return async function gatherCustomers(payload: unknown): Promise<void> {
    const gathering = payload as Gathering
    const { ownerId, after } = gathering
    await db.asOwner(ownerId, async (tx) => {
      const ids = await listCustomerIds(tx, ownerId, after, customersPerRound)
      await wantCards(tx, ownerId, ids)
      const last = ids.at(-1)
      if (last !== undefined) await enqueueGathering(tx, { ...gathering, after: last })
    })
  }
}

function stepOf(
  state: CardStep['state'],
  more: Partial<Omit<CardStep, 'state' | 'checkAt'>> & { wait?: number } = {},
): CardStep {
  const { wait = 0, ...step } = more
  const checkAt = new Date(Date.now() + wait)
  return { state, channelCustomerId: null, attempts: 0, reason: null, triedAt: null, checkAt, ...step }
}

function backoff(attempts: number): number {
  return Math.min(300_000, 500 * 2 ** Math.min(attempts, 10)) * (0.75 + Math.random() / 2)
}
