/** One item of Shopee's in our words. Pure: no calls, no clock. */
import { barcodeOf } from '../../../model/gtin.ts'
import { isCurrency, toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import type {
  ChannelProduct,
  ChannelSku,
  ProductAttribute,
  ProductPackage,
  ProductStatus,
} from '../../../model/product.ts'
import type { ShopeeModel, ShopeeModels, ShopeePrice, ShopeeProduct, ShopeeStock } from './product-wire.ts'

/** Shop of an item, which the item itself does not name. */
type Shop = { channelShopId: string; currency: Currency }

const statuses: Record<string, ProductStatus> = {
  NORMAL: 'active',
  UNLIST: 'inactive',
  REVIEWING: 'pending_review',
  BANNED: 'banned',
  SELLER_DELETE: 'deleted_on_channel',
  SHOPEE_DELETE: 'deleted_on_channel',
}

/** `models` of an item that has some. Throws RangeError on amounts that are none and on models that are not told apart. */
export function toChannelProduct(
  item: ShopeeProduct,
  models: ShopeeModels | null,
  shop: Shop,
): ChannelProduct {
  const price = item.price_info?.[0] ?? models?.model[0]?.price_info[0]
  const currency = price?.currency || shop.currency
  if (!isCurrency(currency)) throw new RangeError(`currency: ${currency} is not supported`)
  const ids = models?.model.map((model) => model.model_id) ?? []
  if (new Set(ids).size < ids.length) throw new RangeError('model_id: one of them comes twice')
  return {
    channelProductId: String(item.item_id),
    name: item.item_name,
    description: descriptionOf(item),
    status: statuses[item.item_status] ?? 'inactive',
    channelStatus: item.item_status,
    currency,
    channelCategoryId: item.category_id ? String(item.category_id) : null,
    // Shopee's own word for none comes with the number 0.
    brand: (item.brand?.brand_id && item.brand.original_brand_name) || null,
    images: item.image?.image_url_list ?? [],
    attributes: attributesOf(item),
    package: packageOf(item),
    url: addressOf(item, shop),
    changedAt: new Date(item.update_time * 1000),
    skus: models
      ? models.model.map((model) => skuOfModel(item, model, models, currency))
      : [skuOfItem(item, currency)],
  }
}

/** The name that an order's line has for what was bought; a thing without models is the model 0 of itself. */
function shopSkuOf(itemId: number, modelId: number): string {
  return `${itemId}_${modelId}`
}

function skuOfItem(item: ShopeeProduct, currency: Currency): ChannelSku {
  return {
    channelSkuId: '0',
    shopSku: shopSkuOf(item.item_id, 0),
    sellerSku: item.item_sku?.trim() || null,
    barcode: barcodeOf(item.gtin_code),
    options: [],
    ...pricesOf(item.price_info?.[0], currency),
    stock: stockOf(item.stock_info_v2),
    imageUrl: null,
    isActive: true,
  }
}

function skuOfModel(
  item: ShopeeProduct,
  model: ShopeeModel,
  { tier_variation: tiers }: ShopeeModels,
  currency: Currency,
): ChannelSku {
  const chosen = model.tier_index.map((index, at) => ({
    name: tiers?.[at]?.name || null,
    choice: tiers?.[at]?.option_list[index],
  }))
  return {
    channelSkuId: String(model.model_id),
    shopSku: shopSkuOf(item.item_id, model.model_id),
    sellerSku: model.model_sku?.trim() || null,
    barcode: barcodeOf(model.gtin_code),
    options: chosen.flatMap(({ name, choice }) =>
      name && choice?.option ? [{ name, value: choice.option }] : [],
    ),
    ...pricesOf(model.price_info[0], currency),
    stock: stockOf(model.stock_info_v2),
    imageUrl: chosen.find(({ choice }) => choice?.image?.image_url)?.choice?.image?.image_url ?? null,
    isActive: model.model_status !== 'MODEL_UNAVAILABLE',
  }
}

function pricesOf(
  info: ShopeePrice | undefined,
  currency: Currency,
): Pick<ChannelSku, 'price' | 'specialPrice'> {
  if (!info) throw new RangeError('price_info: missing')
  const price = toMinor(info.original_price, currency)
  const current = toMinor(info.current_price ?? info.original_price, currency)
  // Since when and until when the promotion runs is not said.
  return { price, specialPrice: current < price ? { price: current, from: null, to: null } : null }
}

/** Answers how many pieces can be sold now; null where Shopee says nothing about it. */
export function stockOf(info: ShopeeStock | null | undefined): number | null {
  return info ? Math.max(0, info.summary_info.total_available_stock) : null
}

function descriptionOf(item: ShopeeProduct): string | null {
  const pieces = item.description_info?.extended_description?.field_list ?? []
  return item.description || pieces.flatMap((piece) => piece.text || []).join('\n') || null
}

function attributesOf(item: ShopeeProduct): ProductAttribute[] {
  return (item.attribute_list ?? []).flatMap(({ original_attribute_name: name, attribute_value_list }) => {
    const values = (attribute_value_list ?? []).map((value) =>
      [value.original_value_name, value.value_unit].filter(Boolean).join(' '),
    )
    const value = values.filter(Boolean).join(', ')
    return name && value ? [{ name, value }] : []
  })
}

function packageOf({ weight, dimension }: ShopeeProduct): ProductPackage {
  return {
    weight: sizeOf(weight),
    length: sizeOf(dimension?.package_length),
    width: sizeOf(dimension?.package_width),
    height: sizeOf(dimension?.package_height),
  }
}

/** Nothing in a parcel is 0 kg or 0 cm: it was not given. */
function sizeOf(value: string | number | null | undefined): number | null {
  const size = Number(value ?? 0)
  return size > 0 && Number.isFinite(size) ? size : null
}

const domains: Partial<Record<Currency, string>> = {
  MYR: 'shopee.com.my',
  VND: 'shopee.vn',
  SGD: 'shopee.sg',
  THB: 'shopee.co.th',
  IDR: 'shopee.co.id',
  PHP: 'shopee.ph',
  TWD: 'shopee.tw',
}

/** No field has the address; each country's shop window has it made of the two numbers. */
function addressOf(item: ShopeeProduct, shop: Shop): string | null {
  const domain = domains[shop.currency]
  return domain ? `https://${domain}/product/${shop.channelShopId}/${item.item_id}` : null
}
