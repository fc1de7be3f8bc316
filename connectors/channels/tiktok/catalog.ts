/**
 * Requirements of TikTok Shop for new listings. Source: "Get Categories", "Get Attributes", "Get Category Rules", "Get Brands".
 */
import type { Session } from '../../session.ts'
import type { Catalog } from '../../catalog.ts'
import { keptForShop } from '../../kept-for-shop.ts'
import { readAgain } from '../../read-again.ts'
import type { Category, CategoryAttribute, DeliveryOption } from '../../../model/category.ts'
import type { Language } from '../../../model/language.ts'
import type { Currency } from '../../../model/money.ts'
import { request } from './orders.ts'
import {
  attributesSchema,
  brandsSchema,
  categoriesSchema,
  deliveryOptionsSchema,
  rulesSchema,
} from './selling-wire.ts'
import type { TiktokAttribute } from './selling-wire.ts'
import { warehouses } from './warehouses.ts'

const brandPageSize = 100
const longestDescription = 10_000
const mostImages = 9

export const catalog: Catalog = {
  async categories(session, language) {
    const query = { locale: localeOf(session, language), ...versionOf(session) }
    const path = '/product/202309/categories'
    const { categories } = await readAgain(() =>
      request(session, { method: 'GET', path, query }, categoriesSchema),
    )
    return parentsFirst(
      (categories ?? []).map((row) => ({
        channelCategoryId: row.id,
        parentId: !row.parent_id || row.parent_id === '0' ? null : row.parent_id,
        name: row.local_name || row.id,
        isLeaf: row.is_leaf ?? false,
        isDisabled: !(row.permission_statuses ?? ['AVAILABLE']).includes('AVAILABLE'),
      })),
    )
  },

  async attributes(session, channelCategoryId, language) {
    const query = { locale: localeOf(session, language), ...versionOf(session) }
    const path = `/product/202309/categories/${channelCategoryId}/attributes`
    const { attributes } = await readAgain(() =>
      request(session, { method: 'GET', path, query }, attributesSchema),
    )
    return (attributes ?? []).map(toAttribute)
  },

  async brands(session, { channelCategoryId, keyword, cursor }) {
    const query = {
      category_id: channelCategoryId,
      page_size: String(brandPageSize),
      ...(keyword?.trim() ? { brand_name: keyword.trim() } : {}),
      ...(cursor === null ? {} : { page_token: cursor }),
      ...versionOf(session),
    }
    const path = '/product/202309/brands'
    const reply = await readAgain(() => request(session, { method: 'GET', path, query }, brandsSchema))
    return {
      brands: (reply.brands ?? []).map(({ id, name }) => ({ channelBrandId: id, name: name || id })),
      nextCursor: reply.next_page_token || null,
    }
  },

  async rules(session, channelCategoryId) {
    const path = `/product/202309/categories/${channelCategoryId}/rules`
    const query = versionOf(session)
    const reply = await readAgain(() => request(session, { method: 'GET', path, query }, rulesSchema))
    const isAsian = southEastAsia.has(session.currency)
    return {
      name: { min: isAsian ? 25 : 1, max: 255 },
      description: { min: 1, max: longestDescription },
      images: { min: 1, max: mostImages },
      price: null,
      mostSkus: isAsian ? 100 : 300,
      mostVariantAttributes: 3,
      variantValueLength: null,
      isBrandRequired: false,
      isPackageSizeRequired: reply.package_dimension?.is_required ?? false,
      isCashOnDeliveryPossible: reply.cod?.is_supported ?? false,
    }
  },

  async deliveryOptions(session) {
    const warehouseId = await findWarehouse(session)
    if (warehouseId === null) return []
    const path = `/logistics/202309/warehouses/${warehouseId}/delivery_options`
    const reply = await readAgain(() =>
      request(session, { method: 'GET', path, query: {} }, deliveryOptionsSchema),
    )
    return (reply.delivery_options ?? []).map(({ id, name, weight_limit: limit }): DeliveryOption => {
      const unit = units[limit?.unit ?? '']
      return {
        channelDeliveryId: id,
        name: name || id,
        isEnabled: true,
        isCashOnDeliveryPossible: false,
        maskedBy: null,
        heaviest: limit?.max_weight && unit ? limit.max_weight * unit : null,
      }
    })
  },
}

const units: Record<string, number> = { KILOGRAM: 1, GRAM: 0.001, POUND: 0.45359237 }

const southEastAsia = new Set<Currency>(['MYR', 'VND', 'SGD', 'THB', 'IDR', 'PHP'])

/** Two trees: that of the United States, and the older one. Where neither is named, TikTok Shop's usual one is taken. */
export function versionOf({ currency }: Session): Record<string, string> {
  if (currency === 'USD') return { category_version: 'v2' }
  return southEastAsia.has(currency) ? { category_version: 'v1' } : {}
}

/** The warehouse that goods are sold from. Null for a shop without one. */
export const findWarehouse = keptForShop(async (session): Promise<string | null> => {
  const selling = (await warehouses.list(session)).filter(({ type }) => type === 'requisition')
  const usual = selling.find(({ isPrimary }) => isPrimary) ?? selling[0]
  return usual?.id ?? null
})

/** A country's own language, which only its own shops surely have; or English. */
function localeOf({ currency }: Session, language: Language): string {
  if (language === 'vn' && currency === 'VND') return 'vi-VN'
  if (language === 'my' && currency === 'MYR') return 'ms-MY'
  return language === 'jp' && currency === 'JPY' ? 'ja-JP' : 'en-US'
}

/** The list comes in no promised order. */
function parentsFirst(all: Category[]): Category[] {
  const children = Map.groupBy(all, ({ parentId }) => parentId)
  const below = (parentId: string | null): Category[] =>
    (children.get(parentId) ?? []).flatMap((one) => [one, ...below(one.channelCategoryId)])
  return below(null)
}

function toAttribute(row: TiktokAttribute): CategoryAttribute {
  const options = (row.values ?? []).map(({ id, name }) => ({ id, name: name || id }))
  const isMulti = options.length > 0 && (row.is_multiple_selection ?? false)
  const isNumber = options.length === 0 && /INT|DECIMAL|NUMBER/.test(row.value_data_format ?? '')
  const input = options.length > 0 ? 'select' : isNumber ? 'number' : 'text'
  return {
    channelAttributeId: row.id,
    name: row.name || row.id,
    isRequired: row.is_requried ?? row.is_required ?? false,
    isVariant: row.type === 'SALES_PROPERTY',
    input: isMulti ? 'multi' : input,
    isFreeText: options.length === 0 || (row.is_customizable ?? false),
    options,
    units: [],
    mostValues: isMulti ? options.length : 1,
  }
}
