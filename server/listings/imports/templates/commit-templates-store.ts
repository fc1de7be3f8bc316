/** Makes a draft of each product of a chunk, or takes drafts back that nobody has touched since. */
import {
  emptyShopTemplate,
  mostTemplates,
  type ProductTemplate,
  type ShopTemplate,
} from '../../../../model/product-template.ts'
import { plainTextOf } from '../../../../model/listing-html.ts'
import { listMappings, type Mapping } from '../../../catalog/category-store.ts'
import type { Session } from '../../../auth/sessions/sessions-store.ts'
import { findOwnerNumber } from '../../../settings/owners-store.ts'
import type { Tx } from '../../../db/database.ts'
import { removeVersion } from '../../../http/edit-versions-store.ts'
import { enqueueChecks } from '../../../templates/template-checks-store.ts'
import { saveShopTemplates } from '../../../templates/shop-template-store.ts'
import {
  addTemplate,
  countTemplates,
  lockTemplates,
  removeTemplate,
} from '../../../templates/template-store.ts'
import { problem } from '../checked-row.ts'
import type { Problem, RowResult, StoredRow } from '../import-rows-store.ts'
import type { Import, ImportKey } from '../import-store.ts'
import type { ChannelSessions } from '../../../syncs/channel-session.ts'
import { templateContext } from './check-template-rows.ts'
import { createProductRows } from './join-template-rows.ts'
import { readTemplateRow, type TemplateContext } from './read-template-row.ts'
import { listProductRows, listTakenCodes, listUntouched } from './template-rows-store.ts'

type Shop = { id: number; platformId: number }
type Editor = Parameters<typeof addTemplate>[1] & Pick<Session, 'ownerId'>

export async function commitTemplates(
  tx: Tx,
  key: ImportKey,
  one: Import,
  rows: StoredRow[],
  channels: Pick<ChannelSessions, 'connectorOf'>,
): Promise<RowResult[]> {
  const { ownerId } = key
  const context = await templateContext(tx, ownerId, one, channels)
  const subjects = subjectsOf(rows)
  // Rows of the last product may go on behind the chunk.
  const products = Map.groupBy(await listProductRows(tx, key, subjects), ({ subject }) => subject)
  const codes = subjects.map((subject) => subject.slice(1))
  const taken = await listTakenCodes(tx, ownerId, codes)
  const ownerNumber = await findOwnerNumber(tx, ownerId)
  const editor: Editor = { ownerId, ownerNumber, userId: one.userId, name: one.userName }
  let room = mostTemplates - (await countTemplates(tx, ownerId))
  const made: number[] = []
  const mappings = new Map<number, Mapping[]>()
  const results: RowResult[] = []
  for (const [subject, ofProduct] of products) {
    const waiting = ofProduct.filter(({ state }) => state === 'change')
    const refusal = taken.has(subject.slice(1))
      ? problem(null, 'template_exists', 'twice')
      : room < 1 && problem(null, 'template_limit', 'other')
    const joined = refusal || joinRows(context, waiting)
    if ('code' in joined) {
      results.push(...waiting.map(({ number }): RowResult => ({ number, state: 'left', problems: [joined] })))
      continue
    }
    const { content } = joined
    const category = content.category_id
    if (category !== null && !mappings.has(category))
      mappings.set(category, await listMappings(tx, ownerId, category))
    const mapped = (category !== null && mappings.get(category)) || []
    const id = await addDraft(tx, editor, content, joined.shops ?? [...context.shops.values()], mapped)
    room -= 1
    made.push(id)
    const changes = { prices: [], sku: null, stock: [], links: [], template: id }
    results.push(...waiting.map(({ number }): RowResult => ({ number, state: 'done', changes })))
  }
  await enqueueChecks(tx, ownerId, made)
  return results
}

/** A shop or a category that a row asks for may be gone since the check. */
function joinRows(
  context: TemplateContext,
  rows: StoredRow[],
): { content: ProductTemplate; shops: Shop[] | undefined } | Problem {
  const product = createProductRows()
  let key = ''
  for (const { number, cells } of rows) {
    const read = readTemplateRow(context, cells)
    key ||= read.key ?? ''
    const [first] = product.take({ number, read })
    if (first) return { ...first, column: null }
  }
  return { content: product.content(key), shops: product.shops() }
}

/** A mapping that people chose less often than this is not filled in by itself. */
const leastConfidence = 0.5

async function addDraft(
  tx: Tx,
  editor: Editor,
  content: ProductTemplate,
  shops: Shop[],
  mappings: Mapping[],
): Promise<number> {
  const platformIds = [...new Set(shops.map(({ platformId }) => platformId))].toSorted((a, b) => a - b)
  const id = await addTemplate(tx, editor, {
    ...content,
    long_description_content: plainTextOf(content.long_description),
    platform_ids: platformIds,
  })
  const steps = shops.map((shop): { platformId: number; content: ShopTemplate } => ({
    platformId: shop.platformId,
    content: {
      ...emptyShopTemplate(shop.id),
      category_id: content.category_id,
      ...mappedCategory(mappings, shop.platformId),
    },
  }))
  await saveShopTemplates(tx, editor.ownerId, id, steps)
  return id
}

/** The channel's category that this category of ours was put into most often. */
function mappedCategory(
  mappings: Mapping[],
  platformId: number,
): Partial<Pick<ShopTemplate, 'platform_category_id' | 'cate_name_en' | 'cate_name_my'>> {
  const found = mappings.find((one) => one.platformId === platformId && one.confidence >= leastConfidence)
  if (!found) return {}
  const { channelCategoryId, path } = found
  return { platform_category_id: channelCategoryId, cate_name_en: path, cate_name_my: path }
}

/** Takes the drafts of a chunk back. One that somebody has changed or published since stays. */
export async function undoTemplates(tx: Tx, key: ImportKey, chunk: StoredRow[]): Promise<RowResult[]> {
  const { ownerId } = key
  const rows = (await listProductRows(tx, key, subjectsOf(chunk))).filter(({ state }) => state === 'done')
  const ids = [...new Set(rows.flatMap(({ changes }) => changes?.template ?? []))]
  await lockTemplates(tx, ownerId, ids)
  const untouched = await listUntouched(tx, ownerId, ids)
  for (const id of untouched) {
    await removeTemplate(tx, ownerId, id)
    await removeVersion(tx, ownerId, 'product_template', id)
  }
  return rows.map(({ number, changes }): RowResult =>
    untouched.has(changes?.template ?? 0)
      ? { number, state: 'undone' }
      : { number, state: 'left', problems: [problem(null, 'template_changed', 'other')] },
  )
}

function subjectsOf(rows: StoredRow[]): string[] {
  return [...new Set(rows.flatMap(({ subject }) => subject ?? []))]
}
