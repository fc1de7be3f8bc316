import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Reply } from '../../contract/endpoints.ts'
import { idParam } from '../../contract/endpoint.ts'
import { downloadQuery } from '../../contract/exports.ts'
import { AppError } from '../../model/errors.ts'
import { exportPermissions, type FileFormat } from '../../model/export.ts'
import { can } from '../../model/permissions.ts'
import { addPlainEntry, nameTarget } from '../audit/trail.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Tx } from '../db/database.ts'
import { apiPrefix } from '../../contract/endpoint.ts'
import { pageOf } from '../http/pagination.ts'
import { requireSession, type Serve, type ServerContext } from '../http/serve-endpoint.ts'
import { createExportLinks, fileNameOf } from './export-link.ts'
import { readPiece } from './pressed-piece.ts'
import {
  findChunk,
  findExport,
  listExports,
  percentOf,
  removeExport,
  retryExport,
  saveExport,
  notifyRequester,
  type Export,
} from './exports-store.ts'

export function exportsRoutes(app: FastifyInstance, serve: Serve, context: ServerContext): void {
  const { db, config, trail } = context
  const links = createExportLinks([config.secretKey, ...config.oldSecretKeys])

  serve('GET /exports', async ({ query, session, request }) => {
    const found = await db.read(session.ownerId, (tx) => listExports(tx, session.ownerId, session.userId))
    const { data, meta } = pageOf(
      request,
      found.filter((one) => mayOpen(session, one)),
      query,
    )
    return { data: data.map(present), meta }
  })

  serve('POST /account/backup', async ({ session, language }) => {
    const { ownerId, userId, timezone, shopIds } = session
    if (shopIds.length > 0) throw new AppError('forbidden')
    const request = { ownerId, userId, type: 'account' as const, format: 'backup' as const, language }
    const exportId = await db.asOwner(ownerId, async (tx) => {
      const id = await saveExport(tx, { ...request, filters: { timezone }, needs: [] })
      nameTarget(tx, id)
      return id
    })
    return { export_id: exportId, status: 'queued' as const }
  })

  serve('POST /exports/{id}/retry', async ({ params, session }) => {
    await db.asOwner(session.ownerId, async (tx) => {
      const found = await getOwn(tx, session, params.id, { isLocked: true })
      if (found.state !== 'failed' && found.state !== 'expired') throw new AppError('conflict')
      await retryExport(tx, found)
      notifyRequester(tx, {
        ...found,
        state: 'queued',
        ...(found.state === 'expired' ? { rows: 0, total: null } : {}),
      })
    })
    return { export_id: params.id, status: 'queued' as const }
  })

  serve('DELETE /exports/{id}', async ({ params, session, translate }) => {
    await db.asOwner(session.ownerId, async (tx) => {
      await removeExport(tx, await getOwn(tx, session, params.id, { isLocked: true }))
    })
    return { data: null, message: translate('done.export_removed') }
  })

  app.get(`${apiPrefix}/exports/:id/download`, async (request, reply) => {
    const { session } = await requireSession(context, request)
    const params = idParam.safeParse(request.params)
    const query = downloadQuery.safeParse(request.query)
    if (!params.success || !query.success) throw new AppError('not_found')
    const { part, expires, signature } = query.data
    const { ownerId, userId } = session
    const key = { ownerId, userId, exportId: params.data.id }
    if (!links.isSigned(key, expires, signature)) throw new AppError('not_found')
    if (expires * 1000 <= Date.now()) throw new AppError('export_expired')
    const found = await db.asOwner(ownerId, (tx) => getOwn(tx, session, key.exportId))
    if (found.state === 'expired') throw new AppError('export_expired')
    const wanted = found.parts[part - 1]
    if (found.state !== 'done' || !wanted) throw new AppError('not_found')
    // Pages ask whether the file is there before the browser fetches it.
    const isAsked = request.method === 'HEAD'
    if (!isAsked)
      await db.asOwner(ownerId, (tx) =>
        addPlainEntry(tx, trail.seal, ownerId, {
          action: 'export.download',
          userId,
          userName: session.name,
          targetType: 'export',
          targetIds: [found.exportId],
          targetLabel: fileNameOf(found, part),
          address: clientAddress(request),
          userAgent: request.headers['user-agent'] ?? null,
          requestId: request.id,
        }),
      )
    void reply.headers({
      'content-type': contentTypes[found.format],
      'content-length': wanted.bytes,
      'content-disposition': `attachment; filename="${fileNameOf(found, part)}"`,
      'cache-control': 'private, no-store',
    })
    if (isAsked) return reply.send()
    return reply.send(Readable.from(chunksOf(found, part, wanted.chunks)))
  })

  /** One after the other, as fast as the reader takes them. */
  async function* chunksOf(found: Export, part: number, count: number): AsyncGenerator<Buffer> {
    for (let position = 0; position < count; position++) {
      const bytes = await db.asOwner(found.ownerId, (tx) => findChunk(tx, found, part, position))
      // Removed meanwhile: the connection breaks off, so that nobody takes the half for the whole.
      if (!bytes) throw new Error('a piece of the file is gone')
      yield await readPiece(found.format, bytes)
    }
  }

  function present(one: Export): Reply<'GET /exports'>['data'][number] {
    const { exportId, type, format, state, rows, total, parts, requestedAt, endedAt, expiresAt } = one
    return {
      id: exportId,
      type,
      format,
      status: state,
      rows,
      total,
      percent: percentOf(one),
      file_name: fileNameOf(one),
      parts:
        state === 'done'
          ? parts.map((part, at) => ({
              part: at + 1,
              rows: part.rows,
              bytes: part.bytes,
              file_name: fileNameOf(one, at + 1),
              url: links.linkTo(one, at + 1),
            }))
          : [],
      requested_at: requestedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
      expires_at: expiresAt.toISOString(),
    }
  }
}

async function getOwn(tx: Tx, session: Session, exportId: number, lock = {}): Promise<Export> {
  const found = await findExport(tx, { ownerId: session.ownerId, exportId }, lock)
  if (found?.userId !== session.userId || !mayOpen(session, found)) throw new AppError('not_found')
  return found
}

/** Checks today's rights and shops: a user who has lost some since the request may not open the file. */
function mayOpen(session: Session, { type, needs, filters }: Export): boolean {
  const { shops } = filters
  const visible = session.shopIds
  return (
    can(session, exportPermissions[type]) &&
    needs.every((permission) => can(session, permission)) &&
    (visible.length === 0 || (shops !== undefined && shops.every((id) => visible.includes(id))))
  )
}

const contentTypes: Record<FileFormat, string> = {
  backup: 'application/gzip',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
