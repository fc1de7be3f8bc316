import { describe, expect, it } from 'vitest'
import { analyticsSearch, toChartQuery } from './analytics-search.ts'
import { canceledOfStep, refundedOfStep, salesOfStep } from './orders-of-figure.ts'

const scope = { from: '2026-11-04', to: '2026-11-17', shop_id: [7] }

describe('the orders of a step', () => {
  it('are those of a day', () => {
    const steps = [{ date: '2026-11-04' }, { date: '2026-11-05' }]
    expect(salesOfStep(steps, 0, scope)).toEqual({
      date_field: 'sold',
      from: '2026-11-04',
      to: '2026-11-04',
      shop_id: [7],
    })
  })

  it('reach to the day before the next, and the last to the end of the range', () => {
    const steps = [{ date: '2026-11-04' }, { date: '2026-11-09' }, { date: '2026-11-16' }]
    expect([0, 1, 2].map((at) => salesOfStep(steps, at, scope)).map(({ from, to }) => [from, to])).toEqual([
      ['2026-11-04', '2026-11-08'],
      ['2026-11-09', '2026-11-15'],
      ['2026-11-16', '2026-11-17'],
    ])
  })

  it('are those of an hour, which only sales are found by', () => {
    const steps = [{ date: '2026-11-04T13' }, { date: '2026-11-04T14' }]
    expect(salesOfStep(steps, 0, scope)).toMatchObject({
      from: '2026-11-04',
      to: '2026-11-04',
      sold_hour: 13,
    })
    expect(salesOfStep(steps, 1, scope, { customer_type: 'new' })).toMatchObject({
      sold_hour: 14,
      customer_type: 'new',
    })
    const days = { ...scope, from: steps[0]?.date.slice(0, 10), to: steps[0]?.date.slice(0, 10) }
    expect(canceledOfStep(steps, 0, scope)).toMatchObject({
      ...days,
      status: 'canceled',
      hour: expect.any(Number),
    })
    expect(refundedOfStep(steps, 0, scope)).toMatchObject({
      ...days,
      date_field: 'refunded',
      hour: expect.any(Number),
    })
  })
})

describe('the address of analytics', () => {
  it('leaves the usual range to the API', () => {
    expect(toChartQuery(analyticsSearch.read({ range: 'last_7_days' }), 'Asia/Tokyo')).toEqual({})
  })

  it('turns days around and ends a range after a year', () => {
    expect(analyticsSearch.read({ from: '2026-11-04', to: '2026-11-01' })).toEqual({
      from: '2026-11-01',
      to: '2026-11-04',
    })
    expect(analyticsSearch.read({ from: '2020-01-01', to: '2026-11-04' })).toEqual({
      from: '2025-11-04',
      to: '2026-11-04',
    })
  })

  it('asks for hours of a month at most', () => {
    const month = { from: '2026-10-01', to: '2026-10-31', group: 'hour' }
    expect(toChartQuery(analyticsSearch.read(month), 'Asia/Tokyo')).toEqual(month)
    const more = { ...month, to: '2026-11-01' }
    expect(toChartQuery(analyticsSearch.read(more), 'Asia/Tokyo')).not.toHaveProperty('group')
  })
})
