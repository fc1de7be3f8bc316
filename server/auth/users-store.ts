import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export async function findBannerClosedAt(tx: Tx, ownerId: string, userId: number): Promise<Date | null> {
  const { rows } = await sql<{ closedAt: Date | null }>`
    select sync_banner_closed_at as "closedAt" from users where owner_id = ${ownerId} and id = ${userId}`.execute(
    tx,
  )
  return rows[0]?.closedAt ?? null
}

export async function closeSyncBanner(tx: Tx, ownerId: string, userId: number): Promise<void> {
  await sql`update users set sync_banner_closed_at = ${new Date()} where owner_id = ${ownerId} and id = ${userId}`.execute(
    tx,
  )
}
