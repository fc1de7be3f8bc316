import { isRecord } from '../../kit/http.ts'
import type { TimeField } from '../../kit/order-index.ts'
import { corrupt } from '../../kit/corrupt.ts'
import { detailOf } from './detail.ts'
import type { Tiktok } from './tiktok.ts'
import type { Order } from './types.ts'
import { badParam, type Endpoints, type ShopCall } from './wire.ts'

const FIELDS = new Map<string, TimeField>([
  ['create_time', 'createTime'],
  ['update_time', 'updateTime'],
])

/** The token names the last order and not a row number, which would skip rows when orders move away. */
const writeToken = (time: number, id: string): string => Buffer.from(`${time}.${id}`).toString('base64')

function readToken(text: string | null): { time: number; id: string } | undefined {
  if (text === null || text === '') return undefined
  const [, time, id] = /^(\d+)\.(\d+)$/.exec(Buffer.from(text, 'base64').toString()) ?? []
  if (time === undefined || id === undefined) throw badParam('Invalid page_token')
  return { time: Number(time), id }
}

export const imageUrl = (tiktok: Tiktok) => (skuId: string) => `${tiktok.baseUrl()}/img/${skuId}.jpg`

const served = (tiktok: Tiktok, order: Order): Record<string, unknown> =>
  corrupt(detailOf(order, imageUrl(tiktok)), tiktok.corrupt.get(order.id))

function timeOf(body: Record<string, unknown>, name: string): number | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (!Number.isInteger(value)) throw badParam(`Invalid parameter: ${name}`)
  return Number(value)
}

function search(tiktok: Tiktok, { shop, query, body }: ShopCall): object {
  const size = Number(query.get('page_size') ?? NaN)
  if (!Number.isInteger(size) || size < 1 || size > 100) throw badParam('Invalid parameter: page_size')
  const sortField = query.get('sort_field') ?? 'create_time'
  const field = FIELDS.get(sortField)
  if (!field) throw badParam('Invalid parameter: sort_field')
  const order = query.get('sort_order') ?? 'DESC'
  if (order !== 'ASC' && order !== 'DESC') throw badParam('Invalid parameter: sort_order')
  const [createdFrom = 0, createdTo = Infinity] = [
    timeOf(body, 'create_time_ge'),
    timeOf(body, 'create_time_lt'),
  ]
  const [changedFrom = 0, changedTo = Infinity] = [
    timeOf(body, 'update_time_ge'),
    timeOf(body, 'update_time_lt'),
  ]
  const { order_status: status, shipping_type: courier, is_buyer_request_cancel: request } = body
  const { orders, more, total } = tiktok.book.page({
    shopId: shop.id,
    field,
    from: field === 'createTime' ? createdFrom : changedFrom,
    to: field === 'createTime' ? createdTo : changedTo,
    size,
    isRising: order === 'ASC',
    after: readToken(query.get('page_token')),
    accepts: (one) =>
      one.createTime >= createdFrom &&
      one.createTime < createdTo &&
      one.updateTime >= changedFrom &&
      one.updateTime < changedTo &&
      (status === undefined || one.status === status) &&
      (courier === undefined || one.isOwnCourier === (courier === 'SELLER')) &&
      (request === undefined || one.cancelRequestedAt > 0 === request),
  })
  const last = orders.at(-1)
  return {
    orders: orders.map((one) => served(tiktok, one)),
    next_page_token: more && last ? writeToken(last[field], last.id) : '',
    total_count: total,
  }
}

/** Ids that are unknown, or another shop's, are left out. */
function getOrders(tiktok: Tiktok, { shop, query }: ShopCall): object {
  const ids = new Set((query.get('ids') ?? '').split(',').filter(Boolean))
  if (ids.size < 1 || ids.size > 50) throw badParam('Invalid parameter: ids takes 1 to 50 entries')
  const found = [...ids].flatMap((id) => tiktok.book.find(id) ?? [])
  return { orders: found.filter((order) => order.shop === shop).map((order) => served(tiktok, order)) }
}

export function parseBody(text: string): Record<string, unknown> {
  if (text === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    if (isRecord(body)) return body
  } catch {
    // Told below.
  }
  throw badParam('Invalid request body')
}

export const orderEndpoints: Endpoints = {
  'order/orders/search': { method: 'POST', scope: 'shop', run: search },
  'order/orders': { method: 'GET', scope: 'shop', run: getOrders },
}
