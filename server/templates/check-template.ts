/** Rules that a template and its shops break, counted with every change of it and told in full before it is published. */
import type { Reply } from '../../contract/endpoints.ts'
import type { Brand } from '../../model/category.ts'
import type { Language } from '../../model/language.ts'
import type { Currency } from '../../model/money.ts'
import {
  publishingOrder,
  type ProductTemplate,
  type ShopTemplate,
  type TemplateProblem,
} from '../../model/product-template.ts'
import { shopSkusOf, withoutPrices, type ShopSku } from '../../model/shop-skus.ts'
import { keyOf, shopTemplateProblems, type ChannelFacts } from '../../model/shop-template-rules.ts'
import { templateLimitsOf } from '../../model/template-limits.ts'
import { inFormOrder } from '../../model/template-order.ts'
import { messageOfRule, ruleSettingsOf, same, templateProblems } from '../../model/template-rules.ts'
import { shopTemplateWarnings, templateWarnings } from '../../model/template-warnings.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import { findKnownBrand, listCategoryFacts, type CategoryFacts } from '../catalog/channel-facts-store.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import { translate } from '../i18n/translate.ts'
import { findAccount } from '../settings/account-store.ts'
import { foreignPictureProblems } from './foreign-pictures.ts'
import { uploadStatusOf } from './present-template.ts'
import { listForbiddenWords } from './forbidden-words/forbidden-words-store.ts'
import { listShopTemplates } from './shop-template-store.ts'
import { listFreeStock } from './uploads/free-stock-store.ts'
import { listCodesOfOthers, listContents, refreshTemplateStatus, saveProblemCount } from './template-store.ts'

export type Checked = { problems: TemplateProblem[]; warnings: TemplateProblem[] }

/**
 * In the order of the form and the steps. Shops that the user may not see count as well: publishing would send them too.
 *
 * @param silent shops whose channels could not be asked what their categories require
 */
export async function checkTemplate(
  tx: Tx,
  { ownerId, shopIds }: Pick<Session, 'ownerId' | 'shopIds'>,
  id: number,
  { isSaved = true, silent }: { isSaved?: boolean; silent?: ReadonlySet<number> } = {},
): Promise<Checked> {
  const template = (await listContents(tx, ownerId, [id])).get(id)
  if (!template) return { problems: [], warnings: [] }
  const shops = await listShopTemplates(tx, ownerId, [id], [])
  const { timezone, currency: ownCurrency } = await findAccount(tx, ownerId)
  const now = new Date()
  const settings = ruleSettingsOf(timezone, ownCurrency, now, await listForbiddenWords(tx, ownerId))
  const wanted = shops.map(({ shopId, content }) => ({ shopId, categoryId: content.platform_category_id }))
  const told = await listCategoryFacts(tx, ownerId, wanted)
  const own = templateProblems(template, settings)
  const problems = [...own, ...(await foreignPictureProblems(tx, ownerId, template, shops))]
  const warnings = [...templateWarnings(template)]
  for (const platformId of publishingOrder)
    for (const step of shops.filter((one) => one.platformId === platformId)) {
      const { content, shopId, currency, hasAccountMoney, channelProductId } = step
      // Where nothing is left to send, it may stay.
      if (step.shopStatus !== 1 && uploadStatusOf(step) !== 'uploaded') {
        const [path, rule] = ['shop_id', 'connected']
        problems.push({ path, rule, key: keyOf(platformId, path, rule), values: {}, platformId, shopId })
      }
      const priced = hasAccountMoney ? template : withoutPrices(template)
      const known = await knownBrand(tx, ownerId, content, platformId)
      const facts = factsOf(
        told.find((one) => one.shopId === shopId),
        currency as Currency,
        known,
      )
      const ofShop = ruleSettingsOf(timezone, currency, now)
      // The template's own fault is told once; prices and stock may be the shop's.
      const isOwn = ({ path, rule }: TemplateProblem) =>
        !path.startsWith('skus.') && own.some((one) => one.path === path && one.rule === rule)
      const ofStep = shopTemplateProblems(priced, content, platformId, ofShop, facts)
      problems.push(...ofStep.filter((problem) => !isOwn(problem)))
      if (channelProductId === null)
        problems.push(...(await stockProblems(tx, { ownerId, shopId }, template, content, platformId)))
      warnings.push(...shopTemplateWarnings(priced, content, platformId))
      if (silent?.has(shopId)) {
        const [path, rule] = ['platform_category_id', 'not_told']
        warnings.push({ path, rule, key: keyOf(platformId, path, rule), values: {}, platformId, shopId })
      }
    }
  if (!isSaved) warnings.push(...(await codeWarnings(tx, ownerId, id, template)))
  if (isSaved) {
    await saveProblemCount(tx, ownerId, id, problems.length)
    await refreshTemplateStatus(tx, ownerId, [id])
  }
  const isSeen = ({ shopId }: TemplateProblem) =>
    shopId === null || shopIds.length === 0 || shopIds.includes(shopId)
  return { problems: inFormOrder(problems.filter(isSeen)), warnings: warnings.filter(isSeen) }
}

