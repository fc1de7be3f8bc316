/** The filter of an order list, from what the API was asked for and what the caller may see. */
import type { Query } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { OrderStatus } from '../../../model/order-status.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Database } from '../../db/database.ts'
import { shopsOfQuery } from '../../http/shops-to-list.ts'
import type { Paging } from '../../db/list-statement.ts'
import { keywordQuery } from '../../db/search-terms.ts'

export type OrderFilter = {
  ownerId: string
  timezone: string
  /** Undefined: all shops. An empty list: none. */
  shops: number[] | undefined
  statuses: OrderStatus[]
  paymentMethods: number[]
  /** Exports that were requested before orders had couriers are without. */
  couriers?: number[] | undefined
  from: string | undefined
  to: string | undefined
  dateField: 'created' | 'paid' | 'shipped'
  isStar: boolean | undefined
  isPrinted: boolean | undefined
  hasCancelRequest: boolean | undefined
  hasReturnRequest?: boolean | undefined
  /** Text search query over order_search. */
  terms: string | undefined
  /** Undefined: whichever they are. */
  ids?: number[] | undefined
}

export type OrderSort = 'created_at' | 'updated_at' | 'total_price' | 'ship_by_at'

export type OrderPaging = Paging<OrderSort>

type Filters = Query<'GET /orders/get-status'>

export async function orderFilterOf(db: Database, query: Filters, session: Session): Promise<OrderFilter> {
  if (query.from && query.to && query.from > query.to) {
    throw new AppError('validation_failed', { invalidFields: { from: 'field.dates' } })
  }
  const terms = query.keyword ? keywordQuery(session.ownerNumber, query.keyword) : undefined
  return {
    ownerId: session.ownerId,
    timezone: session.timezone,
    // A keyword without a letter or digit matches nothing.
    shops: terms === null ? [] : await shopsOfQuery(db, query, session),
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

function flag(value: number | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 1
}
