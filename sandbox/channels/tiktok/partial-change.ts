import { z } from 'zod'
import { codeOf } from '../../kit/catalog.ts'
import { isRecord } from '../../kit/http.ts'
import { categoryId } from './categories.ts'
import { WAREHOUSE } from './detail.ts'
import { pictureOf, samplePictureUri, type ItemFacts } from './item-facts.ts'
import { factsOf, sampleAttributes, shownOf, type Sku } from './product-detail.ts'
import {
  propertySchemas,
  titleComplaints,
  weightComplaints,
  wholeComplaints,
  type ProductInput,
  type SkuInput,
} from './product-rules.ts'
import { amount } from './shops.ts'
import type { Tiktok } from './tiktok.ts'
import type { Shop } from './types.ts'

/** Top-level properties, each whole; those that are left out stay as they are. */
export const partialSchema = z.object(propertySchemas).partial()

export type Partial = z.infer<typeof partialSchema>

export const isPartial = (edit: unknown): edit is { partial: Partial } => isRecord(edit) && 'partial' in edit

export function complaintsOf(
  tiktok: Tiktok,
  shop: Shop,
  { facts, productId }: { facts: ItemFacts; productId: string },
  partial: Partial,
): string[] {
  const complaints = partial.title === undefined ? [] : titleComplaints(partial.title)
  const own = [...facts.images, samplePictureUri(productId)]
  if (partial.main_images?.some(({ uri }) => !own.includes(uri) && !pictureOf(tiktok, uri)))
    complaints.push('main_images: an image is unknown')
  if (partial.package_weight) complaints.push(...weightComplaints(partial.package_weight.value))
  const { category_id: category, brand_id: brand, product_attributes: attributes, skus } = partial
  if (category === undefined && brand === undefined && attributes === undefined && skus === undefined)
    return complaints
  return [...complaints, ...wholeComplaints(tiktok, shop, wholeOf(tiktok, shop, productId, partial))]
}

/** The product as it stands now, with these properties replaced. */
export function wholeOf(tiktok: Tiktok, shop: Shop, productId: string, partial: Partial): ProductInput {
  const all = tiktok.catalog.variantsOf(shop.id, productId)
  const facts = factsOf(tiktok, all)
  const shown = shownOf(tiktok, all)
  return {
    save_mode: 'LISTING',
    title: shown[0]?.name ?? '',
    description: facts.description,
    category_id: categoryId(facts.category),
    ...(facts.brand !== '' && { brand_id: facts.brand }),
    main_images: facts.images.map((uri) => ({ uri })),
    package_weight: { value: facts.weight, unit: 'KILOGRAM' },
    ...(facts.size && { package_dimensions: { ...facts.size, unit: 'CENTIMETER' as const } }),
    product_attributes: facts.attributes.map(({ id, values }) => ({
      id,
      values: values.map((value) => ({ ...(value.id !== '' && { id: value.id }), name: value.name })),
    })),
    is_cod_allowed: facts.cod,
    delivery_option_ids: facts.delivery,
    skus: shown.map((sku) => skuInput(shop, facts, sku)),
    ...withoutNothing(partial),
  }
}

function skuInput(shop: Shop, facts: ItemFacts, sku: Sku): SkuInput {
  return {
    id: sku.skuId,
    seller_sku: codeOf(sku),
    price: { amount: amount(shop, sku.price), currency: shop.currency },
    inventory: [{ warehouse_id: WAREHOUSE, quantity: sku.stock }],
    sales_attributes:
      facts.skus[sku.skuId]?.map(({ image, ...one }) => ({
        ...one,
        ...(image !== '' && { sku_img: { uri: image } }),
      })) ?? sampleAttributes(sku),
  }
}

function withoutNothing(partial: Partial): object {
  return Object.fromEntries(Object.entries(partial).filter(([, value]) => value !== undefined))
}
