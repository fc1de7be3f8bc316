/** Help in editing segments: customers whom a change of rules removes, places that sales went to, and customers from a file. */
import { AppError } from '../../../model/errors.ts'
import { placeOfRegion } from '../../../model/place.ts'
import { seesEveryContact } from '../../../model/see-contact.ts'
import { segmentLimits } from '../../../model/segment.ts'
import type { WebContext } from '../../domain.ts'
import { shopsToList } from '../../http/shops-to-list.ts'
import { createServe, type Serve, type ServerContext } from '../../http/serve-endpoint.ts'
import { takeUploads, uploadOf } from '../../http/uploads.ts'
import { findSpentWays } from '../list/spent-store.ts'
import { listCustomerRows } from '../list/customer-rows-store.ts'
import { presentCustomer } from '../present-customer.ts'
import { findWanted } from './file-members-store.ts'
import { matchRows, readFileRows, wantedOf } from './members-of-file.ts'
import { compareRules } from './segment-change-store.ts'
import { listPlaces } from './segment-count-store.ts'
import { addMembers, lockSegment } from './segment-store.ts'
import { getSegment, keptByRules } from './segments-routes.ts'

const shownLeaving = 20

export async function segmentEditingRoutes(serve: Serve, context: WebContext): Promise<void> {
  const { app, db } = context
  await app.register(async (scope) => {
    takeUploads(scope, segmentLimits.fileBytes + 64 * 1024)
    segmentFileRoutes(createServe(scope, context), context)
  })

  serve('GET /customers/shortlists/places', async ({ session }) => {
    const { ownerId, shopIds } = session
    const places = await db.read(ownerId, (tx) => listPlaces(tx, ownerId, shopIds))
    return { data: places.map((code) => ({ code, ...placeOfRegion(code) })) }
  })

  serve('POST /customers/shortlists/{id}/compare', async ({ params, body, session, language }) => {
    const { ownerId, shopIds } = session
    const { rules, ways } = await db.read(ownerId, async (tx) => ({
      rules: (await getSegment(tx, session, params.id)).rules,
      ways: await findSpentWays(tx, ownerId, shopIds),
    }))
    if (rules === null)
      throw new AppError('validation_failed', { invalidFields: { rules: 'field.segment_by_hand' } })
    const visible = shopsToList(undefined, shopIds)
    const { leaving, joining, ids } = await compareRules(
      db,
      { ownerId, shops: visible, limit: shownLeaving },
      {
        before: { id: params.id, rules, visible, ...ways },
        after: { id: params.id, rules: body.rules, visible, ...ways },
      },
    )
    const found = await db.read(ownerId, (tx) => listCustomerRows(tx, ownerId, ids, shopIds))
    const rows = found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    const customers = rows.map((row) => presentCustomer(row, language, seesEveryContact(session)))
    return { data: { leaving, joining, customers: { data: customers } } }
  })
}

function segmentFileRoutes(serve: Serve, { db }: ServerContext): void {
  serve('POST /customers/shortlists/{id}/add-from-file', async ({ params, session, request }) => {
    const { ownerId, ownerNumber, shopIds } = session
    await db.read(ownerId, (tx) => getSegment(tx, session, params.id))
    const read = await readFileRows(await uploadOf(request, 'file'))
    // A user who may not see contacts may not try them out either.
    const rows = seesEveryContact(session) ? read : read.map((row) => ({ ...row, phone: '', email: '' }))
    return db.asOwner(ownerId, async (tx) => {
      await lockSegment(tx, ownerId, params.id)
      const segment = await getSegment(tx, session, params.id)
      if (segment.rules !== null) throw keptByRules()
      const found = await findWanted(tx, ownerId, wantedOf(rows, ownerNumber), shopIds)
      const { ids, faults } = matchRows(rows, found)
      if (segment.customers + ids.length > segmentLimits.customers)
        throw new AppError('conflict', { message: 'error.segment_full' })
      const added = await addMembers(tx, ownerId, params.id, ids, shopIds)
      return { data: { rows: rows.length, added, skipped: ids.length - added, faults } }
    })
  })
}
