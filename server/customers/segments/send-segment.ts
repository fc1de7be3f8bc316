/**
 * Gives the customers of a segment their cards for a CRM, which push-customers.ts sends. In slices: the place behind each is kept with
 * its cards, so that a process that dies repeats one slice at most, and whoever has a card keeps it.
 */
import type { Database } from '../../db/database.ts'
import { findSpentWays } from '../list/spent-store.ts'
import { setTargetCards } from '../customer-card-store.ts'
import type { ChosenSegment } from './segment-filter-store.ts'
import {
  endListing,
  enqueuePush,
  listMemberIds,
  lockLastPush,
  saveSends,
  type SegmentPush,
} from './segment-push-store.ts'
import { findSegment } from './segment-store.ts'

const customersPerSlice = 500

export function createSendSegment(db: Database) {
  return async function sendSegment(payload: unknown): Promise<void> {
    const push = payload as SegmentPush
    const { ownerId, segmentId, shopId, at } = push
    const segment = await findPushed(push)
    if (!segment) return
    const ids = await listMemberIds(db, push, segment, customersPerSlice)
    const last = ids.at(-1)
    await db.asOwner(ownerId, async (tx) => {
      const newest = await lockLastPush(tx, ownerId, segmentId)
      const isNewest = newest?.shopId === shopId
      // Asked for again, the newer one begins anew. One to another CRM takes nothing from this.
      if (!newest || (isNewest && at !== undefined && newest.at.toISOString() !== at)) return
      await setTargetCards(tx, ownerId, ids, shopId)
      await saveSends(tx, push, ids)
      if (last !== undefined) await enqueuePush(tx, { ...push, after: last })
      else if (isNewest) await endListing(tx, push)
    })
  }

  /** Undefined: it was deleted meanwhile. */
  async function findPushed({ ownerId, segmentId, shops }: SegmentPush): Promise<ChosenSegment | undefined> {
    return db.read(ownerId, async (tx) => {
      const segment = await findSegment(tx, ownerId, segmentId)
      const ways = await findSpentWays(tx, ownerId, shops)
      return (
        segment && {
          ...ways,
          id: segmentId,
          rules: segment.rules,
          visible: shops.length > 0 ? shops : undefined,
        }
      )
    })
  }
}
