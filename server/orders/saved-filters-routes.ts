/** Filters of the order list that a user keeps under a name: nobody else sees them. */
import type { Reply } from '../../contract/endpoints.ts'
import { mostSavedFilters } from '../../contract/saved-filters.ts'
import { AppError } from '../../model/errors.ts'
import { nameTarget } from '../audit/trail.ts'
import type { Serve, ServerContext } from '../serve-endpoint.ts'
import {
  addSavedFilter,
  changeSavedFilter,
  listSavedFilters,
  lockSavedFilters,
  removeSavedFilter,
  type SavedFilter,
} from './saved-filters-store.ts'

export function savedFiltersRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /orders/saved-filters', async ({ session }) => {
    const saved = await db.asOwner(session.ownerId, (tx) => listSavedFilters(tx, session))
    return { data: saved.map(present) }
  })

  serve('POST /orders/saved-filters', ({ body, session, say }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const known = await lockSavedFilters(tx, session)
      refuseTaken(known, body.name)
      if (known.length >= mostSavedFilters)
        throw new AppError('conflict', { message: say('error.most_filters', { most: mostSavedFilters }) })
      const added = await addSavedFilter(tx, session, body.name, body.filters)
      nameTarget(tx, added.id)
      return { data: present(added) }
    }),
  )

  serve('PUT /orders/saved-filters/{id}', ({ params, body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const known = await lockSavedFilters(tx, session)
      const before = known.find(({ id }) => id === params.id)
      if (!before) throw new AppError('not_found')
      const { id } = before
      const { name = before.name, filters = before.filters } = body
      refuseTaken(
        known.filter((one) => one.id !== id),
        name,
      )
      return { data: present(await changeSavedFilter(tx, session, { id, name, filters })) }
    }),
  )

  serve('DELETE /orders/saved-filters/{id}', async ({ params, session, say }) => {
    const isRemoved = await db.asOwner(session.ownerId, (tx) => removeSavedFilter(tx, session, params.id))
    if (!isRemoved) throw new AppError('not_found')
    return { data: null, message: say('done.filter_removed') }
  })
}

/** Names that differ in capitals alone are one name to whoever picks them. */
function refuseTaken(known: SavedFilter[], name: string): void {
  if (known.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw new AppError('validation_failed', { invalidFields: { name: 'field.name_taken' } })
}

function present({ id, name, filters, updatedAt }: SavedFilter): Reply<'POST /orders/saved-filters'>['data'] {
  return { id, name, filters, updated_at: updatedAt.toISOString() }
}
