import { describe, expect, it } from 'vitest'
import { buyersOf, narrowedTo } from './customers-of-figure.ts'

const scope = { from: '2026-03-01', to: '2026-03-31' }

describe('the customers of a figure', () => {
  it('bought on its days', () => {
    expect(buyersOf(scope)).toEqual({ sold_from: '2026-03-01', sold_to: '2026-03-31' })
  })

  it('are new if that was for the first time', () => {
    expect(buyersOf(scope, 'new')).toEqual({ first_sold_from: '2026-03-01', first_sold_to: '2026-03-31' })
  })

  it.each([
    ['2026-03-01', '2026-02-28'],
    ['2028-03-01', '2028-02-29'],
    ['2026-01-01', '2025-12-31'],
  ])('are returning if they had bought before %s, on %s at the latest', (from, before) => {
    expect(buyersOf({ from, to: from }, 'returning')).toEqual({
      first_sold_to: before,
      sold_from: from,
      sold_to: from,
    })
  })

  it('are of its shops, channels and segment', () => {
    const narrowed = { ...scope, shop_id: [3, 4], platform_id: [2], segment_id: 9 }
    expect(buyersOf(narrowed, 'new')).toMatchObject({ shop_id: [3, 4], platform_id: [2], shortlist_id: [9] })
    expect(narrowedTo({})).toEqual({})
    expect(narrowedTo({ segment_id: 9 })).toEqual({ shortlist_id: [9] })
  })
})
