/** The columns of an order, of its lines and of its packages: what its channel reports, and what the console adds. */
import type { OrderAddress, OrderPayment, PackedLine } from '../../model/order.ts'
import { json } from '../db/column-list.ts'

/** First line as the list shows it. */
type Preview = { name: string; image: string | null; shop_sku: string; quantity: number }

/** `at` is ISO text, `amount` in minor units. */
export type PaidBack = { at: string; amount: number }

/** Written by every report of the channel. */
export const reportedColumns = {
  id: 'bigint',
  channelOrderId: 'text',
  /** Order code that people use, where it is not the channel's id. */
  shortCode: 'text?',
  status: 'smallint',
  channelStatus: 'text',
  paymentMethod: 'smallint',
  currency: 'text',
  total: 'bigint',
  quantity: 'integer',
  lineCount: 'integer',
  preview: json<Preview[]>(),
  customerId: 'bigint?',
  buyerName: 'text?',
  buyerPhone: 'text?',
  place: 'text?',
  trackingNumber: 'text?',
  provider: 'text?',
  courier: 'smallint?',
  /** Country and province, as model/place.ts says. */
  region: 'text',
  pickupFailed: 'boolean',
  isDigital: 'boolean',
  note: 'text?',
  buyerMessage: 'text?',
  cancelReason: 'text?',
  cancelText: 'text?',
  cancelInitiator: 'text?',
  placedAt: 'timestamptz',
  paidAt: 'timestamptz?',
  shippedAt: 'timestamptz?',
  deliveredAt: 'timestamptz?',
  completedAt: 'timestamptz?',
  shipBy: 'timestamptz?',
  cancelRequestedAt: 'timestamptz?',
  cancelDeadline: 'timestamptz?',
  address: json<OrderAddress | null>(),
  payment: json<OrderPayment>(),
  changedAt: 'timestamptz',
  digest: 'text',
} as const

export const orderColumns = {
  ...reportedColumns,
  shopId: 'bigint',
  isStar: 'boolean',
  packedAt: 'timestamptz?',
  printedAt: 'timestamptz?',
  /** Its content was checked by scanning. */
  checkedAt: 'timestamptz?',
  /** Pieces that were scanned so far. */
  scanned: 'integer',
  noteVersion: 'integer',
  noteBy: 'text?',
  returnStatus: 'smallint?',
  refunds: json<PaidBack[] | null>(),
  /** Computed by the database, as model/sale.ts says. */
  soldAt: 'timestamptz?',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const

export const lineColumns = {
  position: 'smallint',
  shopSku: 'text',
  sellerSku: 'text?',
  name: 'text',
  variantLabel: 'text?',
  imageUrl: 'text?',
  quantity: 'integer',
  total: 'bigint',
  isGift: 'boolean',
} as const

export const packageColumns = {
  channelPackageId: 'text',
  provider: 'text?',
  trackingNumber: 'text?',
  channelStatus: 'text',
  /** Content of the package, where the order has several and its channel reports it. */
  lines: json<PackedLine[] | null>(),
} as const
