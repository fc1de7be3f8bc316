/** Contacts in our words, and our customers in the CRM's. */
import type { ChannelCustomer, CustomerCard } from '../../../model/customer.ts'
import type { Contact } from './wire.ts'

export function toChannelCustomer(contact: Contact): ChannelCustomer {
  const { id, phoneNumber, emailAddress, description, modifiedAt } = contact
  const parts = [contact.firstName, contact.lastName].map((part) => part?.trim()).filter(Boolean)
  return {
    channelCustomerId: id,
    // The CRM's settings decide how a name is put together, so its own name comes first.
    name: contact.name?.trim() || parts.join(' ') || emailAddress || phoneNumber || id,
    phone: phoneNumber?.trim() || null,
    email: emailAddress?.trim() || null,
    note: description?.trim() || null,
    changedAt: modifiedAt,
  }
}

const longestName = 100

/** Maps a customer card to contact fields; unknown fields are left out, so that nothing that the CRM knows is lost. */
export function toContact({ name, phone, email }: CustomerCard): Record<string, string> {
  const words = name.trim().split(/\s+/)
  const lastName = words.pop() || email || phone || ''
  return {
    firstName: cut(words.join(' ')),
    lastName: cut(lastName),
    ...(phone === null ? {} : { phoneNumber: writePhone(phone) }),
    ...(email === null ? {} : { emailAddress: email.trim() }),
  }
}

/** No letter is left cut in half. */
function cut(text: string): string {
  return text.slice(0, longestName).toWellFormed()
}

/**
 * With a plus where the country is known to be there: after 00, or with so many digits that no number within a country has
 * them. Any other stays as its owner gave it, less the spaces between.
 */
export function writePhone(phone: string): string {
  const digits = digitsOf(phone)
  const isInternational = phone.trim().startsWith('+') || (/^[1-9]/.test(digits) && digits.length >= 11)
  if (isInternational) return `+${digits}`
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}

/** The ways in which a number may stand in the CRM. */
export function phoneSpellings(phone: string): string[] {
  const written = writePhone(phone)
  const digits = digitsOf(written)
  return [...new Set([written, digits, `+${digits}`, phone.trim()])]
}

export function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '')
}
