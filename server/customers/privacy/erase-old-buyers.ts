/** Once a day erases buyers of orders that are older than their account wants. Any number of processes may do so. */
import type { ChainSeal } from '../../audit/audit-chain.ts'
import { listOwnersAfter } from '../../audit/audit-store.ts'
import { addPlainEntry } from '../../audit/trail.ts'
import type { Database } from '../../db/database.ts'
import { expireFiles } from './erase-buyers-store.ts'
import {
  eraseOldFailures,
  eraseSomeCustomers,
  eraseSomeOrders,
  findSpan,
  saveErasedUntil,
  type OrderPlace,
} from './old-buyers-store.ts'

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
  let [orders, customers] = [0, 0]
  for (const which of ['placed', 'late'] as const) {
    let after: OrderPlace | undefined
    do {
      const batch = { which, after, now }
      const { erased, last } = await db.asOwner(ownerId, (tx) => eraseSomeOrders(tx, ownerId, span, batch))
      orders += erased
      after = last
    } while (after)
  }
  for (let count = -1; count !== 0; customers += count)
    count = await db.asOwner(ownerId, (tx) => eraseSomeCustomers(tx, ownerId, span, now))
  await db.asOwner(ownerId, async (tx) => {
    await saveErasedUntil(tx, ownerId, span.until)
    await eraseOldFailures(tx, ownerId, span)
    if (orders + customers === 0) return
    // Files of the last day stay until the next run, for who has just asked for one.
    await expireFiles(tx, ownerId, now, new Date(now.getTime() - dayMs))
    const done = { action: 'customer.erase_old', userId: null, userName: null } as const
    await addPlainEntry(tx, seal, ownerId, { ...done, after: JSON.stringify({ orders, customers }) })
  })
}
