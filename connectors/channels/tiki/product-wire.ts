/** Fields read from Tiki's products. Source: "Product API" (v2.1), "Manage product" and "Inventory type". */
import { z } from 'zod'
import { idText } from './wire.ts'

const text = z.string().nullish()
const count = z.int().nullish()

/** Stock in one of the seller's warehouses: all pieces, and how many of them are reserved for orders. */
const warehouseStockSchema = z.object({
  warehouse_id: idText,
  qty_available: count,
  qty_reserved: count,
})

const inventorySchema = z.object({
  inventory_type: text,
  fulfillment_type: text,
  quantity_available: count,
  quantity_reserved: count,
  quantity_sellable: count,
  warehouse_stocks: z.array(warehouseStockSchema).nullish(),
})

export type Inventory = z.infer<typeof inventorySchema>

export const productSchema = z.object({
  product_id: idText,
  name: text,
  original_sku: text,
  active: z.union([z.int(), z.string(), z.boolean()]),
  price: z.union([z.number(), z.string()]),
  updated_at: z.string(),
  thumbnail: text,
  images: z.array(z.object({ url: text })).nullish(),
  categories: z.array(z.object({ id: idText, is_primary: z.boolean().nullish() })).nullish(),
  inventory: inventorySchema.nullish(),
})

export type TikiProduct = z.infer<typeof productSchema>

/** Fields of a product that its stock is computed from. */
export const stockedSchema = z.object({ product_id: idText, inventory: inventorySchema.nullish() })

export const updateSchema = z.object({ state: text })

const place = z.union([z.string(), z.object({ name: text, code: text })]).nullish()

/** The guide puts the address into an object, replies of the API lay it out flat: both are read. */
export const warehouseSchema = z.object({
  id: z.int().min(1),
  name: text,
  code: text,
  type: z.union([z.string(), z.int()]).nullish(),
  is_primary: z.union([z.boolean(), z.int()]).nullish(),
  status: z.union([z.boolean(), z.int()]).nullish(),
  street: text,
  ward: place,
  district: place,
  region: place,
  country: place,
  address: z.object({ street: text, ward: place, district: place, region: place, country: place }).nullish(),
})

export type TikiWarehouse = z.infer<typeof warehouseSchema>
