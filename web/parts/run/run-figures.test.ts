import { describe, expect, it } from 'vitest'
import type { ActionBatch } from './action-batch.ts'
import type { OrderRun } from './order-run.ts'
import {
  holdsLabels,
  isOver,
  labelsOf,
  labelsToPrint,
  mayRetry,
  ordersOf,
  papersToKeep,
  reasonsOf,
  resultsOf,
  type RunResult,
} from './run-figures.ts'

const minute = 60_000
const now = Date.parse('2026-11-30T07:00:00Z')

const run: OrderRun = {
  userId: 1,
  startedAt: '2026-11-30T06:59:00Z',
  kind: 'confirm',
  batchIds: [1],
  prints: [],
  labels: 'all',
  toPrint: [],
  asked: [],
  isSmall: false,
}

type Change = Partial<Omit<RunResult, 'action'>> & { action?: Partial<RunResult['action']> }

function result(orderId: number, { action, ...more }: Change = {}): RunResult {
  return {
    order_id: orderId,
    return_id: null,
    batchId: 1,
    shop: { id: 7, system_name: 'Aoi Gifts', platform_id: 1 },
    has_number: 1,
    auto_print: 0,
    waits_for_courier: 0,
    is_solved: 0,
    ...more,
    action: {
      state: 'done',
      error: null,
      is_under_way: false,
      ended_at: new Date(now - 1000).toISOString(),
      ...action,
    },
  } as unknown as RunResult
}

const failed = (orderId: number, code: string, message = code, shopId = 7) =>
  result(orderId, {
    shop: { id: shopId, system_name: `Shop ${shopId}`, platform_id: 1 },
    action: { state: 'failed', error: { code, message } } as Partial<RunResult['action']>,
  })

const batch = (id: number, results: RunResult[]) => ({ id, results }) as unknown as ActionBatch

describe('the results of a run', () => {
  it('count an order that was tried again once, as it ended the last time', () => {
    const results = resultsOf([
      batch(1, [failed(1, 'refused'), result(2)]),
      batch(2, [result(1, { has_number: 0 } as Change)]),
    ])
    expect(results.map((one) => [one.order_id, one.batchId, one.action.state])).toEqual([
      [1, 2, 'done'],
      [2, 1, 'done'],
    ])
  })

  it('count two returns of one order as two, and their order once', () => {
    const results = resultsOf([
      batch(1, [result(1, { return_id: 5 } as Change), result(1, { return_id: 6 } as Change)]),
    ])
    expect(results).toHaveLength(2)
    expect(ordersOf(results)).toEqual([1])
  })
})

describe('the reasons of failures', () => {
  it('stand together by their words, the most frequent first', () => {
    const reasons = reasonsOf([
      failed(1, 'refused', 'No stock'),
      failed(2, 'refused', 'Address missing'),
      failed(3, 'refused', 'No stock', 8),
      result(4),
    ])
    expect(reasons.map(({ message, shop, results }) => [message, shop, ordersOf(results)])).toEqual([
      ['No stock', null, [1, 3]],
      ['Address missing', null, [2]],
    ])
  })

  it('stand by shop where it is not connected, however each was told', () => {
    const reasons = reasonsOf([
      failed(1, 'sign_in_expired', 'Sign in to Shop 7'),
      failed(2, 'sign_in_expired', 'Sign in to Shop 8', 8),
      failed(3, 'sign_in_expired', 'Sign in again', 8),
    ])
    expect(reasons.map(({ shop, results }) => [shop?.id, ordersOf(results)])).toEqual([
      [8, [2, 3]],
      [7, [1]],
    ])
  })

  it('leave out what was solved since', () => {
    expect(reasonsOf([{ ...failed(1, 'refused'), is_solved: 1 } as unknown as RunResult])).toEqual([])
  })

  it.each([
    ['refused', true],
    ['unanswered', true],
    ['on_hold', true],
    ['shop_unlinked', false],
    ['address_missing', false],
  ])('%s may be tried again as it was: %s', (code, may) => {
    expect(mayRetry({ code })).toBe(may)
  })
})

