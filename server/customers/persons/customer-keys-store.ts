/** Digests of customers' names, contacts and places in normal form. The same digest is the same contact, and tells nothing. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { normalEmail, normalName, normalPhone, normalPlace } from '../../../model/contact-key.ts'
import type { OrderAddress } from '../../../model/order.ts'
import { columnList } from '../../db/column-list.ts'
import type { Tx } from '../../db/database.ts'

type Unmatched = {
  id: number
  name: string
  phone: string | null
  email: string | null
  isMasked: boolean
  region: string
  address: OrderAddress | null
}

const keyList = columnList({
  customerId: 'bigint',
  nameKey: 'text',
  phoneKey: 'text?',
  emailKey: 'text?',
  placeKey: 'text?',
} as const)
const keyUpdates = keyList.updates('k', { except: ['customerId'] })

/** In the order of their ids, so that two transactions cannot lock each other out. */
export async function addUnmatched(tx: Tx, ownerId: string, customerIds: number[]): Promise<void> {
  const ids = customerIds.toSorted((a, b) => a - b)
  await sql`insert into unmatched_customers (owner_id, customer_id)
    select ${ownerId}::uuid, n.id from unnest(${ids}::bigint[]) as n(id) on conflict do nothing`.execute(tx)
}

export async function hasUnmatched(tx: Tx, ownerId: string): Promise<boolean> {
  const { rows } = await sql`select from unmatched_customers where owner_id = ${ownerId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Writes the keys of some customers whose name, contact or address is new. Returns how many. */
export async function saveNextKeys(tx: Tx, ownerId: string, limit: number): Promise<number> {
  // Locked in the order in which orders lock them, and read afterwards, with what those orders brought.
  const { rows: next } = await sql<{ id: number }>`
    select c.id from customers c
    where c.owner_id = ${ownerId} and c.id = any(array(
      select u.customer_id from unmatched_customers u where u.owner_id = ${ownerId} order by u.customer_id limit ${limit}))
    order by c.shop_id, c.channel_buyer_id collate "C" for update`.execute(tx)
  if (next.length === 0) return 0
  const ids = next.map(({ id }) => id)
  // The latest address that is told in clear counts.
  const { rows } = await sql<Unmatched>`
    select c.id, c.name, c.phone, c.email, c.is_masked as "isMasked", s.region,
      (select o.address from orders o where o.owner_id = ${ownerId} and o.customer_id = c.id and o.address is not null
        and o.address ->> 'isMasked' = 'false' order by o.placed_at desc limit 1) as address
    from customers c join shops s on s.owner_id = ${ownerId} and s.id = c.shop_id
    where c.owner_id = ${ownerId} and c.id = any(${ids}::bigint[])`.execute(tx)
  const keys = rows.flatMap((row) => keysOf(ownerId, row))
  const keyed = new Set(keys.map(({ customerId }) => customerId))
  await sql`delete from customer_keys where owner_id = ${ownerId}
    and customer_id = any(${ids.filter((id) => !keyed.has(id))}::bigint[])`.execute(tx)
  await sql`insert into customer_keys as k (owner_id, ${keyList.names})
    select ${ownerId}::uuid, r.* from ${keyList.records(keys)}
    on conflict (owner_id, customer_id) do update set ${keyUpdates}, linked_at = null
    where (k.name_key, k.phone_key, k.email_key, k.place_key)
      is distinct from (excluded.name_key, excluded.phone_key, excluded.email_key, excluded.place_key)`.execute(
    tx,
  )
  await sql`delete from unmatched_customers where owner_id = ${ownerId} and customer_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  return ids.length
}

function keysOf(ownerId: string, { id, name, phone, email, isMasked, region, address }: Unmatched) {
  const normal = isMasked ? null : normalName(name)
  if (normal === null) return []
  const digest = (kind: string, text: string | null) =>
    text && createHash('sha256').update(`${ownerId}/${kind}/${text}`).digest('base64url')
  const place = normalPlace(address)
  const nameKey = digest('name', normal)
  if (!nameKey) return []
  return [
    {
      customerId: id,
      nameKey,
      phoneKey: digest('phone', normalPhone(phone, region)),
      emailKey: digest('email', normalEmail(email) ?? normalEmail(address?.email)),
      placeKey: digest('place', place && `${normal}/${place}`),
    },
  ]
}

/** Erased customers are like nobody. */
export async function removeKeys(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  await sql`delete from customer_keys where owner_id = ${ownerId} and customer_id = any(${ids}::bigint[])`.execute(
    tx,
  )
}
