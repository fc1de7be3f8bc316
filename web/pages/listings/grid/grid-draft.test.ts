import { expect, it } from 'vitest'
import { edit, emptyDraft, redo, settle, undo } from './grid-draft.ts'

const stored = () => '10'

it('keeps what differs from the store, a paste as one step of undo', () => {
  const texts = [
    { id: 1, field: 'price', text: '12' },
    { id: 2, field: 'price', text: '10' },
    { id: 3, field: 'special', text: 'n/a' },
  ] as const
  const pasted = edit(emptyDraft, [...texts], stored)
  expect(pasted.edits).toEqual({ 1: { price: '12' }, 3: { special: 'n/a' } })
  const undone = undo(pasted)
  expect(undone.edits).toEqual({})
  expect(redo(undone).edits).toEqual(pasted.edits)
})

it('forgets an edit that is typed back to the stored value', () => {
  const once = edit(emptyDraft, [{ id: 1, field: 'price', text: '12' }], stored)
  const back = edit(once, [{ id: 1, field: 'price', text: '10' }], stored)
  expect(back.edits).toEqual({})
  expect(undo(back).edits).toEqual({ 1: { price: '12' } })
})

it('has nothing to redo after a new edit, and nothing to undo of what was sent', () => {
  const one = edit(emptyDraft, [{ id: 1, field: 'price', text: '12' }], stored)
  const other = edit(undo(one), [{ id: 2, field: 'price', text: '13' }], stored)
  expect(redo(other)).toEqual(other)
  expect(settle(other, [{ id: 2, field: 'price' }])).toEqual(emptyDraft)
})

it('survives the way through the memory of the browser', () => {
  const draft = edit(emptyDraft, [{ id: 1, field: 'price', text: '12' }], stored)
  const read = JSON.parse(JSON.stringify(draft)) as typeof draft
  expect(undo(read).edits).toEqual({})
})

it('remembers what an edit was made over, through undo and redo', () => {
  const once = edit(emptyDraft, [{ id: 1, field: 'price', text: '12' }], stored)
  expect(once.over).toEqual({ 1: { price: '10' } })
  // Somebody keeps his own value over another one that was stored meanwhile.
  const kept = edit(once, [{ id: 1, field: 'price', text: '12' }], () => '11')
  expect([kept.edits, kept.over]).toEqual([{ 1: { price: '12' } }, { 1: { price: '11' } }])
  expect(undo(kept).over).toEqual({ 1: { price: '10' } })
  expect(redo(undo(kept))).toEqual(kept)
  expect(undo(undo(kept))).toMatchObject({ edits: {}, over: {} })
})
