/**
 * After a change of SECRET_KEY: seals all credentials with the new one. A seal names its key, so that what was done is
 * seen to be done: the run may be broken off at any moment and begun again, while the console works.
 */
import type { Database } from '../db/database.ts'
import { listLinkedShops, resealCredentials, type LinkedPlace } from './credentials-store.ts'
import type { Sealer } from './seal.ts'

export type Rotation = {
  /** Now sealed with the new key. */
  sealed: number
  /** Were so before. */
  current: number
  /** Sealed with a key that nobody gave. */
  closed: number
}

const batchSize = 200

/** `onBatch` hears how far it is after each batch, whose work is then safe. */
export async function rotateSecret(
  db: Database,
  sealer: Sealer,
  onBatch: (sofar: Rotation) => void = () => {},
  size = batchSize,
): Promise<Rotation> {
  const total = { sealed: 0, current: 0, closed: 0, none: 0 }
  let last: LinkedPlace | undefined
  for (;;) {
    const after = last
    const batch = await db.local((tx) => listLinkedShops(tx, after, size))
    last = batch.at(-1)
    if (!last) break
    for (const [ownerId, shops] of Map.groupBy(batch, (shop) => shop.ownerId)) {
      const done = await db.asOwner(ownerId, async (tx) => {
        const outcomes: (keyof typeof total)[] = []
        // One after another, always in the same order: nobody waits for each other in a circle.
        for (const shop of shops) outcomes.push(await resealCredentials(tx, sealer, shop))
        return outcomes
      })
      for (const outcome of done) total[outcome] += 1
    }
    onBatch(rotationOf(total))
  }
  return rotationOf(total)
}

function rotationOf({ sealed, current, closed }: Rotation): Rotation {
  return { sealed, current, closed }
}
