/** SQL of the rules of segments, on a customer `c`, each about the whole person. */
import {
  groupsOf,
  type BoughtRule,
  type FigureRule,
  type RegionRule,
  type SegmentField,
  type SegmentRule,
} from '../../../model/segment.ts'
import type { Statement } from '../../db/statement.ts'
import { removedLinks } from '../../listings/removal/removed-links-store.ts'
import type { SpentTest } from '../list/spent-ranges.ts'
import { spentCondition, type SpentWays } from '../list/spent-store.ts'
import type { PersonParts } from '../persons/person-parts-store.ts'

export type RuleWays = SpentWays & {
  /** Shops that the reader may see; undefined: all. */
  visible: number[] | undefined
  person: PersonParts
}

/** Number of the person, or of a customer who is alone. */
export const personOf = (customer: string) => `coalesce(${customer}.person_id, ${customer}.id)`

/** A rule about what orders say, which is a set of persons and no column of a customer. */
type PersonsRule = Extract<SegmentRule, BoughtRule | RegionRule>
export const isOfPersons = (rule: SegmentRule): rule is PersonsRule =>
  rule.field === 'bought' || rule.field === 'region'

/** One condition for each group of rules, all of which have to hold. */
export function conditionsOf(statement: Statement, rules: readonly SegmentRule[], ways: RuleWays): string[] {
  return joinedByGroups(
    rules,
    rules.map((rule) => ruleCondition(statement, rule, ways)),
  )
}

/** @param conditions of the rules, in their order */
export function joinedByGroups(rules: readonly SegmentRule[], conditions: readonly string[]): string[] {
  return groupsOf(rules).map(({ isExcept, at }) => {
    const fits = at.map((one) => conditions[one]).join(' or ')
    // A figure that is not there is unknown, and fits nothing.
    return isExcept ? `(${fits}) is not true` : at.length > 1 ? `(${fits})` : fits
  })
}

export function ruleCondition(statement: Statement, rule: SegmentRule, ways: RuleWays): string {
  if (!isOfPersons(rule)) return figureCondition(statement, rule, ways)
  const { persons, isWithout } = personsOf(statement, rule, ways)
  return `${isWithout ? 'not ' : ''}exists (select from (${persons}) r where r.person = ${personOf('c')})`
}

/** Selects each `person` who fits the rule; `isWithout`: all others do. */
export function personsOf(
  statement: Statement,
  rule: PersonsRule,
  ways: RuleWays,
): { persons: string; isWithout: boolean } {
  return rule.field === 'bought'
    ? boughtPart(statement, rule, ways)
    : { persons: buyersIn(statement, rule, ways), isWithout: false }
}

const columns: Record<Exclude<SegmentField, 'spent'>, (person: PersonParts) => string> = {
  orders: ({ of }) => of('c.total_order', 'sum(i.total_order)'),
  delivered: ({ of }) => of('c.total_order_success', 'sum(i.total_order_success)'),
  last_order: ({ of }) => of('c.latest_order_at', 'max(i.latest_order_at)'),
  first_seen: ({ of }) => of('c.created_at', 'min(i.created_at)'),
  level: ({ level }) => level(),
  delivered_rate: ({ rate }) => rate(),
  shop: () => 'i.shop_id',
}

function figureCondition(
  statement: Statement,
  rule: FigureRule,
  { decimals, comparedIn, person }: RuleWays,
): string {
  const { field, test, value } = rule
  if (field === 'spent') return spentCondition(statement, { comparedIn }, spentTestOf(rule, decimals), person)
  const column = columns[field](person)
  if (field === 'last_order' || field === 'first_seen') {
    const days = Math.floor(Math.min(value, 36_500))
    // As a select it is answered once, and not for each customer.
    const then = `(select now() - make_interval(days => ${statement.value(days)}::int))`
    // A day is one of the account's time zone.
    const zone = '(select w.timezone from owners w where w.owner_id = $1)'
    const day = `(${column} at time zone ${zone})::date = (${then} at time zone ${zone})::date`
    return test === 'is' ? day : `${column} ${test === 'at_least' ? '<=' : '>='} ${then}`
  }
  const condition = `${column} ${signs[test]} ${statement.value(Math.floor(value))}::bigint`
  return field === 'shop' ? person.some(condition) : condition
}

const signs = { at_least: '>=', at_most: '<=', is: '=' } as const

export function spentTestOf({ test, value }: FigureRule, decimals: number): SpentTest {
  return { sign: signs[test], amount: Math.round(value * 10 ** decimals) }
}

/** Buyers of at most so many pieces are all who did not buy more; most of them bought none. */
function boughtPart(statement: Statement, rule: BoughtRule, { visible }: RuleWays) {
  const isWithout = rule.test === 'at_most'
  const { sku_ids: skus, days, value } = rule
  const since =
    days === null ? '' : ` and o.sold_at >= now() - make_interval(days => ${statement.value(days)}::int)`
  // A merged SKU goes on in another.
  const ids = `array(select coalesce(m.merged_into, m.id) from skus m
    where m.owner_id = $1 and m.id = any(${statement.value(skus)}::bigint[]))`
  const ofShops = ofVisible(statement, 'k', visible)
  return {
    isWithout,
    persons: `select ${buyer} as person from (
        select k.shop_id, k.shop_sku from product_skus k where k.owner_id = $1 and k.sku_id = any(${ids})${ofShops}
        union select k.shop_id, k.shop_sku from (${removedLinks}) k where k.sku_id = any(${ids})${ofShops}) k
      join order_items i on i.owner_id = $1 and i.shop_sku = k.shop_sku and not i.is_gift
      join orders o on o.owner_id = $1 and o.id = i.order_id and o.shop_id = k.shop_id ${joinBuyer}
      where o.sold_at is not null and o.customer_id is not null${since}
      group by 1 having sum(i.quantity) ${isWithout ? '>' : '>='} ${statement.value(value)}::bigint`,
  }
}

/** The places of an account are read from its figures, so that a country is a few of them. */
function buyersIn(statement: Statement, { places }: RegionRule, { visible }: RuleWays): string {
  const given = `${statement.value(places)}::text[]`
  return `select distinct ${buyer} as person from orders o ${joinBuyer}
    where o.owner_id = $1 and o.sold_at is not null and o.customer_id is not null${ofVisible(statement, 'o', visible)}
      and o.region = any(array(select distinct p.part from sales_parts p where p.owner_id = $1 and p.kind = 'place'
        and (p.part = any(${given}) or split_part(p.part, '/', 1) = any(${given}))))`
}

/** The person of an order `o`. Few customers are not alone, and no others are joined. */
const buyer = 'coalesce(b.person_id, o.customer_id)'
const joinBuyer =
  'left join customers b on b.owner_id = $1 and b.id = o.customer_id and b.person_id is not null'

function ofVisible(statement: Statement, table: string, visible: number[] | undefined): string {
  return visible ? ` and ${table}.shop_id = any(${statement.value(visible)}::bigint[])` : ''
}
