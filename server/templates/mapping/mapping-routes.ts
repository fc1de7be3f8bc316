/** Suggestions for the step of a shop, out of what the account chose and published before. Nothing is saved here. */
import { suggestAttributes, type AttributeSource } from '../../../model/attribute-votes.ts'
import { listCategoryFacts } from '../../catalog/channel-facts-store.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { listShopTemplates, type StoredShopTemplate } from '../shop-template-store.ts'
import { getShopTemplate } from '../shop-templates-routes.ts'
import { getTemplate } from '../templates-routes.ts'
import { suggestCategories } from './suggest-categories.ts'
import { listAttributePairs } from './twin-listings-store.ts'

export function mappingRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /shop-product-template/{id}/category-suggestions', ({ params, session, language }) =>
    db.read(session.ownerId, async (tx) => {
      const { ownerId, shopIds } = session
      const { step, others } = await stepsOf(tx, session, params.id)
      const { content } = await getTemplate(tx, session, step.templateId, false)
      const found = await suggestCategories(tx, {
        ownerId,
        visible: shopIds,
        ownCategoryId: content.category_id,
        sources: others.map(categoryOf),
        target: step,
        language,
      })
      return {
        data: found.map((one) => ({
          platform_category_id: one.channelCategoryId,
          name: one.name,
          path: one.path,
          chosen: one.chosen,
          listings: one.listings,
          platform_ids: one.platformIds,
          confidence: one.confidence,
        })),
      }
    }),
  )

  serve('GET /shop-product-template/{id}/attribute-suggestions', ({ params, query, session }) =>
    db.read(session.ownerId, async (tx) => {
      const { ownerId, shopIds } = session
      const { step, others } = await stepsOf(tx, session, params.id)
      const { shopId, platformId } = step
      const categoryId = query.category_id ?? step.content.platform_category_id
      const [facts] = await listCategoryFacts(tx, ownerId, [{ shopId, categoryId }])
      const filled = new Set(step.content.required_attributes.map((one) => one.attribute_id))
      const open = (facts?.attributes ?? []).filter(
        ({ isVariant, channelAttributeId: id }) => !isVariant && !filled.has(id),
      )
      const sources: AttributeSource[] = []
      for (const other of open.length > 0 ? others : []) {
        const target = { platformId, channelCategoryId: categoryId }
        const pairs = await listAttributePairs(tx, ownerId, categoryOf(other), target, shopIds)
        sources.push({ platformId: other.platformId, values: other.content.required_attributes, pairs })
      }
      return {
        data: suggestAttributes(open, sources).map(({ attributeId, platformId: from, values, ...one }) => ({
          ...one,
          attribute_id: attributeId,
          platform_id: from,
          values: values.map(({ valueId, ...value }) => ({ ...value, value_id: valueId })),
        })),
      }
    }),
  )
}

const categoryOf = ({ platformId, content }: StoredShopTemplate) => ({
  platformId,
  channelCategoryId: content.platform_category_id,
})

/** The step of a shop, and the first step with a category of each other channel. @throws AppError not_found */
async function stepsOf(
  tx: Tx,
  session: Session,
  id: number,
): Promise<{ step: StoredShopTemplate; others: StoredShopTemplate[] }> {
  const step = await getShopTemplate(tx, session, id)
  const steps = await listShopTemplates(tx, session.ownerId, [step.templateId], session.shopIds)
  const others = steps.filter(
    ({ platformId, content }) => platformId !== step.platformId && content.platform_category_id !== '',
  )
  return { step, others: [...Map.groupBy(others, categoryKey).values()].flatMap(([first]) => first ?? []) }
}

const categoryKey = ({ platformId, content }: StoredShopTemplate) =>
  `${platformId} ${content.platform_category_id}`
