/** Notifications of users. Saved by the transaction of the change that they are about. */
import { sql } from 'kysely'
import { notificationDays, type NotificationType } from '../../model/notification.ts'
import { columnList, json } from '../db/column-list.ts'
import { withIds, type Tx } from '../db/database.ts'
import { saveEvent } from './events-store.ts'

export type NewNotification = {
  ownerId: string
  type: NotificationType
  shopId: number | null
  /** Shops that list what it is about, where it belongs to no single one: users who see none of them do not see it. */
  shopIds?: number[]
  /**
   * Subject within its type and shop: notifications about the same one are merged and counted. Left out: the shop
   * itself.
   */
  about?: string
  /** Time in which further notifications of the kind are merged into this one; later ones are new. */
  gatherMs?: number
  count?: number
  /** A path of the console: about one of them, and about several. Null where no page shows it. */
  url: string | null
  urlOfMany?: string
  productName?: string
  /** Staff member who joined. */
  staffName?: string
  /** For this user alone. */
  userId?: number
  file?: NotificationFile
}

export type NotificationFile = { file_name: string; rows: number; expires_at: string | null }

const dayMs = 86_400_000

const notificationList = columnList({
  id: 'bigint',
  type: 'text',
  shopId: 'bigint?',
  key: 'text',
  count: 'integer',
  url: 'text?',
  urlOfMany: 'text?',
  productName: 'text?',
  staffName: 'text?',
  userId: 'bigint?',
  shopIds: 'bigint[]?',
  file: json<NotificationFile | null>(),
} as const)

/** Tells the pages that are open too. What was read becomes unread when more of it comes. */
export async function saveNotifications(tx: Tx, ownerId: string, news: NewNotification[]): Promise<void> {
  if (news.length === 0) return
  const now = new Date()
  const rows = await withIds(
    tx,
    news.map(({ type, shopId, about = '', gatherMs = dayMs, count = 1, url, urlOfMany = url, ...one }) => ({
      type,
      shopId,
      key: `${type}/${shopId ?? ''}/${about}/${Math.floor(now.getTime() / gatherMs)}`,
      count,
      url: count > 1 ? urlOfMany : url,
      urlOfMany,
      productName: one.productName ?? null,
      staffName: one.staffName ?? null,
      userId: one.userId ?? null,
      shopIds: one.shopIds ?? null,
      file: one.file ?? null,
    })),
  )
  const { rows: saved } = await sql<{ id: number; count: number; key: string }>`
    insert into notifications as n (owner_id, ${notificationList.names}, at)
    select ${ownerId}::uuid, r.*, ${now}::timestamptz from ${notificationList.records(rows)}
    on conflict (owner_id, key) do update set count = n.count + excluded.count, url = excluded.url_of_many, at = excluded.at
    returning id, count, key`.execute(tx)
  const countOf = new Map(rows.map(({ key, count }) => [key, count]))
  const grown = saved.filter(({ key, count }) => count !== countOf.get(key)).map(({ id }) => id)
  if (grown.length > 0)
    await sql`delete from notification_reads
      where owner_id = ${ownerId} and notification_id = any(${grown}::bigint[])`.execute(tx)
  // Each new one makes room by forgetting what nobody sees any more.
  if (grown.length < saved.length)
    await sql`delete from notifications
      where owner_id = ${ownerId} and at < ${new Date(now.getTime() - notificationDays * dayMs)}`.execute(tx)
  const shops = [...new Set(news.map(({ shopId }) => shopId))]
  for (const shopId of shops)
    saveEvent(tx, { ownerId, shopId, channel: 'notification.change', value: { count: news.length } })
}

export type Reader = {
  ownerId: string
  userId: number
  shopIds: number[]
  types: NotificationType[]
  /** Start of the period; left out: the last 30 days. */
  since?: Date
}

export type Notification = {
  id: number
  file: NotificationFile | null
  type: NotificationType
  shopName: string | null
  productName: string | null
  staffName: string | null
  count: number
  url: string | null
  at: Date
  readAt: Date | null
}

/** SQL condition for the notifications that a reader may see: of the last 30 days, of the own areas and shops. */
const visibleTo = ({ ownerId, userId, shopIds, types, since }: Reader) => sql`
  n.owner_id = ${ownerId} and n.at > ${since ?? new Date(Date.now() - notificationDays * dayMs)}
  and n.type = any(${types}::text[]) and (n.user_id is null or n.user_id = ${userId})
  and (cardinality(${shopIds}::bigint[]) = 0 or n.shop_id = any(${shopIds}::bigint[])
    or (n.shop_id is null and (n.shop_ids is null or n.shop_ids && ${shopIds}::bigint[])))`

export async function listNotifications(
  tx: Tx,
  reader: Reader,
  { isUnread, limit, offset }: { isUnread: boolean; limit: number; offset: number },
): Promise<{ rows: Notification[]; total: number; unread: number }> {
  const { rows } = await sql<Notification>`
    select n.id, n.type, s.system_name as "shopName", n.product_name as "productName", n.staff_name as "staffName", n.count, n.url, n.file, n.at,
      r.read_at as "readAt"
    from notifications n
    left join shops s on s.owner_id = ${reader.ownerId} and s.id = n.shop_id
    left join notification_reads r on r.owner_id = ${reader.ownerId} and r.notification_id = n.id
      and r.user_id = ${reader.userId}
    where ${visibleTo(reader)} and (not ${isUnread} or r.read_at is null)
    order by n.at desc, n.id desc limit ${limit} offset ${offset}`.execute(tx)
  const counts = await sql<{ total: number; unread: number }>`
    select count(*)::int as total, count(*) filter (where r.read_at is null)::int as unread
    from notifications n
    left join notification_reads r on r.owner_id = ${reader.ownerId} and r.notification_id = n.id
      and r.user_id = ${reader.userId}
    where ${visibleTo(reader)}`.execute(tx)
  const { total = 0, unread = 0 } = counts.rows[0] ?? {}
  return { rows, total: isUnread ? unread : total, unread }
}

/** Marks them read or unread for this reader; those that were so already, and those of others, are left out. Null: all. */
export async function markNotifications(
  tx: Tx,
  reader: Reader,
  ids: number[] | null,
  isRead: boolean,
): Promise<number[]> {
  const { ownerId, userId } = reader
  const chosen = ids === null ? sql`true` : sql`n.id = any(${ids}::bigint[])`
  const { rows } = isRead
    ? await sql<{ id: number }>`
        insert into notification_reads (owner_id, notification_id, user_id, read_at)
        select ${ownerId}::uuid, n.id, ${userId}::bigint, ${new Date()}::timestamptz from notifications n
        where ${visibleTo(reader)} and ${chosen}
        on conflict (owner_id, notification_id, user_id) do nothing returning notification_id as id`.execute(
        tx,
      )
    : await sql<{ id: number }>`
        delete from notification_reads r using notifications n
        where r.owner_id = ${ownerId} and r.user_id = ${userId} and r.notification_id = n.id
          and ${visibleTo(reader)} and ${chosen}
        returning n.id`.execute(tx)
  return rows.map(({ id }) => id)
}
