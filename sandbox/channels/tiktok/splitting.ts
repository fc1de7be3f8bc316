import { z } from 'zod'
import type { Tiktok } from './tiktok.ts'
import type { Order, Shop } from './types.ts'
import { TiktokError, type Endpoints, type ShopCall } from './wire.ts'

const splitSchema = z.object({
  splittable_groups: z
    .array(z.object({ id: z.string().min(1), order_line_item_ids: z.array(z.string().min(1)).min(1) }))
    .min(1),
})

/** "Split Orders": in South-East Asia, where all shops of the sandbox are, the pieces of one SKU stay together. */
const SAME_SKU = 'split same sku in Multi Package not allow'

function getOrder(tiktok: Tiktok, shop: Shop, id: string): Order {
  const order = tiktok.book.find(id)
  if (order?.shop !== shop) throw new TiktokError(11001001, 'The order does not exist')
  return order
}

const left = (order: Order): Order['units'] => order.units.filter(({ isCancelled }) => !isCancelled)

/** Why an order cannot be divided at all; undefined when it can. */
function obstacle(order: Order): string | undefined {
  if (order.status === 'CANCELLED') return 'Order has been canceled'
  if (order.status !== 'AWAITING_SHIPMENT') return 'Order status does not support split'
  if (order.cancelRequestedAt > 0) return 'Order has a pending cancellation request'
  const units = left(order)
  if (units.length < 2) return 'Order has only one item'
  return new Set(units.map(({ skuId }) => skuId)).size < 2 ? SAME_SKU : undefined
}

function attributes(tiktok: Tiktok, { shop, query }: ShopCall): object {
  const ids = (query.get('order_ids') ?? '').split(',').filter(Boolean)
  if (ids.length === 0) throw new TiktokError(21011005, 'Invalid parameter: order_ids')
  return {
    split_attributes: ids.map((id) => {
      const reason = obstacle(getOrder(tiktok, shop, id))
      return {
        order_id: id,
        can_split: reason === undefined,
        must_split: false,
        must_split_reasons: [],
        ...(reason && { reason }),
      }
    }),
  }
}

/** All units, each in one group; one group alone puts the order into one package again. */
function split(tiktok: Tiktok, { shop, id, body }: ShopCall): object {
  const order = getOrder(tiktok, shop, id)
  const input = splitSchema.safeParse(body)
  if (!input.success) throw new TiktokError(21011005, 'Invalid parameter: splittable_groups')
  const groups = input.data.splittable_groups
  if (new Set(groups.map((group) => group.id)).size < groups.length)
    throw new TiktokError(21011005, 'Invalid parameter: splittable_groups, an id is given twice')
  const units = left(order)
  const named = groups.flatMap((group) => group.order_line_item_ids)
  const known = new Set(units.map((unit) => unit.id))
  const stranger = named.find((one) => !known.has(one))
  if (stranger) throw new TiktokError(21011005, `Invalid parameter: ${stranger} is no line item of the order`)
  if (new Set(named).size < named.length)
    throw new TiktokError(21011005, 'Invalid parameter: a line item is in two groups')
  if (named.length < units.length)
    throw new TiktokError(21011005, 'Invalid parameter: a line item is in no group')
  const parcels = groups.map((group) => group.order_line_item_ids)
  const isApart = (skuId: string): boolean =>
    parcels.filter((ids) => units.some((unit) => unit.skuId === skuId && ids.includes(unit.id))).length > 1
  if (units.some(({ skuId }) => isApart(skuId))) throw new TiktokError(21011035, SAME_SKU)
  if (!tiktok.lifecycle.move(order, 'regroup', { groups: parcels }))
    throw new TiktokError(21011035, 'The status of the order does not support split')
  return {
    packages: order.parcels.map((parcel, place) => ({
      id: parcel.id,
      splittable_group_id: groups[place]?.id,
    })),
  }
}

export const splittingEndpoints: Endpoints = {
  'fulfillment/orders/split_attributes': { method: 'GET', scope: 'shop', run: attributes },
  'fulfillment/orders/:id/split': { method: 'POST', scope: 'shop', run: split },
}
