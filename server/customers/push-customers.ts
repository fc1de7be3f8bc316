/**
 * Sends the customers of other shops to a CRM. One job per CRM at a time, in slices.
 *
 * No contact is created twice: it is looked up before, and so it is again when the answer to the creation was lost. A contact
 * that was in the CRM before is left as the CRM has it; what changes here later is sent.
 */
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Session } from '../../connectors/session.ts'
import type { Customers } from '../../connectors/customers.ts'
import { backoffMs } from '../../model/backoff.ts'
import type { Database } from '../db/database.ts'
import { dueWorks, type ShopKey } from '../outbox/due-work-store.ts'
import { retryPolicies } from '../outbox/retry-policies.ts'
import { createRunDueWork, type OutboxTools } from '../outbox/run-due-work.ts'
import type { Shop } from '../shops/shops-store.ts'
import {
  enqueueGathering,
  listCustomerIds,
  listDueCards,
  markTried,
  removeEcho,
  saveCardStep,
  setTargetCards,
  type CardStep,
  type DueCard,
  type Gathering,
} from './customer-card-store.ts'
import { lockPersons } from './persons/persons-store.ts'

const cardsPerRound = 20
const customersPerRound = 500
const gatherMs = 20_000

export function createPushCustomers(tools: OutboxTools) {
  const { db, sessions } = tools
  return createRunDueWork(
    dueWorks.customerCards,
    tools,
    async (shop, until) => {
      const key = { ownerId: shop.ownerId, shopId: shop.id }
      const due = await db.asOwner(shop.ownerId, (tx) => listDueCards(tx, key, cardsPerRound, new Date()))
      for (const card of due) if (Date.now() < until) await pushOne(shop, key, card)
      return due.length > 0
    },
    // Where not everybody is sent, segments are.
    ({ status, platformId }) => status === 1 && sessions.connectorOf(platformId)?.customers !== undefined,
  )

  function call<T>(shop: Shop, work: (customers: Customers, session: Session) => Promise<T>): Promise<T> {
    const run = (session: Session, customers: Customers | undefined) => {
      if (!customers) throw new ChannelError('refused', 'this channel keeps no customers')
      return work(customers, session)
    }
    return sessions.use(shop, (session, connector) => run(session, connector.customers), {
      isBackground: true,
    })
  }

  async function pushOne(shop: Shop, key: ShopKey, due: DueCard): Promise<void> {
    const { name, phone, email, triedAt } = due
    const card = { name, phone, email }
    const known = due.channelCustomerId
    try {
      if (known !== null) {
        await call(shop, (customers, session) => customers.update(session, known, card))
        return await save(key, due, stepOf('done'))
      }
      const found = await call(shop, (customers, session) => customers.find(session, card))
      // Perhaps created by a call whose answer was lost, with the details of that time.
      if (found !== null && triedAt !== null)
        await call(shop, (customers, session) => customers.update(session, found, card))
      if (found === null) await db.asOwner(key.ownerId, (tx) => markTried(tx, key, due.customerId))
      const id = found ?? (await call(shop, (customers, session) => customers.create(session, card)))
      await save(key, due, stepOf('done', { channelCustomerId: id }))
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      const attempts = due.attempts + 1
      if (error.kind === 'refused')
        return await save(key, due, stepOf('refused', { attempts: due.attempts, reason: error.message }))
      const wait = backoffMs(attempts, retryPolicies.customerCard, error.retryAfterSeconds)
      await save(key, due, stepOf('due', { attempts, wait, reason: error.message }))
      throw error
    }
  }

  function save(key: ShopKey, due: DueCard, step: CardStep): Promise<void> {
    const mayHaveEcho = step.channelCustomerId !== null && due.triedAt !== null
    return db.asOwner(key.ownerId, async (tx) => {
      if (mayHaveEcho) await lockPersons(tx, key.ownerId)
      await saveCardStep(tx, key, due, step)
      if (step.channelCustomerId !== null && due.triedAt !== null)
        await removeEcho(tx, key, step.channelCustomerId, due.triedAt)
    })
  }
}

/**
 * After linking and switching on: sends the customers that are there already. All are noted before the first of them leaves, as
 * far as a turn reaches, so that the number of those who wait only falls.
 */
export function createGatherCustomers(db: Database) {
  return async function gatherCustomers(payload: unknown): Promise<void> {
    const gathering = payload as Gathering
    const { ownerId } = gathering
    const until = Date.now() + gatherMs
    let after: number | undefined = gathering.after
    while (after !== undefined) {
      const from: number = after
      after = await db.asOwner(ownerId, async (tx) => {
        const ids = await listCustomerIds(tx, ownerId, from, customersPerRound)
        await setTargetCards(tx, ownerId, ids)
        const last = ids.at(-1)
        if (last === undefined || Date.now() < until) return last
        await enqueueGathering(tx, { ...gathering, after: last })
        return undefined
      })
    }
  }
}

function stepOf(
  state: CardStep['state'],
  more: Partial<Omit<CardStep, 'state' | 'checkAt'>> & { wait?: number } = {},
): CardStep {
  const { wait = 0, ...step } = more
  const checkAt = new Date(Date.now() + wait)
  return { state, channelCustomerId: null, attempts: 0, reason: null, checkAt, ...step }
}
