import { z } from 'zod'
import type { Contact } from './types.ts'

const FIELDS = [
  'first_name',
  'last_name',
  'company',
  'address_1',
  'address_2',
  'city',
  'state',
  'postcode',
  'country',
  'phone',
  'email',
] as const

/** An address as callers write it, with some of its fields. */
export const contactSchema = z
  .partialRecord(z.enum(FIELDS), z.string())
  .refine((contact) => !contact.email || /^\S+@\S+\.\S+$/.test(contact.email), {
    error: 'Invalid email address.',
  })

/** Only where one is billed has an e-mail address. */
export const emptyContact = (kind: 'billing' | 'shipping' = 'billing'): Contact =>
  Object.fromEntries(
    FIELDS.filter((field) => kind === 'billing' || field !== 'email').map((field) => [field, '']),
  )
