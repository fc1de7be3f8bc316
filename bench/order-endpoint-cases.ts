/**
 * Every call about orders that waits for nobody outside, one line each, with values that are really in the data. `as` tells
 * variants of one endpoint apart; `bare` are the paths of the bare server that ask for the same rows.
 */
import { allEndpoints } from '../contract/endpoints.ts'
import { returnStatusIds } from '../model/return-case.ts'
import type { OrderSamples } from './order-samples.ts'

export type Call = { method: string; path: string; body?: object }
export type EndpointCase = {
  of: string
  as?: string
  bare: string[]
  /** Beyond the bars, and told for its own sake. */
  isBeyond?: boolean
  calls: Call[]
}

type Line = [of: string, as: string, bare: string[], calls: Call[], beyond?: 'beyond']

const get = (...paths: string[]): Call[] => paths.map((path) => ({ method: 'GET', path }))
const zone = 'Asia/Kuala_Lumpur'
const week = `from=${day(-6)}&to=${day(0)}`

export function endpointCases(s: OrderSamples): EndpointCase[] {
  const { ids, shops } = s
  const list = (...queries: string[]) =>
    get(...queries.map((query) => `/orders/filter?limit=20${query && `&${query}`}`))
  const counts = (...queries: string[]) => get(...queries.map((query) => `/orders/get-status?${query}`))
  const each = (of: number[], path: string) => get(...of.map((id) => path.replace('{id}', String(id))))
  const word = (keyword: string) => `keyword=${encodeURIComponent(keyword)}`
  const [shop = 0, other = 0] = shops
  const ask = (name: string, of: (number | string)[]) => of.map((value) => `${name}/${value}`)
  const [weekly, monthly] = [`${instant(-6)}/${instant(1)}`, `${instant(-120)}/${instant(-30)}`]
  const lines: Line[] = [
    ['GET /orders/filter', 'page 1', ['list'], list('')],
    [
      'GET /orders/filter',
      'status',
      ask('status', ['{6}', '{2}', '{1,7}']),
      list('status=delivered', 'status=pending', 'status=unpaid,canceled'),
    ],
    [
      'GET /orders/filter',
      'shop',
      ask('shop', [`{${shop}}`, `{${shop},${other}}`]),
      list(`shop_id=${shop}`, `shop_id=${shop},${other}`),
    ],
    ['GET /orders/filter', 'channel', ['channel/2'], list('platform_id=2')],
    ['GET /orders/filter', 'payment method', ['payment/1'], list('payment_method=1')],
    [
      'GET /orders/filter',
      'dates',
      ask('placed', [weekly, monthly]),
      list(week, `from=${day(-120)}&to=${day(-31)}`),
    ],
    ['GET /orders/filter', 'dates paid', [`paid/${weekly}`], list(`${week}&date_field=paid`)],
    ['GET /orders/filter', 'dates shipped', [`shipped/${weekly}`], list(`${week}&date_field=shipped`)],
    [
      'GET /orders/filter',
      'printed or not',
      ask('printed', ['true', 'false']),
      list('is_printed=1', 'is_printed=0'),
      'beyond',
    ],
    ['GET /orders/filter', 'to print', ['to-print'], list('is_printed=0&status=ready_to_ship')],
    ['GET /orders/filter', 'starred', ['starred'], list('is_star=1')],
    ['GET /orders/filter', 'wants to cancel', ['wants-to-cancel'], list('has_cancel_request=1')],
    ['GET /orders/filter', 'wants to return', ['wants-to-return'], list('has_return_request=1')],
    ['GET /orders/filter', 'by total', ['total'], list('sort=-total_price')],
    ['GET /orders/filter', 'by change', ['changed'], list('sort=-updated_at')],
    ['GET /orders/filter', 'by ship-by date', ['ship-by'], list('sort=ship_by_at')],
    [
      'GET /orders/filter',
      'deep page',
      ask('after', s.deepPlaces),
      list(...s.deepPages.map((page) => `page=${page}`)),
    ],
    [
      'GET /orders/search',
      'order code',
      ask('search', s.codes.map(s.termsOf)),
      get(...s.codes.map((code) => `/orders/search?${word(code)}`)),
    ],
    [
      'GET /orders/search',
      'phone',
      ask('search', s.phones.map(s.termsOf)),
      get(...s.phones.map((phone) => `/orders/search?${word(phone)}`)),
    ],
    ['GET /orders/get-status', 'all', ['counts'], counts('')],
    ['GET /orders/get-status', 'dates', [`counts-of-days/${day(-6)}/${day(0)}`], counts(week)],
    ['GET /orders/get-status', 'starred', ['counts-of-stars'], counts('is_star=1')],
    ['GET /orders/{id}', 'with payment', ask('order', ids), each(ids, '/orders/{id}')],
    ['GET /orders/{id}/history', '', ask('history', ids), each(ids, '/orders/{id}/history')],
    ['GET /orders/{id}/customer', '', ask('customer', ids), each(ids, '/orders/{id}/customer')],
    ['GET /orders/{id}/sender-info', '', ask('sender', ids), each(ids, '/orders/{id}/sender-info')],
    [
      'GET /orders/{id}/check-tracking-number-shopee',
      '',
      ask('tracking', s.shopee),
      each(s.shopee, '/orders/{id}/check-tracking-number-shopee'),
    ],
    [
      'GET /orders/{id}/confirm-info',
      'own couriers',
      ask('confirm', s.own),
      each(s.own, '/orders/{id}/confirm-info'),
    ],
    ['GET /orders/{id}/shipments', '', ask('shipments', ids), each(ids, '/orders/{id}/shipments')],
    [
      'GET /orders/scan',
      '',
      ask(
        'scan',
        s.ready.map(({ code }) => encodeURIComponent(code)),
      ),
      get(...s.ready.map(({ code }) => `/orders/scan?code=${encodeURIComponent(code)}`)),
    ],
    [
      'GET /orders/action-batches/{id}',
      '300 orders',
      [`action-batch/${s.actionBatch}`],
      each([s.actionBatch], '/orders/action-batches/{id}'),
      'beyond',
    ],
    [
      'GET /orders/print-batches/{id}',
      '200 orders',
      [`print-batch/${s.printBatch}`],
      each([s.printBatch], '/orders/print-batches/{id}'),
    ],
    ['GET /saved-filters', '', ['saved-filters'], get('/saved-filters')],
    ['GET /orders/new/shops', '', ['shops-that-take-orders'], get('/orders/new/shops')],
    ['GET /exports', '', ['exports'], get('/exports')],
    ['GET /returns', 'page 1', ['returns'], get('/returns?limit=20')],
    [
      'GET /returns',
      'status and shop',
      [`returns-of-shop/${returnStatusIds.closed}/${shop}`],
      get(`/returns?limit=20&status=closed&shop_id=${shop}`),
    ],
    [
      'GET /returns',
      'of an order',
      ask('returns-of-order', s.returned),
      get(...s.returned.map((id) => `/returns?order_id=${id}`)),
    ],
    ['GET /returns/{id}', '', ask('return', s.returns), each(s.returns, '/returns/{id}')],
    [
      'PUT /orders/{id}/star',
      '',
      ask(
        'star',
        ids.map((id) => `{${id}}`),
      ),
      putTwice(ids, '/orders/{id}/star', [{ is_star: 1 }, { is_star: 0 }]),
    ],
    [
      'PUT /orders/star',
      '20 orders',
      ask(
        'star',
        twenties(ids).map((some) => `{${some.join(',')}}`),
      ),
      stars(ids),
    ],
    [
      'PUT /orders/{id}',
      'note',
      ask('note', ids),
      putTwice(ids, '/orders/{id}', [{ note: 'Wrap it' }, { note: 'Wrap it twice' }]),
    ],
    [
      'POST /orders/{id}/set-packed',
      '',
      ask('pack', s.packable),
      s.packable.map((id) => ({ method: 'POST', path: `/orders/${id}/set-packed`, body: {} })),
    ],
  ]
  return lines.map(([of, as, bare, calls, beyond]) => ({
    of,
    ...(as && { as }),
    bare: bare.map((path) => `/${path}`),
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

/** There and back again, however often the calls are made: what changes nothing is no work. */
function putTwice(ids: number[], path: string, bodies: [object, object]): Call[] {
  return ids.flatMap((id) =>
    bodies.map((body) => ({ method: 'PUT', path: path.replace('{id}', String(id)), body })),
  )
}

function stars(ids: number[]): Call[] {
  return twenties(ids).flatMap((some) =>
    [1, 0].map((star) => ({ method: 'PUT', path: '/orders/star', body: { ids: some, is_star: star } })),
  )
}

const twenties = (ids: number[]): number[][] =>
  Array.from({ length: 10 }, (_, at) => ids.slice(at * 20, at * 20 + 20)).filter((some) => some.length > 0)

/** When a day in the account's time zone begins, `days` from today. */
function instant(days: number): string {
  return encodeURIComponent(`${day(days)} 00:00 ${zone}`)
}

/** `days` from today, in the account's time zone. */
function day(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
}
