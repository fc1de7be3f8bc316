/** Details of the other shops' customers for each CRM, and whether they were sent. */
import { sql } from 'kysely'
import type { CustomerCard } from '../../model/customer.ts'
import type { Tx } from '../db/database.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'
import { enqueue } from '../jobs/jobs.ts'
import { dueWorks, enqueueDue, type ShopKey } from '../outbox/due-work-store.ts'
import { changeLevelCounts } from './customer-rank-store.ts'
import { saveCustomerTerms, type Named } from './customer-search-store.ts'
import { matchLater } from './persons/match-customers.ts'
import { leavePersons } from './persons/persons-store.ts'
import { erasedKey } from './privacy/erased-buyers-store.ts'

export type Gathering = ShopKey & { after: number; round: 1 | 2 }

const secondRoundMs = 60_000

/**
 * Goes through all customers for those that the CRM does not have. Twice: work that began before the CRM was linked saves
 * customers without a card for a moment more.
 */
export async function startGathering(tx: Tx, key: ShopKey): Promise<void> {
  await enqueueGathering(tx, { ...key, after: 0, round: 1 })
  await enqueueGathering(tx, { ...key, after: 0, round: 2 }, new Date(Date.now() + secondRoundMs))
}

export async function enqueueGathering(tx: Tx, gathering: Gathering, runAt?: Date): Promise<void> {
  const { shopId, round } = gathering
  const options = { queue: `customers:${shopId}`, key: `gather-customers:${shopId}:${round}` }
  await enqueue(tx, 'gather-customers', gathering, runAt ? { ...options, runAt } : options)
}

/** Channels that hide numbers leave asterisks in them. */
const clear = (column: 'c.phone' | 'c.email') =>
  sql.raw(`case when position('*' in ${column}) = 0 then ${column} end`)

/**
 * Sets the details of these customers that CRMs should have: those that get everybody's, or one that is named, whatever it gets, also
 * while it is disconnected. Customers whose channel hides who they are stay unknown there, and none is sent to the CRM that he comes from.
 */
export async function setTargetCards(
  tx: Tx,
  ownerId: string,
  customerIds: number[],
  onlyShop: number | null = null,
): Promise<void> {
  if (customerIds.length === 0) return
  const now = new Date()
  const { rows } = await sql<{ shopId: number }>`
    insert into customer_cards as k (owner_id, shop_id, customer_id, target, state, target_at, check_at)
    select ${ownerId}::uuid, s.id, c.id, md5(json_build_array(c.name, ${clear('c.phone')}, ${clear('c.email')})::text), 'due',
      ${now}::timestamptz, ${now}::timestamptz
    from customers c join shops s on s.owner_id = ${ownerId} and s.id <> c.shop_id
      and (case when ${onlyShop}::bigint is null then s.status = 1 and s.is_customer_push
          and (s.customers_since is null or c.created_at >= s.customers_since or exists (select from customer_cards h
            where h.owner_id = ${ownerId} and h.shop_id = s.id and h.customer_id = c.id and h.channel_customer_id is not null))
        else s.id = ${onlyShop}::bigint end)
    where c.owner_id = ${ownerId} and c.id = any(${customerIds}::bigint[]) and not c.is_masked
      and coalesce(${clear('c.phone')}, ${clear('c.email')}) is not null
    order by s.id, c.id
    on conflict (owner_id, shop_id, customer_id) do update set target = excluded.target, state = 'due', attempts = 0,
      reason = null, target_at = excluded.target_at, check_at = excluded.check_at
    where k.target <> excluded.target
    returning shop_id as "shopId"`.execute(tx)
  for (const shopId of new Set(rows.map((row) => row.shopId)))
    await enqueueDue(tx, dueWorks.customerCards, { ownerId, shopId })
}

/**
 * Customers whom a CRM could be sent and does not have.
 *
 * @param crmId null: it is not linked yet
 */
