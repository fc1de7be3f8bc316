/**
 * Fields read from TikTok Shop's replies about creating products, packages, cancellations, returns and statements. Empty fields
 * are left out of them. Source: TikTok Shop Open API, "Products", "Logistics", "Fulfillment", "Return and Refund" and "Finance",
 * partner.tiktokshop.com/docv2.
 */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { describeIssue, seconds, text } from './wire.ts'

const id = z.string().min(1)
const yes = z.boolean().nullish()

/** Reply without any field that is read. */
export const nothingSchema = z.unknown()

export const categoriesSchema = z.object({
  categories: z
    .array(
      z.object({
        id,
        parent_id: text,
        local_name: text,
        is_leaf: yes,
        permission_statuses: z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
})

export const attributesSchema = z.object({
  attributes: z
    .array(
      z.object({
        id,
        name: text,
        type: text,
        /** Spelt so in the reference; the other spelling in case that it is mended. */
        is_requried: yes,
        is_required: yes,
        is_multiple_selection: yes,
        is_customizable: yes,
        value_data_format: text,
        values: z.array(z.object({ id, name: text })).nullish(),
      }),
    )
    .nullish(),
})

export type TiktokAttribute = NonNullable<z.infer<typeof attributesSchema>['attributes']>[number]

export const brandsSchema = z.object({
  brands: z.array(z.object({ id, name: text })).nullish(),
  next_page_token: text,
})

export const rulesSchema = z.object({
  cod: z.object({ is_supported: yes }).nullish(),
  package_dimension: z.object({ is_required: yes }).nullish(),
})

export const warehousesSchema = z.object({
  warehouses: z
    .array(
      z.object({
        id,
        name: text,
        type: text,
        effect_status: text,
        is_default: yes,
        address: z.object({ full_address: text, state: text, region: text, region_code: text }).nullish(),
      }),
    )
    .nullish(),
})

export const deliveryOptionsSchema = z.object({
  delivery_options: z
    .array(
      z.object({
        id,
        name: text,
        weight_limit: z.object({ max_weight: z.number().nullish(), unit: text }).nullish(),
      }),
    )
    .nullish(),
})

export const uploadedSchema = z.object({ uri: id, url: id })

export const publishedSchema = z.object({
  product_id: id,
  skus: z.array(z.object({ id, seller_sku: text })).min(1),
})

/** Enough of a product to name its SKUs and tell what lies where. */
export const namedProductSchema = z.object({
  id,
  status: text,
  skus: z
    .array(
      z.object({
        id,
        seller_sku: text,
        inventory: z.array(z.object({ warehouse_id: text, quantity: z.int().min(0).nullish() })).nullish(),
      }),
    )
    .nullish(),
})

export type NamedProduct = z.infer<typeof namedProductSchema>

/** A product as an edit needs it: the lists that are replaced whole, and for an edit of everything the rest as well. */
export const wholeProductSchema = z.object({
  status: text,
  title: text,
  description: text,
  category_chains: z.array(z.object({ id, is_leaf: z.boolean().nullish() })).nullish(),
  main_images: z.array(z.object({ uri: text })).nullish(),
  package_weight: z.unknown().optional(),
  package_dimensions: z.unknown().optional(),
  is_cod_allowed: z.boolean().nullish(),
  delivery_options: z.array(z.object({ id })).nullish(),
  product_attributes: z
    .array(z.object({ id, values: z.array(z.object({ id: text, name: text })).nullish() }))
    .nullish(),
  skus: z
    .array(
      z.object({
        id,
        seller_sku: text,
        identifier_code: z.unknown().optional(),
        price: z.object({ currency: text, sale_price: text, tax_exclusive_price: text }).nullish(),
        inventory: z.array(z.object({ warehouse_id: text, quantity: z.int().min(0).nullish() })).nullish(),
        sales_attributes: z
          .array(
            z.object({
              id: text,
              name: text,
              value_id: text,
              value_name: text,
              sku_img: z.object({ uri: text }).nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
})
export type WholeProduct = z.infer<typeof wholeProductSchema>

/** A product's images, by which an edit names those that stay. */
export const picturedProductSchema = z.object({
  status: text,
  main_images: z.array(z.object({ uri: text, urls: z.array(z.string()).nullish() })).nullish(),
})

/** Refused items of a batch; the reply does not list the successful ones. */
export const batchSchema = z.object({
  errors: z
    .array(
      z.object({
        code: z.int(),
        message: text,
        detail: z.object({ product_id: text, package_id: text }).nullish(),
      }),
    )
    .nullish(),
})

export type BatchError = NonNullable<z.infer<typeof batchSchema>['errors']>[number]

export function decode<T>(value: unknown, schema: z.ZodType<T>): T {
  const decoded = schema.safeParse(value)
  if (!decoded.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'TikTok Shop', detail: describeIssue(decoded.error) }),
    )
  return decoded.data
}

export const packageSchema = z.object({
  shipping_type: text,
  delivery_option_id: text,
  sender_address: z.object({ full_address: text }).nullish(),
})

const slotSeconds = z.int().min(1)

export const slotsSchema = z.object({
  can_pickup: yes,
  can_drop_off: yes,
  pickup_slots: z
    .array(
      z.object({
        start_time: slotSeconds,
        end_time: slotSeconds,
        /** Spelt so in the reference; the other spelling in case that it is mended. */
        avaliable: yes,
        available: yes,
      }),
    )
    .nullish(),
})

export const splitAttributesSchema = z.object({
  split_attributes: z.array(z.object({ order_id: text, can_split: yes, reason: text })).nullish(),
})

export const providersSchema = z.object({
  shipping_providers: z.array(z.object({ id, name: text })).nullish(),
})

export const documentSchema = z.object({ doc_url: text, tracking_number: text })

export const trackingSchema = z.object({
  tracking: z.array(z.object({ description: text, update_time_millis: z.number().min(1) })).nullish(),
})

/** A search's rows stay unchecked here: each is checked alone, so that a malformed one spoils no other. */
export const cancellationsSchema = z.object({
  cancellations: z.array(z.object({ cancel_id: id, cancel_status: text })).nullish(),
})

export const canceledSchema = z.object({ cancel_status: text })

export const reasonsSchema = z.object({
  reasons: z.array(z.object({ name: id, text })).nullish(),
})

export const returnsSchema = z.object({
  return_orders: z.array(z.unknown()).nullish(),
  next_page_token: text,
})

const refundSchema = z.object({ currency: text, refund_total: text }).nullish()

export const returnSchema = z.object({
  return_id: id,
  order_id: id,
  return_type: z.string().min(1),
  return_status: z.string().min(1),
  arbitration_status: text,
  return_reason: text,
  return_reason_text: text,
  refund_amount: refundSchema,
  return_line_items: z.array(z.object({ sku_id: id, refund_amount: refundSchema })).nullish(),
  return_tracking_number: text,
  seller_next_action_response: z.array(z.object({ deadline: z.int().min(0).nullish() })).nullish(),
  create_time: seconds,
  update_time: seconds.nullish(),
})

export type TiktokReturn = z.infer<typeof returnSchema>

export const statementsSchema = z.object({
  statements: z.array(z.object({ id, statement_time: seconds })).nullish(),
  next_page_token: text,
})

export const statementSchema = z.object({
  transactions: z.array(z.object({ order_id: text })).nullish(),
  next_page_token: text,
})

/** Names of parts of an amount, and how much each is: decimal text, negative for what the seller is charged. */
const partsSchema = z.record(z.string(), z.string().nullish()).nullish()

export const settledOrderSchema = z.object({
  order_id: id,
  currency: text,
  revenue_amount: z.string(),
  shipping_cost_amount: text,
  fee_and_tax_amount: text,
  settlement_amount: z.string(),
  sku_transactions: z
    .array(
      z.object({
        revenue_breakdown: partsSchema,
        fee_tax_breakdown: z.object({ fee: partsSchema, tax: partsSchema }).nullish(),
      }),
    )
    .nullish(),
})

export type SettledOrder = z.infer<typeof settledOrderSchema>
