import type { Reply } from '../../../contract/endpoints.ts'
import type { QueueStep } from '../../../model/queue-groups.ts'
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

const queueSteps = ['confirm', 'print', 'scan'] as const satisfies QueueStep[]

/** Everything that may wait, the most urgent first: late, then by the first deadline, then what has none. */
export function waitingLines(toDo: ToDo, waiting: Waiting, rights: { seesSkus: boolean }): WaitingLine[] {
  const { figures } = waiting.queue
  const overdue = figures.filter(({ due }) => due === 'overdue')
  const orders = { to: paths.orders(), dueToday: 0 }
  const lines: WaitingLine[] = [
    {
      ...orders,
      kind: 'overdue',
      total: sum(overdue),
      first: firstOf(overdue),
      search: { view: 'queue', due: 'overdue' },
    },
    {
      ...orders,
      kind: 'answer',
      total: toDo.cancel_requested,
      first: waiting.first_cancel_answer_by,
      search: { has_cancel_request: 1 },
    },
    ...queueSteps.map((step) => stepLine(figures, step)),
    {
      ...orders,
      kind: 'returns',
      total: toDo.return_requested,
      first: waiting.first_return_answer_by,
      search: { has_return_request: 1 },
    },
    ...(rights.seesSkus ? stockLines(toDo) : []),
    {
      kind: 'uploadFailed',
      total: toDo.upload_failed,
      first: null,
      dueToday: 0,
      to: paths.templates(),
      search: { upload_status: 'failed' },
    },
  ]
  const urgency = ({ kind, first }: WaitingLine) =>
    kind === 'overdue' ? -Infinity : first === null ? Infinity : Date.parse(first)
  return lines.toSorted((a, b) => compare(urgency(a), urgency(b)))
}

/** Overdue orders have a line of their own, so that the deadline of a step is the first one that can still be met. */
function stepLine(figures: QueueFigure[], step: (typeof queueSteps)[number]): WaitingLine {
  const all = figures.filter((figure) => figure.step === step)
  const open = all.filter(({ due }) => due !== 'overdue')
  return {
    kind: step,
    total: sum(all),
    first: firstOf(open),
    dueToday: sum(open.filter(({ due }) => due === 'today')),
    to: paths.orders(),
    search: { view: 'queue', step },
  }
}

function stockLines({ out_of_stock: out, low_stock: low }: ToDo): WaitingLine[] {
  const skus = { to: paths.skus(), first: null, dueToday: 0 }
  return [
    { ...skus, kind: 'outOfStock', total: out, search: { stock: 'out' } },
    { ...skus, kind: 'lowStock', total: low, search: { stock: 'low' } },
  ]
}

/** The next deadline of all orders that still have to leave, whoever they wait for. */
export function nextDeadline({ queue }: Waiting): string | null {
  return firstOf(queue.figures.filter(({ due }) => due !== 'overdue'))
}

function firstOf(figures: QueueFigure[]): string | null {
  return figures.flatMap(({ first_ship_by: first }) => first ?? []).toSorted()[0] ?? null
}

function sum(figures: { total: number }[]): number {
  return figures.reduce((all, { total }) => all + total, 0)
}

/** Infinities of one sign differ by nothing. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}
