/** Keeps the customers' records true while their orders come in: one per shop and the channel's buyer id. */
import { sql } from 'kysely'
import type { OrderStatus } from '../../model/order-status.ts'
import { orderStatusOf } from '../../model/order-status.ts'
import type { ChannelCustomer } from '../../model/customer.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { drawIds, type Tx } from '../db/database.ts'
import { storable } from '../db/storable-text.ts'
import { fillIn, findTold, wantCards } from './customer-card-store.ts'

/** The part of an order's change that customers care about. `customerId` is filled in here. */
export type CustomerChange = {
  order: ChannelOrder
  before: { status: number; total: number } | undefined
  status: OrderStatus
  customerId: number | null
  total: number
}

export async function saveCustomers(
  tx: Tx,
  shop: { ownerId: string; shopId: number; hasCrm: boolean },
  changes: CustomerChange[],
): Promise<void> {
  const buyers = new Map<string, CustomerRow>()
  for (const { order, before, status, total } of changes) {
    if (!order.buyer) continue
    const seen = buyers.get(order.buyer.channelBuyerId)
    const row = seen ?? emptyRow(order, order.buyer)
    row.total_order += before ? 0 : 1
    row.total_order_success += Number(status === 'delivered') - Number(wasIn(before, 'delivered'))
    row.total_order_lost +=
      Number(isLost(status)) - Number(before !== undefined && isLost(orderStatusOf(before.status)))
    row.total_price +=
      (status === 'delivered' ? total : 0) - (wasIn(before, 'delivered') ? (before?.total ?? 0) : 0)
    if (order.placedAt >= row.latest_order_at) {
      row.latest_order_at = order.placedAt
      // The newest order knows best what somebody is called now, unless its channel hides it.
      if (!isHidden(order) || row.is_masked) Object.assign(row, namesOf(order, order.buyer))
    }
    buyers.set(order.buyer.channelBuyerId, row)
  }
  if (buyers.size === 0) return

  const rows = [...buyers.values()].toSorted((a, b) => (a.channel_buyer_id < b.channel_buyer_id ? -1 : 1))
  const ids = await drawIds(tx, rows.length)
  const now = new Date()
  const saved = await sql<{ id: number; channel_buyer_id: string }>`
    insert into customers as c (owner_id, shop_id, id, channel_buyer_id, name, phone, is_masked, currency, total_order,
      total_order_success, total_order_lost, total_price, latest_order_at, created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows.map((row, at) => ({ ...row, id: ids[at] })))}::json) as r(id bigint,
      channel_buyer_id text, name text, phone text, is_masked boolean, currency text, total_order integer,
      total_order_success integer, total_order_lost integer, total_price bigint, latest_order_at timestamptz)
    on conflict (owner_id, shop_id, channel_buyer_id) do update set
      name = case when ${isBetterKnown} then c.name else excluded.name end,
      phone = case when ${isBetterKnown} then c.phone else coalesce(excluded.phone, c.phone) end,
      is_masked = c.is_masked and excluded.is_masked,
      total_order = c.total_order + excluded.total_order,
      total_order_success = c.total_order_success + excluded.total_order_success,
      total_order_lost = c.total_order_lost + excluded.total_order_lost,
      total_price = c.total_price + excluded.total_price,
      latest_order_at = greatest(c.latest_order_at, excluded.latest_order_at),
      updated_at = excluded.updated_at
    returning id, channel_buyer_id`.execute(tx)
  if (shop.hasCrm)
    await wantCards(
      tx,
      shop.ownerId,
      saved.rows.map(({ id }) => id),
    )

  const idOf = new Map(saved.rows.map((row) => [row.channel_buyer_id, row.id]))
  for (const change of changes) {
    change.customerId =
      (change.order.buyer && idOf.get(change.order.buyer.channelBuyerId)) ?? change.customerId
  }
}

/** Orders that moved on without a word of their channel. */
export async function moveBuyersOrders(
  tx: Tx,
  ownerId: string,
  orders: { customerId: number | null; total: number; from: number; to: number }[],
): Promise<void> {
  const sums = new Map<number, { id: number; success: number; lost: number; price: number }>()
  for (const { customerId, total, from, to } of orders) {
    if (customerId === null) continue
    const sum = sums.get(customerId) ?? { id: customerId, success: 0, lost: 0, price: 0 }
    for (const [status, by] of [
      [orderStatusOf(from), -1],
      [orderStatusOf(to), 1],
    ] as const) {
      if (status === 'delivered') sum.success += by
      if (status === 'delivered') sum.price += by * total
      if (isLost(status)) sum.lost += by
    }
    sums.set(customerId, sum)
  }
  const rows = [...sums.values()].toSorted((a, b) => a.id - b.id)
  if (rows.length === 0) return
  // Locked in one order everywhere, so that two transactions cannot lock each other out.
  await sql`select from customers where owner_id = ${ownerId} and id = any(${rows.map(({ id }) => id)}::bigint[])
    order by channel_buyer_id for update`.execute(tx)
  await sql`update customers c set total_order_success = c.total_order_success + r.success,
      total_order_lost = c.total_order_lost + r.lost, total_price = c.total_price + r.price, updated_at = ${new Date()}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, success integer, lost integer, price bigint)
    where c.owner_id = ${ownerId} and c.id = r.id`.execute(tx)
}

