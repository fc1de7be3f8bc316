/** Rules that a template and its shops break, counted with every change of it and told in full before it is published. */
import type { Reply } from '../../contract/endpoints.ts'
import type { Language } from '../../model/language.ts'
import type { Currency } from '../../model/money.ts'
import { publishingOrder, type TemplateProblem } from '../../model/product-template.ts'
import { shopTemplateProblems, type ChannelFacts } from '../../model/shop-template-rules.ts'
import { messageOfRule, templateProblems, type RuleSettings } from '../../model/template-rules.ts'
import { shopTemplateWarnings, templateWarnings } from '../../model/template-warnings.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import { listCategoryFacts, type CategoryFacts } from '../catalog/channel-facts-store.ts'
import type { Tx } from '../db/database.ts'
import { translate } from '../i18n/translate.ts'
import { findAccount } from '../settings/account-store.ts'
import { listShopTemplates } from './shop-template-store.ts'
import { listContents, refreshTemplateStatus, saveProblemCount } from './template-store.ts'

export type Checked = { problems: TemplateProblem[]; warnings: TemplateProblem[] }

/** In the order of the steps. Shops that the user may not see count as well: publishing would send them too. */
export async function checkTemplate(
  tx: Tx,
  { ownerId, shopIds }: Pick<Session, 'ownerId' | 'shopIds'>,
  id: number,
  { isSaved = true }: { isSaved?: boolean } = {},
): Promise<Checked> {
  const template = (await listContents(tx, ownerId, [id])).get(id)
  if (!template) return { problems: [], warnings: [] }
  const shops = await listShopTemplates(tx, ownerId, [id], [])
  const { timezone } = await findAccount(tx, ownerId)
  const settings: RuleSettings = { timezone, now: new Date() }
  const wanted = shops.map(({ shopId, content }) => ({ shopId, categoryId: content.platform_category_id }))
  const told = await listCategoryFacts(tx, ownerId, wanted)
  const problems = [...templateProblems(template, settings)]
  const warnings = [...templateWarnings(template)]
  for (const platformId of publishingOrder)
    for (const { content, shopId, currency } of shops.filter((one) => one.platformId === platformId)) {
      const facts = factsOf(
        told.find((one) => one.shopId === shopId),
        currency as Currency,
      )
      problems.push(...shopTemplateProblems(template, content, platformId, settings, facts))
      warnings.push(...shopTemplateWarnings(template, content, platformId))
    }
  if (isSaved) {
    await saveProblemCount(tx, ownerId, id, problems.length)
    await refreshTemplateStatus(tx, ownerId, [id])
  }
  const isSeen = ({ shopId }: TemplateProblem) =>
    shopId === null || shopIds.length === 0 || shopIds.includes(shopId)
  return { problems: problems.filter(isSeen), warnings: warnings.filter(isSeen) }
}

/** Null: the channel has not told what its category asks. */
function factsOf(told: CategoryFacts | undefined, currency: Currency): ChannelFacts | null {
  if (!told?.attributes || !told.rules) return null
  const { attributes, rules, couriers, category, isTreeKnown } = told
  return { attributes, rules, deliveryOptions: couriers, currency, ...(isTreeKnown && { category }) }
}

export function presentProblem(
  { path, rule, key, values, platformId, shopId }: TemplateProblem,
  language: Language,
): Reply<'GET /product-template/{id}/problems'>['data'][number] {
  const message = translate(language, `template_rule.${messageOfRule(rule, values)}`, values)
  return { path, rule, key, message, platform_id: platformId, shop_id: shopId }
}
