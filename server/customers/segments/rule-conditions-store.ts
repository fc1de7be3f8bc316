/** SQL of the rules of segments, on a customer `c`. */
import type { BoughtRule, FigureRule, RegionRule, SegmentField, SegmentRule } from '../../../model/segment.ts'
import type { Statement } from '../../db/statement.ts'

/** E-14, as model/customer-rank.ts computes it. */
export const rateOfCustomer = `(case
  when c.total_order_success + c.total_order_lost < 3 then null
  when c.total_order_success * 10 >= (c.total_order_success + c.total_order_lost) * 9 then 3
  when c.total_order_success * 10 >= (c.total_order_success + c.total_order_lost) * 6 then 2
  else 1 end)`

/** Who fits a rule: a condition, or those whose `customer_id` a select has; `isWithout`: those whom it does not have. */
export type RulePart =
  | { condition: string; customers?: undefined }
  | { customers: string; isWithout: boolean; condition?: undefined }

export function ruleCondition(statement: Statement, rule: SegmentRule, decimals: number): string {
  const part = rulePart(statement, rule, decimals)
  if (part.condition !== undefined) return part.condition
  return `${part.isWithout ? 'not ' : ''}exists (select from (${part.customers}) r where r.customer_id = c.id)`
}

export function rulePart(statement: Statement, rule: SegmentRule, decimals: number): RulePart {
  if (rule.field === 'bought') return boughtPart(statement, rule)
  if (rule.field === 'region') return { customers: buyersIn(statement, rule), isWithout: false }
  return { condition: figureCondition(statement, rule, decimals) }
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

function figureCondition(statement: Statement, { field, test, value }: FigureRule, decimals: number): string {
  const column = columns[field]
  if (field === 'last_order' || field === 'first_seen') {
    // As a select it is answered once, and not for each customer.
    const then = `(select now() - make_interval(days => ${statement.value(Math.min(value, 36_500))}::int))`
    const day = `date_trunc('day', ${column}) = date_trunc('day', ${then})`
    return test === 'is' ? day : `${column} ${test === 'at_least' ? '<=' : '>='} ${then}`
  }
  const number = field === 'spent' ? Math.round(value * 10 ** decimals) : Math.floor(value)
  const sign = { at_least: '>=', at_most: '<=', is: '=' }[test]
  return `${column} ${sign} ${statement.value(number)}::bigint`
}

/** Who bought at most so many pieces is who did not buy more; most of them bought none. */
function boughtPart(statement: Statement, rule: BoughtRule): RulePart {
  const isWithout = rule.test === 'at_most'
  const { sku_ids: skus, days, value } = rule
  const since =
    days === null ? '' : ` and o.sold_at >= now() - make_interval(days => ${statement.value(days)}::int)`
  return {
    isWithout,
    customers: `select o.customer_id from (
        select distinct k.shop_id, k.shop_sku from product_skus k
        where k.owner_id = $1 and k.sku_id = any(${statement.value(skus)}::bigint[])) k
      join order_items i on i.owner_id = $1 and i.shop_sku = k.shop_sku and not i.is_gift
      join orders o on o.owner_id = $1 and o.id = i.order_id and o.shop_id = k.shop_id
      where o.sold_at is not null and o.customer_id is not null${since}
      group by 1 having sum(i.quantity) ${isWithout ? '>' : '>='} ${statement.value(value)}::bigint`,
  }
}

/** The places of an account are read from its figures, so that a country is a few of them. */
function buyersIn(statement: Statement, { places }: RegionRule): string {
  const given = `${statement.value(places)}::text[]`
  return `select distinct o.customer_id from orders o
    where o.owner_id = $1 and o.sold_at is not null and o.customer_id is not null
      and o.region = any(array(select distinct p.part from sales_parts p where p.owner_id = $1 and p.kind = 'place'
        and (p.part = any(${given}) or split_part(p.part, '/', 1) = any(${given}))))`
}
