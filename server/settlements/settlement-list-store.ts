/** Settlements as the API reads them. */
import { sql } from 'kysely'
import type { Currency } from '../../model/money.ts'
import type { Tx } from '../db/database.ts'

export type SettlementRow = {
  shopId: number
  systemName: string
  platformId: number
  channelOrderId: string
  orderCode: string
  /** Null until the order is fetched. */
  orderId: number | null
  currency: Currency
  /** ISO text. */
  settledAt: string
  /** Minor units, as all amounts. */
  amount: number
  revenue: number
  shipping: number
  fees: { code: string; amount: number }[]
  taxes: { code: string; amount: number }[]
  refund: number
  adjustment: number
}

export type SettlementCursor = { at: string; shopId: number; channelId: string }

export type SettlementFilter = {
  ownerId: string
  /** The requested shops that the user may see; undefined: all. */
  shops: number[] | undefined
  /** Paid out from then on, and before `until`. */
  from: Date | undefined
  until: Date | undefined
}

/** The latest first; goes on behind the cursor. */
export async function listSettlements(
  tx: Tx,
  { ownerId, shops, from, until }: SettlementFilter,
  { limit, after }: { limit: number; after: SettlementCursor | undefined },
): Promise<SettlementRow[]> {
  // Whichever comes first: of two ends the index may begin at the wrong one, and read all between them.
  const end =
    after && (until === undefined || new Date(after.at) < until)
      ? sql`(t.settled_at, t.shop_id, t.channel_order_id)
          < (${after.at}::timestamptz, ${after.shopId}::bigint, ${after.channelId}::text)`
      : sql`t.settled_at < ${until ?? 'infinity'}::timestamptz`
  const { rows } = await sql<{ found: SettlementRow }>`
    select json_build_object('shopId', t.shop_id, 'systemName', s.system_name, 'platformId', s.platform_id,
      'channelOrderId', t.channel_order_id, 'orderId', o.id, 'orderCode', coalesce(o.short_code, t.channel_order_id), 'currency', t.currency, 'settledAt', t.settled_at,
      'amount', t.amount, 'revenue', t.revenue, 'shipping', t.shipping, 'fees', t.fees, 'taxes', t.taxes,
      'refund', t.refund, 'adjustment', t.adjustment) as found
    from settlements t join shops s on s.owner_id = ${ownerId} and s.id = t.shop_id
    left join orders o on o.owner_id = ${ownerId} and o.shop_id = t.shop_id and o.channel_order_id = t.channel_order_id
    where t.owner_id = ${ownerId}
      and (${shops ?? null}::bigint[] is null or t.shop_id = any(${shops ?? []}::bigint[]))
      and t.settled_at >= ${from ?? '-infinity'}::timestamptz and ${end}
    order by t.settled_at desc, t.shop_id desc, t.channel_order_id desc limit ${limit}`.execute(tx)
  return rows.map(({ found }) => found)
}
