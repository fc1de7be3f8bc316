/** From when on all orders of the shops are known: what was sold before the first import is in no figure. */
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { addDays, dayIn } from '../i18n/calendar.ts'
import { orderDays } from '../syncs/sync-store.ts'

/** `since`: the first day of which all orders are known. */
export type KnownShop = { shop: { id: number; system_name: string; platform_id: number }; since: string }

/** Shops with orders, latest first. `shops` undefined: all. */
export async function listKnownDays(
  db: Database,
  { ownerId, timezone, shops }: { ownerId: string; timezone: string; shops: number[] | undefined },
): Promise<KnownShop[]> {
  const statement = new Statement(ownerId)
  const ofShops = shops ? ` and s.id = any(${statement.value(shops)}::bigint[])` : ''
  const rows = await db.hotRead<KnownShop['shop'] & { from: Date }>(
    ownerId,
    statement.finish(`select s.id, s.system_name, s.platform_id, s.created_at - interval '${orderDays} days' as "from" from shops s
      where s.owner_id = $1${ofShops} and (exists (
          select from syncs y where y.owner_id = $1 and y.shop_id = s.id and y.kind = 'order')
        or exists (select from sales_days d where d.owner_id = $1 and d.shop_id = s.id))
      order by s.created_at desc, s.id`),
  )
  return rows.map(({ from, ...shop }) => ({ shop, since: addDays(dayIn(timezone, from), 1) }))
}

/** Before this day nothing is known of any shop; null: there is no such day. */
export function firstKnownDay(shops: KnownShop[]): string | null {
  return shops.at(-1)?.since ?? null
}
