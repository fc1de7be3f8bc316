/** SQL conditions of a customer filter on a customer `c`. */
import type { SegmentField, SegmentRule } from '../../../model/segment.ts'
import type { Statement } from '../../db/statement.ts'
import { addDays, startOfDay } from '../../i18n/calendar.ts'
import { isFoundCustomer } from '../customer-search-store.ts'
import type { CustomerFilter } from './customer-filter.ts'

/** E-14, as model/customer-rank.ts computes it. */
export const rateOfCustomer = `(case
  when c.total_order_success + c.total_order_lost < 3 then null
  when c.total_order_success * 10 >= (c.total_order_success + c.total_order_lost) * 9 then 3
  when c.total_order_success * 10 >= (c.total_order_success + c.total_order_lost) * 6 then 2
  else 1 end)`

export function customerConditions(statement: Statement, filter: CustomerFilter): string {
  const { shops, levels, rates, from, to, timezone, terms, segmentId, rules } = filter
  const value = (given: unknown, type: string) => `${statement.value(given)}::${type}`
  const parts = [
    shops && `c.shop_id = any(${value(shops, 'bigint[]')})`,
    levels.length > 0 && `c.level = any(${value(levels, 'smallint[]')})`,
    rates.length > 0 && `${rateOfCustomer} = any(${value(rates, 'int[]')})`,
    from && `c.latest_order_at >= ${value(startOfDay(timezone, from), 'timestamptz')}`,
    to && `c.latest_order_at < ${value(startOfDay(timezone, addDays(to, 1)), 'timestamptz')}`,
    filter.spentFrom !== undefined && `c.total_price >= ${value(filter.spentFrom, 'bigint')}`,
    filter.spentTo !== undefined && `c.total_price <= ${value(filter.spentTo, 'bigint')}`,
    filter.ordersFrom !== undefined && `c.total_order >= ${value(filter.ordersFrom, 'int')}`,
    filter.ordersTo !== undefined && `c.total_order <= ${value(filter.ordersTo, 'int')}`,
    terms !== undefined && isFoundCustomer('c.id', '$1', statement.value(terms)),
    segmentId !== undefined &&
      `exists (select from shortlist_customers m where m.owner_id = $1 and m.shortlist_id = ${value(segmentId, 'bigint')}
        and m.customer_id = c.id)`,
    ...rules.map((rule) => ruleCondition(statement, rule, filter.decimals)),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' and ') : 'true'
}

const columns: Record<SegmentField, string> = {
  spent: 'c.spent',
  orders: 'c.total_order',
  delivered: 'c.total_order_success',
  last_order: 'c.latest_order_at',
  first_seen: 'c.created_at',
  level: 'c.level',
  delivered_rate: rateOfCustomer,
  shop: 'c.shop_id',
}

function ruleCondition(statement: Statement, { field, test, value }: SegmentRule, decimals: number): string {
  const column = columns[field]
  if (field === 'last_order' || field === 'first_seen') {
    const then = `now() - make_interval(days => ${statement.value(Math.min(value, 36_500))}::int)`
    const day = `date_trunc('day', ${column}) = date_trunc('day', ${then})`
    return test === 'is' ? day : `${column} ${test === 'at_least' ? '<=' : '>='} ${then}`
  }
  const number = field === 'spent' ? Math.round(value * 10 ** decimals) : Math.floor(value)
  const sign = { at_least: '>=', at_most: '<=', is: '=' }[test]
  return `${column} ${sign} ${statement.value(number)}::bigint`
}
