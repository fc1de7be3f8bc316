/** Canceled orders of some days by reason and by who canceled, from cancel_days; from orders for a segment alone. */
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { ofSegment, type SegmentDays } from './segment-days-store.ts'

export type Canceled = { initiator: string; reason: string; orders: number }

/** By the days on which they were placed, both ends included. `shops`: undefined means all. */
export function listCanceled(
  db: Database,
  query: SegmentDays & { ownerId: string; shops: number[] | undefined },
): Promise<Canceled[]> {
  const { ownerId, from, to, shops } = query
  const statement = new Statement(ownerId)
  const ofShops = shops ? ` and d.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  const rows = `select d.initiator, d.reason, sum(d.orders)::int as orders from cancel_days d
    where d.owner_id = $1 and d.day between ${statement.value(from)}::date and ${statement.value(to)}::date${ofShops}
    group by d.initiator, d.reason having sum(d.orders) > 0 order by orders desc, d.reason, d.initiator`
  return db.hotRead<Canceled>(ownerId, statement.finish(ofSegment(statement, query, ['cancel_days'], rows)))
}
