/** Categories, attributes and brands of channels, for people who write templates. */
import type { Reply } from '../../contract/endpoints.ts'
import type { CategoryAttribute } from '../../model/category.ts'
import { AppError } from '../../model/errors.ts'
import { languageOf, type Language } from '../../model/language.ts'
import { templateLimitsOf, type TemplateLimits } from '../../model/template-limits.ts'
import { nameTarget } from '../audit/trail.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { WebContext } from '../domain.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Call, Serve } from '../http/serve-endpoint.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'
import { asAppError } from '../syncs/channel-app-error.ts'
import { addOwnCategory, listMappings, listOwnCategories, type CategoryRow } from './category-store.ts'

type Listed = Reply<'GET /categories'>
type Branches = {
  parent_id?: string | undefined
  tree: '0' | '1'
  keyword?: string | undefined
  lang?: string | undefined
}

const mostOwnCategories = 5_000
/** Options that come with their attribute; the rest is looked for. */
const shownOptions = 50

export function catalogRoutes(serve: Serve, { db, catalog, channels }: WebContext): void {
  serve('GET /categories', async ({ query, session, language }) => {
    if (query.shop_id !== undefined) return branchOf(query.shop_id, query, session, language)
    const keyword = query.keyword ?? ''
    const own = await db.read(session.ownerId, (tx) => listOwnCategories(tx, session.ownerId, keyword))
    return { data: own.map(presentOwn), meta: { fetched_at: null } }
  })

  serve('POST /categories', ({ body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const category = await addOwnCategory(tx, session.ownerId, body.name, mostOwnCategories)
      if (!category) throw new AppError('conflict')
      nameTarget(tx, category.id)
      return { data: category }
    }),
  )

  for (const name of ['GET /categories/shopee', 'GET /categories/lazada'] as const)
    serve(name, ({ query, session, language }) => branchOf(query.shop_id, query, session, language))

  serve('GET /categories/tiktok', ({ query, session, language }) =>
    branchOfAll(query.shop_ids, query, session, language),
  )

  for (const name of ['GET /categories/category-mapping', 'GET /category-mapping'] as const)
    serve(name, async ({ query, session }) => {
      const { ownerId } = session
      const mappings = await db.read(ownerId, (tx) => listMappings(tx, ownerId, query.category_id))
      return {
        data: {
          ...Object.fromEntries(
            mappings.map(({ platformId, channelCategoryId, path, confidence }) => [
              platformCodeOf(platformId),
              { platform_category_id: channelCategoryId, path, confidence },
            ]),
          ),
          confidence: mappings.length > 0 ? Math.min(...mappings.map((one) => one.confidence)) : 0,
        },
      }
    })

  serve('GET /categories/{id}/attributes', async ({ params, query, session, language }) => {
    const found = await attributesOf(params.id, query, session, language)
    return { data: found.attributes.map((one) => presentAttribute(one, found)) }
  })

  serve('GET /attributes/{platform}', async ({ params, query, session, language }) => {
    const found = await attributesOf(query.category_id, query, session, language)
    if (!/^\d+$/.test(params.platform))
      return { data: found.attributes.map((one) => presentAttribute(one, found)) }
    const wanted = found.attributes.find((one) => one.channelAttributeId === params.platform)
    if (!wanted) throw new AppError('not_found')
    return { data: presentAttribute(wanted, found) }
  })

  serve('GET /categories/attributes/{platform}', async ({ query, session, language }) => {
    const found = await attributesOf(query.category_id, query, session, language)
    return { data: found.attributes.map((one) => presentAttribute(one, found)) }
  })

  serve('GET /categories/{id}/variants', async ({ params, query, session, language }) => ({
    data: variantsOf(await attributesOf(params.id, query, session, language)),
  }))

  for (const name of ['GET /variants/{platform}', 'GET /categories/variants/{platform}'] as const)
    serve(name, async ({ query, session, language }) => ({
      data: variantsOf(await attributesOf(query.category_id, query, session, language)),
    }))

  serve('GET /categories/{id}/attributes/{attribute_id}/options', async (call) =>
    optionsOf(
      call,
      await attributesOf(call.params.id, call.query, call.session, call.language),
      call.params.attribute_id,
    ),
  )

  for (const name of [
    'GET /attributes/options/{platform}',
    'GET /categories/attributes/options/{platform}',
  ] as const)
    serve(name, async (call) =>
      optionsOf(
        call,
        await attributesOf(call.query.category_id, call.query, call.session, call.language),
        call.query.attribute_id,
      ),
    )

  serve('GET /categories/{id}/rules', async ({ params, query, session }) => {
    const shop = await getShop(query.shop_id, session)
    const [rules, couriers] = await Promise.all([
      catalog.rules(shop, params.id),
      catalog.couriers(shop),
    ]).catch(asAppError)
    return {
      data: {
        name: rules.name,
        description: rules.description,
        images: rules.images,
        max_skus: rules.mostSkus,
        max_variants: rules.mostVariantAttributes,
        variant_length: rules.variantValueLength,
        is_brand_required: rules.isBrandRequired,
        is_package_required: rules.isPackageSizeRequired,
        is_cod_possible: rules.isCashOnDeliveryPossible,
        shipment_providers: couriers
          .filter(({ channelDeliveryId: id }) => /^\d{1,15}$/.test(id))
          .map((one) => ({
            logistics_channel_id: Number(one.channelDeliveryId),
            logistics_channel_name: one.name,
            enabled: one.isEnabled,
            mask_channel_id: one.maskedBy === null ? null : Number(one.maskedBy),
            cod_enabled: one.isCashOnDeliveryPossible,
            weight_limit: one.heaviest,
          })),
      },
    }
  })

  serve('GET /shop-product-template/search-brand', async ({ query, session, request }) => {
    const { page, limit } = query
    const shop = await getShop(query.shop_id, session)
    const { brands, isMore } = await catalog
      .brands(shop, query.category_id, query.keyword ?? '', page * limit)
      .catch(asAppError)
    const shown = brands.slice((page - 1) * limit, page * limit)
    return {
      data: shown.map(({ channelBrandId: id, name }) => ({ id, name, platform_brand_id: id })),
      meta: {
        pagination: {
          ...paginationOf(request, { total: brands.length, count: shown.length, page, limit }),
          ...(isMore && { is_more: true }),
        },
      },
    }
  })

  /** Each chosen shop may have its own tree, by its region and its permissions. */
  async function branchOfAll(
    shopIds: number[],
    branch: Branches,
    session: Session,
    language: Language,
  ): Promise<Listed> {
    const all = await Promise.all(shopIds.map((id) => branchOf(id, branch, session, language)))
    const [first, ...others] = all
    if (!first) throw new AppError('not_found')
    const known = others.map(({ data }) => new Map(data.map((row) => [row.platform_category_id, row])))
    const data = first.data.flatMap((row) => {
      const found = known.map((rows) => rows.get(row.platform_category_id))
      if (found.includes(undefined)) return []
      return { ...row, is_disabled: row.is_disabled || found.some((one) => one?.is_disabled) }
    })
    const times = all.flatMap(({ meta }) => meta.fetched_at ?? []).toSorted()
    return { data, meta: { fetched_at: times[0] ?? null } }
  }

  async function branchOf(
    shopId: number,
    { parent_id: parent, tree, keyword, lang }: Branches,
    session: Session,
    language: Language,
  ): Promise<Listed> {
    const shop = await getShop(shopId, session)
    const { rows, fetchedAt } = await catalog
      .categories(shop, languageOf(lang) ?? language, {
        parentId: parent || null,
        isWhole: tree === '1',
        keyword: keyword || null,
      })
      .catch(asAppError)
    return { data: rows.map(presentCategory), meta: { fetched_at: fetchedAt?.toISOString() ?? null } }
  }

  async function attributesOf(
    categoryId: string,
    { shop_id: shopId, lang }: { shop_id: number; lang?: string | undefined },
    session: Session,
    language: Language,
  ): Promise<Asked> {
    const shop = await getShop(shopId, session)
    const attributes = await catalog
      .attributes(shop, categoryId, languageOf(lang) ?? language)
      .catch(asAppError)
    const { valueIds, variantValue } = templateLimitsOf(shop.platformId)
    const isLimited = variantValue < templateLimitsOf(0).variantValue
    return { attributes, valueIds, ...(isLimited && { variantLength: variantValue }) }
  }

  function platformCodeOf(platformId: number): string {
    const connector = channels.connectorOf(platformId)
    return connector?.platformCode ?? connector?.code ?? String(platformId)
  }

  async function getShop(id: number, { ownerId, shopIds }: Session): Promise<Shop> {
    const isVisible = shopIds.length === 0 || shopIds.includes(id)
    const shop = isVisible ? await db.read(ownerId, (tx) => findShop(tx, ownerId, id)) : undefined
    if (!shop) throw new AppError('not_found')
    return shop
  }
}

