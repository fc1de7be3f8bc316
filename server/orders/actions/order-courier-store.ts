/** By which courier orders go, or shall go: chosen by people where the channel has no logistics of its own. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { countAnew } from '../list/order-counts-store.ts'

/** The orders' rows must be locked. */
export async function setCourier(
  tx: Tx,
  shop: { ownerId: string; shopId: number },
  orderIds: number[],
  courier: number | null,
): Promise<void> {
  if (orderIds.length === 0) return
  await countAnew(tx, shop, orderIds, async () => {
    await sql`update orders set courier = ${courier} where owner_id = ${shop.ownerId} and id = any(${orderIds}::bigint[])`.execute(
      tx,
    )
  })
}
