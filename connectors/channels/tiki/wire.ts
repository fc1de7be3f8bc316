/**
 * Fields read from Tiki's replies, and the meaning of its failures. Fields that we do not read are ignored; fields that we do
 * read must have the documented type. Source: Tiki Open Platform, open.tiki.vn/docs (see README.md for the pages).
 *
 * Ids are JSON numbers and become text. Amounts are whole dong, as JSON numbers. Times have no zone: they are Vietnam's.
 */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { HttpReply } from '../../http.ts'

export const idText = z.union([z.string().min(1), z.int().min(1)]).transform(String)
const amount = z.union([z.number(), z.string()])
const amountOrNone = amount.nullish()
const text = z.string().nullish()
const time = z.string().refine((value) => momentOf(value) !== null, { error: 'not a time' })

const vietnamMs = 7 * 3600 * 1000

/** Null for what is no time, such as the zeros that stand for none. */
export function momentOf(words: string | null | undefined): Date | null {
  if (!words || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(words)) return null
  const moment = new Date(Date.parse(`${words.replace(' ', 'T')}Z`) - vietnamMs)
  return moment.getTime() > 0 ? moment : null
}

/** Formats a time as Tiki's filters want it. */
export function formatTime(seconds: number): string {
  return new Date(seconds * 1000 + vietnamMs).toISOString().slice(0, 19).replace('T', ' ')
}

const itemSchema = z.object({
  product: z.object({
    id: idText,
    name: text,
    seller_product_code: text,
    thumbnail: text,
  }),
  confirmation: z.object({ status: text, available_confirm_sla: text, pickup_confirm_sla: text }).nullish(),
  price: amount,
  qty: z.int().min(1),
  is_free_gift: z.boolean().nullish(),
  invoice: z.object({ subtotal: amountOrNone, discount_amount: amountOrNone }).nullish(),
  seller_income_detail: z
    .object({
      discount: z
        .object({ discount_coupon: z.object({ seller_discount: amountOrNone }).nullish() })
        .nullish(),
    })
    .nullish(),
})

const addressSchema = z.object({
  full_name: text,
  phone: text,
  street: text,
  ward: text,
  district: text,
  region: text,
  country_id: text,
})

export const orderSchema = z.object({
  code: z.string().min(1),
  status: z.string().min(1),
  created_at: time,
  updated_at: time,
  items: z.array(itemSchema).min(1),
  invoice: z.object({
    subtotal: amount,
    grand_total: amount,
    discount_tikixu: amountOrNone,
    shipping_amount_after_discount: amountOrNone,
    total_seller_fee: amountOrNone,
    purchased_at: text,
  }),
  payment: z.object({ method: text, is_prepaid: z.boolean().nullish(), status: text }).nullish(),
  shipping: z
    .object({
      partner_name: text,
      tracking_code: text,
      status: text,
      address: addressSchema.nullish(),
    })
    .nullish(),
  delivery: z.object({ delivery_confirmed: z.boolean().nullish(), delivery_note: text }).nullish(),
  customer: z.object({ id: idText.nullish(), full_name: text }).nullish(),
  cancel_info: z.object({ reason_code: text, reason_text: text, comment: text }).nullish(),
})

export type TikiOrder = z.infer<typeof orderSchema>
export type TikiItem = z.infer<typeof itemSchema>

const pagingSchema = z.object({ total: z.int().nullish(), current_page: z.int(), last_page: z.int() })

export type Paging = z.infer<typeof pagingSchema>

/** Answers by how many pages rows may have moved up since rows before them left the list. */
export function pagesBack(before: number, now: number, pageSize: number): number {
  return Math.max(0, Math.ceil((before - now) / pageSize))
}

/** Rows stay unchecked here: each is checked alone, so that a malformed one spoils no other. */
export const listSchema = z.object({ data: z.array(z.unknown()), paging: pagingSchema })

export const sellerSchema = z.object({ id: idText, name: text })

const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: text,
  expires_in: z.int().min(1),
})

const oauthErrorSchema = z.object({ error: z.string(), error_description: text, error_hint: text })

/** Failures of the token endpoint speak OAuth and not Tiki's own form. */
export function decodeToken(reply: HttpReply): z.infer<typeof tokenSchema> {
  if (reply.status < 400) return decodeBody(reply, tokenSchema)
  const failure = oauthErrorSchema.safeParse(objectOf(reply)).data
  if (!failure)
    throw new ChannelError(
      'refused',
      ownMessage('refusal.http_status', { channel: 'Tiki', status: reply.status }),
    )
  // Only a complaint about the code or the refresh token is the seller's to mend; a wrong secret is ours.
  const kind = failure.error === 'invalid_grant' ? 'sign-in-expired' : 'refused'
  throw new ChannelError(kind, failure.error_description || failure.error, { channelCode: failure.error })
}

const failureSchema = z.object({ errors: z.array(z.unknown()) })

export function decodeReply<T>(reply: HttpReply, schema: z.ZodType<T>): T {
  if (reply.status < 400) return decodeBody(reply, schema)
  const told = failureSchema.safeParse(objectOf(reply)).data?.errors ?? []
  const words = told.filter((one) => typeof one === 'string').join('; ')
  throw new ChannelError(
    reply.status === 401 ? 'sign-in-expired' : 'refused',
    words || ownMessage('refusal.http_status', { channel: 'Tiki', status: reply.status }),
    { channelCode: `HTTP ${reply.status}` },
  )
}

function decodeBody<T>(reply: HttpReply, schema: z.ZodType<T>): T {
  const decoded = schema.safeParse(reply.json())
  if (!decoded.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'Tiki', detail: describeIssue(decoded.error) }),
    )
  return decoded.data
}

/** A failure that is no JSON comes from a gateway: no repeating will change that. */
function objectOf(reply: HttpReply): unknown {
  return reply.text.trimStart().startsWith('{') ? reply.json() : null
}

/** The first thing that is wrong, as `items.0.qty: expected number`. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'not as documented'
}

/** True for a refusal of what was asked for, and not of who asks. */
export function isAboutRow(error: unknown): error is ChannelError {
  return error instanceof ChannelError && /^HTTP 4(00|04|22)$/.test(error.channelCode ?? '')
}

/** Answers whether the requested object does not exist, or is not this seller's. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ChannelError && error.channelCode === 'HTTP 404'
}

export function isRecord(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}
