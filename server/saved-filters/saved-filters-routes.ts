/** Filters of a list that a user keeps under a name: nobody else sees them. */
import type { Reply } from '../../contract/endpoints.ts'
import { type FilteredList, findFilterFaults, mostSavedFilters } from '../../contract/saved-filters.ts'
import { AppError } from '../../model/errors.ts'
import { can, type Permission } from '../../model/permissions.ts'
import { nameTarget } from '../audit/trail.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import { claimVersion, listVersions, removeVersion } from '../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import {
  addSavedFilter,
  changeSavedFilter,
  listSavedFilters,
  lockSavedFilters,
  removeSavedFilter,
  type SavedFilter,
} from './saved-filters-store.ts'

export function savedFiltersRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /saved-filters', async ({ query: { list }, session }) => {
    requireList(session, list)
    return db.read(session.ownerId, async (tx) => {
      const versions = await listVersions(tx, session.ownerId, 'saved_filter')
      const saved = await listSavedFilters(tx, session, list)
      return { data: saved.map((one) => present(one, versions.get(one.id))) }
    })
  })

  serve('POST /saved-filters', async ({ body, session, translate }) => {
    requireList(session, body.list)
    return db.asOwner(session.ownerId, async (tx) => {
      const known = await lockSavedFilters(tx, session, body.list)
      refuseTaken(known, body.name)
      if (known.length >= mostSavedFilters)
        throw new AppError('conflict', {
          message: translate('error.most_filters', { most: mostSavedFilters }),
        })
      const added = await addSavedFilter(tx, session, body)
      nameTarget(tx, added.id)
      return { data: present(added) }
    })
  })

  serve('PUT /saved-filters/{id}', ({ params, body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const known = await lockSavedFilters(tx, session)
      const before = known.find(({ id }) => id === params.id)
      if (!before) throw new AppError('not_found')
      const { id, list } = before
      requireList(session, list)
      const { name = before.name, filters = before.filters } = body
      const [fault] = findFilterFaults(list, filters)
      if (fault)
        throw new AppError('validation_failed', { invalidFields: { [`filters.${fault.path}`]: fault.code } })
      refuseTaken(
        known.filter((one) => one.id !== id && one.list === list),
        name,
      )
      const version = await claimVersion(tx, session, ['saved_filter', id], body.updated_at)
      return { data: present(await changeSavedFilter(tx, session, { id, list, name, filters }), version) }
    }),
  )

  serve('DELETE /saved-filters/{id}', async ({ params, session, translate }) => {
    await db.asOwner(session.ownerId, async (tx) => {
      await removeVersion(tx, session.ownerId, 'saved_filter', params.id)
      if (!(await removeSavedFilter(tx, session, params.id))) throw new AppError('not_found')
    })
    return { data: null, message: translate('done.filter_removed') }
  })
}

const viewOf = {
  orders: 'orders.view',
  products: 'products.view',
  skus: 'sku.view',
  templates: 'products.view',
  customers: 'customers.view',
  settlements: 'orders.view_payment',
  audit: 'audit.view',
} as const satisfies Record<FilteredList, Permission>

/** Refuses filters of a list that the user may not see; the audit log tells of all shops. */
function requireList(session: Session, list: FilteredList): void {
  if (!can(session, viewOf[list]) || (list === 'audit' && session.shopIds.length > 0))
    throw new AppError('forbidden')
}
/** Names that differ in capitals alone are one name to whoever picks them. */
function refuseTaken(known: SavedFilter[], name: string): void {
  if (known.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw new AppError('validation_failed', { invalidFields: { name: 'field.name_taken' } })
}

function present(
  { updatedAt, ...saved }: SavedFilter,
  version?: string,
): Reply<'POST /saved-filters'>['data'] {
  return { ...saved, updated_at: version ?? updatedAt.toISOString() }
}
