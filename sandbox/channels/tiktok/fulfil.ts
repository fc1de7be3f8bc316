import { z } from 'zod'
import { deliveryOption } from './delivery-options.ts'
import { addressOf, hasParcels } from './detail.ts'
import { providersOf, senderAddress } from './logistics.ts'
import { readPage } from './paging.ts'
import type { Tiktok } from './tiktok.ts'
import type { Order, Parcel, Shop } from './types.ts'
import { badParam, TiktokError, type Endpoints, type ShopCall } from './wire.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const LARGEST_BATCH = 50

const requestSchema = z.object({
  handover_method: z.enum(['PICKUP', 'DROP_OFF']).optional(),
  pickup_slot: z.object({ start_time: z.int(), end_time: z.int() }).optional(),
  self_shipment: z.object({ tracking_number: z.string(), shipping_provider_id: z.string() }).optional(),
})
const batchSchema = z.object({
  packages: z.array(requestSchema.extend({ id: z.string().min(1) })).min(1),
})

type Request = z.infer<typeof requestSchema>

export interface Package {
  order: Order
  parcel: Parcel
}

/** An order has packages once it is no longer on hold. */
export function getPackage(tiktok: Tiktok, shop: Shop, id: string): Package {
  const order = tiktok.book.all(shop.id).findLast(({ parcels }) => parcels.some((parcel) => parcel.id === id))
  const parcel = order?.parcels.find((one) => one.id === id)
  if (!order || !parcel || !hasParcels(order)) throw new TiktokError(21008001, 'The package does not exist')
  return { order, parcel }
}

export const unitsOf = ({ order, parcel }: Package): Order['units'] =>
  order.units.filter((unit) => order.parcels[unit.parcel] === parcel)

const hoursAhead = ({ region }: Shop): number => (region === 'VN' ? 7 : 8)

/** Two a day, for three days; the last one is always taken by others. */
function slotsOf(tiktok: Tiktok, shop: Shop): { start_time: number; end_time: number; avaliable: boolean }[] {
  const now = tiktok.clock.now()
  const shift = hoursAhead(shop) * HOUR
  const midnight = Math.floor((now + shift) / DAY) * DAY - shift
  return [1, 2, 3].flatMap((day) =>
    [
      [9, 13],
      [13, 18],
    ].map(([from = 0, to = 0]) => ({
      start_time: midnight + day * DAY + from * HOUR,
      end_time: midnight + day * DAY + to * HOUR,
      // The reference's own spelling.
      avaliable: !(day === 3 && from === 13),
    })),
  )
}

function slots(tiktok: Tiktok, { shop, id }: ShopCall): object {
  const { order, parcel } = getPackage(tiktok, shop, id)
  checkOpen(order, parcel)
  return {
    can_pickup: true,
    can_drop_off: true,
    can_van_collection: false,
    drop_off_point_url: `${tiktok.baseUrl()}/drop-off`,
    pickup_slots: slotsOf(tiktok, shop),
  }
}

function checkOpen(order: Order, parcel: Parcel): void {
  if (parcel.status === 'CANCELLED') throw new TiktokError(21011041, 'The package has been cancelled')
  if (parcel.status !== 'TO_FULFILL') throw new TiktokError(21008099, 'The package has been shipped already')
  if (order.cancelRequestedAt > 0)
    throw new TiktokError(21021010, 'An after-sale request of the order is pending')
}

function shipOne(tiktok: Tiktok, shop: Shop, id: string, request: Request): void {
  const { order, parcel } = getPackage(tiktok, shop, id)
  checkOpen(order, parcel)
  const details = order.isOwnCourier
    ? { own: ownCourier(shop, request) }
    : { handover: handoverOf(tiktok, shop, request) }
  const others = order.parcels.filter((one) => one !== parcel && one.status === 'TO_FULFILL')
  const action = others.length > 0 ? 'ship_part' : 'ship'
  if (!tiktok.lifecycle.move(order, action, { ...details, parcel }))
    throw new TiktokError(21008099, 'The status of the order does not allow this operation')
  // The seller's own courier has the parcel when its number is told.
  if (order.isOwnCourier) tiktok.lifecycle.move(order, 'collect')
}

function handoverOf(tiktok: Tiktok, shop: Shop, { handover_method: method, pickup_slot: slot }: Request) {
  if (!method) throw badParam('Invalid parameter: handover_method')
  if (method === 'DROP_OFF') return { handover: method }
  const known = slotsOf(tiktok, shop).find(
    (one) => one.start_time === slot?.start_time && one.end_time === slot.end_time,
  )
  if (!slot || !known?.avaliable) throw new TiktokError(21011053, 'The pickup slot is unavailable')
  return { handover: method, slot }
}

