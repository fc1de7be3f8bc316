/** Reports of figures by mail: who wants one and when, and which were written. */
import { sql } from 'kysely'
import type { Language } from '../../../model/language.ts'
import type { ReportChoice, ReportSkip } from '../../../model/mail-report.ts'
import type { NumberFormat } from '../../../model/number-format.ts'
import type { Tx } from '../../db/database.ts'
import type { FigureReader } from '../figure-query.ts'

export type ReaderKey = { ownerId: string; userId: number }

/** Undefined: he wants none. */
export async function findReportChoice(
  tx: Tx,
  { ownerId, userId }: ReaderKey,
): Promise<ReportChoice | undefined> {
  const { rows } = await sql<ReportChoice>`
    select rhythm, weekday, hour from mail_report_choices where owner_id = ${ownerId} and user_id = ${userId}`.execute(
    tx,
  )
  return rows[0]
}

/** For all readers of an account, once its time zone has changed. */
export async function moveReports(
  tx: Tx,
  ownerId: string,
  nextAt: (choice: ReportChoice, dueAt: Date) => Date,
): Promise<void> {
  const { rows } = await sql<ReportChoice & { userId: number }>`
    select user_id as "userId", rhythm, weekday, hour from mail_report_choices
    where owner_id = ${ownerId} order by user_id`.execute(tx)
  const { rows: readers } = await sql<{ userId: number; dueAt: Date }>`
    select user_id as "userId", next_at as "dueAt" from mail_report_readers where owner_id = ${ownerId}`.execute(
    tx,
  )
  const dueAt = new Map(readers.map((one) => [one.userId, one.dueAt]))
  for (const { userId, ...choice } of rows)
    await saveNextReport(tx, { ownerId, userId }, nextAt(choice, dueAt.get(userId) ?? new Date()))
}

/** Null: none any more. */
export async function saveReportChoice(
  tx: Tx,
  { ownerId, userId }: ReaderKey,
  choice: ReportChoice | null,
): Promise<void> {
  if (choice === null) {
    await sql`delete from mail_report_choices where owner_id = ${ownerId} and user_id = ${userId}`.execute(tx)
    return
  }
  await sql`insert into mail_report_choices (owner_id, user_id, rhythm, weekday, hour)
    values (${ownerId}, ${userId}, ${choice.rhythm}, ${choice.weekday}, ${choice.hour})
    on conflict (owner_id, user_id) do update set rhythm = excluded.rhythm, weekday = excluded.weekday,
      hour = excluded.hour`.execute(tx)
}

/** Null: none any more. */
export async function saveNextReport(
  tx: Tx,
  { ownerId, userId }: ReaderKey,
  nextAt: Date | null,
): Promise<void> {
  if (nextAt === null) {
    await sql`delete from mail_report_readers where owner_id = ${ownerId} and user_id = ${userId}`.execute(tx)
    return
  }
  await sql`insert into mail_report_readers (owner_id, user_id, next_at) values (${ownerId}, ${userId}, ${nextAt})
    on conflict (owner_id, user_id) do update set next_at = excluded.next_at`.execute(tx)
}

/** Takes the readers whose report is due, and puts their next one off, so that one process alone sees to each. */
export async function takeDueReports(tx: Tx, now: Date, nextAt: Date): Promise<ReaderKey[]> {
  const { rows } = await sql<ReaderKey>`
    with due as (
      select owner_id, user_id from mail_report_readers where next_at <= ${now}
      order by next_at limit 200 for update skip locked)
    update mail_report_readers d set next_at = ${nextAt} from due
    where d.owner_id = due.owner_id and d.user_id = due.user_id
    returning d.owner_id as "ownerId", d.user_id as "userId"`.execute(tx)
  return rows
}

export type ReportReader = FigureReader & {
  userId: number
  email: string
  name: string
  language: Language
  companyName: string
  currency: string
  numberFormat: NumberFormat
  isActive: boolean
}

/** Undefined: the user was removed. */
export async function findReportReader(
  tx: Tx,
  { ownerId, userId }: ReaderKey,
): Promise<ReportReader | undefined> {
  const { rows } = await sql<Omit<ReportReader, 'ownerId'>>`
    select u.id as "userId", u.email, u.name, u.language, coalesce(o.company_name, o.name) as "companyName", o.timezone, o.currency,
      o.number_format as "numberFormat", u.scope, u.roles, u.group_permissions as "groupPermissions", u.permissions,
      u.shop_ids as "shopIds", u.status = 1 as "isActive"
    from users u join owners o on o.owner_id = ${ownerId}
    where u.owner_id = ${ownerId} and u.id = ${userId}`.execute(tx)
  const [reader] = rows
  return reader && { ...reader, ownerId, shopIds: reader.shopIds.map(Number) }
}

/** False where the day has one already. */
export async function addReport(
  tx: Tx,
  { ownerId, userId }: ReaderKey,
  { day, at, skipped }: { day: string; at: Date; skipped: ReportSkip | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_reports (owner_id, user_id, day, at, skipped) values (${ownerId}, ${userId}, ${day}, ${at}, ${skipped})
    on conflict (owner_id, user_id, day) do nothing returning 1`.execute(tx)
  return rows.length > 0
}

export type LastReport = { day: string; at: Date; skipped: ReportSkip | null }

export async function findLastReport(
  tx: Tx,
  { ownerId, userId }: ReaderKey,
): Promise<LastReport | undefined> {
  const { rows } = await sql<LastReport>`
    select day, at, skipped from mail_reports where owner_id = ${ownerId} and user_id = ${userId}
    order by day desc limit 1`.execute(tx)
  return rows[0]
}

/** Reports that were written since, on days or on request. Locks the reader, so that requests at one moment count each other. */
export async function countReportMails(tx: Tx, { ownerId, userId }: ReaderKey, since: Date): Promise<number> {
  await sql`select from users where owner_id = ${ownerId} and id = ${userId} for no key update`.execute(tx)
  const { rows } = await sql<{ mails: number }>`
    select count(*)::int as mails from mails where owner_id = ${ownerId} and user_id = ${userId}
      and kind = 'mail_report' and created_at >= ${since}`.execute(tx)
  return rows[0]?.mails ?? 0
}
