import { isRecord } from '../../kit/http.ts'
import { hash } from '../../kit/random.ts'
import { lengthOf, LIMITS, within } from './item-limits.ts'
import { readImage, readPrice, readStock } from './item-rules.ts'
import { factsOf } from './items.ts'
import { itemIdOf, openItem } from './product-changes.ts'
import { codeIn } from './publishing.ts'
import { amount } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { ItemFacts, Product, Shop, Tier } from './types.ts'
import {
  badParam,
  rowsField,
  ShopeeError,
  shopPost,
  type Answer,
  type Endpoints,
  type ShopCall,
} from './wire.ts'

type Body = Record<string, unknown>

const MOST_TIERS = 2
const MOST_MODELS = 50

/** Both forms: the one of today, and the older one that programs still send. */
function readTiers(shopee: Shopee, body: Body, known: readonly string[]): Tier[] {
  const rows = body['standardise_tier_variation'] ?? body['tier_variation']
  if (!Array.isArray(rows))
    throw badParam('Wrong parameters, detail: invalid field standardise_tier_variation.')
  if (rows.length > MOST_TIERS) throw badParam('The level of tier-variation over 2.')
  return rows.filter(isRecord).map((row): Tier => {
    const name = row['variation_name'] ?? row['name']
    const options: unknown = row['variation_option_list'] ?? row['option_list']
    if (typeof name !== 'string' || !within(lengthOf(name), LIMITS.tierName))
      throw badParam(
        `Parameter is not match the constraints, variation_name takes 1 to ${LIMITS.tierName[1]} characters.`,
      )
    if (!Array.isArray(options) || options.length < 1 || options.length > MOST_MODELS)
      throw badParam('Count of tier_variation options should be under 50.')
    const read = options.filter(isRecord).map((option) => {
      const text = option['variation_option_name'] ?? option['option']
      if (typeof text !== 'string' || !within(lengthOf(text), LIMITS.option))
        throw badParam(
          `Parameter is not match the constraints, variation_option_name takes 1 to ${LIMITS.option[1]} characters.`,
        )
      const image =
        option['image_id'] ?? (isRecord(option['image']) ? option['image']['image_id'] : undefined)
      return {
        name: text,
        imageId: image === undefined || image === '' ? '' : readImage(shopee, image, known),
      }
    })
    if (new Set(read.map((option) => option.name)).size < read.length)
      throw badParam('Parameter is not match the constraints, variation_option_name is duplicate.')
    return { name, options: read }
  })
}

const imagesIn = (facts: ItemFacts): string[] =>
  facts.tiers.flatMap(({ options }) => options.flatMap(({ imageId }) => (imageId === '' ? [] : [imageId])))

function readPlace(row: Body, tiers: readonly Tier[]): number[] {
  const place = row['tier_index']
  const fits =
    Array.isArray(place) &&
    place.length === tiers.length &&
    place.every((index, tier) => Number.isInteger(index) && tiers[tier]?.options[Number(index)] !== undefined)
  if (!fits) throw badParam('Model tier_index error.')
  return place.map(Number)
}

function checkPlaces(places: readonly number[][]): void {
  if (new Set(places.map(String)).size < places.length)
    throw new ShopeeError('error_model_duplicate_tier_variation_index', 'The tier_index is duplicate.')
}

function checkPrices(shop: Shop, prices: readonly number[]): void {
  if (prices.length > 0 && Math.max(...prices) > Math.min(...prices) * LIMITS.priceRatio(shop))
    throw new ShopeeError(
      'product.error_busi',
      `The highest price of the variations can be at most ${LIMITS.priceRatio(shop)} times the lowest.`,
    )
}

const variantOf = (tiers: readonly Tier[], place: readonly number[]): string =>
  place.map((index, tier) => tiers[tier]?.options[index]?.name ?? '').join(',')

interface NewModel {
  place: number[]
  price: number
  stock: number
  code: string
}

const readModel = (shop: Shop, tiers: readonly Tier[], row: Body): NewModel => ({
  place: readPlace(row, tiers),
  price: readPrice(shop, row['original_price']),
  stock: readStock(shop, row['seller_stock']),
  code: codeIn(row, 'model_sku'),
})

function newModelId(shopee: Shopee, item: Product): number {
  for (let salt = 0; ; salt++) {
    const id = 100_000_000_000 + hash(`model:${item.productId}:${shopee.clock.now()}:${salt}`)
    if (shopee.catalog.nameOf(String(id)) === undefined) return id
  }
}

/** Puts a model on the shelf and in its place; without tiers it is the item's only one. */
function place(shopee: Shopee, item: Product, facts: ItemFacts, model: NewModel): Product {
  const skuId = facts.tiers.length === 0 ? 0 : newModelId(shopee, item)
  if (skuId !== 0) facts.places[skuId] = model.place
  return shopee.catalog.publish({
    shopId: item.shopId,
    productId: item.productId,
    skuId,
    code: skuId === 0 ? item.base : model.code,
    base: item.base,
    name: item.name,
    variant: variantOf(facts.tiers, model.place),
    weight: item.weight,
    price: model.price,
    stock: model.stock,
    status: item.status,
  })
}

const shown = (shop: Shop, facts: ItemFacts, model: Product): object => ({
  model_id: model.skuId,
  tier_index: facts.places[model.skuId] ?? [],
  model_sku: model.skuId === 0 ? '' : (model.code ?? model.sku),
  price_info: [{ original_price: amount(shop, model.price) }],
  seller_stock: [{ location_id: `${shop.region}Z`, stock: model.stock }],
})

