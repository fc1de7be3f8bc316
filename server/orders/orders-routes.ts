import type { Query, Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { can } from '../../model/permissions.ts'
import type { Session } from '../auth/sessions-store.ts'
import { paginationOf } from '../pagination.ts'
import type { Serve, ServerContext, Call } from '../serve-endpoint.ts'
import { listShops } from '../shops/shops-store.ts'
import { keywordQuery } from './order-terms.ts'
import {
  countOrders,
  listOrders,
  type OrderCursor,
  type OrderFilter,
  type OrderSort,
} from './order-list-store.ts'
import { findOrder, listHistory, starOrders } from './order-store.ts'
import { presentBrief, presentHistory, presentOrder, statusesIn } from './present-order.ts'

type Filters = Omit<Query<'GET /orders/get-status'>, never>
type ListCall = Call<'GET /orders/filter'> | Call<'GET /orders/search'>

export function ordersRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /orders/filter', list)
  serve('GET /orders/search', list)

  serve('GET /orders/get-status', async ({ query, session, language }) => {
    const filter = await filterOf(query, session)
    const counts = await countOrders(db, { ...filter, statuses: [] })
    return { data: statusesIn(language).map((status) => ({ ...status, total: counts[status.id] ?? 0 })) }
  })

  serve('GET /orders/{id}', async ({ params, session, language }) => {
    const order = await db.asOwner(session.ownerId, (tx) =>
      findOrder(tx, session.ownerId, params.id, session.shopIds),
    )
    if (!order) throw new AppError('not_found')
    const sees = {
      payment: can(session, 'orders.view_payment'),
      contact: can(session, 'orders.view_contact'),
    }
    return { data: presentOrder(order, language, sees) }
  })

  serve('GET /orders/{id}/history', async ({ params, session }) => {
    const history = await db.asOwner(session.ownerId, async (tx) => {
      const order = await findOrder(tx, session.ownerId, params.id, session.shopIds)
      return order && listHistory(tx, session.ownerId, params.id)
    })
    if (!history) throw new AppError('not_found')
    return { data: history.map(presentHistory) }
  })

  serve('PUT /orders/star', async ({ body, session }) => ({
    data: await star(session, body.ids, body.is_star),
  }))

  serve('PUT /orders/{id}/star', async ({ params, body, session }) => {
    const [starred] = await star(session, [params.id], body.is_star)
    if (!starred) throw new AppError('not_found')
    return { data: starred }
  })

  async function star(
    session: Session,
    ids: number[],
    isStar: 0 | 1,
  ): Promise<{ id: number; is_star: 0 | 1 }[]> {
    const starred = await db.asOwner(session.ownerId, (tx) =>
      starOrders(tx, session.ownerId, ids, isStar === 1, session.shopIds),
    )
    return starred.map((id) => ({ id, is_star: isStar }))
  }

  async function list({ query, session, language, request }: ListCall): Promise<Reply<'GET /orders/filter'>> {
    const filter = { ...(await filterOf(query, session)), statuses: query.status ?? [] }
    const descending = query.sort.startsWith('-')
    const sort = query.sort.replace('-', '') as OrderSort
    const after = query.after === undefined ? undefined : readCursor(query.after)
    if (after && sort !== 'created_at') {
      throw new AppError('validation_failed', { invalidFields: { after: 'field.cursor_sort' } })
    }
    const offset = after ? 0 : (query.page - 1) * query.limit
    const { rows, counts } = await listOrders(db, filter, {
      sort,
      descending,
      limit: query.limit,
      offset,
      after,
    })

    const words = statusesIn(language)
    const wanted =
      filter.statuses.length > 0
        ? words.filter(({ code }) => (filter.statuses as string[]).includes(code))
        : words
    const total = wanted.reduce((sum, { id }) => sum + (counts[id] ?? 0), 0)
    const seesContact = can(session, 'orders.view_contact')
    const last = rows.at(-1)
    const isFull = rows.length === query.limit
    return {
      data: rows.map((row) => presentBrief(row, language, seesContact)),
      meta: {
        pagination: paginationOf(request, {
          total,
          count: rows.length,
          page: query.page,
          limit: query.limit,
        }),
        status_counts: Object.fromEntries(words.map(({ id, code }) => [code, counts[id] ?? 0])) as never,
        next_after: isFull && last && sort === 'created_at' ? [last.placed_at, last.id].join('~') : null,
      },
    }
  }

  async function filterOf(query: Filters, session: Session): Promise<OrderFilter> {
    if (query.from && query.to && query.from > query.to) {
      throw new AppError('validation_failed', { invalidFields: { from: 'field.dates' } })
    }
    const terms = query.keyword ? keywordQuery(session.ownerNumber, query.keyword) : undefined
    return {
      ownerId: session.ownerId,
      timezone: session.timezone,
      // A keyword without a letter or digit matches nothing.
      shops: terms === null ? [] : await shopsOf(query, session),
      statuses: [],
      paymentMethods: query.payment_method ?? [],
      from: query.from,
      to: query.to,
      dateField: query.date_field,
      isStar: flag(query.is_star),
      isPrinted: flag(query.is_printed),
      hasCancelRequest: flag(query.has_cancel_request),
      terms: terms ?? undefined,
    }
  }

  /** The shops that are asked for, of those that the user may see. Undefined means all. */
  async function shopsOf(query: Filters, session: Session): Promise<number[] | undefined> {
    const asked = query.shop_id?.length ? query.shop_id : undefined
    const visible = session.shopIds.length > 0 ? session.shopIds : undefined
    const ofPlatform = query.platform_id?.length
      ? await db.asOwner(session.ownerId, async (tx) =>
          (await listShops(tx, session.ownerId, []))
            .filter((shop) => query.platform_id?.includes(shop.platformId))
            .map(({ id }) => id),
        )
      : undefined
    const sets = [asked, visible, ofPlatform].filter((set) => set !== undefined)
    const [first, ...others] = sets
    return first?.filter((id) => others.every((set) => set.includes(id)))
  }
}

function flag(value: number | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 1
}

function readCursor(text: string): OrderCursor {
  const [, placedAt = '', id = ''] = cursorForm.exec(text) ?? []
  const instant = Date.parse(placedAt)
  // February 30th has the form of a day, and would be read as March.
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(placedAt.slice(0, 19))) {
    throw new AppError('validation_failed', { invalidFields: { after: 'field.cursor' } })
  }
  return { placedAt, id: Number(id) }
}

const cursorForm = /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00:00)~(\d{1,15})$/
