import type { Catalog, Pieces } from '../../kit/catalog.ts'
import type { Clock } from '../../kit/clock.ts'
import { hash } from '../../kit/random.ts'
import { packPiece } from './order-factory.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { CARRIERS } from './shops.ts'
import type { OrderBook } from './order-book.ts'
import type { Pushes } from './push.ts'
import type { Order, Piece, PieceStatus, LazadaSettings } from './types.ts'

/** One arrow between the statuses of a piece. */
interface Move {
  from: readonly PieceStatus[]
  to: PieceStatus
}

const OPEN = ['unpaid', 'pending', 'packed', 'repacked', 'ready_to_ship'] as const

/** Every way in which a piece can change its status. */
export const MOVES = {
  pay: { from: ['unpaid'], to: 'pending' },
  pack: { from: ['pending', 'repacked'], to: 'packed' },
  repack: { from: ['packed'], to: 'repacked' },
  ready: { from: ['packed'], to: 'ready_to_ship' },
  ship: { from: ['ready_to_ship'], to: 'shipped' },
  deliver: { from: ['shipped'], to: 'delivered' },
  confirm: { from: ['delivered'], to: 'confirmed' },
  cancel: { from: OPEN, to: 'canceled' },
  accept_cancel: { from: OPEN, to: 'canceled' },
  fail: { from: ['shipped'], to: 'failed_delivery' },
  ship_back: { from: ['failed_delivery'], to: 'shipped_back' },
  take_back: { from: ['shipped_back'], to: 'shipped_back_success' },
  lose_back: { from: ['shipped_back'], to: 'shipped_back_failed' },
  lose: { from: ['shipped'], to: 'lost_by_3pl' },
  damage: { from: ['shipped'], to: 'damaged_by_3pl' },
  return: { from: ['delivered', 'confirmed'], to: 'returned' },
} as const satisfies Record<string, Move>

/** Actions that move no piece: the buyer's request to cancel, and the seller's rejection. */
const TALKS = ['request_cancel', 'reject_cancel'] as const

export type Action = keyof typeof MOVES | (typeof TALKS)[number]

export const ACTIONS: readonly string[] = [...Object.keys(MOVES), ...TALKS]

export const isAction = (text: string): text is Action => ACTIONS.includes(text)

export interface MoveDetails {
  /** Places of the pieces that move; left out: all that can. */
  pieces?: number[] | undefined
  by?: 'customer' | 'seller' | 'internal' | undefined
  reason?: string | undefined
}

/** The steps that message 14 tells of a parcel. */
const PACKAGE_STATUSES: Partial<Record<Action, string>> = { pack: 'packed', ready: 'ready_to_ship' }

/** It has a parcel, and is not in it yet. */
export const isBeingPacked = ({ status, packageId }: Piece): boolean =>
  packageId !== '' && (status === 'pending' || status === 'repacked')

/** Returns the SKU and the quantity of each of these pieces. */
export const piecesOf = (pieces: readonly Piece[]): Pieces[] =>
  pieces.map(({ product }) => ({ sku: product.sku, quantity: 1 }))

const carrierOf = (order: Order): string => CARRIERS[order.shop.region][order.id % 2] ?? ''

/** The number of the reverse order that a buyer's input to cancel makes. */
export const cancelActionId = (order: Order): number => 600_000_000_000 + hash(`reverse:${order.id}`)

/** Several pieces of one parcel tell the same story, which is written down once. */
function noteEvent(order: Order, { packageId, status, updateTime }: Piece): void {
  if (packageId === '') return
  const events = (order.parcels[packageId] ??= [])
  if (events.at(-1)?.status !== status) events.push({ at: updateTime, status })
}

interface LifecycleParts {
  book: OrderBook
  catalog: Catalog<number>
  clock: Clock
  pushes: Pushes
  settings: LazadaSettings
}

