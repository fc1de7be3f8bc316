/**
 * Parts of statements about customers `c`, of whom those with one person_id are the same person. A person's figures are sums over the
 * customers of the shops that the reader may see; nothing of them is kept.
 */
import type { Statement } from '../../db/statement.ts'

export type PersonParts = {
  /** `own` of a customer who is alone, else `together` over all customers `i` of the person. */
  of: (own: string, together: string) => string
  /** Whether the condition on a customer `i` holds for one of the person's. */
  some: (condition: string) => string
  level: () => string
  rate: () => string
}

/** @param visible shops that the reader may see; undefined: all */
export function personParts(statement: Statement, visible: number[] | undefined): PersonParts {
  let place: string | undefined
  // A value without a place in the text is an error, so it is given one only where a part needs it.
  const rows = () => {
    if (visible) place ??= `${statement.value(visible)}::bigint[]`
    return `from customers i where i.owner_id = $1 and i.person_id = c.person_id${place ? ` and i.shop_id = any(${place})` : ''}`
  }
  const of = (own: string, together: string) =>
    `(case when c.person_id is null then ${own} else (select ${together} ${rows()}) end)`
  return {
    of,
    some: (condition) =>
      `(case when c.person_id is null then ${condition.replaceAll(/\bi\./g, 'c.')} else exists (select ${rows()} and ${condition}) end)`,
    level: () => of('c.level', levelOf('sum(i.spent)')),
    rate: () =>
      of(
        rateOf('c.total_order_success', 'c.total_order_lost'),
        rateOf('sum(i.total_order_success)', 'sum(i.total_order_lost)'),
      ),
  }
}

/** Columns of customers who are alone: indexes have them, and several processes may read them at once. */
export const aloneParts: PersonParts = {
  of: (own) => own,
  some: (condition) => condition.replaceAll(/\bi\./g, 'c.'),
  level: () => 'c.level',
  rate: () => rateOf('c.total_order_success', 'c.total_order_lost'),
}

/** As model/customer-rank.ts computes it. */
export const levelOf = (spent: string): string =>
  `(select greatest(1, count(*))::smallint from customer_ranks k, unnest(k.limits) one
    where k.owner_id = $1 and one <= ${spent})`

/** E-14, as model/customer-rank.ts computes it. */
function rateOf(success: string, lost: string): string {
  return `(case
    when ${success} + ${lost} < 3 then null
    when ${success} * 10 >= (${success} + ${lost}) * 9 then 3
    when ${success} * 10 >= (${success} + ${lost}) * 6 then 2
    else 1 end)`
}

/**
 * Leaves one customer of each person: the one with the latest order, whose place in the list is the person's.
 * @param shops place of the shops that the list is about; undefined: all
 */
export function isFirst(shops: string | undefined): string {
  return `(c.person_id is null or not exists (select from customers j where j.owner_id = $1 and j.person_id = c.person_id
    ${shops ? `and j.shop_id = any(${shops})` : ''}
    and (coalesce(j.latest_order_at, '-infinity'), j.id) > (coalesce(c.latest_order_at, '-infinity'), c.id)))`
}
