import type { Person, Region } from '../../kit/fake-customers.ts'

export type OrderStatus =
  | 'UNPAID'
  | 'ON_HOLD'
  | 'AWAITING_SHIPMENT'
  | 'PARTIALLY_SHIPPING'
  | 'AWAITING_COLLECTION'
  | 'IN_TRANSIT'
  | 'DELIVERED'
  | 'COMPLETED'
  | 'CANCELLED'

export type PackageStatus = 'TO_FULFILL' | 'PROCESSING' | 'FULFILLING' | 'COMPLETED' | 'CANCELLED'

export interface Shop {
  /** Nineteen digits: a number of JSON would lose the last of them. */
  id: string
  name: string
  region: Region
  currency: 'MYR' | 'VND'
  /** Minor units in one of the currency: all amounts in here are whole minor units. */
  scale: 1 | 100
  /** Identifier of the shop in calls. */
  cipher: string
  code: string
  carriers: readonly string[]
}

/** One piece of one thing: TikTok Shop knows no quantities. */
export interface Unit {
  id: string
  productId: string
  skuId: string
  sku: string
  /** The seller's code, which may have become another one since the goods were listed. */
  code: string
  name: string
  variant: string
  original: number
  sellerDiscount: number
  platformDiscount: number
  isGift: boolean
  isCancelled: boolean
  /** Place in the order's list of parcels. */
  parcel: number
}

export interface Parcel {
  id: string
  status: PackageStatus
  tracking: string
  /** When its hand-over was arranged, by call or by hand. */
  shipAt?: number
  /** Kind of hand-over; left out when it was arranged by hand. */
  handover?: 'PICKUP' | 'DROP_OFF'
  slot?: { start_time: number; end_time: number }
}

export interface Order {
  id: string
  shop: Shop
  status: OrderStatus
  createTime: number
  updateTime: number
  payTime: number
  shipTime: number
  collectTime: number
  deliverTime: number
  cancelTime: number
  cancelReason: string
  cancelledBy: '' | 'BUYER' | 'SELLER' | 'SYSTEM'
  /** When the buyer asked to cancel; 0 = no input is open. */
  cancelRequestedAt: number
  cod: boolean
  payment: string
  buyerId: string
  buyer: Person
  message: string
  carrier: string
  /** The seller's own courier: the address is told in full. */
  isOwnCourier: boolean
  units: Unit[]
  parcels: Parcel[]
  shippingFee: number
  shippingSellerDiscount: number
  shippingPlatformDiscount: number
  serviceFee: number
}

export interface TiktokSettings {
  appKey: string
  appSecret: string
  serviceId: string
  /** Address to which the consent page redirects sellers, as entered in the Partner Center. */
  redirectUrl: string
  pushUrl: string
  accessSeconds: number
  refreshSeconds: number
  /** Duration of an order's hold. */
  onHoldSeconds: number
  /** Duration of the audit of a new or changed product, before it goes on sale. */
  auditSeconds: number
  /** Delay from the arrangement of a hand-over to the tracking number, and to the label. */
  trackingSeconds: number
  documentSeconds: number
  /** Time that a seller has for an answer to a buyer's request to cancel. */
  cancelAnswerSeconds: number
  /** Delay from a delivery to the settlement of the money. */
  settleSeconds: number
}
