/** Every address of a list is a question that the API answers, and can be saved under a name. */
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { allEndpoints } from '../../../contract/endpoints.ts'
import { type FilteredList, findFilterFaults } from '../../../contract/saved-filters.ts'
import { addressesOf } from '../../../test/steps/list-addresses.ts'
import { buyersOf } from '../../pages/analytics/customers-of-figure.ts'
import { analyticsSearch, toChartQuery, toRankingQuery } from '../../pages/analytics/analytics-search.ts'
import { readAuditSearch, savedOf, toAuditQuery } from '../../pages/audit/audit-search.ts'
import { customerSearch, toCustomerQuery } from '../../pages/customers/list/customer-search.ts'
import { listingsSearch } from '../../pages/listings/list/listings-search.ts'
import { ordersSearch, toOrderQuery, toQueueQuery } from '../../pages/orders/list/orders-search.ts'
import { settlementSearch, toSettlementQuery } from '../../pages/settlements/settlement-search.ts'
import { skusSearch, toSkuQuery } from '../../pages/skus/list/skus-search.ts'
import { templatesSearch, toTemplateQuery } from '../../pages/templates/list/templates-search.ts'
import { parseSearch, stringifySearch } from '../../search-params.ts'
import { read } from './list-search.ts'

const zone = 'Asia/Ho_Chi_Minh'
const audit = { none: { user: 0, action: 0, target: 0, keyword: 0, from: 0, to: 0 }, read: readAuditSearch }

type Raw = Record<string, unknown>
const questions: [endpoint: string, list: object, ask: (raw: Raw) => object][] = [
  ['GET /orders/filter', ordersSearch, (raw) => toOrderQuery(ordersSearch.read(raw), zone)],
  ['GET /orders/queue', ordersSearch, (raw) => toQueueQuery(ordersSearch.read(raw))],
  ['GET /products/filter', listingsSearch, (raw) => listingsSearch.toQuery(listingsSearch.read(raw))],
  ['GET /customers', customerSearch, (raw) => toCustomerQuery(customerSearch.read(raw), zone)],
  ['GET /settlements', settlementSearch, (raw) => toSettlementQuery(settlementSearch.read(raw), zone)],
  ['GET /settlements/totals', settlementSearch, (raw) => toSettlementQuery(settlementSearch.read(raw), zone)],
  ['GET /sku-centers/filter', skusSearch, (raw) => toSkuQuery(skusSearch.read(raw))],
  ['GET /product-template', templatesSearch, (raw) => toTemplateQuery(templatesSearch.read(raw))],
  ['GET /audit-logs', audit, (raw) => toAuditQuery(readAuditSearch(raw))],
  ['GET /analytics/revenue-metrics', analyticsSearch, (raw) => toChartQuery(analyticsSearch.read(raw), zone)],
  [
    'GET /analytics/sales/product-ranking',
    analyticsSearch,
    (raw) => toRankingQuery(analyticsSearch.read(raw), zone, 20),
  ],
]

it.each(questions)('%s takes what the address of its page asks', (name, list, ask) => {
  const { query } = (allEndpoints as Record<string, Endpoint>)[name] ?? {}
  const refused = [...addressesOf(list)].flatMap((raw) => {
    const sent = parseSearch(stringifySearch(ask(raw) as Raw))
    const issues = query?.safeParse(sent).error?.issues
    return issues ? [{ raw, sent, issues }] : []
  })
  expect([query === undefined, refused]).toEqual([false, []])
})

const saved: [FilteredList, object, (raw: Raw) => object][] = [
  ['orders', ordersSearch, (raw) => ordersSearch.filtersOf(ordersSearch.read(raw))],
  ['products', listingsSearch, (raw) => listingsSearch.filtersOf(listingsSearch.read(raw))],
  ['customers', customerSearch, (raw) => customerSearch.filtersOf(customerSearch.read(raw))],
  ['settlements', settlementSearch, (raw) => settlementSearch.filtersOf(settlementSearch.read(raw))],
  ['skus', skusSearch, (raw) => skusSearch.filtersOf(skusSearch.read(raw))],
  ['templates', templatesSearch, (raw) => templatesSearch.filtersOf(templatesSearch.read(raw))],
  ['audit', audit, (raw) => savedOf(readAuditSearch(raw))],
]

