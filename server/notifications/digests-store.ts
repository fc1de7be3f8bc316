/** The mail of the day: who gets one and when, which were made, and what is to be told. */
import { sql } from 'kysely'
import type { Language } from '../../model/language.ts'
import type { AccessRights } from '../../model/permissions.ts'
import type { Tx } from '../db/database.ts'
import type { ReaderKey } from './notification-ways-store.ts'

/** Null: none any more. */
export async function saveNextDigest(
  tx: Tx,
  { ownerId, userId }: ReaderKey,
  nextAt: Date | null,
): Promise<void> {
  if (nextAt === null) {
    await sql`delete from digest_readers where owner_id = ${ownerId} and user_id = ${userId}`.execute(tx)
    return
  }
  await sql`insert into digest_readers (owner_id, user_id, next_at) values (${ownerId}, ${userId}, ${nextAt})
    on conflict (owner_id, user_id) do update set next_at = excluded.next_at`.execute(tx)
}

/** For all readers of an account, once its time zone has changed. */
export async function moveDigests(tx: Tx, ownerId: string, nextAt: Date): Promise<void> {
  await sql`update digest_readers set next_at = ${nextAt} where owner_id = ${ownerId}`.execute(tx)
}

/** Takes the readers whose mail is due, and puts their next one off, so that one process alone sees to each. */
export async function takeDueDigests(tx: Tx, now: Date, nextAt: Date): Promise<ReaderKey[]> {
  const { rows } = await sql<ReaderKey>`
    with due as (
      select owner_id, user_id from digest_readers where next_at <= ${now} order by next_at limit 200 for update skip locked)
    update digest_readers d set next_at = ${nextAt} from due
    where d.owner_id = due.owner_id and d.user_id = due.user_id
    returning d.owner_id as "ownerId", d.user_id as "userId"`.execute(tx)
  return rows
}

export type DigestReader = AccessRights & {
  email: string
  name: string
  language: Language
  companyName: string
  timezone: string
  shopIds: number[]
}

/** Undefined where nobody is to be written to: gone, switched off, or not come yet. */
export async function findDigestReader(
  tx: Tx,
  { ownerId, userId }: ReaderKey,
): Promise<DigestReader | undefined> {
  const { rows } = await sql<DigestReader>`
    select u.email, u.name, u.language, coalesce(o.company_name, o.name) as "companyName", o.timezone, u.scope, u.roles,
      u.group_permissions as "groupPermissions", u.permissions, u.shop_ids as "shopIds"
    from users u join owners o on o.owner_id = ${ownerId}
    where u.owner_id = ${ownerId} and u.id = ${userId} and u.status = 1`.execute(tx)
  const [reader] = rows
  return reader && { ...reader, shopIds: reader.shopIds.map(Number) }
}

/** Up to when the last one told; undefined before the first. */
export async function findLastDigest(tx: Tx, { ownerId, userId }: ReaderKey): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date }>`
    select until from digests where owner_id = ${ownerId} and user_id = ${userId} order by until desc limit 1`.execute(
    tx,
  )
  return rows[0]?.until
}

/** False where the day has one already. Only the last ones are kept. */
export async function addDigest(
  tx: Tx,
  { ownerId, userId }: ReaderKey,
  { day, until, forget }: { day: string; until: Date; forget: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into digests (owner_id, user_id, day, until) values (${ownerId}, ${userId}, ${day}, ${until})
    on conflict (owner_id, user_id, day) do nothing returning 1`.execute(tx)
  await sql`delete from digests where owner_id = ${ownerId} and user_id = ${userId} and day < ${forget}::date`.execute(
    tx,
  )
  return rows.length > 0
}
