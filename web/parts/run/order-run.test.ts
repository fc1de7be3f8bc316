import { beforeEach, expect, it, vi } from 'vitest'
import type { ActionBatch } from './action-batch.ts'
import { changeRun, findOpenRun, type OrderRun, readRun, showRun, startRun } from './order-run.ts'
import {
  holdsLabels,
  isOver,
  labelsOf,
  labelsToPrint,
  ordersOf,
  papersToKeep,
  resultsOf,
  type RunResult,
} from './run-figures.ts'
import type { PrintBatch } from './use-print.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})

it('goes on with a run beside another, until somebody closes it', async () => {
  const confirmed = startRun(1, { kind: 'confirm', labels: 'all', batchIds: [5] })
  await nextMoment()
  const canceled = startRun(1, { kind: 'cancel', batchIds: [6] })
  expect(readRun(confirmed)).toMatchObject({ batchIds: [5], isSmall: true })
  changeRun(confirmed, ({ asked }) => ({ asked: [...asked, 41] }))
  showRun(confirmed)
  expect(readRun(confirmed)).toMatchObject({ asked: [41], isSmall: false })
  expect(readRun(canceled)).toMatchObject({ asked: [], isSmall: true })

  expect(findOpenRun(1, () => true)).toMatchObject({ kind: 'cancel' })
  expect(findOpenRun(2, () => true)).toBeNull()
  changeRun(canceled, () => ({ closedAt: new Date().toISOString() }))
  expect(findOpenRun(1, () => true)).toMatchObject({ kind: 'confirm' })
  await nextMoment()
  startRun(1, { kind: 'accept_cancel' })
  expect([readRun(confirmed)?.kind, readRun(canceled)]).toEqual(['confirm', null])
})

it('prints the labels of orders whose courier is set so, and none where none is wanted', () => {
  const results = [result(1, 1), result(2, 0)]
  const run = (labels: OrderRun['labels'], toPrint: number[] = []) => startRun(1, { labels, toPrint })
  expect(labelsOf(run('all', [3]), results)).toEqual([3, 1, 2])
  expect(labelsOf(run('set'), results)).toEqual([1])
  expect(labelsOf(run('set'), [result(2, 0)])).toEqual([])
  expect(labelsOf(run('none'), results)).toEqual([])
})

it('waits for no label of an order that was accepted without a courier', () => {
  const accepted = { ...result(3, 0), waits_for_courier: 1, has_number: 0 } as RunResult
  accepted.action = { state: 'done', is_under_way: false, ended_at: new Date().toISOString() } as never
  const run = startRun(1, { labels: 'all' })
  expect(labelsOf(run, [result(1, 1), accepted])).toEqual([1])
  expect(isOver(run, [accepted], Date.now())).toBe(true)
})

it('keeps no labels waiting for a channel that does not answer', () => {
  const now = Date.now()
  const ago = (seconds: number) => new Date(now - 1000 * seconds).toISOString()
  const order = (id: number, action: object) =>
    ({ ...result(id, 0), has_number: 1, action: { is_under_way: false, ended_at: null, ...action } }) as never
  const run = startRun(1, { labels: 'all' })
  const results: RunResult[] = [
    order(1, { state: 'done', requested_at: ago(100), ended_at: ago(90) }),
    order(2, { state: 'running', requested_at: ago(100), is_under_way: true }),
    order(3, { state: 'done', requested_at: ago(100), ended_at: ago(90), is_under_way: true }),
  ]
  expect(holdsLabels(run, results, now, now - 50_000)).toBe(true)
  expect(holdsLabels(run, results, now, now - 70_000)).toBe(false)
  expect(labelsToPrint(run, results)).toEqual([1])
  expect(holdsLabels(run, [], now, now)).toBe(false)
})

it('counts the answers to two returns of one order apart', () => {
  const answer = (returnId: number, state: string) =>
    ({ order_id: 1, return_id: returnId, action: { state } }) as RunResult
  const batch = (id: number, ...results: RunResult[]) => ({ id, results }) as unknown as ActionBatch
  const results = resultsOf([batch(5, answer(8, 'failed'), answer(9, 'done')), batch(6, answer(8, 'done'))])
  expect(results.map((one) => [one.return_id, one.batchId, one.action.state])).toEqual([
    [8, 6, 'done'],
    [9, 5, 'done'],
  ])
  expect(ordersOf(results)).toEqual([1])
})

it('keeps papers that somebody still has to see, and the last ten of the others', () => {
  const prints = Array.from({ length: 13 }, (_, id) => ({ id, kind: 'slip' as const, isOpened: id !== 1 }))
  const batchOf = (id: number) =>
    ({ id, state: 'done', pages: 1, failed: id === 2 ? [{}] : [], stopped: [] }) as unknown as PrintBatch
  const kept = (kind: OrderRun['kind'], of?: number) =>
    papersToKeep(startRun(1, { kind, prints }), batchOf, of === undefined ? of : batchOf(of)).map(
      ({ id }) => id,
    )
  expect(kept(null)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(kept('confirm')).toHaveLength(13)
  // Made once more without what is stopped; a part of what failed.
  expect([kept(null, 12).includes(12), kept(null, 2).includes(2)]).toEqual([false, true])
})

const result = (orderId: number, autoPrint: number) =>
  ({ order_id: orderId, action: { state: 'done' }, auto_print: autoPrint }) as RunResult

/** Runs are told apart by the moment of their start. */
const nextMoment = async () => {
  const before = Date.now()
  while (Date.now() === before) await Promise.resolve()
}
