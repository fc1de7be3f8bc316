import type { Currency } from './money.ts'
import type { OrderStatus } from './order-status.ts'

/** One order as a connector reports it: our words, the channel's ids. All amounts are minor units of `currency`. */
export type ChannelOrder = {
  /** The channel's id of the order; with the shop, the key that makes saving it twice harmless. */
  channelOrderId: string
  /** Order number that the channel shows to people if its id is unreadable: "#1042". It need not be unique. */
  shortCode?: string
  status: OrderStatus
  /** The channel's own word for the status, kept beside ours. */
  channelStatus: string
  currency: Currency
  placedAt: Date
  /** The channel's own time of change. A report older than the stored one is ignored. */
  changedAt: Date
  paidAt: Date | null
  shipBy: Date | null
  completedAt: Date | null
  /** When the parcel was fetched and when it arrived, by the channel; left out where it tells neither. */
  shippedAt?: Date | undefined
  deliveredAt?: Date | undefined
  /** The buyer asked to cancel and waits for an answer; the channel accepts by itself at the deadline. */
  cancelRequestedAt: Date | null
  cancelDeadline: Date | null
  /** One of our codes (`model/cancel-reason.ts`), else the channel's or the buyer's own words. */
  cancelReason: string | null
  /** The channel's words, where the reason is our code for them. */
  cancelText?: string | undefined
  cancelInitiator: 'buyer' | 'seller' | 'platform' | 'system' | null
  /** The courier came and did not get the parcel; it has to be booked again. */
  pickupFailed: boolean
  /** Nothing of it is shipped. */
  isDigital?: true
  paymentMethod: PaymentMethod
  buyerMessage: string | null
  sellerNote: string | null
  buyer: { channelBuyerId: string; name: string } | null
  address: OrderAddress | null
  lines: OrderLine[]
  packages: OrderPackage[]
  payment: OrderPayment
  /** Only of an order that was written by hand: the reference that its draft was sent with. */
  draftReference?: string
}

export type OrderLine = {
  /** The channel's id of the thing sold, variant included. */
  shopSku: string
  sellerSku: string | null
  name: string
  variantLabel: string | null
  imageUrl: string | null
  quantity: number
  /** Amount that the buyer pays for the whole quantity, net only of the discounts that the channel reports with the line. */
  total: number
  isGift: boolean
}

export type OrderPackage = {
  channelPackageId: string
  provider: string | null
  trackingNumber: string | null
  channelStatus: string
  /** Pieces in the package, if the order has several packages and the channel reports their content. */
  lines?: PackedLine[]
}

/** Pieces of a thing, by the channel's id of it. */
export type PackedLine = { shopSku: string; quantity: number }

export type OrderAddress = {
  name: string | null
  phone: string | null
  street: string | null
  ward: string | null
  district: string | null
  province: string | null
  city: string | null
  postcode: string | null
  country: string | null
  /** Only from stores that report it. Never shown; used for messages about the delivery. */
  email?: string
  /** The channel hides a part of it behind asterisks. A masked address never replaces a clear one. */
  isMasked: boolean
}

/** Order value is what the buyer pays; actual receive value is what reaches the seller. */
export type OrderPayment = {
  subTotal: number
  sellerDiscount: number
  platformDiscount: number
  coins: number
  shippingFee: number
  tax: number
  platformFee: number
  fees: { code: string; amount: number }[]
  /** Signed: what the courier costs, less what the platform pays towards it. */
  shippingCost: number
  refund: number
  /** The channel's own settled figure, which replaces the formula once it is known. */
  settled: number | null
}

export const paymentMethodIds = {
  cod: 1,
  bank_transfer: 2,
  card: 3,
  e_wallet: 4,
  marketplace_pay: 5,
  cash: 6,
  other: 7,
} as const

export type PaymentMethod = keyof typeof paymentMethodIds

export const paymentMethods = Object.keys(paymentMethodIds) as PaymentMethod[]

/** Returns the amount that the buyer pays. */
export function orderValue(p: OrderPayment): number {
  return p.subTotal - p.sellerDiscount - p.platformDiscount - p.coins + p.shippingFee + p.tax
}

/** Returns the amount that the seller receives: the channel's settled amount if known, else our estimate by the same rule. */
export function actualReceiveValue(p: OrderPayment): number {
  return p.settled ?? expectedReceiveValue(p)
}

/** Returns the amount that the seller is to receive by the parts of the payment, regardless of the settled amount. */
export function expectedReceiveValue(p: OrderPayment): number {
  return orderValue(p) + p.platformDiscount + p.coins - p.platformFee - p.shippingCost - p.refund
}

/**
 * Lines with the same shop SKU become one by summing quantity and total; a gift stays on a line of its own, so that a
 * unit price of half the price never appears.
 */
export function mergeLines(lines: OrderLine[]): OrderLine[] {
  const merged = new Map<string, OrderLine>()
  for (const line of lines) {
    const key = `${line.isGift ? 'gift' : 'sold'}:${line.shopSku}`
    const seen = merged.get(key)
    merged.set(
      key,
      seen ? { ...seen, quantity: seen.quantity + line.quantity, total: seen.total + line.total } : line,
    )
  }
  return [...merged.values()]
}

/** One row of each thing: channels count pieces, whatever they cost. */
export function addUpPieces(rows: PackedLine[]): PackedLine[] {
  const pieces = new Map<string, number>()
  for (const { shopSku, quantity } of rows) pieces.set(shopSku, (pieces.get(shopSku) ?? 0) + quantity)
  return [...pieces].map(([shopSku, quantity]) => ({ shopSku, quantity }))
}

/** True when the same pieces lie together, whichever parcel is called the first. */
export function isSamePacking(one: PackedLine[][], other: PackedLine[][]): boolean {
  const textOf = (parcels: PackedLine[][]) =>
    parcels
      .map((rows) =>
        addUpPieces(rows)
          .map(({ shopSku, quantity }) => `${quantity} ${shopSku}`)
          .sort()
          .join('\n'),
      )
      .sort()
      .join('\n\n')
  return textOf(one) === textOf(other)
}

/** Takes the pieces of each line that lie in a parcel; lines without any are left out. */
export function takePieces<Line extends { quantity: number }>(
  lines: Line[],
  packed: PackedLine[],
  skuOf: (line: Line) => string,
): { line: Line; quantity: number }[] {
  const left = new Map(packed.map(({ shopSku, quantity }) => [shopSku, quantity]))
  return lines.flatMap((line) => {
    const rest = left.get(skuOf(line)) ?? 0
    const quantity = Math.min(rest, line.quantity)
    left.set(skuOf(line), rest - quantity)
    return quantity > 0 ? [{ line, quantity }] : []
  })
}

/** The lines of an order that lie in a parcel, each with its share of what it costs. */
export function linesIn<Line extends { shopSku: string; quantity: number; total: number }>(
  packed: PackedLine[],
  lines: Line[],
): Line[] {
  return takePieces(lines, packed, ({ shopSku }) => shopSku).map(({ line, quantity }) => ({
    ...line,
    quantity,
    total: Math.round((line.total * quantity) / line.quantity),
  }))
}

/** Returns the order number to show: the short code if there is one, else the channel's id. */
export function orderCode(order: { channelOrderId: string; shortCode: string | null }): string {
  return order.shortCode ?? order.channelOrderId
}
