/** A shop that the caller may see. */
import { AppError } from '../../model/errors.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database } from '../db/database.ts'
import { findShop, type Shop } from './shops-store.ts'

/** Throws not_found. */
export async function getVisibleShop(db: Database, session: Session, shopId: number): Promise<Shop> {
  const isVisible = session.shopIds.length === 0 || session.shopIds.includes(shopId)
  const shop = isVisible
    ? await db.asOwner(session.ownerId, (tx) => findShop(tx, session.ownerId, shopId))
    : undefined
  if (!shop) throw new AppError('not_found')
  return shop
}
