/** The shops that a list is asked for, of those that its reader may see. */
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database } from '../db/database.ts'
import { listShops } from '../shops/shops-store.ts'

/** `visible`, empty: all. Undefined: every shop. */
export function shopsToList(asked: number[] | undefined, visible: number[]): number[] | undefined {
  if (!asked?.length) return visible.length > 0 ? visible : undefined
  return visible.length > 0 ? asked.filter((id) => visible.includes(id)) : asked
}

/** The same where shops can be chosen by their platform too. */
export async function shopsOfQuery(
  db: Database,
  query: { shop_id?: number[] | undefined; platform_id?: number[] | undefined },
  { ownerId, shopIds }: Pick<Session, 'ownerId' | 'shopIds'>,
): Promise<number[] | undefined> {
  const shops = shopsToList(query.shop_id, shopIds)
  const platforms = query.platform_id
  if (!platforms?.length) return shops
  const ofPlatforms = await db.asOwner(ownerId, async (tx) =>
    (await listShops(tx, ownerId, [])).filter(({ platformId }) => platforms.includes(platformId)),
  )
  return ofPlatforms.map(({ id }) => id).filter((id) => shops?.includes(id) ?? true)
}
