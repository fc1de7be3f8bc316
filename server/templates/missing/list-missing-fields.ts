/** Rules that several templates break, told once each: the same field of the same shop's step in the same category. */
import type { Reply } from '../../../contract/endpoints.ts'
import type { Language } from '../../../model/language.ts'
import type { TemplateProblem } from '../../../model/product-template.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { checkTemplate, presentProblem } from '../check-template.ts'
import { listShopTemplates, type StoredShopTemplate } from '../shop-template-store.ts'
import { findTemplate } from '../template-store.ts'

type MissingField = Reply<'GET /product-template/missing'>['data'][number]

/** The most frequent ones first; templates that the user does not see are passed over. */
export async function listMissingFields(
  tx: Tx,
  session: Session,
  ids: number[],
  silent: ReadonlySet<number>,
  language: Language,
): Promise<MissingField[]> {
  const found = new Map<string, MissingField>()
  const steps = await listShopTemplates(tx, session.ownerId, ids, session.shopIds)
  for (const id of ids) {
    const stored = await findTemplate(tx, session, id)
    if (!stored) continue
    const own = steps.filter(({ templateId }) => templateId === id)
    const { problems } = await checkTemplate(tx, session, id, { isSaved: false, silent })
    const template = { id, name: stored.content.name, is_draft: stored.status === 0 }
    for (const problem of problems) {
      const field = fieldOf(problem, own, language)
      const key = JSON.stringify([field.path, field.rule, field.shop_id, field.platform_category_id])
      const known = found.get(key) ?? field
      found.set(key, known)
      // Two of its variants may break it.
      if (known.templates.at(-1)?.id !== id) known.templates.push(template)
    }
  }
  return [...found.values()].toSorted((a, b) => b.templates.length - a.templates.length)
}

function fieldOf(problem: TemplateProblem, steps: StoredShopTemplate[], language: Language): MissingField {
  const { path, rule, message, platform_id, shop_id } = presentProblem(problem, language)
  const content = steps.find(({ shopId }) => shopId === shop_id)?.content
  return {
    path: path.replace(/^skus\.\d+\./, 'skus.'),
    rule,
    message,
    platform_id,
    shop_id,
    platform_category_id: content?.platform_category_id || null,
    category_name: content?.cate_name_en || null,
    templates: [],
  }
}
