/** Removes entries for their age, the oldest first, so that what is left is still a chain: its new beginning is signed too. */
import { auditYears } from '../../model/audit.ts'
import type { Database } from '../db/database.ts'
import type { ChainSeal } from './audit-chain.ts'
import { listOwnersAfter } from '../settings/owners-store.ts'
import { cutBeginning } from './audit-store.ts'

const ownersPerRound = 200

export type PruneAudit = () => Promise<void>

/** Each round looks at some accounts, the next one at those behind them. */
export function createPruneAudit(db: Database, seal: ChainSeal): PruneAudit {
  let last: string | undefined
  return async function pruneAudit() {
    const before = new Date()
    before.setUTCFullYear(before.getUTCFullYear() - auditYears)
    const after = last
    const owners = await db.local((tx) => listOwnersAfter(tx, after, ownersPerRound))
    last = owners.length < ownersPerRound ? undefined : owners.at(-1)
    for (const ownerId of owners) await db.asOwner(ownerId, (tx) => cutBeginning(tx, seal, ownerId, before))
  }
}
