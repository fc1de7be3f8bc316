/** Addresses of list pages as links, bookmarks and hands write them: whatever stands there, the page can be drawn. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { analyticsSearch, toChartQuery, toRankingQuery } from '../../pages/analytics/analytics-search.ts'
import { readAuditSearch } from '../../pages/audit/audit-search.ts'
import { customerSearch } from '../../pages/customers/list/customer-search.ts'
import { listingsSearch } from '../../pages/listings/list/listings-search.ts'
import { ordersSearch, toOrderQuery, toQueueQuery } from '../../pages/orders/list/orders-search.ts'
import { rateSearch } from '../../pages/rates/rate-search.ts'
import { settlementSearch } from '../../pages/settlements/settlement-search.ts'
import { skusSearch } from '../../pages/skus/list/skus-search.ts'
import { templatesSearch } from '../../pages/templates/list/templates-search.ts'
import { addressesOf } from '../../../test/steps/list-addresses.ts'
import { parseSearch, stringifySearch } from '../../search-params.ts'
import { forgetStoredFilters } from './forget-filters.ts'

const lists = {
  orders: ordersSearch,
  products: listingsSearch,
  customers: customerSearch,
  analytics: analyticsSearch,
  payouts: settlementSearch,
  skus: skusSearch,
  rates: rateSearch,
  templates: templatesSearch,
} as const
const audit = { read: (raw: Record<string, unknown>) => readAuditSearch(raw) }

const timeZone = 'Asia/Kuala_Lumpur'

const isOfCalendar = (day: string) =>
  !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

/** The filters as the browser keeps them in its address, read again. */
const written = (search: object) => parseSearch(stringifySearch(search as Record<string, unknown>))

describe.each(Object.entries({ ...lists, audit }))('the address of %s', (_name, list) => {
  it('is read, whatever stands there, and means the same when it is written and read again', () => {
    const unlike = [...addressesOf(list)].filter((raw) => {
      const search = list.read(raw)
      return ![written(search), search].every((one) => isDeepStrictEqual(list.read(one), search))
    })
    expect(unlike).toEqual([])
  })

  it('has no day that the calendar does not have, and no number that is none', () => {
    const wrong = [...addressesOf(list)].flatMap((raw) =>
      Object.entries(list.read(raw)).filter(([key, value]) => {
        const numbers = [value].flat().filter((one) => typeof one === 'number')
        const isDay = !/(?:^|_)(?:from|to)$/.test(key) || isOfCalendar(String(value))
        return !isDay || numbers.some((one) => !Number.isFinite(one) || one < 0)
      }),
    )
    expect(wrong).toEqual([])
  })
})

describe.each(Object.entries(lists))('the filters of %s', (_name, list) => {
  it('can be saved under a name, found to be the same, and taken off', () => {
    const unlike = [...addressesOf(list)].filter((raw) => {
      const search = list.read(raw) as never
      const saved = list.searchOf(
        JSON.parse(JSON.stringify(list.filtersOf(search))) as Record<string, unknown>,
      )
      const none = list.read({ ...(search as object), ...list.none }) as never
      return !list.isSame(saved as never, search) || list.hasFilters(none)
    })
    expect(unlike).toEqual([])
  })

  it('are asked for with a page, its length and an order', () => {
    const wrong = [...addressesOf(list)].filter((raw) => {
      const { page, limit, sort } = list.toQuery(list.read(raw) as never) as Record<string, unknown>
      return !(
        Number.isInteger(page) &&
        Number(page) >= 1 &&
        Number.isInteger(limit) &&
        typeof sort === 'string'
      )
    })
    expect(wrong).toEqual([])
  })
})

describe('questions to the API', () => {
  it('have whole ranges of real days, whatever the address says', () => {
    const wrong = [...addressesOf(analyticsSearch)].flatMap((raw) => {
      const search = analyticsSearch.read(raw)
      return [toChartQuery(search, timeZone), toRankingQuery(search, timeZone, 20)].filter((query) => {
        const { from, to } = query as { from?: string; to?: string }
        const days = from && to ? (Date.parse(to) - Date.parse(from)) / 86_400_000 : 0
        return !(days >= 0 && days <= 366)
      })
    })
    expect(wrong).toEqual([])
  })

  it('of the list and of the queue are made of any address', () => {
    const wrong = [...addressesOf(ordersSearch)].filter((raw) => {
      const search = ordersSearch.read(raw)
      const query = toOrderQuery(search, timeZone)
      return 'range' in query || 'view' in query || 'due' in query || 'from' in toQueueQuery(search)
    })
    expect(wrong).toEqual([])
  })
})

describe('the heading of a column', () => {
  it('sorts down, up, and back to how the list is sorted by itself', () => {
    const asked: unknown[] = []
    let search = ordersSearch.read({})
    for (let clicks = 0; clicks < 3; clicks++) {
      ordersSearch
        .sorting(search, (sort) => {
          asked.push(sort)
          search = ordersSearch.read({ sort })
        })
        .onChange('total_price')
    }
    expect(asked).toEqual(['-total_price', 'total_price', undefined])
    expect(ordersSearch.sorting(search, () => undefined)).toMatchObject({
      field: 'created_at',
      descending: true,
    })
  })
})

it('narrows no list to what the reader before had chosen', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
    removeItem: (key: string) => delete kept[key],
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(kept, name, { value })
  vi.stubGlobal('localStorage', kept)
  localStorage.setItem('density', '"compact"')
  ordersSearch.store({ shop_id: [3] })
  skusSearch.store({ shop_count: 2 })
  expect(ordersSearch.stored()).toEqual({ shop_id: [3] })
  forgetStoredFilters()
  expect([ordersSearch.stored(), Object.keys(kept)]).toEqual([{}, ['density']])
})
