/** The sync banner: how far the first syncs are that the user has not dismissed. */
import type { Session } from '../auth/sessions-store.ts'
import { closeSyncBanner, findBannerClosedAt } from '../auth/users-store.ts'
import { listSyncs } from '../orders/sync-store.ts'
import type { Serve, ServerContext } from '../serve-endpoint.ts'
import type { Tx } from '../db/database.ts'
import { listShops } from './shops-store.ts'

export function syncPercentRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /dashboard/sync-percent', async ({ session }) => ({
    data: await db.asOwner(session.ownerId, (tx) => percentFor(tx, session)),
  }))

  serve('POST /dashboard/sync-percent/close', async ({ session }) => {
    await db.asOwner(session.ownerId, (tx) => closeSyncBanner(tx, session.ownerId, session.userId))
    return { data: { total_shop: 0, percent: 0 } }
  })
}

async function percentFor(tx: Tx, session: Session) {
  const closedAt = await findBannerClosedAt(tx, session.ownerId, session.userId)
  const shops = await listShops(tx, session.ownerId, session.shopIds)
  // A sync that the owner switched off would never end.
  const counted = new Set(shops.filter(({ isOrderSync }) => isOrderSync).map(({ id }) => id))
  const syncs = (await listSyncs(tx, session.ownerId)).filter(
    ({ shopId, importStartedAt }) => counted.has(shopId) && (!closedAt || importStartedAt > closedAt),
  )
  // A sync that has failed for good has ended too; the shop's page says why.
  const percents = syncs.map(({ percent, state }) => (state === 'failed' ? 100 : percent))
  return {
    total_shop: syncs.length,
    percent:
      syncs.length === 0 ? 0 : Math.floor(percents.reduce((sum, percent) => sum + percent, 0) / syncs.length),
    shops: syncs.map(({ shopId, percent, state }) => ({
      shop_id: shopId,
      type: 'order' as const,
      percent,
      state,
    })),
  }
}
