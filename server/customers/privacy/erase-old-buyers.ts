/** Once a day erases buyers of orders that are older than their account wants. Any number of processes may do so. */
import type { ChainSeal } from '../../audit/audit-chain.ts'
import { listOwnersAfter } from '../../audit/audit-store.ts'
import { addPlainEntry } from '../../audit/trail.ts'
import type { Database, Tx } from '../../db/database.ts'
import { eraseSomeCustomers, eraseSomeOrders, findSpan, saveErasedUntil } from './old-buyers-store.ts'

const dayMs = 86_400_000
const ownersPerRound = 200

export type EraseOldBuyers = (now?: Date) => Promise<void>

export function createEraseOldBuyers(db: Database, seal: ChainSeal): EraseOldBuyers {
  let last = 0
  return async function eraseOldBuyers(now = new Date()) {
    if (now.getTime() - last < dayMs) return
    let after: string | undefined
    do {
      const known = after
      const owners = await db.local((tx) => listOwnersAfter(tx, known, ownersPerRound))
      for (const ownerId of owners) await eraseOf(db, seal, ownerId, now)
      after = owners.at(-1)
    } while (after !== undefined)
    last = now.getTime()
  }
}

/** A batch is a transaction, so that orders that come in wait for none of them for long. */
async function eraseOf(db: Database, seal: ChainSeal, ownerId: string, now: Date): Promise<void> {
  const span = await db.asOwner(ownerId, (tx) => findSpan(tx, ownerId, now))
  if (!span) return
  const all = async (some: (tx: Tx) => Promise<number>) => {
    let total = 0
    for (let count = -1; count !== 0; total += count) count = await db.asOwner(ownerId, some)
    return total
  }
  const orders = await all((tx) => eraseSomeOrders(tx, ownerId, span, now))
  const customers = await all((tx) => eraseSomeCustomers(tx, ownerId, span, now))
  await db.asOwner(ownerId, async (tx) => {
    await saveErasedUntil(tx, ownerId, span.until)
    if (orders + customers === 0) return
    const done = { action: 'customer.erase_old', userId: null, userName: null } as const
    await addPlainEntry(tx, seal, ownerId, { ...done, after: JSON.stringify({ orders, customers }) })
  })
}
