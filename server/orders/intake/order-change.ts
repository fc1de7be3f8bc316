/** The change that a channel's report makes to an order: the stored one, the reported one, and what follows from both. */
import { hash } from 'node:crypto'
import { inOneLine, type CancelReasonCode } from '../../../model/cancel-reason.ts'
import { logisticsIds } from '../../../model/delivery.ts'
import { mergeLines, orderValue, paymentMethodIds, type ChannelOrder } from '../../../model/order.ts'
import {
  isSale,
  moveOrder,
  orderStatusIds,
  orderStatusOf,
  type OrderEvent,
  type OrderStatus,
} from '../../../model/order-status.ts'
import { regionOf, unknownRegion } from '../../../model/place.ts'
import type { CountedSale } from '../../../model/sale.ts'
import type { CancelableOrder } from '../../analytics/cancel-days-store.ts'
import type { CarriedOrder } from '../../analytics/courier-days-store.ts'
import type { SoldLine } from '../../analytics/sold-products-store.ts'
import { pick, type Row } from '../../db/column-list.ts'
import type { ShopKey } from '../../db/database.ts'
import { withoutBuyer } from '../../customers/privacy/erased-buyers-store.ts'
import { stripNulBytes } from '../../db/strip-nul-bytes.ts'
import type { reserveStock } from '../../stock/ledger/stock-ledger-store.ts'
import type { CountedOrder } from '../list/order-counts-store.ts'
import { orderColumns } from '../orders-table.ts'
import type { OrderNotification } from './order-notifications-store.ts'

export type IntakeShop = ShopKey & {
  ownerNumber: number
  platformId: number
  hasCrm: boolean
  /** Its channel tells of returns; otherwise what was paid back is told with the order. */
  supportsReturns: boolean
  /** Its channel takes canceled orders up again. */
  reopens?: boolean
}

export const storedColumns = pick(
  orderColumns,
  'id',
  'channelOrderId',
  'status',
  'paymentMethod',
  'courier',
  'currency',
  'total',
  'placedAt',
  'paidAt',
  'shippedAt',
  'deliveredAt',
  'isStar',
  'refunds',
  'changedAt',
  'digest',
  'customerId',
  'cancelReason',
  'cancelInitiator',
  'address',
  'region',
  'cancelRequestedAt',
  'createdAt',
  'trackingNumber',
)

/** An order before the report is applied. */
export type StoredOrder = Row<typeof storedColumns> & {
  /** Its buyer is not known here any more. */
  isErased: boolean
  isPrinted: boolean
  isReturnRequested: boolean
  hasReturns: boolean
  /** Minor units. */
  shippingFee: number
}

type SoldOrder = Parameters<typeof reserveStock>[2][number]

export type Report = { order: ChannelOrder; digest: string }

/** A report that changes something, beside what it changes. */
export type Change = Report & {
  id: number
  before: StoredOrder | undefined
  status: OrderStatus
  event: OrderEvent | null
  /** A label that was printed before holds no more. */
  restartsPacking: boolean
  paidAt: Date | null
  /** By its channel; else when we heard of it first. */
  shippedAt: Date | null
  deliveredAt: Date | null
  customerId: number | null
  /** Chosen by people where the channel has no logistics of its own. */
  courier: number | null
  region: string
  total: number
}

/** The newest report of each order, in text that the database takes. A page holds one twice that changed meanwhile. */
export function readReports(orders: ChannelOrder[]): Report[] {
  const newest = new Map<string, ChannelOrder>()
  for (const order of orders) {
    const seen = newest.get(order.channelOrderId)
    if (!seen || seen.changedAt <= order.changedAt) newest.set(order.channelOrderId, order)
  }
  return [...newest.values()].map((report) => {
    const json = JSON.stringify(report)
    return { order: stripNulBytes(report, json), digest: hash('sha1', json, 'base64') }
  })
}

export function hasChanged({ order, digest }: Report, stored: StoredOrder | undefined): boolean {
  return !stored || (order.changedAt >= stored.changedAt && digest !== stored.digest)
}

