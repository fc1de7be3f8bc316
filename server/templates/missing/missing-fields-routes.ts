/** Filling in together what many templates lack. A field that has a value keeps it, so nothing that somebody has written is lost. */
import { isDeepStrictEqual } from 'node:util'
import type { Body } from '../../../contract/endpoints.ts'
import type { ProductTemplate, ShopTemplate } from '../../../model/product-template.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import { claimVersion } from '../../http/edit-versions-store.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { askChannels } from '../ask-channels.ts'
import { checkTemplates } from '../check-template.ts'
import { markOutdated } from '../mark-outdated.ts'
import { listShopTemplates, saveShopTemplates } from '../shop-template-store.ts'
import { listSeenTemplates, saveTemplate } from '../template-store.ts'
import { listMissingFields } from './list-missing-fields.ts'

type Given = Body<'POST /product-template/fill-missing'>

/** The forms of these wait until all of them are saved. */
const inOneTransaction = 20

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
    return { data: { filled: await changeEach(session, body, filledTemplate, filledStep) } }
  })

  serve('POST /product-template/undo-filling', async ({ body, session }) => {
    return { data: { emptied: await changeEach(session, body, emptiedTemplate, emptiedStep) } }
  })

  /** Answers those that have changed. */
  async function changeEach(session: Session, given: Given, ...changes: Changes): Promise<number[]> {
    const changed: number[] = []
    const ids = [...new Set(given.template_ids)]
    for (let at = 0; at < ids.length; at += inOneTransaction) {
      const some = ids.slice(at, at + inOneTransaction)
      changed.push(
        ...(await db.asOwner(session.ownerId, (tx) => changeSome(tx, session, some, given, changes))),
      )
    }
    return changed
  }
}

type GivenTemplate = NonNullable<Given['template']>
type GivenStep = NonNullable<Given['step']>
type Changes = [
  ofTemplate: (content: ProductTemplate, given: GivenTemplate) => ProductTemplate,
  ofStep: (content: ShopTemplate, given: GivenStep) => ShopTemplate,
]

async function changeSome(
  tx: Tx,
  session: Session,
  ids: number[],
  { template, step }: Given,
  [ofTemplate, ofStep]: Changes,
): Promise<number[]> {
  const { ownerId, shopIds } = session
  const stored = await listSeenTemplates(tx, session, ids, true)
  const steps = step ? await listShopTemplates(tx, ownerId, ids, shopIds) : []
  const changed: number[] = []
  for (const { id, content } of stored) {
    const next = template ? ofTemplate(content, template) : content
    const before = steps.find(({ templateId, shopId }) => templateId === id && shopId === step?.shop_id)
    const after = step && before && ofStep(before.content, step)
    const isContentChanged = !isDeepStrictEqual(next, content)
    const isStepChanged = before && after && !isDeepStrictEqual(before.content, after)
    if (!isContentChanged && !isStepChanged) continue
    changed.push(id)
    await claimVersion(tx, session, ['product_template', id], undefined)
    if (isContentChanged) await saveTemplate(tx, session, id, next)
    if (isStepChanged)
      await saveShopTemplates(tx, ownerId, id, [{ platformId: before.platformId, content: after }])
  }
  if (changed.length === 0) return []
  await markOutdated(tx, ownerId, changed)
  await checkTemplates(tx, session, changed)
  return changed
}

function filledTemplate(content: ProductTemplate, given: GivenTemplate): ProductTemplate {
  const empty = Object.entries(given).filter(([field]) => content[field as keyof GivenTemplate] === null)
  return { ...content, ...Object.fromEntries(empty) }
}

function emptiedTemplate(content: ProductTemplate, given: GivenTemplate): ProductTemplate {
  const same = Object.entries(given).filter(
    ([field, value]) => content[field as keyof GivenTemplate] === value,
  )
  return { ...content, ...Object.fromEntries(same.map(([field]) => [field, null])) }
}

/** With what was empty filled in; unchanged where it is of another category. */
function filledStep(content: ShopTemplate, given: GivenStep): ShopTemplate {
  if (content.platform_category_id !== given.of_category) return content
  const { platform_category_id, cate_name_en = '', cate_name_my = '', brand, shipment_providers } = given
  const known = new Set(content.required_attributes.map(({ attribute_id: one }) => one))
  const attributes = (given.required_attributes ?? []).filter(({ attribute_id: one }) => !known.has(one))
  return {
    ...content,
    ...(platform_category_id &&
      content.platform_category_id === '' && { platform_category_id, cate_name_en, cate_name_my }),
    brand: content.brand ?? brand ?? null,
    required_attributes: [...content.required_attributes, ...attributes],
    ...(shipment_providers &&
      !content.shipment_providers.some(({ enabled }) => enabled) && { shipment_providers }),
  }
}

/** Without what still stands of that; unchanged where somebody has chosen another category since. */
function emptiedStep(content: ShopTemplate, given: GivenStep): ShopTemplate {
  const { platform_category_id: category, brand, required_attributes: attributes = [] } = given
  if (content.platform_category_id !== (category ?? given.of_category)) return content
  const { shipment_providers: couriers } = given
  return {
    ...content,
    ...(category && { platform_category_id: '', cate_name_en: '', cate_name_my: '' }),
    ...(brand && isDeepStrictEqual(content.brand, brand) && { brand: null }),
    required_attributes: content.required_attributes.filter(
      (one) => !attributes.some((given) => isDeepStrictEqual(one, given)),
    ),
    ...(couriers && isDeepStrictEqual(content.shipment_providers, couriers) && { shipment_providers: [] }),
  }
}
