/**
 * From which spend on a customer has which level, how many have each, and the giving of new levels after the limits changed.
 *
 * Changing a customer's spending first locks the limits (`lockRanksForShare`), and changing the limits waits for that lock. So
 * every level is given by the limits in force when it is saved, or will be reached by the run that gives all of them anew. Whoever erases
 * customers holds the limits as one who changes them: orders look for the erased behind the same lock.
 */
import { sql } from 'kysely'
import { standardRankLimits } from '../../model/customer-rank.ts'
import type { Currency } from '../../model/money.ts'
import { orderStatusIds } from '../../model/order-status.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import { enqueue } from '../jobs/jobs.ts'
import { saveEvent } from '../notifications/events-store.ts'

/** Limits in minor units of the account's currency, from the first level's 0 upwards. */
export type Ranks = { limits: number[]; currency: Currency }

/** Shared with others who count what customers spend, until the transaction ends. Before any customer is locked. */
export function lockRanksForShare(tx: Tx, ownerId: string): Promise<Ranks> {
  return keepRanks(tx, ownerId, 'share')
}

/** For whoever changes them: waits for all who count by them, and has those who come wait. */
export function lockRanksForUpdate(tx: Tx, ownerId: string): Promise<Ranks> {
  return keepRanks(tx, ownerId, 'update')
}

async function keepRanks(tx: Tx, ownerId: string, lock: 'share' | 'update'): Promise<Ranks> {
  const held = sql<Ranks>`
    select limits, currency from customer_ranks where owner_id = ${ownerId} for ${lock === 'share' ? sql`share` : sql`update`}`
  const [ranks] = (await held.execute(tx)).rows
  if (ranks) return ranks
  const { limits, currency } = await findRanks(tx, ownerId)
  await sql`insert into customer_ranks (owner_id, currency, limits) values (${ownerId}, ${currency}, ${limits}::bigint[])
    on conflict (owner_id) do nothing`.execute(tx)
  const [first] = (await held.execute(tx)).rows
  if (!first) throw new Error(`no owner ${ownerId}`)
  return first
}

