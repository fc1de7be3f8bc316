/** Addresses of list pages as links, bookmarks and hands write them: whatever stands there, the page can be drawn. */
import { describe, expect, it } from 'vitest'
import { analyticsSearch, toChartQuery, toRankingQuery } from '../../pages/analytics/analytics-search.ts'
import { readAuditSearch } from '../../pages/audit/audit-search.ts'
import { customerSearch } from '../../pages/customers/list/customer-search.ts'
import { listingsSearch } from '../../pages/listings/list/listings-search.ts'
import { ordersSearch, toOrderQuery, toQueueQuery } from '../../pages/orders/list/orders-search.ts'
import { rateSearch } from '../../pages/rates/rate-search.ts'
import { settlementSearch } from '../../pages/settlements/settlement-search.ts'
import { skusSearch } from '../../pages/skus/list/skus-search.ts'
import { templatesSearch } from '../../pages/templates/list/templates-search.ts'
import { parseSearch, stringifySearch } from '../../search-params.ts'

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

const texts = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '1,2',
  '2,1,2',
  ',,',
  '1e3',
  '1.5',
  '0x10',
  'Infinity',
  'NaN',
  '9'.repeat(30),
  '2026-11-30',
  '2026-02-29',
  '2028-02-29',
  '2026-02-31',
  '2026-13-01',
  '2026-00-10',
  '2026-99-99',
  '0000-00-00',
  '9999-12-31',
  '20/11/2026',
  'today',
  'last_7_days',
  'someday',
  'sold',
  'refunded',
  'queue',
  'hour',
  'month',
  'pending',
  'constructor',
  '__proto__',
  'name',
  '-total_price',
  "'; drop table",
  '<b>',
  '%',
  '\u0000',
  '\ud83d',
  '佐藤',
  'x'.repeat(3000),
]
const values: unknown[] = [
  ...texts,
  ...texts.map((text) => [text, '3']),
  7,
  -7,
  1.5,
  NaN,
  null,
  undefined,
  {},
  true,
]

/** The same numbers each time. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

const keysOf = (list: object) =>
  'none' in list
    ? Object.keys(list.none as object)
    : Object.keys({ user: 0, action: 0, target: 0, keyword: 0, from: 0, to: 0 })

function* addressesOf(list: object): Generator<Record<string, unknown>> {
  const dice = createDice(17)
  const keys = [...keysOf(list), 'page', 'limit', 'toString', 'other']
  for (const key of keys) for (const value of values) yield { [key]: value }
  for (let round = 0; round < 500; round++) {
    const chosen = keys.filter(() => dice(3) === 0)
    yield Object.fromEntries(chosen.map((key) => [key, values[dice(values.length)]]))
  }
}

/** The filters as the browser keeps them in its address, read again. */
const written = (search: object) => parseSearch(stringifySearch(search as Record<string, unknown>))

describe.each(Object.entries({ ...lists, audit }))('the address of %s', (_name, list) => {
  it('is read, whatever stands there, and means the same when it is written and read again', () => {
    for (const raw of addressesOf(list)) {
      const search = list.read(raw)
      expect([raw, list.read(written(search))]).toEqual([raw, search])
      expect([raw, list.read(search)]).toEqual([raw, search])
    }
  })

  it('has no day that the calendar does not have, and no number that is none', () => {
    for (const raw of addressesOf(list))
      for (const [key, value] of Object.entries(list.read(raw))) {
        if (/(?:^|_)(?:from|to)$/.test(key)) {
          const day = String(value)
          expect([raw, new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)]).toEqual([raw, day])
        }
        const numbers = [value].flat().filter((one) => typeof one === 'number')
        expect([raw, key, numbers.every((one) => Number.isFinite(one) && one >= 0)]).toEqual([raw, key, true])
      }
  })
})

describe.each(Object.entries(lists))('the filters of %s', (_name, list) => {
  it('can be saved under a name, found to be the same, and taken off', () => {
    for (const raw of addressesOf(list)) {
      const search = list.read(raw) as never
      const saved = list.searchOf(
        JSON.parse(JSON.stringify(list.filtersOf(search))) as Record<string, unknown>,
      )
      expect([raw, list.isSame(saved as never, search)]).toEqual([raw, true])
      const none = list.read({ ...(search as object), ...list.none }) as never
      expect([raw, list.hasFilters(none)]).toEqual([raw, false])
    }
  })

  it('are asked for with a page, its length and an order', () => {
    for (const raw of addressesOf(list)) {
      const { page, limit, sort } = list.toQuery(list.read(raw) as never) as Record<string, unknown>
      expect([raw, Number.isInteger(page) && Number(page) >= 1]).toEqual([raw, true])
      expect([raw, Number.isInteger(limit)]).toEqual([raw, true])
      expect([raw, typeof sort]).toEqual([raw, 'string'])
    }
  })
})

describe('questions to the API', () => {
  it('have whole ranges of real days, whatever the address says', () => {
    for (const raw of addressesOf(analyticsSearch)) {
      const search = analyticsSearch.read(raw)
      for (const query of [toChartQuery(search, timeZone), toRankingQuery(search, timeZone, 20)]) {
        const { from, to } = query as { from?: string; to?: string }
        if (!from || !to) continue
        const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
        expect([raw, from, to, days >= 0 && days <= 366]).toEqual([raw, from, to, true])
      }
    }
  })

  it('of the list and of the queue are made of any address', () => {
    for (const raw of addressesOf(ordersSearch)) {
      const search = ordersSearch.read(raw)
      const query = toOrderQuery(search, timeZone)
      expect([raw, 'range' in query || 'view' in query || 'due' in query]).toEqual([raw, false])
      expect(Object.keys(toQueueQuery(search))).not.toContain('from')
    }
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