describe('the end of a run', () => {
  it.each(['queued', 'running'])('has not come while an order is %s', (state) => {
    expect(isOver(run, [result(1), result(2, { action: { state } } as Change)], now)).toBe(false)
  })

  it('waits for the number of a confirmed order for a minute', () => {
    const at = (ms: number) =>
      result(1, {
        has_number: 0,
        action: { ended_at: new Date(now - ms).toISOString() },
      } as Change)
    expect(isOver(run, [at(minute - 1)], now)).toBe(false)
    expect(isOver(run, [at(minute)], now)).toBe(true)
  })

  it('waits for no number of an order whose label nobody wants', () => {
    const one = result(1, { has_number: 0 } as Change)
    expect(isOver({ ...run, labels: 'none' }, [one], now)).toBe(true)
    expect(isOver({ ...run, labels: 'set' }, [one], now)).toBe(true)
    expect(isOver({ ...run, labels: 'set' }, [{ ...one, auto_print: 1 } as RunResult], now)).toBe(false)
    expect(isOver(run, [{ ...one, waits_for_courier: 1 } as RunResult], now)).toBe(true)
  })

  it('does not wait for failures', () => {
    expect(isOver(run, [{ ...failed(1, 'refused'), has_number: 0 } as RunResult], now)).toBe(true)
  })
})

describe('labels', () => {
  const open = result(2, { action: { state: 'running', ended_at: null } } as Change)

  it('are held until all orders are over, but no longer than a minute in which none ended', () => {
    expect(holdsLabels(run, [result(1), open], now, now - 1000)).toBe(true)
    expect(holdsLabels(run, [result(1), open], now, now - minute)).toBe(false)
    expect(holdsLabels(run, [result(1)], now, now - 1000)).toBe(false)
  })

  it('are those of the orders that were confirmed, with those that were before, each once', () => {
    const results = [result(1), open, failed(3, 'refused'), result(4, { return_id: 9 } as Change), result(4)]
    expect(labelsOf({ ...run, toPrint: [8, 1] }, results)).toEqual([8, 1, 4])
    expect(labelsOf({ ...run, labels: 'none', toPrint: [8] }, results)).toEqual([8])
    const set = { ...result(5), auto_print: 1 } as RunResult
    expect(labelsOf({ ...run, labels: 'set' }, [...results, set])).toEqual([5])
  })

  it('are asked for once, and not of an order that its channel has not reported since', () => {
    const results = [result(1), result(2), result(3, { action: { is_under_way: true } } as Change)]
    expect(labelsToPrint({ ...run, asked: [2] }, results)).toEqual([1])
  })
})

describe('the papers of a day', () => {
  const papers = { ...run, kind: null }
  const prints = (count: number, isOpened = true) =>
    Array.from({ length: count }, (_, at) => ({ id: at + 1, kind: 'label' as never, isOpened }))
  const made = (id: number, change = {}) =>
    ({ id, state: 'done', pages: 1, failed: [], stopped: [], ...change }) as never
  const kept = (of: OrderRun, batchOf: (id: number) => never | undefined, latest?: never) =>
    papersToKeep(of, batchOf, latest).map(({ id }) => id)

  it('are the last ten, with older ones that were not opened or lack something', () => {
    const all = { ...papers, prints: prints(14).map((one) => ({ ...one, isOpened: one.id !== 2 })) }
    const batchOf = (id: number) =>
      id === 3 ? made(id, { failed: [{}] }) : id === 4 ? (undefined as never) : made(id)
    expect(kept(all, batchOf)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  })

  it('lose those of which a part was made once more, unless they have papers and failures of their own', () => {
    const all = { ...papers, prints: prints(2) }
    expect(kept(all, made, made(1, { pages: null }))).toEqual([2])
    expect(kept(all, made, made(1, { pages: 3, failed: [{}] }))).toEqual([1, 2])
  })

  it('are all kept beside orders that were confirmed', () => {
    expect(kept({ ...run, prints: prints(14) }, made)).toHaveLength(14)
  })
})
