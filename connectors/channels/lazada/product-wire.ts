/**
 * Fields read from Lazada's replies about products and stock. Source: Lazada Open Platform API reference, "Product API". As in
 * wire.ts, numbers travel as numbers or as text, and products are checked one by one.
 */
import { z } from 'zod'
import { ChannelError } from '../../channel-error.ts'

const id = z.union([z.int().min(1), z.string().regex(/^\d+$/)])
const text = z.string().nullish()
const figure = z.union([z.number(), z.string()]).nullish()
/** Fields that a seller or a category defines: values of many kinds. */
const record = z.record(z.string(), z.unknown()).nullish()
/** A list, or that list as JSON in a text. */
const addresses = z.union([z.array(z.string()), z.string()]).nullish()

const skuSchema = z.looseObject({
  Status: text,
  SellerSku: text,
  /** An attribute of SKUs that most categories have. */
  gtin: figure,
  ShopSku: text,
  SkuId: id,
  Available: figure,
  quantity: figure,
  price: z.union([z.number(), z.string()]),
  special_price: figure,
  /** In the country's own time, to the minute; the dates are the same without the minutes. */
  special_from_time: text,
  special_to_time: text,
  special_from_date: text,
  special_to_date: text,
  package_weight: figure,
  package_length: figure,
  package_width: figure,
  package_height: figure,
  Images: addresses,
  Url: text,
  saleProp: record,
})

/** The list and the detail of one product spell five names differently. */
const productFields = z.object({
  item_id: id,
  primary_category: figure,
  updated_time: z.union([z.int(), z.string().regex(/^\d+$/)]),
  images: addresses,
  status: z.string().min(1),
  subStatus: text,
  attributes: z.looseObject({ name: z.string() }),
  variation: z.record(z.string(), z.looseObject({ name: text, label: text })).nullish(),
  suspendedSkus: z.array(z.looseObject({ SkuId: figure })).nullish(),
  skus: z.array(skuSchema).min(1),
})

const spellings: Record<string, string> = {
  itemId: 'item_id',
  primaryCategory: 'primary_category',
  updatedTime: 'updated_time',
  createdTime: 'created_time',
  productImageList: 'images',
}

export const productSchema = z.preprocess(spellAsInList, productFields)

export function spellAsInList(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [spellings[name] ?? name, value]))
}

/** Enough of a product to know what is left of it. */
export const productStockSchema = z.preprocess(
  spellAsInList,
  z.object({
    status: z.string(),
    skus: z.array(skuSchema.pick({ SkuId: true, Status: true, Available: true, quantity: true })),
  }),
)

export const productListSchema = z.object({
  data: z.object({ total_products: figure, products: z.array(z.unknown()).nullish() }),
})
export const oneProductSchema = z.object({ data: z.unknown() })
/** An update answers with nothing in it. */
export const doneSchema = z.object({ code: z.unknown() })

export type LazadaProduct = z.infer<typeof productFields>
export type LazadaSku = z.infer<typeof skuSchema>
/** Fields of a SKU that hold how many pieces can be bought now. */
export type LazadaQuantity = Pick<LazadaSku, 'Available' | 'quantity'>

export function isDeleted(word: string | null | undefined): boolean {
  return /^deleted?$/i.test(word ?? '')
}

/** No such SKU, no such product; not this seller's. */
const goneCodes = new Set(['207', '208', '4136', '4137', 'EDIT_ITEM_NOT_BELONG_SELLER'])

/** True for the answer about a product or a SKU that is not, or no longer, one of this seller's. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ChannelError) || error.kind !== 'refused') return false
  return (
    goneCodes.has(error.channelCode ?? '') || /not.?(exist|found)|not.belong.*seller/i.test(error.message)
  )
}

/** The call itself is wrong: a parameter is missing, the payload cannot be read or is empty or too long. */
const callCodes = new Set(['1', '5', '30', '204', '4132', '4171'])

/** True for a refusal about the SKUs of an update. Whatever the gateway refuses, it names in words such as MissingParameter. */
export function isAboutSkus(error: unknown): error is ChannelError {
  if (!(error instanceof ChannelError) || error.kind !== 'refused') return false
  const { channelCode: code = '' } = error
  return /^(\d+|[A-Z]+(_[A-Z0-9]+)+)$/.test(code) && !callCodes.has(code) && !code.startsWith('APP_')
}
