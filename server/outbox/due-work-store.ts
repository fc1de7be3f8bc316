/** Enqueues the jobs of due work, and finds the time of the next one. */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/database.ts'
import { enqueue, type JobOptions } from '../jobs/jobs.ts'
import type { DueWork } from './due-work.ts'

export type ShopKey = { ownerId: string; shopId: number }

/** One job per shop at a time. */
export async function enqueueDue(
  tx: Tx,
  { task, queue }: Pick<DueWork, 'task' | 'queue'>,
  { ownerId, shopId }: ShopKey,
  when: Pick<JobOptions, 'runAt' | 'keepsTurn'> = {},
): Promise<void> {
  const options = { queue: `${queue}:${shopId}`, key: `${task}:${shopId}`, ...when }
  await enqueue(tx, task, { ownerId, shopId }, options)
}

/** Enqueues the job for the time of the shop's next row; nothing if none waits. */
export async function enqueueNext(tx: Tx, work: DueWork, key: ShopKey, notBefore: Date): Promise<void> {
  const { rows } = await nextDue(work, key).execute(tx)
  const at = rows[0]?.at
  // A job that was requested meanwhile is for something newer and must not be delayed.
  if (at) await enqueueDue(tx, work, key, { runAt: at > notBefore ? at : notBefore, keepsTurn: true })
}

export const nextDue = (
  { table, dueAt, isOpen }: DueWork,
  { ownerId, shopId }: ShopKey,
): RawBuilder<{ at: Date | null }> =>
  sql`select min(${sql.raw(dueAt)}) as at from ${sql.raw(table)}
    where owner_id = ${ownerId} and shop_id = ${shopId} and ${sql.raw(isOpen)}`
