import { hash } from '../../kit/random.ts'
import type { ReturnAction } from '../../kit/return-control.ts'
import {
  ReturnRefused,
  type NewReturn,
  type ReturnFile,
  type ReturnStage,
} from '../../kit/return-simulation.ts'
import type { Lazada } from './lazada.ts'
import type { Piece } from './types.ts'

/** Status of a return in message 10, by stage; the push guide has no status for the other stages. */
const NEWS: Record<'return' | 'refund', Partial<Record<ReturnStage, string>>> = {
  return: {
    asked: 'RTM_INIT',
    sent: 'RTM_SHIPPING_BACK',
    received: 'RTM_RECEIVE_ITEM',
    closed: 'RTM_CANCELED',
  },
  refund: {
    asked: 'REFUND_INIT',
    accepted: 'REFUND_PENDING',
    refunded: 'REFUND_SUCCESS',
    refused: 'REFUND_REJECTED',
  },
}

/** The path that a return takes on this marketplace, which knows no replacements. */
export const wayOf = ({ kind }: ReturnFile): 'return' | 'refund' => (kind === 'refund' ? 'refund' : 'return')

export const lineId = (file: ReturnFile, part: string): number =>
  660_000_000_000_000 + hash(`${file.id}:${part}`)

/** Tells the subscriber, and what has been paid back for is returned. */
export function followReturns(lazada: Lazada): void {
  lazada.returns.onChange((file) => {
    const order = lazada.book.find(Number(file.orderId))
    if (!order) return
    const places = file.lines.map(({ part }) => order.pieces.findIndex(({ id }) => String(id) === part))
    const status = NEWS[wayOf(file)][file.stage]
    if (status !== undefined)
      for (const { part } of file.lines)
        lazada.pushes.send(10, order.shop, {
          reverse_order_id: file.id,
          reverse_order_line_id: String(lineId(file, part)),
          reverse_status: status,
          trade_order_id: file.orderId,
          trade_order_line_id: part,
          buyer_id: String(order.buyerId),
          status_update_time: file.changedAt,
        })
    if (file.stage === 'refunded')
      lazada.lifecycle.move(order, 'return', { pieces: places, reason: file.reason })
  })
}

/** Returns the return that a buyer's input asks for: pieces that arrived, at the amounts that were paid for them. */
export function planReturn(lazada: Lazada, input: ReturnAction): NewReturn {
  const order = lazada.book.find(Number(input.order_id))
  if (!order) throw new ReturnRefused(`there is no order ${input.order_id}`)
  const pieces = order.pieces.filter(
    ({ id, status }) =>
      (status === 'delivered' || status === 'confirmed') && (input.parts?.includes(String(id)) ?? true),
  )
  return {
    orderId: String(order.id),
    shopId: String(order.shop.id),
    kind: input.kind === 'replacement' ? 'return' : input.kind,
    reason: input.reason ?? 'Item does not match the description',
    note: input.note,
    tracking: input.kind === 'refund' ? '' : `LZR${hash(`back:${order.id}`)}`,
    lines: pieces.map((piece) => ({
      part: String(piece.id),
      sku: piece.product.sku,
      quantity: 1,
      refund: paidFor(piece),
    })),
  }
}

/** Buyers get back what they paid, and from the seller what the seller got: the platform's voucher is its own. */
export const paidFor = (piece: Piece): number => piece.price - piece.sellerVoucher
