/** Exchange rates of an account, by currency and the first day on which they are in force. */
import { sql } from 'kysely'
import { currencies, type Currency } from '../../model/money.ts'
import type { Tx } from '../db/database.ts'

type WrittenRate = { currency: string; from: string; rate: string }
export type ExchangeRate = WrittenRate & { source: string; changedBy: string | null; changedAt: Date }

/** In the order of currencies and days. `into`: the currency that they lead to. */
export async function listExchangeRates(tx: Tx, ownerId: string, into: string): Promise<ExchangeRate[]> {
  const { rows } = await sql<ExchangeRate>`
    select currency, day as "from", trim_scale(rate)::text as rate, source, changed_by as "changedBy", changed_at as "changedAt"
    from exchange_rates where owner_id = ${ownerId} and into_currency = ${into} order by currency, day`.execute(
    tx,
  )
  return rows
}

/** Leaves exactly these rates. Who wrote one that stays as it was, and when, stays too. */
export async function saveExchangeRates(
  tx: Tx,
  { ownerId, into, by }: { ownerId: string; into: string; by: string },
  rates: WrittenRate[],
): Promise<void> {
  const written = sql`json_to_recordset(${JSON.stringify(rates)}::json) as r(currency text, "from" date, rate numeric)`
  await sql`delete from exchange_rates x where x.owner_id = ${ownerId} and x.into_currency = ${into}
    and not exists (select from ${written} where r.currency = x.currency and r."from" = x.day)`.execute(tx)
  await sql`insert into exchange_rates as x (owner_id, into_currency, currency, day, rate, source, changed_by, changed_at)
    select ${ownerId}::uuid, ${into}::text, r.currency, r."from", r.rate, 'hand', ${by}::text, ${new Date()}::timestamptz from ${written}
    on conflict (owner_id, into_currency, currency, day) do update set rate = excluded.rate, source = excluded.source,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at
    where x.rate <> excluded.rate or x.source <> excluded.source`.execute(tx)
}

/** Lists the currencies with sales or refunds on days before any rate, with the first such day. */
export async function listMissingRates(
  tx: Tx,
  ownerId: string,
  into: string,
): Promise<{ currency: string; from: string }[]> {
  const { rows } = await sql<{ currency: string; from: string }>`
    select d.currency, min(d.day) as "from" from sales_days d
    left join (select currency, min(day) as since from exchange_rates
      where owner_id = ${ownerId} and into_currency = ${into} group by currency) r on r.currency = d.currency
    where d.owner_id = ${ownerId} and d.currency <> ${into} and (d.revenue <> 0 or d.refunds <> 0)
      and (r.since is null or d.day < r.since)
    group by d.currency order by d.currency`.execute(tx)
  return rows
}

/** Lists the factors into `into` of all currencies that a rate is in force for on a day. */
export async function listFactorsInForce(
  tx: Tx,
  ownerId: string,
  { into, day }: { into: Currency; day: string },
): Promise<{ currency: string; factor: string }[]> {
  const { rows } = await sql<{ currency: Currency; rate: string }>`
    select distinct on (currency) currency, trim_scale(rate)::text as rate from exchange_rates
    where owner_id = ${ownerId} and into_currency = ${into} and currency <> ${into} and day <= ${day}::date
    order by currency, day desc`.execute(tx)
  return rows.map(({ currency, rate }) => ({ currency, factor: factorOf(rate, currency, into) }))
}

/** Makes minor units of one currency those of another. */
const factorOf = (rate: string, from: Currency, into: Currency) =>
  `${rate}e${currencies[into].decimals - currencies[from].decimals}`

/** A factor that makes an amount in minor units one of another currency; null: no rate is in force. */
export type Factor = { currency: string; factor: string | null }

/**
 * Lists the factors into `into` on a day for the other currencies that the account has sold in.
 * @param shops whose sales are looked at; empty: all
 */
export async function listFactors(
  tx: Tx,
  ownerId: string,
  { into, day, shops }: { into: Currency; day: string; shops: number[] },
): Promise<Factor[]> {
  const { rows } = await sql<{ currency: Currency; rate: string | null }>`
    select d.currency, (select trim_scale(x.rate)::text from exchange_rates x
      where x.owner_id = ${ownerId} and x.into_currency = ${into} and x.currency = d.currency and x.day <= ${day}::date
      order by x.day desc limit 1) as rate
    from (select distinct currency from sales_days where owner_id = ${ownerId} and currency <> ${into} and revenue <> 0
      and (cardinality(${shops}::bigint[]) = 0 or shop_id = any(${shops}::bigint[]))) d
    order by d.currency`.execute(tx)
  return rows.map(({ currency, rate }) => ({
    currency,
    factor: rate === null ? null : factorOf(rate, currency, into),
  }))
}
