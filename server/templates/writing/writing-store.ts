import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Uses of the day so far. */
export async function countUses(tx: Tx, ownerId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ uses: number }>`select uses from writing_help_days
    where owner_id = ${ownerId} and day = ${dayOf(now)}::date`.execute(tx)
  return rows[0]?.uses ?? 0
}

/** Counts a use before the endpoint is called, so that many at once are counted too. Undefined: the day's uses are spent. */
export async function claimUse(
  tx: Tx,
  ownerId: string,
  most: number,
  now: Date,
): Promise<number | undefined> {
  await sql`delete from writing_help_days where owner_id = ${ownerId} and day < ${dayOf(now)}::date`.execute(
    tx,
  )
  const { rows } = await sql<{ uses: number }>`
    insert into writing_help_days as d (owner_id, day, uses) values (${ownerId}, ${dayOf(now)}::date, 1)
    on conflict (owner_id, day) do update set uses = d.uses + 1 where d.uses < ${most}
    returning uses`.execute(tx)
  return rows[0]?.uses
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
