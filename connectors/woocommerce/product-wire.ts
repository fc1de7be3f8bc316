/**
 * Fields read from a store's products. Fields that we do not read are ignored; fields that we do read must have the documented
 * type. Source: "Product properties" and "Product variation properties" of the REST API v3 documentation.
 */
import { z } from 'zod'
import { gmt, looseAmount, text } from './wire.ts'

const stockFields = {
  /** "parent" for a variation whose product counts for all of its variations. */
  manage_stock: z.union([z.boolean(), z.literal('parent')]).nullish(),
  /** Below zero where buyers may order ahead; with decimals where a plugin sells by weight. */
  stock_quantity: z.number().nullish(),
  stock_status: text,
}

const sellingFields = {
  id: z.int().positive(),
  sku: text,
  /** Since version 9.1. */
  global_unique_id: text,
  price: looseAmount,
  regular_price: looseAmount,
  sale_price: looseAmount,
  date_on_sale_from_gmt: gmt.nullish(),
  date_on_sale_to_gmt: gmt.nullish(),
  ...stockFields,
}

export const productSchema = z.object({
  ...sellingFields,
  name: z.string(),
  type: text,
  status: z.string().min(1),
  permalink: text,
  date_created_gmt: gmt.nullish(),
  date_modified_gmt: gmt.nullish(),
  description: text,
  short_description: text,
  weight: looseAmount,
  dimensions: z.object({ length: looseAmount, width: looseAmount, height: looseAmount }).nullish(),
  images: z.array(z.object({ src: text })).nullish(),
  categories: z.array(z.object({ id: z.int() })).nullish(),
  /** Since version 9.6. */
  brands: z.array(z.object({ name: text })).nullish(),
  attributes: z
    .array(z.object({ name: z.string(), variation: z.boolean().nullish(), options: z.array(z.string()) }))
    .nullish(),
  variations: z.array(z.int()).nullish(),
})

export const variationSchema = z.object({
  ...sellingFields,
  status: text,
  date_modified_gmt: gmt.nullish(),
  image: z.object({ src: text }).nullish(),
  attributes: z.array(z.object({ name: z.string(), option: z.string() })).nullish(),
})

export type StoreProduct = z.infer<typeof productSchema>
export type StoreVariation = z.infer<typeof variationSchema>

/** Enough of a product or a variation to tell what it would sell. */
export const stockRowSchema = z.object({
  id: z.int().positive(),
  variations: z.array(z.int()).nullish(),
  ...stockFields,
})

export type StockRow = z.infer<typeof stockRowSchema>

const rowError = z.object({ code: z.string(), message: text }).nullish()

/** A row that could not be written has nothing but its id and the reason. */
export const writtenSchema = z.object({
  id: z.int(),
  status: text,
  manage_stock: stockFields.manage_stock,
  error: rowError,
})

export const pricedRowSchema = z.object({
  id: z.int(),
  status: text,
  regular_price: looseAmount,
  sale_price: looseAmount,
  error: rowError,
})

export const statusRowSchema = z.object({ id: z.int(), status: z.string().default(''), error: rowError })

/** The variations of a product, by number. */
export const familySchema = z.object({ variations: z.array(z.int()).nullish() })

/** Enough of a product to change it: its images have numbers, by which those that stay are named. */
export const editedRowSchema = z.object({
  status: text,
  images: z.array(z.object({ id: z.int(), src: text })).nullish(),
})

export const stockBatchSchema = z.object({ update: z.array(z.unknown()).nullish() })
