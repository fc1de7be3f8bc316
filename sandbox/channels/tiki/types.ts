import type { Person } from '../../kit/fake-customers.ts'

export type OrderStatus =
  | 'processing'
  | 'waiting_payment'
  | 'queueing'
  | 'picking'
  | 'packaging'
  | 'handover_to_partner'
  | 'shipping'
  | 'successful_delivery'
  | 'complete'
  | 'canceled'
  | 'failed'
  | 'returned'

export type Fulfilment = 'tiki_delivery' | 'dropship' | 'seller_delivery'

export type Confirmation = 'waiting' | 'seller_confirmed' | 'seller_canceled'

export interface Warehouse {
  id: number
  name: string
  code: string
  isPrimary: boolean
  status: 0 | 1
  type: 'requisition' | 'withdrawal'
  street: string
  ward: string
  district: string
  region: string
}

export interface Shop {
  id: number
  name: string
  region: 'VN'
  currency: 'VND'
  /** Minor units in one of the currency. */
  scale: 1
  warehouses: readonly Warehouse[]
}

export interface Item {
  id: number
  productId: number
  sku: string
  name: string
  price: number
  quantity: number
  /** Off the whole line. */
  sellerDiscount: number
  platformDiscount: number
  isGift: boolean
  confirmation: Confirmation
  confirmedAt: number
  /** Warehouse that the seller takes the item from. */
  warehouseId: number
}

export interface Order {
  code: string
  shop: Shop
  status: OrderStatus
  fulfilment: Fulfilment
  createTime: number
  updateTime: number
  payTime: number
  cancelTime: number
  cancelReason: string
  cod: boolean
  method: string
  buyerId: number
  buyer: Person
  note: string
  tracking: string
  items: Item[]
  /** Tiki xu that the buyer pays with. */
  xu: number
  shippingFee: number
}

export interface TikiSettings {
  appId: string
  appSecret: string
  accessSeconds: number
  refreshSeconds: number
}