export function changeOf(
  shop: IntakeShop,
  { order: reported, digest }: Report,
  id: number,
  { before, ownCancel }: { before: StoredOrder | undefined; ownCancel?: CancelReasonCode | undefined },
): Change {
  const told = { ...reported, cancelReason: inOneLine(reported.cancelReason) }
  const report = before?.isErased ? withoutBuyer(told) : told
  const { to, event } = moveOrder(before ? orderStatusOf(before.status) : null, report.status, shop)
  const lines = mergeLines(report.lines)
  const address = clearest(before?.address, report.address)
  const region = regionOf(address)
  return {
    order: {
      ...report,
      lines,
      packages: packagesOnce(report),
      address,
      ...(ownCancel && canceledByUs(report, ownCancel)),
    },
    digest,
    id,
    before,
    status: to,
    event,
    restartsPacking: before !== undefined && (event === 'reopened' || hasOtherLabel(before, to, report)),
    paidAt: report.paidAt ?? before?.paidAt ?? null,
    shippedAt: before?.shippedAt ?? (isUnderway(to) ? earlier(report.shippedAt, report.changedAt) : null),
    deliveredAt: deliveredAtOf(to, report, before),
    customerId: before?.customerId ?? null,
    courier: before ? before.courier : (logisticsIds[shop.platformId] ?? null),
    region: region === unknownRegion && before ? before.region : region,
    total: orderValue(report.payment),
  }
}

/** One of each id, whatever a channel repeats: a plugin of a store lists the parcel of two shipments twice. */
function packagesOnce({ packages }: ChannelOrder): ChannelOrder['packages'] {
  return [...new Map(packages.map((one) => [one.channelPackageId, one])).values()]
}

/** The channel names nobody, and we asked it to. A reason that it tells is kept. */
function canceledByUs({ cancelReason }: ChannelOrder, ownCancel: CancelReasonCode): Partial<ChannelOrder> {
  return { cancelReason: cancelReason ?? ownCancel, cancelInitiator: 'seller' }
}

/** It goes back to before its booking, or waits for the hand-over under another number. */
function hasOtherLabel(before: StoredOrder, to: OrderStatus, { packages }: ChannelOrder): boolean {
  const { ready_to_ship: ready } = orderStatusIds
  if (orderStatusIds[to] < Math.min(before.status, ready)) return true
  const numbers = packages.flatMap(({ trackingNumber }) => trackingNumber ?? [])
  return (
    orderStatusIds[to] <= ready &&
    before.trackingNumber !== null &&
    numbers.length > 0 &&
    !numbers.includes(before.trackingNumber)
  )
}

/**
 * When its channel says it was delivered, or first called it so; null once the channel takes it back. Of an order that was delivered before
 * it came in, the channel may know when it left and not when it arrived: its last change may be weeks later.
 */
function deliveredAtOf(
  to: OrderStatus,
  { changedAt, completedAt, shippedAt, deliveredAt }: ChannelOrder,
  before: StoredOrder | undefined,
): Date | null {
  if (to === 'returned' || before?.status === orderStatusIds[to]) return before?.deliveredAt ?? null
  if (to !== 'delivered' || (!before && shippedAt && !deliveredAt)) return null
  return earlier(deliveredAt ?? completedAt, changedAt)
}

/** Clocks of channels are not ours: nothing happens behind the change that tells of it. */
function earlier(at: Date | null | undefined, changedAt: Date): Date {
  return at && at < changedAt ? at : changedAt
}

/** Channels hide addresses in some states; what was clear once stays clear. */
function clearest(
  before: ChannelOrder['address'] | undefined,
  report: ChannelOrder['address'],
): ChannelOrder['address'] {
  return before && !before.isMasked && (!report || report.isMasked) ? before : report
}

function isUnderway(status: OrderStatus): boolean {
  return status === 'shipped' || status === 'delivered' || status === 'failed' || status === 'returned'
}

/** It begins or ceases to be a sale, and what its returns gave back with it. A new order has none before they are joined. */
export function turnsWithReturns({ before, status }: Change): boolean {
  return before?.hasReturns === true && isSale(orderStatusOf(before.status)) !== isSale(status)
}

type Move = CountedOrder & CountedSale & CarriedOrder & CancelableOrder & { id: number; lines: SoldLine[] }

