/** SQL conditions of a customer filter on a customer `c`. */
import type { Statement } from '../../db/statement.ts'
import { addDays, startOfDay } from '../../i18n/calendar.ts'
import { isFoundCustomer } from '../customer-search-store.ts'
import { rateOfCustomer, ruleCondition } from '../segments/rule-conditions-store.ts'
import type { CustomerFilter } from './customer-filter.ts'

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
