import { expect, it } from 'vitest'
import { isSecondPress } from './second-press.ts'

it('asks once for a double click and for a key that is held, and again for a click of its own', () => {
  expect([0, 150, 600, 1050].map((at) => isSecondPress('waybill 1', at))).toEqual([false, true, true, true])
  expect(isSecondPress('waybill 1', 1600)).toBe(false)
  expect(isSecondPress('waybill 2', 1650)).toBe(false)
  expect(isSecondPress('waybill 1', 1700)).toBe(false)
})
