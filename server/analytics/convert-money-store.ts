/** SQL that converts amounts of a day into the account's reporting currency, by the exchange rate in force on that day. */
import { currencies, type Currency } from '../../model/money.ts'
import type { Statement } from '../db/statement.ts'
import { wholeCurrencies } from '../db/whole-currencies.ts'
import type { DayRange } from './figure-query.ts'

/**
 * Adds `factor` to the rows of `facts`, which have a `day` and a `currency`: what an amount in minor units is multiplied by to be one in
 * minor units of `into`. Null: there is no rate on that day. Sums are rounded once, when all is added up.
 */
export function withFactor(statement: Statement, facts: string, into: string): string {
  const main = statement.value(into)
  const scale = currencies[into as Currency].decimals === 0 ? '1' : '100'
  return `select f.*, case when f.currency = ${main}::text then 1
      else r.rate * ${scale} * case when f.currency = any('${wholeCurrencies}') then 1 else 0.01 end end as factor
    from (${facts}) f
    left join (
      select currency, day as since, lead(day) over (partition by currency order by day) as until, rate
      from exchange_rates where owner_id = $1 and into_currency = ${main}::text) r
      on r.currency = f.currency and f.day >= r.since and (r.until is null or f.day < r.until)`
}

/** SQL of the sum of an amount, over rows with a factor. */
export const converted = (amount: string) => `coalesce(round(sum((${amount}) * factor)), 0)::bigint`

/** Revenue by the orders whose amounts are in it; null: none are. */
export const averageOrderValue =
  'round(sum(revenue * factor) / nullif(sum(orders) filter (where factor is not null), 0))::bigint'

type RateQuery = DayRange & { currency: string }

/**
 * The day by whose rate a row of `of` is converted. The first day of the range for the own currency and for those whose rate stays the same:
 * their days are summed up before.
 */
export function dayOfRate(statement: Statement, of: string, query: RateQuery): string {
  return `case when ${of}.currency <> all(${movedCurrencies(statement, query)}) then ${statement.value(query.from)}::date else ${of}.day end`
}

/** Currencies whose rate changes within the range. */
export function movedCurrencies(statement: Statement, { currency, from, to }: RateQuery): string {
  return `array(select x.currency from exchange_rates x where x.owner_id = $1 and x.into_currency = ${statement.value(currency)}::text
    and x.currency <> x.into_currency and x.day > ${statement.value(from)}::date and x.day <= ${statement.value(to)}::date)`
}

export type ForeignMoney = {
  isConverted: boolean
  /** Sales, and refunds where these are asked for, in currencies without a rate, in their minor units. */
  others: { currency: string; total: number; refunds: number }[]
  rates: { currency: string; from: string; rate: string; source: string }[]
  foreign: ForeignCurrency[]
}

/** A currency other than the reporting one, of all rows that were read. */
export type ForeignCurrency = {
  currency: string
  /** Some amounts have a rate. */
  isConverted: boolean
  /** Some amounts have none. */
  isLeftOut: boolean
  /** The first day with a rate; null: there is none. */
  ratedFrom: string | null
}

/** SQL of a JSON list of ForeignCurrency, over rows with a factor. */
export function foreignCurrencies(
  statement: Statement,
  amounts: string[],
  into: string,
  rows = 'valued',
): string {
  const main = statement.value(into)
  return `(select coalesce(json_agg(f order by f.currency), '[]') from (
    select v.currency, bool_or(v.factor is not null) as "isConverted", bool_or(v.factor is null) as "isLeftOut", (
        select min(x.day) from exchange_rates x
        where x.owner_id = $1 and x.currency = v.currency and x.into_currency = ${main}::text) as "ratedFrom"
    from ${rows} v where v.currency <> ${main}::text and (${amounts.map((one) => `v.${one} <> 0`).join(' or ')}) group by 1) f)`
}

/**
 * SQL of a JSON of ForeignMoney, over `valued`: rows with a factor and a period. `days`: the first and the last day that rates are wanted of.
 * Sales that could not be converted are told of the days asked for alone.
 */
export function foreignMoney(
  statement: Statement,
  { amounts, into, days }: { amounts: ['revenue', ...'refunds'[]]; into: string; days: DayRange },
): string {
  const main = statement.value(into)
  const refunds = amounts.length > 1 ? 'sum(refunds)' : '0'
  return `(select json_build_object(
      'isConverted', (select coalesce(bool_or(currency <> ${main}::text and factor is not null and (${amounts.map((one) => `${one} <> 0`).join(' or ')})), false)
        from valued),
      'others', (select coalesce(json_agg(json_build_object('currency', n.currency, 'total', n.total, 'refunds', n.refunds) order by n.currency), '[]')
        from (select currency, sum(revenue) as total, ${refunds} as refunds from valued where factor is null and period = 0 group by currency
          having sum(revenue) <> 0 or ${refunds} <> 0) n),
      'rates', (select coalesce(json_agg(json_build_object('currency', x.currency, 'from', x.day, 'rate', trim_scale(x.rate)::text,
          'source', x.source) order by x.currency, x.day), '[]')
        from (select *, lead(day) over (partition by currency order by day) as until from exchange_rates
          where owner_id = $1 and into_currency = ${main}::text) x
        where x.day <= ${statement.value(days.to)}::date and (x.until is null or x.until > ${statement.value(days.from)}::date)),
      'foreign', ${foreignCurrencies(statement, amounts, into)}))`
}
