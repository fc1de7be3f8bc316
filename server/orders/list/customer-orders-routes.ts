/** Orders of one customer, for the customer's page. */
import { AppError } from '../../../model/errors.ts'
import { seesContact } from '../../../model/see-contact.ts'
import { listIdentities } from '../../customers/persons/identities-store.ts'
import { paginationOf } from '../../http/pagination.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { listOrderIdsOf } from './customer-orders-store.ts'
import { everyOrderFor } from './order-filter.ts'
import { listOrders } from './order-list-store.ts'
import { presentBrief } from './present-order-brief.ts'

export function customerOrdersRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /customers/{id}/order-history', async ({ params, query, session, language, request }) => {
    const { ownerId, shopIds } = session
    const { page, limit } = query
    const found = await db.read(ownerId, async (tx) => {
      const ids = (await listIdentities(tx, ownerId, params.id, shopIds)).map(({ id }) => id)
      return ids.length > 0
        ? listOrderIdsOf(tx, ownerId, ids, { limit, offset: (page - 1) * limit })
        : undefined
    })
    if (!found) throw new AppError('not_found')
    const filter = everyOrderFor(session)
    const paging = { sort: 'created_at', descending: true, limit, offset: 0, after: undefined } as const
    const { rows } =
      found.ids.length === 0 ? { rows: [] } : await listOrders(db, { ...filter, ids: found.ids }, paging)
    return {
      data: rows.map((row) => presentBrief(row, language, seesContact(session, row.status))),
      meta: { pagination: paginationOf(request, { total: found.total, count: rows.length, page, limit }) },
    }
  })
}
