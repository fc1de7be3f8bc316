/**
 * Fields read from a store's replies, and the meaning of its error words. Fields that we do not read are ignored; fields that we
 * do read must have the documented type. Source: WooCommerce REST API v3 documentation,
 * woocommerce.github.io/woocommerce-rest-api-docs.
 */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../channel-error.ts'
import type { HttpReply } from '../http.ts'

export const text = z.string().nullish()
/** A decimal in major units as text, with as many decimals as the store shows. */
const amount = z.string()
/** Plugins overwrite amounts with numbers here and there. */
export const looseAmount = z.union([z.string(), z.number()]).nullish()
/** No zone is written, though the field is in UTC. */
export const gmt = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
const wholeNumber = z.int().min(0)

export const metaSchema = z.object({
  key: z.string(),
  value: z.unknown().optional(),
  display_value: z.unknown().optional(),
})

const lineSchema = z.object({
  id: z.int(),
  name: z.string(),
  product_id: wholeNumber,
  variation_id: wholeNumber.nullish(),
  quantity: z.int().min(1),
  subtotal: amount,
  total: amount,
  total_tax: amount,
  sku: text,
  meta_data: z.array(metaSchema).nullish(),
  image: z.object({ src: text }).nullish(),
})

const addressSchema = z.object({
  first_name: text,
  last_name: text,
  company: text,
  address_1: text,
  address_2: text,
  city: text,
  state: text,
  postcode: text,
  country: text,
  email: text,
  phone: text,
})

export const orderSchema = z.object({
  id: z.int().positive(),
  status: z.string().min(1),
  /** Origin of the order: `checkout`, `pos-rest-api`, `admin` and others. */
  created_via: text,
  currency: z.string(),
  date_created_gmt: gmt,
  date_modified_gmt: gmt,
  date_paid_gmt: gmt.nullish(),
  date_completed_gmt: gmt.nullish(),
  discount_total: amount,
  shipping_total: amount,
  total_tax: amount,
  total: amount,
  customer_id: wholeNumber.nullish(),
  customer_note: text,
  payment_method: text,
  billing: addressSchema.nullish(),
  shipping: addressSchema.nullish(),
  line_items: z.array(lineSchema),
  /** False: every product that is still there is virtual and a download. */
  needs_processing: z.boolean().nullish(),
  refunds: z.array(z.object({ reason: text, total: looseAmount })).nullish(),
  meta_data: z.array(metaSchema).nullish(),
})

export type StoreOrder = z.infer<typeof orderSchema>
export type StoreAddress = z.infer<typeof addressSchema>
export type StoreMeta = z.infer<typeof metaSchema>

/** Rows stay unchecked here: each is checked alone, so that a malformed one spoils no other. */
export const listSchema = z.array(z.unknown())

/** The id of an unchecked row, empty when it has none. */
export function idOf(raw: unknown): string {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined
  return typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id)) ? String(id) : ''
}

/** The status of an unchecked row. */
export function statusIn(raw: unknown): string | undefined {
  const status = typeof raw === 'object' && raw !== null && 'status' in raw ? raw.status : undefined
  return typeof status === 'string' ? status : undefined
}

/** Answers `created_via` of an unchecked order. */
export function madeBy(raw: unknown): string | undefined {
  const maker = typeof raw === 'object' && raw !== null && 'created_via' in raw ? raw.created_via : undefined
  return typeof maker === 'string' ? maker : undefined
}

/** Baskets that are not orders yet. */
const drafts = new Set(['checkout-draft', 'auto-draft', 'draft'])

export function isDraft(status: string | undefined): boolean {
  return drafts.has(status ?? '')
}

export const settingsSchema = z.array(z.object({ id: z.string(), value: z.unknown().optional() }))

export const hookListSchema = z.array(
  z.object({ id: z.int(), topic: z.string(), status: z.string(), delivery_url: z.string() }),
)

const envelopeSchema = z.object({ code: z.string(), message: text })

/** The body of a success; a failure becomes the error that says who acts. */
export function decodeReply<T>(reply: HttpReply, schema: z.ZodType<T>): T {
  if (reply.status >= 400) throw errorOf(reply)
  const decoded = schema.safeParse(reply.json())
  if (!decoded.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'WooCommerce', detail: describeIssue(decoded.error) }),
    )
  return decoded.data
}

/** The first thing that is wrong, as `line_items.0.total: expected string`. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'not as documented'
}

function errorOf(reply: HttpReply): ChannelError {
  const envelope = envelopeSchema.safeParse(parse(reply.text))
  if (!envelope.success)
    return new ChannelError(
      'refused',
      ownMessage('refusal.http_status', { channel: 'WooCommerce', status: reply.status }),
      {
        channelCode: `HTTP ${reply.status}`,
      },
    )
  const { code, message } = envelope.data
  const words = plain(message ?? '') || code
  // Keys that were taken back, and keys that never were, get the same answer. A lack of permission does too.
  const isAboutKeys = reply.status === 401 && !/permission/i.test(words)
  return new ChannelError(isAboutKeys ? 'sign-in-expired' : 'refused', words, { channelCode: code })
}

/** Messages are written for a web page. */
export function plain(message: string): string {
  return message
    .replaceAll(/<[^>]*>/g, '')
    .trim()
    .slice(0, 300)
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
