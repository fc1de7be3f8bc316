/** Sends the customers of a segment to a CRM: which are listed already, and how far the cards of customer-card-store.ts are. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { Statement } from '../../db/statement.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { membersOf, type ChosenSegment } from './segment-filter-store.ts'
import { lockSegment } from './segment-store.ts'

/** `after`: the last customer that has a card. `shops`: those that whoever asked may see; none: all. */
export type SegmentPush = {
  ownerId: string
  segmentId: number
  shopId: number
  shops: number[]
  after: number
  /** When it was asked for; jobs of an older release are without. */
  at?: string
}

export async function startPush(tx: Tx, push: SegmentPush, by: string): Promise<void> {
  const now = new Date()
  await sql`update shortlists set pushed_to = ${push.shopId}, pushed_at = ${now}, pushed_by = ${by}, listed_at = null
    where owner_id = ${push.ownerId} and id = ${push.segmentId}`.execute(tx)
  await enqueuePush(tx, { ...push, at: now.toISOString() })
}

export async function enqueuePush(tx: Tx, push: SegmentPush): Promise<void> {
  const { shopId, segmentId } = push
  const options = { queue: `customers:${shopId}`, key: `send-segment:${segmentId}:${shopId}` }
  await enqueue(tx, 'send-segment', push, options)
}

export async function endListing(tx: Tx, { ownerId, segmentId }: SegmentPush): Promise<void> {
  await sql`update shortlists set listed_at = ${new Date()} where owner_id = ${ownerId} and id = ${segmentId}`.execute(
    tx,
  )
}

/** Notes whom the segment sends, so that it can say who has left since. */
export async function saveSends(
  tx: Tx,
  { ownerId, segmentId, shopId }: SegmentPush,
  ids: number[],
): Promise<void> {
  await sql`insert into segment_sends (owner_id, shortlist_id, shop_id, customer_id)
    select ${ownerId}::uuid, ${segmentId}::bigint, ${shopId}::bigint, c.id from customers c
    where c.owner_id = ${ownerId} and c.id = any(${ids}::bigint[]) order by c.id
    on conflict (owner_id, shortlist_id, shop_id, customer_id) do nothing`.execute(tx)
}

/** Customers of a segment in the order of their ids. */
export async function listMemberIds(
  db: Database,
  { ownerId, shops, after }: SegmentPush,
  segment: ChosenSegment,
  limit: number,
): Promise<number[]> {
  const statement = new Statement(ownerId)
  const ofShops = shops.length > 0 ? ` and c.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  const rows = await db.hotRead<{ id: number }>(
    ownerId,
    statement.finish(`select c.id from customers c
      where c.owner_id = $1 and c.id > ${statement.value(after)}::bigint and c.id in (${membersOf(statement, segment)})${ofShops}
      order by c.id limit ${limit}`),
  )
  return rows.map(({ id }) => id)
}

export type LastPush = { shopId: number; at: Date; by: string; isListed: boolean }

export async function findLastPush(tx: Tx, ownerId: string, id: number): Promise<LastPush | undefined> {
  const { rows } =
    await sql<LastPush>`select pushed_to as "shopId", coalesce(pushed_at, now()) as at, coalesce(pushed_by, '') as by,
      listed_at is not null as "isListed"
    from shortlists where owner_id = ${ownerId} and id = ${id} and pushed_to is not null`.execute(tx)
  return rows[0]
}

/** The same, which stays the last until the transaction ends. */
export async function lockLastPush(tx: Tx, ownerId: string, id: number): Promise<LastPush | undefined> {
  await lockSegment(tx, ownerId, id)
  return findLastPush(tx, ownerId, id)
}

export type PushFigures = { total: number; sent: number; due: number; refused: number; hidden: number }

/** Counts those who are in the segment now. The CRM's own customers are there already. `due`: on their way to a CRM that is connected. `hidden`: without a contact in clear. */
export async function countPushed(
  db: Database,
  { ownerId, shops }: { ownerId: string; shops: number[] },
  segment: ChosenSegment,
  shopId: number,
): Promise<PushFigures> {
  const statement = new Statement(ownerId)
  const crm = `${statement.value(shopId)}::bigint`
  const ofShops = shops.length > 0 ? ` and c.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  const isHidden = `(c.is_masked or (coalesce(c.phone, '*') like '%*%' and coalesce(c.email, '*') like '%*%'))`
  const [found] = await db.hotRead<PushFigures>(
    ownerId,
    statement.finish(`select count(*)::int as total,
        count(*) filter (where c.shop_id = ${crm} or (k.state = 'done' and k.target <> ''))::int as sent,
        count(*) filter (where k.state = 'due' and exists (select from shops s
          where s.owner_id = $1 and s.id = ${crm} and s.status = 1))::int as due,
        count(*) filter (where k.state = 'refused')::int as refused,
        count(*) filter (where c.shop_id <> ${crm} and k.customer_id is null and ${isHidden})::int as hidden
      from customers c
      left join customer_cards k on k.owner_id = $1 and k.shop_id = ${crm} and k.customer_id = c.id
      where c.owner_id = $1 and c.id in (${membersOf(statement, segment)})${ofShops}`),
  )
  return found ?? { total: 0, sent: 0, due: 0, refused: 0, hidden: 0 }
}

/** Customers whom the segment has made contacts of the CRM and who are in it no more, the latest buyers first. */
export async function listLeft(
  db: Database,
  { ownerId, shops, limit }: { ownerId: string; shops: number[]; limit: number },
  segment: ChosenSegment,
  shopId: number,
): Promise<{ left: number; ids: number[] }> {
  const statement = new Statement(ownerId)
  const ofShops = shops.length > 0 ? ` and c.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  statement.with(`gone as materialized (
      select c.id, c.latest_order_at from segment_sends s
      join customer_cards k on k.owner_id = $1 and k.shop_id = s.shop_id and k.customer_id = s.customer_id
        and k.channel_customer_id is not null
      join customers c on c.owner_id = $1 and c.id = s.customer_id
      where s.owner_id = $1 and s.shortlist_id = ${statement.value(segment.id)}::bigint
        and s.shop_id = ${statement.value(shopId)}::bigint${ofShops}
        and c.id not in (${membersOf(statement, segment)}))`)
  const [found] = await db.hotRead<{ left: number; ids: number[] }>(
    ownerId,
    statement.finish(`select (select count(*)::int from gone) as left, (select coalesce(json_agg(l.id), '[]') from (
      select id from gone order by latest_order_at desc nulls last, id desc limit ${limit}) l) as ids`),
  )
  return found ?? { left: 0, ids: [] }
}
