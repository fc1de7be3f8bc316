import type { Catalog, Listing } from '../../kit/catalog.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Faults } from '../../kit/faults.ts'
import type { ImageStore } from '../../kit/image-store.ts'
import type { CallLog } from '../../kit/marketplace.ts'
import type { Person, Region } from '../../kit/fake-customers.ts'
import type { Random } from '../../kit/random.ts'
import type { ReturnSimulation } from '../../kit/return-simulation.ts'
import type { Corruption } from '../../kit/corrupt.ts'
import type { AuthStore } from './tokens.ts'
import type { Details } from './detail.ts'
import type { ItemFacts } from './items.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { OrderMaker } from './make-order.ts'
import type { OrderBook } from './order-book.ts'
import type { Pushes } from './push.ts'

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

/** All that the emulated marketplace knows. */
export interface Shopee {
  clock: Clock
  random: Random
  faults: Faults
  log: CallLog
  settings: ShopeeSettings
  shops: Map<number, Shop>
  book: OrderBook
  auth: AuthStore
  pushes: Pushes
  lifecycle: Lifecycle
  returns: ReturnSimulation
  catalog: Catalog<number>
  /** By item id, of those that were published or edited through the API. */
  items: Map<number, ItemFacts>
  images: ImageStore
  details: Details
  maker: OrderMaker
  corrupt: Map<string, Corruption[]>
  baseUrl: () => string
}
