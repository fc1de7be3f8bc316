/**
 * Fields read from Lazada's replies, and the meaning of its error codes. Fields that we do not read are ignored. Numbers travel
 * as numbers or as text, whatever the reference says, so both are taken. Source: Lazada Open Platform API reference,
 * open.lazada.com/apps/doc.
 */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { ChannelErrorKind } from '../../channel-error.ts'
import type { HttpReply } from '../../http.ts'

/** Ids have 15 or 16 digits; longer ones come as text out of readJson. */
const id = z.union([z.int().min(1), z.string().regex(/^[\w-]+$/)])
/** Major units, "99.00" or 99. */
const amount = z.union([z.number(), z.string()]).nullish()
const text = z.string().nullish()
const idOrNone = z.union([z.number(), z.string()]).nullish()
const moment = z
  .string()
  .refine((words) => dateOf(words) !== null, 'is no time such as 2024-02-29 14:59:56 +0700')

const addressSchema = z.object({
  first_name: text,
  last_name: text,
  phone: text,
  phone2: text,
  address1: text,
  address2: text,
  address3: text,
  address4: text,
  address5: text,
  /** Spelt like this on the wire. */
  addressDsitrict: text,
  city: text,
  post_code: text,
  country: text,
})

export const orderSchema = z.object({
  order_id: id,
  created_at: moment,
  updated_at: moment,
  payment_method: text,
  customer_first_name: text,
  customer_last_name: text,
  address_shipping: addressSchema.nullish(),
  remarks: text,
  buyer_note: text,
  shipping_fee: amount,
  /** A yes comes as true, as "true" or as 1. */
  need_cancel_confirm: z.unknown().optional(),
  is_cancel_pending: z.unknown().optional(),
})

export const itemSchema = z.object({
  order_item_id: id,
  name: z.string(),
  sku: text,
  shop_sku: text,
  sku_id: idOrNone,
  product_id: idOrNone,
  variation: text,
  product_main_image: text,
  currency: z.string(),
  status: z.string().min(1),
  item_price: z.union([z.number(), z.string()]),
  voucher_amount: amount,
  voucher_seller: amount,
  voucher_platform: amount,
  wallet_credits: amount,
  shipping_amount: amount,
  tracking_code: text,
  shipment_provider: text,
  package_id: idOrNone,
  promised_shipping_time: text,
  sla_time_stamp: text,
  reason: text,
  reason_detail: text,
  cancel_return_initiator: text,
  is_digital: z.unknown().optional(),
  buyer_id: idOrNone,
  /** Milliseconds since 1970, or nothing. */
  payment_time: idOrNone,
  updated_at: text,
})

export type LazadaOrder = z.infer<typeof orderSchema>
export type LazadaItem = z.infer<typeof itemSchema>

/** Rows stay unchecked here: each is checked alone, so that a malformed one spoils no other. */
export const orderListSchema = z.object({
  data: z.object({ countTotal: idOrNone, orders: z.array(z.unknown()) }),
})
export const oneOrderSchema = z.object({ data: z.unknown() })
export const itemsBatchSchema = z.object({ data: z.array(z.unknown()) })

const countrySchema = z.object({ country: z.string().min(2), seller_id: id })

export const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: text,
  expires_in: z.coerce.number().min(1),
  refresh_expires_in: z.coerce.number().nullish(),
  country: text,
  country_user_info: z.array(countrySchema).nullish(),
  country_user_info_list: z.array(countrySchema).nullish(),
})

export const sellerSchema = z.object({ data: z.object({ name: text, name_company: text, short_code: text }) })

const envelopeSchema = z.object({
  code: idOrNone,
  type: text,
  message: text,
  /** Problems by SKU, in replies to an update. */
  detail: z
    .array(z.looseObject({ field: text, message: text, seller_sku: text }))
    .nullish()
    .catch(null),
})

