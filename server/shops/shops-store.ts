import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LinkedShop } from '../../connectors/auth.ts'
import { AppError } from '../../model/errors.ts'
import type { Currency } from '../../model/money.ts'
import { drawIds, type ShopKey, type Tx } from '../db/database.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { saveNotifications } from '../notifications/notifications-store.ts'

export type Shop = {
  id: number
  ownerId: string
  platformId: number
  channelShopId: string
  name: string
  platformUrl: string | null
  status: 0 | 1
  authState: 'ok' | 'expiring' | 'expired' | 'revoked' | 'error'
  currency: string
  region: string
  warehouseId: number | null
  connectedAt: Date | null
  tokenExpiredAt: Date | null
  /** Version of its settings; null: never changed. */
  version: number | null
} & ShopSettings

/** Settings that the owner chooses. */
export type ShopSettings = {
  systemName: string
  isOrderSync: boolean
  isStockSync: boolean
  stockBuffer: number
  /** Null: no limit. */
  stockCap: number | null
  /** Per cent. */
  stockShare: number
  /** CRM only: the other shops' customers are pushed to it. */
  isCustomerPush: boolean
  /** Customers known before it are not pushed; null: all are. */
  customersSince: Date | null
}

/** Customers of the other shops that a CRM is sent. */
export type CustomersToSend = 'all' | 'new'

const columns =
  sql.raw(`s.id, s.owner_id as "ownerId", s.platform_id as "platformId", s.channel_shop_id as "channelShopId",
  s.name, s.system_name as "systemName", s.platform_url as "platformUrl", s.status, s.auth_state as "authState", s.currency,
  s.region, s.warehouse_id as "warehouseId", s.connected_at as "connectedAt", c.refresh_expires_at as "tokenExpiredAt",
  s.is_order_sync as "isOrderSync", s.is_stock_sync as "isStockSync", s.stock_buffer as "stockBuffer",
  s.stock_cap as "stockCap", s.stock_share as "stockShare",
  s.is_customer_push as "isCustomerPush", s.customers_since as "customersSince", v.version`)

export async function listShops(tx: Tx, ownerId: string, visible: number[]): Promise<Shop[]> {
  const { rows } = await sql<Shop>`
    select ${columns} from shops s left join shop_credentials c on c.owner_id = ${ownerId} and c.shop_id = s.id
    left join edit_versions v on v.owner_id = ${ownerId} and v.subject = 'shop' and v.subject_id = s.id
    where s.owner_id = ${ownerId} and (cardinality(${visible}::bigint[]) = 0 or s.id = any(${visible}::bigint[]))
    order by s.id`.execute(tx)
  return rows
}

export async function findShop(tx: Tx, ownerId: string, shopId: number): Promise<Shop | undefined> {
  const { rows } = await sql<Shop>`
    select ${columns} from shops s left join shop_credentials c on c.owner_id = ${ownerId} and c.shop_id = s.id
    left join edit_versions v on v.owner_id = ${ownerId} and v.subject = 'shop' and v.subject_id = s.id
    where s.owner_id = ${ownerId} and s.id = ${shopId}`.execute(tx)
  return rows[0]
}

/**
 * Saves a shop that came back from its consent page, or whose keys were tried. Linking the same shop again renews it; a shop that another account
 * has linked is refused.
 */
