import { beforeEach, expect, it } from 'vitest'
import { stubStorage, type StubStorage } from '../../../../test/steps/stub-storage.ts'
import { ApiError } from '../../../api.ts'
import { type Conflict, type ScanBatch, scanStore } from './kept-scans.ts'
import { sendKeptScans } from './send-kept-scans.ts'

let storage: StubStorage
beforeEach(() => {
  storage = stubStorage()
})

/** Sends scans of the orders 1 to `orders`, and answers what was told of them and what is left. */
async function sendTo(answer: (batch: ScanBatch) => Conflict[], orders = 3) {
  const store = scanStore(1)
  for (let id = 1; id <= orders; id++) store.add({ order_id: id, line_id: `${id}-0`, add: 1 })
  const told: Conflict[] = []
  const sending = sendKeptScans(store, {
    post: (batch) => Promise.try(() => answer(batch)),
    explain: ({ code }, orderId) => `${orderId}: ${code}`,
    onSent: (refused) => told.push(...refused),
  })
  const error = await sending.catch((thrown: unknown) => thrown)
  return { error, told, left: store.list().map((scan) => scan.order_id) }
}

const refused = (status: number, code: ApiError['code']) => new ApiError({ status, code })
const refuse = (status: number, code: ApiError['code']) => () => {
  throw refused(status, code)
}

it('tells the one scan that is refused, and sends those around it', async () => {
  const counted: number[] = []
  const { told, left } = await sendTo((batch) => {
    if (batch.some((scan) => scan.order_id === 2)) throw refused(422, 'validation_failed')
    counted.push(...batch.map((scan) => scan.order_id))
    return []
  })
  expect(told).toEqual([{ order_id: 2, why: 'refused', message: '2: validation_failed' }])
  expect([counted, left]).toEqual([[1, 3], []])
})

it('tells all that a reader without the right had scanned, a call at a time', async () => {
  const { told, left } = await sendTo(refuse(403, 'forbidden'), 130)
  expect([told.length, told[0]?.message, left]).toEqual([130, '1: forbidden', []])
})

it.each([
  [0, 'no_response'],
  [401, 'unauthenticated'],
  [429, 'too_many_attempts'],
  [503, 'internal'],
] as const)('keeps what was answered with %i', async (status, code) => {
  const { error, told, left } = await sendTo(refuse(status, code))
  expect([error, told, left]).toEqual([refused(status, code), [], [1, 2, 3]])
})

it('keeps no scan without room for it', () => {
  const store = scanStore(1)
  expect(store.add({ order_id: 1, reset: true })).toBe(true)
  storage.room = 100
  expect(store.add({ order_id: 2, reset: true })).toBe(false)
  expect(store.list()).toMatchObject([{ order_id: 1 }])
})