it.each(saved)('all filters of %s can be saved under a name', (name, list, filtersOf) => {
  const refused = [...addressesOf(list)].flatMap((raw) => {
    const filters = JSON.parse(JSON.stringify(filtersOf(raw))) as Raw
    const faults = findFilterFaults(name, filters)
    return faults.length > 0 ? [{ raw, faults }] : []
  })
  expect(refused).toEqual([])
})

it.each([undefined, 'new', 'returning'] as const)(
  'the customers of a figure are found by its link as it is: %s',
  (type) => {
    const scope = { from: '2026-03-01', to: '2026-03-31', shop_id: [3], platform_id: [2], segment_id: 9 }
    const link = buyersOf(scope, type)
    expect(customerSearch.read(link)).toEqual(link)
    const sent = parseSearch(stringifySearch(toCustomerQuery(customerSearch.read(link), zone)))
    expect(sent['shortlist_id']).toBe('9')
    expect(allEndpoints['GET /customers'].query.safeParse(sent).error).toBeUndefined()
  },
)

describe('a parameter', () => {
  it.each([
    ['A123\tB456', 'A123 B456'],
    ['one\r\ntwo', 'one two'],
    ['\u0000', undefined],
    ['\u3000', undefined],
    [' Nguyễn '.normalize('NFD'), 'Nguyễn'.normalize('NFD')],
    ['＃１２', '＃１２'],
    [`${'x'.repeat(254)}𠮷`, `${'x'.repeat(254)}\ufffd`],
  ])('that is a text is one line of whole letters: %j', (text, value) => {
    expect(read.text(text)).toBe(value)
  })

  it.each([
    ['1', [1]],
    ['3,1,2', [3, 1, 2]],
    ['0,7', [7]],
    ['7,-1,x,1e3,0x10,1.5,', [7]],
    ['١٢', undefined],
    ['１２', undefined],
    ['', undefined],
    ['999999999999999', [999_999_999_999_999]],
    ['9007199254740993', undefined],
  ])('that is a list of ids has those alone that are some: %j', (text, ids) => {
    expect(read.ids(text)).toEqual(ids)
  })

  it.each([
    ['1900-01-01', '1900-01-01'],
    ['2999-12-31', '2999-12-31'],
    ['1899-12-31', undefined],
    ['3000-01-01', undefined],
    ['0202-11-25', undefined],
    ['2027-02-29', undefined],
    ['2028-02-29', '2028-02-29'],
    ['2026-2-3', undefined],
    ['20261130', undefined],
    ['２０２６-11-30', undefined],
  ])('that is a day is one of the calendar, in years that are meant: %j', (text, day) => {
    expect(read.day(text)).toBe(day)
  })

  it.each([
    [0, 23, '0', 0],
    [0, 23, '23', 23],
    [0, 23, '24', undefined],
    [1, 7, '0', undefined],
    [1, 7, '007', 7],
    [1, 7, '', undefined],
  ])('that is a number from %d to %d: %j', (least, most, text, value) => {
    expect(read.within(least, most)(text)).toBe(value)
  })

  it.each([
    ['0', 0],
    ['12.50', 12.5],
    ['999999999999', 999_999_999_999],
    ['1000000000000', undefined],
    ['12,5', undefined],
    ['-1', undefined],
    ['1.', undefined],
  ])('that is an amount has a dot before its decimals: %j', (text, value) => {
    expect(read.amount(text)).toBe(value)
  })

  it('that has several words keeps their own order, each once', () => {
    expect(read.someOf(['in', 'low', 'out'])('out,in,in,none')).toEqual(['in', 'out'])
    expect(read.someOf(['in', 'low', 'out'])('none')).toBeUndefined()
    expect([read.on('1'), read.on('0'), read.yesOrNo('0'), read.yesOrNo('2')]).toEqual([
      1,
      undefined,
      0,
      undefined,
    ])
  })
})
