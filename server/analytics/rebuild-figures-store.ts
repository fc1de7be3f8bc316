/** Counts the figures by day anew from the orders, and tells on which days they had been others. They should have been the same. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { lockTimezoneForUpdate } from '../settings/account-store.ts'
import { recountDays } from './recount-days-store.ts'

/** Days with other figures than before, by the table. */
export type RebuiltFigures = Record<FigureTable, string[]>

const tables = [
  'sales_days',
  'sales_parts',
  'sold_products',
  'sold_product_sums',
  'order_counts',
  'courier_days',
  'courier_hours',
  'cancel_days',
] as const
type FigureTable = (typeof tables)[number]
type DayHash = { table: FigureTable; day: string; hash: string }

/** Orders that come in meanwhile wait for its end. */
export async function rebuildFigures(tx: Tx, ownerId: string): Promise<RebuiltFigures> {
  const timezone = await lockTimezoneForUpdate(tx, ownerId)
  const before = await listDayHashes(tx, ownerId)
  await recountDays(tx, ownerId, timezone)
  const after = await listDayHashes(tx, ownerId)
  const changed = Object.fromEntries(tables.map((table) => [table, [] as string[]])) as RebuiltFigures
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const { table, day, hash } = after.get(name) ?? { ...before.get(name), hash: '' }
    if (table && day && before.get(name)?.hash !== hash) changed[table].push(day)
  }
  return changed
}

/** A digest of each day's rows, without those that are zero by now. */
async function listDayHashes(tx: Tx, ownerId: string): Promise<Map<string, DayHash>> {
  const { rows } = await sql<DayHash>`
    select 'sales_days' as table, day, md5(string_agg(concat_ws(' ', shop_id, currency, orders, pieces, revenue, refunds), ','
      order by shop_id, currency)) as hash
    from sales_days where owner_id = ${ownerId} and (orders, pieces, revenue, refunds) <> (0, 0, 0, 0) group by day
    union all
    select 'sales_parts', day, md5(string_agg(concat_ws(' ', kind, shop_id, currency, part, orders, pieces, canceled, revenue, refunds), ','
      order by kind, shop_id, currency, part))
    from sales_parts where owner_id = ${ownerId} and (orders, pieces, canceled, revenue, refunds) <> (0, 0, 0, 0, 0) group by day
    union all
    select 'sold_products', day, md5(string_agg(concat_ws(' ', shop_id, shop_sku, currency, pieces, revenue, orders), ','
      order by shop_id, shop_sku, currency))
    from sold_products where owner_id = ${ownerId} and (pieces, revenue, orders) <> (0, 0, 0) group by day
    union all
    select 'sold_product_sums', since, md5(string_agg(concat_ws(' ', span, shop_id, shop_sku, currency, pieces, revenue, orders), ','
      order by span, shop_id, shop_sku, currency))
    from sold_product_sums where owner_id = ${ownerId} and (pieces, revenue, orders) <> (0, 0, 0) group by since
    union all
    select 'order_counts', since, md5(string_agg(concat_ws(' ', span, shop_id, payment_method, courier, unpaid, pending, confirmed,
      ready_to_ship, shipped, delivered, canceled, returned, failed), ',' order by span, shop_id, payment_method, courier))
    from order_counts where owner_id = ${ownerId} and (unpaid, pending, confirmed, ready_to_ship, shipped, delivered, canceled,
      returned, failed) <> (0, 0, 0, 0, 0, 0, 0, 0, 0) group by since
    union all
    select 'courier_days', day, md5(string_agg(concat_ws(' ', shop_id, courier, currency, shipping_fee, timed, milliseconds), ','
      order by shop_id, courier, currency))
    from courier_days where owner_id = ${ownerId} and (shipping_fee, timed, milliseconds) <> (0, 0, 0) group by day
    union all
    select 'courier_hours', since, md5(string_agg(concat_ws(' ', span, shop_id, courier, hours, orders), ','
      order by span, shop_id, courier, hours))
    from courier_hours where owner_id = ${ownerId} and orders <> 0 group by since
    union all
    select 'cancel_days', day, md5(string_agg(concat_ws(' ', shop_id, initiator, orders, reason), ','
      order by shop_id, initiator, reason))
    from cancel_days where owner_id = ${ownerId} and orders <> 0 group by day
    order by 1, 2`.execute(tx)
  return new Map(rows.map((row) => [`${row.table}/${row.day}`, row]))
}
