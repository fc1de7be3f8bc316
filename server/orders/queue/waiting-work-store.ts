/** Work that waits for people: the figures of the queue, the first deadline of returns, and how many orders were packed. */
import { returnStatusIds } from '../../../model/return-case.ts'
import type { DueLimits } from '../../../model/queue-groups.ts'
import type { Database } from '../../db/database.ts'
import { Statement } from '../../db/statement.ts'
import { orderConditions } from '../list/order-conditions.ts'
import type { OrderFilter } from '../list/order-filter.ts'
import { readList } from '../list/order-page-store.ts'
import { figuresOf, type QueueFigure } from './order-queue-store.ts'

export type WaitingWork = {
  figures: QueueFigure[]
  returnBy: string | null
  packedToday: number
  packedLastHour: number
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
      where ${where({})} and ${since(new Date(limits.now.getTime() - hourMs))}))`
  return (await readList<WaitingWork>(db, filter.ownerId, statement, { rows: undefined, counts })).counts
}
