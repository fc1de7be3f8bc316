import { AppError } from '../../../model/errors.ts'
import { mayManage } from '../../../model/staff-rights.ts'
import type { Tx } from '../../db/database.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { findPerson } from '../staff/staff-store.ts'
import { uploadOf } from '../../http/uploads.ts'
import { drawAvatar } from './avatar-picture.ts'
import { findAvatar, removeAvatar, saveAvatar } from './avatar-store.ts'
import { notifySessionsChanged, type Session } from '../sessions/sessions-store.ts'

/** `serve` of a scope that takes uploads. */
export function avatarUploadRoutes(serve: Serve, { db, sessions }: ServerContext): void {
  serve('POST /users/{id}/update-avatar', async ({ params, session, request }) => {
    const { ownerId } = session
    const userId = await db.asOwner(ownerId, (tx) => requireOwnOrManaged(tx, session, params.id))
    const bytes = await drawAvatar(await uploadOf(request, 'avatar'))
    const address = await db.asOwner(ownerId, async (tx) => {
      await notifySessionsChanged(tx)
      return saveAvatar(tx, { ownerId, userId }, bytes)
    })
    sessions.forgetAll()
    return { data: { profile_picture: address } }
  })
}

export function avatarRoutes(serve: Serve, { db, sessions }: ServerContext): void {
  serve('DELETE /users/{id}/avatar', async ({ params, session, translate }) => {
    const { ownerId } = session
    await db.asOwner(ownerId, async (tx) => {
      const userId = await requireOwnOrManaged(tx, session, params.id)
      await removeAvatar(tx, { ownerId, userId })
      await notifySessionsChanged(tx)
    })
    sessions.forgetAll()
    return { data: null, message: translate('done.avatar_removed') }
  })

  serve('GET /users/{id}/avatar', async ({ params, session, reply }) => {
    const { ownerId } = session
    const bytes = await db.asOwner(ownerId, (tx) => findAvatar(tx, { ownerId, userId: params.id }))
    if (!bytes) throw new AppError('not_found')
    // Its address changes with the picture.
    void reply.header('cache-control', 'private, max-age=31536000, immutable')
    return new Uint8Array(bytes)
  })
}

async function requireOwnOrManaged(tx: Tx, session: Session, id: number): Promise<number> {
  if (id === session.userId) return id
  const person = await findPerson(tx, session.ownerId, id)
  if (!person || person.isSso) throw new AppError('not_found')
  if (!mayManage({ ...session, id: session.userId }, person)) throw new AppError('forbidden')
  return id
}
