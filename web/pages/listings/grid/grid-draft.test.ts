import { expect, it } from 'vitest'
import { edit, emptyDraft, redo, settle, undo } from './grid-draft.ts'
import { reduceGrid, startState } from './grid-state.ts'

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
  expect(settle(other, [{ id: 2, field: 'price', text: '13' }])).toEqual(emptyDraft)
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

it('keeps what is typed into a cell while its earlier price is on its way, over the price that was taken', () => {
  const typed = (state: ReturnType<typeof startState>, text: string, over: string) =>
    reduceGrid(state, {
      type: 'edit',
      texts: [{ id: 1, field: 'price', text }],
      storedText: () => over,
    })
  const cells = [{ id: 1, field: 'price', text: '12' }] as const
  const begun = typed(startState(emptyDraft), '12', '10')
  const sending = typed(reduceGrid(begun, { type: 'sending', cells: [...cells] }), '13', '10')
  const sent = new Map([[1, { values: { price: 12 }, over: { price: 10 } }]])
  const taken = reduceGrid(sending, { type: 'answer', cells: [...cells], message: null, sent })
  expect([taken.draft.edits, taken.draft.over]).toEqual([{ 1: { price: '13' } }, { 1: { price: '12' } }])
  expect([taken.results.size, taken.taken.get(1)?.values]).toEqual([0, { price: 12 }])
  const refused = reduceGrid(sending, { type: 'answer', cells: [...cells], message: 'No', sent })
  expect([refused.draft.edits, refused.results.size]).toEqual([{ 1: { price: '13' } }, 0])
})

it('brings discarded edits back beside those that were made since', () => {
  const typed = (state: ReturnType<typeof startState>, id: number, text: string) =>
    reduceGrid(state, {
      type: 'edit',
      texts: [{ id, field: 'price', text }],
      storedText: stored,
    })
  const before = typed(typed(startState(emptyDraft), 1, '12'), 2, '13')
  const since = typed(typed(reduceGrid(before, { type: 'discard' }), 2, '14'), 3, '15')
  const restored = reduceGrid(since, { type: 'restore', draft: before.draft })
  expect(restored.draft.edits).toEqual({ 1: { price: '12' }, 2: { price: '14' }, 3: { price: '15' } })
  expect(restored.draft.over).toEqual({ 1: { price: '10' }, 2: { price: '10' }, 3: { price: '10' } })
  expect(reduceGrid(restored, { type: 'undo' }).draft.edits).toEqual({
    1: { price: '12' },
    2: { price: '14' },
  })
})
