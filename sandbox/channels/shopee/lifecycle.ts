import type { Catalog, Pieces } from '../../kit/catalog.ts'
import type { Clock } from '../../kit/clock.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { fullRefund } from './order-factory.ts'
import { isArranged, packageNumber, parcelsOf, PARCEL_STATUS, trackingNumber } from './parcel.ts'
import type { OrderBook } from './order-book.ts'
import type { Pushes } from './push.ts'
import type { Order, OrderStatus, Parcel, ShopeeSettings } from './types.ts'

/** One arrow between statuses. */
interface Move {
  from: readonly OrderStatus[]
  to: OrderStatus | 'before'
  parcel?: string
  time?: 'payTime' | 'arrangeTime' | 'pickupTime' | 'deliverTime' | 'returnTime' | 'endTime'
}

/** Every way in which an order can change its status. */
export const MOVES = {
  pay: { from: ['UNPAID'], to: 'READY_TO_SHIP', time: 'payTime' },
  hold: { from: ['UNPAID', 'READY_TO_SHIP'], to: 'PENDING', time: 'payTime' },
  clear: { from: ['PENDING'], to: 'READY_TO_SHIP' },
  arrange: { from: ['READY_TO_SHIP', 'RETRY_SHIP'], to: 'PROCESSED', time: 'arrangeTime' },
  retry: { from: ['PROCESSED'], to: 'RETRY_SHIP' },
  pickup: { from: ['PROCESSED'], to: 'SHIPPED', time: 'pickupTime' },
  // A seller with couriers of their own hands the parcel over at once.
  ship_unintegrated: { from: ['READY_TO_SHIP', 'RETRY_SHIP'], to: 'SHIPPED', time: 'pickupTime' },
  deliver: { from: ['SHIPPED'], to: 'TO_CONFIRM_RECEIVE', time: 'deliverTime' },
  complete: { from: ['TO_CONFIRM_RECEIVE', 'TO_RETURN'], to: 'COMPLETED', time: 'endTime' },
  request_cancel: { from: ['READY_TO_SHIP', 'PROCESSED', 'RETRY_SHIP'], to: 'IN_CANCEL' },
  accept_cancel: { from: ['IN_CANCEL'], to: 'CANCELLED', time: 'endTime' },
  reject_cancel: { from: ['IN_CANCEL'], to: 'before' },
  cancel: {
    from: ['UNPAID', 'PENDING', 'READY_TO_SHIP', 'PROCESSED', 'RETRY_SHIP', 'IN_CANCEL'],
    to: 'CANCELLED',
    time: 'endTime',
  },
  lost: { from: ['SHIPPED'], to: 'CANCELLED', parcel: 'LOGISTICS_LOST', time: 'endTime' },
  delivery_failed: {
    from: ['SHIPPED'],
    to: 'CANCELLED',
    parcel: 'LOGISTICS_DELIVERY_FAILED',
    time: 'endTime',
  },
  cod_rejected: { from: ['SHIPPED'], to: 'CANCELLED', parcel: 'LOGISTICS_COD_REJECTED', time: 'endTime' },
  // A return is asked for, then paid back, then closed by "complete"; closed at once, it was refused or withdrawn.
  return: { from: ['SHIPPED', 'TO_CONFIRM_RECEIVE', 'COMPLETED'], to: 'TO_RETURN', time: 'returnTime' },
  refund: { from: ['TO_RETURN'], to: 'TO_RETURN' },
} as const satisfies Record<string, Move>

export type Action = keyof typeof MOVES

export const isAction = (text: string): text is Action => Object.hasOwn(MOVES, text)

export interface MoveDetails {
  by?: string | undefined
  reason?: string | undefined
}

/** A buyer's request to cancel that the seller leaves alone counts as accepted. */
const CANCEL_ANSWER_SECONDS = 2 * 86_400

interface LifecycleParts {
  book: OrderBook
  catalog: Catalog<number>
  clock: Clock
  pushes: Pushes
  settings: ShopeeSettings
}

