/** A listing of ours as the payloads of Lazada's product calls have it. Pure: no calls, no clock. */
import type {
  ListingAttribute,
  ListingDraft,
  ListingEdit,
  ListingSku,
  PublishedListing,
} from '../../../model/listing.ts'
import { currencies } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import { hoursAhead } from './product-mapping.ts'

/** Shop of a product. `country` as in `my`. */
export type Shop = { currency: Currency; country: string }

type Payload = Record<string, unknown>

/** All values are texts: the calls refuse numbers in SKUs. */
export function payloadOf(draft: ListingDraft, shop: Shop): string {
  const product: Payload = {
    PrimaryCategory: draft.channelCategoryId,
    Images: picturesOf(draft),
    Attributes: {
      name: draft.name,
      description: draft.description,
      ...(draft.shortDescription !== undefined && { short_description: draft.shortDescription }),
      ...brandOf(draft.brand),
      ...attributesOf(draft),
    },
    ...(draft.variantNames.length > 0 && { variation: variationOf(draft) }),
    Skus: { Sku: draft.skus.map((sku) => newSkuOf(draft, sku, draft.variantNames, shop)) },
  }
  return JSON.stringify({ Request: { Product: product } })
}

/** Lazada refuses a picture that is there twice. */
export function picturesOf({ images }: Pick<ListingDraft, 'images'>): Payload {
  return { Image: [...new Set(images.map(({ url }) => url))] }
}

/** Only the fields that change: the call leaves alone what it is not sent. `skus`: those whose parcel changes. */
export function editPayload(
  itemId: string,
  { name, description, package: box }: ListingEdit,
  images: string[] | undefined,
  skus: PublishedListing['skus'],
): string {
  const product: Payload = {
    ItemId: itemId,
    ...(images && { Images: picturesOf({ images: images.map((url) => ({ id: null, url })) }) }),
    ...((name ?? description) !== undefined && {
      Attributes: { ...(name !== undefined && { name }), ...(description !== undefined && { description }) },
    }),
    ...(box && {
      Skus: { Sku: skus.map(({ channelSkuId }) => ({ SkuId: channelSkuId, ...sizesOf(box) })) },
    }),
  }
  return JSON.stringify({ Request: { Product: product } })
}

export function brandOf(brand: ListingDraft['brand']): Payload {
  if (!brand) return { brand: 'No Brand' }
  return brand.channelBrandId === null ? { brand: brand.name } : { brand_id: brand.channelBrandId }
}

/** Attributes that have values, by their names. */
export function attributesOf({ attributes }: ListingDraft): Record<string, string> {
  return Object.fromEntries(attributes.filter(({ values }) => values.length > 0).map(attributeOf))
}

function attributeOf({ channelAttributeId, values }: ListingAttribute): [string, string] {
  const texts = values.map(({ id, name, unit }) => (unit === null ? (id ?? name) : `${id ?? name} ${unit}`))
  return [channelAttributeId, texts.join(',')]
}

function variationOf({ variantNames, skus }: ListingDraft): Payload {
  const hasImage = skus.every(({ image }) => image !== null)
  return variationPayload(
    variantNames,
    skus.map(({ options }) => options),
    hasImage,
  )
}

/** Names and values are the seller's own, which `customize` allows. */
export function variationPayload(names: string[], chosen: string[][], hasImage: boolean): Payload {
  const axes = names.map((name, index) => [
    `Variation${index + 1}`,
    {
      name,
      hasImage: String(index === 0 && hasImage),
      customize: 'true',
      options: { option: [...new Set(chosen.map((options) => options[index] ?? ''))] },
    },
  ])
  return Object.fromEntries(axes) as Payload
}

export function newSkuOf(
  { package: box }: ListingDraft,
  sku: ListingSku,
  variantNames: string[],
  shop: Shop,
): Payload {
  const { sellerSku, options, price, specialPrice, quantity, image } = sku
  return {
    SellerSku: sellerSku,
    ...salePropOf(variantNames, options),
    quantity: String(quantity),
    price: amountText(price, shop.currency),
    ...(specialPrice && specialOf(specialPrice, shop)),
    ...sizesOf(box),
    ...(image && { Images: { Image: [image.url] } }),
  }
}

export function salePropOf(variantNames: string[], options: string[]): Payload {
  if (variantNames.length === 0) return {}
  return { saleProp: Object.fromEntries(variantNames.map((name, index) => [name, options[index] ?? ''])) }
}

/** A reduced price that is not sent stays where it is. */
export function specialOf(special: ListingSku['specialPrice'], shop: Shop): Payload {
  if (!special) return { special_price: '0' }
  return {
    special_price: amountText(special.price, shop.currency),
    special_from_date: localText(special.from, shop),
    special_to_date: localText(special.to, shop),
  }
}

export function sizesOf(box: ListingDraft['package']): Payload {
  return {
    ...sizeOf('package_weight', box.weight),
    ...sizeOf('package_length', box.length),
    ...sizeOf('package_width', box.width),
    ...sizeOf('package_height', box.height),
  }
}

function sizeOf(name: string, size: number | null): Payload {
  return size === null ? {} : { [name]: String(size) }
}

/** Minor units as a decimal, without passing through a fraction. */
export function amountText(minor: number, currency: Currency): string {
  const { decimals } = currencies[currency]
  if (decimals === 0) return String(minor)
  const digits = String(minor).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** "2026-01-31 08:00:00", where the shop is. */
export function localText(at: Date, { country }: Shop): string {
  return new Date(at.getTime() + hoursAhead(country) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
