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

export function placeOf(field: string): string {
  return places[field] ?? `attributes.${field}`
}

/** Pictures of a product and those of a SKU bear one name. */
const inDraft = ({ field, ...more }: ChannelError['fields'][number]) => ({
  ...more,
  field: field === 'Images' && more.sellerSku ? 'image' : placeOf(field),
})

/** Refusals without details that are about one field, by their codes. */
const placeOfCode: Record<string, string> = {
  // A category that there is not, that is no leaf, and that the shop may not sell in.
  201: 'channelCategoryId',
  4134: 'channelCategoryId',
  4163: 'channelCategoryId',
  209: 'skus',
}

/** A refusal of a draft names properties of the draft. */
export function ofDraft(error: unknown): never {
  if (!(error instanceof ChannelError)) throw error
  const { kind, message, channelCode, retryAfterSeconds } = error
  const place = placeOfCode[channelCode ?? '']
  const fields = error.fields.length === 0 && place ? [{ field: place, message }] : error.fields.map(inDraft)
  throw new ChannelError(kind, message, {
    ...(channelCode !== undefined && { channelCode }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    fields,
    cause: error,
  })
}
