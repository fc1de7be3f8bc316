import { expect, test } from 'vitest'
import { createClock } from './clock.ts'
import { createReturnSimulation, refundOf, ReturnRefused, type NewReturn } from './return-simulation.ts'

const DAY = 86_400
const START_MS = 1_700_000_000_000

function open(change: Partial<NewReturn> = {}) {
  const clock = createClock(() => START_MS)
  const simulation = createReturnSimulation(clock, {
    createId: (orderId, nth) => `${orderId}-R${nth}`,
    answerSeconds: 2 * DAY,
    refundSeconds: DAY,
  })
  const input: NewReturn = {
    orderId: '7',
    shopId: '1',
    kind: 'return',
    reason: 'Not as described',
    note: '',
    tracking: 'BACK1',
    lines: [
      { part: 'a', sku: 'S1', quantity: 1, refund: 1_234 },
      { part: 'b', sku: 'S1', quantity: 1, refund: 1_000 },
    ],
    ...change,
  }
  return { clock, simulation, input, file: simulation.open(input) }
}

test('a return goes from the input to the money, and each step is told with its time', () => {
  const { clock, simulation, file } = open()
  const told: string[] = []
  simulation.onChange(({ stage }, action) => told.push(`${action}:${stage}`))
  clock.shift(60)
  expect(simulation.move(file, 'accept')).toBe(true)
  expect(file.changedAt).toBe(START_MS / 1000 + 60)
  expect(simulation.move(file, 'send')).toBe(true)
  expect(simulation.move(file, 'receive')).toBe(true)
  clock.shift(DAY - 1)
  expect(file.stage).toBe('received')
  clock.shift(1)
  expect(told).toEqual(['accept:accepted', 'send:sent', 'receive:received', 'refund:refunded'])
  expect(refundOf(file)).toBe(2_234)
})

test('whoever does not answer in time has accepted, and money alone is paid back by itself', () => {
  const { clock, file } = open({ kind: 'refund' })
  clock.shift(2 * DAY - 1)
  expect(file.stage).toBe('asked')
  clock.shift(1)
  expect(file.stage).toBe('accepted')
  clock.shift(DAY)
  expect(file.stage).toBe('refunded')
})

test('a refusal stands unless the buyer disputes it, and what was answered moves no more at its deadline', () => {
  const { clock, simulation, file } = open()
  expect(simulation.move(file, 'refuse', { reasonId: '3', note: 'worn' })).toBe(true)
  clock.shift(9 * DAY)
  expect(file).toMatchObject({ stage: 'refused', answer: { reasonId: '3', note: 'worn' } })
  expect(simulation.move(file, 'accept')).toBe(false)
  expect(simulation.move(file, 'dispute')).toBe(true)
  expect(simulation.move(file, 'refund')).toBe(true)
})

test('money alone has no goods to send, and one piece is in one open return', () => {
  const { simulation, input, file } = open({ kind: 'refund' })
  simulation.move(file, 'accept')
  expect(simulation.move(file, 'send')).toBe(false)
  expect(() => simulation.open(input)).toThrow(ReturnRefused)
  simulation.move(file, 'withdraw')
  expect(simulation.open(input).id).toBe('7-R1')
})

test('what was kept goes on where it stood, its deadline included', () => {
  const { clock, simulation } = open()
  const kept = structuredClone(simulation.dump())
  simulation.reset()
  clock.shift(3 * DAY)
  simulation.restore(kept)
  clock.shift(0)
  expect(simulation.find('7-R0')?.stage).toBe('accepted')
  expect(simulation.ofShop('1', START_MS / 1000 + DAY)).toHaveLength(1)
  expect(simulation.ofShop('1', 0, START_MS / 1000 + DAY)).toHaveLength(0)
})
