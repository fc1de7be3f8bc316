import type { Tx } from '../db/database.ts'
import { enqueue } from '../jobs/jobs.ts'

const checkedAtOnce = 500

/** Templates are checked in the background, so that a request does not wait for it. */
export async function enqueueChecks(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += checkedAtOnce) {
    const part = ids.slice(at, at + checkedAtOnce)
    const names = { queue: 'check-templates', key: `check-templates:${part[0]}`, priority: 5 }
    await enqueue(tx, 'check-templates', { ownerId, ids: part }, names)
  }
}
