import type { TimeField } from '../../kit/order-index.ts'
import { corrupt } from '../../kit/corrupt.ts'
import { packagesOf } from './detail.ts'
import { isArranged, parcelsOf } from './parcel.ts'
import type { Shopee } from './shopee.ts'
import type { Order, OrderStatus, Shop } from './types.ts'
import {
  badParam,
  intParam,
  listParam,
  ShopeeError,
  shopGet,
  shopPost,
  textField,
  rowsField,
  type Answer,
  type Endpoints,
  type ShopCall,
} from './wire.ts'

const TIME_FIELDS = new Map<string, TimeField>([
  ['create_time', 'createTime'],
  ['update_time', 'updateTime'],
])
// v2.order.get_order_list: time_from and time_to may be 15 days apart.
const LONGEST_WINDOW = 15 * 86_400

const STATUSES = new Set<string>([
  'UNPAID',
  'PENDING',
  'READY_TO_SHIP',
  'PROCESSED',
  'RETRY_SHIP',
  'SHIPPED',
  'TO_CONFIRM_RECEIVE',
  'IN_CANCEL',
  'CANCELLED',
  'TO_RETURN',
  'COMPLETED',
  'INVOICE_PENDING',
])

const writeCursor = (time: number, sn: string): string => Buffer.from(`${time}.${sn}`).toString('base64url')

/**
 * "Specifies the starting entry of data to return" (sample: 20): orders that leave the window pull the others up. The first page
 * may come as an empty text or, as in the official samples, as two quotes.
 */
function readStart(text: string | null): number {
  if (text === null || text === '' || text === '""') return 0
  if (!/^\d{1,9}$/.test(text)) throw badParam('Wrong parameters, detail: invalid field cursor.')
  return Number(text)
}

function readCursor(text: string): { time: number; sn: string } | undefined {
  if (text === '') return undefined
  const [, time, sn] = /^(\d+)\.(\w+)$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (time === undefined || sn === undefined)
    throw badParam('Wrong parameters, detail: invalid field cursor.')
  return { time: Number(time), sn }
}

export function getOrder(shopee: Shopee, shop: Shop, sn: string): Order {
  const order = shopee.book.find(sn)
  if (!order || order.shop !== shop) throw new ShopeeError('error_not_found', 'The order is not found.')
  return order
}

/** Clients that don't know PENDING see such an order as one to ship. */
const seenStatus = (status: OrderStatus, knowsPending: boolean): OrderStatus =>
  status === 'PENDING' && !knowsPending ? 'READY_TO_SHIP' : status

function getOrderList(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const field = TIME_FIELDS.get(query.get('time_range_field') ?? '')
  if (!field) throw badParam('Wrong parameters, detail: time_range_field must be create_time or update_time.')
  const [from, to, size] = [
    intParam(query, 'time_from'),
    intParam(query, 'time_to'),
    intParam(query, 'page_size'),
  ]
  if (size < 1 || size > 100) throw badParam('Wrong parameters, detail: page_size must be between 1 and 100.')
  if (from >= to || to - from > LONGEST_WINDOW)
    throw new ShopeeError(
      'order.order_list_invalid_time',
      'Start time must be earlier than end time and diff in 15days.',
    )
  const status = query.get('order_status') ?? ''
  if (status !== '' && !STATUSES.has(status))
    throw badParam('Wrong parameters, detail: invalid field order_status.')
  const knowsPending = query.get('request_order_status_pending') === 'true'
  const channel = query.get('logistics_channel_id') ?? ''
  const skip = readStart(query.get('cursor'))
  const { orders, more } = shopee.book.page({
    shopId: shop.id,
    field,
    from,
    to,
    size,
    skip,
    accepts:
      status === '' && channel === ''
        ? undefined
        : (order) =>
            (status === '' || seenStatus(order.status, knowsPending) === status) &&
            (channel === '' || String(order.parcel.carrier.id) === channel),
  })
  const withStatus = listParam(query, 'response_optional_fields').includes('order_status')
  // Written by hand: a first sync reads this page for every hundred orders.
  const rows = orders.map((order) =>
    withStatus
      ? `{"order_sn":"${order.sn}","order_status":"${seenStatus(order.status, knowsPending)}","booking_sn":""}`
      : `{"order_sn":"${order.sn}","booking_sn":""}`,
  )
  const next = more ? skip + orders.length : ''
  return { json: `{"more":${more},"next_cursor":"${next}","order_list":[${rows.join()}]}` }
}

function getOrderDetail(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const list = new Set(listParam(query, 'order_sn_list'))
  if (list.size < 1 || list.size > 50)
    throw badParam('Wrong parameters, detail: order_sn_list takes 1 to 50 entries.')
  const optional = listParam(query, 'response_optional_fields')
  const knowsPending = query.get('request_order_status_pending') === 'true'
  const details = [...list].map((sn) => {
    const order = getOrder(shopee, shop, sn)
    const detail = shopee.details.some(order, optional)
    detail['order_status'] = seenStatus(order.status, knowsPending)
    return corrupt(detail, shopee.corrupt.get(sn))
  })
  return { wrapped: { order_list: details } }
}

// v2.order.cancel_order; the third is for Taiwan and Malaysia only.
const SELLER_REASONS = new Set([
  'OUT_OF_STOCK',
  'CUSTOMER_REQUEST',
  'UNDELIVERABLE_AREA',
  'COD_NOT_SUPPORTED',
])