/**
 * Lists the order's old values (`by` -1) and its new ones, for all counters and sums. The currency of the first report
 * stays.
 */
export function movesOf(change: Change, linesBefore: SoldLine[] = []): Move[] {
  const {
    id,
    before,
    order,
    status,
    courier,
    region,
    total,
    paidAt,
    shippedAt,
    deliveredAt,
    restartsPacking,
  } = change
  const now = {
    id,
    by: 1 as const,
    lines: order.lines,
    status: orderStatusIds[status],
    paymentMethod: paymentMethodIds[order.paymentMethod],
    courier,
    region,
    currency: before?.currency ?? order.currency,
    total,
    placedAt: order.placedAt,
    paidAt,
    shippedAt,
    deliveredAt,
    shippingFee: order.payment.shippingFee,
    cancelReason: order.cancelReason,
    cancelInitiator: order.cancelInitiator,
    isStar: before?.isStar ?? false,
    isPrinted: before !== undefined && before.isPrinted && !restartsPacking,
    isCancelRequested: order.cancelRequestedAt !== null,
    isReturnRequested: before?.isReturnRequested ?? false,
  }
  if (!before) return [now]
  const { status: statusBefore, paymentMethod, total: totalBefore, placedAt } = before
  const was = {
    ...now,
    by: -1 as const,
    lines: linesBefore,
    status: statusBefore,
    paymentMethod,
    region: before.region,
    total: totalBefore,
    placedAt,
    paidAt: before.paidAt,
    shippedAt: before.shippedAt,
    deliveredAt: before.deliveredAt,
    shippingFee: before.shippingFee,
    cancelReason: before.cancelReason,
    cancelInitiator: before.cancelInitiator,
    isPrinted: before.isPrinted,
    isCancelRequested: before.cancelRequestedAt !== null,
  }
  return [was, now]
}

/** It has not left, and other things or numbers of them are in it than before: what was scanned and checked was another parcel. */
export function hasOtherLines({ before, status, order }: Change, linesBefore: SoldLine[] = []): boolean {
  if (!before || orderStatusIds[status] > orderStatusIds.ready_to_ship) return false
  const textOf = (lines: Pick<SoldLine, 'shopSku' | 'quantity' | 'isGift'>[]) =>
    JSON.stringify(lines.map((one) => `${one.isGift} ${one.quantity} ${one.shopSku}`).toSorted())
  return textOf(order.lines) !== textOf(linesBefore)
}

/** The order as the stock ledger takes it. */
export function soldOrderOf(
  { id, status, event, before, order, shippedAt }: Change,
  linesBefore: SoldLine[] = [],
): SoldOrder {
  const { placedAt, changedAt, lines, address } = order
  return {
    id,
    status,
    // While it was canceled its channel offered the pieces to others: they are sold anew.
    ...(event === 'reopened'
      ? { placedAt: changedAt, heardAt: new Date() }
      : { placedAt, heardAt: before?.createdAt ?? new Date() }),
    leftAt: shippedAt,
    lines,
    linesBefore: new Set(linesBefore.map(({ shopSku }) => shopSku)),
    to: address,
  }
}

/** Lists the notifications for a change. An order that is new here notifies only if it is still open. */
export function notificationsOf({ id: orderId, before, order, status, event }: Change): OrderNotification[] {
  const asked = cancelEvent(before?.cancelRequestedAt, order.cancelRequestedAt) === 'cancel_requested'
  const requests = asked ? [{ orderId, what: 'cancel_requested' as const }] : []
  if (!before || event === 'reopened') return isOpen(status) ? [{ orderId, what: 'new' }, ...requests] : []
  if (event === 'canceled' || event === 'returned') return [{ orderId, what: event }]
  return requests
}

function isOpen(status: OrderStatus): boolean {
  return status === 'unpaid' || status === 'pending' || status === 'confirmed'
}

export function cancelEvent(before: Date | null | undefined, now: Date | null): OrderEvent | null {
  if (Boolean(before) === Boolean(now)) return null
  return now ? 'cancel_requested' : 'cancel_request_withdrawn'
}
