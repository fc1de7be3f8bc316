import { claimVersion, findVersion } from '../../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { reservesUnpaid, saveReservesUnpaid } from './stock-setting-store.ts'

export function stockSettingRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /settings/stock', ({ session: { ownerId } }) =>
    db.asOwner(ownerId, async (tx) => {
      const updatedAt = await findVersion(tx, ownerId, 'stock_setting')
      return { data: { reserve_unpaid: await reservesUnpaid(tx, ownerId), updated_at: updatedAt } }
    }),
  )

  serve('PUT /settings/stock', ({ body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { reserve_unpaid: reserves, updated_at: read } = body
      const updatedAt = await claimVersion(tx, session, ['stock_setting'], read)
      await saveReservesUnpaid(tx, session.ownerId, reserves)
      return { data: { reserve_unpaid: reserves, updated_at: updatedAt } }
    }),
  )
}
