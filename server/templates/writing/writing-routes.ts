/** Writing help: suggestions for a template that people take or leave. Nothing is saved here, and nothing is sent to a channel. */
import { z } from 'zod'
import { AppError } from '../../../model/errors.ts'
import { channelValueOf } from '../../../model/attribute-votes.ts'
import type { CategoryAttribute } from '../../../model/category.ts'
import { listingHtml, plainTextOf } from '../../../model/listing-html.ts'
import type { ProductTemplate } from '../../../model/product-template.ts'
import type { Body, Reply } from '../../../contract/endpoints.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { WritingHelpConfig } from '../../config/config.ts'
import { listCategoryFacts } from '../../catalog/channel-facts-store.ts'
import type { Tx } from '../../db/database.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { listShopTemplates, type StoredShopTemplate } from '../shop-template-store.ts'
import { getTemplate } from '../templates-routes.ts'
import { askModel } from './writing-client.ts'
import { readPictures, suggestAltTexts } from './suggest-alt-texts.ts'
import {
  promptOfAttributes,
  promptOfDescription,
  promptOfName,
  promptOfTranslation,
} from './writing-prompts.ts'
import { claimUse, countUses } from './writing-store.ts'

type Wanted = Body<'POST /product-template/{id}/writing-help'>
type Help = Reply<'POST /product-template/{id}/writing-help'>['data']
type Suggestions = Pick<Help, 'texts' | 'attributes' | 'alt_texts'>
type Material = { template: ProductTemplate; shops: StoredShopTemplate[] }

const line = z.string().trim().min(1).max(1000)
const description = z.string().trim().min(1).max(50_000)

export function writingRoutes(serve: Serve, { db, config }: ServerContext): void {
  const help = config.writingHelp

  serve('GET /product-template/writing-help', ({ session }) =>
    db.read(session.ownerId, async (tx) => {
      const used = help ? await countUses(tx, session.ownerId, new Date()) : 0
      return { data: { is_on: help !== undefined, left_today: Math.max(0, (help?.dailyLimit ?? 0) - used) } }
    }),
  )

  serve('POST /product-template/{id}/writing-help', async ({ params, body, session }) => {
    const { ownerId } = session
    const { material, asked, pictures, uses, model } = await db.asOwner(ownerId, async (tx) => {
      const found = await readMaterial(tx, session, params.id)
      if (!help) throw new AppError('writing_help_off')
      const pictures = body.task === 'alt_texts' ? await readPictures(tx, ownerId, found.template) : []
      const attributes = body.task === 'attributes' ? await attributesOf(tx, ownerId, found, body) : null
      const claimed = await claimUse(tx, ownerId, help.dailyLimit, new Date())
      if (claimed === undefined) throw new AppError('writing_help_limit')
      return { material: found, asked: attributes, pictures, uses: claimed, model: help }
    })
    // No connection of the database waits for the model.
    const suggestions = await (body.task === 'alt_texts'
      ? suggestAltTexts(model, material.template, pictures)
      : suggest(model, material, body, asked))
    return { data: { ...suggestions, left_today: Math.max(0, model.dailyLimit - uses) } }
  })
}

async function suggest(
  model: WritingHelpConfig,
  { template, shops }: Material,
  wanted: Exclude<Wanted, { task: 'alt_texts' }>,
  asked: Awaited<ReturnType<typeof attributesOf>> | null,
): Promise<Suggestions> {
  const categories = [...new Set(shops.map(({ content }) => content.cate_name_en).filter(Boolean))]
  if (wanted.task === 'name') {
    const { name } = await askModel(model, promptOfName(template, categories), z.object({ name: line }))
    return textsOf(template, { name })
  }
  if (wanted.task === 'description') {
    const prompt = promptOfDescription(template, categories)
    const read = await askModel(model, prompt, z.object({ description }))
    return textsOf(template, { long_description: read.description })
  }
  if (wanted.task === 'translation') {
    const read = await askModel(
      model,
      promptOfTranslation(template, wanted.language),
      z.object({
        name: z.string().max(1000).default(''),
        short_description: z.string().max(5000).default(''),
        description: z.string().max(50_000).default(''),
      }),
    )
    const { name, short_description, description: long_description } = read
    return textsOf(template, { name, short_description, long_description })
  }
  const { attributes, step } = asked ?? { attributes: [], step: undefined }
  const value = z.union([z.string().max(5000), z.number(), z.boolean(), z.null()])
  const prompt = promptOfAttributes(template, attributes, step?.content.cate_name_en ?? '')
  const { values } = await askModel(model, prompt, z.object({ values: z.record(z.string(), value) }))
  const found = attributes.flatMap((one) => valueOf(one, values[one.name]) ?? [])
  return { texts: [], attributes: found, alt_texts: [] }
}

async function readMaterial(tx: Tx, session: Session, id: number): Promise<Material> {
  const { content } = await getTemplate(tx, session, id, false)
  if (content.name.trim() === '' && plainTextOf(content.long_description) === '')
    throw new AppError('validation_failed', { invalidFields: { name: 'field.writing_needs_text' } })
  return { template: content, shops: await listShopTemplates(tx, session.ownerId, [id], session.shopIds) }
}

/** Attributes of the step's category that have no value yet. */
async function attributesOf(
  tx: Tx,
  ownerId: string,
  { shops }: Material,
  { shop_id: shopId }: Extract<Wanted, { task: 'attributes' }>,
): Promise<{ attributes: CategoryAttribute[]; step: StoredShopTemplate }> {
  const step = shops.find((shop) => shop.shopId === shopId)
  if (!step) throw new AppError('not_found')
  const categoryId = step.content.platform_category_id
  const [facts] = await listCategoryFacts(tx, ownerId, [{ shopId, categoryId }])
  const filled = new Set(step.content.required_attributes.map((one) => one.attribute_id))
  const open = (facts?.attributes ?? []).filter(
    ({ isVariant, channelAttributeId: id }) => !isVariant && !filled.has(id),
  )
  if (open.length === 0)
    throw new AppError('validation_failed', { invalidFields: { shop_id: 'field.writing_no_attributes' } })
  return { attributes: open.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)), step }
}

/** Texts that differ from what is there. */
function textsOf(
  template: ProductTemplate,
  next: Partial<Pick<ProductTemplate, 'name' | 'short_description' | 'long_description'>>,
): Suggestions {
  const texts = Object.entries(next).flatMap(([key, text]) => {
    const field = key as keyof typeof next
    const after = field === 'long_description' ? listingHtml(text) : text.trim()
    const before = template[field]
    return after === '' || after === before ? [] : [{ field, before, after }]
  })
  return { texts, attributes: [], alt_texts: [] }
}

/** A value that the channel takes; undefined for one that it does not know. */
function valueOf(
  attribute: CategoryAttribute,
  given: string | number | boolean | null | undefined,
): Help['attributes'][number] | undefined {
  const text = given === true ? 'Yes' : given === false ? 'No' : String(given ?? '')
  const found = channelValueOf(attribute, text)
  if (!found) return undefined
  const { valueId, value, unit } = found
  return {
    attribute_id: attribute.channelAttributeId,
    name: attribute.name,
    value_id: valueId,
    value,
    unit,
  }
}
