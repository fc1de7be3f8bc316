import { hash } from '../../kit/random.ts'
import type { ReturnAction } from '../../kit/return-control.ts'
import {
  ReturnRefused,
  type NewReturn,
  type ReturnFile,
  type ReturnStage,
} from '../../kit/return-simulation.ts'
import { salePrice } from './detail.ts'
import type { Tiktok } from './tiktok.ts'

/** Reasons that a seller may give for the rejection of a request, or of a returned parcel. */
export const RETURN_REJECTIONS = {
  request: [
    { name: 'reverse_reject_request_reason_1', text: 'The request is not eligible for a return' },
    { name: 'reverse_reject_request_reason_2', text: 'The buyer has sent no evidence' },
  ],
  parcel: [
    { name: 'reverse_reject_return_parcel_reason_1', text: 'The package was empty' },
    { name: 'reverse_reject_return_parcel_reason_2', text: 'The goods were used or damaged' },
  ],
} as const

export const TYPES = {
  refund: 'REFUND',
  return: 'RETURN_AND_REFUND',
  replacement: 'REPLACEMENT',
} as const

const STATUSES: Record<ReturnStage, string> = {
  asked: 'RETURN_OR_REFUND_REQUEST_PENDING',
  accepted: 'AWAITING_BUYER_SHIP',
  refused: 'REFUND_OR_RETURN_REQUEST_REJECT',
  disputed: 'REFUND_OR_RETURN_REQUEST_REJECT',
  sent: 'BUYER_SHIPPED_ITEM',
  received: 'RETURN_OR_REFUND_REQUEST_SUCCESS',
  refunded: 'RETURN_OR_REFUND_REQUEST_COMPLETE',
  closed: 'RETURN_OR_REFUND_REQUEST_CANCEL',
}

export function returnStatus({ kind, stage, history }: ReturnFile): string {
  if (kind === 'refund' && stage === 'accepted') return 'RETURN_OR_REFUND_REQUEST_SUCCESS'
  const isContested = stage === 'disputed' && history.some(({ action }) => action === 'contest')
  return isContested ? 'REJECT_RECEIVE_PACKAGE' : STATUSES[stage]
}

/** Message 12, at every step. */
export function followReturns({ returns, pushes }: Tiktok): void {
  returns.onChange((file) =>
    pushes.send(12, file.shopId, {
      order_id: file.orderId,
      return_role: 'BUYER',
      return_type: TYPES[file.kind],
      return_status: returnStatus(file),
      return_id: file.id,
      create_time: file.requestedAt,
      update_time: file.changedAt,
    }),
  )
}

/** Returns the return that a buyer's input asks for: pieces that arrived, at the amounts that were paid for them. */
export function planReturn({ book }: Tiktok, input: ReturnAction): NewReturn {
  const order = book.find(input.order_id)
  if (!order) throw new ReturnRefused(`there is no order ${input.order_id}`)
  const hasArrived = order.status === 'DELIVERED' || order.status === 'COMPLETED'
  const units = order.units.filter(
    ({ id, isCancelled, isGift }) =>
      hasArrived && !isCancelled && !isGift && (input.parts?.includes(id) ?? true),
  )
  return {
    orderId: order.id,
    shopId: order.shop.id,
    kind: input.kind,
    reason: input.reason ?? 'Item does not match the description',
    note: input.note,
    tracking: input.kind === 'refund' ? '' : `JXR${String(hash(`back:${order.id}`)).padStart(10, '0')}`,
    lines: units.map((unit) => ({
      part: unit.id,
      sku: unit.skuId,
      quantity: 1,
      refund: input.kind === 'replacement' ? 0 : salePrice(unit),
    })),
  }
}
