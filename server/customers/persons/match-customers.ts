/** Compares customers whose name, contact or address is new with all others: who is the same person, and who may be. */
import type { JobHelpers } from 'graphile-worker'
import { forEachOwner } from '../../settings/owners-store.ts'
import type { Database, Tx } from '../../db/database.ts'
import { enqueue, forAll } from '../../jobs/jobs.ts'
import { addUnmatched, hasUnmatched, saveNextKeys } from './customer-keys-store.ts'
import { linkNext } from './link-persons-store.ts'
import { lockPersons } from './persons-store.ts'

const keysAtOnce = 500
const linksAtOnce = 100
const turnMs = 3000
const dayMs = 86_400_000

/** Has these customers compared, whose name, contact or address is new. */
export async function matchLater(tx: Tx, ownerId: string, customerIds: number[]): Promise<void> {
  if (customerIds.length === 0) return
  await addUnmatched(tx, ownerId, customerIds)
  await enqueueMatching(tx, ownerId)
}

/** Together with whatever else comes in within the second. */
async function enqueueMatching(tx: Tx, ownerId: string): Promise<void> {
  const names = { queue: `${forAll}persons`, key: 'match-customers', keepsTurn: true, priority: 5 }
  await enqueue(tx, 'match-customers', { ownerId }, { ...names, runAt: new Date(Date.now() + 1000) })
}

/** After `longestMs` the rest follows in a job of its own, so that other jobs have this worker. */
export function createMatchCustomers(db: Database, longestMs = turnMs) {
  return async function matchCustomers(
    payload: unknown,
    { abortSignal }: Partial<Pick<JobHelpers, 'abortSignal'>> = {},
  ): Promise<void> {
    const { ownerId } = payload as { ownerId: string }
    const until = Date.now() + longestMs
    for (;;) {
      const done = await db.asOwner(ownerId, (tx) => saveNextKeys(tx, ownerId, keysAtOnce))
      const linked = await db.asOwner(ownerId, async (tx) => {
        await lockPersons(tx, ownerId)
        return linkNext(tx, ownerId, linksAtOnce)
      })
      if (done + linked === 0) return
      if (Date.now() > until || abortSignal?.aborted)
        return await db.asOwner(ownerId, (tx) => enqueueMatching(tx, ownerId))
    }
  }
}

export type MatchOldCustomers = (now?: Date) => Promise<void>

/** Once a day begins with customers whom no job knows of: those from before persons were known. */
export function createMatchOldCustomers(db: Database): MatchOldCustomers {
  let last = 0
  return async function matchOldCustomers(now = new Date()) {
    if (now.getTime() - last < dayMs) return
    await forEachOwner(db, (ownerId) =>
      db.asOwner(ownerId, async (tx) => {
        if (await hasUnmatched(tx, ownerId)) await enqueueMatching(tx, ownerId)
      }),
    )
    last = now.getTime()
  }
}
