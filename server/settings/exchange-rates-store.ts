/** Exchange rates of an account, by currency and the first day on which they are in force. */
import { sql } from 'kysely'
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
