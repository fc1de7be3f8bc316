/** Rules that templates and their shops break, counted with every change of one and told in full before it is published. */
import type { Reply } from '../../contract/endpoints.ts'
import type { Language } from '../../model/language.ts'
import { publishingOrder, type ProductTemplate, type TemplateProblem } from '../../model/product-template.ts'
import { withoutPrices } from '../../model/shop-skus.ts'
import { keyOf, shopTemplateProblems, type ChannelFacts } from '../../model/shop-template-rules.ts'
import { inFormOrder } from '../../model/template-order.ts'
import {
  messageOfRule,
  ruleSettingsOf,
  same,
  templateProblems,
  unitOfLimit,
  type RuleSettings,
} from '../../model/template-rules.ts'
import { shopTemplateWarnings, templateWarnings } from '../../model/template-warnings.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Tx } from '../db/database.ts'
import { translate } from '../i18n/translate.ts'
import { findAccount } from '../settings/account-store.ts'
import { listForbiddenWords } from './forbidden-words/forbidden-words-store.ts'
import { foreignPictureProblems } from './foreign-pictures.ts'
import { uploadStatusOf } from './present-template.ts'
import type { StoredShopTemplate } from './shop-template-store.ts'
import { listDrafts, readChannelFacts, readStockProblems, type Draft } from './template-facts.ts'
import { listCodesOfOthers, lockTemplates, refreshTemplateStatus, saveProblems } from './template-store.ts'

export type Checked = { problems: TemplateProblem[]; warnings: TemplateProblem[] }

type Viewer = Pick<Session, 'ownerId' | 'shopIds'>
type Options = { isSaved?: boolean; silent?: ReadonlySet<number> }

/**
 * In the order of the form and the steps. Shops that the user may not see count as well: publishing would send them too.
 *
 * @param silent shops whose channels could not be asked what their categories require
 */
export async function checkTemplate(tx: Tx, viewer: Viewer, id: number, options?: Options): Promise<Checked> {
  return (await checkTemplates(tx, viewer, [id], options)).get(id) ?? { problems: [], warnings: [] }
}

/** The same of many at once, by template; those that are gone are left out. */
export async function checkTemplates(
  tx: Tx,
  { ownerId, shopIds }: Viewer,
  ids: number[],
  { isSaved = true, silent }: Options = {},
): Promise<Map<number, Checked>> {
  if (isSaved) await lockTemplates(tx, ownerId, ids)
  const drafts = await listDrafts(tx, ownerId, ids)
  const steps = drafts.flatMap((draft) => draft.steps)
  const { timezone, currency } = await findAccount(tx, ownerId)
  const now = new Date()
  const told = {
    settings: ruleSettingsOf(timezone, currency, now, await listForbiddenWords(tx, ownerId)),
    settingsOf: (step: StoredShopTemplate) => ruleSettingsOf(timezone, step.currency, now),
    factsOf: await readChannelFacts(tx, ownerId, steps),
    pictures: await foreignPictureProblems(tx, ownerId, drafts),
    stock: await readStockProblems(tx, ownerId, drafts),
    silent,
  }
  const checked = drafts.map((draft) => ({ id: draft.id, ...checkDraft(draft, told) }))
  if (isSaved) {
    await saveProblems(tx, ownerId, checked)
    await refreshTemplateStatus(
      tx,
      ownerId,
      checked.map(({ id }) => id),
    )
  }
  const isSeen = ({ shopId }: TemplateProblem) =>
    shopId === null || shopIds.length === 0 || shopIds.includes(shopId)
  return new Map(
    checked.map(({ id, problems, warnings }) => [
      id,
      { problems: inFormOrder(problems.filter(isSeen)), warnings: warnings.filter(isSeen) },
    ]),
  )
}

type Told = {
  settings: RuleSettings
  settingsOf: (step: StoredShopTemplate) => RuleSettings
  factsOf: (step: StoredShopTemplate) => ChannelFacts | null
  pictures: Map<number, TemplateProblem[]>
  stock: Map<StoredShopTemplate, TemplateProblem[]>
  silent: ReadonlySet<number> | undefined
}

function checkDraft({ id, template, steps }: Draft, told: Told): Checked {
  const own = templateProblems(template, told.settings)
  // The template's own fault is told once; prices and stock may be the shop's.
  const isOwn = ({ path, rule }: TemplateProblem) =>
    !path.startsWith('skus.') && own.some((one) => one.path === path && one.rule === rule)
  const problems = [...own, ...(told.pictures.get(id) ?? [])]
  const warnings = [...templateWarnings(template)]
  const inOrder = publishingOrder.flatMap((platformId) =>
    steps.filter((step) => step.platformId === platformId),
  )
  for (const step of inOrder) {
    const { content, shopId, platformId } = step
    const ofStep = (path: string, rule: string): TemplateProblem => ({
      path,
      rule,
      key: keyOf(platformId, path, rule),
      values: {},
      platformId,
      shopId,
    })
    // Where nothing is left to send, it may stay.
    if (step.shopStatus !== 1 && uploadStatusOf(step) !== 'uploaded')
      problems.push(ofStep('shop_id', 'connected'))
    const priced = step.hasAccountMoney ? template : withoutPrices(template)
    const found = shopTemplateProblems(priced, content, platformId, told.settingsOf(step), told.factsOf(step))
    problems.push(...found.filter((problem) => !isOwn(problem)), ...(told.stock.get(step) ?? []))
    warnings.push(...shopTemplateWarnings(priced, content, platformId))
    if (told.silent?.has(shopId)) warnings.push(ofStep('platform_category_id', 'not_told'))
  }
  return { problems, warnings }
}

/** A code of another template is rarely meant: both would be listings of one SKU (D-07). */
export async function codeWarnings(
  tx: Tx,
  viewer: Parameters<typeof listCodesOfOthers>[1],
  id: number,
  { skus }: ProductTemplate,
): Promise<TemplateProblem[]> {
  const codes = skus.map((sku) => sku.seller_sku).filter((code) => code.trim() !== '')
  const others = await listCodesOfOthers(tx, viewer, id, codes)
  return skus.flatMap((sku, at) => {
    const template = others.get(same(sku.seller_sku))
    if (template === undefined) return []
    const [path, rule] = [`skus.${at}.seller_sku`, 'used_elsewhere']
    const key = `error.${path}.${rule}`
    return { path, rule, key, values: { template }, platformId: null, shopId: null }
  })
}

export function presentProblem(
  { path, rule, key, values, platformId, shopId }: TemplateProblem,
  language: Language,
): Reply<'GET /product-template/{id}/problems'>['data'][number] {
  const unit = unitOfLimit({ path, rule })
  const figures = Object.entries(values).map(([name, value]) => [name, unit ? `${value} ${unit}` : value])
  const message = translate(
    language,
    `template_rule.${messageOfRule(rule, values)}`,
    Object.fromEntries(figures) as Record<string, string | number>,
  )
  return { path, rule, key, message, platform_id: platformId, shop_id: shopId }
}
