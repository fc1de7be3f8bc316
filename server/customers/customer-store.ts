/** One person with orders, spending and notes. */
import { sql } from 'kysely'
import type { OrderAddress } from '../../model/order.ts'
import type { Prices } from '../../model/money.ts'
import type { Tx } from '../db/database.ts'
import { listAddresses } from './list/addresses-store.ts'
import { type CustomerRow, listCustomerRows } from './list/customer-rows-store.ts'
import { type Identity, listIdentities } from './persons/identities-store.ts'

export type CustomerDetail = Omit<CustomerRow, 'latestOrderAt' | 'createdAt' | 'identities'> & {
  latestOrderAt: Date | null
  noteBy: string | null
  notedAt: Date | null
  noteVersion: number | null
  createdAt: Date
  addresses: OrderAddress[]
  segments: { id: number; name: string }[]
  /** The one with the latest order first. */
  identities: Identity[]
}

/**
 * The whole person whom a customer is of.
 * @param visible shops that the reader may see; empty: all
 */
export async function findCustomer(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<CustomerDetail | undefined> {
  const identities = await listIdentities(tx, ownerId, id, visible)
  const [first] = identities
  if (!first) return undefined
  // Before the row: a reader never has an older note with a newer version.
  const more = await findMore(
    tx,
    ownerId,
    identities.map((one) => one.id),
  )
  const [row] = await listCustomerRows(tx, ownerId, [first.id], visible)
  if (!row) return undefined
  const addresses = await listAddresses(tx, ownerId, [first.id], visible)
  return {
    ...row,
    ...more,
    addresses: addresses.get(first.id) ?? [],
    createdAt: new Date(row.createdAt),
    latestOrderAt: first.latestOrderAt,
    id,
    identities,
  }
}

type More = Pick<CustomerDetail, 'noteBy' | 'notedAt' | 'noteVersion' | 'segments'>

async function findMore(tx: Tx, ownerId: string, ids: number[]): Promise<More> {
  const { rows } = await sql<More>`
    select n.note_by as "noteBy", n.noted_at as "notedAt", v.version as "noteVersion",
      coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name) order by lower(l.name)) from shortlists l
        where l.owner_id = ${ownerId} and l.id in (select m.shortlist_id from shortlist_customers m
          where m.owner_id = ${ownerId} and m.customer_id = any(${ids}::bigint[]))), '[]') as segments
    from (values (1)) one left join lateral (
      select id, note_by, noted_at from customers where owner_id = ${ownerId} and id = any(${ids}::bigint[]) and erased_at is null
      order by note is null, noted_at desc nulls last, id limit 1) n on true
    left join edit_versions v on v.owner_id = ${ownerId} and v.subject = 'customer_note' and v.subject_id = n.id`.execute(
    tx,
  )
  return rows[0] ?? { noteBy: null, notedAt: null, noteVersion: null, segments: [] }
}

/** Where a person's note is written: to the newest, as the page shows that one. Locks it; an erased customer takes no note any more. */
export async function lockNoted(tx: Tx, ownerId: string, ids: number[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from customers
    where owner_id = ${ownerId} and id = any(${ids}::bigint[]) and erased_at is null
    order by note is null, noted_at desc nulls last, id limit 1 for update`.execute(tx)
  return rows[0]?.id
}

export async function saveNote(
  tx: Tx,
  ownerId: string,
  id: number,
  note: string | null,
  by: string,
): Promise<void> {
  await sql`update customers set note = ${note}, note_by = ${note === null ? null : by},
      noted_at = ${note === null ? null : new Date()} where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

export type OrderStatistic = {
  total: number
  success: number
  canceled: number
  returned: number
  failed: number
  unpaid: number
  /** Sums of the orders in each currency, in minor units; null: there are none. */
  delivering: Prices | null
  unpaidPrices: Prices | null
}

export async function countOrdersOf(tx: Tx, ownerId: string, customerIds: number[]): Promise<OrderStatistic> {
  const { rows } = await sql<OrderStatistic>`
    with own as materialized (select o.status, o.currency, o.total from orders o
      where o.owner_id = ${ownerId} and o.customer_id = any(${customerIds}::bigint[]))
    select count(*)::int as total, count(*) filter (where status = 6)::int as success,
      count(*) filter (where status = 7)::int as canceled, count(*) filter (where status = 8)::int as returned,
      count(*) filter (where status = 9)::int as failed, count(*) filter (where status = 1)::int as unpaid,
      (select json_object_agg(s.currency, s.total) from (
        select w.currency, sum(w.total) as total from own w where w.status < 6 group by 1) s) as delivering,
      (select json_object_agg(s.currency, s.total) from (
        select w.currency, sum(w.total) as total from own w where w.status = 1 group by 1) s) as "unpaidPrices"
    from own`.execute(tx)
  return rows[0] ?? noOrders
}

const noOrders: OrderStatistic = {
  total: 0,
  success: 0,
  canceled: 0,
  returned: 0,
  failed: 0,
  unpaid: 0,
  delivering: null,
  unpaidPrices: null,
}

export type Spending = {
  firstOrderAt: Date | null
  latestOrderAt: Date | null
  /** Orders in the customer's currency. */
  delivered: number
  /** Sums of each month by currency, in minor units; null: nothing was spent. */
  months: { month: string; totals: Prices | null }[]
}

/** Delivered orders, and by the month in which they were placed: twelve, of which the present one is the last. */
export async function findSpending(
  tx: Tx,
  ownerId: string,
  customerIds: number[],
  { currency, timezone }: { currency: string; timezone: string },
): Promise<Spending> {
  const thisMonth = sql`date_trunc('month', now() at time zone ${timezone})`
  const { rows } = await sql<Spending>`
    with own as materialized (select o.placed_at, o.total, o.status, o.currency from orders o
      where o.owner_id = ${ownerId} and o.customer_id = any(${customerIds}::bigint[]))
    select min(w.placed_at) as "firstOrderAt", max(w.placed_at) as "latestOrderAt",
      count(*) filter (where w.status = 6 and w.currency = ${currency})::int as delivered,
      (select json_agg(json_build_object('month', to_char(m, 'YYYY-MM'), 'totals', (
          select json_object_agg(s.currency, s.total) from (
            select o.currency, sum(o.total) as total from own o where o.status = 6
              and date_trunc('month', o.placed_at at time zone ${timezone}) = m group by 1) s)) order by m)
        from generate_series(${thisMonth} - interval '11 months', ${thisMonth}, '1 month') m) as months
    from own w`.execute(tx)
  const [row] = rows
  return row ?? { firstOrderAt: null, latestOrderAt: null, delivered: 0, months: [] }
}
