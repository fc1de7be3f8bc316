import type { Catalogue } from '../catalogue.ts'
import type { OrderRecord } from '../order-record.ts'
import type { Person, Region } from '../fake-customers.ts'

/** Where one of several tills of a store stands. */
export interface Place {
  id: number
  name: string
  address: string
  isDefault: boolean
}

/** Where goods lie and are sold: a whole store, or one of its places. Its id names a shop of the catalogue. */
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
  /** Of the site's own time, which its fields without `_gmt` are in. */
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
  /** What made it: the web store's checkout, a till, or somebody's keys. */
  maker: Maker
  status: OrderStatus
  /** Where an order in the bin came from. */
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
  refunds: { id: number; reason: string; amount: number }[]
  payment: string
  note: string
  tracking: string
  /** What was written with keys, in place of what is made up. */
  told?: Told | undefined
  /** What plugins and callers keep with the order, its tracking number apart. */
  meta: Record<string, string>
}

export interface Told {
  billing: Contact
  shipping: Contact
}

/** The fields of an address; an e-mail address only where one is billed. */
export type Contact = Record<string, string>

/** What an order is made of, wherever it was sold. */
export interface Sale {
  catalogue: Catalogue<number>
  outlet: Outlet
  record: OrderRecord
  /** Has to rise with the time of the order. */
  id: number
  now: number
}

export type Row = Record<string, unknown>
