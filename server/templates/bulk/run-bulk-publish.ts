/**
 * The job of a bulk publish: checks its templates one by one and requests their uploads, each template together with its result in
 * one transaction, so that a process that dies leaves whole templates and the next one goes on behind them.
 */
import type { JobHelpers } from 'graphile-worker'
import type { ProductTemplate, TemplateProblem } from '../../../model/product-template.ts'
import { staffStatuses } from '../../../model/staff-rights.ts'
import { findPerson } from '../../auth/staff/staff-store.ts'
import type { Tx } from '../../db/database.ts'
import { isDatabaseAway, isDatabaseBusy } from '../../db/reach-database.ts'
import type { JobContext } from '../../domain.ts'
import { askChannels } from '../ask-channels.ts'
import { checkTemplate } from '../check-template.ts'
import { findTemplate, listContents } from '../template-store.ts'
import { chosenShops, hasSomethingToSend, problemsOf, requestUploads } from '../uploads/request-uploads.ts'
import { lockForUploads } from '../uploads/upload-store.ts'
import {
  endBulkPublish,
  enqueueBulkPublish,
  findNextBulkPublish,
  isTemplateWaiting,
  listLatestUploads,
  listWaitingTemplates,
  lockBulkPublish,
  notifyBulkPublish,
  saveTemplateResult,
  type BulkPublish,
  type TemplateResult,
} from './bulk-publish-store.ts'

type Waiting = { position: number; templateId: number }

/** After that the other jobs of the account have their turn. */
const turnMs = 5000
/** Templates whose channels are asked together. */
const inOneRound = 25
/** Problems that are kept of a template: the others are told by its own page. */
const mostProblems = 5

export function createRunBulkPublish({
  db,
  catalog,
  channels,
  log,
}: Pick<JobContext, 'db' | 'catalog' | 'channels' | 'log'>) {
  return async function runBulkPublish(
    payload: unknown,
    { abortSignal }: Pick<JobHelpers, 'abortSignal'>,
  ): Promise<void> {
    const { ownerId } = payload as { ownerId: string }
    const until = Date.now() + turnMs
    const isOver = () => Date.now() >= until || abortSignal?.aborted === true
    let next = await db.read(ownerId, (tx) => findNextBulkPublish(tx, ownerId))
    while (next && !isOver()) {
      await takeRound(ownerId, next, isOver)
      next = await db.read(ownerId, (tx) => findNextBulkPublish(tx, ownerId))
    }
    if (next) await db.asOwner(ownerId, (tx) => enqueueBulkPublish(tx, ownerId))
  }

  async function takeRound(ownerId: string, bulk: BulkPublish, isOver: () => boolean): Promise<void> {
    const waiting = await db.read(ownerId, (tx) => listWaitingTemplates(tx, ownerId, bulk.id, inOneRound))
    const ids = waiting.map(({ templateId }) => templateId)
    await askChannels({ db, catalog, channels }, ownerId, ids, bulk.language).catch((error: unknown) => {
      if (isDatabaseAway(error) || isDatabaseBusy(error)) throw error
      log.error({ error: String(error), bulkPublish: bulk.id }, 'channels of a bulk publish were not asked')
    })
    for (const one of waiting) {
      if (isOver()) return
      if (!(await takeAlone(ownerId, bulk, one))) return
    }
    if (waiting.length < inOneRound)
      await db.asOwner(ownerId, async (tx) => {
        if ((await lockBulkPublish(tx, ownerId, bulk.id))?.state !== 'open') return
        await endBulkPublish(tx, ownerId, bulk.id, 'done')
        notifyBulkPublish(tx, ownerId, bulk)
      })
  }

  /** A template that cannot be read, whatever the reason, keeps none of the others back. Answers false where all was canceled. */
  async function takeAlone(ownerId: string, bulk: BulkPublish, one: Waiting): Promise<boolean> {
    const { templateId } = one
    try {
      return await db.asOwner(ownerId, (tx) =>
        takeTemplate(tx, ownerId, bulk, one, () => publishTemplate(tx, ownerId, bulk, templateId)),
      )
    } catch (error) {
      if (isDatabaseAway(error) || isDatabaseBusy(error)) throw error
      log.error({ error: String(error), template: templateId }, 'a template could not be published')
      const unreadable = { state: 'left_out', reason: 'error.template_unreadable' } as const
      return db.asOwner(ownerId, (tx) =>
        takeTemplate(tx, ownerId, bulk, one, () => Promise.resolve(unreadable)),
      )
    }
  }

  /** Answers false where it was canceled meanwhile. */
  async function takeTemplate(
    tx: Tx,
    ownerId: string,
    bulk: BulkPublish,
    { position }: Waiting,
    publish: () => Promise<TemplateResult>,
  ): Promise<boolean> {
    // Uploads are locked before the templates, and a bulk publish before both.
    if ((await lockBulkPublish(tx, ownerId, bulk.id))?.state !== 'open') return false
    // A worker that was believed dead may have taken it.
    if (!(await isTemplateWaiting(tx, ownerId, bulk.id, position))) return true
    await saveTemplateResult(tx, ownerId, { id: bulk.id, position }, await publish())
    notifyBulkPublish(tx, ownerId, bulk)
    return true
  }
}