function cancelOrder(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const order = getOrder(shopee, shop, textField(body, 'order_sn'))
  const reason = textField(body, 'cancel_reason')
  if (!SELLER_REASONS.has(reason) || (reason === 'UNDELIVERABLE_AREA' && shop.region !== 'MY'))
    throw badParam('Wrong parameters, detail: invalid field cancel_reason.')
  if (reason === 'OUT_OF_STOCK') {
    const named = rowsField(body, 'item_list', 100)
    const isKnown = (row: Record<string, unknown>): boolean =>
      order.lines.some(
        ({ product }) => product.productId === row['item_id'] && product.skuId === (row['model_id'] ?? 0),
      )
    if (!named.every(isKnown)) throw badParam('Wrong parameters, detail: invalid field item_list.')
  }
  if (order.status === 'IN_CANCEL' || !shopee.lifecycle.move(order, 'cancel', { by: 'seller', reason }))
    throw new ShopeeError('order.error_limit', 'Can not cancel this order')
  return { wrapped: { update_time: order.updateTime } }
}

function handleBuyerCancellation(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const order = getOrder(shopee, shop, textField(body, 'order_sn'))
  const operation = textField(body, 'operation')
  if (operation !== 'ACCEPT' && operation !== 'REJECT')
    throw badParam('Wrong parameters, detail: invalid field operation.')
  if (!shopee.lifecycle.move(order, operation === 'ACCEPT' ? 'accept_cancel' : 'reject_cancel'))
    throw new ShopeeError('order.cancel_order_invalid_status', 'The buyer did not ask to cancel this order.')
  return { wrapped: { update_time: order.updateTime } }
}

function setNote(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const order = getOrder(shopee, shop, textField(body, 'order_sn'))
  const { note } = body
  if (typeof note !== 'string') throw badParam('Wrong parameters, detail: invalid field note.')
  shopee.lifecycle.touch(order, () => {
    order.note = note
    order.noteTime = shopee.clock.now()
  })
  return undefined
}

/** The statuses of packages that the worklist tells apart: 1 not yet, 2 to arrange, 3 arranged. */
const WORKLIST: Record<number, OrderStatus[]> = {
  0: ['UNPAID', 'PENDING', 'READY_TO_SHIP', 'RETRY_SHIP', 'PROCESSED'],
  1: ['UNPAID', 'PENDING'],
  2: ['READY_TO_SHIP', 'RETRY_SHIP'],
  3: ['PROCESSED'],
}

function searchPackageList(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const filter = (body['filter'] ?? {}) as Record<string, unknown>
  const pagination = (body['pagination'] ?? {}) as Record<string, unknown>
  const size = Number(pagination['page_size'])
  if (!(size >= 1 && size <= 100))
    throw badParam('Wrong parameters, detail: page_size must be between 1 and 100.')
  const after = readCursor(typeof pagination['cursor'] === 'string' ? pagination['cursor'] : '')
  const channels = Array.isArray(filter['logistics_channel_ids'])
    ? filter['logistics_channel_ids'].map(Number)
    : []
  const statuses = WORKLIST[Number(filter['package_status'] ?? 0)]
  if (!statuses) throw badParam('Wrong parameters, detail: invalid field package_status.')
  const found = statuses
    .flatMap((status) => [...shopee.book.inStatus(shop.id, status)])
    .filter((order) => channels.length === 0 || channels.includes(order.parcel.carrier.id))
    .sort((a, b) => a.createTime - b.createTime || (a.sn < b.sn ? -1 : 1))
  const rest = after
    ? found.filter(
        (order) => order.createTime > after.time || (order.createTime === after.time && order.sn > after.sn),
      )
    : found
  const page = rest.slice(0, size)
  const last = page.at(-1)
  const more = rest.length > size
  return {
    wrapped: {
      packages_list: page.flatMap((order) =>
        parcelsOf(order).map((parcel) => ({
          order_sn: order.sn,
          package_number: parcel.number,
          logistics_channel_id: parcel.carrier.id,
          product_location_id: `${shop.region}Z`,
          is_shipment_arranged: order.status === 'PROCESSED' || isArranged(parcel),
        })),
      ),
      pagination: {
        total_count: found.length,
        next_cursor: more && last ? writeCursor(last.createTime, last.sn) : '',
        more,
      },
    },
  }
}

function getPackageDetail(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const numbers = new Set(listParam(query, 'package_number_list'))
  if (numbers.size < 1 || numbers.size > 50)
    throw badParam('Wrong parameters, detail: package_number_list takes 1 to 50 entries.')
  const found = [...numbers].flatMap((number) => {
    const order = shopee.book.findByPackage(number)
    const parcel = order && parcelsOf(order).find((one) => one.number === number)
    return parcel && order.shop === shop ? [{ order, parcel }] : []
  })
  return {
    wrapped: {
      package_list: found.map(({ order, parcel }) => {
        const detail = shopee.details.full(order)
        return {
          order_sn: order.sn,
          ...packagesOf(order).find((one) => one['package_number'] === parcel.number),
          tracking_number: parcel.tracking,
          fulfillment_status: parcel.status,
          update_time: order.updateTime,
          is_shipment_arranged: isArranged(parcel),
          ship_by_date: detail['ship_by_date'],
          recipient_address: detail['recipient_address'],
        }
      }),
    },
  }
}

export const orderEndpoints: Endpoints = {
  'order/get_order_list': shopGet(getOrderList),
  'order/get_order_detail': shopGet(getOrderDetail),
  'order/cancel_order': shopPost(cancelOrder),
  'order/handle_buyer_cancellation': shopPost(handleBuyerCancellation),
  'order/set_note': shopPost(setNote),
  'order/search_package_list': shopPost(searchPackageList),
  'order/get_package_detail': shopGet(getPackageDetail),
}
