/** Numbers of persons whom the rules of a segment leave, and why one leaves nobody. A scan of the customers who are alone and one of the others answer all rules. */
import { sql } from 'kysely'
import { groupsOf, type BoughtRule, type RuleFault, type SegmentRule } from '../../../model/segment.ts'
import type { Database, Tx } from '../../db/database.ts'
import { Statement } from '../../db/statement.ts'
import type { CustomerFilter } from '../list/customer-filter.ts'
import { countBySpent } from '../list/spent-store.ts'
import { aloneParts, isFirst, personParts, type PersonParts } from '../persons/person-parts-store.ts'
import { isOfPersons, personOf, personsOf, ruleCondition, spentTestOf } from './rule-conditions-store.ts'

export type RuleCounts = {
  all: number
  /** Persons who fit the first rule, the first two, and so on. */
  left: number[]
  /** Persons whom each rule by itself leaves. */
  alone: number[]
}

export type Asked = Pick<
  CustomerFilter,
  'ownerId' | 'shops' | 'visible' | 'rules' | 'decimals' | 'comparedIn'
>

export async function countByRules(db: Database, asked: Asked): Promise<RuleCounts> {
  const { ownerId, shops, visible, rules } = asked
  const only = onlyFigure(rules, shops)
  if (only) return countByOne(db, asked, only)
  const statement = new Statement(ownerId)
  const listed = shops && `${statement.value(shops)}::bigint[]`
  const ofShops = listed ? ` and c.shop_id = any(${listed})` : ''
  const all = { ...asked, person: personParts(statement, visible) }
  // Joined, the buyers of a product are hashed once and may spill to disk; as conditions of a count they would be looked up one by one.
  const joins: string[] = []
  const joined = rules.map((rule, at) => {
    if (!isOfPersons(rule)) return undefined
    const { persons, isWithout } = personsOf(statement, rule, all)
    statement.with(`r${at} as materialized (${persons})`)
    joins.push(`left join r${at} on r${at}.person = ${personOf('c')}`)
    return `r${at}.person is ${isWithout ? '' : 'not '}null`
  })
  // Each condition is asked once a customer: a bit of the answer.
  const answers = (which: string, person: PersonParts) => {
    const bits = rules.map((rule, at) => {
      const condition = joined[at] ?? ruleCondition(statement, rule, { ...all, person })
      return `case when ${condition} then ${2 ** at} else 0 end`
    })
    return `select ${bits.join(' + ')} as answer, count(*)::int as customers
      from customers c ${joins.join(' ')} where c.owner_id = $1 and ${which}${ofShops} group by 1`
  }
  const alone = answers('c.person_id is null', aloneParts)
  const merged = answers(`c.person_id is not null and ${isFirst(listed)}`, all.person)
  const found = await db.hotRead<{ answer: number; customers: number }>(
    ownerId,
    statement.finish(`${alone} union all ${merged}`),
  )
  const count = (isLeft: (answer: number) => boolean) =>
    found.reduce((sum, one) => (isLeft(one.answer) ? sum + one.customers : sum), 0)
  return {
    all: count(() => true),
    left: rules.map((_, at) => count(leaves(rules.slice(0, at + 1)))),
    alone: rules.map(({ joined }, at) =>
      count((answer) => ((answer & (2 ** at)) !== 0) !== (joined === 'except')),
    ),
  }
}

/** Answers of customers whom these rules leave. */
function leaves(rules: readonly SegmentRule[]): (answer: number) => boolean {
  const groups = groupsOf(rules).map(({ isExcept, at }) => ({
    isExcept,
    any: at.reduce((bits, one) => bits + 2 ** one, 0),
  }))
  return (answer) => groups.every(({ isExcept, any }) => ((answer & any) !== 0) !== isExcept)
}

/** The rule of a segment that has no other, where an index of its figure counts who fits. */
export function onlyFigure(
  rules: readonly SegmentRule[],
  shops: number[] | undefined,
): SegmentRule | undefined {
  const [only] = rules
  return !shops && rules.length === 1 && only && only.joined !== 'except' && !isOfPersons(only)
    ? only
    : undefined
}