/** Attributes of a category, and how their channel counts its values. */
/** `variantLength`: characters of a value that SKUs differ in, where the channel limits them. */
type Asked = { attributes: CategoryAttribute[]; variantLength?: number } & Pick<TemplateLimits, 'valueIds'>

function presentOwn({ id, name }: { id: number; name: string }): Listed['data'][number] {
  return {
    id,
    platform_category_id: null,
    parent_id: null,
    name,
    cate_name_en: name,
    cate_name_my: name,
    cate_name_vn: name,
    level: 1,
    is_leaf: true,
    has_children: false,
    is_disabled: false,
    path: name,
  }
}

function presentCategory(row: CategoryRow): Listed['data'][number] {
  return {
    id: row.channelCategoryId,
    platform_category_id: row.channelCategoryId,
    parent_id: row.parentId,
    name: row.name,
    cate_name_en: row.names.en ?? row.name,
    cate_name_my: row.names.my ?? row.name,
    cate_name_vn: row.names.vn ?? null,
    level: row.level,
    is_leaf: row.isLeaf,
    has_children: !row.isLeaf,
    is_disabled: row.isDisabled,
    path: row.path,
  }
}

function presentAttribute(
  one: CategoryAttribute,
  { valueIds, variantLength }: Asked,
): Reply<'GET /categories/{id}/attributes'>['data'][number] {
  return {
    attribute_id: one.channelAttributeId,
    name: one.name,
    label: one.name,
    is_required: one.isRequired,
    is_sale_prop: one.isVariant,
    input_type: one.input,
    is_custom_allowed: one.isFreeText,
    unit: one.units,
    ...(one.isVariant && variantLength !== undefined && { max_length: variantLength }),
    max_values: one.mostValues,
    options: { data: one.options.slice(0, shownOptions).map((option) => presentOption(option, valueIds)) },
    has_more_options: one.options.length > shownOptions,
  }
}