export async function countSendable(tx: Tx, ownerId: string, crmId: number | null): Promise<number> {
  // Citus refuses to join with what null can never equal, and no shop has this id.
  const shopId = crmId ?? 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customers c
    where c.owner_id = ${ownerId} and not c.is_masked and coalesce(${clear('c.phone')}, ${clear('c.email')}) is not null
      and c.shop_id <> ${shopId} and not exists (select from customer_cards k
        where k.owner_id = ${ownerId} and k.shop_id = ${shopId} and k.customer_id = c.id
          and k.channel_customer_id is not null)`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Cards that were due when sending was switched off are due again once it is switched on. */
export async function parkDueCards(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  await sql`update customer_cards set state = 'done', target = ''
    where owner_id = ${ownerId} and shop_id = ${shopId} and state = 'due'`.execute(tx)
}

/** Refused cards are tried once more, as a new key may have the right that the old one lacked. */
export async function retryCards(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  await sql`update customer_cards set state = 'due', attempts = 0, check_at = ${new Date()}
    where owner_id = ${ownerId} and shop_id = ${shopId} and state = 'refused'`.execute(tx)
}

/** Customers in the order of their ids. */
export async function listCustomerIds(
  tx: Tx,
  ownerId: string,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from customers where owner_id = ${ownerId} and id > ${after} order by id limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export type DueCard = CustomerCard & {
  customerId: number
  channelCustomerId: string | null
  target: string
  attempts: number
  /** Start of a creation of which nobody knows whether it took effect. */
  triedAt: Date | null
}

export async function listDueCards(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  limit: number,
  now: Date,
): Promise<DueCard[]> {
  const { rows } = await sql<DueCard>`
    select k.customer_id as "customerId", k.channel_customer_id as "channelCustomerId", k.target, k.attempts,
      k.tried_at as "triedAt", c.name, ${clear('c.phone')} as phone, ${clear('c.email')} as email
    from customer_cards k join customers c on c.owner_id = ${ownerId} and c.id = k.customer_id
    where k.owner_id = ${ownerId} and k.shop_id = ${shopId} and k.state = 'due' and k.check_at <= ${now}
    order by k.check_at, k.customer_id limit ${limit}`.execute(tx)
  return rows
}

export type CardStep = {
  state: 'due' | 'done' | 'refused'
  /** Null: still not known. */
  channelCustomerId: string | null
  attempts: number
  reason: string | null
  checkAt: Date
}

/** From now on the CRM may have made the contact, whatever becomes of us. */
export async function markTried(tx: Tx, { ownerId, shopId }: ShopKey, customerId: number): Promise<void> {
  await sql`update customer_cards set tried_at = coalesce(tried_at, ${new Date()}::timestamptz)
    where owner_id = ${ownerId} and shop_id = ${shopId} and customer_id = ${customerId}`.execute(tx)
}

/** Target of cards whose customer is erased. */
const erased = 'erased'

/** Saves the result of sending. If the details have changed since, they stay due. */
export async function saveCardStep(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  { customerId, target }: DueCard,
  step: CardStep,
): Promise<void> {
  const reason =
    step.reason === null ? null : stripNulBytes(step.reason, JSON.stringify(step.reason)).slice(0, 500)
  const id = step.channelCustomerId
  const key = id && erasedKey({ ownerId, shopId }, id)
  await sql`update customer_cards set
      channel_customer_id = coalesce(case when target = ${erased} then ${key}::text else ${id}::text end, channel_customer_id),
      tried_at = case when ${id}::text is null then tried_at end,
      state = case when target = ${target} then ${step.state} else state end,
      attempts = case when target = ${target} then ${step.attempts} else attempts end,
      reason = case when target = ${target} then ${reason} else reason end,
      check_at = case when target = ${target} then ${step.checkAt} else check_at end
    where owner_id = ${ownerId} and shop_id = ${shopId} and customer_id = ${customerId}`.execute(tx)
}

/**
 * The answer to a creation was lost, and before the contact was found again it may have come in as a customer of the CRM's
 * own: that one goes. Behind lockPersons. A contact that was in the CRM before would have been found and not created.
 */
export async function removeEcho(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  channelCustomerId: string,
  since: Date,
): Promise<void> {
  const { rows: echoes } = await sql<{ id: number }>`select id from customers
    where owner_id = ${ownerId} and shop_id = ${shopId} and channel_buyer_id = ${channelCustomerId}
      and created_at >= ${since} and total_order = 0 for update`.execute(tx)
  const ids = echoes.map(({ id }) => id)
  await leavePersons(tx, ownerId, ids)
  const { rows } = await sql<{ level: number }>`
    delete from customers where owner_id = ${ownerId} and id = any(${ids}::bigint[]) returning level`.execute(
    tx,
  )
  await changeLevelCounts(
    tx,
    { ownerId, shopId },
    rows.map(({ level }) => ({ level, by: -1 })),
  )
}

/** Returns those of the CRM's contacts that are customers of other shops, and not the CRM's own from before. */
export async function findPushed(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  channelCustomerIds: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct k.channel_customer_id as id from customer_cards k
    left join customers c on c.owner_id = ${ownerId} and c.shop_id = ${shopId} and c.channel_buyer_id = k.channel_customer_id
    where k.owner_id = ${ownerId} and k.shop_id = ${shopId} and c.id is null
      and k.channel_customer_id = any(${channelCustomerIds}::text[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Leaves of the cards of erased customers a digest of the CRM's id, by which their contacts are known when they come back. */
export async function eraseCards(tx: Tx, ownerId: string, customerIds: number[]): Promise<void> {
  const { rows } = await sql<{ customerId: number; shopId: number; id: string | null }>`
    select customer_id as "customerId", shop_id as "shopId", channel_customer_id as id from customer_cards
    where owner_id = ${ownerId} and customer_id = any(${customerIds}::bigint[]) order by shop_id, customer_id for update`.execute(
    tx,
  )
  const keys = rows.map(({ id, ...card }) => ({ ...card, key: id && erasedKey({ ownerId, ...card }, id) }))
  await sql`update customer_cards k set channel_customer_id = r.key, target = ${erased}, state = 'done', reason = null
    from json_to_recordset(${JSON.stringify(keys)}::json) as r("customerId" bigint, "shopId" bigint, key text)
    where k.owner_id = ${ownerId} and k.shop_id = r."shopId" and k.customer_id = r."customerId"`.execute(tx)
}

/** Returns those of the CRM's contacts that are customers who are erased by now, and not the CRM's own from before. */
export async function findErasedPushed(
  tx: Tx,
  shop: ShopKey,
  channelCustomerIds: string[],
): Promise<Set<string>> {
  const { ownerId, shopId } = shop
  const keys = channelCustomerIds.map((id) => ({ id, key: erasedKey(shop, id) }))
  const { rows } = await sql<{ id: string }>`
    select r.id from json_to_recordset(${JSON.stringify(keys)}::json) as r(id text, key text)
    where exists (select from customer_cards k
        where k.owner_id = ${ownerId} and k.shop_id = ${shopId} and k.channel_customer_id = r.key)
      and not exists (select from customers c
        where c.owner_id = ${ownerId} and c.shop_id = ${shopId} and c.channel_buyer_id = r.id)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Fills in what our customers lack, from the contacts that are them. */
export async function fillIn(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  contacts: { channelCustomerId: string; email: string | null; note: string | null }[],
): Promise<void> {
  const known = contacts.filter(({ email, note }) => email !== null || note !== null)
  if (known.length === 0) return
  const rows = JSON.stringify(known.map(({ channelCustomerId: id, email, note }) => ({ id, email, note })))
  // Locked in the order in which orders lock them.
  const { rows: filled } =
    await sql<Named>`update customers c set email = coalesce(c.email, f.email), note = coalesce(c.note, f.note),
      updated_at = ${new Date()}
    from (select o.id, r.email, r.note from json_to_recordset(${stripNulBytes(rows, rows)}::json) as r(id text, email text, note text)
      join customer_cards k on k.owner_id = ${ownerId} and k.shop_id = ${shopId} and k.channel_customer_id = r.id
      join customers o on o.owner_id = ${ownerId} and o.id = k.customer_id
      where (o.email is null and r.email is not null) or (o.note is null and r.note is not null)
      order by o.shop_id, o.channel_buyer_id collate "C" for update of o) f
    where c.owner_id = ${ownerId} and c.id = f.id returning c.id, c.name, c.phone, c.email`.execute(tx)
  await saveCustomerTerms(tx, ownerId, filled)
  await matchLater(
    tx,
    ownerId,
    filled.map(({ id }) => id),
  )
}

/** Sends a refused card once more. One whose contact was deleted in the CRM begins anew. */
export async function retryCard(tx: Tx, { ownerId, shopId }: ShopKey, customerId: string): Promise<boolean> {
  const { rows } = await sql`update customer_cards set state = 'due', attempts = 0, reason = null,
      channel_customer_id = null, check_at = ${new Date()}
    where owner_id = ${ownerId} and shop_id = ${shopId} and customer_id::text = ${customerId} and state = 'refused'
    returning customer_id`.execute(tx)
  if (rows.length > 0) await enqueueDue(tx, dueWorks.customerCards, { ownerId, shopId })
  return rows.length > 0
}

/** Customers that are still to be sent, that were refused, and that the CRM has. */
export type CardCounts = { due: number; refused: number; known: number }

/** By CRM. */
export async function countCards(tx: Tx, ownerId: string): Promise<Map<number, CardCounts>> {
  const { rows } = await sql<CardCounts & { shopId: number }>`
    select shop_id as "shopId", (count(*) filter (where state = 'due' or target = ''))::int as due,
      (count(*) filter (where state = 'refused'))::int as refused,
      (count(*) filter (where channel_customer_id is not null and target <> ${erased}))::int as known
    from customer_cards where owner_id = ${ownerId} group by shop_id`.execute(tx)
  return new Map(rows.map(({ shopId, ...counts }) => [shopId, counts]))
}

export type RefusedCard = {
  channelId: string
  reason: string
  attempts: number
  firstFailedAt: Date
  lastFailedAt: Date
}

/** Customers whom the CRM refused, the latest first, by their own ids; none while it is not linked. */
export async function listRefusedCards(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  limit: number,
): Promise<{ rows: RefusedCard[]; total: number }> {
  const { rows } = await sql<RefusedCard & { total: number }>`
    select k.customer_id::text as "channelId", c.name || ': ' || coalesce(k.reason, '') as reason,
      k.attempts + 1 as attempts, k.target_at as "firstFailedAt", k.check_at as "lastFailedAt",
      count(*) over ()::int as total
    from customer_cards k join customers c on c.owner_id = ${ownerId} and c.id = k.customer_id
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id and s.status = 1
    where k.owner_id = ${ownerId} and k.shop_id = ${shopId} and k.state = 'refused'
    order by k.check_at desc, k.customer_id limit ${limit}`.execute(tx)
  return { rows, total: rows[0]?.total ?? 0 }
}