export async function findRanks(tx: Tx, ownerId: string): Promise<Ranks> {
  const { rows } = await sql<{ limits: number[] | null; currency: Currency }>`
    select r.limits, coalesce(r.currency, w.currency) as currency
    from owners w left join customer_ranks r on r.owner_id = ${ownerId} where w.owner_id = ${ownerId}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error(`no owner ${ownerId}`)
  return { currency: row.currency, limits: row.limits ?? standardRankLimits(row.currency) }
}

/** Gives every customer a new level by and by. Limits that are the same already change nothing. */
export async function saveRankLimits(tx: Tx, ownerId: string, limits: number[]): Promise<void> {
  const before = await lockRanksForUpdate(tx, ownerId)
  if (String(before.limits) === String(limits)) return
  await saveRanks(tx, ownerId, { ...before, limits })
  await beginRun(tx, ownerId)
}

/**
 * For another currency of the account: what everybody spent is added up anew in that, by the limits that it begins with. Before
 * the account's time zone is locked, as orders hold both in that order.
 */
export async function changeRankCurrency(tx: Tx, ownerId: string, currency: Currency): Promise<void> {
  const before = await lockRanksForUpdate(tx, ownerId)
  if (before.currency === currency) return
  await saveRanks(tx, ownerId, { limits: standardRankLimits(currency), currency })
  // Locked in the order in which orders lock them.
  await sql`select from customers where owner_id = ${ownerId} order by shop_id, channel_buyer_id collate "C" for no key update`.execute(
    tx,
  )
  await sql`update customers c set spent = t.spent
    from (select b.id, coalesce(sum(o.total), 0) as spent
      from customers b left join orders o on o.owner_id = ${ownerId} and o.customer_id = b.id and o.currency = ${currency}
        and o.status = ${orderStatusIds.delivered}
      where b.owner_id = ${ownerId} group by b.id) t
    where c.owner_id = ${ownerId} and c.id = t.id and c.spent <> t.spent`.execute(tx)
  await beginRun(tx, ownerId)
}

async function saveRanks(tx: Tx, ownerId: string, { limits, currency }: Ranks): Promise<void> {
  await sql`update customer_ranks set currency = ${currency}, limits = ${limits}::bigint[]
    where owner_id = ${ownerId}`.execute(tx)
}

async function beginRun(tx: Tx, ownerId: string): Promise<void> {
  const counts = await countLevels(tx, ownerId, [])
  const total = [...counts.values()].reduce((sum, customers) => sum + customers, 0)
  await sql`insert into rank_runs (owner_id, shop_id, channel_buyer_id, seen, total) values (${ownerId}, 0, '', 0, ${total})
    on conflict (owner_id) do update set shop_id = 0, channel_buyer_id = '', seen = 0, total = excluded.total`.execute(
    tx,
  )
  await enqueueRanking(tx, ownerId)
  notifyRanking(tx, ownerId, 0)
}

export async function enqueueRanking(tx: Tx, ownerId: string): Promise<void> {
  const name = `rank-customers:${ownerId}`
  await enqueue(tx, 'rank-customers', { ownerId }, { queue: name, key: name })
}

/** 100: all have their levels. */
export function notifyRanking(tx: Tx, ownerId: string, percent: number): void {
  saveEvent(tx, { ownerId, channel: 'customer.rank', shopId: null, value: { percent } })
}

export type RankRun = { shopId: number; channelBuyerId: string; seen: number; total: number }

/** Undefined: nobody waits for a new level. */
export async function findRankRun(tx: Tx, ownerId: string): Promise<RankRun | undefined> {
  const { rows } =
    await sql<RankRun>`select ${runColumns} from rank_runs where owner_id = ${ownerId}`.execute(tx)
  return rows[0]
}

const runColumns = sql.raw('shop_id as "shopId", channel_buyer_id as "channelBuyerId", seen, total')

export function percentOf({ seen, total }: RankRun): number {
  return total === 0 ? 0 : Math.min(99, Math.floor((seen * 100) / total))
}

/**
 * Gives the next customers of a run their levels and moves its bookmark behind them. Of one shop: whoever locks customers of
 * several shops begins with other people's. Undefined: the run is over.
 */
export async function rankNext(tx: Tx, ownerId: string, limit: number): Promise<RankRun | undefined> {
  const { limits } = await lockRanksForShare(tx, ownerId)
  const runs = await sql<RankRun>`
    select ${runColumns} from rank_runs where owner_id = ${ownerId} for update`.execute(tx)
  const [run] = runs.rows
  if (!run) return undefined
  const { rows: next } = await sql<{ id: number; shopId: number; channelBuyerId: string }>`
    select id, shop_id as "shopId", channel_buyer_id as "channelBuyerId" from customers
    where owner_id = ${ownerId} and (shop_id, channel_buyer_id) > (${run.shopId}, ${run.channelBuyerId})
    order by shop_id, channel_buyer_id limit ${limit}`.execute(tx)
  const [first] = next
  if (!first) {
    await sql`delete from rank_runs where owner_id = ${ownerId}`.execute(tx)
    return undefined
  }
  const ofShop = next.filter(({ shopId }) => shopId === first.shopId)
  const moved = await rankCustomers(
    tx,
    ownerId,
    ofShop.map(({ id }) => id),
    limits,
  )
  await changeLevelCounts(tx, { ownerId, shopId: first.shopId }, moved)
  const { channelBuyerId } = ofShop.at(-1) ?? first
  const seen = run.seen + ofShop.length
  await sql`update rank_runs set shop_id = ${first.shopId}, channel_buyer_id = ${channelBuyerId}, seen = ${seen}
    where owner_id = ${ownerId}`.execute(tx)
  return { ...run, shopId: first.shopId, channelBuyerId, seen }
}

async function rankCustomers(
  tx: Tx,
  ownerId: string,
  ids: number[],
  limits: number[],
): Promise<LevelChange[]> {
  const level = sql`(select greatest(1, count(*))::smallint from unnest(${limits}::bigint[]) one where one <= spent)`
  // Locked in the order in which orders lock them.
  const { rows: before } = await sql<{ id: number; level: number }>`
    select id, level from customers
    where owner_id = ${ownerId} and id = any(${ids}::bigint[]) and level <> ${level}
    order by channel_buyer_id collate "C" for no key update`.execute(tx)
  if (before.length === 0) return []
  const { rows: after } = await sql<{ level: number }>`
    update customers set level = ${level}
    where owner_id = ${ownerId} and id = any(${before.map(({ id }) => id)}::bigint[]) returning level`.execute(
    tx,
  )
  return [...before.map((row) => ({ level: row.level, by: -1 })), ...after.map((row) => ({ ...row, by: 1 }))]
}

export type LevelChange = { level: number; by: number }

/** Changes the number of one shop's customers per level. The customers must be locked. */
export async function changeLevelCounts(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  changes: LevelChange[],
): Promise<void> {
  const sums = new Map<number, number>()
  for (const { level, by } of changes) sums.set(level, (sums.get(level) ?? 0) + by)
  // In one order everywhere, so that two transactions of one shop cannot lock each other out.
  const rows = [...sums]
    .filter(([, customers]) => customers !== 0)
    .toSorted(([a], [b]) => a - b)
    .map(([level, customers]) => ({ level, customers }))
  if (rows.length === 0) return
  await sql`insert into customer_counts as k (owner_id, shop_id, level, customers)
    select ${ownerId}::uuid, ${shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(level smallint, customers integer)
    on conflict (owner_id, shop_id, level) do update set customers = k.customers + excluded.customers`.execute(
    tx,
  )
}

/** By level. `visible`: the shops that the reader may see; empty means all. */
export async function countLevels(tx: Tx, ownerId: string, visible: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ level: number; customers: number }>`
    select level, sum(customers)::int as customers from customer_counts
    where owner_id = ${ownerId} and (cardinality(${visible}::bigint[]) = 0 or shop_id = any(${visible}::bigint[]))
    group by level`.execute(tx)
  return new Map(rows.map(({ level, customers }) => [level, customers]))
}
