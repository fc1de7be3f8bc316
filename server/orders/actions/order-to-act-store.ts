/** Reads the facts of an order that decide which actions it allows, and locks orders for an action. */
import { sql, type RawBuilder } from 'kysely'
import type { PackedLine } from '../../../model/order.ts'
import type { Tx } from '../../db/database.ts'

export type OrderToAct = {
  id: number
  shopId: number
  channelOrderId: string
  shortCode: string | null
  status: number
  channelStatus: string
  pickupFailed: boolean
  isDigital: boolean
  isCancelRequested: boolean
  updatedAt: Date
  platformId: number
  region: string
  shopStatus: number
  /** Status of each package on the channel, by its id. */
  packages: { id: string; status: string }[]
  /** Number of different products, and of pieces. */
  things: number
  pieces: number
  /** Into how many parcels it is divided. */
  parcels: number
  shipments: OrderShipment[]
}

/** A parcel that the order goes with, as far as it decides what may be done and printed. */
export type OrderShipment = {
  parcel: number
  courierId: number
  reference: string
  trackingNumber: string | null
  booking: 'wanted' | 'booked' | 'unanswered' | 'closed'
  isAsked: boolean
  status: number
  flag: string | null
  /** Amount that the courier collects, in minor units. */
  cod: number
  /** Content of the parcel; null: all of the order. */
  lines: PackedLine[] | null
}

/** The first parcel first. Read within an order as JSON. */
export const shipmentsColumn = (ownerId: string, orderId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select coalesce(json_agg(json_build_object('parcel', p.parcel, 'courierId', p.courier, 'reference', p.reference,
      'trackingNumber', p.tracking_number, 'booking', p.booking, 'isAsked', p.requested_at is not null, 'status', p.status, 'flag', p.flag,
      'cod', p.cod, 'lines', p.choice -> 'lines')
      order by p.parcel), '[]')
    from shipments p where p.owner_id = ${ownerId} and p.order_id = ${orderId} and p.is_live)`

export const parcelsColumn = (ownerId: string, orderId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select greatest(1, count(*)::int) from order_parcels d where d.owner_id = ${ownerId} and d.order_id = ${orderId})`

/** Locks the orders, so that two people who ask at the same moment are heard one after the other. */
export async function lockOrdersToAct(
  tx: Tx,
  ownerId: string,
  orderIds: number[],
  visible: number[],
): Promise<OrderToAct[]> {
  const { rows } = await sql<OrderToAct>`${ordersToAct(ownerId, orderIds, visible)} for update of o`.execute(
    tx,
  )
  return rows
}

/** The same for questions, which may come too late: whoever acts locks them. */
export async function listOrdersToAct(
  tx: Tx,
  ownerId: string,
  orderIds: number[],
  visible: number[],
): Promise<OrderToAct[]> {
  const { rows } = await sql<OrderToAct>`${ordersToAct(ownerId, orderIds, visible)}`.execute(tx)
  return rows
}

export async function readOrderToAct(
  tx: Tx,
  ownerId: string,
  orderId: number,
  visible: number[],
): Promise<OrderToAct | undefined> {
  const [order] = await listOrdersToAct(tx, ownerId, [orderId], visible)
  return order
}

const ordersToAct = (ownerId: string, orderIds: number[], visible: number[]): RawBuilder<unknown> => sql`
    select o.id, o.shop_id as "shopId", o.channel_order_id as "channelOrderId", o.short_code as "shortCode", o.status,
      o.channel_status as "channelStatus", o.pickup_failed as "pickupFailed", o.is_digital as "isDigital",
      o.cancel_requested_at is not null as "isCancelRequested", o.updated_at as "updatedAt",
      s.platform_id as "platformId", s.region, s.status as "shopStatus", o.quantity as pieces,
      (select count(distinct i.shop_sku)::int from order_items i
        where i.owner_id = ${ownerId} and i.order_id = o.id) as things,
      (select coalesce(json_agg(json_build_object('id', p.channel_package_id, 'status', p.channel_status)
          order by p.channel_package_id), '[]') from order_packages p
        where p.owner_id = ${ownerId} and p.order_id = o.id) as packages,
      ${parcelsColumn(ownerId, sql`o.id`)} as parcels, ${shipmentsColumn(ownerId, sql`o.id`)} as shipments
    from orders o join shops s on s.owner_id = ${ownerId} and s.id = o.shop_id
    where o.owner_id = ${ownerId} and o.id = any(${orderIds}::bigint[])
      and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))
    order by o.id`
