/**
 * Spending of customers as amounts that can be compared: in the account's currency, at the rates of today. Customers of one currency stand
 * in an index by what they spent in it, so a bound becomes one of each currency, and an order is that of each currency merged.
 */
import { currencies } from '../../../model/money.ts'
import type { Tx } from '../../db/database.ts'
import type { Statement } from '../../db/statement.ts'
import { dayIn } from '../../i18n/calendar.ts'
import { findAccount } from '../../settings/account-store.ts'
import { listFactors } from '../../settings/exchange-rates-store.ts'
import type { PersonParts } from '../persons/person-parts-store.ts'
import {
  highest,
  lowest,
  ratedOf,
  rangeOf,
  unratedOf,
  type Compared,
  type SpentTest,
} from './spent-ranges.ts'

export type SpentWays = {
  /** Decimals of the account's currency, in which filters and rules count money. */
  decimals: number
  /** The account's currency, and factors of the others that it has sold in. Exports from before are without. */
  comparedIn?: Compared | undefined
}

/** @param shops whose sales are looked at; empty: all */
export async function findSpentWays(tx: Tx, ownerId: string, shops: number[]): Promise<SpentWays> {
  const { currency, timezone } = await findAccount(tx, ownerId)
  const factors = await listFactors(tx, ownerId, { into: currency, day: dayIn(timezone, new Date()), shops })
  const { decimals } = currencies[currency]
  return { decimals, comparedIn: { currency, factors } }
}

/** Spent in all currencies, by a customer who is alone and by a person; null: one of the amounts has no rate. */
export function spentParts(statement: Statement, { comparedIn }: Ways): [own: string, together: string] {
  if (!comparedIn) return ['c.total_price', 'sum(i.total_price)']
  const whens = ratedOf(comparedIn).map(
    (one) => `when ${statement.value(one.currency)}::text then ${statement.value(one.factor)}::numeric`,
  )
  const factorOf = (code: string) => `case ${code} ${whens.join(' ')} end`
  const all = (amount: string) => `(case when count(*) = count(${amount}) then sum(${amount}) end)`
  const of = (customer: string) => `(
    case when ${customer}.total_price = 0 then 0 else ${customer}.total_price * ${factorOf(`${customer}.currency`)} end
    + case when ${customer}.other_prices is null then 0 else (
        select ${all('x.amount')} from (
          select e.value::numeric * ${factorOf('e.key')} as amount from jsonb_each_text(${customer}.other_prices) e) x) end)`
  return [of('c'), all(of('i'))]
}

type Ways = Pick<SpentWays, 'comparedIn'>

/** Condition on what the person of a customer `c` spent. */
export function spentCondition(
  statement: Statement,
  ways: Ways,
  test: SpentTest,
  person: PersonParts,
): string {
  const [own, together] = spentParts(statement, ways)
  const amount = statement.value(test.amount)
  const holds = (spent: string) => `${spent} ${test.sign} ${amount}::bigint`
  if (!ways.comparedIn) return person.of(holds(own), holds(together))
  const rated = ratedOf(ways.comparedIn)
  const within = (factor: string | null) => {
    const { least, most } = rangeOf([test], factor)
    return `c.total_price between ${statement.value(least)}::bigint and ${statement.value(most)}::bigint`
  }
  const whens = rated.map((one) => `when ${statement.value(one.currency)}::text then ${within(one.factor)}`)
  const alone = `(case when c.other_prices is null then case c.currency ${whens.join(' ')} else ${within(null)} end else ${holds(own)} end)`
  return person.of(alone, holds(together))
}

/** Selects how many customers fit by what each spent, whoever else is the same person: from the index, but for the few of several currencies. */
export function countBySpent(statement: Statement, ways: Ways, tests: SpentTest[]): string {
  const [own] = spentParts(statement, ways)
  const fits = tests.map((one) => `${own} ${one.sign} ${statement.value(one.amount)}::bigint`).join(' and ')
  const { comparedIn } = ways
  if (!comparedIn) return `(select count(*) from customers c where c.owner_id = $1 and ${fits})`
  const rated = ratedOf(comparedIn)
  const runs = [...rated, ...unratedOf(rated).map((currency) => ({ currency, factor: null }))]
    .map(({ currency, factor }) => ({ currency, factor, ...rangeOf(tests, factor) }))
    .filter(({ least, most }) => BigInt(least) <= BigInt(most))
  return `((select count(*) from ${runRows(statement, runs)} join customers c on c.owner_id = $1 and ${isOfRun})
    + (select count(*) from customers c where c.owner_id = $1 and c.other_prices is not null and ${fits}))`
}

/**
 * Selects customers `c` who are alone with what they spent as `sorted`, as many of each currency as a page needs.
 * @param where more conditions
 * @param upTo limit of each currency
 */
export function aloneBySpent(
  statement: Statement,
  comparedIn: Compared,
  { where, way, upTo }: { where: string; way: 'asc' | 'desc'; upTo: string },
): string {
  const rated = ratedOf(comparedIn)
  // Nothing is nothing in every currency; other amounts without a rate are comparable with nothing.
  const unrated = unratedOf(rated).flatMap((currency) => [
    { currency, factor: '0', least: '0', most: '0' },
    { currency, factor: null, least: lowest, most: '-1' },
    { currency, factor: null, least: '1', most: highest },
  ])
  const runs = [...rated.map((one) => ({ ...one, least: lowest, most: highest })), ...unrated]
  return `select c.*, c.total_price * r.factor as sorted from ${runRows(statement, runs)} cross join lateral (
    select c.* from customers c where c.owner_id = $1 and ${isOfRun} and c.person_id is null and ${where}
    order by c.total_price ${way}, c.id ${way} ${upTo}) c`
}

type Run = { currency: string; factor: string | null; least: string; most: string }

const isOfRun = `c.other_prices is null and c.currency = r.currency and c.total_price between r.least and r.most`

function runRows(statement: Statement, runs: Run[]): string {
  const list = (key: keyof Run, type: string) => `${statement.value(runs.map((run) => run[key]))}::${type}[]`
  return `unnest(${list('currency', 'text')}, ${list('factor', 'numeric')}, ${list('least', 'bigint')}, ${list('most', 'bigint')})
    r(currency, factor, least, most)`
}
