/**
 * Fields read from TikTok Shop's replies, and the meaning of its codes. Fields that we do not read are ignored; fields that we do
 * read must have the documented type. Source: TikTok Shop Open API 202309, partner.tiktokshop.com/docv2.
 *
 * Ids are text: they have 19 digits, which a JSON number loses the last of. Amounts are decimal text.
 */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { ChannelErrorKind } from '../../channel-error.ts'
import type { HttpReply } from '../../http.ts'

/** Unix seconds up to the year 9999, which is as far as a timestamp in the store and in JSON goes. */
export const seconds = z.int().min(1).max(253_402_300_799)
/** Time of an event, left out if it has not happened; some replies have 0 or null instead. */
const secondsOrNone = z.int().min(0).max(253_402_300_799).nullish()
export const amount = z.string().nullish()
export const text = z.string().nullish()

/** One row is one unit: three pieces of a thing are three rows. */
const unitSchema = z.object({
  id: z.string(),
  product_name: text,
  sku_id: z.string().min(1),
  sku_name: text,
  seller_sku: text,
  sku_image: text,
  sale_price: z.string(),
  display_status: text,
  package_id: text,
  package_status: text,
  tracking_number: text,
  shipping_provider_name: text,
  is_gift: z.boolean().nullish(),
})

const addressSchema = z.object({
  name: text,
  phone_number: text,
  full_address: text,
  address_detail: text,
  postal_code: text,
  region_code: text,
  district_info: z
    .array(z.object({ address_level: text, address_level_name: text, address_name: text }))
    .nullish(),
})

const paymentSchema = z.object({
  currency: z.string(),
  total_amount: z.string(),
  original_total_product_price: amount,
  seller_discount: amount,
  platform_discount: amount,
  shipping_fee: amount,
  shipping_fee_seller_discount: amount,
  shipping_fee_cofunded_discount: amount,
})

export const orderSchema = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  create_time: seconds,
  update_time: seconds,
  paid_time: secondsOrNone,
  rts_sla_time: secondsOrNone,
  shipping_due_time: secondsOrNone,
  collection_time: secondsOrNone,
  delivery_time: secondsOrNone,
  request_cancel_time: secondsOrNone,
  is_buyer_request_cancel: z.boolean().nullish(),
  is_cod: z.boolean().nullish(),
  cancel_reason: text,
  cancellation_initiator: text,
  payment_method_name: text,
  buyer_message: text,
  seller_note: text,
  user_id: text,
  buyer_nickname: text,
  tracking_number: text,
  shipping_provider: text,
  /** Missing while the order is UNPAID or ON_HOLD. */
  recipient_address: addressSchema.nullish(),
  payment: paymentSchema,
  line_items: z.array(unitSchema).min(1),
  packages: z.array(z.object({ id: text })).nullish(),
})

export type TiktokOrder = z.infer<typeof orderSchema>
export type TiktokUnit = z.infer<typeof unitSchema>

/** Rows stay unchecked here: each is checked alone, so that a malformed one spoils no other. */
export const orderSearchSchema = z.object({
  orders: z.array(z.unknown()).nullish(),
  next_page_token: text,
})
export const orderDetailSchema = z.object({ orders: z.array(z.unknown()).nullish() })

/** Both ends are moments, in spite of their names. */
export const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  access_token_expire_in: seconds,
  refresh_token_expire_in: seconds,
  user_type: z.int().nullish(),
})

export const shopsSchema = z.object({
  shops: z
    .array(
      z.object({ id: z.string().min(1), name: z.string(), region: z.string(), cipher: z.string().min(1) }),
    )
    .nullish(),
})

const envelopeSchema = z.object({ code: z.int(), message: text, data: z.unknown().optional() })

/** The code decides, under whatever HTTP status. */
export function decodeReply<T>(reply: HttpReply, schema: z.ZodType<T>): T {
  const isFailure = reply.status >= 400
  // A failure that is not JSON comes from a gateway or another host: no repeating will change that.
  const body = isFailure && !reply.text.trimStart().startsWith('{') ? null : reply.json()
  const envelope = envelopeSchema.safeParse(body)
  if (envelope.data && envelope.data.code !== 0)
    throw errorOf(envelope.data.code, envelope.data.message ?? '', envelope.data.data)
  if (isFailure)
    throw new ChannelError(
      'refused',
      ownMessage('refusal.http_status', { channel: 'TikTok Shop', status: reply.status }),
    )
  if (!envelope.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'TikTok Shop', detail: describeIssue(envelope.error) }),
    )
  // Void answers and empty lists may come without data.
  const decoded = schema.safeParse(envelope.data.data ?? {})
  if (!decoded.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'TikTok Shop', detail: describeIssue(decoded.error) }),
    )
  return decoded.data
}

/** The first thing that is wrong, as `line_items.0.sku_id: expected string`. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'not as documented'
}

const kinds: Record<number, ChannelErrorKind> = {
  // An access token that ended; the older gateways' number for the same.
  105002: 'sign-in-expired',
  105001: 'sign-in-expired',
  36009002: 'slow-down',
  36009003: 'try-later',
  36009007: 'try-later',
}

/** Faults of TikTok's own: each module has a dozen numbers for them, and the same words. */
const faults = /^(system|internal)\b.*\b(error|timeout)\b|^failed to get orders\b/i

/** Nobody knows what has happened. */
export function isFault(message: string | null | undefined): boolean {
  return faults.test(message ?? '')
}

function errorOf(code: number, message: string, data: unknown): ChannelError {
  let kind = kinds[code] ?? (isFault(message) ? 'try-later' : 'refused')
  // The same number means a dozen things, of which only a token that is not known is the seller's to mend.
  if (code === 36009004 && /access.?token/i.test(message)) kind = 'sign-in-expired'
  return new ChannelError(
    kind,
    message || ownMessage('refusal.refused_code', { channel: 'TikTok Shop', code }),
    {
      channelCode: String(code),
      fields: fieldsOf(message, data),
    },
  )
}

const detailsSchema = z.object({
  errors: z.array(
    z.object({
      detail: z.object({ extra_errors: z.array(z.object({ message: text })).nullish() }).nullish(),
    }),
  ),
})

/** Complaints about a product say in their words which field they are about; there is no place of its own for it. */
function fieldsOf(message: string, data: unknown): { field: string; message: string }[] {
  const details = detailsSchema.safeParse(data).data?.errors ?? []
  const extra = details.flatMap(({ detail }) => detail?.extra_errors ?? [])
  const words = extra.flatMap((one) => one.message || [])
  const complaints = words.length > 0 ? words : [/^Invalid parameter: (.+)$/.exec(message)?.[1] ?? '']
  return complaints.flatMap((words) => {
    const field = /^[a-z_]+(\.\w+)*/.exec(words)?.[0]
    return words && field ? { field, message: words } : []
  })
}

/** True for a refusal that one id of a batch can bring upon all: it has a module's number, not the gateway's. */
export function isAboutRows(error: unknown): error is ChannelError {
  if (!(error instanceof ChannelError) || error.kind !== 'refused') return false
  return /^\d{8}$/.test(error.channelCode ?? '') && !error.channelCode?.startsWith('3600')
}
