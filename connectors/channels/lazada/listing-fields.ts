import { ChannelError } from '../../channel-error.ts'

/** Properties of a draft for the fields that Lazada's refusals name. An attribute is named by its own word. */
const places: Record<string, string> = {
  name: 'name',
  description: 'description',
  short_description: 'shortDescription',
  Images: 'images',
  PrimaryCategory: 'channelCategoryId',
  brand: 'brand',
  brand_id: 'brand',
  package_weight: 'package.weight',
  package_length: 'package.length',
  package_width: 'package.width',
  package_height: 'package.height',
  price: 'price',
  special_price: 'specialPrice',
  special_from_date: 'specialPrice',
  special_to_date: 'specialPrice',
  quantity: 'quantity',
  SellerSku: 'sellerSku',
  SkuId: 'sellerSku',
  saleProp: 'options',
  variation: 'variantNames',
}

function placeOf(field: string): string {
  return places[field] ?? `attributes.${field}`
}

/** A refusal of a draft names properties of the draft. */
export function ofDraft(error: unknown): never {
  if (!(error instanceof ChannelError) || error.fields.length === 0) throw error
  const { kind, message, channelCode, retryAfterSeconds, fields } = error
  throw new ChannelError(kind, message, {
    ...(channelCode !== undefined && { channelCode }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    fields: fields.map(({ field, ...more }) => ({ ...more, field: placeOf(field) })),
    cause: error,
  })
}
