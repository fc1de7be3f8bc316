import { z } from 'zod'
import { plainPhone } from '../model/half-width.ts'
import { channelText, countryCode, writtenInstant } from './endpoint.ts'

export const optionalText = (longest: number) =>
  channelText(0, longest)
    .transform((text) => text.trim() || null)
    .nullable()
    .default(null)

export const requiredText = (longest: number) =>
  channelText(1, longest)
    .transform((text) => text.trim())
    .refine((text) => text !== '', { error: 'field.required' })

export const phoneText = channelText(0, 40)
  .transform((text) => plainPhone(text) || null)
  .nullable()
  .default(null)
  .refine((text) => text === null || /^\+?[\d\s().-]{5,}$/.test(text), { error: 'field.phone' })

/** Delivery address of an own store's order. */
export const addressDraft = z.strictObject({
  name: requiredText(120),
  phone: phoneText,
  street: requiredText(255),
  city: optionalText(120),
  province: optionalText(120),
  postcode: optionalText(20),
  country: countryCode,
})

/** Delivery address of an order, as far as its reader may see it. */
export const shownAddress = z.object({
  name: z.string().nullable(),
  phone: z.string().nullable(),
  street: z.string().nullable(),
  ward: z.string().nullable(),
  district: z.string().nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
  postcode: z.string().nullable(),
  country: z.string().nullable(),
  is_masked: z.boolean(),
})

export const orderEdit = z
  .strictObject({
    note: channelText(0, 1000).nullable().optional(),
    note_version: z
      .int()
      .min(0)
      .optional()
      .describe('Of the note as it was read: written by somebody since, it stays, and 409 says by whom.'),
    address: addressDraft.optional(),
    shipment_id: z
      .int()
      .min(0)
      .max(99)
      .nullable()
      .optional()
      .describe(
        "The owner's courier that it shall go with, unless confirming names another. Null: the shop's.",
      ),
    updated_at: writtenInstant
      .optional()
      .describe(
        'Of the order as it was read: should it have changed since, nothing is changed and 409 says by whom.',
      ),
  })
  .refine((body) => ['note', 'address', 'shipment_id'].some((field) => field in body), {
    error: 'field.nothing_to_change',
  })
