/** Buyers of stores without an account there: known by their mail address, else by their phone. */
import { normalPhone } from '../model/contact-key.ts'
import type { ChannelOrder } from '../model/order.ts'

type Contact = {
  email: string | null | undefined
  phone: string | null | undefined
  /** ISO 3166 of the address, in whose form the phone is written. */
  country: string | null | undefined
}

export function guestOf({ email, phone, country }: Contact, name: string): ChannelOrder['buyer'] {
  const key = email?.trim().toLowerCase() || phoneKey(phone ?? '', country ?? '')
  return key ? { channelBuyerId: `guest:${key}`, name } : null
}

/** A number of a country that is not told is its digits; what is too short for a number, or hidden, is nobody's. */
function phoneKey(phone: string, country: string): string | null {
  const digits = phone.normalize('NFKC').replaceAll(/\D/g, '')
  if (phone.includes('*') || digits.length < 8 || /^(\d)\1+$/.test(digits)) return null
  return normalPhone(phone, country) ?? digits
}
