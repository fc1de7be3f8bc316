/** A listing of ours as the payloads of TikTok Shop's product calls have it. Pure: no calls, no clock. */
import type {
  ListingAttribute,
  ListingDraft,
  ListingEdit,
  ListingImage,
  ListingSku,
} from '../../../model/listing.ts'
import { currencies } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'

type Payload = Record<string, unknown>

export type Target = {
  currency: Currency
  /** Warehouse for new stock; null for a shop that names no warehouse. */
  warehouseId: string | null
}

export const reducedElsewhere = 'TikTok Shop keeps reduced prices in its promotions'

/** Finds values that TikTok Shop has no field for. Reported before anything is sent, as they would be lost silently. */
export function problemsOf({ brand, images, skus }: ListingDraft): { field: string; message: string }[] {
  const problems: { field: string; message: string }[] = []
  if (brand?.channelBrandId === null)
    problems.push({ field: 'brand', message: 'TikTok Shop takes only brands of its own list' })
  if (images.some(({ id }) => id === null) || skus.some(({ image }) => image?.id === null))
    problems.push({ field: 'images', message: 'An image was not uploaded to TikTok Shop' })
  if (skus.some(({ specialPrice }) => specialPrice))
    problems.push({ field: 'specialPrice', message: reducedElsewhere })
  return problems
}

export function payloadOf(draft: ListingDraft, target: Target): Payload {
  return {
    save_mode: 'LISTING',
    title: draft.name,
    description: draft.description,
    category_id: draft.channelCategoryId,
    ...(draft.brand && { brand_id: draft.brand.channelBrandId }),
    main_images: draft.images.map(imageOf),
    product_attributes: attributesOf(draft),
    ...packageOf(draft.package),
    is_cod_allowed: draft.isCashOnDelivery,
    ...(draft.deliveryIds.length > 0 && { delivery_option_ids: draft.deliveryIds }),
    skus: draft.skus.map((sku) => newSkuOf(draft.variantNames, sku, target)),
  }
}

/** Whole properties, and only those that change: the partial edit leaves the others alone. */
export function editPayload(
  { name, description, package: box }: ListingEdit,
  uris: string[] | undefined,
): Payload {
  return {
    ...(name !== undefined && { title: name }),
    ...(description !== undefined && { description }),
    ...(uris && { main_images: uris.map((uri) => ({ uri })) }),
    ...(box && packageOf(box)),
  }
}

export function packageOf({ weight, length, width, height }: ListingDraft['package']): Payload {
  const hasSize = length !== null && width !== null && height !== null
  return {
    ...(weight !== null && { package_weight: { value: String(weight), unit: 'KILOGRAM' } }),
    ...(hasSize && {
      package_dimensions: {
        length: String(length),
        width: String(width),
        height: String(height),
        unit: 'CENTIMETER',
      },
    }),
  }
}

export function imageOf({ id }: ListingImage): Payload {
  return { uri: id }
}

export function attributesOf({ attributes }: ListingDraft): { id: string; values: object[] }[] {
  return attributes.filter(({ values }) => values.length > 0).map(attributeOf)
}

function attributeOf({ channelAttributeId, values }: ListingAttribute): { id: string; values: object[] } {
  return {
    id: channelAttributeId,
    values: values.map(({ id, name }) => (id === null ? { name } : { id, name })),
  }
}

export function newSkuOf(
  variantNames: string[],
  sku: ListingSku,
  { currency, warehouseId }: Target,
): Payload {
  return {
    seller_sku: sku.sellerSku,
    price: { amount: amountText(sku.price, currency), currency },
    sales_attributes: variantNames.map((name, at) => ({
      name,
      value_name: sku.options[at] ?? '',
      // Only the first of them may have images.
      ...(at === 0 && sku.image && { sku_img: imageOf(sku.image) }),
    })),
    inventory: [{ ...(warehouseId !== null && { warehouse_id: warehouseId }), quantity: sku.quantity }],
  }
}

/** Minor units as a decimal, without passing through a fraction. */
export function amountText(minor: number, currency: Currency): string {
  const { decimals } = currencies[currency]
  if (decimals === 0) return String(minor)
  const digits = String(minor).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
