/**
 * Fields read from a shop's replies, and the meaning of its error words. Fields that we do not read are ignored; fields that we
 * do read must have the documented type. Source: Medusa v2 Admin API reference, docs.medusajs.com/api/admin.
 */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { HttpReply } from '../../http.ts'

export const text = z.string().nullish()
/** Major units, 19.99 for nineteen ringgit and ninety-nine sen, with up to twenty digits where tax was taken out. */
const amount = z.number()
export const instant = z.iso.datetime({ offset: true })
const count = z.int().min(0)

/** Pieces of a line by delivery step. */
const detailSchema = z.object({
  fulfilled_quantity: count,
  shipped_quantity: count,
  delivered_quantity: count,
  return_received_quantity: count.nullish(),
  written_off_quantity: count.nullish(),
})

const lineSchema = z.object({
  id: z.string().min(1),
  title: z.string(),
  product_title: text,
  variant_id: text,
  variant_sku: text,
  variant_title: text,
  thumbnail: text,
  quantity: count,
  requires_shipping: z.boolean().nullish(),
  subtotal: amount,
  tax_total: amount,
  /** Total of the pieces that were not sent back. */
  total: amount,
  return_received_total: amount.nullish(),
  write_off_total: amount.nullish(),
  detail: detailSchema,
})

const addressSchema = z.object({
  first_name: text,
  last_name: text,
  company: text,
  address_1: text,
  address_2: text,
  city: text,
  province: text,
  postal_code: text,
  country_code: text,
  phone: text,
})

/** An order of which nothing but its address was asked for. */
export const orderAddressSchema = z.object({
  order: z.object({ id: z.string(), shipping_address: addressSchema.nullish() }),
})

const paymentSchema = z.object({
  provider_id: text,
  captured_at: instant.nullish(),
  canceled_at: instant.nullish(),
  updated_at: instant,
})

const metadata = z.record(z.string(), z.unknown()).nullish()

const fulfillmentSchema = z.object({
  id: z.string().min(1),
  shipped_at: instant.nullish(),
  delivered_at: instant.nullish(),
  canceled_at: instant.nullish(),
  updated_at: instant,
  labels: z.array(z.object({ tracking_number: text })).nullish(),
  /** Set on fulfillments that the console created. */
  metadata,
})

export const orderSchema = z.object({
  id: z.string().min(1),
  display_id: count.nullish(),
  status: z.string().min(1),
  payment_status: z.string().min(1),
  fulfillment_status: z.string().min(1),
  currency_code: z.string(),
  email: text,
  customer_id: text,
  created_at: instant,
  updated_at: instant,
  metadata,
  total: amount,
  shipping_total: amount,
  items: z.array(lineSchema),
  credit_lines: z.array(z.object({ reference: text, amount })).nullish(),
  shipping_address: addressSchema.nullish(),
  billing_address: addressSchema.nullish(),
  customer: z.object({ first_name: text, last_name: text }).nullish(),
  shipping_methods: z.array(z.object({ name: text })).nullish(),
  payment_collections: z
    .array(
      z.object({
        refunded_amount: amount.nullish(),
        updated_at: instant,
        payments: z.array(paymentSchema).nullish(),
      }),
    )
    .nullish(),
  fulfillments: z.array(fulfillmentSchema).nullish(),
})

export type ShopOrder = z.infer<typeof orderSchema>

/** An order as it is read before it is told how far it is: with what lies in each parcel. */
export const progressSchema = z.object({
  order: orderSchema.extend({
    fulfillments: z
      .array(
        fulfillmentSchema.extend({
          items: z.array(z.object({ line_item_id: text, quantity: count })).nullish(),
        }),
      )
      .nullish(),
  }),
})
export type ShopProgress = z.infer<typeof progressSchema>['order']
export type ShopLine = z.infer<typeof lineSchema>
export type ShopAddress = z.infer<typeof addressSchema>

/** Fields that have to be requested by name so that a reply holds all of the above. */
export const orderFields = [
  'id,display_id,status,currency_code,email,customer_id,created_at,updated_at,metadata,total,shipping_total',
  '*items,*items.detail,*credit_lines,*shipping_address,*billing_address,*customer,*shipping_methods',
  '*payment_collections,*payment_collections.payments,*fulfillments,*fulfillments.labels',
].join(',')

/** Rows stay unchecked here: each is checked alone, so that a malformed one spoils no other. */
export type Rows = { rows: unknown[]; total: number }

export function decodeRows(reply: HttpReply, name: string): Rows {
  const page = decodeReply(reply, z.object({ [name]: z.array(z.unknown()), count }))
  return { rows: page[name] as unknown[], total: page.count as number }
}

/** The id of an unchecked row, empty when it has none. */
export function idOf(raw: unknown): string {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined
  return typeof id === 'string' ? id : ''
}

/** Order that a payment was for; a cart's payment is for none yet. */
export const paidForSchema = z.object({
  payment_collection: z.object({ order: z.object({ id: z.string() }).nullish() }).nullish(),
})

const storeSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  default_sales_channel_id: text,
  default_region_id: text,
  metadata: z.record(z.string(), z.unknown()).nullish(),
  supported_currencies: z
    .array(z.object({ currency_code: z.string(), is_default: z.boolean().nullish() }))
    .nullish(),
})

export const storesSchema = z.object({ stores: z.array(storeSchema).min(1) })

export const regionsSchema = z.object({
  regions: z.array(
    z.object({
      id: z.string(),
      currency_code: z.string(),
      countries: z.array(z.object({ iso_2: z.string() })).nullish(),
    }),
  ),
})

export const locationsSchema = z.object({
  stock_locations: z.array(
    z.object({ id: z.string(), sales_channels: z.array(z.object({ id: z.string() })).nullish() }),
  ),
})

const envelopeSchema = z.object({ type: text, code: text, message: z.string() })

/** The body of a success; a failure becomes the error that says who acts. */
export function decodeReply<T>(reply: HttpReply, schema: z.ZodType<T>): T {
  if (reply.status >= 400) throw errorOf(reply)
  const decoded = schema.safeParse(reply.json())
  if (!decoded.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'Medusa', detail: describeIssue(decoded.error) }),
    )
  return decoded.data
}

/** The first thing that is wrong, as `items.0.total: expected number`. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'not as documented'
}

function errorOf({ status, text: body }: HttpReply): ChannelError {
  const envelope = envelopeSchema.safeParse(parse(body))
  if (!envelope.success)
    return new ChannelError('refused', ownMessage('refusal.http_status', { channel: 'Medusa', status }), {
      channelCode: `HTTP ${status}`,
    })
  const { type, message } = envelope.data
  const channelCode = type ?? `HTTP ${status}`
  const words = message.trim().slice(0, 300) || channelCode
  // Two calls were at the same thing at once, which is over in a moment.
  if (status === 409) return new ChannelError('try-later', words, { channelCode })
  return new ChannelError(status === 401 ? 'sign-in-expired' : 'refused', words, { channelCode })
}

export function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