/** Lazada says failure in the body's `code`, under HTTP 200, so the status alone is never success. */
export function decodeReply<T>(reply: HttpReply, schema: z.ZodType<T>): T {
  const isFailure = reply.status >= 400
  // A failure that is not JSON comes from a gateway or another host: no repeating will change that.
  const body =
    isFailure && !reply.text.trimStart().startsWith('{') ? null : exactIds(reply.text, reply.json())
  const envelope = envelopeSchema.safeParse(body).data
  const code = String(envelope?.code ?? '')
  if (code !== '' && code !== '0') throw errorOf(code, messageIn(envelope), fieldsOf(envelope))
  if (isFailure)
    throw new ChannelError(
      'refused',
      ownMessage('refusal.http_status', { channel: 'Lazada', status: reply.status }),
    )
  const decoded = schema.safeParse(body)
  if (!decoded.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'Lazada', detail: describeIssue(decoded.error) }),
    )
  return decoded.data
}

/** Whole numbers that a JSON number cannot hold become their digits as text: two orders must never share an id. */
export function exactIds(json: string, parsed: unknown): unknown {
  if (!/\d{16}/.test(json)) return parsed
  return JSON.parse(json, (_name: string, value: unknown, ...more: unknown[]) => {
    const { source } = (more[0] ?? {}) as { source?: string }
    const isRounded = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
    return isRounded && source && /^\d+$/.test(source) ? source : value
  })
}

/** The first thing that is wrong, as `address_shipping.phone: expected string`. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'not as documented'
}

/** A time with its offset, "2024-02-29 14:59:56 +0700" or ISO 8601; null when it is none. */
export function dateOf(words: string | null | undefined): Date | null {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?:(Z)|([+-]\d\d):?(\d\d))$/.exec(
    words?.trim() ?? '',
  )
  if (!match) return null
  const [, day, time, utc, hours, minutes] = match
  const date = new Date(`${day}T${time}${utc ?? `${hours}:${minutes}`}`)
  return Number.isNaN(date.getTime()) ? null : date
}

const kinds: Record<string, ChannelErrorKind> = {
  IllegalAccessToken: 'sign-in-expired',
  InvalidAccessToken: 'sign-in-expired',
  IllegalRefreshToken: 'sign-in-expired',
  InvalidRefreshToken: 'sign-in-expired',
  ApiCallLimit: 'slow-down',
  AppCallLimit: 'slow-down',
  SellerCallLimit: 'slow-down',
  901: 'slow-down',
  4154: 'slow-down',
  HOT_KEY_BLOCK_EXCEPTION: 'slow-down',
  ServiceTimeout: 'try-later',
  ServiceUnavailable: 'try-later',
  6: 'try-later',
  513: 'try-later',
  // Somebody else edits the same product at this moment.
  4147: 'try-later',
  1000: 'try-later',
  4136: 'try-later',
  40011: 'try-later',
  700024: 'try-later',
  SYS_ERROR: 'try-later',
  SYSTEM_ERROR: 'try-later',
  THIRD_SERVICE_ERROR: 'try-later',
  SELLER_SERVICE_FAIL: 'try-later',
}

/** "Update product failed" says nothing; why is in the details. */
function messageIn(envelope: z.infer<typeof envelopeSchema> | undefined): string {
  const details = envelope?.detail?.map((row) => row.message || row.field) ?? []
  return [envelope?.message, ...new Set(details)].filter(Boolean).join(': ')
}

/** Maps the reply's details to the wrong fields of a product. */
function fieldsOf(envelope: z.infer<typeof envelopeSchema> | undefined): ChannelError['fields'] {
  return (envelope?.detail ?? []).flatMap(({ field, message, seller_sku: code }) =>
    field ? [{ field, message: message || field, ...(code && { sellerSku: code }) }] : [],
  )
}

export function errorOf(code: string, message: string, fields: ChannelError['fields'] = []): ChannelError {
  return new ChannelError(kinds[code] ?? 'refused', message || code, {
    channelCode: code,
    fields,
    // The quota of calls per second: the next second has its own.
    ...(code === '901' ? { retryAfterSeconds: 1 } : {}),
  })
}

/** True for the answer about an id that is not an order of this shop. */
export function isUnknownOrder(error: unknown): boolean {
  return error instanceof ChannelError && error.kind === 'refused' && error.channelCode === '16'
}
