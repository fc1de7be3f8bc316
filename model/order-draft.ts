/** Orders of own stores that a seller writes by hand, and the fields that a seller may edit. */
import type { Currency } from './money.ts'
import type { PaymentMethod } from './order.ts'

/** Delivery address with the fields that own stores have: none of them has fields for wards and districts. */
export type AddressDraft = {
  name: string
  phone: string | null
  street: string
  city: string | null
  province: string | null
  postcode: string | null
  /** ISO 3166, two capital letters. */
  country: string
}

const parts = ['name', 'phone', 'street', 'city', 'province', 'postcode', 'country'] as const

/** Answers whether the store has the written address, comparing only its written parts, because stores change spaces. */
export function hasAddress(
  told: { [Part in (typeof parts)[number]]: string | null } | null,
  wanted: AddressDraft,
): boolean {
  return parts.every((part) => wanted[part] === null || plain(told?.[part]) === plain(wanted[part]))
}

function plain(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** An order that was taken by phone, by message or at the counter. Amounts are minor units of `currency`. */
export type OrderDraft = {
  /** Kept with the order at the store, so that one whose creation got no answer is found again. */
  reference: string
  customer: { name: string; phone: string | null; email: string | null }
  address: AddressDraft | null
  lines: DraftLine[]
  paymentMethod: PaymentMethod
  isPaid: boolean
  note: string | null
  currency: Currency
}

/** `price` of one piece; null: what the store asks for it. Ids are the channel's. */
export type DraftLine = {
  channelProductId: string
  channelSkuId: string
  quantity: number
  price: number | null
}
