/**
 * Fields read from Shopee's replies about products and stock. Source: Shopee Open Platform v2 API reference, module "Product". As
 * in wire.ts, fields that we do not read are ignored, and rows are checked one by one.
 */
import { z } from 'zod'
import { ChannelError } from '../../channel-error.ts'

const text = z.string().nullish()
const figure = z.number().nullish()

const priceSchema = z.object({ currency: text, original_price: z.number(), current_price: figure })

const stockSchema = z.object({
  summary_info: z.object({ total_available_stock: z.int() }),
})

export const itemListSchema = z.object({
  response: z.object({
    /** Left out when nothing matches. */
    item: z.array(z.object({ item_id: z.int().min(1) })).nullish(),
    total_count: z.int().nullish(),
    has_next_page: z.boolean(),
    next_offset: z.int().nullish(),
  }),
})

export const itemsSchema = z.object({ response: z.object({ item_list: z.array(z.unknown()).nullish() }) })
export const modelsSchema = z.object({ response: z.unknown().optional() })

export const itemSchema = z.object({
  item_id: z.int().min(1),
  category_id: z.int().nullish(),
  item_name: z.string(),
  description: text,
  /** A description with pictures comes in pieces, and `description` is empty then. */
  description_info: z
    .object({
      extended_description: z
        .object({ field_list: z.array(z.object({ field_type: text, text })).nullish() })
        .nullish(),
    })
    .nullish(),
  item_sku: text,
  /** "00" for an item that says it has none. */
  gtin_code: text,
  update_time: z.int().min(1).max(253_402_300_799),
  attribute_list: z
    .array(
      z.object({
        original_attribute_name: text,
        attribute_value_list: z.array(z.object({ original_value_name: text, value_unit: text })).nullish(),
      }),
    )
    .nullish(),
  /** Missing from an item with models, which have prices and stock of their own. */
  price_info: z.array(priceSchema).nullish(),
  stock_info_v2: stockSchema.nullish(),
  image: z.object({ image_url_list: z.array(z.string()).nullish() }).nullish(),
  /** Kilograms, as text. */
  weight: text,
  /** Centimetres. */
  dimension: z.object({ package_length: figure, package_width: figure, package_height: figure }).nullish(),
  item_status: z.string().min(1),
  has_model: z.boolean().nullish(),
  brand: z.object({ brand_id: z.int().nullish(), original_brand_name: text }).nullish(),
})

const optionImageSchema = z.object({ image_url: text }).nullish()

const modelSchema = z.object({
  model_id: z.int().min(1),
  tier_index: z.array(z.int().min(0)),
  model_sku: text,
  gtin_code: text,
  model_status: text,
  price_info: z.array(priceSchema),
  stock_info_v2: stockSchema.nullish(),
})

export const modelListSchema = z.object({
  tier_variation: z
    .array(
      z.object({ name: text, option_list: z.array(z.object({ option: text, image: optionImageSchema })) }),
    )
    .nullish(),
  model: z.array(modelSchema).min(1),
})

/** Enough of an item and of its models to know what is left of them. */
export const itemStockSchema = itemSchema.pick({
  item_id: true,
  item_status: true,
  has_model: true,
  stock_info_v2: true,
})
export const modelStockSchema = z.object({
  model: z.array(modelSchema.pick({ model_id: true, stock_info_v2: true })),
})

export const stockUpdateSchema = z.object({
  response: z
    .object({
      success_list: z.array(z.object({ model_id: z.int().nullish() })).nullish(),
      failure_list: z.array(z.object({ model_id: z.int().nullish(), failed_reason: text })).nullish(),
    })
    .nullish(),
})

export type ShopeeProduct = z.infer<typeof itemSchema>
export type ShopeeModels = z.infer<typeof modelListSchema>
export type ShopeeModel = z.infer<typeof modelSchema>
export type ShopeePrice = z.infer<typeof priceSchema>
export type ShopeeStock = z.infer<typeof stockSchema>

export const deletedStatuses = ['SELLER_DELETE', 'SHOPEE_DELETE']

/** "Every model was refused", with the reasons in the reply's failure_list. */
export const allModelsRefused = 'error_busi_update_stock_failed'

const goneCodes = ['error_item_not_found', 'error_item_or_variation_not_found', 'error_item_not_belong_shop']

/** True for the answer about an item that is not, or no longer, one of this shop's. */
export function isGoneItem(error: unknown): boolean {
  return error instanceof ChannelError && error.kind === 'refused' && goneCodes.includes(errorCodeOf(error))
}

/** Shopee has no code for a model that is gone: its words have to tell. */
export function meansGone(reason: string): boolean {
  return /not.?(found|exist)|delet|wrong model_id/i.test(reason)
}

/** Shopee keeps an item's stock for a promotion of its own. Its spelling; a row of a batch says it in words alone. */
export function meansLocked(error: ChannelError | string): boolean {
  const word = typeof error === 'string' ? error : `${errorCodeOf(error)} ${error.message}`
  return /cann?t_edit_stock_in_promotion|under promotion/i.test(word)
}

/** Words that are about our app or the whole shop, whatever item was asked about. */
const generalCodes = new Set([
  'error_sign',
  'error_shop',
  'error_shop_not_found',
  'error_param_shop_id_not_found',
  'error_permission',
  'error_api_permission',
  'error_ashop_api_permission',
  'error_api_call_restricted',
  'error_kyc_auth',
  'error_partner_key_expired',
  'invalid_partner_id',
  'api_suspended',
  'source_ip_undeclared',
  'shop_banned',
])

/**
 * True for a refusal that is about the item of the call. error_param and error_auth say both "this item's stock is reserved" and
 * "your app may not", so there the message decides.
 */
export function isAboutItem(error: unknown): error is ChannelError {
  if (!(error instanceof ChannelError) || error.kind !== 'refused') return false
  const word = errorCodeOf(error)
  if (word === '' || generalCodes.has(word)) return false
  const isGeneral = /partner|permission|timestamp|shop_?id|access_token|\bsign\b|\bapp\b|request path/i
  return !/^(error_)?(param|auth)$/.test(word) || !isGeneral.test(error.message)
}

function errorCodeOf({ channelCode = '' }: ChannelError): string {
  return channelCode.startsWith('HTTP ') ? '' : channelCode.slice(channelCode.lastIndexOf('.') + 1)
}
