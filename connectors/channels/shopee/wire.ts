/**
 * Fields read from Shopee's replies, and the meaning of its error words. Fields that we do not read are ignored; fields that we
 * do read must have the documented type. Source: Shopee Open Platform v2 API reference, open.shopee.com/documents.
 *
 * The schemas are plain objects without unions or transforms, which zod compiles: a first sync checks thousands of orders a
 * second. Shopee's words are mapped in orders.ts, payment.ts and auth.ts.
 */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { ChannelErrorKind } from '../../channel-error.ts'
import type { HttpReply } from '../../http.ts'

/** Unix seconds up to the year 9999, which is as far as a timestamp in the store and in JSON goes. */
const seconds = z.int().min(1).max(253_402_300_799)
/** Shopee writes "not yet" as 0, as null or by leaving the field out. */
const secondsOrNone = z.int().min(0).max(253_402_300_799).nullish()
/** A JSON number in major units. */
const amount = z.number().nullish()
const text = z.string().nullish()

const itemSchema = z.object({
  item_id: z.int(),
  item_name: z.string(),
  item_sku: text,
  model_id: z.int().nullish(),
  model_name: text,
  model_sku: text,
  model_quantity_purchased: z.int().min(1),
  cancelled_qty: z.int().min(0).nullish(),
  model_original_price: z.number(),
  model_discounted_price: z.number(),
  promotion_type: text,
  image_info: z.object({ image_url: text }).nullish(),
})

const packageSchema = z.object({
  package_number: z.string(),
  logistics_status: z.string(),
  shipping_carrier: text,
  item_list: z
    .array(
      z.object({ item_id: z.int(), model_id: z.int().nullish(), model_quantity: z.int().min(0).nullish() }),
    )
    .nullish(),
})

const addressSchema = z.object({
  name: text,
  phone: text,
  town: text,
  district: text,
  city: text,
  state: text,
  region: text,
  zipcode: text,
  full_address: text,
})

export const orderSchema = z.object({
  order_sn: z.string().min(1),
  currency: z.string(),
  cod: z.boolean().nullish(),
  order_status: z.string().min(1),
  create_time: seconds,
  update_time: seconds,
  pay_time: secondsOrNone,
  ship_by_date: secondsOrNone,
  pickup_done_time: secondsOrNone,
  message_to_seller: text,
  note: text,
  /** A number, but "empty" for some orders in TW, in a form that the reference does not show. */
  buyer_user_id: z.unknown().optional(),
  buyer_username: text,
  payment_method: text,
  /** Missing until the order is paid. */
  total_amount: amount,
  estimated_shipping_fee: amount,
  cancel_by: text,
  cancel_reason: text,
  buyer_cancel_reason: text,
  recipient_address: addressSchema.nullish(),
  item_list: z.array(itemSchema).min(1),
  package_list: z.array(packageSchema).nullish(),
})

/** Everything of orderSchema that Shopee sends only when asked for it. */
export const optionalOrderFields = [
  'buyer_user_id',
  'buyer_username',
  'estimated_shipping_fee',
  'recipient_address',
  'note',
  'item_list',
  'pay_time',
  'pickup_done_time',
  'buyer_cancel_reason',
  'cancel_by',
  'cancel_reason',
  'package_list',
  'payment_method',
  'total_amount',
].join(',')

export type ShopeeOrder = z.infer<typeof orderSchema>
export type ShopeeItem = z.infer<typeof itemSchema>
export type ShopeePackage = z.infer<typeof packageSchema>

export const orderListSchema = z.object({
  response: z.object({
    more: z.boolean(),
    next_cursor: text,
    order_list: z.array(z.object({ order_sn: z.string().min(1), order_status: text })),
  }),
})

/** Rows stay unchecked here: each is checked alone, so that a malformed one spoils no other. */
export const orderDetailSchema = z.object({ response: z.object({ order_list: z.array(z.unknown()) }) })

export const trackingBatchSchema = z.object({
  response: z.object({ success_list: z.array(z.unknown()).nullish() }).nullish(),
})
export const trackingSchema = z.object({ package_number: z.string(), tracking_number: z.string() })

export const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expire_in: z.int().min(1),
})

export const shopInfoSchema = z.object({ shop_name: z.string(), region: z.string() })

const envelopeSchema = z.object({ error: text, message: text, response: z.unknown().optional() })

/**
 * Shopee says failure in the body's `error`, under whatever HTTP status, so the status alone is never success. Under
 * `answeredError` the reply is read all the same, if it has a `response`.
 */
