/**
 * The work queue: orders of three statuses by the time by which they have to leave. Each status is a run of the index by
 * ship-by time, and a page is the first rows of each run, merged.
 */
import type { DueGroup, DueLimits, QueueStep } from '../../../model/queue-groups.ts'
import { dueGroups, firstChannelCourier, mostCounted, queueStatuses } from '../../../model/queue-groups.ts'
import { orderStatusIds } from '../../../model/order-status.ts'
import type { Database } from '../../db/database.ts'
import { Statement } from '../../db/statement.ts'
import { orderConditions } from '../list/order-conditions.ts'
import type { OrderFilter } from '../list/order-filter.ts'
import { readList, rowsOf } from '../list/order-page-store.ts'
import type { OrderRow } from '../list/order-row.ts'

export type QueueQuestion = {
  filter: OrderFilter
  limits: DueLimits
  step: QueueStep | undefined
  due: DueGroup[]
  limit: number
  /** `at` null: behind an order without a ship-by time. */
  after: { at: string | null; id: number } | undefined
}

export type QueueFigure = { due: DueGroup; step: QueueStep; total: number; first: string | null }
export type QueuePage = { rows: OrderRow[]; figures: QueueFigure[] }

const statusIds = queueStatuses.map((status) => orderStatusIds[status])
const { pending, confirmed } = orderStatusIds

/** As `queueStepOf`, in SQL, of an order `o`. */
const stepOfOrder = `case when o.cancel_requested_at is not null then 'answer'
  when o.status = ${pending} or o.pickup_failed then 'confirm'
  when o.status = ${confirmed} then case when coalesce(o.courier, 0) < ${firstChannelCourier} then 'confirm' else 'waiting' end
  when o.printed_at is null then 'print' when o.checked_at is null then 'scan' else 'hand_over' end`

export async function readQueue(db: Database, question: QueueQuestion): Promise<QueuePage> {
  const { filter } = question
  const statement = new Statement(filter.ownerId)
  const rows = rowsOf(pageOf(statement, question), paging(question.limit))
  // Further pages stand under the figures of the first.
  const counts = question.after ? `'[]'::json` : figuresOf(statement, question)
  const { rows: found, counts: figures } = await readList<QueueFigure[]>(db, filter.ownerId, statement, {
    rows,
    counts,
  })
  return { rows: found, figures }
}

const paging = (limit: number) =>
  ({ sort: 'ship_by_at', descending: false, limit, offset: 0, after: undefined }) as const

function pageOf(statement: Statement, { filter, limits, step, due, limit, after }: QueueQuestion): string {
  const statuses = `${statement.value(statusIds)}::smallint[]`
  const rest = orderConditions(statement, { ...filter, statuses: [] })
  const ofStep = step === undefined ? '' : ` and ${stepOfOrder} = ${statement.value(step)}`
  const runs = dueGroups
    .filter((group) => due.length === 0 || due.includes(group))
    .flatMap((group) => runOf(statement, group, limits, after))
  const run = (bounds: string) => `(select o.id, o.ship_by from orders o
    where o.owner_id = $1 and o.status = run.status and ${bounds} and ${rest}${ofStep} order by o.ship_by, o.id limit ${limit})`
  if (runs.length === 0) return 'select o.id, o.ship_by from orders o where o.owner_id = $1 and false'
  return `select o.id, o.ship_by from unnest(${statuses}) as run(status) cross join lateral (${runs.map(run).join(' union all ')}) o
    order by o.ship_by nulls last, o.id limit ${limit}`
}

/** Conditions of the rows of a group behind the cursor; none where it is behind the whole group. */
function runOf(
  statement: Statement,
  group: DueGroup,
  { now, tomorrow, dayAfter }: DueLimits,
  after: QueueQuestion['after'],
): string[] {
  const at = (moment: Date | string) => `${statement.value(moment)}::timestamptz`
  if (group === 'none') {
    const behind = after?.at === null ? ` and o.id > ${statement.value(after.id)}::bigint` : ''
    return [`o.ship_by is null${behind}`]
  }
  if (after?.at === null) return []
  const bounds = {
    overdue: [null, now],
    today: [now, tomorrow],
    tomorrow: [tomorrow, dayAfter],
    later: [dayAfter, null],
  } as const
  const [from, to] = bounds[group]
  return [
    [
      'o.ship_by is not null',
      ...(from ? [`o.ship_by >= ${at(from)}`] : []),
      ...(to ? [`o.ship_by < ${at(to)}`] : []),
      ...(after ? [`(o.ship_by, o.id) > (${at(after.at)}, ${statement.value(after.id)}::bigint)`] : []),
    ].join(' and '),
  ]
}

/** Counts the first orders of the queue alone, so that the statement has a bound. */
export function figuresOf(
  statement: Statement,
  { filter, limits: { now, tomorrow, dayAfter } }: Pick<QueueQuestion, 'filter' | 'limits'>,
): string {
  const rest = orderConditions(statement, { ...filter, statuses: [] })
  const before = (moment: Date) => `c.ship_by < ${statement.value(moment)}::timestamptz`
  const due = `case when c.ship_by is null then 'none' when ${before(now)} then 'overdue'
    when ${before(tomorrow)} then 'today' when ${before(dayAfter)} then 'tomorrow' else 'later' end`
  const queue = `select o.ship_by, ${stepOfOrder} as step from orders o
    where o.owner_id = $1 and o.status = any(${statement.value(statusIds)}::smallint[]) and ${rest} limit ${mostCounted + 1}`
  return `select coalesce(json_agg(json_build_object('due', f.due, 'step', f.step, 'total', f.total, 'first', f.first)), '[]')
    from (select ${due} as due, c.step, count(*) as total, min(c.ship_by) as first from (${queue}) c group by 1, 2) f`
}
