import type { Pieces } from '../../catalogue.ts'
import { hash } from '../../random.ts'
import { packPiece } from './make-order.ts'
import type { OrderRecord } from '../../order-record.ts'
import { CARRIERS } from './shops.ts'
import type { Lazada, Order, Piece, PieceStatus } from './types.ts'

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

/** What buyer and seller say to each other about a cancellation moves no piece. */
const TALKS = ['request_cancel', 'reject_cancel'] as const

export type Action = keyof typeof MOVES | (typeof TALKS)[number]

export const ACTIONS: readonly string[] = [...Object.keys(MOVES), ...TALKS]

export const isAction = (text: string): text is Action => ACTIONS.includes(text)

export interface MoveDetails {
  /** Places of the pieces that move; left out: all that can. */
  pieces?: number[]
  by?: 'customer' | 'seller' | 'internal'
  reason?: string
}

export interface Lifecycle {
  /** Moves pieces on and tells the subscriber; false when none can. */
  move(order: Order, action: Action, details?: MoveDetails): boolean
  /** A new order, told to the subscriber. */
  create(order: Order, record: OrderRecord): void
  onCreate(listener: (order: Order, record: OrderRecord) => void): void
}

/** What was bought, or those pieces of it. */
export const piecesOf = (pieces: readonly Piece[]): Pieces[] =>
  pieces.map(({ product }) => ({ sku: product.sku, quantity: 1 }))

export function createLifecycle({
  clock,
  book,
  pushes,
  catalogue,
}: Pick<Lazada, 'clock' | 'book' | 'pushes' | 'catalogue'>): Lifecycle {
  let created = (_order: Order, _record: OrderRecord): void => {}

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

  const announceWish = (order: Order, status: string): void =>
    pushes.send(10, order.shop, {
      reverse_order_id: String(600_000_000_000 + hash(`reverse:${order.id}`)),
      reverse_status: status,
      trade_order_id: String(order.id),
      trade_order_line_id: String(order.pieces[0]?.id ?? ''),
      status_update_time: order.updateTime,
    })

  const talk = (order: Order, action: (typeof TALKS)[number]): boolean => {
    const isAsking = action === 'request_cancel'
    const canAsk = order.pieces.some(({ status }) => status === 'pending' || status === 'packed')
    if (order.isCancelAsked === isAsking || (isAsking && !canAsk)) return false
    book.change(order, clock.now(), () => {
      order.isCancelAsked = isAsking
    })
    announceWish(order, isAsking ? 'CANCEL_INIT' : 'CANCEL_REJECTED')
    return true
  }

  const apply = (order: Order, piece: Piece, action: keyof typeof MOVES, details: MoveDetails): void => {
    const { to } = MOVES[action]
    piece.status = to
    piece.updateTime = Math.max(piece.updateTime, clock.now())
    if (action === 'pay' && !order.cod) order.payTime = clock.now()
    if (action === 'pack' && piece.packageId === '')
      packPiece(piece, order.id, order.shop, CARRIERS[order.shop.region][order.id % 2] ?? '')
    if (action === 'repack') Object.assign(piece, { packageId: '', tracking: '', carrier: '' })
    if (to === 'canceled') {
      const by = details.by ?? (action === 'accept_cancel' ? 'customer' : 'seller')
      piece.initiator = `cancellation-${by}`
      piece.reason = details.reason ?? (by === 'customer' ? 'Change of mind' : 'Out of stock')
    }
    if (to === 'failed_delivery') piece.initiator = 'cancellation-failed Delivery'
    if (to === 'returned') {
      piece.initiator = 'return-customer'
      piece.reason = details.reason ?? 'Not as described'
    }
  }

  return {
    move(order, action, details = {}) {
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
      if (rule.to === 'canceled') catalogue.giveBack(order.shop.id, piecesOf(moving))
      announce(order, moving)
      if (action === 'pack')
        for (const packageId of new Set(moving.map((piece) => piece.packageId)))
          pushes.send(14, order.shop, {
            trade_order_id: String(order.id),
            fulfillment_package_id: packageId,
            status: 'packed',
          })
      return true
    },
    create(order, record) {
      book.add([order])
      created(order, record)
      announce(order, order.pieces)
    },
    onCreate(listener) {
      created = listener
    },
  }
}
