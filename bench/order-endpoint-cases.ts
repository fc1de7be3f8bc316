/**
 * Every call about orders that waits for nobody outside, one line each, with values that are really in the data. `as` tells
 * variants of one endpoint apart; `like` says which bare read it is held against.
 */
import { allEndpoints } from '../contract/endpoints.ts'
import type { OrderSamples } from './order-samples.ts'

export type Call = { method: string; path: string; body?: object }
export type EndpointCase = {
  of: string
  as?: string
  like: 'list' | 'key'
  /** Beyond the bars, and told for its own sake. */
  isBeyond?: boolean
  calls: Call[]
}

type Line = [of: string, as: string, like: EndpointCase['like'], calls: Call[], beyond?: 'beyond']

const get = (...paths: string[]): Call[] => paths.map((path) => ({ method: 'GET', path }))
const week = `from=${day(-6)}&to=${day(0)}`

export function endpointCases(s: OrderSamples): EndpointCase[] {
  const { ids, shops } = s
  const list = (...queries: string[]) =>
    get(...queries.map((query) => `/orders/filter?limit=20${query && `&${query}`}`))
  const counts = (...queries: string[]) => get(...queries.map((query) => `/orders/get-status?${query}`))
  const each = (of: number[], path: string) => get(...of.map((id) => path.replace('{id}', String(id))))
  const word = (keyword: string) => `keyword=${encodeURIComponent(keyword)}`
  const [shop = 0, other = 0] = shops
  const lines: Line[] = [
    ['GET /orders/filter', 'page 1', 'list', list('')],
    [
      'GET /orders/filter',
      'status',
      'list',
      list('status=delivered', 'status=pending', 'status=unpaid,canceled'),
    ],
    ['GET /orders/filter', 'shop', 'list', list(`shop_id=${shop}`, `shop_id=${shop},${other}`)],
    ['GET /orders/filter', 'channel', 'list', list('platform_id=2')],
    ['GET /orders/filter', 'payment method', 'list', list('payment_method=1')],
    ['GET /orders/filter', 'dates', 'list', list(week, `from=${day(-120)}&to=${day(-31)}`)],
    ['GET /orders/filter', 'dates paid', 'list', list(`${week}&date_field=paid`)],
    ['GET /orders/filter', 'dates shipped', 'list', list(`${week}&date_field=shipped`)],
    ['GET /orders/filter', 'printed or not', 'list', list('is_printed=1', 'is_printed=0'), 'beyond'],
    ['GET /orders/filter', 'to print', 'list', list('is_printed=0&status=ready_to_ship')],
    ['GET /orders/filter', 'starred', 'list', list('is_star=1')],
    ['GET /orders/filter', 'wants to cancel', 'list', list('has_cancel_request=1')],
    ['GET /orders/filter', 'wants to return', 'list', list('has_return_request=1')],
    ['GET /orders/filter', 'by total', 'list', list('sort=-total_price')],
    ['GET /orders/filter', 'by change', 'list', list('sort=-updated_at')],
    ['GET /orders/filter', 'by ship-by date', 'list', list('sort=ship_by_at')],
    ['GET /orders/filter', 'deep page', 'list', list(...s.deepPages.map((page) => `page=${page}`))],
    [
      'GET /orders/search',
      'order code',
      'list',
      get(...s.codes.map((code) => `/orders/search?${word(code)}`)),
    ],
    ['GET /orders/search', 'phone', 'list', get(...s.phones.map((phone) => `/orders/search?${word(phone)}`))],
    ['GET /orders/get-status', 'all', 'list', counts('')],
    ['GET /orders/get-status', 'dates', 'list', counts(week)],
    ['GET /orders/get-status', 'starred', 'list', counts('is_star=1')],
    ['GET /orders/{id}', 'with payment', 'key', each(ids, '/orders/{id}')],
    ['GET /orders/{id}/history', '', 'key', each(ids, '/orders/{id}/history')],
    ['GET /orders/{id}/customer', '', 'key', each(ids, '/orders/{id}/customer')],
    ['GET /orders/{id}/sender-info', '', 'key', each(ids, '/orders/{id}/sender-info')],
    [
      'GET /orders/{id}/check-tracking-number-shopee',
      '',
      'key',
      each(s.shopee, '/orders/{id}/check-tracking-number-shopee'),
    ],
    ['GET /orders/{id}/confirm-info', 'own couriers', 'key', each(s.own, '/orders/{id}/confirm-info')],
    ['GET /orders/{id}/shipments', '', 'key', each(ids, '/orders/{id}/shipments')],
    [
      'GET /orders/scan',
      '',
      'key',
      get(...s.ready.map(({ code }) => `/orders/scan?code=${encodeURIComponent(code)}`)),
    ],
    [
      'GET /orders/wish-batches/{id}',
      '300 orders',
      'list',
      each([s.wishBatch], '/orders/wish-batches/{id}'),
      'beyond',
    ],
    [
      'GET /orders/print-batches/{id}',
      '200 orders',
      'key',
      each([s.printBatch], '/orders/print-batches/{id}'),
    ],
    ['GET /orders/saved-filters', '', 'key', get('/orders/saved-filters')],
    ['GET /orders/new/shops', '', 'key', get('/orders/new/shops')],
    ['GET /exports', '', 'key', get('/exports')],
    ['GET /returns', 'page 1', 'list', get('/returns?limit=20')],
    ['GET /returns', 'status and shop', 'list', get(`/returns?limit=20&status=closed&shop_id=${shop}`)],
    ['GET /returns', 'of an order', 'list', get(...s.returned.map((id) => `/returns?order_id=${id}`))],
    ['GET /returns/{id}', '', 'key', each(s.returns, '/returns/{id}')],
    ['PUT /orders/{id}/star', '', 'key', put(ids, '/orders/{id}/star', (at) => ({ is_star: at % 2 }))],
    ['PUT /orders/star', '20 orders', 'key', stars(ids)],
    ['PUT /orders/{id}', 'note', 'key', put(ids, '/orders/{id}', (at) => ({ note: `Wrap it ${at}` }))],
    [
      'POST /orders/{id}/set-packed',
      '',
      'key',
      s.packable.map((id) => ({ method: 'POST', path: `/orders/${id}/set-packed`, body: {} })),
    ],
  ]
  return lines.map(([of, as, like, calls, beyond]) => ({
    of,
    ...(as && { as }),
    like,
    isBeyond: beyond !== undefined,
    calls: calls.map((call) => ({ ...call, path: `/api/v2${call.path}` })),
  }))
}

/** Reads about orders that no line above measures: they ask a channel or a courier, make a paper, or have no data here. */
export function unmeasured(cases: EndpointCase[]): string[] {
  const known = new Set(cases.map(({ of }) => of))
  return Object.keys(allEndpoints).filter(
    (name) => /^GET \/(orders|returns|exports)/.test(name) && !known.has(name),
  )
}

function put(ids: number[], path: string, bodyOf: (at: number) => object): Call[] {
  return ids.map((id, at) => ({ method: 'PUT', path: path.replace('{id}', String(id)), body: bodyOf(at) }))
}

function stars(ids: number[]): Call[] {
  return Array.from({ length: 10 }, (_, at) => ({
    method: 'PUT',
    path: '/orders/star',
    body: { ids: ids.slice(at * 20, at * 20 + 20), is_star: at % 2 },
  }))
}

/** `days` from today, in the account's time zone. */
function day(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(at)
}
