import type { Catalog, Pieces } from '../../kit/catalog.ts'
import type { Clock } from '../../kit/clock.ts'
import { withAddress } from '../../kit/fake-customers.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { longId, trackingNumber } from './order-factory.ts'
import type { OrderBook } from './order-book.ts'
import type { Pushes } from './push.ts'
import type { Order, OrderStatus, Parcel, TiktokSettings } from './types.ts'

/** One thing that can happen to an order: from which statuses, to which; without one it stays where it is. */
interface Move {
  from: readonly OrderStatus[]
  to?: OrderStatus
}

const OPEN: readonly OrderStatus[] = ['AWAITING_SHIPMENT', 'PARTIALLY_SHIPPING', 'AWAITING_COLLECTION']

/** Every way in which an order can change. */
export const MOVES = {
  pay: { from: ['UNPAID'], to: 'ON_HOLD' },
  release: { from: ['ON_HOLD'], to: 'AWAITING_SHIPMENT' },
  split: { from: ['AWAITING_SHIPMENT'] },
  regroup: { from: ['AWAITING_SHIPMENT'] },
  ship_part: { from: ['AWAITING_SHIPMENT'], to: 'PARTIALLY_SHIPPING' },
  ship: { from: ['AWAITING_SHIPMENT', 'PARTIALLY_SHIPPING'], to: 'AWAITING_COLLECTION' },
  collect: { from: ['AWAITING_COLLECTION'], to: 'IN_TRANSIT' },
  deliver: { from: ['IN_TRANSIT'], to: 'DELIVERED' },
  complete: { from: ['DELIVERED'], to: 'COMPLETED' },
  request_cancel: { from: OPEN },
  reject_cancel: { from: OPEN },
  accept_cancel: { from: OPEN, to: 'CANCELLED' },
  cancel: { from: ['UNPAID', 'ON_HOLD', ...OPEN], to: 'CANCELLED' },
  cancel_unit: { from: ['AWAITING_SHIPMENT'] },
  move_house: { from: ['AWAITING_SHIPMENT'] },
  lost: { from: ['IN_TRANSIT'], to: 'CANCELLED' },
} as const satisfies Record<string, Move>

export type Action = keyof typeof MOVES

export const isAction = (text: string): text is Action => Object.hasOwn(MOVES, text)

export interface MoveDetails {
  by?: 'BUYER' | 'SELLER' | 'SYSTEM' | undefined
  reason?: string | undefined
  /** Details of a shipment: one parcel of several, its hand-over, and the seller's own courier and tracking number. */
  parcel?: Parcel | undefined
  handover?: Pick<Parcel, 'handover' | 'slot'> | undefined
  own?: { tracking: string; carrier: string }
  /** Details of a regrouping: the ids of the units of each package that the order is to have. */
  groups?: readonly (readonly string[])[]
}

/** Reason of buyers who have changed their mind. */
export const CANCEL_REQUEST_REASON = 'ecom_order_to_ship_canceled_reason_no_longer_needed'

export const cancelId = ({ id }: Order): string => longId('4035', `cancel:${id}`)

/** Returns the pieces of the order that are not cancelled, gifts included. */
export const piecesOf = (order: Order): Pieces[] =>
  order.units.filter(({ isCancelled }) => !isCancelled).map(({ sku }) => ({ sku, quantity: 1 }))

/** Every package gets an id that no package had before. What was called off stays where nobody sees it: in the first one. */
function regroup(order: Order, groups: readonly (readonly string[])[], now: number): void {
  const before = order.parcels.map(({ id }) => id).join()
  order.parcels = groups.map((_, place) => ({
    id: longId('1162', `regroup:${order.id}:${before}:${now}:${place}`),
    status: 'TO_FULFILL',
    tracking: '',
  }))
  for (const unit of order.units)
    unit.parcel = Math.max(
      0,
      groups.findIndex((ids) => ids.includes(unit.id)),
    )
}

