import { ChannelError } from '../../channel-error.ts'

/** Properties of a draft for the fields that the refusals of TikTok Shop name, which are those of its payloads. */
const places: Record<string, string> = {
  title: 'name',
  main_images: 'images',
  category_id: 'channelCategoryId',
  brand_id: 'brand',
  product_attributes: 'attributes',
  package_weight: 'package.weight',
  package_dimensions: 'package.length',
  delivery_option_ids: 'deliveryIds',
  is_cod_allowed: 'isCashOnDelivery',
}

const skuPlaces: Record<string, string> = {
  seller_sku: 'sellerSku',
  price: 'price',
  inventory: 'quantity',
  sales_attributes: 'options',
}

function placeOf(field: string): string {
  const [first = '', second, third] = field.split('.')
  if (first === 'product_attributes' && second) return `attributes.${second}`
  if (first === 'skus' && third) return `skus.${second}.${skuPlaces[third] ?? third}`
  return places[first] ?? first
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