export function createLifecycle({ clock, book, pushes, catalog, settings }: LifecycleParts) {
  /** A change that leaves the status as it is. */
  const touch = (order: Order, apply: () => void): void => book.change(order, clock.now(), apply)

  const announce = (order: Order): void =>
    pushes.send(3, order.shop.id, {
      items: [],
      ordersn: order.sn,
      status: order.status,
      completed_scenario: '',
      update_time: order.updateTime,
    })

  // Push 3 tells the order, push 30 its parcel; they are separate subscriptions.
  const announceParcel = (order: Order, parcel: Parcel): void =>
    pushes.send(30, order.shop.id, {
      ordersn: order.sn,
      package_number: parcel.number,
      fulfillment_status: parcel.status,
      update_time: order.updateTime,
    })

  // Couriers hand out numbers some time after the arrangement: clients have to ask again.
  const promiseTracking = (order: Order, parcel: Parcel): void => {
    clock.at(parcel.trackingAt * 1000, () => {
      const place = parcelsOf(order).indexOf(parcel)
      if (parcel.tracking !== '' || place === -1) return
      touch(order, () => {
        parcel.tracking = trackingNumber(order.shop, order.sn, place)
      })
      pushes.send(4, order.shop.id, {
        ordersn: order.sn,
        forder_id: parcel.number,
        package_number: parcel.number,
        tracking_no: parcel.tracking,
      })
    })
  }

  const promiseAnswer = (order: Order): void => {
    const asked = order.updateTime
    clock.at((asked + CANCEL_ANSWER_SECONDS) * 1000, () => {
      if (order.status === 'IN_CANCEL' && clock.now() - asked >= CANCEL_ANSWER_SECONDS)
        move(order, 'accept_cancel')
    })
  }

  /** Moves an order on and tells the subscriber; false when its status does not allow that. */
  const move = (order: Order, action: Action, details: MoveDetails = {}): boolean => {
    const rule: Move = MOVES[action]
    if (!rule.from.includes(order.status)) return false
    const before = parcelsOf(order).map(({ status }) => status)
    touch(order, () => {
      const target = rule.to === 'before' ? order.before || 'READY_TO_SHIP' : rule.to
      order.before = target === 'IN_CANCEL' ? order.status : ''
      if (target === 'CANCELLED') {
        order.cancelBy =
          details.by ?? (action === 'accept_cancel' ? 'buyer' : action === 'cancel' ? 'seller' : 'system')
        order.cancelReason = details.reason ?? order.buyerCancelReason
      }
      if (action === 'request_cancel') order.buyerCancelReason = details.reason ?? 'Change of Mind'
      if (action === 'reject_cancel') order.buyerCancelReason = ''
      if (action === 'refund') order.money.refund = fullRefund(order.money)
      if (rule.time) order[rule.time] = clock.now()
      order.status = target
      for (const parcel of parcelsOf(order)) parcel.status = rule.parcel ?? parcelAfter(order, parcel)
    })
    if (action === 'arrange') for (const parcel of parcelsOf(order)) bookParcel(order, parcel)
    if (action === 'request_cancel') promiseAnswer(order)
    // Pieces that are on their way, or lost, do not go back into stock.
    if (action === 'cancel' || action === 'accept_cancel') catalog.giveBack(order.shop.id, piecesOf(order))
    announce(order)
    for (const [place, parcel] of parcelsOf(order).entries())
      if (parcel.status !== before[place]) announceParcel(order, parcel)
    return true
  }

  const bookParcel = (order: Order, parcel: Parcel): void => {
    if (parcel.tracking !== '' || (isArranged(parcel) && order.others.length > 0)) return
    parcel.trackingAt = clock.now() + settings.trackingSeconds
    promiseTracking(order, parcel)
  }

  const isLast = (order: Order, parcel: Parcel): boolean =>
    parcelsOf(order).every((one) => one === parcel || isArranged(one))

  /** A parcel of several that goes before the others. */
  const setAhead = (order: Order, parcel: Parcel, status: string): void => {
    touch(order, () => {
      parcel.status = status
    })
    announceParcel(order, parcel)
  }

  return {
    move,
    /** Books the hand-over of one parcel; the order moves on with its last one. */
    arrange(order: Order, parcel: Parcel): void {
      if (isLast(order, parcel)) {
        move(order, 'arrange')
        return
      }
      bookParcel(order, parcel)
      setAhead(order, parcel, PARCEL_STATUS.PROCESSED)
    },
    /** Hands one parcel to the seller's own courier, who has given its number. */
    shipOwn(order: Order, parcel: Parcel): void {
      // The seller's own number is there at once, so nothing is promised for later.
      parcel.trackingAt = clock.now()
      if (!isLast(order, parcel)) {
        setAhead(order, parcel, PARCEL_STATUS.SHIPPED)
        return
      }
      order.arrangeTime = clock.now()
      move(order, 'ship_unintegrated')
    },
    /** Puts the order into these parcels, given by the places of its lines. */
    divide(order: Order, parcels: number[][]): void {
      touch(order, () => {
        const { carrier, number, status } = order.parcel
        const [first, ...others] = parcels.map((lines, place): Parcel => ({
          number: packageNumber(`${number}:${parcels.length}:${place}`),
          status,
          carrier,
          tracking: '',
          trackingAt: 0,
          documentAt: 0,
          ...(parcels.length > 1 && { lines }),
        }))
        if (first) Object.assign(order, { parcel: first, others })
      })
      announce(order)
    },
    touch,
    can: (order: Order, action: Action) => (MOVES[action] as Move).from.includes(order.status),
    create(order: Order, record: OrderRecord): void {
      book.create(order, record)
      announce(order)
    },
    /** Takes up what an order was waiting for when the sandbox stopped. */
    resume(order: Order): void {
      const isBooked = order.status === 'PROCESSED' || order.status === 'READY_TO_SHIP'
      for (const parcel of isBooked ? parcelsOf(order) : [])
        if (isArranged(parcel) && parcel.tracking === '') promiseTracking(order, parcel)
      if (order.status === 'IN_CANCEL') promiseAnswer(order)
    },
  }
}

export const piecesOf = (order: Order): Pieces[] =>
  order.lines.map(({ product, quantity }) => ({ sku: product.sku, quantity }))

function parcelAfter(order: Order, parcel: Parcel): string {
  const before = parcel.status
  // While the seller thinks about a cancellation the parcel stays what it was.
  if (order.status === 'IN_CANCEL') return before
  // One of several that went ahead of the others.
  if (order.status === 'READY_TO_SHIP' && order.others.length > 0 && isArranged(parcel)) return before
  if (order.status === 'CANCELLED' && (order.arrangeTime > 0 || isArranged(parcel)))
    return 'LOGISTICS_REQUEST_CANCELED'
  if (order.status === 'TO_RETURN') return before
  return PARCEL_STATUS[order.status]
}
