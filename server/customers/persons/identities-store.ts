/** Customers of single shops who are one person. */
import type { Prices } from '../../../model/money.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type JoinedHow = 'phone' | 'email' | 'hand'

export type Identity = {
  id: number
  channelBuyerId: string
  name: string
  phone: string | null
  email: string | null
  isMasked: boolean
  isErased: boolean
  shopId: number
  systemName: string
  platformId: number
  totalOrder: number
  totalPrice: number
  currency: string
  otherPrices: Prices | null
  latestOrderAt: Date | null
  note: string | null
  /** Null: the person began with this one. */
  joinedHow: JoinedHow | null
  joinedBy: string | null
  joinedAt: Date | null
}

/**
 * The customer and all who are the same person, the one with the latest order first. Empty: there is no such customer.
 * @param visible shops that the reader may see; empty: all
 */
export async function listIdentities(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    with asked as (select id, person_id from customers where owner_id = ${ownerId} and id = ${id}
      and (${visible.length === 0} or shop_id = any(${visible}::bigint[])))
    select i.id, i.channel_buyer_id as "channelBuyerId", i.name, i.phone, i.email, i.is_masked as "isMasked",
      i.erased_at is not null as "isErased", i.shop_id as "shopId",
      s.system_name as "systemName", s.platform_id as "platformId", i.total_order as "totalOrder", i.total_price as "totalPrice",
      i.currency, i.other_prices as "otherPrices", i.latest_order_at as "latestOrderAt", i.note, i.joined_how as "joinedHow", i.joined_by as "joinedBy",
      i.joined_at as "joinedAt"
    from customers i join shops s on s.owner_id = ${ownerId} and s.id = i.shop_id
    where i.owner_id = ${ownerId} and (i.id = (select id from asked) or i.person_id = (select person_id from asked))
      and (${visible.length === 0} or i.shop_id = any(${visible}::bigint[]))
    order by i.latest_order_at desc nulls last, i.id desc`.execute(tx)
  return rows
}
