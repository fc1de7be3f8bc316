import { AppError } from '../../model/errors.ts'
import type { NotificationWay } from '../../model/notification.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Tx } from '../db/database.ts'
import { createPost } from '../outbox/enqueue-mail.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { saveNextDigest } from './digests-store.ts'
import { areaOf, typesFor } from './notification-types.ts'
import { claimVersion, findVersion } from '../http/edit-versions-store.ts'
import { listWays, saveWays } from './notification-ways-store.ts'
import { listNotifications, markNotifications, type Reader } from './notifications-store.ts'
import { nextDigestAt } from '../i18n/digest-time.ts'

const mostUnread = 1000

export function notificationsRoutes(serve: Serve, { db, config }: ServerContext): void {
  const post = createPost(config)

  serve('GET /users/notifications', async ({ query, session, request }) => {
    const isUnread = query.status === 'unread'
    const isWhole = isUnread && query.pagination === '0'
    const { limit, page } = isWhole ? { limit: mostUnread, page: 1 } : query
    const found = await db.asOwner(session.ownerId, async (tx) => {
      const reader = await readerOf(tx, session)
      return listNotifications(tx, reader, { isUnread, limit, offset: (page - 1) * limit })
    })
    return {
      data: found.rows.map(
        ({ id, readAt, type, at, url, shopName, productName, staffName, file, count }) => ({
          id,
          read_at: readAt?.toISOString() ?? null,
          data: {
            notify_type: type,
            notify_date: at.toISOString(),
            url,
            shop_name: shopName,
            store_name: shopName,
            product_name: productName,
            staff_name: staffName,
            file_name: file?.file_name ?? null,
            rows: file?.rows ?? null,
            expires_at: file?.expires_at ?? null,
            count,
          },
        }),
      ),
      meta: {
        pagination: paginationOf(request, { total: found.total, count: found.rows.length, page, limit }),
        total_unread: found.unread,
        truncated: isWhole && found.unread > mostUnread,
      },
    }
  })

  serve('PUT /users/notifications', async ({ body, session }) => {
    const ids = body.ids === 'all' || body.ids.length === 0 ? null : body.ids
    return db.asOwner(session.ownerId, async (tx) => {
      const reader = await readerOf(tx, session)
      const changed = await markNotifications(tx, reader, ids, body.status === 1)
      const { unread } = await listNotifications(tx, reader, { isUnread: true, limit: 1, offset: 0 })
      return {
        data: changed.map((id) => ({ id, status: body.status })),
        meta: { total_unread: unread },
      }
    })
  })

  serve('GET /users/notifications/ways', ({ session, translate }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const updatedAt = await findVersion(tx, session.ownerId, 'notification_ways', session.userId)
      const meta = { is_mail_ready: post.isReady, updated_at: updatedAt }
      return { data: await waysOf(tx, session, translate), meta }
    }),
  )

  serve('PUT /users/notifications/ways', async ({ body, session, translate }) => {
    const wanted = new Map(body.ways.map(({ type, way }) => [type, way]))
    if ([...wanted.values()].includes('mail') && !post.isReady) throw new AppError('mail_not_set_up')
    return db.asOwner(session.ownerId, async (tx) => {
      const updatedAt = await claimVersion(
        tx,
        session,
        ['notification_ways', session.userId],
        body.updated_at,
      )
      await saveWays(tx, session, wanted)
      const ways = await waysOf(tx, session, translate)
      const hasMail = ways.some(({ way }) => way === 'mail')
      await saveNextDigest(tx, session, hasMail ? nextDigestAt(session.timezone, new Date()) : null)
      return { data: ways, meta: { is_mail_ready: post.isReady, updated_at: updatedAt } }
    })
  })
}

async function waysOf(tx: Tx, session: Session, translate: (key: string) => string) {
  const ways = await listWays(tx, session)
  return typesFor(session).map((type) => ({
    type,
    name: translate(`notify_type.${type}`),
    area: areaOf(type),
    way: ways.get(type) ?? ('bell' as NotificationWay),
  }))
}

async function readerOf(tx: Tx, session: Session): Promise<Reader> {
  const { ownerId, userId, shopIds } = session
  const ways = await listWays(tx, session)
  const types = typesFor(session).filter((type) => ways.get(type) !== 'none')
  return { ownerId, userId, shopIds, types }
}
