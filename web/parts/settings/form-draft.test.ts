import { expect, test } from 'vitest'
import { differs, leftOf } from './form-draft.ts'

test('a save takes what was sent and leaves what was typed since', () => {
  const sent = { name: 'Mei', phone: '012' }
  expect(leftOf(sent, sent)).toEqual({})
  expect(leftOf({ name: 'Mei L', phone: '012' }, sent)).toEqual({ name: 'Mei L' })
  expect(leftOf<{ name: string; city: string }>({ name: 'Mei', city: 'Ipoh' }, { name: 'Mei' })).toEqual({
    city: 'Ipoh',
  })
  // Taken back while the save was on its way: the form's buttons were pressed, and nothing is left.
  expect(leftOf({}, sent)).toEqual({})
})

test('a draft differs until it is typed back', () => {
  const saved = { name: 'Mei', shops: [1, 2] }
  expect(differs({}, saved)).toBe(false)
  expect(differs({ name: 'Mei', shops: [1, 2] }, saved)).toBe(false)
  expect(differs({ name: 'Mei L' }, saved)).toBe(true)
  expect(differs({ shops: [2, 1] }, saved)).toBe(true)
})
