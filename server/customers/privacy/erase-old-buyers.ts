/** Once a day erases buyers of orders that are older than their account wants. Any number of processes may do so. */
import type { ChainSeal } from '../../audit/audit-chain.ts'
import { forEachOwner } from '../../settings/owners-store.ts'
import { addPlainEntry } from '../../audit/trail.ts'
import type { Database, Tx } from '../../db/database.ts'
import { expireFiles } from './erase-buyers-store.ts'
import {
  eraseOldFailures,
  eraseSomeCustomers,
  eraseSomeOrders,
  findBuyerMonths,
  findSpan,
  saveErasedUntil,
  type OrderPlace,
} from './old-buyers-store.ts'

const dayMs = 86_400_000

export type EraseOldBuyers = (now?: Date) => Promise<void>

export function createEraseOldBuyers(db: Database, seal: ChainSeal): EraseOldBuyers {
  let last = 0
  return async function eraseOldBuyers(now = new Date()) {
    if (now.getTime() - last < dayMs) return
    await forEachOwner(db, (ownerId) => eraseOf(db, seal, ownerId, now))
    last = now.getTime()
  }
}

/**
 * A batch is a transaction, so that orders that come in wait for none of them for long. Each looks first whether the account still wants it:
 * what is erased never comes back.
 */
async function eraseOf(db: Database, seal: ChainSeal, ownerId: string, now: Date): Promise<void> {
  const span = await db.asOwner(ownerId, (tx) => findSpan(tx, ownerId, now))
  if (!span) return
  const batch = <T>(work: (tx: Tx) => Promise<T>): Promise<T | undefined> =>
    db.asOwner(ownerId, async (tx) =>
      (await findBuyerMonths(tx, ownerId)) === span.months ? work(tx) : undefined,
    )
  let [orders, customers] = [0, 0]
  for (const which of ['placed', 'late'] as const) {
    let after: OrderPlace | undefined
    do {
      const next = { which, after, now }
      const done = await batch((tx) => eraseSomeOrders(tx, ownerId, span, next))
      orders += done?.erased ?? 0
      after = done?.last
    } while (after)
  }
  for (let count = -1; count !== 0; customers += count)
    count = (await batch((tx) => eraseSomeCustomers(tx, ownerId, span, now))) ?? 0
  await db.asOwner(ownerId, async (tx) => {
    if (await saveErasedUntil(tx, ownerId, span)) await eraseOldFailures(tx, ownerId, span)
    if (orders + customers === 0) return
    // Files of the last day stay until the next run, for who has just asked for one.
    await expireFiles(tx, ownerId, now, new Date(now.getTime() - dayMs))
    const done = { action: 'customer.erase_old', userId: null, userName: null } as const
    await addPlainEntry(tx, seal, ownerId, { ...done, after: JSON.stringify({ orders, customers }) })
  })
}
