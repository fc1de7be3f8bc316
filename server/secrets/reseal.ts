/**
 * After a change of SECRET_KEY: seals all credentials with the new one, of shops and of couriers, and what users' apps share with us. A seal names its key, so that what was done is
 * seen to be done: the run may be broken off at any moment and begun again, while the console works.
 */
import { listAllUsers, resealSecondFactor } from '../auth/second-factor/second-factor-store.ts'
import type { Database, Tx } from '../db/database.ts'
import { listAllAccounts, resealCourierAccount } from '../deliveries/accounts/courier-accounts-store.ts'
import { listLinkedShops, resealCredentials } from '../shops/credentials-store.ts'
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

type Outcome = keyof Rotation | 'none'

/** `onBatch` hears how far it is after each batch that has sealed or found something; its work is then safe. */
export async function rotateSecret(
  db: Database,
  sealer: Sealer,
  onBatch: (sofar: Rotation) => void = () => {},
  size = batchSize,
): Promise<Rotation> {
  const total = { sealed: 0, current: 0, closed: 0, none: 0 }

  async function reseal<Place extends { ownerId: string }>(
    list: (tx: Tx, after: Place | undefined, limit: number) => Promise<Place[]>,
    one: (tx: Tx, sealer: Sealer, place: Place) => Promise<Outcome>,
  ): Promise<void> {
    let last: Place | undefined
    for (;;) {
      const after = last
      const batch = await db.local((tx) => list(tx, after, size))
      last = batch.at(-1)
      if (!last) break
      let counted = 0
      for (const [ownerId, places] of Map.groupBy(batch, (place) => place.ownerId)) {
        const done = await db.asOwner(ownerId, async (tx) => {
          const outcomes: Outcome[] = []
          // One after another, always in the same order: nobody waits for each other in a circle.
          for (const place of places) outcomes.push(await one(tx, sealer, place))
          return outcomes
        })
        for (const outcome of done) {
          total[outcome] += 1
          if (outcome !== 'none') counted += 1
        }
      }
      if (counted > 0) onBatch(rotationOf(total))
    }
  }

  await reseal(listLinkedShops, resealCredentials)
  await reseal(listAllAccounts, resealCourierAccount)
  await reseal(listAllUsers, resealSecondFactor)
  return rotationOf(total)
}

function rotationOf({ sealed, current, closed }: Rotation): Rotation {
  return { sealed, current, closed }
}