function variantsOf({ attributes, valueIds }: Asked): Reply<'GET /variants/{platform}'>['data'] {
  return attributes
    .filter(({ isVariant }) => isVariant)
    .map((one) => ({
      id: one.channelAttributeId,
      name: one.name,
      is_custom_allowed: one.isFreeText,
      max_values: one.mostValues,
      options: one.options
        .slice(0, shownOptions)
        .map(({ id, name }) => ({ id: valueId(id, valueIds) ?? null, name })),
    }))
}

function presentOption({ id, name }: CategoryAttribute['options'][number], valueIds: Asked['valueIds']) {
  return { value_id: valueId(id, valueIds), name }
}

/** Undefined: the channel knows its values by their names. */
function valueId(id: string | null, valueIds: Asked['valueIds']): string | number | null | undefined {
  if (valueIds === 'none') return undefined
  return valueIds === 'number' && id !== null && /^\d{1,15}$/.test(id) ? Number(id) : id
}

type OptionsCall =
  | Call<'GET /categories/{id}/attributes/{attribute_id}/options'>
  | Call<'GET /attributes/options/{platform}' | 'GET /categories/attributes/options/{platform}'>

function optionsOf(
  { query, request }: OptionsCall,
  { attributes, valueIds }: Asked,
  attributeId: string,
): Reply<'GET /attributes/options/{platform}'> {
  const attribute = attributes.find(({ channelAttributeId: id }) => id === attributeId)
  if (!attribute) throw new AppError('not_found')
  const word = (query.keyword ?? '').toLowerCase()
  const found = attribute.options.filter(({ name }) => name.toLowerCase().includes(word))
  const { page, limit } = query
  const shown = found.slice((page - 1) * limit, page * limit)
  return {
    data: shown.map((option) => presentOption(option, valueIds)),
    meta: { pagination: paginationOf(request, { total: found.length, count: shown.length, page, limit }) },
  }
}
