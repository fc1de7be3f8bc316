import { describe, expect, it } from 'vitest'
import { ordersSearch, toOrderQuery } from './orders-search.ts'

const timeZone = 'Asia/Kuala_Lumpur'

describe('the address of the order list', () => {
  it('is read as it is written', () => {
    expect(
      ordersSearch.read({
        keyword: '12345',
        status: 'pending',
        shop_id: '3,4',
        range: 'last_7_days',
        platform_id: '4,6',
        shipment_id: '0,2',
        date_field: 'paid',
        is_star: '1',
        is_printed: '0',
        has_cancel_request: '1',
        has_return_request: 1,
        sort: 'total_price',
        page: '3',
        limit: '50',
      }),
    ).toEqual({
      keyword: '12345',
      status: 'pending',
      shop_id: [3, 4],
      range: 'last_7_days',
      platform_id: [4, 6],
      shipment_id: [0, 2],
      date_field: 'paid',
      is_star: 1,
      is_printed: 0,
      has_cancel_request: 1,
      has_return_request: 1,
      sort: 'total_price',
      page: 3,
      limit: 50,
    })
  })

  it('drops what it does not understand and what goes without saying', () => {
    expect(
      ordersSearch.read({
        status: 'toString',
        shop_id: 'a,-1',
        range: 'someday',
        date_field: 'created',
        is_printed: '2',
        from: '20/11/2026',
        sort: '-created_at',
        page: '-2',
        limit: '20',
        other: 'x',
      }),
    ).toEqual({})
  })

  it('prefers a preset to days', () => {
    expect(ordersSearch.read({ range: 'today', from: '2026-01-01', to: '2026-01-02' })).toEqual({
      range: 'today',
    })
  })

  it('asks the API for everything that goes without saying', () => {
    expect(toOrderQuery({}, timeZone)).toEqual({ sort: '-created_at', page: 1, limit: 20 })
  })

  it('asks for days in place of a preset', () => {
    const query = toOrderQuery({ range: 'yesterday' }, timeZone)
    expect(query).toMatchObject({ from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect(query).not.toHaveProperty('range')
  })

  it('knows sorting and paging from filters', () => {
    expect(ordersSearch.hasFilters({ sort: 'total_price', page: 2, status: 'pending' })).toBe(false)
    expect(ordersSearch.hasFilters({ is_star: 1 })).toBe(true)
    expect(ordersSearch.hasFilters({ is_printed: 0 })).toBe(true)
    expect(ordersSearch.hasFilters({ date_field: 'paid' })).toBe(false)
  })
})

it('knows saved filters again, whatever the order of what was chosen and the page that is open', () => {
  const saved = { status: 'pending', shop_id: [2, 1], is_star: 1 } as const
  const shown = ordersSearch.read({ shop_id: '1,2', status: 'pending', is_star: '1', page: '3', limit: '50' })
  expect(ordersSearch.isSame(ordersSearch.searchOf(saved), shown)).toBe(true)
  expect(ordersSearch.isSame(ordersSearch.searchOf(saved), { ...shown, keyword: 'x' })).toBe(false)
  expect(ordersSearch.isSame({ page: 2 }, {})).toBe(true)
  expect(ordersSearch.searchOf({ status: 'gone', shop_id: ['x'], unknown: 1 })).toEqual({})
})
