import type { Person, Region } from '../../kit/fake-customers.ts'

export interface Store {
  slug: string
  name: string
  region: Region
  currency: 'MYR' | 'VND' | 'SGD'
  /** Minor units in one of the currency, as a power of ten. */
  decimals: number
  /** Share of the goods' price. */
  taxPercent: number
}

export interface Line {
  id: string
  product: string
  variant: string
  variantTitle: string
  sku: string
  name: string
  quantity: number
  /** Minor units, before the promotion and without tax. */
  price: number
  fulfilled: number
  shipped: number
  delivered: number
  returned: number
}

/** Times are milliseconds since 1970, 0 for never. */
export interface Fulfillment {
  id: string
  packed: number
  shipped: number
  delivered: number
  canceled: number
  updated: number
  tracking: string
  metadata: Row
  pieces: { line: string; quantity: number }[]
}

/** The money of an order, which has a time of change of its own. Amounts are minor units. */
export interface Payment {
  id: string
  provider: string
  authorized: boolean
  captured: number
  canceled: number
  refunded: number
  /** Refunds without a return, recorded as a credit that reduces the total. */
  credited: number
  updated: number
  /** Update time of the payment's collection: a refund changes this time alone. */
  collected: number
}

export type OrderStatus = 'draft' | 'pending' | 'completed' | 'canceled' | 'archived'

export interface Order {
  id: string
  number: number
  store: Store
  status: OrderStatus
  created: number
  updated: number
  customerId: string
  person: Person
  lines: Line[]
  promotionPercent: number
  shipping: number
  payment: Payment
  fulfillments: Fulfillment[]
  /** Shipping address that an API call wrote over the buyer's own. */
  shipTo?: Record<string, string | null> | undefined
  metadata: Row
  /** Details of the buyer, for an order that a seller wrote for them. */
  written?: Written | undefined
}

export interface Written {
  email: string | null
  customerId: string | null
  shipTo: Row | null
  billTo: Row | null
  ways: { name: string; option: string }[]
  /** Amount of the requested payment, in minor units; null before the request. */
  asked: number | null
}

export type Row = Record<string, unknown>

/** Fields that a merchant has written on a product beside its title, price and stock. */
export interface ProductFacts {
  description?: string | null | undefined
  thumbnail?: string | null | undefined
  images?: string[] | undefined
  handle?: string | undefined
  categories?: string[] | undefined
  /** Option values by variant. */
  options?: Record<string, { title: string; value: string }[]> | undefined
  /** Variants whose stock was never written. */
  uncounted?: string[] | undefined
}