export function decodeReply<T>(reply: HttpReply, schema: z.ZodType<T>, now: Date, answeredError?: string): T {
  const isFailure = reply.status >= 400
  // A failure that is not JSON comes from a gateway or another host: no repeating will change that.
  const body = isFailure && !reply.text.trimStart().startsWith('{') ? null : reply.json()
  const envelope = envelopeSchema.safeParse(body)
  const error = envelope.data?.error
  const isAnswered = !!answeredError && !!error?.endsWith(answeredError) && !!envelope.data?.response
  if (error && !isAnswered) throw errorOf(error, envelope.data?.message ?? '', now)
  if (isFailure && !isAnswered)
    throw new ChannelError(
      'refused',
      ownMessage('refusal.http_status', { channel: 'Shopee', status: reply.status }),
    )
  const decoded = schema.safeParse(body)
  if (!decoded.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'Shopee', detail: describeIssue(decoded.error) }),
    )
  return decoded.data
}

/** The first thing that is wrong, as `item_list.0.item_id: expected number`. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'not as documented'
}

const kinds: Record<string, ChannelErrorKind> = {
  // The business calls' word for a dead access token, with the channel's own misspelling and without it.
  invalid_acceess_token: 'sign-in-expired',
  invalid_access_token: 'sign-in-expired',
  invalid_refresh_token: 'sign-in-expired',
  error_shop_refresh_token: 'sign-in-expired',
  refresh_token_expired: 'sign-in-expired',
  shop_access_expired: 'sign-in-expired',
  shop_no_linked: 'sign-in-expired',
  partner_shop_no_link: 'sign-in-expired',
  error_rate_limit: 'slow-down',
  system_busy: 'try-later',
  error_system_busy: 'try-later',
  error_server: 'try-later',
  error_network: 'try-later',
  error_inner: 'try-later',
  inner_error: 'try-later',
  error_timeout: 'try-later',
  error_connection: 'try-later',
  error_third_party_server: 'try-later',
  error_core_server: 'try-later',
  error_too_many_invoke_function: 'try-later',
  logistic_order_is_locked_on_creating: 'try-later',
}

/** Faults of Shopee's own, which come under whatever word the call has. "Update item failed, please try later" is a refusal. */
const faults =
  /^(system error|inner error|core server error|something( is)? wrong|(query|get) \w+ info failed)\b/i

export function isFault(message: string | undefined): boolean {
  return faults.test(message ?? '')
}

/** The app's daily quota. With another module in front the same word is about one order: "order.error_limit: Can not cancel". */
const quota = /^(common\.)?error_limit$/

function errorOf(slug: string, message: string, now: Date): ChannelError {
  // The same word comes bare and with its module in front, as in common.error_auth.
  const word = slug.slice(slug.lastIndexOf('.') + 1)
  let kind = kinds[word] ?? 'refused'
  if (kind === 'refused' && isFault(message)) kind = 'try-later'
  const isQuota = kind === 'refused' && quota.test(slug)
  if (isQuota) kind = 'slow-down'
  // The third spelling of a dead token. The same word also means that the app may not use the call.
  if (word === 'error_auth' && /access_?token/i.test(message)) kind = 'sign-in-expired'
  return new ChannelError(kind, message || slug, {
    channelCode: slug,
    retryAfterSeconds: isQuota ? secondsToQuotaReset(now) : undefined,
  })
}

/** The app's daily quota starts anew at midnight in Singapore. */
function secondsToQuotaReset(now: Date): number {
  const day = 86_400
  return day - ((Math.floor(now.getTime() / 1000) + 8 * 3600) % day)
}

/** True for the answers that a batch gives when one of its ids is unknown; an unknown shop is another matter. */
export function isNotFound(error: unknown): boolean {
  if (!(error instanceof ChannelError) || error.kind !== 'refused') return false
  if (/\bshop(id)?\b/i.test(error.message)) return false
  return error.channelCode?.endsWith('not_found') === true || /not found|not exist/i.test(error.message)
}

/** True when every row of a batch failed, which is no failure of the call. */
export function isAllFailed(error: unknown): boolean {
  return error instanceof ChannelError && !!error.channelCode?.endsWith('batch_api_all_failed')
}

/** True for refusals that a single package can bring upon a whole batch of the logistics calls. */
export function isAboutPackages(error: unknown): boolean {
  if (isNotFound(error)) return true
  if (!(error instanceof ChannelError) || /\bshop(id)?\b/i.test(error.message)) return false
  return error.kind === 'refused' && /(^|\.)error_(param|data)$/.test(error.channelCode ?? '')
}