interface LifecycleParts {
  book: OrderBook
  catalog: Catalog<string>
  clock: Clock
  pushes: Pushes
  settings: TiktokSettings
}

export function createLifecycle({ clock, book, pushes, catalog, settings }: LifecycleParts) {
  const announce = (order: Order): void =>
    pushes.send(1, order.shop.id, {
      order_id: order.id,
      // The guide's own spelling.
      order_status: order.status === 'CANCELLED' ? 'CANCEL' : order.status,
      is_on_hold_order: order.status === 'ON_HOLD',
      update_time: order.updateTime,
    })
  const announceParcels = (order: Order): void =>
    pushes.send(4, order.shop.id, {
      sc_type: 1,
      role_type: 1,
      package_list: order.parcels.map(({ id }) => ({ package_id: id, order_id_list: [order.id] })),
      update_time: order.updateTime,
    })
  const announceAction = (order: Order, status: string): void =>
    pushes.send(11, order.shop.id, {
      order_id: order.id,
      cancellations_role: 'BUYER',
      cancel_status: `CANCELLATION_REQUEST_${status}`,
      cancel_id: cancelId(order),
      create_time: order.updateTime,
    })

  // For an hour the buyer may call a paid order off without asking.
  const promiseRelease = (order: Order): void => {
    clock.at((order.updateTime + settings.onHoldSeconds) * 1000, () => move(order, 'release'))
  }

  /** A seller who says nothing in time agrees. */
  const promiseAnswer = (order: Order): void => {
    const { cancelRequestedAt } = order
    if (cancelRequestedAt === 0) return
    clock.at((cancelRequestedAt + settings.cancelAnswerSeconds) * 1000, () => {
      if (order.cancelRequestedAt === cancelRequestedAt)
        move(order, 'accept_cancel', { reason: CANCEL_REQUEST_REASON })
    })
  }

  const isAllowed = (order: Order, action: Action): boolean => {
    const { from }: Move = MOVES[action]
    if (!from.includes(order.status)) return false
    const left = order.units.filter((unit) => !unit.isCancelled).length
    if (action === 'split') return order.parcels.length === 1 && order.units.length > 1
    if (action === 'regroup')
      return order.cancelRequestedAt === 0 && order.parcels.every(({ status }) => status === 'TO_FULFILL')
    if (action === 'ship_part') return order.parcels.length > 1
    if (action === 'cancel_unit') return left > 1
    if (action === 'request_cancel') return order.cancelRequestedAt === 0
    if (action === 'accept_cancel' || action === 'reject_cancel') return order.cancelRequestedAt > 0
    return true
  }

  /** By call the tracking number comes a moment later, by hand it is there at once. */
  const shipParcel = (order: Order, parcel: Parcel, place: number, details: MoveDetails): void => {
    if (parcel.status !== 'TO_FULFILL') return
    parcel.status = 'PROCESSING'
    parcel.shipAt = clock.now()
    Object.assign(parcel, details.handover)
    if (details.own) parcel.tracking = details.own.tracking
    else if (!details.handover) parcel.tracking = trackingNumber(order.id, place)
  }

  const promiseTracking = (order: Order): void => {
    for (const [place, { status, tracking, shipAt }] of order.parcels.entries())
      if (status === 'PROCESSING' && tracking === '' && shipAt !== undefined)
        clock.at((shipAt + settings.trackingSeconds) * 1000, () => {
          const parcel = order.parcels[place]
          if (parcel?.status !== 'PROCESSING' || parcel.tracking !== '') return
          book.change(order, clock.now(), () => (parcel.tracking = trackingNumber(order.id, place)))
          announceParcels(order)
        })
  }

  const apply = (order: Order, action: Action, details: MoveDetails): void => {
    const now = clock.now()
    const { to }: Move = MOVES[action]
    const setParcels = (status: Parcel['status']): void => {
      for (const parcel of order.parcels) parcel.status = status
    }
    if (action === 'pay') order.payTime = now
    if (action === 'split') {
      order.parcels.push({ id: longId('1162', `split:${order.id}`), status: 'TO_FULFILL', tracking: '' })
      for (const [at, unit] of order.units.entries()) unit.parcel = at % 2
    }
    if (action === 'regroup') regroup(order, details.groups ?? [order.units.map(({ id }) => id)], now)
    if (details.own) order.carrier = details.own.carrier
    const chosen = action === 'ship_part' ? (details.parcel ?? order.parcels[0]) : undefined
    if (action === 'ship' || action === 'ship_part')
      for (const [place, parcel] of order.parcels.entries())
        if (action === 'ship' || parcel === chosen) shipParcel(order, parcel, place, details)
    if (action === 'ship' || action === 'ship_part') order.shipTime = now
    if (action === 'collect') {
      order.collectTime = now
      for (const [place, parcel] of order.parcels.entries())
        if (parcel.tracking === '') parcel.tracking = trackingNumber(order.id, place)
      setParcels('FULFILLING')
    }
    if (action === 'deliver') order.deliverTime = now
    if (action === 'deliver') setParcels('COMPLETED')
    if (action === 'request_cancel') order.cancelRequestedAt = now
    if (action === 'reject_cancel') order.cancelRequestedAt = 0
    const unit = action === 'cancel_unit' ? order.units.findLast((one) => !one.isCancelled) : undefined
    if (unit) {
      unit.isCancelled = true
      catalog.giveBack(order.shop.id, [{ sku: unit.sku, quantity: 1 }])
    }
    if (action === 'move_house')
      order.buyer = withAddress(order.buyer, `No. 1, ${order.buyer.address.full_address}`)
    if (to === 'CANCELLED') {
      const isRequest = action === 'accept_cancel'
      order.cancelTime = now
      order.cancelledBy = details.by ?? (isRequest ? 'BUYER' : action === 'lost' ? 'SYSTEM' : 'SELLER')
      order.cancelReason =
        details.reason ?? (action === 'lost' ? 'package_lost' : 'seller_cancel_reason_out_of_stock')
      order.cancelRequestedAt = 0
      // Pieces that are lost on their way do not go back into stock.
      if (action !== 'lost') catalog.giveBack(order.shop.id, piecesOf(order))
      setParcels('CANCELLED')
    }
    if (to) order.status = to
  }

  /** Changes an order and tells the subscriber; false when its state does not allow that. */
  const move = (order: Order, action: Action, details: MoveDetails = {}): boolean => {
    if (!isAllowed(order, action)) return false
    const before = order.status
    book.change(order, clock.now(), () => apply(order, action, details))
    if (action === 'pay') promiseRelease(order)
    if (order.status !== before) announce(order)
    if (action.startsWith('ship') || action === 'split' || action === 'regroup') announceParcels(order)
    if (details.handover) promiseTracking(order)
    if (action === 'request_cancel') announceAction(order, 'PENDING')
    if (action === 'request_cancel') promiseAnswer(order)
    if (action === 'accept_cancel') announceAction(order, 'SUCCESS')
    if (action === 'reject_cancel') announceAction(order, 'CANCEL')
    if (action === 'cancel_unit') announceAction(order, 'COMPLETE')
    if (action === 'move_house')
      pushes.send(3, order.shop.id, { order_id: order.id, update_time: order.updateTime })
    return true
  }

  return {
    move,
    create(order: Order, record: OrderRecord): void {
      book.create(order, record)
      if (order.status === 'ON_HOLD') promiseRelease(order)
      announce(order)
    },
    /** Takes up what an order that was loaded is waiting for. */
    resume(order: Order): void {
      if (order.status === 'ON_HOLD') promiseRelease(order)
      promiseTracking(order)
      promiseAnswer(order)
    },
  }
}
