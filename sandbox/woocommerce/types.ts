import type { Catalog } from '../kit/catalog.ts'
import type { OrderRecord } from '../kit/order-record.ts'
import type { Person, Region } from '../kit/fake-customers.ts'

/** A point of sale of a store with several tills. */
export interface Place {
  id: number
  name: string
  address: string
  isDefault: boolean
}

/** A place with stock and sales: a whole store, or one of its places. Its id names a shop of the catalog. */
export interface Outlet {
  id: string
  store: Store
  place: Place | undefined
}

export interface Store {
  slug: string
  name: string
  region: Region
  currency: 'MYR' | 'VND' | 'SGD'
  /** Decimals that the store shows, which is how many its amounts have. */
  decimals: number
  /** Hours that the site's local time is ahead of UTC; fields without `_gmt` are in local time. */
  hoursAhead: number
  /** Share of the goods' price. */
  taxPercent: number
  /** None for a web store. */
  places: readonly Place[]
}

export const MAKERS = ['checkout', 'pos-rest-api', 'rest-api'] as const
export type Maker = (typeof MAKERS)[number]

export type OrderStatus =
  | 'pending'
  | 'on-hold'
  | 'processing'
  | 'completed'
  | 'cancelled'
  | 'refunded'
  | 'failed'
  | 'trash'
  | 'checkout-draft'

export interface Line {
  id: number
  product: number
  variation: number
  variant: string
  sku: string
  name: string
  quantity: number
  /** Minor units, before the coupon and without tax. */
  price: number
}

/** Times are seconds since 1970, 0 for never; money is in minor units. */
export interface Order {
  id: number
  store: Store
  outlet: Outlet
  /** Origin of the order: the web store's checkout, a till, or an API call with keys. */
  maker: Maker
  status: OrderStatus
  /** Status of an order before it was moved to the bin. */
  before: OrderStatus | undefined
  created: number
  modified: number
  paid: number
  completed: number
  customerId: number
  /** Undefined for somebody at the counter. */
  person: Person | undefined
  lines: Line[]
  couponPercent: number
  shipping: number
  refunds: Refund[]
  /** Notes that callers added. */
  notes?: OrderNote[] | undefined
  payment: string
  note: string
  tracking: string
  /** Addresses written by an API call; they replace the made-up ones. */
  told?: WrittenContacts | undefined
  /** Metadata of plugins and callers, without the tracking number. */
  meta: Record<string, string>
}

export interface Refund {
  id: number
  reason: string
  amount: number
  /** Left out by those that a merchant made in the store's own pages. */
  at?: number | undefined
}

export interface OrderNote {
  id: number
  at: number
  note: string
  isForCustomer: boolean
}

/** A buyer with an account. Times are seconds since 1970. */
export interface Customer {
  id: number
  created: number
  modified: number
  email: string
  first_name: string
  last_name: string
  username: string
  billing: Contact
  shipping: Contact
}

export interface WrittenContacts {
  billing: Contact
  shipping: Contact
}

/** The fields of an address; an e-mail address only where one is billed. */
export type Contact = Record<string, string>

/** Input that an order is made from, for every kind of outlet. */
export interface Sale {
  catalog: Catalog<number>
  outlet: Outlet
  record: OrderRecord
  /** Has to rise with the time of the order. */
  id: number
  now: number
}

export type Row = Record<string, unknown>
