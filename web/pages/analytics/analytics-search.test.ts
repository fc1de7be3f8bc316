import { describe, expect, it } from 'vitest'
import {
  analyticsSearch,
  mayDrawHours,
  rangeOf,
  toChartQuery,
  toPlainQuery,
  toRankingQuery,
} from './analytics-search.ts'
import { buyersOf, narrowedTo } from './customers-of-figure.ts'
import { axisText, earlierTitle, stepTitle, weekdayName } from './parts/axis-texts.ts'

const zone = 'Asia/Tokyo'
const read = (search: Record<string, unknown>) => analyticsSearch.read(search)

describe('days in the address', () => {
  it('are the usual seven where none are said', () => {
    expect(rangeOf(read({}))).toBe('last_7_days')
    expect(read({ range: 'last_7_days' })).toEqual(read({}))
    expect(toPlainQuery(read({}), zone)).toEqual({})
  })

  it('stand in their order, and a year of them at most', () => {
    expect(read({ from: '2026-11-30', to: '2026-11-01' })).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-30',
    })
    expect(read({ from: '2020-01-01', to: '2024-12-31' })).toMatchObject({
      from: '2024-01-01',
      to: '2024-12-31',
    })
  })

  it('are left out where they are none', () => {
    expect(read({ from: '2026-02-30', to: 'soon' })).toEqual(read({}))
    expect(rangeOf(read({ from: '2026-11-01' }))).toBeUndefined()
    expect(toPlainQuery(read({ from: '2026-11-01' }), zone)).toEqual({ from: '2026-11-01' })
  })

  it('are not both a range and days', () => {
    const both = read({ range: 'yesterday', from: '2026-11-01', to: '2026-11-02' })
    expect(both).not.toHaveProperty('from')
    const { from, to } = toPlainQuery(both, zone)
    expect(from).toBe(to)
  })
})

describe('hours', () => {
  const days = (to: string) => ({ from: '2026-11-01', to })

  it('are drawn of a month of days', () => {
    expect(mayDrawHours(days('2026-12-01'))).toBe(true)
    expect(mayDrawHours(days('2026-12-02'))).toBe(false)
    expect(mayDrawHours({})).toBe(true)
  })

  it('give way to what suits a longer range', () => {
    expect(toChartQuery(read({ group: 'hour', ...days('2026-11-02') }), zone)).toHaveProperty('group', 'hour')
    expect(toChartQuery(read({ group: 'hour', ...days('2026-12-31') }), zone)).not.toHaveProperty('group')
    expect(toChartQuery(read({ group: 'week', ...days('2026-12-31') }), zone)).toHaveProperty('group', 'week')
  })
})

it('ranks by revenue beside the days before, unless something else is asked', () => {
  expect(toRankingQuery(read({}), zone, 20)).toEqual({ compare: '1', sort: '-revenue', page: 1, limit: 20 })
  const asked = read({ sort: 'quantity', compare: '0', page: 3, is_listed: 0, shop_id: '4,5', segment_id: 9 })
  expect(toRankingQuery(asked, zone, 20)).toMatchObject({
    compare: '0',
    sort: 'quantity',
    page: 3,
    is_listed: 0,
    segment_id: 9,
  })
})

describe('the customers of a figure', () => {
  const scope = { from: '2026-11-01', to: '2026-11-30', shop_id: [4], segment_id: 9 }
  const narrowed = { shop_id: [4], shortlist_id: [9] }

  it('bought in its days: for the first time, again, or either', () => {
    const bought = { sold_from: '2026-11-01', sold_to: '2026-11-30' }
    expect(buyersOf(scope)).toEqual({ ...narrowed, ...bought })
    expect(buyersOf(scope, 'new')).toEqual({
      ...narrowed,
      first_sold_from: '2026-11-01',
      first_sold_to: '2026-11-30',
    })
    expect(buyersOf(scope, 'returning')).toEqual({ ...narrowed, ...bought, first_sold_to: '2026-10-31' })
  })

  it('are all where nothing narrows them', () => {
    expect(narrowedTo({})).toEqual({})
  })
})

describe('steps of a chart', () => {
  const clock = { language: 'en', locale: 'en-US', timeZone: zone } as const
  const chart = (length: number) => Array.from({ length })

  it.each([
    ['hour', '2026-11-25T13', 24, '13:00'],
    ['hour', '2026-11-25T13', 48, '25/11'],
    ['day', '2026-11-25', 7, '25/11'],
    ['month', '2026-11-01', 3, 'Nov'],
  ] as const)('by %s stand under the axis', (group, step, length, text) => {
    expect(axisText(step, { group, chart: chart(length) }, clock)).toBe(text)
  })

  it.each([
    ['hour', '2026-11-25T13', '', '25/11/2026 13:00'],
    ['day', '2026-11-25', '', 'Wed 25/11/2026'],
    ['week', '2026-11-23', '2026-11-29', '23/11/2026 – 29/11/2026'],
    ['month', '2026-11-01', '', 'November 2026'],
  ] as const)('by %s are named in whole', (group, step, end, text) => {
    expect(stepTitle(step, group, end, clock)).toBe(text)
  })

  it('of before have no end that is known', () => {
    expect(earlierTitle('2026-11-16', 'week', clock)).toBe('Mon 16/11/2026')
    expect(earlierTitle(null, 'week', clock)).toBeNull()
  })

  it.each([
    ['en', 'en-US', 'Monday', 'Sunday'],
    ['vi', 'vi-VN', 'Thứ Hai', 'Chủ Nhật'],
    ['ja', 'ja-JP', '月曜日', '日曜日'],
    ['ms', 'ms-MY', 'Isnin', 'Ahad'],
  ])('are named by weekday in %s', (_, locale, first, last) => {
    const of = { language: 'en', locale, timeZone: 'America/Los_Angeles' } as const
    expect([weekdayName(1, of, 'long'), weekdayName(7, of, 'long')]).toEqual([first, last])
  })
})
