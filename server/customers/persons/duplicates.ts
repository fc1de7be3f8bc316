/** Pairs of customers who may be one person, with both as lists show them. */
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { CustomerDetail } from '../customer-store.ts'
import { type CustomerRow, listCustomerRows } from '../list/customer-rows-store.ts'
import type { LikelyCustomer } from '../present-customer.ts'
import { listLikely, type LikelyReason } from './pairs-store.ts'

/** As many as the page of a person shows. */
const mostShown = 5

export async function listLikelyOf(
  tx: Tx,
  { ownerId, shopIds }: Session,
  { identities }: CustomerDetail,
): Promise<LikelyCustomer[]> {
  const own = identities.map(({ id }) => id)
  const { pairs } = await listLikely(tx, ownerId, shopIds, { limit: mostShown, offset: 0, only: own })
  const others = pairs.map((pair) => ({
    ...pair,
    other: own.includes(pair.firstId) ? pair.secondId : pair.firstId,
  }))
  const rows = await rowsOf(
    tx,
    ownerId,
    others.map(({ other }) => other),
    shopIds,
  )
  return others.flatMap(({ id, reason, other }) => {
    const row = rows.get(other)
    return row ? [{ id, reason, row }] : []
  })
}

export type Duplicate = { id: number; reason: LikelyReason; first: CustomerRow; second: CustomerRow }

export async function listDuplicates(
  tx: Tx,
  { ownerId, shopIds }: Session,
  page: { limit: number; offset: number },
): Promise<{ duplicates: Duplicate[]; total: number }> {
  const { pairs, total } = await listLikely(tx, ownerId, shopIds, page)
  const ids = pairs.flatMap(({ firstId, secondId }) => [firstId, secondId])
  const rows = await rowsOf(tx, ownerId, [...new Set(ids)], shopIds)
  const duplicates = pairs.flatMap(({ id, reason, firstId, secondId }) => {
    const first = rows.get(firstId)
    const second = rows.get(secondId)
    return first && second ? [{ id, reason, first, second }] : []
  })
  return { duplicates, total }
}

async function rowsOf(
  tx: Tx,
  ownerId: string,
  ids: number[],
  visible: number[],
): Promise<Map<number, CustomerRow>> {
  const rows = await listCustomerRows(tx, ownerId, ids, visible)
  return new Map(rows.map((row) => [row.id, row]))
}
