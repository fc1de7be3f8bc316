/**
 * Gives customers the levels of new limits, a batch at a time. The batch and the bookmark behind it are one transaction, so the
 * process may die at any moment, and limits that change meanwhile only put the bookmark back.
 */
import type { JobHelpers } from 'graphile-worker'
import type { Database } from '../db/database.ts'
import { enqueueRanking, percentOf, rankNext, notifyRanking } from './customer-rank-store.ts'

const batchSize = 500
/** After that other jobs have this worker. */
const turnMs = 3000
const notifyEveryMs = 500

export function createRankCustomers(db: Database) {
  return async function rankCustomers(
    payload: unknown,
    { abortSignal }: Partial<Pick<JobHelpers, 'abortSignal'>>,
  ): Promise<void> {
    const { ownerId } = payload as { ownerId: string }
    const until = Date.now() + turnMs
    let notifiedAt = 0
    for (;;) {
      const notifies = Date.now() > notifiedAt + notifyEveryMs
      if (notifies) notifiedAt = Date.now()
      const isOver = await db.asOwner(ownerId, async (tx) => {
        const run = await rankNext(tx, ownerId, batchSize)
        if (!run || notifies) notifyRanking(tx, ownerId, run ? percentOf(run) : 100)
        return !run
      })
      if (isOver) return
      if (Date.now() > until || abortSignal?.aborted)
        return await db.asOwner(ownerId, (tx) => enqueueRanking(tx, ownerId))
    }
  }
}
