/** Rules that several templates break, told once each: the same field of the same shop's step in the same category. */
import type { Reply } from '../../../contract/endpoints.ts'
import type { Language } from '../../../model/language.ts'
import type { TemplateProblem } from '../../../model/product-template.ts'
import { fieldOfPath } from '../../../model/template-order.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { checkTemplates, presentProblem } from '../check-template.ts'
import { listShopTemplates, type StoredShopTemplate } from '../shop-template-store.ts'
import { listSeenTemplates } from '../template-store.ts'

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
  const seen = new Map((await listSeenTemplates(tx, session, ids)).map((one) => [one.id, one]))
  const seenIds = ids.filter((id) => seen.has(id))
  const steps = await listShopTemplates(tx, session.ownerId, seenIds, session.shopIds)
  const stepsOf = Map.groupBy(steps, ({ templateId }) => templateId)
  const checked = await checkTemplates(tx, session, seenIds, { isSaved: false, silent })
  for (const id of seenIds) {
    const stored = seen.get(id)
    const template = { id, name: stored?.content.name ?? '', is_draft: stored?.status === 0 }
    for (const problem of checked.get(id)?.problems ?? []) {
      const field = missingFieldOf(problem, stepsOf.get(id) ?? [], language)
      const key = JSON.stringify([field.path, field.rule, field.shop_id, field.platform_category_id])
      const known = found.get(key) ?? field
      found.set(key, known)
      // Two of its variants may break it.
      if (known.templates.at(-1)?.id !== id) known.templates.push(template)
    }
  }
  return [...found.values()].toSorted((a, b) => b.templates.length - a.templates.length)
}

function missingFieldOf(
  problem: TemplateProblem,
  steps: StoredShopTemplate[],
  language: Language,
): MissingField {
  const { path, rule, message, platform_id, shop_id } = presentProblem(problem, language)
  const content = steps.find(({ shopId }) => shopId === shop_id)?.content
  return {
    path: fieldOfPath(path),
    rule,
    message,
    platform_id,
    shop_id,
    platform_category_id: content?.platform_category_id || null,
    category_name: content?.cate_name_en || null,
    templates: [],
  }
}