export async function saveLinkedShop(
  tx: Tx,
  ownerId: string,
  platformId: number,
  linked: LinkedShop & { currency: Currency },
  platformUrl: string | null = null,
  customers: CustomersToSend | null = null,
): Promise<{ shopId: number; isNew: boolean }> {
  const now = new Date()
  // A shop that was unlinked takes up its history again.
  const before = await sql<{ id: number; isOrderSync: boolean }>`
    select id, is_order_sync as "isOrderSync" from shops where owner_id = ${ownerId} and platform_id = ${platformId}
      and channel_shop_id = ${linked.channelShopId}`.execute(tx)
  const { id: newId = 0, isOrderSync } = before.rows[0] ?? {
    id: (await drawIds(tx, 1))[0],
    isOrderSync: true,
  }
  // The directory decides who has the shop; two accounts that link at once meet on its key.
  const { rows } = await sql<{ owner_id: string; shop_id: number }>`
    insert into channel_shops as d (platform_id, channel_shop_id, owner_id, shop_id, next_poll_at, is_order_sync)
    values (${platformId}, ${linked.channelShopId}, ${ownerId}, ${newId}, ${now}, ${isOrderSync})
    on conflict (platform_id, channel_shop_id) do update set next_poll_at = excluded.next_poll_at
    returning owner_id, shop_id`.execute(tx)
  const [entry] = rows
  if (!entry || entry.owner_id !== ownerId) throw new AppError('shop_linked_elsewhere')

  await sql`insert into shops (owner_id, id, platform_id, channel_shop_id, name, system_name, platform_url, currency, region,
      is_customer_push, customers_since, connected_at, created_at, updated_at)
    values (${ownerId}, ${entry.shop_id}, ${platformId}, ${linked.channelShopId}, ${linked.name}, ${linked.name},
      ${platformUrl}, ${linked.currency}, ${linked.region}, ${customers !== null}, ${customers === 'new' ? now : null}, ${now},
      ${now}, ${now})
    on conflict (owner_id, id) do update set name = excluded.name,
      is_customer_push = shops.is_customer_push or excluded.is_customer_push,
      customers_since = case when excluded.is_customer_push then excluded.customers_since else shops.customers_since end,
      platform_url = coalesce(excluded.platform_url, shops.platform_url), status = 1, auth_state = 'ok',
      connected_at = excluded.connected_at, updated_at = excluded.updated_at`.execute(tx)
  return { shopId: entry.shop_id, isNew: !before.rows[0] && entry.shop_id === newId }
}

/** Says whether the channel lets us in, and tells the pages that are open. */
export async function markShop(
  tx: Tx,
  ownerId: string,
  shopId: number,
  mark: { status: 0 | 1; authState: Shop['authState'] },
): Promise<void> {
  await saveMark(tx, ownerId, shopId, mark)
  const isLockedOut = mark.authState === 'expired' || mark.authState === 'revoked'
  if (isLockedOut)
    await saveNotifications(tx, ownerId, [
      { ownerId, shopId, type: 'store_token_expired', url: `/setting/channels/${shopId}` },
    ])
  saveEvent(tx, { ownerId, shopId, channel: 'shop.change', value: { shop_id: shopId } })
}

/** Says of a shop that we were just locked out of that its seller did so. Its owner was told with the end of the sign-in. */
export async function markRevoked(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  const { rows } = await sql`update shops set auth_state = 'revoked', updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${shopId} and status = 0 and auth_state = 'expired' returning id`.execute(
    tx,
  )
  if (rows.length > 0) saveEvent(tx, { ownerId, shopId, channel: 'shop.change', value: { shop_id: shopId } })
}

async function saveMark(
  tx: Tx,
  ownerId: string,
  shopId: number,
  mark: { status: 0 | 1; authState: Shop['authState'] },
): Promise<void> {
  await sql`update shops set status = ${mark.status}, auth_state = ${mark.authState}, updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${shopId}`.execute(tx)
}

