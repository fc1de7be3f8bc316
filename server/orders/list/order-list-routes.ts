/** The order list: its rows, the figures on its tabs, its file, and the star. */
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { OrderStatus } from '../../../model/order-status.ts'
import { can, type Permission } from '../../../model/permissions.ts'
import { seesContact, seesEveryContact } from '../../../model/see-contact.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Database } from '../../db/database.ts'
import { saveExport } from '../../exports/exports-store.ts'
import { nextAfter, paginationOf, pagingOf } from '../../http/pagination.ts'
import type { Call, Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { statusesIn } from '../../i18n/coded-labels.ts'
import { comparisonOf, findRated } from '../../settings/compared-amounts-store.ts'
import { starOrders } from '../detail/order-store.ts'
import { isBySale, orderFilterOf, type OrderFilter, type OrderPaging } from './order-filter.ts'
import { countOrders, listOrders } from './order-list-store.ts'
import { presentBrief } from './present-order-brief.ts'

type ListCall = Call<'GET /orders/filter'> | Call<'GET /orders/search'>

export function orderListRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /orders/filter', (call) => list(db, call))
  serve('GET /orders/search', (call) => list(db, call))

  serve('GET /orders/export', async (call) => ({
    export_id: await requestExport(db, call),
    status: 'queued' as const,
  }))

  serve('GET /orders/get-status', async ({ query, session, language }) => {
    const filter = await orderFilterOf(db, query, session)
    const counts = await countOrders(db, { ...filter, statuses: [] })
    return { data: statusesIn(language).map((status) => ({ ...status, total: counts[status.id] ?? 0 })) }
  })

  serve('PUT /orders/star', async ({ body, session }) => ({
    data: await star(db, session, body.ids, body.is_star),
  }))

  serve('PUT /orders/{id}/star', async ({ params, body, session }) => {
    const [starred] = await star(db, session, [params.id], body.is_star)
    if (!starred) throw new AppError('not_found')
    return { data: starred }
  })
}

async function list(
  db: Database,
  { query, session, language, request }: ListCall,
): Promise<Reply<'GET /orders/filter'>> {
  const filter = { ...(await orderFilterOf(db, query, session)), statuses: query.status ?? [] }
  const place = pagingFor(filter, pagingOf(query, 'created_at'))
  const paging = place.sort === 'total_price' ? { ...place, rated: await findRated(db, session) } : place
  const cursorSort = isBySale(filter) ? 'sold_at' : 'created_at'
  const { rows, counts, found } = await listOrders(db, filter, paging)
  const statuses = statusesIn(language)
  const asked: string[] = filter.statuses
  const shown = statuses.filter(({ code }) => asked.length === 0 || asked.includes(code))
  const total = found?.total ?? shown.reduce((sum, { id }) => sum + (counts?.[id] ?? 0), 0)
  return {
    data: rows.map((row) => presentBrief(row, language, seesContact(session, row.status))),
    meta: {
      pagination: {
        ...paginationOf(request, { total, count: rows.length, page: query.page, limit: query.limit }),
        ...(found?.isMore ? { is_more: true } : {}),
      },
      status_counts:
        counts &&
        (Object.fromEntries(statuses.map(({ id, code }) => [code, counts[id] ?? 0])) as Record<
          OrderStatus,
          number
        >),
      next_after: nextAfter(rows, paging, cursorSort, ({ placedAt, soldAt }) =>
        isBySale(filter) ? (soldAt ?? placedAt) : placedAt,
      ),
      compared_in: comparisonOf(paging.rated, rows),
    },
  }
}

/** A list by the date of sale is sorted by that where it would be by the date of creation. */
function pagingFor(filter: OrderFilter, paging: OrderPaging): OrderPaging {
  return isBySale(filter) && paging.sort === 'created_at' ? { ...paging, sort: 'sold_at' } : paging
}

/** Answers the id of the export that a job writes. */
async function requestExport(
  db: Database,
  { query, session, language }: Call<'GET /orders/export'>,
): Promise<number> {
  const { ownerId, userId } = session
  const { ownerId: _, ...filter } = await orderFilterOf(db, query, session)
  const filters = { ...filter, statuses: query.status ?? [], ids: query.ids }
  // A file stays when its orders have ended.
  const mayUse = (right: Permission) =>
    right === 'orders.view_contact' ? seesEveryContact(session) : can(session, right)
  const needs = (['orders.view', 'orders.view_contact', 'orders.view_payment'] as const).filter(mayUse)
  const { format } = query
  return db.asOwner(ownerId, async (tx) => {
    const id = await saveExport(tx, { ownerId, userId, type: 'orders', format, filters, needs, language })
    nameTarget(tx, id)
    return id
  })
}

async function star(
  db: Database,
  { ownerId, shopIds }: Session,
  ids: number[],
  isStar: 0 | 1,
): Promise<{ id: number; is_star: 0 | 1 }[]> {
  const starred = await db.asOwner(ownerId, (tx) => starOrders(tx, ownerId, ids, isStar === 1, shopIds), {
    isSmall: true,
  })
  return starred.map((id) => ({ id, is_star: isStar }))
}
