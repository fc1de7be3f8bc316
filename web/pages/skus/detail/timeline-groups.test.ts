import { expect, it } from 'vitest'
import { type Entry, groupEntries } from './timeline-groups.ts'

const entry = (id: number, second: number, more: Partial<Entry> = {}): Entry => ({
  id,
  at: new Date(Date.UTC(2026, 10, 23, 14, 31, second)).toISOString(),
  type: 'sent',
  kind: null,
  on_hand_change: 0,
  reserved_change: 0,
  on_hand_after: null,
  warehouse: null,
  document: null,
  user: null,
  reason: null,
  shop: { id, system_name: `Shop ${id}`, platform_id: 2 },
  order: { id: 1, code: 'A' },
  figure: 8,
  shown: null,
  bundle: null,
  part: null,
  attempts: 0,
  oversell: null,
  ...more,
})

it('joins figures that shops were sent for one reason, and nothing else', () => {
  const ids = (entries: Entry[]) => groupEntries(entries).map((group) => group.map(({ id }) => id))
  expect(ids([entry(4, 3), entry(3, 2), entry(2, 1, { order: { id: 2, code: 'B' } })])).toEqual([[4, 3], [2]])
  expect(ids([entry(4, 3), entry(3, 2, { type: 'refused' }), entry(2, 1)])).toEqual([[4], [3], [2]])
  // The same shop again is another figure.
  expect(ids([entry(4, 3), entry(3, 2), entry(2, 1, { shop: entry(4, 0).shop })])).toEqual([[4, 3], [2]])
  expect(ids([entry(4, 120), entry(3, 0)])).toEqual([[4], [3]])
  expect(ids([])).toEqual([])
})
