/** Physical warehouses: the places that a channel lists for a shop, found again by the channel's id. Locks as warehouses-store.ts has it. */
import { sql } from 'kysely'
import type { Warehouse as ChannelWarehouse } from '../../model/warehouse.ts'
import { drawIds, type ShopKey, type Tx } from '../db/database.ts'
import { getDefaultWarehouse, type WarehouseAddress } from './warehouses-store.ts'

type Known = { id: number; channelId: string; isDefault: boolean }

const longestName = 255
const longestCode = 50

/**
 * Makes the shop's physical warehouses like the channel's list, which is whole: new ones are added, others renamed, and those that it
 * lacks are kept and marked. Answers the ids of those that are new.
 *
 * @param country of the shop: channels spell theirs as they like
 */
export async function savePhysicalWarehouses(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  listed: ChannelWarehouse[],
  country: string,
): Promise<number[]> {
  // Before them, so that the account's first warehouse stays the default.
  await getDefaultWarehouse(tx, ownerId)
  const { rows } = await sql<Known>`
    select id, channel_warehouse_id as "channelId", is_default as "isDefault" from warehouses
    where owner_id = ${ownerId} and shop_id = ${shopId} and channel_warehouse_id is not null
    order by id for no key update`.execute(tx)
  const known = new Map(rows.map((row) => [row.channelId, row]))
  const places = [...new Map(listed.map((place) => [place.id, place])).values()]
  const fresh = places.filter(({ id }) => !known.has(id))
  const ids = await drawIds(tx, fresh.length)
  const now = new Date()
  for (const place of places) {
    const before = known.get(place.id)
    const [name, code] = [place.name.slice(0, longestName), place.code?.slice(0, longestCode) ?? null]
    const address = addressOf(place, country)
    // Shops without a warehouse of their own sell from the default one, whatever the channel says of it.
    const status = place.isActive || before?.isDefault ? 1 : 0
    if (before)
      await sql`update warehouses set name = ${name}, code = ${code}, address = ${address}::jsonb, status = ${status},
          delisted_at = null, updated_at = ${now}
        where owner_id = ${ownerId} and id = ${before.id} and (name, code, address, status, delisted_at)
          is distinct from (${name}, ${code}, ${address}::jsonb, ${status}::smallint, null::timestamptz)`.execute(
        tx,
      )
    else
      await sql`insert into warehouses (owner_id, id, name, code, kind, shop_id, channel_warehouse_id, address, is_default, status,
          created_at, updated_at)
        values (${ownerId}, ${ids[fresh.indexOf(place)]}, ${name}, ${code}, 'physical', ${shopId}, ${place.id}, ${address}::jsonb,
          false, ${status}, ${now}, ${now})`.execute(tx)
  }
  await delistWarehouses(
    tx,
    { ownerId, shopId },
    places.map(({ id }) => id),
  )
  return ids
}

/** Marks those of the shop's physical warehouses that the channel no longer lists. */
export async function delistWarehouses(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  listed: string[] = [],
): Promise<void> {
  const now = new Date()
  await sql`update warehouses set delisted_at = ${now}, updated_at = ${now}
    where owner_id = ${ownerId} and shop_id = ${shopId} and channel_warehouse_id is not null and delisted_at is null
      and channel_warehouse_id <> all(${listed}::text[])`.execute(tx)
}

/** Answers whether a warehouse belongs to this shop's channel. */
export async function isPlaceOf(tx: Tx, { ownerId, shopId }: ShopKey, warehouseId: number): Promise<boolean> {
  const { rows } = await sql`select from warehouses where owner_id = ${ownerId} and id = ${warehouseId}
    and shop_id = ${shopId} and channel_warehouse_id is not null`.execute(tx)
  return rows.length > 0
}

function addressOf({ address }: ChannelWarehouse, country: string): string | null {
  const { street, ward, district, region } = address
  const parts = { street, ward, district, province: region }
  if (Object.values(parts).every((part) => !part)) return null
  const given = Object.entries(parts).map(([name, part]) => [name, part || null])
  const whole = { ...Object.fromEntries(given), postcode: null, country: country || null }
  return JSON.stringify(whole satisfies Partial<WarehouseAddress>)
}