/**
 * An index of the rule's figure knows no persons: it counts all who fit by their own figures, and those who are not alone are taken off
 * and counted as persons. How many there are is kept.
 */
export function fittingOne(statement: Statement, asked: Omit<Asked, 'rules'>, rule: SegmentRule): string {
  const fits = (person: PersonParts) => ruleCondition(statement, rule, { ...asked, person })
  const count = (which: string, person: PersonParts) =>
    `(select count(*) from customers c where c.owner_id = $1${which} and ${fits(person)})`
  const each =
    rule.field === 'spent'
      ? countBySpent(statement, asked, [spentTestOf(rule, asked.decimals)])
      : count('', aloneParts)
  return `(${each} - ${count(' and c.person_id is not null', aloneParts)}
    + ${count(` and c.person_id is not null and ${isFirst(undefined)}`, personParts(statement, asked.visible))})::int`
}

async function countByOne(db: Database, asked: Asked, rule: SegmentRule): Promise<RuleCounts> {
  const { ownerId } = asked
  const statement = new Statement(ownerId)
  const [found] = await db.hotRead<{ all: number; fitting: number }>(
    ownerId,
    statement.finish(`select
      (coalesce((select sum(n.customers) from customer_counts n where n.owner_id = $1), 0)
        - coalesce((select sum(p.joined) from person_counts p where p.owner_id = $1), 0))::int as all,
      ${fittingOne(statement, asked, rule)} as fitting`),
  )
  const { all = 0, fitting = 0 } = found ?? {}
  return { all, left: [fitting], alone: [fitting] }
}

export async function faultsOfRules(
  tx: Tx,
  ownerId: string,
  rules: SegmentRule[],
  { left, alone }: RuleCounts,
): Promise<(RuleFault | null)[]> {
  const faults: (RuleFault | null)[] = []
  for (const [at, rule] of rules.entries()) {
    const before = at === 0 ? alone[0] : left[at - 1]
    if (alone[at] === 0)
      faults.push(rule.joined === 'except' ? 'everybody' : await faultOf(tx, ownerId, rule))
    // Another way to fit takes nobody away.
    else faults.push(left[at] === 0 && before !== 0 && rule.joined !== 'or' ? 'none_left' : null)
  }
  return faults
}

async function faultOf(tx: Tx, ownerId: string, rule: SegmentRule): Promise<RuleFault> {
  if (rule.field === 'region') return 'no_sale_there'
  if (rule.field === 'bought') return (await isListed(tx, ownerId, rule)) ? 'not_sold' : 'no_listing'
  const { field, value } = rule
  if (field === 'level' && (value < 1 || value > 4)) return 'no_such_level'
  if (field === 'delivered_rate' && (value < 1 || value > 3)) return 'no_such_rate'
  if (field === 'shop') return 'no_such_shop'
  return 'nobody'
}

async function isListed(tx: Tx, ownerId: string, { sku_ids: skus }: BoughtRule): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select k.id from product_skus k
    where k.owner_id = ${ownerId} and k.sku_id = any(array(select coalesce(m.merged_into, m.id) from skus m
      where m.owner_id = ${ownerId} and m.id = any(${skus}::bigint[]))) limit 1`.execute(tx)
  return rows.length > 0
}

/** Places that sales went to, most orders first. */
export async function listPlaces(tx: Tx, ownerId: string, shops: number[]): Promise<string[]> {
  const { rows } = await sql<{ region: string }>`select part as region from sales_parts
    where owner_id = ${ownerId} and kind = 'place' and part <> 'unknown'
      and (${shops.length === 0} or shop_id = any(${shops}::bigint[]))
    group by part having sum(orders) > 0 order by sum(orders) desc, part limit 500`.execute(tx)
  return rows.map(({ region }) => region)
}
