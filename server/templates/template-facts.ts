/** Facts of shops that the rules of templates ask for, read for many templates in as many statements as for one. */
import type { Brand } from '../../model/category.ts'
import type { Currency } from '../../model/money.ts'
import type { ProductTemplate, TemplateProblem } from '../../model/product-template.ts'
import { shopSkusOf } from '../../model/shop-skus.ts'
import { keyOf, type ChannelFacts } from '../../model/shop-template-rules.ts'
import { templateLimitsOf } from '../../model/template-limits.ts'
import { findKnownBrand, listCategoryFacts } from '../catalog/channel-facts-store.ts'
import type { Tx } from '../db/database.ts'
import { listShopTemplates, type StoredShopTemplate } from './shop-template-store.ts'
import { listContents } from './template-store.ts'
import { listFreeStock } from './uploads/free-stock-store.ts'

export type Draft = { id: number; template: ProductTemplate; steps: StoredShopTemplate[] }

export async function listDrafts(tx: Tx, ownerId: string, ids: number[]): Promise<Draft[]> {
  const contents = await listContents(tx, ownerId, ids)
  const steps = await listShopTemplates(tx, ownerId, [...contents.keys()], [])
  const stepsOf = Map.groupBy(steps, ({ templateId }) => templateId)
  return [...contents].map(([id, template]) => ({ id, template, steps: stepsOf.get(id) ?? [] }))
}

/** Answers a step's facts; null: the channel has not told what the category asks. */
export async function readChannelFacts(
  tx: Tx,
  ownerId: string,
  steps: StoredShopTemplate[],
): Promise<(step: StoredShopTemplate) => ChannelFacts | null> {
  const wanted = new Map(
    steps.map((step) => [
      placeOf(step),
      { shopId: step.shopId, categoryId: step.content.platform_category_id },
    ]),
  )
  const told = new Map(
    (await listCategoryFacts(tx, ownerId, [...wanted.values()])).map((facts) => [
      JSON.stringify([facts.shopId, facts.categoryId]),
      facts,
    ]),
  )
  const known = new Map<string, { brand: Brand | null } | undefined>()
  for (const step of steps)
    if (!known.has(brandPlaceOf(step))) known.set(brandPlaceOf(step), await knownBrand(tx, ownerId, step))
  return (step) => {
    const facts = told.get(placeOf(step))
    if (!facts?.attributes || !facts.rules) return null
    const { attributes, rules, couriers, category, isTreeKnown } = facts
    return {
      attributes,
      rules,
      deliveryOptions: couriers,
      currency: step.currency as Currency,
      ...(isTreeKnown && { category }),
      ...known.get(brandPlaceOf(step)),
    }
  }
}

const placeOf = ({ shopId, content }: StoredShopTemplate) =>
  JSON.stringify([shopId, content.platform_category_id])
const brandPlaceOf = (step: StoredShopTemplate) => JSON.stringify([placeOf(step), step.content.brand])

/** The chosen brand as the channel lists it, where the channel takes only brands of its list. */
function knownBrand(
  tx: Tx,
  ownerId: string,
  { shopId, platformId, content: { platform_category_id: categoryId, brand } }: StoredShopTemplate,
): Promise<{ brand: Brand | null } | undefined> {
  if (!brand?.brand_id || !templateLimitsOf(platformId).hasListedBrands) return Promise.resolve(undefined)
  return findKnownBrand(tx, ownerId, { shopId, categoryId, brandId: brand.brand_id, brandName: brand.name })
}

/** Answers, by step, the SKUs of new listings that the ledger has none of, for channels that list nothing without stock. */
export async function readStockProblems(
  tx: Tx,
  ownerId: string,
  drafts: Draft[],
): Promise<Map<StoredShopTemplate, TemplateProblem[]>> {
  const wanted = drafts.flatMap(({ template, steps }) =>
    steps
      .filter((step) => step.channelProductId === null && templateLimitsOf(step.platformId).needsStock)
      .map((step) => ({
        step,
        skus: shopSkusOf(template, step.content, step.platformId).map((sku) => ({
          at: sku.at,
          code: sku.seller_sku.trim(),
        })),
      })),
  )
  const found = new Map<StoredShopTemplate, TemplateProblem[]>()
  for (const [shopId, ofShop] of Map.groupBy(wanted, ({ step }) => step.shopId)) {
    const codes = new Set(ofShop.flatMap(({ skus }) => skus.map(({ code }) => code)))
    const stock = await listFreeStock(tx, { ownerId, shopId }, [...codes])
    for (const { step, skus } of ofShop) {
      const lacking = skus.filter(({ code }) => (stock.get(code)?.stock ?? 1) < 1)
      found.set(
        step,
        lacking.map(({ at }) => {
          const [path, rule] = [`skus.${at}.quantity`, 'no_stock']
          return {
            path,
            rule,
            key: keyOf(step.platformId, path, rule),
            values: {},
            platformId: step.platformId,
            shopId,
          }
        }),
      )
    }
  }
  return found
}
