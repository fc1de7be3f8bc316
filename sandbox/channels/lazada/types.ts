import type { Listing } from '../../kit/catalog.ts'
import type { Person, Region } from '../../kit/fake-customers.ts'

export const PIECE_STATUSES = [
  'unpaid',
  'pending',
  'packed',
  'repacked',
  'ready_to_ship',
  'shipped',
  'delivered',
  'confirmed',
  'canceled',
  'returned',
  'failed_delivery',
  'shipped_back',
  'shipped_back_success',
  'shipped_back_failed',
  'lost_by_3pl',
  'damaged_by_3pl',
] as const

export type PieceStatus = (typeof PIECE_STATUSES)[number]

export interface Shop {
  /** The seller's number. */
  id: number
  name: string
  country: 'my' | 'vn' | 'sg'
  region: Region
  currency: 'MYR' | 'VND' | 'SGD'
  /** Minor units in one of the currency: all amounts in here are whole minor units. */
  scale: 1 | 100
  /** Hours that its clocks are ahead of UTC. */
  hours: number
  countryName: string
  /** Cross-border sellers name the warehouse that their parcels go through. */
  allocation: 'TFS' | 'NTFS'
}

/** Every SKU is a product of its own. */
export type Product = Listing<number>

/** One piece of an order. */
export interface Piece {
  id: number
  product: Product
  /** Name of the product when it was bought. */
  name: string
  price: number
  sellerVoucher: number
  platformVoucher: number
  shipping: number
  status: PieceStatus
  packageId: string
  tracking: string
  carrier: string
  initiator: string
  reason: string
  updateTime: number
  /** 0 = not yet. */
  deliveredAt: number
}

/** Something that happened to a parcel. */
export interface ParcelEvent {
  at: number
  status: PieceStatus
}

export interface Order {
  id: number
  shop: Shop
  createTime: number
  updateTime: number
  /** 0 = not yet. */
  payTime: number
  cod: boolean
  payment: string
  buyerId: number
  buyer: Person
  pieces: Piece[]
  note: string
  /** A buyer waits for the seller's answer. */
  isCancelAsked: boolean
  /** Until when the seller may give it; 0 = nobody waits, or has waited since before the sandbox started. */
  cancelAnswerBy: number
  /** Events of its parcels since the sandbox started, by the parcels' numbers. */
  parcels: Record<string, ParcelEvent[]>
}

export interface LazadaSettings {
  appKey: string
  appSecret: string
  accessSeconds: number
  refreshSeconds: number
  pushUrl: string
  /** Longest wait for the answer to a push. */
  ackMs: number
  /** Until a package that was asked for is packed, and then until its label is made. */
  packSeconds: number
  documentSeconds: number
  /** Until a buyer's input to cancel is granted if the seller says nothing. */
  cancelAnswerSeconds: number
  /** Between the arrival and the statement. */
  settleSeconds: number
}
