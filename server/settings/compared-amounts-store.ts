/**
 * Amounts of several currencies in one order: as if each were converted into the account's at the rates of today. Those without a rate
 * stand last, by currency.
 */
import { currencies, type Currency } from '../../model/money.ts'
import type { Database } from '../db/database.ts'
import type { Statement } from '../db/statement.ts'
import { dayIn } from '../i18n/calendar.ts'
import { listFactorsInForce } from './exchange-rates-store.ts'

/** Factors of the account's currency and of those with a rate. */
export type Rated = { currency: string; factor: string }[]

type Account = { ownerId: string; currency: string; timezone: string }

export async function findRated(db: Database, { ownerId, currency, timezone }: Account): Promise<Rated> {
  const day = dayIn(timezone, new Date())
  const others = await db.read(ownerId, (tx) =>
    listFactorsInForce(tx, ownerId, { into: currency as Currency, day }),
  )
  return [{ currency, factor: '1' }, ...others]
}

/** Which currencies among these rows were compared by their converted amounts; null: all are the account's. `rated`: undefined where nothing was. */
export function comparisonOf(rated: Rated | undefined, rows: { currency: string }[]) {
  const [own] = rated ?? []
  const others = [...new Set(rows.map(({ currency }) => currency))]
    .filter((one) => one !== own?.currency)
    .toSorted()
  if (!own || others.length === 0) return null
  const isRated = (code: string) => rated?.some(({ currency }) => currency === code) === true
  return {
    currency: own.currency,
    converted: others.filter(isRated),
    without_rate: others.filter((code) => !isRated(code)),
  }
}

/** SQL of the order, without what tells rows of one amount apart. Codes and factors are our own text and numbers of the store. */
export function byAmount(rated: Rated, column: `${string}.${string}`, way: 'asc' | 'desc'): string {
  const currency = `${column.split('.')[0]}.currency`
  const whens = rated.map((one) => `when '${one.currency}' then ${one.factor}`)
  return `${column} * (case ${currency} ${whens.join(' ')} end) ${way} nulls last, ${currency}, ${column} ${way} nulls last`
}

/** SQL of rows \`run\`, one of each currency: an index that begins with it has each in the order of the amounts. */
export const currencyRuns = (statement: Statement) =>
  `unnest(${statement.value(Object.keys(currencies))}::text[]) as run(currency)`
