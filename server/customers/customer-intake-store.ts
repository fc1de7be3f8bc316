/** Keeps the customers' records true while their orders come in: one per shop and the channel's buyer id. */
import { sql } from 'kysely'
import type { OrderStatus } from '../../model/order-status.ts'
import { orderStatusIds, orderStatusOf } from '../../model/order-status.ts'
import type { ChannelCustomer } from '../../model/customer.ts'
import { paymentMethodIds, type ChannelOrder } from '../../model/order.ts'
import { soldAt } from '../../model/sale.ts'
import type { Prices } from '../../model/money.ts'
import { columnList, json } from '../db/column-list.ts'
import { withIds, type ShopKey, type Tx } from '../db/database.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'
import { findErased } from './privacy/erased-buyers-store.ts'
import { fillIn, findErasedPushed, findPushed, setTargetCards } from './customer-card-store.ts'
import {
  firstFigures,
  lockCustomers,
  lostFirstSales,
  saveFigures,
  type AddedCustomer,
  type BuyerNames,
  type BuyersOrder,
  type LockedCustomer,
} from './customer-figures-store.ts'
import { changeLevelCounts, lockRanksForShare, type Ranks } from './customer-rank-store.ts'
import { saveCustomerTerms, type Named } from './customer-search-store.ts'
import { matchLater } from './persons/match-customers.ts'

/** The part of an order's change that customers care about. `customerId` is filled in here. */
export type CustomerChange = {
  order: ChannelOrder
  before: StoredOrder | undefined
  status: OrderStatus
  customerId: number | null
  total: number
  paidAt: Date | null
  shippedAt: Date | null
}

type StoredOrder = {
  status: number
  paymentMethod: number
  placedAt: Date
  paidAt: Date | null
  total: number
  currency: string
  customerId: number | null
  cancelInitiator: string | null
  shippedAt: Date | null
}

/** Answers the customers whose first sale or latest order is to be looked for again once the orders are saved (order-times-store.ts). */
export async function saveCustomers(
  tx: Tx,
  shop: ShopKey & { hasCrm: boolean },
  ranks: Ranks,
  changes: CustomerChange[],
): Promise<number[]> {
  const buyers = buyersOf(changes)
  const formerIds = changes.flatMap(({ before }) => before?.customerId ?? [])
  if (buyers.size === 0 && formerIds.length === 0) return []
  const added = await addBuyers(tx, shop, ranks, { buyers, changes })
  const isNew = new Set(added.map(({ channelBuyerId }) => channelBuyerId))
  const buyerIds = [...buyers.keys()].filter((id) => !isNew.has(id))
  const locked = await lockCustomers(tx, shop, { buyerIds, ids: formerIds })
  const idOf = new Map([...locked, ...added].map(({ channelBuyerId, id }) => [channelBuyerId, id]))
  const names = new Map<number, BuyerNames>()
  for (const [channelBuyerId, buyer] of buyers) {
    const id = idOf.get(channelBuyerId)
    if (id !== undefined) names.set(id, buyer)
  }
  // A report without its buyer leaves the order with whom it had.
  for (const change of changes)
    change.customerId = idOf.get(change.order.buyer?.channelBuyerId ?? '') ?? change.customerId
  const moves = changes.flatMap(movesOf)
  await saveFigures(tx, shop, ranks, locked, moves, { names, added })
  if (shop.hasCrm) await setTargetCards(tx, shop.ownerId, [...names.keys()])
  return [...lostFirstSales(locked, moves), ...otherLatestOrders(locked, changes)]
}

/** Customers whose latest order is somebody else's by now, or who have one that was placed at another time than was said before. */
function otherLatestOrders(locked: LockedCustomer[], changes: CustomerChange[]): number[] {
  const latest = new Map(locked.map(({ id, latestOrderAt }) => [id, Number(latestOrderAt ?? 0)]))
  return changes.flatMap(({ before, customerId, order }) => {
    const id = before?.customerId
    if (!id) return []
    const known = latest.get(id) ?? 0
    const now = customerId === id ? Number(order.placedAt) : 0
    return now > known || (Number(before.placedAt) === known && now < known) ? [id] : []
  })
}

