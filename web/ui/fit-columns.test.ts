import { describe, expect, it } from 'vitest'
import { fitColumns } from './fit-columns.ts'

const select = { key: 'select', width: 34 }
const items = { key: 'items', width: 200, grow: 3, max: 420 }
const status = { key: 'status', width: 150, grow: 1, max: 190 }
const customer = { key: 'customer', width: 120, grow: 1, max: 180, rank: 2 }
const note = { key: 'note', width: 150, rank: 1 }

describe('columns of a table', () => {
  it('share the slack by what matters, up to what each can use', () => {
    const { widths, hidden } = fitColumns([select, items, status, customer], 604)
    expect(hidden).toEqual([])
    expect(Object.fromEntries(widths)).toEqual({ select: 34, items: 260, status: 170, customer: 140 })
  })

  it('give on what one of them cannot use', () => {
    const { widths } = fitColumns([select, items, status, customer], 724)
    expect(Object.fromEntries(widths)).toEqual({ select: 34, items: 335, status: 190, customer: 165 })
  })

  it('fill the frame even where all are as wide as they can use', () => {
    const { widths } = fitColumns([select, items, status], 1000)
    expect(Object.fromEntries(widths)).toEqual({ select: 34, items: 776, status: 190 })
  })

  it('leave out the lowest rank first, and never one without a rank', () => {
    expect(fitColumns([select, items, note, status, customer], 530).hidden).toEqual(['note'])
    expect(fitColumns([select, items, note, status, customer], 400).hidden).toEqual(['note', 'customer'])
    expect(fitColumns([select, items, status], 100)).toEqual({
      widths: new Map([
        ['select', 34],
        ['items', 200],
        ['status', 150],
      ]),
      hidden: [],
    })
  })

  it('leave out the one further right of two that rank alike', () => {
    const left = { key: 'left', width: 100, rank: 1 }
    expect(fitColumns([left, { ...left, key: 'right' }], 150).hidden).toEqual(['right'])
  })
})
