import type { Reply } from '../../contract/endpoints.ts'
import { can, type AccessRights } from '../../model/permissions.ts'
import type { ParcelBack } from './parcel-back-store.ts'

/** What an order's page says of a parcel that came back by itself. */
export function presentParcelBack(
  { receivedAt, receivedName, note, lines }: ParcelBack,
  user: AccessRights,
): Reply<'POST /orders/{id}/take-back'>['data'] {
  return {
    received: receivedAt === null ? null : { at: receivedAt, by: receivedName, note },
    may_receive: receivedAt === null && can(user, 'orders.confirm'),
    lines: lines.map((line) => ({
      position: line.position,
      shop_sku: line.shopSku,
      name: line.name,
      variant_label: line.variantLabel,
      quantity: line.quantity,
      restocked: line.restocked,
      written_off: line.writtenOff,
    })),
  }
}
