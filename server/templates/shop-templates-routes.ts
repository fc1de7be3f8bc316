/** Steps of the shops of a template. */
import { createsListings } from '../../connectors/listings.ts'
import { AppError } from '../../model/errors.ts'
import type { ShopTemplate } from '../../model/product-template.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Tx } from '../db/database.ts'
import type { WebContext } from '../domain.ts'
import { saveMapping } from '../catalog/category-store.ts'
import { claimVersion } from '../http/edit-versions-store.ts'
import type { Serve } from '../http/serve-endpoint.ts'
import { listShops } from '../shops/shops-store.ts'
import { checkTemplate } from './check-template.ts'
import { markOutdated } from './mark-outdated.ts'
import { presentShopTemplate } from './present-template.ts'
import {
  findShopTemplate,
  leaveShopsOut,
  listShopTemplates,
  saveShopTemplates,
  type StoredShopTemplate,
} from './shop-template-store.ts'
import type { StoredTemplate } from './template-store.ts'
import { answer, getTemplate, refuseOpen, withoutUndefined } from './templates-routes.ts'

export function shopTemplatesRoutes(serve: Serve, { db, channels }: WebContext): void {
  serve('GET /shop-product-template', ({ query, session, language }) =>
    db.read(session.ownerId, async (tx) => {
      const id = query.product_template_id
      await getTemplate(tx, session, id, false)
      const shops = await listShopTemplates(tx, session.ownerId, [id], session.shopIds)
      return { data: shops.map((shop) => presentShopTemplate(shop, language)) }
    }),
  )

  serve('GET /shop-product-template/{id}', ({ params, session, language }) =>
    db.read(session.ownerId, async (tx) => ({
      data: presentShopTemplate(await getShopTemplate(tx, session, params.id), language),
    })),
  )

  serve('POST /shop-product-template', ({ body, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const id = body.product_template_id
      const template = await getTemplate(tx, session, id)
      await saveSteps(tx, session, template, body.shops, body.updated_at)
      return answer(tx, session, id, language)
    }),
  )

  serve('PUT /shop-product-template/{id}', ({ params, body, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { updated_at: read, ...given } = body
      const { templateId } = await getShopTemplate(tx, session, params.id)
      const template = await getTemplate(tx, session, templateId)
      // Read again behind the lock of the template.
      const { content } = await getShopTemplate(tx, session, params.id)
      const next = { ...content, ...withoutUndefined(given) }
      await saveSteps(tx, session, template, [next], read)
      return answer(tx, session, templateId, language)
    }),
  )

  serve('DELETE /shop-product-template/{id}', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { templateId } = await getShopTemplate(tx, session, params.id)
      await getTemplate(tx, session, templateId)
      refuseOpen(await getShopTemplate(tx, session, params.id))
      await claimVersion(tx, session, ['product_template', templateId], undefined)
      await leaveShopsOut(tx, session.ownerId, [params.id])
      await checkTemplate(tx, session, templateId)
      return undefined
    }),
  )

  async function saveSteps(
    tx: Tx,
    session: Session,
    { id: templateId, content: template }: StoredTemplate,
    steps: ShopTemplate[],
    read: string | null | undefined,
  ): Promise<void> {
    const { ownerId, shopIds } = session
    const shops = new Map((await listShops(tx, ownerId, shopIds)).map((shop) => [shop.id, shop]))
    const invalidFields: Record<string, string> = {}
    for (const [at, { shop_id: shopId }] of steps.entries()) {
      const shop = shops.get(shopId)
      if (!shop || !createsListings(channels.connectorOf(shop.platformId)?.listings))
        invalidFields[`shops.${at}.shop_id`] = 'field.no_shop_for_listings'
      else if (!template.platform_ids.includes(shop.platformId))
        invalidFields[`shops.${at}.shop_id`] = 'field.channel_not_chosen'
      else if (steps.findIndex((step) => step.shop_id === shopId) < at)
        invalidFields[`shops.${at}.shop_id`] = 'field.each_once'
    }
    if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
    await claimVersion(tx, session, ['product_template', templateId], read)
    const rows = steps.flatMap((content) => {
      const shop = shops.get(content.shop_id)
      return shop ? { platformId: shop.platformId, content } : []
    })
    const before = await listShopTemplates(tx, ownerId, [templateId], shopIds)
    await saveShopTemplates(tx, ownerId, templateId, rows)
    for (const { platformId, content } of rows) await noteChoice(tx, ownerId, platformId, content, before)
    await markOutdated(tx, ownerId, [templateId])
    await checkTemplate(tx, session, templateId)
  }
}

/** Saving a step again with the same category is no second choice of it. */
async function noteChoice(
  tx: Tx,
  ownerId: string,
  platformId: number,
  { shop_id: shopId, ...next }: ShopTemplate,
  steps: StoredShopTemplate[],
): Promise<void> {
  const { category_id: categoryId, platform_category_id: channelCategoryId, cate_name_en: path } = next
  if (categoryId === null || channelCategoryId === '') return
  const last = steps.find((step) => step.shopId === shopId)?.content
  if (last?.category_id === categoryId && last.platform_category_id === channelCategoryId) return
  const before =
    last && last.category_id !== null && last.platform_category_id !== ''
      ? { categoryId: last.category_id, channelCategoryId: last.platform_category_id }
      : undefined
  await saveMapping(tx, ownerId, { categoryId, platformId, channelCategoryId, path }, before)
}

/** @throws AppError not_found */
export async function getShopTemplate(tx: Tx, session: Session, id: number): Promise<StoredShopTemplate> {
  const found = await findShopTemplate(tx, session.ownerId, id, session.shopIds)
  if (!found) throw new AppError('not_found')
  return found
}
