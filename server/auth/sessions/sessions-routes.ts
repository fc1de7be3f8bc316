import { AppError } from '../../../model/errors.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { endSessions, listSessions, removeSessionById } from './sessions-store.ts'

export function sessionsRoutes(serve: Serve, { db, sessions }: ServerContext): void {
  serve('GET /users/sessions', async ({ session }) => ({
    data: (await listSessions(db, session)).map(({ id, userAgent, address, createdAt, lastUsedAt }) => ({
      id,
      user_agent: userAgent,
      address,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      is_current: id === session.sessionId,
    })),
  }))

  serve('DELETE /users/sessions/{id}', async ({ params, session, translate }) => {
    if (!(await db.asOwner(session.ownerId, (tx) => removeSessionById(tx, session, params.id))))
      throw new AppError('not_found')
    sessions.forgetAll()
    return { data: null, message: translate('done.session_ended') }
  })

  serve('DELETE /users/sessions', async ({ session, translate }) => {
    await db.asOwner(session.ownerId, (tx) => endSessions(tx, session, session.sessionId))
    sessions.forgetAll()
    return { data: null, message: translate('done.sessions_ended') }
  })
}
