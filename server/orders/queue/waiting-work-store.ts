/** Work that waits for people: the figures of the queue, the first deadline of returns, how many orders were packed, and what each courier takes. */
import { mostCounted, type DueLimits } from '../../../model/queue-groups.ts'
import { returnStatusIds } from '../../../model/return-case.ts'
import type { Database } from '../../db/database.ts'
import { Statement } from '../../db/statement.ts'
import { orderConditions } from '../list/order-conditions.ts'
import type { OrderFilter } from '../list/order-filter.ts'
import { readList } from '../list/order-page-store.ts'
import { isUnpacked } from '../scan/order-scan-store.ts'
import { figuresOf, type QueueFigure } from './order-queue-store.ts'

export type WaitingWork = {
  figures: QueueFigure[]
  returnBy: string | null
  packedToday: number
  packedLastHour: number
  couriers: CourierWork[]
}

/** Orders that a courier is about to fetch. Id null: no courier is known. */
export type CourierWork = {
  id: number | null
  total: number
  packed: number
  toPack: number
  unprinted: number
}

const hourMs = 3_600_000

/** One statement. Open returns are read from the partial index that holds them alone, packed orders from the index by check. */
export async function readWaitingWork(
  db: Database,
  filter: OrderFilter,
  limits: DueLimits,
  midnight: Date,
): Promise<WaitingWork> {
  const statement = new Statement(filter.ownerId)
  const figures = figuresOf(statement, { filter, limits })
  const where = (more: Partial<OrderFilter>) =>
    `o.owner_id = $1 and ${orderConditions(statement, { ...filter, ...more })}`
  const since = (at: Date) => `o.checked_at >= ${statement.value(at)}::timestamptz`
  const counts = `select json_build_object('figures', (${figures}),
    'returnBy', (select min(c.answer_by) from orders o join return_cases c on c.owner_id = $1 and c.shop_id = o.shop_id
      and c.channel_order_id = o.channel_order_id and c.status = ${returnStatusIds.requested}
      where ${where({ hasReturnRequest: true })}),
    'packedToday', (select count(*) from orders o where ${where({})} and ${since(midnight)}),
    'packedLastHour', (select count(*) from orders o
      where ${where({})} and ${since(new Date(limits.now.getTime() - hourMs))}),
    'couriers', (${couriersOf(where({ statuses: ['ready_to_ship'] }))}))`
  return (await readList<WaitingWork>(db, filter.ownerId, statement, { rows: undefined, counts })).counts
}

/** Counts the first orders of the status alone, as the queue does. */
function couriersOf(where: string): string {
  const orders = `select o.courier, o.checked_at, o.printed_at, ${isUnpacked} as to_pack from orders o
    where ${where} and not o.is_digital limit ${mostCounted}`
  return `select coalesce(json_agg(json_build_object('id', f.courier, 'total', f.total, 'packed', f.packed,
      'toPack', f.to_pack, 'unprinted', f.unprinted) order by f.total desc, f.courier), '[]')
    from (select c.courier, count(*) as total, count(c.checked_at) as packed, count(*) filter (where c.to_pack) as to_pack, count(*) - count(c.printed_at) as unprinted
      from (${orders}) c group by 1) f`
}
