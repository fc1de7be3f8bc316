/**
 * Fields read from Lazada's replies about parcels, cancellations, returns, statements and creating products. The newer of these
 * calls put their answer into `result`, which has an error of its own under code 0. Source: Lazada Open Platform API reference,
 * "Fulfillment API", "Return and Refund API", "Finance API" and "Product API".
 */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { describeIssue, errorOf } from './wire.ts'

const id = z.union([z.int().min(1), z.string().min(1)])
const text = z.string().nullish()
const idOrNone = z.union([z.number(), z.string()]).nullish()
const amount = z.union([z.number(), z.string()]).nullish()
/** A yes comes as true or as "true". */
const yes = z
  .union([z.boolean(), z.string()])
  .nullish()
  .transform((value) => value === true || value === 'true')

export const resultSchema = z.object({
  result: z.looseObject({
    success: z.union([z.boolean(), z.string()]).nullish(),
    error_code: idOrNone,
    errorCode: idOrNone,
    error_msg: text,
    errorMsg: text,
    data: z.unknown().optional(),
  }),
})

/** Unwraps the inner envelope, `result`. A refusal in it is handled like any other. */
export function insideOf<T>(reply: z.infer<typeof resultSchema>, schema: z.ZodType<T>): T {
  refuseInside(reply)
  return decode(reply.result.data, schema)
}

export function refuseInside({ result }: z.infer<typeof resultSchema>): void {
  if (result.success !== false && result.success !== 'false') return
  const code = String(result.error_code || result.errorCode || '')
  const words = result.error_msg || result.errorMsg || code
  throw errorOf(code, words || ownMessage('refusal.no_reason', { channel: 'Lazada' }))
}

export function decode<T>(value: unknown, schema: z.ZodType<T>): T {
  const decoded = schema.safeParse(value)
  if (!decoded.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'Lazada', detail: describeIssue(decoded.error) }),
    )
  return decoded.data
}

export const providersSchema = z.object({
  platform_default: z.union([z.number(), z.string(), z.boolean()]).nullish(),
  shipment_providers: z.array(z.object({ name: text, provider_code: text })).nullish(),
  shipping_allocate_type: z.string().min(1),
})

const outcome = {
  item_err_code: z.union([z.string(), z.number()]).transform(String),
  msg: text,
  retry: yes,
}

export const packedSchema = z.object({
  pack_order_list: z.array(
    z.object({
      order_id: id,
      order_item_list: z.array(
        z.object({
          ...outcome,
          order_item_id: id,
          tracking_number: text,
          shipment_provider: text,
          package_id: text,
        }),
      ),
    }),
  ),
})

export const readySchema = z.object({ packages: z.array(z.object({ ...outcome, package_id: id })) })

export const labelSchema = z.object({ doc_type: text, file: text, pdf_url: text })

export const traceSchema = z.object({
  result: z.object({
    module: z
      .array(
        z.object({
          package_detail_info_list: z
            .array(
              z.object({
                ofc_package_id: idOrNone,
                tracking_number: text,
                logistic_detail_info_list: z
                  .array(
                    z.object({
                      title: text,
                      description: text,
                      status_code: text,
                      event_time: z.coerce.number().min(1),
                    }),
                  )
                  .nullish(),
              }),
            )
            .nullish(),
        }),
      )
      .nullish(),
  }),
})

export const tipSchema = z.object({
  data: z.object({
    tip_type: text,
    tip_content: text,
    reason_options: z.array(z.object({ reason_id: id, reason_name: text })).nullish(),
  }),
})

export const answeredSchema = z.object({ code: z.unknown() })

/** Rows stay unchecked here: each is checked alone, so that a malformed one spoils no other. */
export const reverseListSchema = z.object({
  result: resultSchema.shape.result.extend({ items: z.array(z.unknown()).nullish(), total: idOrNone }),
})

export const reverseOrderSchema = z.object({
  reverse_order_id: id,
  trade_order_id: id,
  request_type: z.string().min(1),
  reverse_order_lines: z
    .array(
      z.object({
        reverse_order_line_id: id,
        trade_order_line_id: idOrNone,
        reverse_status: z.string().min(1),
        ofc_status: text,
        refund_amount: amount,
        reason_text: text,
        seller_sku_id: text,
        platform_sku_id: text,
        product: z.object({ product_sku: text }).nullish(),
        tracking_number: text,
        is_dispute: yes,
        /** Milliseconds since 1970. */
        return_order_line_gmt_create: z.coerce.number().min(1),
        return_order_line_gmt_modified: z.coerce.number().nullish(),
        sla: z.coerce.number().nullish(),
      }),
    )
    .min(1),
})

export type ReverseOrder = z.infer<typeof reverseOrderSchema>
export type ReverseLine = ReverseOrder['reverse_order_lines'][number]

export const reasonsSchema = z.object({
  data: z.array(z.object({ reason_id: id, text, muti_language_text: text })).nullish(),
})

export const transactionsSchema = z.object({ data: z.array(z.unknown()).nullish() })

export const transactionSchema = z.object({
  order_no: id,
  fee_type: idOrNone,
  fee_name: text,
  /** Major units, negative for what the seller is charged. */
  amount: z.union([z.number(), z.string()]),
  transaction_date: z.string().min(1),
})

export type Transaction = z.infer<typeof transactionSchema>

const flag = z.union([z.boolean(), z.number(), z.string()]).nullish()

export type LazadaCategory = {
  category_id: string | number
  name?: string | null | undefined
  leaf?: boolean | null | undefined
  children?: LazadaCategory[] | null | undefined
}

const categorySchema: z.ZodType<LazadaCategory> = z.lazy(() =>
  z.object({
    category_id: id,
    name: text,
    leaf: z.boolean().nullish(),
    children: z.array(categorySchema).nullish(),
  }),
)

export const categoriesSchema = z.object({ data: z.array(categorySchema) })

const attributeSchema = z.object({
  name: z.string().min(1),
  label: text,
  input_type: text,
  is_mandatory: flag,
  is_sale_prop: flag,
  options: z.array(z.object({ name: text, en_name: text })).nullish(),
  unit: z.object({ type: z.array(z.string()).nullish() }).nullish(),
})

export type LazadaAttribute = z.infer<typeof attributeSchema>

export const attributesSchema = z.object({ data: z.array(attributeSchema) })

export const brandsSchema = z.object({
  data: z.object({
    module: z.array(z.object({ brand_id: id, name: text, name_en: text })).nullish(),
    total_record: z.union([z.number(), z.string()]).nullish(),
  }),
})

export const uploadedSchema = z.object({
  data: z.object({ image: z.object({ url: z.string().min(1) }) }),
})

export const createdSchema = z.object({
  data: z.object({
    item_id: id,
    sku_list: z.array(z.object({ seller_sku: text, sku_id: id })).min(1),
  }),
})

/** Enough of a product to name its SKUs. */
export const skusSchema = z.object({
  item_id: id,
  status: z.string(),
  attributes: z.record(z.string(), z.unknown()).nullish(),
  skus: z.array(z.looseObject({ SkuId: id, SellerSku: text, Status: text })),
})
