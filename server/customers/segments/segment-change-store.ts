/** Persons who leave and who join a segment when its rules change. */
import type { Database } from '../../db/database.ts'
import { Statement } from '../../db/statement.ts'
import { isFirst } from '../persons/person-parts-store.ts'
import { membersOf, type ChosenSegment } from './segment-filter-store.ts'

export type SegmentChange = { leaving: number; joining: number; ids: number[] }

/** `ids`: of those who leave, the latest buyers first. `shops` undefined: all. */
export async function compareRules(
  db: Database,
  { ownerId, shops, limit }: { ownerId: string; shops: number[] | undefined; limit: number },
  { before, after }: { before: ChosenSegment; after: ChosenSegment },
): Promise<SegmentChange> {
  const statement = new Statement(ownerId)
  statement.with(`before as materialized (${membersOf(statement, before)})`)
  statement.with(`after as materialized (${membersOf(statement, after)})`)
  const listed = shops && `${statement.value(shops)}::bigint[]`
  const ofShops = listed ? ` and c.shop_id = any(${listed})` : ''
  const difference = (one: string, other: string) => `select c.id, c.latest_order_at
    from customers c join (select * from ${one} except select * from ${other}) d on d.id = c.id where c.owner_id = $1 and ${isFirst(listed)}${ofShops}`
  statement.with(`leaving as materialized (${difference('before', 'after')})`)
  statement.with(`joining as materialized (${difference('after', 'before')})`)
  const [found] = await db.hotRead<SegmentChange>(
    ownerId,
    statement.finish(`select (select count(*)::int from leaving) as leaving, (select count(*)::int from joining) as joining,
      (select coalesce(json_agg(l.id), '[]') from (
        select id from leaving order by latest_order_at desc nulls last, id desc limit ${limit}) l) as ids`),
  )
  return found ?? { leaving: 0, joining: 0, ids: [] }
}