export function createLifecycle({ clock, book, pushes, catalog, settings }: LifecycleParts) {
  // One message for each row, as the push guide has it.
  const announce = (order: Order, pieces: readonly Piece[]): void => {
    for (const piece of pieces)
      pushes.send(0, order.shop, {
        order_status: piece.status,
        trade_order_id: String(order.id),
        trade_order_line_id: String(piece.id),
        status_update_time: piece.updateTime,
        buyer_id: String(order.buyerId),
      })
  }

  const announceAction = (order: Order, status: string): void =>
    pushes.send(10, order.shop, {
      reverse_order_id: String(cancelActionId(order)),
      reverse_status: status,
      trade_order_id: String(order.id),
      trade_order_line_id: String(order.pieces[0]?.id ?? ''),
      status_update_time: order.updateTime,
    })

  /** The marketplace grants the input of a buyer whom nobody answers. */
  const planAnswer = (order: Order): void => {
    const { cancelAnswerBy: due } = order
    if (due === 0) return
    clock.at(due * 1000, () => {
      if (order.isCancelAsked && order.cancelAnswerBy === due) move(order, 'accept_cancel')
    })
  }

  const planPacking = (order: Order, packageId: string): void => {
    clock.at(clock.nowMs() + settings.packSeconds * 1000, () => {
      const pieces = order.pieces.flatMap((piece, index) => (piece.packageId === packageId ? [index] : []))
      move(order, 'pack', { pieces })
    })
  }

  const talk = (order: Order, action: (typeof TALKS)[number]): boolean => {
    const isAsking = action === 'request_cancel'
    const canAsk = order.pieces.some(({ status }) => status === 'pending' || status === 'packed')
    if (order.isCancelAsked === isAsking || (isAsking && !canAsk)) return false
    book.change(order, clock.now(), () => {
      order.isCancelAsked = isAsking
      order.cancelAnswerBy = isAsking ? clock.now() + settings.cancelAnswerSeconds : 0
    })
    planAnswer(order)
    announceAction(order, isAsking ? 'CANCEL_INIT' : 'CANCEL_REJECTED')
    return true
  }

  const apply = (order: Order, piece: Piece, action: keyof typeof MOVES, details: MoveDetails): void => {
    const { to } = MOVES[action]
    piece.status = to
    piece.updateTime = Math.max(piece.updateTime, clock.now())
    if (action === 'pay' && !order.cod) order.payTime = clock.now()
    if (action === 'pack' && piece.packageId === '')
      packPiece(piece, String(order.id), order.shop, carrierOf(order))
    if (action === 'repack') Object.assign(piece, { packageId: '', tracking: '', carrier: '' })
    if (to === 'canceled') {
      const by = details.by ?? (action === 'accept_cancel' ? 'customer' : 'seller')
      piece.initiator = `cancellation-${by}`
      piece.reason = details.reason ?? (by === 'customer' ? 'Change of mind' : 'Out of stock')
    }
    if (to === 'delivered') piece.deliveredAt = clock.now()
    noteEvent(order, piece)
    if (to === 'failed_delivery') piece.initiator = 'cancellation-failed Delivery'
    if (to === 'returned') {
      piece.initiator = 'return-customer'
      piece.reason = details.reason ?? 'Not as described'
    }
  }

  /** Moves pieces on and tells the subscriber; false when none can. */
  const move = (order: Order, action: Action, details: MoveDetails = {}): boolean => {
    if (action === 'request_cancel' || action === 'reject_cancel') return talk(order, action)
    if (action === 'accept_cancel' && !order.isCancelAsked) return false
    const rule: Move = MOVES[action]
    const moving = order.pieces.filter(
      (piece, index) => (details.pieces?.includes(index) ?? true) && rule.from.includes(piece.status),
    )
    if (moving.length === 0) return false
    book.change(order, clock.now(), () => {
      for (const piece of moving) apply(order, piece, action, details)
      if (rule.to === 'canceled') order.isCancelAsked = false
    })
    // All that can be called off has not left yet.
    if (rule.to === 'canceled') catalog.giveBack(order.shop.id, piecesOf(moving))
    announce(order, moving)
    if (action === 'accept_cancel') announceAction(order, 'CANCEL_SUCCESS')
    const packageStatus = PACKAGE_STATUSES[action]
    if (packageStatus !== undefined)
      for (const packageId of new Set(moving.map((piece) => piece.packageId)))
        pushes.send(14, order.shop, {
          trade_order_id: String(order.id),
          fulfillment_package_id: packageId,
          status: packageStatus,
        })
    return true
  }

  return {
    move,
    /** Gives pieces a parcel at once; they are packed a moment later, as the real calls have it. */
    startPacking(order: Order, pieces: readonly Piece[]): void {
      const seed = `${order.id}:${pieces[0]?.id}:${clock.now()}`
      book.change(order, clock.now(), () => {
        for (const piece of pieces) {
          packPiece(piece, seed, order.shop, carrierOf(order))
          piece.updateTime = Math.max(piece.updateTime, clock.now())
        }
      })
      planPacking(order, pieces[0]?.packageId ?? '')
    },
    /** Goes on with what an earlier run had begun. */
    resume(order: Order): void {
      planAnswer(order)
      for (const packageId of new Set(order.pieces.filter(isBeingPacked).map((piece) => piece.packageId)))
        planPacking(order, packageId)
    },
    create(order: Order, record: OrderRecord): void {
      book.create(order, record)
      announce(order, order.pieces)
    },
  }
}
