import { describe, expect, it } from 'vitest'
import { emptyDraft } from './grid-draft.ts'
import type { GridRow } from './grid-rows.ts'
import { cellKey, type GridAction, reduceGrid, startState, withTaken } from './grid-state.ts'

const price = (id: number, text: string) => ({ id, field: 'price' as const, text })
const edit = (...texts: ReturnType<typeof price>[]): GridAction => ({
  type: 'edit',
  texts,
  storedText: () => '10',
})
const play = (...actions: GridAction[]) => actions.reduce(reduceGrid, startState(emptyDraft))
const sentRow = (value: number) => ({ values: { price: value }, over: { price: 10 } })

describe('an answer', () => {
  const cells = [price(1, '12')]

  it('of success takes the cell out of the draft and shows the price that was taken', () => {
    const state = play(
      edit(...cells),
      { type: 'sending', cells },
      { type: 'answer', cells, message: null, sent: new Map([[1, sentRow(12)]]) },
    )
    expect(state.draft.edits).toEqual({})
    expect(state.results.get(cellKey(price(1, '')))).toEqual({ state: 'sent', message: null })
    expect(withTaken({ price: 10 } as GridRow, state.taken.get(1))).toEqual({ price: 12 })
  })

  it('of refusal keeps what was typed, with the reason at its cell', () => {
    const state = play(edit(...cells), { type: 'answer', cells, message: 'Too low', sent: new Map() })
    expect(state.draft.edits).toEqual({ 1: { price: '12' } })
    expect(state.results.get('1 price')).toEqual({ state: 'refused', message: 'Too low' })
    // Typed anew it is no longer refused.
    expect(reduceGrid(state, edit(price(1, '13'))).results.size).toBe(0)
  })

  it('says nothing about what was typed since', () => {
    const typed = play(edit(...cells), { type: 'sending', cells }, edit(price(1, '14')))
    const state = reduceGrid(typed, { type: 'answer', cells, message: 'Too low', sent: new Map() })
    expect(state.results.size).toBe(0)
    expect(state.draft.edits).toEqual({ 1: { price: '14' } })
  })

  it('that never came ends the sending of all cells', () => {
    const refused = play(edit(...cells, price(2, '5')), {
      type: 'answer',
      cells: [price(2, '5')],
      message: 'No',
      sent: new Map(),
    })
    const state = reduceGrid(reduceGrid(refused, { type: 'sending', cells }), { type: 'unsent' })
    expect([...state.results.keys()]).toEqual(['2 price'])
  })

  it('of one field leaves what was taken of another', () => {
    const status = { id: 1, field: 'status' as const, text: 'off' }
    const values = { values: { price: 12, is_active: 0 }, over: { price: 10, is_active: 1 } } as never
    const state = play(
      { type: 'answer', cells, message: null, sent: new Map([[1, values]]) },
      { type: 'answer', cells: [status], message: null, sent: new Map([[1, values]]) },
    )
    expect(state.taken.get(1)).toEqual(values)
  })
})

describe('a price that was taken', () => {
  it('gives way to the store, once it has another than the one before', () => {
    expect(withTaken({ price: 10 } as GridRow, sentRow(12)).price).toBe(12)
    expect(withTaken({ price: 12 } as GridRow, sentRow(12)).price).toBe(12)
    expect(withTaken({ price: 11 } as GridRow, sentRow(12)).price).toBe(11)
    expect(withTaken({ price: 10 } as GridRow, undefined).price).toBe(10)
  })
})

it('undo, redo and discarding forget how cells ended', () => {
  const ended = play(edit(price(1, '12')), {
    type: 'answer',
    cells: [price(1, '12')],
    message: 'No',
    sent: new Map(),
  })
  for (const type of ['undo', 'redo', 'discard'] as const)
    expect(reduceGrid(ended, { type }).results.size).toBe(0)
  expect(reduceGrid(ended, { type: 'discard' }).draft).toEqual(emptyDraft)
})
