/** Spending of customers as amounts that can be compared: in the account's currency, at the rates of today. */
import { currencies, type Currency } from '../../../model/money.ts'
import type { Tx } from '../../db/database.ts'
import type { Statement } from '../../db/statement.ts'
import { dayIn } from '../../i18n/calendar.ts'
import { findAccount } from '../../settings/account-store.ts'
import { listFactors, type Factor } from '../../settings/exchange-rates-store.ts'

export type SpentWays = {
  /** Decimals of the account's currency, in which filters and rules count money. */
  decimals: number
  /** Set where the account has sold in another currency. Exports from before are without. */
  comparedIn?: { currency: Currency; factors: Factor[] } | undefined
}

/** @param shops whose sales are looked at; empty: all */
export async function findSpentWays(tx: Tx, ownerId: string, shops: number[]): Promise<SpentWays> {
  const { currency, timezone } = await findAccount(tx, ownerId)
  const factors = await listFactors(tx, ownerId, { into: currency, day: dayIn(timezone, new Date()), shops })
  const { decimals } = currencies[currency]
  return { decimals, comparedIn: factors.length > 0 ? { currency, factors } : undefined }
}

/** Spent in all currencies, by a customer who is alone and by a person; null: one of the amounts has no rate. */
export function spentParts(
  statement: Statement,
  { comparedIn }: Pick<SpentWays, 'comparedIn'>,
): [own: string, together: string] {
  // Nothing was sold in another currency, so that all amounts are in one.
  if (!comparedIn) return ['c.total_price', 'sum(i.total_price)']
  const { currency, factors } = comparedIn
  const whens = [{ currency, factor: '1' }, ...factors].map(
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
