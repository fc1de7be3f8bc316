/**
 * The work queue: orders of three statuses by their deadlines. Each status is a run of the index by ship-by time, the open
 * requests to cancel are read from the index that holds them alone, and a page is the first rows of each, merged.
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
  /** `at` null: behind an order without a deadline. */
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

/** As `deadlineOf`, in SQL, of an order `o` whose buyer asks to cancel, and of any. */
const answerDeadline = 'coalesce(o.cancel_deadline, o.ship_by)'
const deadlineOfOrder = `case when o.cancel_requested_at is null then o.ship_by else ${answerDeadline} end`

export async function readQueue(db: Database, question: QueueQuestion): Promise<QueuePage> {
  const { filter } = question
  const statement = new Statement(filter.ownerId)
  const rows = rowsOf(pageOf(statement, question), 'order by page.deadline nulls last, page.id')
  // Further pages stand under the figures of the first.
  const counts = question.after ? `'[]'::json` : figuresOf(statement, question)
  const { rows: found, counts: figures } = await readList<QueueFigure[]>(db, filter.ownerId, statement, {
    rows,
    counts,
  })
  return { rows: found, figures }
}

function pageOf(statement: Statement, { filter, limits, step, due, limit, after }: QueueQuestion): string {
  const statuses = `${statement.value(statusIds)}::smallint[]`
  const rest = orderConditions(statement, { ...filter, statuses: [] })
  const boundsBy = (deadline: string) =>
    dueGroups
      .filter((group) => due.length === 0 || due.includes(group))
      .flatMap((group) => boundsOf(statement, deadline, group, limits, after))
  const first = (deadline: string, where: string) => `(select o.id, ${deadline} as deadline from orders o
    where o.owner_id = $1 and ${where} and ${rest} order by ${deadline} nulls last, o.id limit ${limit})`
  const sources: string[] = []
  if (step !== 'answer') {
    const ofStep = step === undefined ? '' : ` and ${stepOfOrder} = ${statement.value(step)}`
    const runs = boundsBy('o.ship_by').map((bounds) =>
      first(
        'o.ship_by',
        `o.status = run.status and o.cancel_requested_at is null and not o.is_digital and ${bounds}${ofStep}`,
      ),
    )
    if (runs.length > 0)
      sources.push(
        `select o.id, o.deadline from unnest(${statuses}) as run(status) cross join lateral (${runs.join(' union all ')}) o`,
      )
  }
  const bounds = step === undefined || step === 'answer' ? boundsBy(answerDeadline) : []
  if (bounds.length > 0) {
    const where = `o.status = any(${statuses}) and o.cancel_requested_at is not null and (${bounds.join(' or ')})`
    sources.push(first(answerDeadline, where))
  }
  if (sources.length === 0)
    return 'select o.id, o.ship_by as deadline from orders o where o.owner_id = $1 and false'
  return `select o.id, o.deadline from (${sources.join(' union all ')}) o order by o.deadline nulls last, o.id limit ${limit}`
}

/** Conditions of the rows of a group behind the cursor; none where it is behind the whole group. */
function boundsOf(
  statement: Statement,
  deadline: string,
  group: DueGroup,
  { now, tomorrow, dayAfter }: DueLimits,
  after: QueueQuestion['after'],
): string[] {
  const at = (moment: Date | string) => `${statement.value(moment)}::timestamptz`
  if (group === 'none') {
    const behind = after?.at === null ? ` and o.id > ${statement.value(after.id)}::bigint` : ''
    return [`(${deadline} is null${behind})`]
  }
  if (after?.at === null) return []
  const bounds = {
    overdue: [null, now],
    today: [now, tomorrow],
    tomorrow: [tomorrow, dayAfter],
    later: [dayAfter, null],
  } as const
  const [from, to] = bounds[group]
  const parts = [
    `${deadline} is not null`,
    ...(from ? [`${deadline} >= ${at(from)}`] : []),
    ...(to ? [`${deadline} < ${at(to)}`] : []),
    ...(after ? [`(${deadline}, o.id) > (${at(after.at)}, ${statement.value(after.id)}::bigint)`] : []),
  ]
  return [`(${parts.join(' and ')})`]
}

/** Counts the first orders of the queue alone, so that the statement has a bound. */
export function figuresOf(
  statement: Statement,
  { filter, limits: { now, tomorrow, dayAfter } }: Pick<QueueQuestion, 'filter' | 'limits'>,
): string {
  const rest = orderConditions(statement, { ...filter, statuses: [] })
  const before = (moment: Date) => `c.deadline < ${statement.value(moment)}::timestamptz`
  const due = `case when c.deadline is null then 'none' when ${before(now)} then 'overdue'
    when ${before(tomorrow)} then 'today' when ${before(dayAfter)} then 'tomorrow' else 'later' end`
  const queue = `select ${deadlineOfOrder} as deadline, ${stepOfOrder} as step from orders o
    where o.owner_id = $1 and o.status = any(${statement.value(statusIds)}::smallint[])
      and (o.cancel_requested_at is not null or not o.is_digital) and ${rest} limit ${mostCounted + 1}`
  return `select coalesce(json_agg(json_build_object('due', f.due, 'step', f.step, 'total', f.total, 'first', f.first)), '[]')
    from (select ${due} as due, c.step, count(*) as total, min(c.deadline) as first from (${queue}) c group by 1, 2) f`
}