/** Keeps what is undefined. */
export async function saveShopSettings(
  tx: Tx,
  ownerId: string,
  shopId: number,
  change: { [Name in keyof ShopSettings]?: ShopSettings[Name] | undefined },
): Promise<void> {
  const { customersSince } = change
  const { systemName = null, isOrderSync = null, isStockSync = null, stockBuffer = null } = change
  const { stockCap = null, stockShare = null, isCustomerPush = null } = change
  await sql`update shops set system_name = coalesce(${systemName}, system_name),
      is_order_sync = coalesce(${isOrderSync}, is_order_sync), is_stock_sync = coalesce(${isStockSync}, is_stock_sync),
      stock_counting_since = case when ${isStockSync}::boolean and not is_stock_sync then ${new Date()}::timestamptz
        when ${isStockSync}::boolean is false then null else stock_counting_since end,
      stock_buffer = coalesce(${stockBuffer}, stock_buffer), stock_share = coalesce(${stockShare}, stock_share),
      stock_cap = case when ${change.stockCap === undefined}::boolean then stock_cap else ${stockCap}::integer end,
      is_customer_push = coalesce(${isCustomerPush}, is_customer_push),
      customers_since = case when ${customersSince === undefined}::boolean then customers_since
        else ${customersSince ?? null}::timestamptz end, updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${shopId}`.execute(tx)
  await sql`update channel_shops set is_order_sync = coalesce(${isOrderSync}, is_order_sync)
    where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  saveEvent(tx, { ownerId, shopId, channel: 'shop.change', value: { shop_id: shopId } })
}

/** Gives the shop back: whoever has its keys may link it. Its orders stay with the owner. Answers its warehouse. */
export async function removeLink(tx: Tx, ownerId: string, shopId: number): Promise<number | null> {
  // Nothing is wrong with the sign-in, so that nobody is asked to link again what was unlinked on purpose.
  await saveMark(tx, ownerId, shopId, { status: 0, authState: 'ok' })
  await sql`delete from shop_credentials where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  await sql`delete from channel_shops where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  saveEvent(tx, { ownerId, shopId, channel: 'shop.change', value: { shop_id: shopId } })
  const { rows } = await sql<{ warehouseId: number | null }>`
    select warehouse_id as "warehouseId" from shops where owner_id = ${ownerId} and id = ${shopId}`.execute(
    tx,
  )
  return rows[0]?.warehouseId ?? null
}

/** Row of the directory, which is read before the owner is known. */
export type ChannelShop = { ownerId: string; shopId: number; isOrderSync: boolean }

/** Finds a shop and its owner for a webhook that names only the channel's id. */
export async function findChannelShop(
  tx: Tx,
  platformId: number,
  channelShopId: string,
): Promise<ChannelShop | undefined> {
  const { rows } = await sql<ChannelShop>`
    select owner_id as "ownerId", shop_id as "shopId", is_order_sync as "isOrderSync" from channel_shops
    where platform_id = ${platformId} and channel_shop_id = ${channelShopId}`.execute(tx)
  return rows[0]
}

export async function saveEventTime(tx: Tx, platformId: number, channelShopId: string): Promise<void> {
  await sql`update channel_shops set last_event_at = ${new Date()}
    where platform_id = ${platformId} and channel_shop_id = ${channelShopId}`.execute(tx)
}

/** Calls that could start at `at`, of those that the channel takes at once. */
export type CallBudget = { left: number; of: number; at: Date }

export async function saveCallBudget(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  { left, of, at }: CallBudget,
): Promise<void> {
  await sql`update channel_shops set calls_left = ${left}, calls_of = ${of}, calls_at = ${at}
    where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
}

/** State of the contact with a shop's channel, from the directory. */
export type ChannelContact = { shopId: number; lastEventAt: Date | null; calls: CallBudget | null }

export async function listContacts(tx: Tx, ownerId: string): Promise<ChannelContact[]> {
  const { rows } = await sql<{
    shopId: number
    lastEventAt: Date | null
    left: number | null
    of: number | null
    at: Date | null
  }>`select shop_id as "shopId", last_event_at as "lastEventAt", calls_left as left, calls_of as of, calls_at as at
    from channel_shops where owner_id = ${ownerId}`.execute(tx)
  return rows.map(({ left, of, at, ...contact }) => ({
    ...contact,
    calls: left === null || of === null || at === null ? null : { left, of, at },
  }))
}

/** Takes the shops whose poll is due, and sets their next one, so that one process alone enqueues each. */
export async function takeDueShops(
  tx: Tx,
  now: Date,
  nextPollAt: Date,
): Promise<(ChannelShop & { platformId: number })[]> {
  const { rows } = await sql<ChannelShop & { platformId: number }>`
    with due as (
      select platform_id, channel_shop_id from channel_shops where next_poll_at <= ${now}
      order by next_poll_at limit 200 for update skip locked)
    update channel_shops d set next_poll_at = ${nextPollAt} from due
    where d.platform_id = due.platform_id and d.channel_shop_id = due.channel_shop_id
    returning d.owner_id as "ownerId", d.shop_id as "shopId", d.is_order_sync as "isOrderSync",
      d.platform_id as "platformId"`.execute(tx)
  return rows
}

const stateMinutes = 30

export async function saveLinkState(
  tx: Tx,
  state: { ownerId: string; userId: number; platformId: number; state: string },
): Promise<void> {
  await sql`insert into link_states (owner_id, state_hash, user_id, platform_id, created_at)
    values (${state.ownerId}, ${hashState(state.state)}, ${state.userId}, ${state.platformId}, ${new Date()})`.execute(
    tx,
  )
}

/** A state works once, for the account that opened the consent page, within half an hour. */
export async function takeLinkState(
  tx: Tx,
  ownerId: string,
  state: string,
): Promise<{ platformId: number } | undefined> {
  const now = new Date()
  const { rows } = await sql<{ platformId: number }>`
    update link_states set used_at = ${now}
    where owner_id = ${ownerId} and state_hash = ${hashState(state)} and used_at is null
      and created_at > ${new Date(now.getTime() - stateMinutes * 60_000)}
    returning platform_id as "platformId"`.execute(tx)
  return rows[0]
}

function hashState(state: string): Buffer {
  return createHash('sha256').update(state).digest()
}