/** By the channel's id, in the order of those ids. */
function buyersOf(changes: CustomerChange[]): Map<string, Buyer> {
  const buyers = new Map<string, Buyer>()
  for (const { order } of changes) {
    if (!order.buyer) continue
    const { channelBuyerId } = order.buyer
    const buyer = buyers.get(channelBuyerId) ?? {
      ...namesOf(order, order.buyer),
      currency: order.currency,
      latestOrderAt: order.placedAt,
    }
    if (order.placedAt >= buyer.latestOrderAt) {
      buyer.latestOrderAt = order.placedAt
      // The newest order knows best what somebody is called now, unless its channel hides it.
      if (!isHidden(order) || buyer.isMasked) Object.assign(buyer, namesOf(order, order.buyer))
    }
    buyers.set(channelBuyerId, buyer)
  }
  return new Map([...buyers].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

type Buyer = BuyerNames & { currency: string }

const buyerList = columnList({
  id: 'bigint',
  channelBuyerId: 'text',
  name: 'text',
  phone: 'text?',
  isMasked: 'boolean',
  currency: 'text',
  latestOrderAt: 'timestamptz',
  firstSoldAt: 'timestamptz?',
  totalOrder: 'integer',
  totalOrderSuccess: 'integer',
  totalOrderLost: 'integer',
  totalPrice: 'bigint',
  otherPrices: json<Prices | null>(),
  spent: 'bigint',
  level: 'smallint',
} as const)

/**
 * Adds the buyers who have never bought here. Their figures come with the row: as a change of it they would be a second version of the
 * row, with eight entries in indexes.
 */
async function addBuyers(
  tx: Tx,
  shop: ShopKey,
  ranks: Ranks,
  { buyers, changes }: { buyers: Map<string, Buyer>; changes: CustomerChange[] },
): Promise<AddedCustomer[]> {
  if (buyers.size === 0) return []
  const ofBuyer = Map.groupBy(changes, ({ order }) => order.buyer?.channelBuyerId)
  const rows = await withIds(
    tx,
    [...buyers].map(([channelBuyerId, buyer]) => {
      const bought = (ofBuyer.get(channelBuyerId) ?? []).map(boughtOf)
      const { orders, success, lost, price, ...figures } = firstFigures(bought, buyer.currency, ranks)
      return {
        ...buyer,
        ...figures,
        channelBuyerId,
        totalOrder: orders,
        totalOrderSuccess: success,
        totalOrderLost: lost,
        totalPrice: price,
      }
    }),
  )
  const now = new Date()
  const added = await sql<AddedCustomer>`
    insert into customers (owner_id, shop_id, ${buyerList.names}, created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${now}::timestamptz, ${now}::timestamptz
    from ${buyerList.records(rows)}
    on conflict (owner_id, shop_id, channel_buyer_id) do nothing
    returning id, channel_buyer_id as "channelBuyerId", name, phone, email, level`.execute(tx)
  return added.rows
}

/** Taken off whoever had the order before, and given to whoever has it now. */
function movesOf(change: CustomerChange) {
  const { before, customerId } = change
  const was = before?.customerId
    ? [
        {
          by: -1 as const,
          customerId: before.customerId,
          status: orderStatusOf(before.status),
          total: before.total,
          currency: before.currency,
          isRefused: before.cancelInitiator === 'buyer' && before.shippedAt !== null,
          soldAt: soldAt(before),
        },
      ]
    : []
  return customerId === null ? was : [...was, { ...boughtOf(change), by: 1 as const, customerId }]
}

/** The order as it is now, for the figures of its buyer. */
function boughtOf({ order, before, status, total, paidAt, shippedAt }: CustomerChange): BuyersOrder {
  const { cancelInitiator, currency, placedAt } = order
  const paymentMethod = paymentMethodIds[order.paymentMethod]
  return {
    status,
    total,
    currency: before?.currency ?? currency,
    isRefused: cancelInitiator === 'buyer' && shippedAt !== null,
    soldAt: soldAt({ status: orderStatusIds[status], paymentMethod, placedAt, paidAt }),
  }
}

/** Orders that moved on without a word of their channel. */
export async function moveBuyersOrders(
  tx: Tx,
  shop: ShopKey,
  orders: { customerId: number | null; total: number; currency: string; from: number; to: number }[],
): Promise<void> {
  const ids = orders.flatMap(({ customerId }) => customerId ?? [])
  if (ids.length === 0) return
  const ranks = await lockRanksForShare(tx, shop.ownerId)
  const locked = await lockCustomers(tx, shop, { buyerIds: [], ids })
  const moves = orders.flatMap(({ customerId, total, currency, from, to }) =>
    customerId === null
      ? []
      : (
          [
            [from, -1],
            [to, 1],
          ] as const
        ).map(([status, by]) => ({
          by,
          customerId,
          status: orderStatusOf(status),
          total,
          currency,
          isRefused: false,
          soldAt: null,
        })),
  )
  await saveFigures(tx, shop, ranks, locked, moves)
}

const personList = columnList({
  id: 'bigint',
  channelBuyerId: 'text',
  name: 'text',
  phone: 'text?',
  email: 'text?',
  note: 'text?',
  changedAt: 'timestamptz',
} as const)
/** A note that somebody wrote here stays. */
const personUpdates = personList.updates('c', {
  except: ['id', 'channelBuyerId'],
  to: { note: 'case when c.note_by is null then excluded.note else c.note end' },
})

/** Saves what a channel that keeps customers reports, those whom it was told about apart. Answers how many are new. */
export async function saveChannelCustomers(
  tx: Tx,
  shop: { ownerId: string; shopId: number; currency: string; hasCrm: boolean },
  customers: ChannelCustomer[],
): Promise<number> {
  if (customers.length === 0) return 0
  const newest = new Map(customers.map((one) => [one.channelCustomerId, one]))
  const told = await findPushed(tx, shop, [...newest.keys()])
  // An erased customer stays so, however long the channel keeps the person; one who is being erased, too.
  await lockRanksForShare(tx, shop.ownerId)
  const erased = await findErased(tx, shop, [...newest.keys()])
  const erasedPushed = await findErasedPushed(tx, shop, [...newest.keys()])
  await fillIn(
    tx,
    shop,
    customers.filter(({ channelCustomerId: id }) => told.has(id)),
  )
  const own = [...newest.values()].filter(
    ({ channelCustomerId: id }) => !told.has(id) && !erased.has(id) && !erasedPushed.has(id),
  )
  if (own.length === 0) return 0
  const sorted = own.toSorted((a, b) => (a.channelCustomerId < b.channelCustomerId ? -1 : 1))
  const rows = await withIds(
    tx,
    sorted.map(({ changedAt, channelCustomerId, ...customer }) => ({
      ...stripNulBytes(customer, JSON.stringify(customer)),
      channelBuyerId: channelCustomerId,
      changedAt,
    })),
  )
  const drawn = new Set(rows.map(({ id }) => id))
  const now = new Date()
  const saved = await sql<Named>`
    insert into customers as c (owner_id, shop_id, ${personList.names}, currency, created_at, updated_at)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*, ${shop.currency}::text, ${now}::timestamptz, ${now}::timestamptz
    from ${personList.records(rows)}
    on conflict (owner_id, shop_id, channel_buyer_id)
    do update set ${personUpdates}, updated_at = excluded.updated_at
    where c.changed_at is null or excluded.changed_at >= c.changed_at
    returning id, name, phone, email`.execute(tx)
  await saveCustomerTerms(tx, shop.ownerId, saved.rows)
  await matchLater(
    tx,
    shop.ownerId,
    saved.rows.map(({ id }) => id),
  )
  const added = saved.rows.filter(({ id }) => drawn.has(id)).length
  await changeLevelCounts(tx, shop, [{ level: 1, by: added }])
  if (shop.hasCrm)
    await setTargetCards(
      tx,
      shop.ownerId,
      saved.rows.map(({ id }) => id),
    )
  return added
}

/** Asterisks are no name; the one under which the buyer shops is. */
function namesOf(
  order: ChannelOrder,
  buyer: NonNullable<ChannelOrder['buyer']>,
): Pick<BuyerNames, 'name' | 'phone' | 'isMasked'> {
  if (isHidden(order)) return { name: buyer.name, phone: null, isMasked: true }
  const { name = null, phone = null } = order.address ?? {}
  return { name: name ?? buyer.name, phone, isMasked: false }
}

function isHidden({ address }: ChannelOrder): boolean {
  return address?.isMasked ?? true
}
