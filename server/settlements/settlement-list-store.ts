/** Settlements as the API reads them. */
import type { Currency } from '../../model/money.ts'
import { converted, withFactor } from '../analytics/convert-money-store.ts'
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { refunded } from './settlement-amounts-store.ts'
import { settlementRows, type SettlementFilter } from './settlement-conditions-store.ts'

export type SettlementRow = {
  shopId: number
  systemName: string
  platformId: number
  channelOrderId: string
  orderCode: string
  /** Null until the order is fetched. */
  orderId: number | null
  currency: Currency
  /** ISO text. */
  settledAt: string
  /** Minor units, as all amounts. */
  amount: number
  revenue: number
  shipping: number
  fees: { code: string; amount: number }[]
  taxes: { code: string; amount: number }[]
  refund: number
  adjustment: number
  /** Null where the order is not here, as `expected`. */
  buyerPaid: number | null
  expected: number | null
  /** Refunded since the payout. */
  openRefund: number | null
}

export type SettlementCursor = { at: string; shopId: number; channelId: string }

/** The latest first; goes on behind the cursor. */
export async function listSettlements(
  db: Database,
  ownerId: string,
  filter: SettlementFilter,
  { limit, after }: { limit: number; after: SettlementCursor | undefined },
): Promise<SettlementRow[]> {
  const statement = new Statement(ownerId)
  // Whichever comes first: of two ends the index may begin at the wrong one, and read all between them.
  const isBefore = after && (filter.until === undefined || new Date(after.at) < new Date(filter.until))
  const behind = isBefore
    ? ` and (t.settled_at, t.shop_id, t.channel_order_id) < (${statement.value(after.at)}::timestamptz,
        ${statement.value(after.shopId)}::bigint, ${statement.value(after.channelId)}::text)`
    : ''
  const rows = await db.hotRead<{ found: SettlementRow }>(
    ownerId,
    statement.finish(`select json_build_object('shopId', t.shop_id, 'systemName', s.system_name, 'platformId', s.platform_id,
        'channelOrderId', t.channel_order_id, 'orderId', t.order_id, 'orderCode', t.order_code, 'currency', t.currency,
        'settledAt', t.settled_at, 'amount', t.amount, 'revenue', t.revenue, 'shipping', t.shipping, 'fees', t.fees, 'taxes', t.taxes,
        'refund', t.refund, 'adjustment', t.adjustment, 'buyerPaid', t.paid, 'expected', t.expected, 'openRefund', t.open_refund) as found
      from (select t.*, o.id as order_id, coalesce(o.short_code, t.channel_order_id) as order_code, x.paid, x.expected,
          case when o.currency = t.currency then greatest(${refunded} - t.refund, 0) end as open_refund
        from ${settlementRows(statement, isBefore ? { ...filter, until: undefined } : filter, behind)}
        order by t.settled_at desc, t.shop_id desc, t.channel_order_id desc limit ${limit}) t
      join shops s on s.owner_id = $1 and s.id = t.shop_id
      order by t.settled_at desc, t.shop_id desc, t.channel_order_id desc`),
  )
  return rows.map(({ found }) => found)
}

/** Sums in minor units. */
export type SettlementSums = {
  currency: Currency
  orders: number
  paid: number
  charged: number
  /** The orders that are here alone, as in the three below. */
  buyerPaid: number
  expected: number
  difference: number
  differing: number
  /** Orders that are not here, or in another currency: what they promised is not known. */
  unmatched: number
}

export type SettlementTotals = {
  shops: (SettlementSums & { shopId: number; systemName: string; platformId: number })[]
  /** Payouts of all currencies in the reporting one, in its minor units. */
  converted: number
  /** Payouts in currencies without a rate, in their minor units. */
  withoutRate: { currency: Currency; paid: number }[]
}

/** Everything that matches, by shop and currency. A payout is converted by the rate of its day. */
export async function readSettlementTotals(
  db: Database,
  { ownerId, timezone, currency }: { ownerId: string; timezone: string; currency: string },
  filter: SettlementFilter,
): Promise<SettlementTotals> {
  const statement = new Statement(ownerId)
  const facts = `select t.shop_id, t.currency, (t.settled_at at time zone ${statement.value(timezone)}::text)::date as day,
      count(*) as orders, sum(t.amount) as paid, sum(x.charged) as charged, sum(x.paid) as buyer_paid, sum(x.expected) as expected,
      sum(t.amount - x.expected) as difference, count(*) filter (where t.amount <> x.expected) as differing,
      count(*) filter (where x.expected is null) as unmatched
    from ${settlementRows(statement, filter)} group by 1, 2, 3`
  statement.with(`valued as materialized (${withFactor(statement, facts, currency)})`)
  const sums = ['orders', 'paid', 'charged', 'difference', 'differing', 'unmatched', 'expected', 'buyer_paid']
  const [found] = await db.hotRead<SettlementTotals>(
    ownerId,
    statement.finish(`select (
        select coalesce(json_agg(json_build_object('shopId', v.shop_id, 'systemName', s.system_name, 'platformId', s.platform_id,
          'currency', v.currency, 'orders', v.orders, 'paid', v.paid, 'charged', v.charged, 'buyerPaid', v.buyer_paid,
          'expected', v.expected, 'difference', v.difference, 'differing', v.differing, 'unmatched', v.unmatched)
          order by s.system_name, s.id, v.currency), '[]')
        from (select shop_id, currency, ${sums.map((one) => `coalesce(sum(${one}), 0) as ${one}`).join(', ')}
          from valued group by 1, 2) v
        join shops s on s.owner_id = $1 and s.id = v.shop_id) as shops,
      (select ${converted('paid')} from valued) as converted,
      (select coalesce(json_agg(n order by n.currency), '[]') from (
        select currency, sum(paid) as paid from valued where factor is null group by 1 having sum(paid) <> 0) n) as "withoutRate"`),
  )
  if (!found) throw new Error('the totals of the payouts gave nothing')
  return found
}
