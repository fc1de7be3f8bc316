/** Keeps what was erased from coming back with later reports of the channels. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { cancelReasonCodes } from '../../../model/cancel-reason.ts'
import type { OrderAddress } from '../../../model/order.ts'
import type { ShopKey, Tx } from '../../db/database.ts'

/** Takes the place of the channel's id of a buyer, which may be a mail address. The same id has the same key, and tells nothing. */
export function erasedKey({ ownerId, shopId }: ShopKey, channelBuyerId: string): string {
  return `erased:${createHash('sha256').update(`${ownerId}/${shopId}/${channelBuyerId}`).digest('hex')}`
}

/** Returns when the buyers with these ids of the channel were erased; without those who were not. */
export async function findErased(
  tx: Tx,
  shop: ShopKey,
  channelBuyerIds: string[],
): Promise<Map<string, Date>> {
  if (channelBuyerIds.length === 0) return new Map()
  const ids = new Map(channelBuyerIds.map((id) => [erasedKey(shop, id), id]))
  const { rows } = await sql<{ key: string; at: Date }>`
    select channel_buyer_id as key, erased_at as at from customers
    where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} and channel_buyer_id = any(${[...ids.keys()]}::text[])
      and erased_at is not null`.execute(tx)
  return new Map(rows.map(({ key, at }) => [ids.get(key) ?? '', at]))
}

type Personal = {
  buyer: { channelBuyerId: string; name: string } | null
  address: OrderAddress | null
  buyerMessage: string | null
  sellerNote: string | null
  cancelReason: string | null
  cancelText?: string | undefined
}

/** The report without its buyer. The country and the province stay: figures by region are about nobody. */
export function withoutBuyer<T extends Personal>(report: T, buyer: Personal['buyer'] = null): T {
  const { address, cancelReason } = report
  return {
    ...report,
    buyer,
    address: placeOnly(address),
    buyerMessage: null,
    sellerNote: null,
    cancelReason: cancelReason && withoutWords(cancelReason),
    cancelText: undefined,
  }
}

/** A reason that is none of ours may be a buyer's own words. */
export function withoutWords(reason: string): string {
  return cancelReasonCodes.find((code) => code === reason) ?? 'other'
}

/** Fields of an address that name the buyer or the door; where the goods went to is left. */
export const noContact = {
  name: null,
  phone: null,
  street: null,
  ward: null,
  district: null,
  city: null,
  postcode: null,
}

function placeOnly(address: OrderAddress | null): OrderAddress | null {
  if (!address) return null
  const { province, country } = address
  return { ...noContact, province, country, isMasked: true }
}
