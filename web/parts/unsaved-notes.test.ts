import { beforeEach, expect, it } from 'vitest'
import { dropUnsavedNotes, unsavedNotes } from './unsaved-notes.ts'

beforeEach(dropUnsavedNotes)

it('keeps what was typed about an order until it is saved', () => {
  const notes = unsavedNotes(1)
  notes.set(7, { note: 'Ring', version: 2 })
  notes.set(7, { note: 'Ring twice', version: 2 })
  expect(unsavedNotes(1).get(7)).toEqual({ note: 'Ring twice', version: 2 })
  notes.delete(7)
  expect(notes.get(7)).toBeUndefined()
})

it('shows nobody what another user has typed in the same tab, also where their numbers run together', () => {
  unsavedNotes(1).set(12, { note: 'Mine', version: 0 })
  unsavedNotes(11).set(2, { note: 'Of another', version: 0 })
  expect([unsavedNotes(1).get(12)?.note, unsavedNotes(11).get(2)?.note]).toEqual(['Mine', 'Of another'])
  expect([unsavedNotes(2).get(12), unsavedNotes(11).get(12), unsavedNotes(1).get(2)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('forgets all of them when somebody signs out', () => {
  for (const order of [1, 2, 3]) unsavedNotes(1).set(order, { note: 'x', version: 0 })
  dropUnsavedNotes()
  expect([1, 2, 3].map((order) => unsavedNotes(1).get(order))).toEqual([undefined, undefined, undefined])
})
