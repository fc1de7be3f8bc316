/** Payouts `t` with their orders `o` and the figures `x` of both, as the list, its totals and its file read them. */
import type { Statement } from '../db/statement.ts'
import { charged, expectedAfterFees, orderValue } from './settlement-amounts-store.ts'

/** `shops`: those asked for that the user may see; undefined: all. Paid out from `from` on, and before `until`: ISO texts. */
export type SettlementFilter = {
  shops?: number[] | undefined
  currency?: string | undefined
  from?: string | undefined
  until?: string | undefined
  /** Part of an order's number. */
  keyword?: string | undefined
  hasDifference?: boolean | undefined
}

/** The figures are worked out once a row: without the offset PostgreSQL would do it again wherever one is named. */
export function settlementRows(statement: Statement, filter: SettlementFilter, more = ''): string {
  return `settlements t
    left join orders o on o.owner_id = $1 and o.shop_id = t.shop_id and o.channel_order_id = t.channel_order_id
    cross join lateral (select ${charged} as charged, ${expectedAfterFees} as expected,
      case when o.currency = t.currency then ${orderValue} end as paid offset 0) x
    where t.owner_id = $1${conditions(statement, filter)}${more}`
}

function conditions(statement: Statement, filter: SettlementFilter): string {
  const { shops, currency, from, until, keyword, hasDifference } = filter
  return [
    shops && ` and t.shop_id = any(${statement.value(shops)}::bigint[])`,
    currency && ` and t.currency = ${statement.value(currency)}::text`,
    from && ` and t.settled_at >= ${statement.value(from)}::timestamptz`,
    until && ` and t.settled_at < ${statement.value(until)}::timestamptz`,
    keyword && hasWord(`position(lower(${statement.value(keyword)}::text) in lower`),
    hasDifference !== undefined && ` and t.amount ${hasDifference ? '<>' : '='} x.expected`,
  ]
    .filter(Boolean)
    .join('')
}

/** Short codes are searched once for all payouts, as most channels have none. */
function hasWord(word: string): string {
  return ` and (${word}(t.channel_order_id)) > 0 or (t.shop_id, t.channel_order_id) in (
    select q.shop_id, q.channel_order_id from orders q
    where q.owner_id = $1 and q.short_code is not null and ${word}(q.short_code)) > 0))`
}
