import type { Query, Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { orderStatusIds } from '../../../model/order-status.ts'
import { can, type Permission } from '../../../model/permissions.ts'
import { seesContact, seesEveryContact } from '../../../model/see-contact.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { saveExport } from '../../exports/exports-store.ts'
import { paginationOf } from '../../http/pagination.ts'
import { readCursor } from '../../http/read-cursor.ts'
import { findParcelBack } from '../../returns/parcel-back-store.ts'
import { presentParcelBack } from '../../returns/present-parcel-back.ts'
import type { Serve, ServerContext, Call } from '../../http/serve-endpoint.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { listShops } from '../../shops/shops-store.ts'
import { enqueueSync, markStale } from '../../syncs/sync-store.ts'
import { findOrderSender } from '../../warehouses/order-sender-store.ts'
import { getDefaultWarehouse } from '../../warehouses/warehouses-store.ts'
import { actionsOf } from '../actions/order-actions-of.ts'
import { keywordQuery } from '../intake/order-terms.ts'
import { countOrders, listOrders } from './order-list-store.ts'
import type { OrderFilter, OrderSort } from './order-filter.ts'
import {
  readBuyer,
  readHistory,
  readOrder,
  readOrderShop,
  starOrders,
  type OrderDetail,
} from '../detail/order-store.ts'
import type { StoredAction } from '../actions/order-action-store.ts'
import { presentBrief } from './present-order-brief.ts'
import { presentBuyer } from '../detail/present-buyer.ts'
import { presentHistory } from '../detail/present-history.ts'
import { presentOrder } from '../detail/present-order.ts'
import { statusesIn } from '../../i18n/coded-labels.ts'

type Filters = Omit<Query<'GET /orders/get-status'>, never>
type ListCall = Call<'GET /orders/filter'> | Call<'GET /orders/search'>

export function ordersRoutes(serve: Serve, { db }: ServerContext, channels: ChannelSessions): void {
  serve('GET /orders/filter', list)
  serve('GET /orders/search', list)

  serve('GET /orders/export', async ({ query, session, language }) => {
    const { ownerId, userId } = session
    const { ownerId: _, ...filter } = await filterOf(query, session)
    const filters = { ...filter, statuses: query.status ?? [], ids: query.ids }
    // A file stays when its orders have ended.
    const mayUse = (right: Permission) =>
      right === 'orders.view_contact' ? seesEveryContact(session) : can(session, right)
    const needs = (['orders.view', 'orders.view_contact', 'orders.view_payment'] as const).filter(mayUse)
    const action = {
      ownerId,
      userId,
      type: 'orders',
      format: query.format,
      filters,
      needs,
      language,
    } as const
    const exportId = await db.asOwner(ownerId, async (tx) => {
      const id = await saveExport(tx, action)
      nameTarget(tx, id)
      return id
    })
    return { export_id: exportId, status: 'queued' as const }
  })

  serve('GET /orders/get-status', async ({ query, session, language }) => {
    const filter = await filterOf(query, session)
    const counts = await countOrders(db, { ...filter, statuses: [] })
    return { data: statusesIn(language).map((status) => ({ ...status, total: counts[status.id] ?? 0 })) }
  })

  serve('GET /orders/{id}', async ({ params, session, language }) => {
    const { order, action } = await getOrder(session, params.id)
    const back =
      order.status === orderStatusIds.returned
        ? await db.read(session.ownerId, (tx) => findParcelBack(tx, session.ownerId, order.id, []))
        : undefined
    const sees = {
      payment: can(session, 'orders.view_payment'),
      contact: seesContact(session, order.status),
    }
    const standing = {
      status: order.status,
      channelStatus: order.channelStatus,
      pickupFailed: order.pickupFailed,
      isDigital: order.isDigital,
      isCancelRequested: order.cancelRequestedAt !== null,
      updatedAt: order.updatedAt,
      shopStatus: order.shopStatus,
      parcels: order.parcels,
      shipments: order.shipments,
      region: order.region,
      packages: order.packages.map((one) => ({ id: one.channelPackageId, status: one.channelStatus })),
      things: new Set(order.lines.map((line) => line.shopSku)).size,
      pieces: order.quantity,
    }
    const connector = channels.connectorOf(order.platformId)
    const actions = actionsOf(session, standing, connector, action)
    const parcel = back ? presentParcelBack(back, session) : null
    const { platformUrl: shopUrl, channelOrderId } = order
    const url = shopUrl && connector?.orderPage?.(shopUrl, channelOrderId)
    return {
      data: {
        ...presentOrder(order, language, sees, actions, action),
        channel_url: url || null,
        parcel_back: parcel,
      },
    }
  })

  serve('GET /orders/{id}/history', async ({ params, session }) => {
    const history = await readHistory(db, session.ownerId, params.id, session.shopIds)
    if (!history) throw new AppError('not_found')
    return { data: history.map(presentHistory) }
  })

  serve('GET /orders/{id}/customer', async ({ params, session, language }) => {
    const { ownerId, shopIds } = session
    const found = await db.read(ownerId, (tx) => readBuyer(tx, ownerId, params.id, shopIds))
    if (!found) throw new AppError('not_found')
    const { customer, status } = found
    return { data: customer && presentBuyer(customer, language, seesContact(session, status)) }
  })

  serve('GET /orders/{id}/sender-info', async ({ params, session }) => {
    const { ownerId, shopIds } = session
    const find = (tx: Tx) => findOrderSender(tx, ownerId, params.id, shopIds)
    const sender =
      (await db.read(ownerId, find)) ??
      // Nobody has asked for the account's first warehouse yet.
      (await db.asOwner(ownerId, async (tx) => {
        await getDefaultWarehouse(tx, ownerId)
        return find(tx)
      }))
    if (!sender) throw new AppError('not_found')
    const { id, name, contactName, phone, address } = sender
    return { data: { name: contactName ?? name, phone, address, warehouse_id: id } }
  })

  serve('GET /orders/{id}/check-tracking-number-shopee', async ({ params, session }) => {
    const { ownerId, shopIds } = session
    const order = await db.read(ownerId, (tx) => readOrderShop(tx, ownerId, params.id, shopIds))
    if (!order) throw new AppError('not_found')
    const { shopId, channelOrderId, trackingNumber: number } = order
    if (number === null) {
      const key = { ownerId, shopId, kind: 'order' as const }
      await db.asOwner(ownerId, async (tx) => {
        await markStale(tx, key, channelOrderId)
        await enqueueSync(tx, key)
      })
    }
    return { data: { has_tracking_number: number !== null, tracking_number: number } }
  })

  serve('PUT /orders/star', async ({ body, session }) => ({
    data: await star(session, body.ids, body.is_star),
  }))

  serve('PUT /orders/{id}/star', async ({ params, body, session }) => {
    const [starred] = await star(session, [params.id], body.is_star)
    if (!starred) throw new AppError('not_found')
    return { data: starred }
  })

  async function getOrder(
    session: Session,
    id: number,
  ): Promise<{ order: OrderDetail; action?: StoredAction }> {
    const found = await readOrder(db, session.ownerId, id, session.shopIds)
    if (!found) throw new AppError('not_found')
    return { order: found.order, ...(found.action && { action: found.action }) }
  }

  async function star(
    session: Session,
    ids: number[],
    isStar: 0 | 1,
  ): Promise<{ id: number; is_star: 0 | 1 }[]> {
    const starred = await db.asOwner(
      session.ownerId,
      (tx) => starOrders(tx, session.ownerId, ids, isStar === 1, session.shopIds),
      { isSmall: true },
    )
    return starred.map((id) => ({ id, is_star: isStar }))
  }

  async function list({ query, session, language, request }: ListCall): Promise<Reply<'GET /orders/filter'>> {
    const filter = { ...(await filterOf(query, session)), statuses: query.status ?? [] }
    const descending = query.sort.startsWith('-')
    const sort = query.sort.replace('-', '') as OrderSort
    const cursor = query.after === undefined ? undefined : readCursor(query.after)
    const after = cursor && { placedAt: cursor.at, id: cursor.id }
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
    const last = rows.at(-1)
    const isFull = rows.length === query.limit
    return {
      data: rows.map((row) => presentBrief(row, language, seesContact(session, row.status))),
      meta: {
        pagination: paginationOf(request, {
          total,
          count: rows.length,
          page: query.page,
          limit: query.limit,
        }),
        status_counts: Object.fromEntries(words.map(({ id, code }) => [code, counts[id] ?? 0])) as never,
        next_after: isFull && last && sort === 'created_at' ? [last.placedAt, last.id].join('~') : null,
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
      couriers: query.shipment_id ?? [],
      from: query.from,
      to: query.to,
      dateField: query.date_field,
      isStar: flag(query.is_star),
      isPrinted: flag(query.is_printed),
      hasCancelRequest: flag(query.has_cancel_request),
      hasReturnRequest: flag(query.has_return_request),
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
