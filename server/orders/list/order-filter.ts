/** The filter of an order list, from what the API was asked for and what the caller may see. */
import type { Query } from '../../../contract/endpoints.ts'
import type { CustomerType } from '../../../model/customer-type.ts'
import { AppError } from '../../../model/errors.ts'
import type { OrderStatus } from '../../../model/order-status.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Database } from '../../db/database.ts'
import { findChosenSegment, type ChosenSegment } from '../../customers/segments/segment-filter-store.ts'
import { shopsOfQuery, shopsToList } from '../../http/shops-to-list.ts'
import { addDays } from '../../i18n/calendar.ts'
import type { Paging } from '../../db/list-statement.ts'
import type { Rated } from '../../settings/compared-amounts-store.ts'
import { buyerKeywordQuery } from '../../db/search-terms.ts'
import { findLateStart } from './late-orders-store.ts'

export type OrderFilter = FigureFilter & {
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
  dateField: 'created' | 'paid' | 'shipped' | 'sold' | 'refunded'
  /** Hours of the days of `created` or `refunded`; empty or undefined: all. */
  hours?: number[] | undefined
  /** Where orders that were paid or shipped in the days begin, if long before them. */
  lateStart?: string | null
  isStar: boolean | undefined
  isPrinted: boolean | undefined
  hasCancelRequest: boolean | undefined
  hasReturnRequest?: boolean | undefined
  /** Text search query over order_search. */
  terms: string | undefined
  /** Undefined: whichever they are. */
  ids?: number[] | undefined
} & SoldFilter

/** Parts of the sales of some days, as analytics counts them. order_counts does not know them. */
export type SoldFilter = {
  regions?: string[] | undefined
  soldHours?: number[] | undefined
  soldWeekdays?: number[] | undefined
  skuIds?: number[] | undefined
  shopSkus?: string[] | undefined
  /** Bought together with what the two above name. */
  alsoSkuId?: number | undefined
  alsoShopSku?: string | undefined
}

/** Orders behind a figure of couriers, cancellations or customers, and of a segment's customers. */
export type FigureFilter = {
  /** Canceled orders; '' for those whose reason nobody told. */
  cancelReason?: string | undefined
  /** Canceled orders; `unknown` where the channel does not say who. */
  cancelInitiator?: string | undefined
  /** Sales whose customer bought for the first time within the filter's days, or before them. */
  customerType?: CustomerType | undefined
  customerId?: number | undefined
  segment?: ChosenSegment | undefined
  /** False: open orders that are not checked. */
  isChecked?: boolean | undefined
  /** Open orders of which some pieces are scanned, or none. */
  isPartlyScanned?: boolean | undefined
  /** Counted in order_counts, unlike the others. */
  hasCourier?: boolean | undefined
}

/** `sold_at`: of lists by the date of sale, which are read from an index of theirs. */
export type OrderSort = 'sold_at' | 'created_at' | 'updated_at' | 'total_price' | 'ship_by_at'

/** `rated`: by what amounts of several currencies are compared; undefined: nothing is sorted by them. */
export type OrderPaging = Paging<OrderSort> & { rated?: Rated }

type Filters = Query<'GET /orders/get-status'>

export async function orderFilterOf(db: Database, query: Filters, session: Session): Promise<OrderFilter> {
  if (query.from && query.to && query.from > query.to) {
    throw new AppError('validation_failed', { invalidFields: { from: 'field.dates' } })
  }
  const terms = query.keyword ? buyerKeywordQuery(session.ownerNumber, query.keyword) : undefined
  checkSoldFilter(query)
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
    hours: query.hour,
    lateStart: await findLateStart(db, session.ownerId, { ...query, timezone: session.timezone }),
    isStar: flag(query.is_star),
    isPrinted: flag(query.is_printed),
    hasCancelRequest: flag(query.has_cancel_request),
    hasReturnRequest: flag(query.has_return_request),
    terms: terms ?? undefined,
    ids: query.ids,
    cancelReason: query.cancel_reason === 'none' ? '' : query.cancel_reason,
    cancelInitiator: query.cancel_initiator,
    customerType: query.customer_type,
    customerId: query.customer_id,
    segment: await findChosenSegment(db, session, query.segment_id),
    isChecked: flag(query.is_checked),
    isPartlyScanned: flag(query.is_partly_scanned),
    hasCourier: flag(query.has_courier),
    regions: query.region,
    soldHours: query.sold_hour,
    soldWeekdays: query.sold_weekday,
    skuIds: query.sku_id,
    shopSkus: query.shop_sku,
    alsoSkuId: query.also_sku_id,
    alsoShopSku: query.also_shop_sku,
  }
}

/** All orders that somebody may see. `shopIds`, empty: of every shop. */
export function everyOrderFor({
  ownerId,
  timezone,
  shopIds,
}: Pick<Session, 'ownerId' | 'timezone' | 'shopIds'>): OrderFilter {
  return {
    ownerId,
    timezone,
    shops: shopsToList(undefined, shopIds),
    statuses: [],
    paymentMethods: [],
    from: undefined,
    to: undefined,
    dateField: 'created',
    isStar: undefined,
    isPrinted: undefined,
    hasCancelRequest: undefined,
    terms: undefined,
  }
}

const mostDays = 366

/** Orders under such a filter are counted one by one, and hours are those of a day, so their days are given. @throws AppError validation_failed */
function checkSoldFilter(query: Filters): void {
  const { from, to, date_field: field } = query
  const isBounded = field === 'sold' && from && to && addDays(from, mostDays) > to
  const isOfHours =
    (field === 'created' || field === 'refunded') && from && to && addDays(from, mostDays) > to
  if (isGiven(query.hour) && !isOfHours)
    throw new AppError('validation_failed', { invalidFields: { hour: 'field.needs_hour_days' } })
  for (const name of [
    'region',
    'sold_hour',
    'sold_weekday',
    'sku_id',
    'shop_sku',
    'also_sku_id',
    'also_shop_sku',
    'customer_type',
  ] as const)
    if (isGiven(query[name]) && !isBounded)
      throw new AppError('validation_failed', { invalidFields: { [name]: 'field.needs_sold_days' } })
}

function isGiven(asked: unknown): boolean {
  return Array.isArray(asked) ? asked.length > 0 : asked !== undefined
}

/** True if the list goes by the date of sale. */
export function isBySale({ dateField, from, to }: OrderFilter): boolean {
  return dateField === 'sold' && (from !== undefined || to !== undefined)
}

/** True where the filter asks for what order_counts does not know. */
export function hasFigureFilter(filter: FigureFilter): boolean {
  const { cancelReason, cancelInitiator, customerType, customerId, segment, isChecked, isPartlyScanned } =
    filter
  return [cancelReason, cancelInitiator, customerType, customerId, segment, isChecked, isPartlyScanned].some(
    (one) => one !== undefined,
  )
}

function flag(value: number | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 1
}
