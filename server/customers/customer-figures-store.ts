/** Order figures of customers and the resulting level, kept by the transaction that changes an order. */
import { sql } from 'kysely'
import { levelOf } from '../../model/customer-rank.ts'
import type { OrderStatus } from '../../model/order-status.ts'
import type { Prices } from '../../model/money.ts'
import { columnList, json } from '../db/column-list.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import { changeLevelCounts, type LevelChange, type Ranks } from './customer-rank-store.ts'
import { saveCustomerTerms, type Named } from './customer-search-store.ts'
import { matchLater } from './persons/match-customers.ts'

/** Fields of an order that its buyer's figures depend on. `total` in minor units. */
export type BuyersOrder = {
  status: OrderStatus
  total: number
  currency: string
  /** The buyer took it back after it had left the house. */
  isRefused: boolean
  /** Null: it is no sale, or its sale is as it was. */
  soldAt: Date | null
}

/** A customer as stored before this transaction changed it. */
export type LockedCustomer = {
  id: number
  channelBuyerId: string
  currency: string
  otherPrices: Prices | null
  spent: number
  level: number
  firstSoldAt: Date | null
  name: string
  phone: string | null
  isMasked: boolean
  latestOrderAt: Date | null
}

/** Details of a buyer from the newest order. */
export type BuyerNames = { name: string; phone: string | null; isMasked: boolean; latestOrderAt: Date }

type Figures = { orders: number; success: number; lost: number; price: number; spent: number }
/** `others`: amounts in other currencies than the customer's own, which `price` has. */
type Sum = Figures & { others: Prices }

/** In one order everywhere, so that two transactions cannot lock each other out; what only names a customer, such as a segment, does not wait. */
export async function lockCustomers(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  { buyerIds, ids }: { buyerIds: string[]; ids: number[] },
): Promise<LockedCustomer[]> {
  const { rows } = await sql<LockedCustomer>`
    select id, channel_buyer_id as "channelBuyerId", currency, other_prices as "otherPrices", spent, level,
      first_sold_at as "firstSoldAt", name, phone, is_masked as "isMasked", latest_order_at as "latestOrderAt"
    from customers
    where owner_id = ${ownerId} and shop_id = ${shopId}
      and (channel_buyer_id = any(${buyerIds}::text[]) or id = any(${ids}::bigint[]))
    order by channel_buyer_id collate "C" for no key update`.execute(tx)
  return rows
}

/** `names`: what the orders call them. `added`: those who were added with their figures, and are not among the locked. */
type Change = { names: Map<number, BuyerNames>; added: AddedCustomer[] }
export type AddedCustomer = Named & { channelBuyerId: string; level: number }

const changeList = columnList({
  id: 'bigint',
  name: 'text?',
  phone: 'text?',
  isMasked: 'boolean?',
  latestOrderAt: 'timestamptz?',
  firstSoldAt: 'timestamptz?',
  orders: 'integer',
  success: 'integer',
  lost: 'integer',
  price: 'bigint',
  otherPrices: json<Prices | null>(),
  spent: 'bigint',
  level: 'smallint',
} as const)

/** Adds up orders that were (-1) and are (1), each by the customer whose it was or is, and saves that with the levels. */
export async function saveFigures(
  tx: Tx,
  shop: ShopKey,
  ranks: Ranks,
  locked: LockedCustomer[],
  orders: (BuyersOrder & { customerId: number; by: 1 | -1 })[],
  { names, added }: Change = { names: new Map(), added: [] },
): Promise<void> {
  const known = new Map(locked.map((customer) => [customer.id, customer]))
  const sums = new Map<number, Sum>([...names.keys()].map((id) => [id, noSum()]))
  for (const { by, customerId, ...order } of orders) {
    const customer = known.get(customerId)
    if (!customer) continue
    const sum = sums.get(customerId) ?? noSum()
    addOrder(sum, order, by, customer, ranks)
    sums.set(customerId, sum)
  }
  const firstSales = firstSalesOf(orders)
  const levels: LevelChange[] = added.map(({ level }) => ({ level, by: 1 }))
  const rows = [...sums].flatMap(([id, { others, ...sum }]) => {
    const customer = known.get(id)
    const firstSoldAt = firstSales.get(id) ?? null
    const hasChanged =
      names.has(id) ||
      figureNames.some((key) => sum[key] !== 0) ||
      Object.values(others).some(Boolean) ||
      (customer && isEarlier(firstSoldAt, customer))
    if (!customer || !hasChanged) return []
    const level = levelOf(ranks.limits, customer.spent + sum.spent)
    levels.push({ level: customer.level, by: -1 }, { level, by: 1 })
    const otherPrices = pricesOf(customer.otherPrices, others)
    return [{ ...sum, ...namesToSave(customer, names.get(id)), id, level, firstSoldAt, otherPrices }]
  })
  const saved = rows.length > 0 ? await updateFigures(tx, shop, rows) : []
  if (saved.length + added.length === 0) return
  await saveCustomerTerms(tx, shop.ownerId, [...added, ...saved.filter(({ id }) => names.has(id))])
  await changeLevelCounts(tx, shop, levels)
  const changed = locked.filter((customer) => isUnlike(customer, names.get(customer.id)))
  await matchLater(
    tx,
    shop.ownerId,
    [...added, ...changed].map(({ id }) => id),
  )
}

