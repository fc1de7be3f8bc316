/**
 * SQL conditions of a customer filter on a customer `c`, who stands for the whole person. Counts ask apart for those who are alone, most of
 * all: they are found by their own columns.
 */
import type { Statement } from '../../db/statement.ts'
import { addDays, startOfDay } from '../../i18n/calendar.ts'
import { isFoundCustomer } from '../customer-search-store.ts'
import { aloneParts, isFirst, personParts, type PersonParts } from '../persons/person-parts-store.ts'
import { conditionsOf } from '../segments/rule-conditions-store.ts'
import type { CustomerFilter } from './customer-filter.ts'
import type { SpentTest } from './spent-ranges.ts'
import { spentCondition } from './spent-store.ts'

/** `each`: every customer by his own columns, whoever else is the same person. */
export type WhichCustomers = 'all' | 'alone' | 'merged' | 'each'

export function customerConditions(
  statement: Statement,
  filter: CustomerFilter,
  which: WhichCustomers = 'all',
): string {
  const { shops, levels, rates, from, to, timezone, terms, segmentId, rules, visible } = filter
  const value = (given: unknown, type: string) => `${statement.value(given)}::${type}`
  const ofShops = shops && value(shops, 'bigint[]')
  const isAlone = which === 'alone' || which === 'each'
  const person = isAlone ? aloneParts : personParts(statement, visible)
  const orders = () => person.of('c.total_order', 'sum(i.total_order)')
  const parts = [
    ofShops && `c.shop_id = any(${ofShops})`,
    which === 'alone' && 'c.person_id is null',
    !isAlone && isFirst(ofShops),
    which === 'merged' && 'c.person_id is not null',
    levels.length > 0 && isOfLevels(person, value(levels, 'smallint[]'), isAlone),
    rates.length > 0 && `${person.rate()} = any(${value(rates, 'int[]')})`,
    from && `c.latest_order_at >= ${value(startOfDay(timezone, from), 'timestamptz')}`,
    to && `c.latest_order_at < ${value(startOfDay(timezone, addDays(to, 1)), 'timestamptz')}`,
    ...soldConditions(statement, filter, isAlone),
    ...spentTests(filter).map((test) => spentCondition(statement, filter, test, person)),
    filter.ordersFrom !== undefined && `${orders()} >= ${value(filter.ordersFrom, 'int')}`,
    filter.ordersTo !== undefined && `${orders()} <= ${value(filter.ordersTo, 'int')}`,
    terms !== undefined && isFound(statement, terms, visible, isAlone),
    segmentId !== undefined && isListed(statement, person, segmentId),
    filter.segments && isInAny(statement, filter, person),
    ...conditionsOf(statement, rules, { ...filter, person }),
  ].filter(Boolean)
  return parts.join(' and ')
}

export function spentTests({
  spentFrom,
  spentTo,
}: Pick<CustomerFilter, 'spentFrom' | 'spentTo'>): SpentTest[] {
  return [
    ...(spentFrom === undefined ? [] : [{ sign: '>=' as const, amount: spentFrom }]),
    ...(spentTo === undefined ? [] : [{ sign: '<=' as const, amount: spentTo }]),
  ]
}

/** In a segment that is kept by hand, by whichever of the person's customers, also one whose shop the reader does not see. */
function isListed(statement: Statement, person: PersonParts, segmentId: number): string {
  const whole = person === aloneParts ? person : personParts(statement, undefined)
  return whole.some(`exists (select from shortlist_customers m where m.owner_id = $1
    and m.shortlist_id = ${statement.value(segmentId)}::bigint and m.customer_id = i.id)`)
}

function isInAny(statement: Statement, filter: CustomerFilter, person: PersonParts): string {
  const each = (filter.segments ?? []).map((segment) => isIn(statement, filter, segment, person))
  return each.length > 0 ? `(${each.join(' or ')})` : 'false'
}

function isIn(
  statement: Statement,
  filter: CustomerFilter,
  { id, rules }: NonNullable<CustomerFilter['segments']>[number],
  person: PersonParts,
): string {
  if (rules === null) return isListed(statement, person, id)
  return `(${conditionsOf(statement, rules, { ...filter, person }).join(' and ')})`
}

/** Names of the segments that a person is in, of those that a file is about. @param id SQL of one of the person's customers */
export function segmentNames(statement: Statement, filter: CustomerFilter, id: string): string {
  const person = personParts(statement, filter.visible)
  const names = (filter.segments ?? []).map(
    (segment) =>
      `case when ${isIn(statement, filter, segment, person)} then ${statement.value(segment.name)}::text end`,
  )
  return `(select concat_ws('; ', ${names.join(', ')}) from (select ${id}) w(id)
    join customers c on c.owner_id = $1 and c.id = w.id)`
}

/** By the first sale of the person, and by any, in the shops that the list is about. */
function soldConditions(
  statement: Statement,
  { firstSold, sold, shops, timezone }: CustomerFilter,
  isAlone: boolean,
) {
  const start = (day: string) => `${statement.value(startOfDay(timezone, day))}::timestamptz`
  const end = (day: string) => start(addDays(day, 1))
  const person = isAlone ? aloneParts : personParts(statement, shops)
  const first = () => person.of('c.first_sold_at', 'min(i.first_sold_at)')
  return [
    firstSold?.from && `${first()} >= ${start(firstSold.from)}`,
    firstSold?.to && `${first()} < ${end(firstSold.to)}`,
    sold &&
      `exists (select from orders o where o.owner_id = $1 and o.sold_at >= ${start(sold.from)} and o.sold_at < ${end(sold.to)}
        ${shops ? `and o.shop_id = any(${statement.value(shops)}::bigint[])` : ''}
        and ${isAlone ? 'o.customer_id = c.id' : allOfPerson})`,
  ]
}

const allOfPerson = `o.customer_id = any(array(
  select j.id from customers j where j.owner_id = $1 and (j.id = c.id or j.person_id = c.person_id)))`

/** Apart, so that the index by levels serves those who are alone. */
function isOfLevels({ level }: PersonParts, levels: string, isAlone: boolean): string {
  if (isAlone) return `c.level = any(${levels})`
  return `((c.person_id is null and c.level = any(${levels})) or (c.person_id is not null and ${level()} = any(${levels})))`
}

/** By the words of any of the person's customers. */
function isFound(
  statement: Statement,
  terms: string,
  visible: number[] | undefined,
  isAlone: boolean,
): string {
  const found = isFoundCustomer('i.id', '$1', statement.value(terms))
  if (isAlone) return found.replace('i.id', 'c.id')
  const seen = visible ? `and i.shop_id = any(${statement.value(visible)}::bigint[])` : ''
  return `(${found.replace('i.id', 'c.id')} or c.person_id = any(array(
    select i.person_id from customers i where i.owner_id = $1 and i.person_id is not null and ${found} ${seen})))`
}
