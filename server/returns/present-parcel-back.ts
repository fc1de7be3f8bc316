import type { Reply } from '../../contract/endpoints.ts'
import { can, type AccessRights } from '../../model/permissions.ts'
import type { ParcelBack } from './parcel-back-store.ts'

/** Presents a parcel that came back without a return, for the order's page. */
export function presentParcelBack(
  { receivedAt, receivedName, note, isRefundOnly, lines }: ParcelBack,
  user: AccessRights,
): Reply<'POST /orders/{id}/take-back'>['data'] {
  return {
    received: receivedAt === null ? null : { at: receivedAt, by: receivedName, note },
    may_receive: receivedAt === null && can(user, 'orders.confirm'),
    is_refund_only: isRefundOnly,
    lines: lines.map((line) => ({
      position: line.position,
      shop_sku: line.shopSku,
      name: line.name,
      variant_label: line.variantLabel,
      quantity: line.quantity,
      restocked: line.restocked,
      written_off: line.writtenOff,
      parts: line.parts.map(({ skuId, code }) => ({ sku_id: skuId, code })),
    })),
  }
}