/** A code of another template is rarely meant: both would be listings of one SKU (D-07). */
async function codeWarnings(
  tx: Tx,
  ownerId: string,
  id: number,
  { skus }: ProductTemplate,
): Promise<TemplateProblem[]> {
  const codes = skus.map((sku) => sku.seller_sku).filter((code) => code.trim() !== '')
  const others = await listCodesOfOthers(tx, ownerId, id, codes)
  return skus.flatMap((sku, at) => {
    const template = others.get(same(sku.seller_sku))
    if (template === undefined) return []
    const [path, rule] = [`skus.${at}.seller_sku`, 'used_elsewhere']
    const key = `error.${path}.${rule}`
    return { path, rule, key, values: { template }, platformId: null, shopId: null }
  })
}

/** Tells the SKUs that the ledger has none of, for a channel that lists nothing without stock. */
async function stockProblems(
  tx: Tx,
  shop: ShopKey,
  template: ProductTemplate,
  content: ShopTemplate,
  platformId: number,
): Promise<TemplateProblem[]> {
  if (!templateLimitsOf(platformId).needsStock) return []
  const skus = shopSkusOf(template, content, platformId)
  const codeOf = ({ seller_sku: code }: ShopSku) => code.trim()
  const stock = await listFreeStock(tx, shop, skus.map(codeOf))
  return skus
    .filter((sku) => (stock.get(codeOf(sku))?.stock ?? 1) < 1)
    .map(({ at }) => {
      const path = `skus.${at}.quantity`
      const key = keyOf(platformId, path, 'no_stock')
      return { path, rule: 'no_stock', key, values: {}, platformId, shopId: shop.shopId }
    })
}

/** The chosen brand as the channel lists it, where the channel takes only brands of its list. */
function knownBrand(
  tx: Tx,
  ownerId: string,
  { shop_id: shopId, platform_category_id: categoryId, brand }: ShopTemplate,
  platformId: number,
): Promise<{ brand: Brand | null } | undefined> {
  if (!brand?.brand_id || !templateLimitsOf(platformId).hasListedBrands) return Promise.resolve(undefined)
  return findKnownBrand(tx, ownerId, { shopId, categoryId, brandId: brand.brand_id, brandName: brand.name })
}

/** Null: the channel has not told what its category asks. */
function factsOf(
  told: CategoryFacts | undefined,
  currency: Currency,
  known: { brand: Brand | null } | undefined,
): ChannelFacts | null {
  if (!told?.attributes || !told.rules) return null
  const { attributes, rules, couriers, category, isTreeKnown } = told
  return {
    attributes,
    rules,
    deliveryOptions: couriers,
    currency,
    ...(isTreeKnown && { category }),
    ...known,
  }
}

export function presentProblem(
  { path, rule, key, values, platformId, shopId }: TemplateProblem,
  language: Language,
): Reply<'GET /product-template/{id}/problems'>['data'][number] {
  const message = translate(language, `template_rule.${messageOfRule(rule, values)}`, values)
  return { path, rule, key, message, platform_id: platformId, shop_id: shopId }
}
