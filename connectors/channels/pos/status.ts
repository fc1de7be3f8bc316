/** The words of a sale at the till in ours. Source: decisions of the README; the words are the dialect's. */
import type { OrderStatus } from '../../../model/order-status.ts'
import type { DeliveryStep } from '../../../model/delivery-status.ts'
import type { ParcelUpdate } from '../../woocommerce/profile.ts'
import type { StoreOrder } from '../../woocommerce/wire.ts'

const statuses: Record<string, OrderStatus> = {
  completed: 'delivered',
  refunded: 'returned',
  cancelled: 'canceled',
  trash: 'canceled',
  // A card that was declined: the goods never left the counter.
  failed: 'canceled',
}

/** A ticket that is brought to its buyer: the steps that we noted count as long as the till's own word allows them. */
const steps: Partial<Record<OrderStatus, readonly DeliveryStep[]>> = {
  confirmed: ['ready_to_ship', 'shipped'],
  delivered: ['returned'],
  // The till has one word for a declined card and for a parcel that nobody took.
  canceled: ['failed', 'returned'],
}

/** A ticket that is neither closed nor voided is open, whatever the till calls it. */
export function statusOf(
  { status, date_completed_gmt: completed }: StoreOrder,
  { step }: Pick<ParcelUpdate, 'step'>,
): OrderStatus {
  const ours = statuses[status] ?? (completed ? 'delivered' : 'confirmed')
  const mayCount = ours !== 'canceled' || status === 'failed'
  return step && mayCount && steps[ours]?.includes(step) ? step : ours
}
