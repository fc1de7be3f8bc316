import type { Reply } from '../../../contract/endpoints.ts'
import { deletionDays } from '../../../model/deletion-days.ts'
import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { findDeletion, saveDeletion } from './deletion-store.ts'

const dayMs = 86_400_000

export function deletionRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /account/deletion', ({ session: { ownerId } }) =>
    db.read(ownerId, async (tx) => ({ data: await present(tx, ownerId) })),
  )

  serve('POST /account/deletion', ({ body, session: { ownerId, email, name } }) =>
    db.asOwner(ownerId, async (tx) => {
      if (body.email.toLowerCase() !== email.toLowerCase())
        throw new AppError('validation_failed', { invalidFields: { email: 'field.own_email' } })
      const { at } = await findDeletion(tx, ownerId)
      // Asked for again, it does not come later.
      if (at === null)
        await saveDeletion(tx, ownerId, { at: new Date(Date.now() + deletionDays * dayMs), by: name })
      return { data: await present(tx, ownerId) }
    }),
  )

  serve('DELETE /account/deletion', ({ session: { ownerId } }) =>
    db.asOwner(ownerId, async (tx) => {
      await saveDeletion(tx, ownerId, { at: null, by: null })
      return { data: await present(tx, ownerId) }
    }),
  )
}

async function present(tx: Tx, ownerId: string): Promise<Reply<'GET /account/deletion'>['data']> {
  const { at, by } = await findDeletion(tx, ownerId)
  return { delete_at: at?.toISOString() ?? null, requested_by: by }
}
