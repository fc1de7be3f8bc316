/** The field of a template that a channel's refusal is about, as the rules of templates name it. */
import type { ListingDraft } from '../../../model/listing.ts'
import type { ProductTemplate } from '../../../model/product-template.ts'

/**
 * @param place property of the draft or of one of its SKUs, as `ChannelError.fields` names it; others stay as they are
 * @param sellerSku SKU that it is about, where the channel says so
 */
export function templatePathOf(
  place: string,
  sellerSku: string | undefined,
  draft: Pick<ListingDraft, 'skus'>,
  { skus, variant_names: names }: Pick<ProductTemplate, 'skus' | 'variant_names'>,
): string {
  if (place.startsWith('attributes.')) return `required_${place}`
  const [, nth, part] = /^skus\.(\d+)\.(\w+)$/.exec(place) ?? [undefined, undefined, place]
  const fieldOfSku = skuFields[part ?? '']
  if (fieldOfSku !== undefined) {
    const code = sellerSku ?? draft.skus[Number(nth ?? 0)]?.sellerSku
    const at = skus.findIndex((sku) => sku.seller_sku.trim() === code)
    return `skus.${at === -1 ? Number(nth ?? 0) : at}.${fieldOfSku}`
  }
  if (place === 'variantNames') return names.length > 0 ? 'variant_names.0' : 'skus'
  return fields[place] ?? place
}

const skuFields: Record<string, string> = {
  sellerSku: 'seller_sku',
  options: 'variants.0',
  price: 'price',
  specialPrice: 'special_price',
  quantity: 'quantity',
  image: 'images',
}

const fields: Record<string, string> = {
  description: 'long_description',
  shortDescription: 'short_description',
  channelCategoryId: 'platform_category_id',
  attributes: 'required_attributes',
  package: 'package_weight',
  'package.weight': 'package_weight',
  'package.length': 'package_length',
  'package.width': 'package_width',
  'package.height': 'package_height',
  deliveryIds: 'shipment_providers',
  isCashOnDelivery: 'is_cod_allowed',
}
