/** Tables of work that falls due by shop, and the job that does each. The transaction that makes work due enqueues its job. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { enqueue, type JobOptions } from '../jobs/jobs.ts'

export type ShopKey = { ownerId: string; shopId: number }

/** `dueAt` and `isOpen`: the column of the time, and the condition of rows that wait for it. They are put into SQL as they stand. */
export type DueWork = { table: string; dueAt: string; isOpen: string; task: string; queue: string }

/** A table with the columns of a command: state, attempts, check_at, sent_at, error, error_message, channel_code, ended_at. */
export type CommandWork = DueWork & typeof command

const command = { dueAt: 'check_at', isOpen: "state in ('queued', 'running')" } as const

export const commandWorks = {
  orderActions: { ...command, table: 'order_actions', task: 'run-order-actions', queue: 'order-actions' },
  listingChanges: {
    ...command,
    table: 'listing_changes',
    task: 'run-listing-changes',
    queue: 'listing-changes',
  },
  drafts: { ...command, table: 'order_drafts', task: 'create-orders', queue: 'order-drafts' },
  templateUploads: {
    ...command,
    table: 'template_uploads',
    task: 'run-template-uploads',
    queue: 'template-uploads',
  },
}

export const dueWorks = {
  ...commandWorks,
  /** Behind the order actions of the shop. */
  deliveryStatus: {
    table: 'shipments',
    dueAt: 'send_at',
    isOpen: 'send_at is not null',
    task: 'send-delivery-status',
    queue: 'order-actions',
  },
  /** In the queue of the CRM's own customers: no pull sees a contact between its creation and the note of its id. */
  customerCards: {
    table: 'customer_cards',
    dueAt: 'check_at',
    isOpen: "state = 'due'",
    task: 'push-customers',
    queue: 'customers',
  },
  /** Beside the shop's order sync, which may be long. */
  stock: {
    table: 'stock_pushes',
    dueAt: 'check_at',
    isOpen: "state in ('due', 'sent', 'locked')",
    task: 'push-stock',
    queue: 'stock',
  },
}

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
  const { rows } = await sql<{ at: Date | null }>`
    select min(${sql.raw(work.dueAt)}) as at from ${sql.raw(work.table)}
    where owner_id = ${key.ownerId} and shop_id = ${key.shopId} and ${sql.raw(work.isOpen)}`.execute(tx)
  const at = rows[0]?.at
  // A job that was requested meanwhile is for something newer and must not be delayed.
  if (at) await enqueueDue(tx, work, key, { runAt: at > notBefore ? at : notBefore, keepsTurn: true })
}