/** Saves what a channel that keeps customers reports, those whom it was told about apart. Answers how many are new. */
export async function saveChannelCustomers(
  tx: Tx,
  shop: { ownerId: string; shopId: number; currency: string; hasCrm: boolean },
  customers: ChannelCustomer[],
): Promise<number> {
  if (customers.length === 0) return 0
  const newest = new Map(customers.map((one) => [one.channelCustomerId, one]))
  const told = await findTold(tx, shop, [...newest.keys()])
  await fillIn(
    tx,
    shop,
    customers.filter(({ channelCustomerId: id }) => told.has(id)),
  )
  const own = [...newest.values()].filter(({ channelCustomerId: id }) => !told.has(id))
  if (own.length === 0) return 0
  const sorted = own.toSorted((a, b) => (a.channelCustomerId < b.channelCustomerId ? -1 : 1))
  const ids = await drawIds(tx, sorted.length)
  const rows = sorted.map(({ changedAt, channelCustomerId, ...customer }, place) => ({
    ...storable(customer, JSON.stringify(customer)),
    id: ids[place],
    channel_buyer_id: channelCustomerId,
    changed_at: changedAt,
  }))
  const drawn = new Set(ids)
  const now = new Date()
  const saved = await sql<{ id: number }>`
    insert into customers as c (owner_id, shop_id, id, channel_buyer_id, name, phone, email, note, changed_at, currency,
      created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${shop.currency}::text, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, channel_buyer_id text, name text, phone text,
      email text, note text, changed_at timestamptz)
    on conflict (owner_id, shop_id, channel_buyer_id) do update set name = excluded.name, phone = excluded.phone,
      email = excluded.email, note = excluded.note, changed_at = excluded.changed_at, updated_at = excluded.updated_at
    where c.changed_at is null or excluded.changed_at >= c.changed_at
    returning id`.execute(tx)
  if (shop.hasCrm)
    await wantCards(
      tx,
      shop.ownerId,
      saved.rows.map(({ id }) => id),
    )
  return saved.rows.filter(({ id }) => drawn.has(id)).length
}

type CustomerRow = {
  channel_buyer_id: string
  name: string
  phone: string | null
  is_masked: boolean
  currency: string
  total_order: number
  total_order_success: number
  total_order_lost: number
  total_price: number
  latest_order_at: Date
}

function emptyRow(order: ChannelOrder, buyer: NonNullable<ChannelOrder['buyer']>): CustomerRow {
  return {
    channel_buyer_id: buyer.channelBuyerId,
    ...namesOf(order, buyer),
    currency: order.currency,
    total_order: 0,
    total_order_success: 0,
    total_order_lost: 0,
    total_price: 0,
    latest_order_at: order.placedAt,
  }
}

/** Asterisks are no name; the one under which the buyer shops is. */
function namesOf(
  order: ChannelOrder,
  buyer: NonNullable<ChannelOrder['buyer']>,
): Pick<CustomerRow, 'name' | 'phone' | 'is_masked'> {
  if (isHidden(order)) return { name: buyer.name, phone: null, is_masked: true }
  const { name = null, phone = null } = order.address ?? {}
  return { name: name ?? buyer.name, phone, is_masked: false }
}

function isHidden({ address }: ChannelOrder): boolean {
  return address?.isMasked ?? true
}

/** What is stored is clear while the report is not, or comes of a later order. */
const isBetterKnown = sql.raw(
  `not c.is_masked and (excluded.is_masked or excluded.latest_order_at < c.latest_order_at)`,
)

/** Orders that ended otherwise than in the buyer's hands. */
function isLost(status: OrderStatus): boolean {
  return status === 'canceled' || status === 'returned' || status === 'failed'
}

function wasIn(before: { status: number } | undefined, status: OrderStatus): boolean {
  return before !== undefined && orderStatusOf(before.status) === status
}
