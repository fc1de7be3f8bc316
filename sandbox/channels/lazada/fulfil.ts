import { z } from 'zod'
import { isBeingPacked } from './lifecycle.ts'
import { TRANSFER_WAREHOUSES } from './shops.ts'
import type { Lazada } from './lazada.ts'
import type { Order, Piece, Shop } from './types.ts'
import {
  failed,
  jsonParameter,
  readable,
  shopCall,
  shopPost,
  wholeId,
  type Answer,
  type Endpoints,
  type ShopCall,
} from './wire.ts'

const LARGEST_BATCH = 20

const ordersSchema = z.object({
  orders: z.array(z.object({ order_id: wholeId, order_item_ids: z.array(wholeId).min(1) })).min(1),
})
const packSchema = z.object({
  pack_order_list: z.array(z.object({ order_id: wholeId, order_item_list: z.array(wholeId).min(1) })).min(1),
  delivery_type: z.literal('dropship'),
  shipping_allocate_type: z.enum(['TFS', 'NTFS']),
  shipment_provider_code: z.string().optional(),
})
export const packagesSchema = z.object({
  packages: z.array(z.object({ package_id: z.string().min(1) })).min(1),
})

const TOO_MANY = failed('700022', 'batch size out of limit')
const ILLEGAL = failed('700004', 'param illegal')

/** Result of one row of a batch; item_err_code "0" is success. */
type Outcome = { item_err_code: string; msg: string; retry: boolean }

const done: Outcome = { item_err_code: '0', msg: 'success', retry: false }
const not = (code: string, msg: string, retry = false): Outcome => ({ item_err_code: code, msg, retry })

function ownOrder(lazada: Lazada, shop: Shop, id: number): Order | undefined {
  const order = lazada.book.find(id)
  return order?.shop === shop ? order : undefined
}

function providers(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const input = readable(ordersSchema, jsonParameter(parameters, 'getShipmentProvidersReq'))
  if (!input) return ILLEGAL
  if (input.orders.length > LARGEST_BATCH) return TOO_MANY
  for (const { order_id: id, order_item_ids: items } of input.orders) {
    const order = ownOrder(lazada, shop, id)
    if (!order) return failed('700021', 'order not found')
    if (items.some((item) => !order.pieces.some((piece) => piece.id === item)))
      return failed('700025', 'order item not found')
  }
  const isLocal = shop.allocation === 'TFS'
  return {
    result: {
      success: true,
      error_code: '',
      error_msg: '',
      data: {
        platform_default: isLocal ? 1 : 0,
        shipment_providers: isLocal ? [] : TRANSFER_WAREHOUSES,
        shipping_allocate_type: shop.allocation,
      },
    },
  }
}

/** Local parcels go with whom Lazada chooses, those of cross-border sellers through a warehouse that they name. */
function isRightProvider(shop: Shop, code: string | undefined): boolean {
  if (shop.allocation === 'TFS') return code === undefined || code === ''
  return TRANSFER_WAREHOUSES.some(({ provider_code: known }) => known === code)
}

function pack(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const input = readable(packSchema, jsonParameter(parameters, 'packReq'))
  if (!input || input.shipping_allocate_type !== shop.allocation) return ILLEGAL
  if (input.pack_order_list.length > LARGEST_BATCH) return TOO_MANY
  if (!isRightProvider(shop, input.shipment_provider_code))
    return failed('700033', 'transferringWarehouseCode cannot found')
  const list = input.pack_order_list.map(({ order_id: id, order_item_list: items }) => {
    const order = ownOrder(lazada, shop, id)
    const found = items.map((item) => ({
      item,
      piece: order?.pieces.find((piece) => piece.id === item),
    }))
    const outcomes = found.map(({ piece }) => packable(order, piece))
    // The pieces of one order are packed together: those that can be.
    const ready = found.flatMap(({ piece }, index) => (piece && outcomes[index] === done ? [piece] : []))
    if (order && ready.length > 0) lazada.lifecycle.startPacking(order, ready)
    return {
      order_id: id,
      order_item_list: found.map(({ item, piece }, index) => ({
        order_item_id: item,
        ...(outcomes[index] ?? done),
        tracking_number: outcomes[index] === done ? piece?.tracking : '',
        shipment_provider: outcomes[index] === done ? piece?.carrier : '',
        package_id: outcomes[index] === done ? piece?.packageId : '',
      })),
    }
  })
  return succeeded({ pack_order_list: list })
}

function packable(order: Order | undefined, piece: Piece | undefined): Outcome {
  if (!order) return not('700021', 'order not found')
  if (!piece) return not('700025', 'order item not found')
  if (isBeingPacked(piece)) return not('700024', 'failed get lock,pls try later', true)
  if (order.isCancelAsked) return not('700031', 'item not ready to fulfill')
  if (piece.status !== 'pending' && piece.status !== 'repacked')
    return not('700026', 'item current status not allow to pack')
  return done
}

const succeeded = (data: object): Answer => ({
  // The reference names these two fields in one way and its samples in another.
  result: { success: true, error_code: '', error_msg: '', errorCode: '', errorMsg: '', data },
})

export interface Parcel {
  order: Order
  pieces: Piece[]
  /** Places of the pieces in their order. */
  places: number[]
}

export function findParcel(lazada: Lazada, shop: Shop, packageId: string): Parcel | undefined {
  const order = lazada.book
    .all(shop.id)
    .findLast(({ pieces }) => pieces.some((piece) => piece.packageId === packageId))
  if (!order) return undefined
  const places = order.pieces.flatMap((piece, index) => (piece.packageId === packageId ? [index] : []))
  return { order, places, pieces: places.map((index) => order.pieces[index] as Piece) }
}

/** Does something with each package of a batch, and tells of each what became of it. */
function eachPackage(
  lazada: Lazada,
  { shop, parameters }: ShopCall,
  name: string,
  run: (parcel: Parcel) => Outcome,
): Answer {
  const input = readable(packagesSchema, jsonParameter(parameters, name))
  if (!input) return failed('700017', "param can't be null")
  if (input.packages.length > LARGEST_BATCH) return TOO_MANY
  return succeeded({
    packages: input.packages.map(({ package_id: id }) => {
      const parcel = findParcel(lazada, shop, id)
      return { package_id: id, ...(parcel ? run(parcel) : not('600001', 'package not found')) }
    }),
  })
}

function readyToShip(lazada: Lazada, call: ShopCall): Answer {
  return eachPackage(lazada, call, 'readyToShipReq', ({ order, pieces, places }) => {
    if (pieces.every(({ status }) => status === 'canceled')) return not('600002', 'package already cancelled')
    // Packing takes a moment, and whoever is too quick is told to come again.
    if (pieces.some(isBeingPacked))
      return not('700000', 'current package status not allow to operation', true)
    if (order.isCancelAsked || !lazada.lifecycle.move(order, 'ready', { pieces: places }))
      return not('700000', 'current package status not allow to operation')
    return done
  })
}

function repack(lazada: Lazada, call: ShopCall): Answer {
  return eachPackage(lazada, call, 'rePackReq', ({ order, places }) =>
    lazada.lifecycle.move(order, 'repack', { pieces: places })
      ? done
      : not('700000', 'current package status not allow to operation'),
  )
}

export const fulfilEndpoints: Endpoints = {
  '/order/shipment/providers/get': shopCall(providers),
  '/order/fulfill/pack': shopPost(pack),
  '/order/package/rts': shopPost(readyToShip),
  '/order/package/repack': shopCall(repack),
}
