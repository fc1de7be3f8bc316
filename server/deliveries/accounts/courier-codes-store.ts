/**
 * Codes that a courier sent to a phone: when, and how often a wrong one was tried. The code itself is known to the courier
 * alone. They are counted where failed sign-ins are, which forgets them by itself.
 */
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { AccountKey } from './courier-accounts-store.ts'

export type CodeKey = AccountKey & { phone: string }

/** Seconds between two codes to one phone, and those that a code holds. */
const resendSeconds = 60
export const codeSeconds = 600
const mostTries = 5

/** Answers 0 when a code may be sent now, which counts as sent; else the seconds until then. */
export async function claimCode(db: Database, key: CodeKey): Promise<number> {
  const now = new Date()
  const { rows } = await sql`
    insert into sign_in_failures as f (key, failures, window_started_at) values (${nameOf(key)}, 0, ${now})
    on conflict (key) do update set failures = 0, window_started_at = excluded.window_started_at
    where f.window_started_at <= ${secondsBefore(now, resendSeconds)} returning 1`.execute(db.single)
  if (rows.length > 0) return 0
  const found = await sql<{ at: Date }>`
    select window_started_at as at from sign_in_failures where key = ${nameOf(key)}`.execute(db.single)
  const sentAt = found.rows[0]?.at.getTime() ?? now.getTime()
  return Math.max(1, Math.ceil(resendSeconds - (now.getTime() - sentAt) / 1000))
}

/** Answers whether a code may be tried, and counts the try as a wrong one until the count is reset. */
export async function claimTry(db: Database, key: CodeKey): Promise<boolean> {
  const { rows } = await sql`
    update sign_in_failures set failures = failures + 1
    where key = ${nameOf(key)} and failures < ${mostTries}
      and window_started_at > ${secondsBefore(new Date(), codeSeconds)} returning 1`.execute(db.single)
  return rows.length > 0
}

/** The try did not reach the courier. */
export async function giveBackTry(db: Database, key: CodeKey): Promise<void> {
  await sql`update sign_in_failures set failures = failures - 1
    where key = ${nameOf(key)} and failures > 0`.execute(db.single)
}

/** The code was used, or never sent. */
export async function forgetCode(db: Database, key: CodeKey): Promise<void> {
  await sql`delete from sign_in_failures where key = ${nameOf(key)}`.execute(db.single)
}

function nameOf({ ownerId, courierId, phone }: CodeKey): string {
  return `courier-code:${ownerId}/${courierId}/${phone}`
}

function secondsBefore(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() - seconds * 1000)
}
