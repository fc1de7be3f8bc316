/** SQL conditions of a customer filter on a customer `c`, who stands for the whole person. */
import type { SegmentField, SegmentRule } from '../../../model/segment.ts'
import type { Statement } from '../../db/statement.ts'
import { addDays, startOfDay } from '../../i18n/calendar.ts'
import { isFoundCustomer } from '../customer-search-store.ts'
import { isFirst, personParts, type PersonParts } from '../persons/person-parts-store.ts'
import type { CustomerFilter } from './customer-filter.ts'

export function customerConditions(statement: Statement, filter: CustomerFilter): string {
  const { shops, levels, rates, from, to, timezone, terms, segmentId, rules, visible } = filter
  const value = (given: unknown, type: string) => `${statement.value(given)}::${type}`
  const ofShops = shops && value(shops, 'bigint[]')
  const person = personParts(statement, visible)
  const spent = () => person.of('c.total_price', 'sum(i.total_price) filter (where i.currency = c.currency)')
  const orders = () => person.of('c.total_order', 'sum(i.total_order)')
  const parts = [
    ofShops && `c.shop_id = any(${ofShops})`,
    isFirst(ofShops),
    levels.length > 0 && isOfLevels(person, value(levels, 'smallint[]')),
    rates.length > 0 && `${person.rate()} = any(${value(rates, 'int[]')})`,
    from && `c.latest_order_at >= ${value(startOfDay(timezone, from), 'timestamptz')}`,
    to && `c.latest_order_at < ${value(startOfDay(timezone, addDays(to, 1)), 'timestamptz')}`,
    filter.spentFrom !== undefined && `${spent()} >= ${value(filter.spentFrom, 'bigint')}`,
    filter.spentTo !== undefined && `${spent()} <= ${value(filter.spentTo, 'bigint')}`,
    filter.ordersFrom !== undefined && `${orders()} >= ${value(filter.ordersFrom, 'int')}`,
    filter.ordersTo !== undefined && `${orders()} <= ${value(filter.ordersTo, 'int')}`,
    terms !== undefined && isFound(statement, terms, visible),
    segmentId !== undefined &&
      person.some(`exists (select from shortlist_customers m where m.owner_id = $1
        and m.shortlist_id = ${value(segmentId, 'bigint')} and m.customer_id = i.id)`),
    ...rules.map((rule) => ruleCondition(statement, rule, { decimals: filter.decimals, person })),
  ].filter(Boolean)
  return parts.join(' and ')
}

/** Apart, so that the index by levels serves those who are alone. */
function isOfLevels({ level }: PersonParts, levels: string): string {
  return `((c.person_id is null and c.level = any(${levels})) or (c.person_id is not null and ${level()} = any(${levels})))`
}

/** By the words of any of the person's customers. */
function isFound(statement: Statement, terms: string, visible: number[] | undefined): string {
  const found = isFoundCustomer('i.id', '$1', statement.value(terms))
  const seen = visible ? `and i.shop_id = any(${statement.value(visible)}::bigint[])` : ''
  return `(${found.replace('i.id', 'c.id')} or c.person_id = any(array(
    select i.person_id from customers i where i.owner_id = $1 and i.person_id is not null and ${found} ${seen})))`
}

const columns: Record<SegmentField, (person: PersonParts) => string> = {
  spent: ({ of }) => of('c.spent', 'sum(i.spent)'),
  orders: ({ of }) => of('c.total_order', 'sum(i.total_order)'),
  delivered: ({ of }) => of('c.total_order_success', 'sum(i.total_order_success)'),
  last_order: ({ of }) => of('c.latest_order_at', 'max(i.latest_order_at)'),
  first_seen: ({ of }) => of('c.created_at', 'min(i.created_at)'),
  level: ({ level }) => level(),
  delivered_rate: ({ rate }) => rate(),
  shop: () => 'i.shop_id',
}

function ruleCondition(
  statement: Statement,
  { field, test, value }: SegmentRule,
  { decimals, person }: { decimals: number; person: PersonParts },
): string {
  const column = columns[field](person)
  if (field === 'last_order' || field === 'first_seen') {
    const then = `now() - make_interval(days => ${statement.value(Math.min(value, 36_500))}::int)`
    const day = `date_trunc('day', ${column}) = date_trunc('day', ${then})`
    return test === 'is' ? day : `${column} ${test === 'at_least' ? '<=' : '>='} ${then}`
  }
  const number = field === 'spent' ? Math.round(value * 10 ** decimals) : Math.floor(value)
  const sign = { at_least: '>=', at_most: '<=', is: '=' }[test]
  const condition = `${column} ${sign} ${statement.value(number)}::bigint`
  return field === 'shop' ? person.some(condition) : condition
}
