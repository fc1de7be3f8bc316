import type { Listing } from '../../kit/catalog.ts'
import type { Person, Region } from '../../kit/fake-customers.ts'

export type OrderStatus =
  | 'UNPAID'
  | 'PENDING'
  | 'READY_TO_SHIP'
  | 'PROCESSED'
  | 'RETRY_SHIP'
  | 'SHIPPED'
  | 'TO_CONFIRM_RECEIVE'
  | 'IN_CANCEL'
  | 'CANCELLED'
  | 'TO_RETURN'
  | 'COMPLETED'

export interface Shop {
  id: number
  name: string
  region: Region
  currency: 'MYR' | 'VND' | 'SGD'
  /** Minor units in one of the currency: all amounts in here are whole minor units. */
  scale: 1 | 100
}

/** An item with one model, or with none: then the model is 0. */
export type Product = Listing<number>

export interface Line {
  product: Product
  /** Name of the product when it was bought. */
  name: string
  quantity: number
  originalPrice: number
  price: number
  lineId: number
}

export interface Money {
  original: number
  discounted: number
  sellerVoucher: number
  shopeeVoucher: number
  coins: number
  buyerShipping: number
  actualShipping: number
  shippingRebate: number
  commission: number
  service: number
  transaction: number
  withholding: number
  refund: number
}

export interface Parcel {
  number: string
  status: string
  carrier: Carrier
  tracking: string
  /** When the tracking number and the label can be had; 0 = not asked for. */
  trackingAt: number
  documentAt: number
  /** Indexes of the order's lines in the parcel; left out when the order has one parcel. */
  lines?: number[]
}

export interface Carrier {
  id: number
  name: string
  cod: boolean
  modes: readonly ShipMode[]
}

export type ShipMode = 'pickup' | 'dropoff' | 'non_integrated'

export interface Order {
  sn: string
  shop: Shop
  status: OrderStatus
  /** Status that an order in IN_CANCEL gets back when the seller rejects the request. */
  before: OrderStatus | ''
  createTime: number
  updateTime: number
  payTime: number
  arrangeTime: number
  pickupTime: number
  deliverTime: number
  /** When the buyer asked to send the goods back. */
  returnTime: number
  endTime: number
  daysToShip: number
  cod: boolean
  payment: string
  buyerId: number
  buyer: Person
  lines: Line[]
  money: Money
  message: string
  note: string
  noteTime: number
  cancelBy: string
  cancelReason: string
  buyerCancelReason: string
  parcel: Parcel
  /** Further parcels of a split order. */
  others: Parcel[]
}

export interface ShopeeSettings {
  partnerId: number
  partnerKey: string
  accessSeconds: number
  refreshSeconds: number
  graceSeconds: number
  /** Virtual seconds from arranging to the tracking number, and from asking for a label to having it. */
  trackingSeconds: number
  documentSeconds: number
  tokenError: string
  pushUrl: string
}

/** Fields of an item beside its stock and its prices. */
export interface ItemFacts {
  categoryId: number
  description: string
  /** Ids in the image store; the pictures of the sample's items are drawn under the items' own numbers. */
  images: string[]
  attributes: ItemAttribute[]
  brand: { id: number; name: string }
  /** Whole centimetres. */
  size: { length: number; width: number; height: number } | null
  logistics: { id: number; enabled: boolean }[]
  condition: 'NEW' | 'USED'
  preOrderDays: number
  /** Properties in which the models differ, at most two. */
  tiers: Tier[]
  /** Index of each model's option in each tier, by the model's id. */
  places: Record<string, number[]>
}

export interface ItemAttribute {
  id: number
  name: string
  values: { id: number; name: string; unit: string }[]
}

export interface Tier {
  name: string
  options: { name: string; imageId: string }[]
}
