/** Merging and separating customers, the queue of those who may be one person, and undoing. */
import { AppError } from '../../../model/errors.ts'
import { seesEveryContact } from '../../../model/see-contact.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { paginationOf } from '../../http/pagination.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { presentCustomer } from '../present-customer.ts'
import { keepApart, mergePersons, separatePerson, undoChange } from './change-persons-store.ts'
import { listDuplicates } from './duplicates.ts'
import { listIdentities } from './identities-store.ts'
import { findLikely, type Likely } from './pairs-store.ts'
import { lockPersons } from './persons-store.ts'

export function personsRoutes(serve: Serve, { db }: ServerContext): void {
  serve('POST /customers/merge', ({ body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { customer_ids: ids } = body
      await lockPersons(tx, session.ownerId)
      for (const id of ids) await requireVisible(tx, session, id)
      const [id = 0] = ids
      return { data: { id, change_id: await mergePersons(tx, session.ownerId, ids, session.name) } }
    }),
  )

  serve('POST /customers/{id}/separate', ({ params: { id }, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      await lockPersons(tx, session.ownerId)
      await requireVisible(tx, session, id)
      return { data: { id, change_id: await separatePerson(tx, session.ownerId, id) } }
    }),
  )

  serve('GET /customers/duplicates', ({ query, session, language, request }) =>
    db.read(session.ownerId, async (tx) => {
      const { page, limit } = query
      const found = await listDuplicates(tx, session, { limit, offset: (page - 1) * limit })
      const { duplicates, total } = found
      const seesContact = seesEveryContact(session)
      return {
        data: duplicates.map(({ id, reason, first, second }) => ({
          id,
          reason,
          first: presentCustomer(first, language, seesContact),
          second: presentCustomer(second, language, seesContact),
        })),
        meta: { pagination: paginationOf(request, { total, count: duplicates.length, page, limit }) },
      }
    }),
  )

  serve('POST /customers/duplicates/{id}/accept', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { firstId, secondId } = await lockPair(tx, session, params.id)
      nameTarget(tx, firstId)
      const ids = [firstId, secondId]
      return { data: { id: firstId, change_id: await mergePersons(tx, session.ownerId, ids, session.name) } }
    }),
  )

  serve('POST /customers/duplicates/{id}/refuse', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { firstId, secondId } = await lockPair(tx, session, params.id)
      nameTarget(tx, firstId)
      return { data: { id: firstId, change_id: await keepApart(tx, session.ownerId, [firstId, secondId]) } }
    }),
  )

  serve('POST /customers/changes/{id}/undo', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      await lockPersons(tx, session.ownerId)
      const [first] = await undoChange(tx, session.ownerId, params.id, session.shopIds)
      if (first !== undefined) nameTarget(tx, first)
      return undefined
    }),
  )
}

async function requireVisible(tx: Tx, { ownerId, shopIds }: Session, id: number): Promise<void> {
  if ((await listIdentities(tx, ownerId, id, shopIds)).length === 0) throw new AppError('not_found')
}

async function lockPair(tx: Tx, { ownerId, shopIds }: Session, id: number): Promise<Likely> {
  await lockPersons(tx, ownerId)
  const pair = await findLikely(tx, ownerId, id, shopIds)
  if (!pair) throw new AppError('not_found')
  return pair
}
