/**
 * The step of a shop out of a listing: its own channel's category, attributes and brand as they are, another channel's as far as earlier choices
 * and listings of the same SKUs leave little doubt. What is left open is found by the check of the draft.
 */
import { ChannelError } from '../../../connectors/channel-error.ts'
import {
  suggestAttributes,
  type AttributePair,
  type AttributeSource,
} from '../../../model/attribute-votes.ts'
import type { CategoryAttribute } from '../../../model/category.ts'
import { sureConfidence } from '../../../model/category-votes.ts'
import type { Language } from '../../../model/language.ts'
import {
  emptyShopTemplate,
  type RequiredAttribute,
  type ShopTemplate,
} from '../../../model/product-template.ts'
import { listLeaves } from '../../catalog/category-store.ts'
import type { WebContext } from '../../domain.ts'
import type { ProductDetail } from '../../listings/detail/product-detail-store.ts'
import type { Shop } from '../../shops/shops-store.ts'
import { suggestCategories } from './suggest-categories.ts'
import { listAttributePairs } from './twin-listings-store.ts'

type Place = { id: string; path: string }

const topOfTree = { parentId: null, isWhole: false, keyword: null }

/** Questions to channels that one request may have: what they answered before is kept and costs none. */
const mostQuestions = 60

/** Brands whose names have the wanted one in them, among which it is looked for. */
const mostAlike = 50

export type StepOfListing = (product: ProductDetail, shop: Shop) => Promise<ShopTemplate>

/** Answers of one category are kept for the other listings in it. It reads, and asks channels: not within a transaction. */
export function createStepOfListing(
  { db, catalog }: Pick<WebContext, 'db' | 'catalog'>,
  { ownerId, visible, language }: { ownerId: string; visible: number[]; language: Language },
): StepOfListing {
  let questions = 0
  const once = createMemory()

  /** A channel that is down, or has been asked enough, leaves the field open. */
  async function ask<T>(key: string, question: () => Promise<T>, without: T): Promise<T> {
    return once(key, async () => {
      if (++questions > mostQuestions) return without
      return question().catch((error: unknown) => {
        if (error instanceof ChannelError) return without
        throw error
      })
    })
  }

  async function placeOf(source: Source, shop: Shop): Promise<Place | undefined> {
    const { platformId, channelCategoryId } = source
    await ask(`tree ${shop.id}`, () => catalog.categories(shop, language, topOfTree).then(() => null), null)
    return db.read(ownerId, async (tx) => {
      if (platformId === shop.platformId) {
        const leaves = await listLeaves(tx, { ownerId, shopId: shop.id }, language, [channelCategoryId])
        const leaf = leaves.get(channelCategoryId)
        return leaf && { id: channelCategoryId, path: leaf.path }
      }
      const target = { shopId: shop.id, platformId: shop.platformId }
      const wanted = { ownerId, visible, ownCategoryId: null, sources: [source], target, language }
      const [best] = await suggestCategories(tx, wanted)
      return best && best.confidence >= sureConfidence
        ? { id: best.channelCategoryId, path: best.path }
        : undefined
    })
  }

  const pairsOf = (source: Source, shop: Shop, id: string): Promise<AttributePair[]> =>
    source.platformId === shop.platformId
      ? Promise.resolve([])
      : db.read(ownerId, (tx) =>
          listAttributePairs(
            tx,
            ownerId,
            source,
            { platformId: shop.platformId, channelCategoryId: id },
            visible,
          ),
        )

  async function brandOf(name: string, shop: Shop, categoryId: string): Promise<ShopTemplate['brand']> {
    const found = await ask(
      `brand ${shop.id} ${categoryId} ${name}`,
      async () => (await catalog.brands(shop, categoryId, name, mostAlike)).brands,
      [],
    )
    const brand = found.find((one) => one.name.toLowerCase() === name.toLowerCase())
    return brand ? { brand_id: brand.channelBrandId, name: brand.name } : null
  }

  return async (product, shop) => {
    const step = emptyShopTemplate(shop.id)
    const { platformId, channelCategoryId } = product
    if (channelCategoryId === null) return step
    const source = { platformId, channelCategoryId }
    const place = await once(`place ${platformId} ${channelCategoryId} ${shop.id}`, () =>
      placeOf(source, shop),
    )
    if (!place) return step
    const key = `${shop.id} ${place.id}`
    const attributes = await ask(`attributes ${key}`, () => catalog.attributes(shop, place.id, language), [])
    const pairs = await once(`pairs ${platformId} ${channelCategoryId} ${key}`, () =>
      pairsOf(source, shop, place.id),
    )
    return {
      ...step,
      platform_category_id: place.id,
      cate_name_en: place.path,
      cate_name_my: place.path,
      required_attributes: attributesOf(product, attributes, pairs),
      brand: product.brand === null ? null : await brandOf(product.brand, shop, place.id),
    }
  }
}

type Source = { platformId: number; channelCategoryId: string }

function attributesOf(
  { platformId, attributes }: ProductDetail,
  wanted: CategoryAttribute[],
  pairs: AttributePair[],
): RequiredAttribute[] {
  const source: AttributeSource = {
    platformId,
    values: attributes.map(({ name, value }) => ({
      attribute_id: name,
      name,
      value_id: null,
      value,
      unit: null,
    })),
    pairs,
  }
  return suggestAttributes(
    wanted.filter(({ isVariant }) => !isVariant),
    [source],
  )
    .filter(({ confidence }) => confidence >= sureConfidence)
    .flatMap(({ attributeId, name, values }) =>
      values.map(({ valueId, value, unit }) => ({
        attribute_id: attributeId,
        name,
        value_id: valueId,
        value,
        unit,
      })),
    )
}

/** Remembers answers by their question, also while they are under way. */
function createMemory(): <T>(key: string, find: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Promise<unknown>>()
  return <T>(key: string, find: () => Promise<T>) => {
    const known = kept.get(key) as Promise<T> | undefined
    if (known) return known
    const found = find()
    kept.set(key, found)
    return found
  }
}
