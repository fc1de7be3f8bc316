import type { Person, Region } from '../../kit/fake-customers.ts'

/** The caller: a program with the secret key, or the owner. */
export type Actor = 'key' | 'user'

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
  /** Pieces that a buyer wants to send back. */
  requested?: number | undefined
  /** Pieces whose claim on the stock a merchant let go. */
  released?: number | undefined
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
  /** Options as the product has them, each with all its values. */
  optionRows?: { title: string; values: string[] }[] | undefined
  /** Option values by variant. */
  options?: Record<string, { title: string; value: string }[]> | undefined
  /** Titles by variant. */
  titles?: Record<string, string> | undefined
  /** Variants whose stock was never written. */
  uncounted?: string[] | undefined
  /** Variants whose stock nobody counts. */
  unmanaged?: string[] | undefined
  /** Other fields, as they were written. */
  more?: Row | undefined
  /** Fields of inventory items, by variant. */
  items?: Record<string, Row> | undefined
  /** The product itself, which may have no variants. */
  head?: ProductHead | undefined
}

/** Times are milliseconds since 1970, 0 for never. */
export interface ProductHead {
  slug: string
  title: string
  status: string
  created: number
  updated: number
  deleted: number
}

export interface Customer {
  id: string
  email: string | null
  first_name: string | null
  last_name: string | null
  company_name: string | null
  phone: string | null
  metadata: Row | null
  created: number
  updated: number
}

export interface SalesChannel {
  id: string
  name: string
  description: string | null
  is_disabled: boolean
  metadata: Row | null
  created: number
  updated: number
}

/** Pieces that a merchant has put by, beside those that orders claim. */
export interface Reservation {
  id: string
  /** The variant's. */
  sku: string
  skuId: string
  quantity: number
  description: string | null
  lineItem: string | null
  metadata: Row | null
  created: number
  updated: number
}

export type ReturnStatus = 'open' | 'requested' | 'partially_received' | 'received' | 'canceled'

export interface Return {
  id: string
  number: number
  order: string
  status: ReturnStatus
  location: string | null
  metadata: Row | null
  created: number
  updated: number
  requested: number
  received: number
  canceled: number
  items: { id: string; line: string; quantity: number; received: number; note: string | null }[]
  /** Pieces that a change under way is about, by line; null while none is. */
  pending: Record<string, number> | null
}