async function updateFigures(
  tx: Tx,
  shop: ShopKey,
  rows: Parameters<typeof changeList.records>[0],
): Promise<Named[]> {
  const saved = await sql<Named>`update customers c set
      name = coalesce(r.name, c.name), phone = coalesce(r.phone, c.phone),
      is_masked = c.is_masked and coalesce(r."isMasked", true),
      total_order = c.total_order + r.orders, total_order_success = c.total_order_success + r.success,
      total_order_lost = c.total_order_lost + r.lost, total_price = c.total_price + r.price,
      other_prices = r."otherPrices",
      spent = c.spent + r.spent, level = r.level, latest_order_at = greatest(c.latest_order_at, r."latestOrderAt"),
      first_sold_at = least(c.first_sold_at, r."firstSoldAt"),
      updated_at = ${new Date()}
    from ${changeList.records(rows)}
    where c.owner_id = ${shop.ownerId} and c.id = r.id
    returning c.id, c.name, c.phone, c.email`.execute(tx)
  return saved.rows
}

/** The figures of a customer who is added with these orders. */
export function firstFigures(orders: BuyersOrder[], currency: string, ranks: Ranks) {
  const all = noSum()
  for (const order of orders) addOrder(all, order, 1, { currency }, ranks)
  const { others, ...sum } = all
  const sales = orders.flatMap(({ soldAt }) => soldAt ?? [])
  const firstSoldAt = sales.length > 0 ? new Date(Math.min(...sales.map(Number))) : null
  return {
    ...sum,
    level: levelOf(ranks.limits, sum.spent),
    firstSoldAt,
    otherPrices: pricesOf(null, others),
  }
}

/** The stored name stays where it is clear and the reported one masked or older. */
function isBetterKnown({ isMasked, latestOrderAt }: LockedCustomer, reported: BuyerNames): boolean {
  return (
    !isMasked && (reported.isMasked || (latestOrderAt !== null && reported.latestOrderAt < latestOrderAt))
  )
}

/** Null leaves what is stored. */
function namesToSave(customer: LockedCustomer, reported: BuyerNames | undefined) {
  const unnamed = { name: null, phone: null, isMasked: null }
  if (!reported) return { ...unnamed, latestOrderAt: null }
  return isBetterKnown(customer, reported) ? { ...reported, ...unnamed } : reported
}

/** True when the report has a name, contact or, with a newer order, an address by which others may be the same person. */
function isUnlike(customer: LockedCustomer, reported: BuyerNames | undefined): boolean {
  if (!reported || isBetterKnown(customer, reported)) return false
  const { name, phone, latestOrderAt } = customer
  const isNewer = latestOrderAt !== null && reported.latestOrderAt > latestOrderAt
  return isNewer || reported.name !== name || reported.phone !== phone
}

const none: Figures = { orders: 0, success: 0, lost: 0, price: 0, spent: 0 }
const figureNames = Object.keys(none) as (keyof Figures)[]

const noSum = (): Sum => ({ ...none, others: {} })

/**
 * Adds an order to a sum, or takes it off (-1). Nothing is converted: what is in another currency than the customer's own stands by itself,
 * and `spent` has the orders in the account's currency alone, which the level goes by.
 */
function addOrder(
  sum: Sum,
  { status, total, currency, isRefused }: BuyersOrder,
  by: 1 | -1,
  buyer: Pick<LockedCustomer, 'currency'>,
  ranks: Ranks,
): void {
  const isLost = status === 'returned' || status === 'failed' || (status === 'canceled' && isRefused)
  sum.orders += by
  sum.lost += isLost ? by : 0
  if (status !== 'delivered') return
  sum.success += by
  if (currency === buyer.currency) sum.price += by * total
  else sum.others[currency] = (sum.others[currency] ?? 0) + by * total
  if (currency === ranks.currency) sum.spent += by * total
}

/** Null: nothing is left. */
function pricesOf(before: Prices | null, change: Prices): Prices | null {
  const sums = { ...before }
  for (const [currency, total] of Object.entries(change)) sums[currency] = (sums[currency] ?? 0) + total
  const left = Object.entries(sums).filter(([, total]) => total !== 0)
  return left.length > 0 ? Object.fromEntries(left) : null
}

type SoldOrder = { customerId: number; by: 1 | -1; soldAt: Date | null }

/** The earliest sale of each customer among the orders as they are now. */
function firstSalesOf(orders: SoldOrder[]): Map<number, Date> {
  const first = new Map<number, Date>()
  for (const { customerId, by, soldAt } of orders) {
    const known = first.get(customerId)
    if (by === 1 && soldAt && (!known || soldAt < known)) first.set(customerId, soldAt)
  }
  return first
}

function isEarlier(at: Date | null, { firstSoldAt }: LockedCustomer): boolean {
  return at != null && (firstSoldAt === null || at < firstSoldAt)
}

/** Customers whose first sale is none any more, or was at another time: it has to be looked for among all of their orders. */
export function lostFirstSales(locked: LockedCustomer[], orders: SoldOrder[]): number[] {
  const firstSales = firstSalesOf(orders)
  const were = new Set(
    orders.flatMap(({ by, customerId, soldAt }) =>
      by === -1 && soldAt ? [`${customerId}/${soldAt.getTime()}`] : [],
    ),
  )
  return locked
    .filter(({ id, firstSoldAt }) => {
      if (!firstSoldAt || !were.has(`${id}/${firstSoldAt.getTime()}`)) return false
      const now = firstSales.get(id)
      return !now || now > firstSoldAt
    })
    .map(({ id }) => id)
}