function ownCourier(shop: Shop, { self_shipment: own }: Request): { tracking: string; carrier: string } {
  if (!own) throw new TiktokError(21011022, 'The tracking number is missing')
  const provider = providersOf(shop).find(({ id }) => id === own.shipping_provider_id)
  if (!provider) throw new TiktokError(11028006, 'The tracking number does not match the shipping provider')
  if (!/^[\w-]{6,50}$/.test(own.tracking_number))
    throw new TiktokError(21011025, 'The tracking number is invalid')
  return { tracking: own.tracking_number, carrier: provider.name }
}

function ship(tiktok: Tiktok, { shop, id, body }: ShopCall): object {
  const request = requestSchema.safeParse(body)
  if (!request.success) throw badParam('Invalid request body')
  shipOne(tiktok, shop, id, request.data)
  return {}
}

/** Package by package; what could not be done is told under `errors`, and the others are done. */
function shipMany(tiktok: Tiktok, { shop, body }: ShopCall): object {
  const input = batchSchema.safeParse(body)
  if (!input.success) throw badParam('Invalid request body')
  if (input.data.packages.length > LARGEST_BATCH) throw badParam('Invalid parameter: packages')
  const errors: object[] = []
  for (const { id, ...request } of input.data.packages)
    try {
      shipOne(tiktok, shop, id, request)
    } catch (error) {
      if (!(error instanceof TiktokError)) throw error
      errors.push({ code: error.code, message: error.message, detail: { package_id: id } })
    }
  return errors.length > 0 ? { errors } : {}
}

/** A package counts as being processed before it is arranged as well. */
const packageStatus = ({ status }: Parcel): string => (status === 'TO_FULFILL' ? 'PROCESSING' : status)

function detail(tiktok: Tiktok, { shop, id }: ShopCall): object {
  const found = getPackage(tiktok, shop, id)
  const { order, parcel } = found
  const option = deliveryOption(order.isOwnCourier)
  const units = unitsOf(found)
  const weight = units.reduce((sum, { sku }) => sum + (tiktok.catalog.find(shop.id, sku)?.weight ?? 0.5), 0)
  return {
    package_id: parcel.id,
    package_status: packageStatus(parcel),
    orders: [{ id: order.id, skus: units.map(({ skuId, name }) => ({ id: skuId, name, quantity: 1 })) }],
    order_line_item_ids: units.map((unit) => unit.id),
    shipping_type: order.isOwnCourier ? 'SELLER' : 'TIKTOK',
    shipping_provider_name: order.carrier,
    delivery_option_id: option.id,
    delivery_option_name: option.name,
    ...(parcel.handover && { handover_method: parcel.handover }),
    ...(parcel.slot && { pickup_slot: parcel.slot }),
    ...(parcel.tracking !== '' && { tracking_number: parcel.tracking }),
    recipient_address: addressOf(order),
    sender_address: senderAddress(shop),
    weight: { value: weight.toFixed(2), unit: 'KILOGRAM' },
    split_and_combine_tag: order.parcels.length > 1 ? 'SPLIT' : 'DEFAULT',
    create_time: order.payTime || order.createTime,
    update_time: order.updateTime,
  }
}

const STATUSES = ['PROCESSING', 'FULFILLING', 'COMPLETED', 'CANCELLED']

function search(tiktok: Tiktok, call: ShopCall): object {
  const { shop, body } = call
  const { package_status: status } = body
  if (status !== undefined && !STATUSES.some((one) => one === status))
    throw badParam('Invalid parameter: package_status')
  const found = tiktok.book
    .all(shop.id)
    .filter(hasParcels)
    .flatMap((order) =>
      order.parcels.map((parcel) => ({
        id: parcel.id,
        createTime: order.payTime || order.createTime,
        updateTime: order.updateTime,
        found: { order, parcel },
      })),
    )
    .filter(({ found: { parcel } }) => status === undefined || packageStatus(parcel) === status)
  const { rows, ...page } = readPage(call, found)
  return {
    packages: rows.map((row) => ({
      id: row.id,
      status: packageStatus(row.found.parcel),
      orders: [{ id: row.found.order.id }],
      line_item_ids: unitsOf(row.found).map(({ id }) => id),
      shipping_provider_name: row.found.order.carrier,
      ...(row.found.parcel.tracking !== '' && { tracking_number: row.found.parcel.tracking }),
      create_time: row.createTime,
      update_time: row.updateTime,
    })),
    ...page,
  }
}

export const fulfilEndpoints: Endpoints = {
  'fulfillment/packages/search': { method: 'POST', scope: 'shop', run: search },
  'fulfillment/packages/:id': { method: 'GET', scope: 'shop', run: detail },
  'fulfillment/packages/:id/handover_time_slots': { method: 'GET', scope: 'shop', run: slots },
  'fulfillment/packages/:id/ship': { method: 'POST', scope: 'shop', run: ship },
  'fulfillment/packages/ship': { method: 'POST', scope: 'shop', run: shipMany },
}