const shownTiers = (tiers: readonly Tier[]): object[] =>
  tiers.map(({ name, options }) => ({
    name,
    option_list: options.map((option) => ({ option: option.name })),
  }))

function itemIn(
  shopee: Shopee,
  shop: Shop,
  body: Body,
): { models: readonly Product[]; item: Product; facts: ItemFacts } {
  const models = openItem(shopee, shop, itemIdOf(body))
  const [item] = models
  if (!item) throw new ShopeeError('error_item_not_found', 'Product not found.')
  const facts = structuredClone(factsOf(shopee, shop, item))
  return { models, item, facts }
}

/** Another number of tiers, none included: all models are created anew. */
function initTierVariation(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const { models, item, facts } = itemIn(shopee, shop, body)
  const tiers = readTiers(shopee, body, imagesIn(facts))
  if (tiers.length === facts.tiers.length) throw badParam('The level of tier-variation not change.')
  const rows = body['model']
  if (Array.isArray(rows) && rows.length > MOST_MODELS)
    throw new ShopeeError('error_model_count_over_limit', 'The count of models is over 50.')
  const wanted = rowsField(body, 'model', MOST_MODELS).map((row) => readModel(shop, tiers, row))
  checkPlaces(wanted.map((model) => model.place))
  checkPrices(
    shop,
    wanted.map(({ price }) => price),
  )
  const next = { ...facts, tiers, places: {} }
  shopee.items.set(item.productId, next)
  for (const model of models) shopee.catalog.drop(model)
  const created = wanted.map((model) => place(shopee, item, next, model))
  return {
    wrapped: {
      item_id: item.productId,
      tier_variation: shownTiers(tiers),
      model: created.map((model) => shown(shop, next, model)),
    },
  }
}

/** Options renamed, added, taken away: models that are not named go with them. */
function updateTierVariation(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const { models, item, facts } = itemIn(shopee, shop, body)
  if (facts.tiers.length === 0)
    throw new ShopeeError(
      'error_tier_var_is_',
      'Item without tier-variation. Please use init_tier_variation.',
    )
  const tiers = readTiers(shopee, body, imagesIn(facts))
  if (tiers.length !== facts.tiers.length)
    throw new ShopeeError('error_tier_var_level_not_same', 'Item tier-variation level not same')
  const rows = rowsField(body, 'model_list', MOST_MODELS)
  const places = new Map(
    rows.map((row) => {
      if (!models.some(({ skuId }) => skuId === row['model_id']))
        throw new ShopeeError('error_wrong_modelid', 'The model_id is wrong or not related to this item.')
      return [Number(row['model_id']), readPlace(row, tiers)]
    }),
  )
  if (places.size < rows.length)
    throw new ShopeeError('error_duplicate_modelid', 'The model_id is duplicate.')
  checkPlaces([...places.values()])
  shopee.items.set(item.productId, { ...facts, tiers, places: Object.fromEntries(places) })
  for (const model of models) {
    const at = places.get(model.skuId)
    if (at) shopee.catalog.change(model, { variant: variantOf(tiers, at) })
    else shopee.catalog.drop(model)
  }
  return undefined
}

function addModel(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const { models, item, facts } = itemIn(shopee, shop, body)
  if (facts.tiers.length === 0) throw badParam('Item without tier_variation. Please use init_tier_variation.')
  const wanted = rowsField(body, 'model_list', MOST_MODELS).map((row) => readModel(shop, facts.tiers, row))
  if (models.length + wanted.length > MOST_MODELS)
    throw new ShopeeError('error_model_count_over_limit', 'The count of models is over 50.')
  checkPlaces([...Object.values(facts.places), ...wanted.map((model) => model.place)])
  checkPrices(
    shop,
    [...models, ...wanted].map(({ price }) => price),
  )
  shopee.items.set(item.productId, facts)
  const created = wanted.map((model) => place(shopee, item, facts, model))
  return { wrapped: { model: created.map((model) => shown(shop, facts, model)) } }
}

function updateModel(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const { models } = itemIn(shopee, shop, body)
  const changes = rowsField(body, 'model', MOST_MODELS).map((row) => {
    const model = models.find(({ skuId }) => skuId !== 0 && skuId === row['model_id'])
    if (!model) throw badParam('Model_id and item_id not match.')
    return { model, code: codeIn(row, 'model_sku') }
  })
  for (const { model, code } of changes) shopee.catalog.change(model, { code })
  return undefined
}

function deleteModel(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const { models, item, facts } = itemIn(shopee, shop, body)
  const model = models.find(({ skuId }) => skuId !== 0 && skuId === body['model_id'])
  if (!model) throw badParam('Model_id and item_id not match.')
  if (models.length === 1)
    throw new ShopeeError('error_busi_cannot_delete_all_model', 'Cannot delete all models by this api.')
  const { [model.skuId]: _gone, ...places } = facts.places
  shopee.items.set(item.productId, { ...facts, places })
  shopee.catalog.drop(model)
  return undefined
}

export const modelEndpoints: Endpoints = {
  'product/init_tier_variation': shopPost(initTierVariation),
  'product/update_tier_variation': shopPost(updateTierVariation),
  'product/add_model': shopPost(addModel),
  'product/update_model': shopPost(updateModel),
  'product/delete_model': shopPost(deleteModel),
}
