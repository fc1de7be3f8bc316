import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Answers whether the account's orders reserve stock before they are paid. */
export async function reservesUnpaid(tx: Tx, ownerId: string): Promise<boolean> {
  const { rows } = await sql<{ reserves_unpaid: boolean }>`
    select reserves_unpaid from owners where owner_id = ${ownerId}`.execute(tx)
  return rows[0]?.reserves_unpaid ?? true
}

export async function saveReservesUnpaid(tx: Tx, ownerId: string, reserves: boolean): Promise<void> {
  await sql`update owners set reserves_unpaid = ${reserves} where owner_id = ${ownerId}`.execute(tx)
}
