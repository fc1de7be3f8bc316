/**
 * Gives customers the levels of new limits, a batch at a time. The batch and the bookmark behind it are one transaction, so the
 * process may die at any moment, and limits that change meanwhile only put the bookmark back.
 */
import type { JobHelpers } from 'graphile-worker'
import type { Database } from '../db/database.ts'
import { enqueueRanking, percentOf, rankNext, tellRanking } from './customer-rank-store.ts'

const batchSize = 500
/** After that other jobs have this worker. */
const turnMs = 3000
const tellEveryMs = 500

export function createRankCustomers(db: Database) {
  return async function rankCustomers(
    payload: unknown,
    { abortSignal }: Partial<Pick<JobHelpers, 'abortSignal'>>,
  ): Promise<void> {
    const { ownerId } = payload as { ownerId: string }
    const until = Date.now() + turnMs
    let toldAt = 0
    for (;;) {
      const tells = Date.now() > toldAt + tellEveryMs
      if (tells) toldAt = Date.now()
      const isOver = await db.asOwner(ownerId, async (tx) => {
        const run = await rankNext(tx, ownerId, batchSize)
        if (!run || tells) tellRanking(tx, ownerId, run ? percentOf(run) : 100)
        return !run
      })
      if (isOver) return
      if (Date.now() > until || abortSignal?.aborted)
        return await db.asOwner(ownerId, (tx) => enqueueRanking(tx, ownerId))
    }
  }
}
