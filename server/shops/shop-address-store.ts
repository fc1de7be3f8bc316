import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * Finds the address of the first linked shop of these platforms among those that the reader may see; no `shopIds`: all.
 */
export async function findShopAddress(
  tx: Tx,
  ownerId: string,
  { platformIds, shopIds }: { platformIds: number[]; shopIds: number[] },
): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select platform_url as address from shops
    where owner_id = ${ownerId} and platform_id = any(${platformIds}::int[]) and status = 1 and platform_url <> ''
      and (${shopIds}::bigint[] = '{}' or id = any(${shopIds}::bigint[]))
    order by id limit 1`.execute(tx)
  return rows[0]?.address
}
