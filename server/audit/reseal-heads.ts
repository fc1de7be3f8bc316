import type { Database } from '../db/database.ts'
import type { ChainSeal } from './audit-chain.ts'
import { listOwnersAfter } from '../settings/owners-store.ts'
import { resealHead } from './audit-store.ts'

/** After a change of SECRET_KEY: signs the ends of all logs with the new one. Answers how many no key had signed. */
export async function resealHeads(db: Database, seal: ChainSeal): Promise<number> {
  let closed = 0
  let last: string | undefined
  for (;;) {
    const after = last
    const owners = await db.local((tx) => listOwnersAfter(tx, after, 200))
    if (owners.length === 0) return closed
    last = owners.at(-1)
    for (const ownerId of owners)
      if ((await db.asOwner(ownerId, (tx) => resealHead(tx, seal, ownerId))) === 'closed') closed += 1
  }
}
