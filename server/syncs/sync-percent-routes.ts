/** The sync banner: how far the first syncs are that the user has not dismissed. */
import type { Session } from '../auth/sessions/sessions-store.ts'
import { closeSyncBanner, findBannerClosedAt } from '../auth/users/users-store.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { isOfOrders, listSyncs, type SyncKind } from './sync-store.ts'
import type { Tx } from '../db/database.ts'
import { listShops } from '../shops/shops-store.ts'

export function syncPercentRoutes(serve: Serve, { db }: ServerContext): void {
  for (const name of ['GET /dashboard/sync-percent', 'POST /dashboard/sync-percent'] as const)
    serve(name, async ({ session }) => ({
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
  const visible = new Map(shops.map((shop) => [shop.id, shop]))
  const syncs = (await listSyncs(tx, session.ownerId)).filter(({ shopId, kind, importStartedAt }) => {
    const shop = visible.get(shopId)
    // A sync that the owner switched off would never end.
    const isOn = shop && (!isOfOrders(kind) || shop.isOrderSync)
    return isOn && (!closedAt || importStartedAt > closedAt)
  })
  // A sync that has failed for good has ended too; the shop's page says why.
  const counted = syncs.filter(({ kind }) => isAwaited(kind))
  const percents = (counted.length > 0 ? counted : syncs).map(({ percent, state }) =>
    state === 'failed' ? 100 : percent,
  )
  return {
    total_shop: new Set(syncs.map(({ shopId }) => shopId)).size,
    percent: Math.floor(percents.reduce((sum, percent) => sum + percent, 0) / Math.max(1, percents.length)),
    shops: syncs.map(({ shopId, kind, percent, state }) => ({
      shop_id: shopId,
      type: kind,
      percent,
      state,
    })),
  }
}

/**
 * Answers whether users wait for the kind before they start. Payouts and the like come hours later and would delay the
 * figure.
 */
function isAwaited(kind: SyncKind): boolean {
  return kind === 'order' || kind === 'product'
}
