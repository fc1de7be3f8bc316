import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { beginDeletion, findDeletion, takeBackDeletion } from './deletion-store.ts'

export function deletionRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /account/deletion', ({ session: { ownerId } }) =>
    db.read(ownerId, async (tx) => ({ data: await present(tx, ownerId) })),
  )

  serve('POST /account/deletion', ({ body, session: { ownerId, email, name } }) =>
    db.asOwner(ownerId, async (tx) => {
      if (body.email.toLowerCase() !== email.toLowerCase())
        throw new AppError('validation_failed', { invalidFields: { email: 'field.own_email' } })
      await beginDeletion(tx, ownerId, name)
      return { data: await present(tx, ownerId) }
    }),
  )

  serve('DELETE /account/deletion', ({ session: { ownerId } }) =>
    db.asOwner(ownerId, async (tx) => {
      if (!(await takeBackDeletion(tx, ownerId))) throw new AppError('conflict')
      return { data: await present(tx, ownerId) }
    }),
  )
}

async function present(tx: Tx, ownerId: string): Promise<Reply<'GET /account/deletion'>['data']> {
  const { at, by } = await findDeletion(tx, ownerId)
  return { delete_at: at?.toISOString() ?? null, requested_by: by }
}
