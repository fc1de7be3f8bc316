/** A segment as a filter of what customers did: of lists of orders and of figures. */
import { AppError } from '../../../model/errors.ts'
import type { SegmentRule } from '../../../model/segment.ts'
import { can, type AccessRights } from '../../../model/permissions.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Database } from '../../db/database.ts'
import type { Statement } from '../../db/statement.ts'
import { findSpentWays, type SpentWays } from '../list/spent-store.ts'
import { personParts } from '../persons/person-parts-store.ts'
import { conditionsOf } from './rule-conditions-store.ts'
import { findSegment } from './segment-store.ts'

/** As it is when it is asked for: a file that is written later has the rules of that time. */
export type ChosenSegment = SpentWays & {
  id: number
  /** Null: kept by hand. */
  rules: SegmentRule[] | null
  /** Shops that the reader may see, which a person's figures are of. Undefined: all. */
  visible: number[] | undefined
}

/** @throws AppError validation_failed if there is no such segment, or no more; forbidden to who may see no customers */
export async function findChosenSegment(
  db: Database,
  session: AccessRights & Pick<Session, 'ownerId' | 'shopIds'>,
  id: number | undefined,
): Promise<ChosenSegment | undefined> {
  if (id === undefined) return undefined
  if (!can(session, 'customers.view')) throw new AppError('forbidden')
  const { ownerId, shopIds } = session
  const { segment, ways } = await db.read(ownerId, async (tx) => ({
    segment: await findSegment(tx, ownerId, id),
    ways: await findSpentWays(tx, ownerId, shopIds),
  }))
  if (!segment)
    throw new AppError('validation_failed', { invalidFields: { segment_id: 'field.segment_gone' } })
  return {
    id,
    rules: segment.rules,
    ...ways,
    visible: shopIds.length > 0 ? shopIds : undefined,
  }
}

/** @param customerId a column, such as `o.customer_id` */
export function isInSegment(statement: Statement, segment: ChosenSegment, customerId: string): string {
  return `${customerId} in (${membersOf(statement, segment)})`
}

/** Selects the ids of a segment's customers, all of each person. */
export function membersOf(statement: Statement, segment: ChosenSegment): string {
  const { id, rules, visible } = segment
  if (rules === null) {
    const listed = `select m.customer_id from shortlist_customers m where m.owner_id = $1 and m.shortlist_id = ${statement.value(id)}::bigint`
    return `${listed} union select i.id from customers i where i.owner_id = $1 and i.person_id in (
      select p.person_id from customers p where p.owner_id = $1 and p.person_id is not null and p.id in (${listed}))`
  }
  const ways = { ...segment, person: personParts(statement, visible) }
  const conditions = ['c.owner_id = $1', ...conditionsOf(statement, rules, ways)]
  return `select c.id from customers c where ${conditions.join(' and ')}`
}
