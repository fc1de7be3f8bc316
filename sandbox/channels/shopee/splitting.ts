import { getOrder } from './orders.ts'
import { isArranged, parcelsOf } from './parcel.ts'
import type { Shopee } from './shopee.ts'
import type { Order } from './types.ts'
import {
  badParam,
  rowsField,
  ShopeeError,
  shopPost,
  textField,
  type Answer,
  type Endpoints,
  type ShopCall,
} from './wire.ts'

/** v2.order.split_order: 30 in Taiwan, where no shop of the sandbox is. */
const MOST_PARCELS = 5

const failed = (why: string): ShopeeError => new ShopeeError('error_param', `Split order failed: ${why}.`)

/** The places of the lines that a row names. */
function placesOf(order: Order, row: Record<string, unknown>): number[] {
  const { item_id: item, model_id: model = 0, model_quantity: pieces } = row
  if (pieces !== undefined && pieces !== null)
    throw failed('the shop is not allowed to split the pieces of one item')
  const places = order.lines.flatMap(({ product }, place) =>
    product.productId === item && product.skuId === model ? [place] : [],
  )
  if (places.length === 0)
    throw failed(`item ${String(item)} with model ${String(model)} is not in the order`)
  return places
}

function checkWaiting(order: Order): void {
  if (order.status !== 'READY_TO_SHIP') throw failed('the order is not in READY_TO_SHIP')
  if (parcelsOf(order).some(isArranged)) throw failed('a package of the order has been shipped')
}

function splitOrder(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const order = getOrder(shopee, shop, textField(body, 'order_sn'))
  const rows = rowsField(body, 'package_list', 50)
  if (rows.length < 2 || rows.length > MOST_PARCELS)
    throw badParam(`Wrong parameters, detail: package_list takes 2 to ${MOST_PARCELS} packages.`)
  checkWaiting(order)
  if (order.others.length > 0) throw failed('the order has been split already')
  const parcels = rows.map((row) => rowsField(row, 'item_list', 100).flatMap((item) => placesOf(order, item)))
  const named = parcels.flat()
  if (new Set(named).size < named.length) throw failed('an item is given twice')
  if (named.length < order.lines.length) throw failed('an item is missing')
  shopee.lifecycle.divide(order, parcels)
  return {
    wrapped: {
      order_sn: order.sn,
      package_list: parcelsOf(order).map(({ number, lines = [] }) => ({
        package_number: number,
        item_list: lines.flatMap((place) => {
          const line = order.lines[place]
          if (!line) return []
          const { productId, skuId } = line.product
          return [
            {
              item_id: productId,
              model_id: skuId,
              model_quantity: line.quantity,
              order_item_id: productId,
              promotion_group_id: 0,
            },
          ]
        }),
      })),
    },
  }
}

function unsplitOrder(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const order = getOrder(shopee, shop, textField(body, 'order_sn'))
  const isOpen = order.status === 'READY_TO_SHIP' && !parcelsOf(order).some(isArranged)
  if (!isOpen || order.others.length === 0)
    throw new ShopeeError('order.order_cannot_undo_split', 'Cannot undo split this order.')
  shopee.lifecycle.divide(order, [order.lines.map((_, place) => place)])
  return undefined
}

export const splittingEndpoints: Endpoints = {
  'order/split_order': shopPost(splitOrder),
  'order/unsplit_order': shopPost(unsplitOrder),
}
