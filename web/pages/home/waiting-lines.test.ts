import { expect, it } from 'vitest'
import { type DueFilter, groupsOfDue } from '../../../model/queue-groups.ts'
import { nextDeadline, type ToDo, type Waiting, waitingLines } from './waiting-lines.ts'

const toDo: ToDo = {
  unpaid: 0,
  pending: 0,
  confirmed: 0,
  ready_to_ship: 0,
  cancel_requested: 12,
  return_requested: 5,
  low_stock: 0,
  out_of_stock: 7,
  upload_failed: 0,
  token_expired: 0,
}

const at = (hour: number) => `2026-11-23T${String(hour).padStart(2, '0')}:00:00+00:00`
const figure = (
  due: Waiting['queue']['figures'][number]['due'],
  step: Waiting['queue']['figures'][number]['step'],
  total: number,
  first: string | null,
) => ({ due, step, total, first_deadline: first })

const waiting: Waiting = {
  queue: {
    figures: [
      figure('overdue', 'confirm', 2, at(2)),
      figure('overdue', 'hand_over', 1, at(1)),
      figure('overdue', 'answer', 1, at(2)),
      figure('today', 'answer', 12, at(9)),
      figure('today', 'confirm', 9, at(13)),
      figure('later', 'confirm', 12, at(20)),
      figure('none', 'print', 3, null),
      figure('today', 'scan', 4, at(12)),
      figure('tomorrow', 'waiting', 8, at(11)),
    ],
    is_counted: true,
  },
  first_return_answer_by: at(23),
  packed_today: 0,
  packed_last_hour: 0,
  to_pack: 0,
  couriers: [],
}

const seesAll = { seesSkus: true, seesTemplates: true }

it('are sorted late first, then by the first deadline that can be met, then without one', () => {
  const lines = waitingLines(toDo, waiting, seesAll)
  const open = lines.filter(({ total }) => total > 0)
  expect(open.map(({ kind, total, first, dueToday }) => [kind, total, first, dueToday])).toEqual([
    ['overdue', 4, at(1), 0],
    ['answer', 12, at(9), 12],
    ['scan', 4, at(12), 4],
    ['confirm', 21, at(13), 9],
    ['returns', 5, at(23), 0],
    ['print', 3, null, 0],
    ['outOfStock', 7, null, 0],
  ])
  expect(lines.filter(({ total }) => total === 0).map(({ kind }) => kind)).toEqual([
    'lowStock',
    'uploadFailed',
  ])
})

it('count each order of the queue once, and open the list of exactly what they count', () => {
  const lines = waitingLines(toDo, waiting, seesAll).filter(({ search }) => search['view'] === 'queue')
  const { figures } = waiting.queue
  const listed = lines.map(({ kind, search: { due, step } }) => {
    const groups = groupsOfDue(due as DueFilter)
    return [
      kind,
      figures.filter((one) => groups.includes(one.due) && (step ?? one.step) === one.step),
    ] as const
  })
  for (const [kind, own] of listed)
    expect([kind, own.reduce((sum, { total }) => sum + total, 0)]).toEqual([
      kind,
      lines.find((line) => line.kind === kind)?.total,
    ])
  const all = listed.flatMap(([, own]) => own)
  expect(new Set(all).size).toBe(all.length)
  // Orders that wait for the channel alone ask for nobody.
  expect(figures.filter((one) => !all.includes(one))).toEqual([figure('tomorrow', 'waiting', 8, at(11))])
})

it('have no SKUs and no templates for those who may not see them', () => {
  const kinds = (rights: Partial<typeof seesAll>) =>
    waitingLines(toDo, waiting, { ...seesAll, ...rights }).map(({ kind }) => kind)
  const all = kinds({})
  expect(kinds({ seesSkus: false })).toEqual(
    all.filter((kind) => kind !== 'outOfStock' && kind !== 'lowStock'),
  )
  expect(kinds({ seesTemplates: false })).toEqual(all.filter((kind) => kind !== 'uploadFailed'))
})

it('name the next deadline of whatever still has to leave', () => {
  expect(nextDeadline(waiting)).toBe(at(9))
})
