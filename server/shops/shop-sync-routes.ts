import type { Body, Reply } from '../../contract/endpoints.ts'
import { failingType } from '../../contract/shops.ts'
import { AppError } from '../../model/errors.ts'
import { nameTarget } from '../audit/trail.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { retryCard } from '../customers/customer-card-store.ts'
import { previewStock } from '../stock/push/stock-preview-store.ts'
import { enqueueStockCheck, retryPush } from '../stock/push/stock-push-store.ts'
import {
  requestPoll,
  enqueueSync,
  importFrom,
  isFailing,
  isOfOrders,
  kindsOf,
  markStale,
  startImport,
} from '../syncs/sync-store.ts'
import { translateReason } from '../syncs/sync-reason.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { getVisibleShop } from './visible-shop.ts'
import { listFailing } from '../syncs/sync-health.ts'

type SyncType = NonNullable<Body<'POST /shops/{id}/sync'>['type']>
type FailingType = Reply<'GET /shops/{id}/sync-logs'>['data'][number]['type']

/** Changes in the question whether stock is synced. */
const mostShown = 5

/** The syncs of a shop: started, listed with what failed, and tried again. */
export function shopSyncRoutes(serve: Serve, { db }: ServerContext, channels: ChannelSessions): void {
  serve('GET /shops/{id}/stock-preview', async ({ params, session }) => {
    const { ownerId } = session
    const { id: shopId } = await getVisibleShop(db, session, params.id)
    const preview = await db.read(ownerId, (tx) => previewStock(tx, { ownerId, shopId }, mostShown))
    const first = preview.first.map(({ shopSku, ...row }) => ({ ...row, shop_sku: shopSku }))
    return { data: { ...preview, first } }
  })

  serve('POST /shops/{id}/sync', async ({ params, body, session }) => {
    const shop = await getVisibleShop(db, session, params.id)
    const connector = channels.connectorOf(shop.platformId)
    const all: SyncType[] = [...kindsOf(connector ?? {}), ...(connector?.stock ? ['stock' as const] : [])]
    if (body.type && !all.includes(body.type))
      throw new AppError('validation_failed', { invalidFields: { type: 'field.not_of_channel' } })
    const isOn = (type: SyncType) =>
      type === 'stock' ? shop.isStockSync : !isOfOrders(type) || shop.isOrderSync
    const wanted = all.filter((type) => (body.type ?? type) === type && isOn(type))
    const [first] = wanted
    if (shop.status !== 1 || first === undefined) throw new AppError('conflict')
    const key = { ownerId: session.ownerId, shopId: shop.id }
    await db.asOwner(session.ownerId, async (tx) => {
      for (const kind of wanted) {
        if (kind === 'stock') await enqueueStockCheck(tx, key)
        else {
          await requestPoll(tx, { ...key, kind })
          await enqueueSync(tx, { ...key, kind })
        }
      }
    })
    const job = first === 'stock' ? 'check-stock' : `sync-${first}s`
    return { data: { job_id: `${job}:${shop.id}`, status: 'queued' as const } }
  })

  serve('GET /shops/{id}/sync-logs', async ({ params, query, session, request, language }) => {
    const shop = await getVisibleShop(db, session, params.id)
    const paging = { limit: query.limit, offset: (query.page - 1) * query.limit }
    const { rows, total } = await db.asOwner(session.ownerId, (tx) =>
      listFailing(tx, { ownerId: session.ownerId, shopId: shop.id }, paging),
    )
    return {
      data: rows.map((row) => ({
        id: `${shop.id}:${row.kind}:${row.channelId}`,
        channel_id: row.channelId,
        type: row.kind,
        reason: translateReason(language, row.reason),
        attempts: row.attempts,
        first_failed_at: row.firstFailedAt.toISOString(),
        last_failed_at: row.lastFailedAt.toISOString(),
      })),
      meta: {
        pagination: paginationOf(request, {
          total,
          count: rows.length,
          page: query.page,
          limit: query.limit,
        }),
      },
    }
  })

  serve('POST /shops/{id}/sync-items/{channel_id}/retry', ({ params, body, session }) =>
    retryItem(session, params.id, body.type, params.channel_id),
  )

  serve('POST /sync-items/{item_id}/retry', ({ params, session }) => {
    const [shopId = '', type, ...rest] = params.item_id.split(':')
    const known = failingType.safeParse(type)
    if (!/^\d{1,15}$/.test(shopId) || !known.success) throw new AppError('not_found')
    return retryItem(session, Number(shopId), known.data, rest.join(':'))
  })

  async function retryItem(session: Session, shopId: number, type: FailingType, channelId: string) {
    const shop = await getVisibleShop(db, session, shopId)
    const isOn = type === 'stock' || type === 'card' || !isOfOrders(type) || shop.isOrderSync
    if (shop.status !== 1 || !isOn) throw new AppError('conflict')
    const key = { ownerId: session.ownerId, shopId: shop.id }
    const kind = type
    const isFound = await db.asOwner(session.ownerId, async (tx) => {
      const found = await enqueueRetry(tx, key, kind, channelId)
      // Its id names an item, and the audit log tells of the shop.
      if (found) nameTarget(tx, shop.id)
      return found
    })
    if (!isFound) throw new AppError('not_found')
    const job = kind === 'stock' ? 'push-stock' : kind === 'card' ? 'push-customers' : `sync-${kind}s`
    return { data: { job_id: `${job}:${shop.id}`, status: 'queued' as const } }
  }
}

async function enqueueRetry(tx: Tx, key: ShopKey, kind: FailingType, channelId: string): Promise<boolean> {
  if (kind === 'stock') return retryPush(tx, key, channelId)
  if (kind === 'card') return retryCard(tx, key, channelId)
  if (!(await isFailing(tx, { ...key, kind }, channelId))) return false
  const now = new Date()
  // Channels tell settlements by the day alone, so all are asked for once more.
  if (kind === 'settlement') await startImport(tx, { ...key, kind }, { from: importFrom(kind, now), to: now })
  else await markStale(tx, { ...key, kind }, [channelId])
  await enqueueSync(tx, { ...key, kind })
  return true
}
