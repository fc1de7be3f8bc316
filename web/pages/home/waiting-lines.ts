import type { Reply } from '../../../contract/endpoints.ts'
import { type DueFilter, groupsOfDue, type QueueStep } from '../../../model/queue-groups.ts'
import { paths } from '../../paths.ts'

export type ToDo = Reply<'GET /dashboard/to-do'>['data']
export type Waiting = Reply<'GET /dashboard/waiting'>['data']
type QueueFigure = Waiting['queue']['figures'][number]

/** Kinds of waiting work; where nothing has a deadline, in this order. */
export const waitingKinds = [
  'overdue',
  'answer',
  'confirm',
  'print',
  'scan',
  'returns',
  'outOfStock',
  'lowStock',
  'uploadFailed',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

export type WaitingLine = {
  kind: WaitingKind
  total: number
  /** The first deadline; null: none has one, or all have passed. */
  first: string | null
  /** Orders of the line that are due today. */
  dueToday: number
  /** The list of what is counted. */
  to: string
  search: Record<string, string | number>
}

/** Steps with a line of their own. */
const queueSteps = ['answer', 'confirm', 'print', 'scan'] as const satisfies QueueStep[]

/** Everything that may wait, the most urgent first: late, then by the first deadline, then what has none. */
export function waitingLines(
  toDo: ToDo,
  waiting: Waiting,
  rights: { seesSkus: boolean; seesTemplates: boolean },
): WaitingLine[] {
  const { figures } = waiting.queue
  const orders = { to: paths.orders(), dueToday: 0 }
  const lines: WaitingLine[] = [
    queueLine(figures, 'overdue', 'overdue'),
    ...queueSteps.map((step) => queueLine(figures, step, 'ahead', step)),
    {
      ...orders,
      kind: 'returns',
      total: toDo.return_requested,
      first: waiting.first_return_answer_by,
      search: { has_return_request: 1 },
    },
    ...(rights.seesSkus ? stockLines(toDo) : []),
    ...(rights.seesTemplates ? [uploadLine(toDo)] : []),
  ]
  const urgency = ({ kind, first }: WaitingLine) =>
    kind === 'overdue' ? -Infinity : first === null ? Infinity : Date.parse(first)
  return lines.toSorted((a, b) => compare(urgency(a), urgency(b)))
}

/**
 * Counts each order once: an overdue one in the line of all that are overdue, whatever it waits for, any other in the line of its
 * step. The list behind a line is asked for by what was counted.
 */
function queueLine(
  figures: QueueFigure[],
  kind: WaitingKind,
  filter: DueFilter,
  step?: QueueStep,
): WaitingLine {
  const groups = groupsOfDue(filter)
  const own = figures.filter((one) => groups.includes(one.due) && (step === undefined || one.step === step))
  return {
    kind,
    total: sum(own),
    first: firstOf(own),
    dueToday: sum(own.filter(({ due }) => due === 'today')),
    to: paths.orders(),
    search: { view: 'queue', due: filter, ...(step && { step }) },
  }
}

function stockLines({ out_of_stock: out, low_stock: low }: ToDo): WaitingLine[] {
  const skus = { to: paths.skus(), first: null, dueToday: 0 }
  return [
    { ...skus, kind: 'outOfStock', total: out, search: { stock: 'out' } },
    { ...skus, kind: 'lowStock', total: low, search: { stock: 'low' } },
  ]
}

function uploadLine({ upload_failed: total }: ToDo): WaitingLine {
  const search = { upload_status: 'failed' }
  return { kind: 'uploadFailed', total, first: null, dueToday: 0, to: paths.templates(), search }
}

/** The next deadline of all orders that still have to leave, whoever they wait for. */
export function nextDeadline({ queue }: Waiting): string | null {
  return firstOf(queue.figures.filter(({ due }) => due !== 'overdue'))
}

function firstOf(figures: QueueFigure[]): string | null {
  return figures.flatMap(({ first_deadline: first }) => first ?? []).toSorted()[0] ?? null
}

function sum(figures: { total: number }[]): number {
  return figures.reduce((all, { total }) => all + total, 0)
}

/** Infinities of one sign differ by nothing. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}
