import type { Person, Region } from '../../people.ts'

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
}

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
  status: OrderStatus
  /** Where an order in the bin came from. */
  before: OrderStatus | undefined
  created: number
  modified: number
  paid: number
  completed: number
  customerId: number
  person: Person
  lines: Line[]
  couponPercent: number
  shipping: number
  refunds: { id: number; reason: string; amount: number }[]
  payment: string
  note: string
  tracking: string
}

export type Row = Record<string, unknown>
