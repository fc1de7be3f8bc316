import { isRecord } from '../../kit/http.ts'
import { getOrder } from './orders.ts'
import { isArranged, parcelsOf } from './parcel.ts'
import { CARRIERS, OWN_FLEET, SHOP_ADDRESSES } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { Order, Parcel, ShipMode, Shop } from './types.ts'
import {
  badParam,
  rowsField,
  ShopeeError,
  shopGet,
  shopPost,
  textField,
  type Answer,
  type Endpoints,
  type ShopCall,
} from './wire.ts'

/** Returns the channels that Shopee itself uses behind a channel that sellers choose. No item may name them. */
const maskedIn = (region: Shop['region']) =>
  CARRIERS[region]
    .slice(0, 1)
    .map(({ id, name, cod }) => ({ id: id + 100_000, name: `${name} (Hub)`, cod, mask: id }))

const DAY = 86_400

export const logistics = (slug: string, message: string): ShopeeError =>
  new ShopeeError(`logistics.${slug}`, message)

export interface Target {
  order: Order
  parcel: Parcel
}

/** The package that a call is about: it must be the order's own, and named where the order has several. */
export function target(shopee: Shopee, shop: Shop, sn: unknown, packageNumber: unknown): Target {
  if (typeof sn !== 'string' || sn === '') throw badParam('Wrong parameters, detail: invalid field order_sn.')
  const order = getOrder(shopee, shop, sn)
  if (packageNumber === undefined || packageNumber === null) {
    if (order.others.length === 0) return { order, parcel: order.parcel }
    // The reference's own spelling.
    throw logistics('ship_order_need_pacakge_number', 'The order is split: package_number is needed.')
  }
  const parcel = parcelsOf(order).find(({ number }) => number === packageNumber)
  if (!parcel) throw logistics('package_number_not_exist', 'The package_number does not exist.')
  return { order, parcel }
}

/** Three days to be picked up on, from tomorrow; a slot that was offered yesterday is not taken any more. */
function slots(now: number): { date: number; time_text: string; pickup_time_id: string; flags: string[] }[] {
  const tomorrow = (Math.floor(now / DAY) + 1) * DAY
  return [0, 1, 2].map((day) => ({
    date: tomorrow + day * DAY,
    time_text: '09:00 - 18:00',
    pickup_time_id: `${tomorrow + day * DAY}_1`,
    flags: day === 0 ? ['recommended'] : [],
  }))
}

const isWaiting = (order: Order): boolean => order.status === 'READY_TO_SHIP' || order.status === 'RETRY_SHIP'

function getShippingParameter(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const { order, parcel } = target(shopee, shop, query.get('order_sn'), query.get('package_number'))
  if (order.status === 'CANCELLED') throw new ShopeeError('error_status', 'The order is cancelled.')
  if (!isWaiting(order) || (order.status === 'READY_TO_SHIP' && isArranged(parcel)))
    throw badParam('Wrong parameters, detail: the package is not ready to be shipped.')
  const { modes } = parcel.carrier
  const pickup = {
    address_list: [
      {
        ...SHOP_ADDRESSES[shop.region],
        address_flag: ['default_address', 'pickup_address', 'return_address'],
        time_slot_list: slots(shopee.clock.now()),
      },
    ],
  }
  return {
    wrapped: {
      info_needed: {
        ...(modes.includes('pickup') && { pickup: ['address_id', 'pickup_time_id'] }),
        ...(modes.includes('dropoff') && { dropoff: [] }),
        ...(modes.includes('non_integrated') && { non_integrated: ['tracking_no'] }),
      },
      ...(modes.includes('pickup') && { pickup }),
      ...(modes.includes('dropoff') && { dropoff: { branch_list: null, slug_list: null } }),
    },
  }
}

const MODES: ShipMode[] = ['pickup', 'dropoff', 'non_integrated']

function checkPickup(shopee: Shopee, shop: Shop, pickup: Record<string, unknown>): void {
  if (pickup['address_id'] === undefined || pickup['pickup_time_id'] === undefined)
    throw logistics('ship_order_need_address_pickup_time', 'address_id and pickup_time_id are needed.')
  if (pickup['address_id'] !== SHOP_ADDRESSES[shop.region].address_id)
    throw logistics('error_param', 'The address_id is wrong.')
  if (!slots(shopee.clock.now()).some((slot) => slot.pickup_time_id === pickup['pickup_time_id']))
    throw logistics('ship_order_pickup_time_invalid', 'The pickup time is not available.')
}

function shipOrder(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const { order, parcel } = target(shopee, shop, body['order_sn'], body['package_number'])
  // An empty object is a choice too: drop-off needs nothing to be filled in.
  const chosen = MODES.filter((mode) => isRecord(body[mode]))
  const [mode] = chosen
  if (!mode || chosen.length > 1)
    throw logistics(
      'ship_order_only_support_one_type',
      'Exactly one of pickup, dropoff and non_integrated is needed.',
    )
  // After a missed pickup too: that is arranged anew by update_shipping_order.
  if (isArranged(parcel) && order.status !== 'CANCELLED')
    throw logistics('package_already_shipped', 'The package was arranged before.')
  if (!isWaiting(order)) throw logistics('ship_order_not_ready_to_ship', 'The order is not ready to ship.')
  if (!parcel.carrier.modes.includes(mode))
    throw logistics(`ship_order_unsupport_${mode}`, `This channel does not support ${mode}.`)
  const choice = body[mode] as Record<string, unknown>
  if (mode === 'pickup') checkPickup(shopee, shop, choice)
  if (mode !== 'non_integrated') {
    shopee.lifecycle.arrange(order, parcel)
    return undefined
  }
  const tracking = choice['tracking_number']
  if (typeof tracking !== 'string' || tracking === '')
    throw logistics('error_param', 'tracking_number is needed.')
  // The seller's own number is there at once, so nothing is promised for later.
  parcel.tracking = tracking
  shopee.lifecycle.shipOwn(order, parcel)
  return undefined
}

