/** Shopee's order and parcel words in ours. Source: "Order management" guide, OrderStatus and LogisticsStatus definitions. */
import type { OrderPayment } from '../../../model/order.ts'
import type { OrderStatus } from '../../../model/order-status.ts'
import type { ShopeeEscrow } from './payment.ts'
import type { ShopeeOrder, ShopeePackage } from './wire.ts'

const statuses: Record<string, OrderStatus> = {
  UNPAID: 'unpaid',
  PENDING: 'pending',
  INVOICE_PENDING: 'pending',
  // "Ready to ship" is Shopee asking the seller to arrange the shipment: nothing is arranged yet.
  READY_TO_SHIP: 'pending',
  PROCESSED: 'ready_to_ship',
  RETRY_SHIP: 'ready_to_ship',
  SHIPPED: 'shipped',
  TO_CONFIRM_RECEIVE: 'delivered',
  COMPLETED: 'delivered',
  TO_RETURN: 'delivered',
  CANCELLED: 'canceled',
}

/** Order status by parcel status. Canceled parcels and unknown words say nothing. */
const parcelSteps: Record<string, OrderStatus> = {
  LOGISTICS_NOT_START: 'pending',
  LOGISTICS_PENDING_ARRANGE: 'pending',
  LOGISTICS_READY: 'pending',
  LOGISTICS_REQUEST_CREATED: 'ready_to_ship',
  LOGISTICS_PICKUP_RETRY: 'ready_to_ship',
  LOGISTICS_PICKUP_DONE: 'shipped',
  LOGISTICS_DELIVERY_FAILED: 'shipped',
  LOGISTICS_DELIVERY_DONE: 'delivered',
}

const steps: OrderStatus[] = ['pending', 'ready_to_ship', 'shipped', 'delivered']

/** Ends that make a canceled order one that the courier lost or the buyer never took. */
const failedParcel = new Set([
  'LOGISTICS_DELIVERY_FAILED',
  'LOGISTICS_LOST',
  'LOGISTICS_PICKUP_FAILED',
  'LOGISTICS_COD_REJECTED',
])

export function statusOf(
  order: ShopeeOrder,
  payment: OrderPayment,
  escrow: ShopeeEscrow | undefined,
): { status: OrderStatus; pickupFailed: boolean } {
  const packages = order.package_list ?? []
  const word = order.order_status
  // IN_CANCEL hides how far the order was, and a word that is new to us says nothing, so the parcels tell.
  let status = statuses[word] ?? statusOfParcels(packages)
  if (status === 'canceled' && packages.some((parcel) => failedParcel.has(parcel.logistics_status)))
    status = 'failed'
  if ((word === 'COMPLETED' || word === 'TO_RETURN') && isReturned(payment, escrow)) status = 'returned'
  const isRetry = packages.some((parcel) => parcel.logistics_status === 'LOGISTICS_PICKUP_RETRY')
  return { status, pickupFailed: word === 'RETRY_SHIP' || (status === 'ready_to_ship' && isRetry) }
}

/** An order is as far as its slowest parcel. */
function statusOfParcels(packages: ShopeePackage[]): OrderStatus {
  const reached = packages.flatMap((parcel) => parcelSteps[parcel.logistics_status] ?? [])
  return steps.find((step) => reached.includes(step)) ?? 'pending'
}

/** Shopee keeps TO_RETURN for the whole quarrel; only a refund of all that the goods brought closes it as a return. */
function isReturned(payment: OrderPayment, escrow: ShopeeEscrow | undefined): boolean {
  const hasReturn = (escrow?.return_order_sn_list ?? []).length > 0
  return hasReturn && payment.refund > 0 && payment.refund >= payment.subTotal - payment.sellerDiscount
}
