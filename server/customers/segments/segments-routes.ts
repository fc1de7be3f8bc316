/** Segments of customers: kept by hand, or by rules that are asked anew each time. */
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { seesEveryContact } from '../../../model/see-contact.ts'
import { segmentLimits, type SegmentRule } from '../../../model/segment.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { requestExport } from '../../exports/request-export-store.ts'
import { claimVersion, findVersion, listVersions, removeVersion } from '../../http/edit-versions-store.ts'
import { pageOf, paginationOf, pagingOf } from '../../http/pagination.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { contactNeeds } from '../customers-routes.ts'
import { customerFilterOf, type CustomerFilter } from '../list/customer-filter.ts'
import { listCustomers } from '../list/customer-list-store.ts'
import { findSpentWays } from '../list/spent-store.ts'
import { presentCustomer } from '../present-customer.ts'
import { countByRules, faultsOfRules } from './segment-count-store.ts'
import { countRuled } from './segment-totals-store.ts'
import {
  addMembers,
  addSegment,
  countSegments,
  findSegment,
  listSegments,
  lockSegment,
  removeMembers,
  removeSegment,
  saveSegment,
  type Segment,
} from './segment-store.ts'

type Shown = Reply<'PUT /customers/shortlists/{id}'>['data']

export function segmentsRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /customers/shortlists', async ({ query, session, request }) => {
    const { ownerId, shopIds } = session
    const { segments, versions } = await db.read(ownerId, async (tx) => ({
      segments: await listSegments(tx, ownerId, query.keyword ?? '', shopIds),
      versions: await listVersions(tx, ownerId, 'shortlist'),
    }))
    const { data: shown, meta } = pageOf(request, segments, query)
    const ruled = shown.flatMap(({ id, rules }) => (rules ? { id, rules } : []))
    const totals =
      ruled.length > 0
        ? await countRuled(
            db,
            await filterOf(
              session,
              ruled.flatMap(({ rules }) => rules),
            ),
            ruled,
          )
        : new Map<number, number>()
    const data = shown.map((segment) =>
      presentSegment(segment, totals.get(segment.id) ?? segment.customers, versions.get(segment.id) ?? null),
    )
    return { data, meta }
  })

  serve('POST /customers/shortlists', async ({ body, session }) => {
    const { ownerId, shopIds } = session
    const { name, description = null, rules = null, customer_ids: ids = [] } = body
    const segment = await db.asOwner(ownerId, async (tx) => {
      if ((await countSegments(tx, ownerId)) >= segmentLimits.segments)
        throw new AppError('conflict', { message: 'error.segment_limit' })
      const id = await addSegment(tx, session, { name, description: description || null, rules })
      if (id === undefined) throw nameTaken()
      nameTarget(tx, id)
      if (rules === null) await addMembers(tx, ownerId, id, ids, shopIds)
      return getSegment(tx, session, id)
    })
    return { data: presentSegment(segment, await countOf(segment, session), null) }
  })

  serve('POST /customers/shortlists/count', async ({ body, session }) => {
    const { rules } = body
    const counts = await countByRules(db, await filterOf(session, rules))
    const { all, left } = counts
    const faults = await db.read(session.ownerId, (tx) => faultsOfRules(tx, session.ownerId, rules, counts))
    return { data: { total: left.at(-1) ?? 0, all, left, faults } }
  })

  serve('GET /customers/shortlists/export', async ({ query, session, language }) => {
    const filter = await customerFilterOf(db, { shortlist_id: query.shortlist_id }, session)
    const ofAll = query.shortlist_id === undefined ? await allSegments(session) : {}
    const { ownerId: _, ...filters } = { ...filter, ...ofAll }
    return requestExport(db, {
      session,
      language,
      format: query.format,
      type: 'shortlists',
      filters,
      needs: contactNeeds(session),
    })
  })

  serve('GET /customers/shortlists/{id}', async ({ params, query, session, language, request }) => {
    const { ownerId } = session
    const { segment, version } = await db.read(ownerId, async (tx) => ({
      segment: await getSegment(tx, session, params.id),
      version: await findVersion(tx, ownerId, 'shortlist', params.id),
    }))
    const filter = await customerFilterOf(db, { shortlist_id: params.id }, session)
    const sorted = { ...query, sort: '-latest_order_date' as const, after: undefined }
    const { rows, total } = await listCustomers(db, filter, pagingOf(sorted, 'latest_order_date'))
    const { page, limit } = query
    return {
      data: {
        ...presentSegment(segment, total, version),
        customers: { data: rows.map((row) => presentCustomer(row, language, seesEveryContact(session))) },
      },
      meta: { pagination: paginationOf(request, { total, count: rows.length, page, limit }) },
    }
  })

  serve('PUT /customers/shortlists/{id}', async ({ params, body, session }) => {
    const { ownerId } = session
    const { segment, version } = await db.asOwner(ownerId, async (tx) => {
      await getSegment(tx, session, params.id)
      const claimed = await claimVersion(tx, session, ['shortlist', params.id], body.updated_at)
      // Again, behind whoever was changing it.
      const before = await getSegment(tx, session, params.id)
      if (body.rules && before.rules === null) throw keptByHand()
      const { name = before.name, description = before.description, rules = before.rules } = body
      if (!(await saveSegment(tx, ownerId, params.id, { name, description: description || null, rules })))
        throw nameTaken()
      return { segment: await getSegment(tx, session, params.id), version: claimed }
    })
    return { data: presentSegment(segment, await countOf(segment, session), version) }
  })

  serve('DELETE /customers/shortlists/{id}', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      await getSegment(tx, session, params.id)
      await removeSegment(tx, session.ownerId, params.id)
      await removeVersion(tx, session.ownerId, 'shortlist', params.id)
      return undefined
    }),
  )

  serve('POST /customers/shortlists/{id}/add-customers', ({ params, body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId, shopIds } = session
      await lockSegment(tx, ownerId, params.id)
      const segment = await getSegment(tx, session, params.id)
      if (segment.rules !== null) throw keptByRules()
      const ids = [...new Set(body.customer_ids)]
      if (segment.customers + ids.length > segmentLimits.customers)
        throw new AppError('conflict', { message: 'error.segment_full' })
      const added = await addMembers(tx, ownerId, params.id, ids, shopIds)
      return { data: { added, skipped: ids.length - added } }
    }),
  )

  serve('POST /customers/shortlists/{id}/remove-customers', ({ params, body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId, shopIds } = session
      const segment = await getSegment(tx, session, params.id)
      if (segment.rules !== null) throw keptByRules()
      const ids = [...new Set(body.customer_ids)]
      const removed = await removeMembers(tx, ownerId, params.id, ids, shopIds)
      return { data: { removed, skipped: Math.max(0, ids.length - removed) } }
    }),
  )

  async function filterOf(session: Session, rules: SegmentRule[]): Promise<CustomerFilter> {
    return customerFilterOf(db, {}, session, rules)
  }

  async function allSegments({ ownerId, shopIds }: Session): Promise<Partial<CustomerFilter>> {
    return db.read(ownerId, async (tx) => ({
      ...(await findSpentWays(tx, ownerId, shopIds)),
      segments: (await listSegments(tx, ownerId, '', shopIds)).map(({ id, name, rules }) => ({
        id,
        name,
        rules,
      })),
    }))
  }

  async function countOf({ rules, customers }: Segment, session: Session): Promise<number> {
    if (rules === null) return customers
    return (await countByRules(db, await filterOf(session, rules))).left.at(-1) ?? 0
  }
}

export async function getSegment(tx: Tx, { ownerId, shopIds }: Session, id: number): Promise<Segment> {
  const segment = await findSegment(tx, ownerId, id, shopIds)
  if (!segment) throw new AppError('not_found')
  return segment
}

function presentSegment(segment: Segment, total: number, version: string | null): Shown {
  const { id, name, description, rules } = segment
  return {
    id,
    name,
    description,
    rules,
    total_customer: total,
    created_by: segment.createdByName,
    created_at: segment.createdAt.toISOString(),
    updated_at: version,
  }
}

const nameTaken = () =>
  new AppError('validation_failed', { invalidFields: { name: 'field.segment_name_taken' } })
const keptByHand = () =>
  new AppError('validation_failed', { invalidFields: { rules: 'field.segment_by_hand' } })
export const keptByRules = () =>
  new AppError('validation_failed', { invalidFields: { customer_ids: 'field.segment_by_rules' } })