function updateShippingOrder(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const { order } = target(shopee, shop, body['order_sn'], body['package_number'])
  if (order.status !== 'RETRY_SHIP')
    throw logistics('ship_order_not_ready_to_ship', 'The pickup did not fail.')
  if (!isRecord(body['pickup'])) throw logistics('ship_order_need_address_pickup_time', 'pickup is needed.')
  checkPickup(shopee, shop, body['pickup'])
  shopee.lifecycle.move(order, 'arrange')
  return undefined
}

/** The number is an empty text until the courier has given one: clients ask again. */
function trackingOf(parcel: Parcel): Record<string, string> {
  if (!isArranged(parcel)) throw logistics('error_param', 'The package is not arranged yet.')
  return {
    tracking_number: parcel.tracking,
    plp_number: '',
    first_mile_tracking_number: '',
    last_mile_tracking_number: '',
    hint: parcel.tracking === '' ? 'The tracking number is being made, please try again later.' : '',
    pickup_code: '',
  }
}

const getTrackingNumber = (shopee: Shopee, { shop, query }: ShopCall): Answer => ({
  wrapped: trackingOf(target(shopee, shop, query.get('order_sn'), query.get('package_number')).parcel),
})

export const ALL_FAILED = { slug: 'common.batch_api_all_failed', message: 'All rows failed.' }

/** By packages alone: a stranger's package is as unknown as one that never was. */
function getMassTrackingNumber(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const numbers = rowsField(body, 'package_list', 50).map((row) => textField(row, 'package_number'))
  if (new Set(numbers).size < numbers.length) throw logistics('error_param', 'Duplicate package number')
  const found: object[] = []
  const failed: object[] = []
  for (const number of numbers) {
    const order = shopee.book.findByPackage(number)
    const parcel = order && parcelsOf(order).find((one) => one.number === number)
    try {
      if (!parcel || order?.shop.id !== shop.id)
        throw logistics('package_number_not_exist', 'The package_number does not exist.')
      found.push({ package_number: number, ...trackingOf(parcel) })
    } catch (error) {
      if (!(error instanceof ShopeeError)) throw error
      failed.push({ package_number: number, fail_reason: error.message })
    }
  }
  return {
    wrapped: { success_list: found, fail_list: failed },
    ...(found.length === 0 && { error: ALL_FAILED }),
  }
}

function getTrackingInfo(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const { order, parcel } = target(shopee, shop, query.get('order_sn'), query.get('package_number'))
  if (!isArranged(parcel)) throw logistics('error_param', 'There is no tracking information yet.')
  const steps = [
    [order.deliverTime, 'Parcel has been delivered', 'DELIVERED'],
    [order.pickupTime, 'Parcel has been picked up by our logistics partner', 'PICKED_UP'],
    [order.arrangeTime || parcel.trackingAt, 'Sender is preparing to ship your parcel', 'ORDER_CREATED'],
  ] as const
  return {
    wrapped: {
      order_sn: order.sn,
      package_number: parcel.number,
      logistics_status: parcel.status,
      tracking_info: steps
        .filter(([time]) => time > 0)
        .map(([time, description, status]) => ({ update_time: time, description, logistics_status: status })),
    },
  }
}

export const shippingEndpoints: Endpoints = {
  'logistics/get_shipping_parameter': shopGet(getShippingParameter),
  'logistics/ship_order': shopPost(shipOrder),
  'logistics/update_shipping_order': shopPost(updateShippingOrder),
  'logistics/get_tracking_number': shopGet(getTrackingNumber),
  'logistics/get_mass_tracking_number': shopPost(getMassTrackingNumber),
  'logistics/get_tracking_info': shopGet(getTrackingInfo),
  'logistics/get_address_list': shopGet((_shopee, { shop }) => ({
    wrapped: {
      show_pickup_address: true,
      address_list: [
        {
          ...SHOP_ADDRESSES[shop.region],
          address_type: ['DEFAULT_ADDRESS', 'PICKUP_ADDRESS', 'RETURN_ADDRESS'],
        },
      ],
    },
  })),
  'logistics/get_channel_list': shopGet((_shopee, { shop }) => ({
    wrapped: {
      logistics_channel_list: [...CARRIERS[shop.region], OWN_FLEET, ...maskedIn(shop.region)].map(
        (carrier) => ({
          logistics_channel_id: carrier.id,
          logistics_channel_name: carrier.name,
          cod_enabled: carrier.cod,
          enabled: true,
          fee_type: 'SIZE_INPUT',
          size_list: [],
          weight_limit: { item_max_weight: 30, item_min_weight: 0 },
          item_max_dimension: { height: 100, width: 100, length: 100, unit: 'cm', dimension_sum: 200 },
          volume_limit: { item_max_volume: 0, item_min_volume: 0 },
          mask_channel_id: 'mask' in carrier ? carrier.mask : 0,
          force_enable: false,
        }),
      ),
    },
  })),
}
