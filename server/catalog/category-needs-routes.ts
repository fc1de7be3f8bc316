/** What a category's listings need: attributes, variants, limits, brands. */
import type { CategoryAttribute } from '../../model/category.ts'
import { AppError } from '../../model/errors.ts'
import { fold } from '../../model/keyword.ts'
import type { Language } from '../../model/language.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { WebContext } from '../domain.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Call, Serve } from '../http/serve-endpoint.ts'
import { getCatalog, openAttributes, openRules, openTree, searchBrands } from './cached-catalog.ts'
import { categoryOfShop, channelCategoryOf, getShop, platformOf } from './category-of-shop.ts'
import { presentAge, presentAttribute, presentOption } from './present-category.ts'

type Place = { platform?: string; shopId?: number | undefined; language: Language }
type OptionCall =
  | Call<'GET /categories/{id}/attributes/{attribute_id}/options'>
  | Call<'GET /categories/{id}/attributes/options/{platform}'>

export function categoryNeedsRoutes(serve: Serve, { db, channels }: WebContext): void {
  const tools = { db, channels }

  async function categoryFor(session: Session, id: number, { platform, shopId }: Omit<Place, 'language'>) {
    const platformId = platform === undefined ? undefined : platformOf(tools, platform)
    return categoryOfShop(tools, session, id, { shopId, ...(platformId === undefined ? {} : { platformId }) })
  }

  async function attributesFor(session: Session, id: number, place: Place) {
    const category = await categoryFor(session, id, place)
    const read = await openAttributes(tools, category, place.language)
    return { catalog: getCatalog(tools, category.shop), attributes: read.content, age: read }
  }

  async function attributes(session: Session, id: number, place: Place, language: Language) {
    const { catalog, attributes: found, age } = await attributesFor(session, id, place)
    const sorted = found.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
    return {
      data: sorted.map((one) => presentAttribute(catalog, one)),
      meta: presentAge(age, language),
    }
  }

  async function variants(session: Session, id: number, place: Place, language: Language) {
    const { catalog, attributes: found, age } = await attributesFor(session, id, place)
    return {
      data: found
        .filter(({ isVariant }) => isVariant)
        .map((one) => ({
          id: one.channelAttributeId,
          name: one.name,
          is_custom_allowed: one.isFreeText,
          max_values: one.mostValues,
          options: one.options.map((option) => {
            const { value_id: valueId, label } = presentOption(catalog, option)
            return { id: valueId, name: label }
          }),
        })),
      meta: presentAge(age, language),
    }
  }

  async function options(
    { query, session, language, request }: OptionCall,
    id: number,
    place: Omit<Place, 'language'> & { attributeId: string },
  ) {
    const shown = query.lang ?? language
    const {
      catalog,
      attributes: found,
      age,
    } = await attributesFor(session, id, {
      ...place,
      language: shown,
    })
    const attribute = getAttribute(found, place.attributeId)
    const keyword = fold((query.keyword ?? '').trim())
    const fitting = attribute.options.filter(({ name }) => fold(name).includes(keyword))
    const { page, limit } = query
    const rows = fitting.slice((page - 1) * limit, page * limit)
    const counts = { total: fitting.length, count: rows.length, page, limit }
    return {
      data: rows.map((one) => presentOption(catalog, one)),
      meta: { pagination: paginationOf(request, counts), ...presentAge(age, language) },
    }
  }

  const placeOf = (
    query: { shop_id?: number | undefined; lang?: Language | undefined },
    language: Language,
  ) => ({
    shopId: query.shop_id,
    language: query.lang ?? language,
  })

  serve('GET /categories/{id}/attributes', ({ params, query, session, language }) =>
    attributes(session, params.id, placeOf(query, language), language),
  )
  serve('GET /categories/{id}/attributes/{platform}', ({ params, query, session, language }) =>
    attributes(session, params.id, { ...placeOf(query, language), platform: params.platform }, language),
  )
  serve('GET /categories/{id}/variants', ({ params, query, session, language }) =>
    variants(session, params.id, placeOf(query, language), language),
  )
  serve('GET /categories/{id}/variants/{platform}', ({ params, query, session, language }) =>
    variants(session, params.id, { ...placeOf(query, language), platform: params.platform }, language),
  )
  serve('GET /categories/{id}/attributes/{attribute_id}/options', (call) =>
    options(call, call.params.id, {
      shopId: call.query.shop_id,
      attributeId: call.params.attribute_id,
    }),
  )
  serve('GET /categories/{id}/attributes/options/{platform}', (call) =>
    options(call, call.params.id, {
      platform: call.params.platform,
      shopId: call.query.shop_id,
      attributeId: call.query.attribute_id,
    }),
  )

  serve('GET /attributes/{attribute_id}', async ({ params, query, session, language }) => {
    const place = placeOf(query, language)
    const { catalog, attributes: found, age } = await attributesFor(session, query.category_id, place)
    const data = presentAttribute(catalog, getAttribute(found, params.attribute_id))
    return { data, meta: presentAge(age, language) }
  })

  serve('GET /categories/{id}/rules', async ({ params, query, session, language }) => {
    const category = await categoryFor(session, params.id, { shopId: query.shop_id })
    const { content: rules, ...age } = await openRules(tools, category)
    const { deliveryOptions } = await openTree(tools, category.shop)
    return {
      data: {
        name: rules.name,
        description: rules.description,
        images: rules.images,
        price: rules.price,
        max_skus: rules.mostSkus,
        max_variant_attributes: rules.mostVariantAttributes,
        variant_value_length: rules.variantValueLength,
        is_brand_required: rules.isBrandRequired,
        is_package_size_required: rules.isPackageSizeRequired,
        is_cod_possible: rules.isCashOnDeliveryPossible,
        delivery_options: deliveryOptions.map((one) => ({
          delivery_id: one.channelDeliveryId,
          name: one.name,
          is_enabled: one.isEnabled,
          is_cod_possible: one.isCashOnDeliveryPossible,
          masked_by: one.maskedBy,
          weight_limit: one.heaviest,
        })),
      },
      meta: presentAge(age, language),
    }
  })

  serve('GET /shop-product-template/search-brand', async ({ query, session }) => {
    const shop = await getShop(tools, session, query.shop_id)
    const { category_id: id, platform_category_id: channelId } = query
    if (id === undefined && channelId === undefined)
      throw new AppError('validation_failed', { invalidFields: { category_id: 'field.required' } })
    const category =
      channelId === undefined
        ? await categoryOfShop(tools, session, id ?? 0, { shopId: shop.id })
        : { shop, channelCategoryId: (await channelCategoryOf(tools, shop, channelId)).channelCategoryId }
    const brands = await searchBrands(tools, category, query.keyword ?? '')
    return {
      data: brands.map(({ channelBrandId, name }) => ({
        id: channelBrandId,
        name,
        platform_brand_id: channelBrandId,
      })),
    }
  })
}

function getAttribute(attributes: CategoryAttribute[], id: string): CategoryAttribute {
  const found = attributes.find(({ channelAttributeId }) => channelAttributeId === id)
  if (!found) throw new AppError('not_found')
  return found
}
