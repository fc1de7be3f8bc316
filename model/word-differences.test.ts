import { expect, it } from 'vitest'
import { wordDifferences } from './word-differences.ts'

it('names the words that go and come', () => {
  expect(wordDifferences('Soft cotton cloth', 'Soft red cotton cloth, 70 cm')).toEqual([
    { text: 'Soft ', kind: 'same' },
    { text: 'red ', kind: 'new' },
    { text: 'cotton ', kind: 'same' },
    { text: 'cloth', kind: 'old' },
    { text: 'cloth, 70 cm', kind: 'new' },
  ])
})

it.each([
  ['', 'A'],
  ['A', ''],
  ['風呂敷 綿', '風呂敷の綿'],
  ['one two three', 'three two one'],
  ['a '.repeat(2000), 'b '.repeat(10)],
])('gives both texts back: %#', (before, after) => {
  const parts = wordDifferences(before, after)
  const without = (kind: string) => parts.filter((part) => part.kind !== kind).map(({ text }) => text)
  expect([without('new').join(''), without('old').join('')]).toEqual([before, after])
})