async function publishTemplate(
  tx: Tx,
  ownerId: string,
  bulk: BulkPublish,
  templateId: number,
): Promise<TemplateResult> {
  const { userId, userName, shopIds } = bulk
  const visible = await findVisibleShops(tx, ownerId, bulk)
  if (!visible) return { state: 'left_out', reason: 'field.no_shop_to_publish' }
  const requester = { ownerId, userId, name: userName, shopIds: visible }
  if (!(await findTemplate(tx, requester, templateId)))
    return { state: 'left_out', reason: 'error.template_gone' }
  await lockForUploads(tx, ownerId, templateId)
  const chosen = await chosenShops(tx, requester, templateId, shopIds ? { shop_ids: shopIds } : {})
  if (chosen.length === 0) return { state: 'left_out', reason: 'field.no_shop_to_publish' }
  const shops = chosen.filter(hasSomethingToSend)
  if (shops.length === 0) return { state: 'left_out', reason: 'error.nothing_to_send' }
  const checked = await checkTemplate(tx, requester, templateId, { isSaved: false })
  const problems = withoutRepeats(problemsOf(checked, shops))
  if (problems.length > 0) {
    const template = (await listContents(tx, ownerId, [templateId])).get(templateId)
    const told = problems.slice(0, mostProblems).map((one) => ({ ...one, variant: variantOf(one, template) }))
    return { state: 'left_out', problems: told, problemCount: problems.length }
  }
  const queued = await requestUploads(tx, requester, templateId, shops)
  if (queued.length === 0) return { state: 'left_out', reason: 'error.upload_open' }
  return { state: 'published', uploadIds: await listLatestUploads(tx, ownerId, queued) }
}

/** Shops that the user may see still, of those of the request; empty: all. Undefined where none is left. */
async function findVisibleShops(
  tx: Tx,
  ownerId: string,
  { userId, visibleShopIds: then }: BulkPublish,
): Promise<number[] | undefined> {
  const person = await findPerson(tx, ownerId, userId)
  if (person?.status !== staffStatuses.active) return undefined
  const { shopIds: now } = person
  if (then.length === 0 || now.length === 0) return [...then, ...now]
  const both = then.filter((id) => now.includes(id))
  return both.length > 0 ? both : undefined
}

/** The step of a shop has figures of the form where it has none of its own: what is wrong there is told once. */
function withoutRepeats(problems: TemplateProblem[]): TemplateProblem[] {
  const keyOf = ({ path, rule }: TemplateProblem) => `${path} ${rule}`
  const ofForm = new Set(problems.filter(({ shopId }) => shopId === null).map(keyOf))
  return problems.filter((one) => one.shopId === null || !ofForm.has(keyOf(one)))
}

/** Name of the variant that a problem is about: its options, else its code. */
function variantOf({ path }: TemplateProblem, template: ProductTemplate | undefined): string | null {
  const at = /^skus\.(\d+)(\.|$)/.exec(path)?.[1]
  const sku = at === undefined ? undefined : template?.skus[Number(at)]
  if (!sku) return null
  const options = (template?.variant_names ?? []).flatMap((_, axis) => sku.variants[axis]?.trim() || [])
  return options.join(' · ') || sku.seller_sku.trim() || null
}
