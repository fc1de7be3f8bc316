/** Filling in together what many templates lack. A field that has a value keeps it, so nothing that somebody has written is lost. */
import type { Body } from '../../../contract/endpoints.ts'
import type { ProductTemplate, ShopTemplate } from '../../../model/product-template.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import { claimVersion } from '../../http/edit-versions-store.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { askChannels } from '../ask-channels.ts'
import { checkTemplate } from '../check-template.ts'
import { markOutdated } from '../mark-outdated.ts'
import { listShopTemplates, saveShopTemplates } from '../shop-template-store.ts'
import { findTemplate, saveTemplate } from '../template-store.ts'
import { listMissingFields } from './list-missing-fields.ts'

type Given = Body<'POST /product-template/fill-missing'>

export function missingFieldsRoutes(serve: Serve, context: WebContext): void {
  const { db } = context
  serve('GET /product-template/missing', async ({ query, session, language }) => {
    const { ownerId } = session
    const ids = [...new Set(query.template_ids)]
    const silent = await askChannels(context, ownerId, ids, language)
    return db.read(ownerId, async (tx) => ({
      data: await listMissingFields(tx, session, ids, silent, language),
    }))
  })

  serve('POST /product-template/fill-missing', async ({ body, session }) => {
    const filled: number[] = []
    // Each by itself: the forms of others are not kept waiting for a hundred templates.
    for (const id of new Set(body.template_ids))
      if (await db.asOwner(session.ownerId, (tx) => fill(tx, session, id, body))) filled.push(id)
    return { data: { filled } }
  })
}

/** Answers whether something was empty. */
async function fill(tx: Tx, session: Session, id: number, { template, step }: Given): Promise<boolean> {
  const { ownerId, shopIds } = session
  const stored = await findTemplate(tx, session, id, true)
  if (!stored) return false
  const content = template ? filledTemplate(stored.content, template) : stored.content
  const steps = step ? await listShopTemplates(tx, ownerId, [id], shopIds) : []
  const before = steps.find(({ shopId }) => shopId === step?.shop_id)
  const after = step && before && filledStep(before.content, step)
  const isChanged = JSON.stringify(content) !== JSON.stringify(stored.content)
  if (!isChanged && !after) return false
  await claimVersion(tx, session, ['product_template', id], undefined)
  if (isChanged) await saveTemplate(tx, session, id, content)
  if (before && after)
    await saveShopTemplates(tx, ownerId, id, [{ platformId: before.platformId, content: after }])
  await markOutdated(tx, ownerId, [id])
  await checkTemplate(tx, session, id)
  return true
}

function filledTemplate(content: ProductTemplate, given: NonNullable<Given['template']>): ProductTemplate {
  const empty = Object.entries(given).filter(([field]) => content[field as keyof typeof given] === null)
  return { ...content, ...Object.fromEntries(empty) }
}

/** Undefined: nothing of it was empty, or it is of another category. */
function filledStep(content: ShopTemplate, given: NonNullable<Given['step']>): ShopTemplate | undefined {
  if (content.platform_category_id !== given.of_category) return undefined
  const { platform_category_id, cate_name_en = '', cate_name_my = '', brand, shipment_providers } = given
  const known = new Set(content.required_attributes.map(({ attribute_id: one }) => one))
  const attributes = (given.required_attributes ?? []).filter(({ attribute_id: one }) => !known.has(one))
  const next = {
    ...content,
    ...(platform_category_id &&
      content.platform_category_id === '' && { platform_category_id, cate_name_en, cate_name_my }),
    brand: content.brand ?? brand ?? null,
    required_attributes: [...content.required_attributes, ...attributes],
    ...(shipment_providers &&
      !content.shipment_providers.some(({ enabled }) => enabled) && { shipment_providers }),
  }
  return JSON.stringify(next) === JSON.stringify(content) ? undefined : next
}
