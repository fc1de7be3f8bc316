/** Publishing many templates as one action: the request stores it, and a job does it. */
import type { Reply } from '../../../contract/endpoints.ts'
import { bulkOutcomes, mostOpenBulkPublishes } from '../../../model/bulk-publish.ts'
import { AppError } from '../../../model/errors.ts'
import type { Language } from '../../../model/language.ts'
import { uploadStatuses, type UploadStatus } from '../../../model/product-template.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { translate } from '../../i18n/translate.ts'
import { presentProblem } from '../check-template.ts'
import { refreshTemplateStatus } from '../template-store.ts'
import { uploadError } from '../upload-error.ts'
import { cancelUploads } from '../uploads/upload-store.ts'
import {
  addBulkPublish,
  cancelUntaken,
  cancelWaiting,
  countOpenBulkPublishes,
  endBulkPublish,
  findBulkPublish,
  listBulkPublishes,
  lockBulkPublish,
  notifyBulkPublish,
  readBulkFigures,
  type BulkFigures,
  type BulkPublish,
} from './bulk-publish-store.ts'
import {
  countOutcomes,
  listBulkTemplates,
  type BulkPlace,
  type BulkTemplate,
  type BulkUpload,
} from './bulk-results-store.ts'

const mostListed = 10

type Brief = Reply<'POST /product-template/bulk-upload'>['data']
type Result = Reply<'GET /product-template/bulk-uploads/{id}'>['data']['results'][number]

export function bulkPublishRoutes(serve: Serve, { db }: WebContext): void {
  serve('POST /product-template/bulk-upload', ({ body, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId, userId, name, shopIds } = session
      if ((await countOpenBulkPublishes(tx, ownerId)) >= mostOpenBulkPublishes)
        throw new AppError('validation_failed', {
          invalidFields: { template_ids: 'field.too_many_bulk_publishes' },
        })
      const bulk = {
        userId,
        userName: name,
        visibleShopIds: shopIds,
        shopIds: body.shop_ids ?? null,
        language,
      }
      const id = await addBulkPublish(tx, ownerId, bulk, [...new Set(body.template_ids)])
      return { data: await readBrief(tx, session, id) }
    }),
  )

  serve('GET /product-template/bulk-uploads', ({ session }) =>
    db.read(session.ownerId, async (tx) => {
      const { ownerId } = session
      const listed = await listBulkPublishes(tx, session, mostListed)
      const figures = await readBulkFigures(
        tx,
        ownerId,
        listed.map(({ id }) => id),
      )
      return { data: listed.map((one) => presentBulk(one, figures.get(one.id))) }
    }),
  )

  serve('GET /product-template/bulk-uploads/{id}', ({ params, query, session, language }) => {
    const { outcome: wanted = [], limit } = query
    const after = query.after === undefined ? null : readPlace(query.after)
    return db.read(session.ownerId, async (tx) => {
      const { ownerId } = session
      const brief = await readBrief(tx, session, params.id)
      const page = { wanted: wanted.length > 0 ? wanted : bulkOutcomes, after, limit: limit + 1 }
      const templates = await listBulkTemplates(tx, session, params.id, page)
      const shown = templates.slice(0, limit)
      const last = templates.length > limit ? shown.at(-1) : undefined
      return {
        data: { ...brief, results: shown.map((one) => presentResult(one, language)) },
        meta: {
          next_after: last ? `${last.outcome}~${last.position}` : null,
          outcome_counts: await countOutcomes(tx, ownerId, params.id),
        },
      }
    })
  })

  serve('POST /product-template/bulk-uploads/{id}/cancel', async ({ params, session }) => {
    const { ownerId } = session
    const untaken = await db.asOwner(ownerId, async (tx) => {
      const known = await getBulk(tx, session, params.id)
      return cancelUntaken(tx, ownerId, known.id)
    })
    return db.asOwner(ownerId, async (tx) => {
      const known = await getBulk(tx, session, params.id)
      const bulk = await lockBulkPublish(tx, ownerId, known.id)
      const { waiting, open } = await cancelWaiting(tx, ownerId, known.id)
      const canceled = await cancelUploads(
        tx,
        ownerId,
        open.map(({ shopTemplateId }) => shopTemplateId),
      )
      const ended = new Set(canceled.map(({ shopTemplateId }) => shopTemplateId))
      const touched = open.filter(({ shopTemplateId }) => ended.has(shopTemplateId))
      const stopped = [...new Set(touched.map(({ templateId }) => templateId))]
      await refreshTemplateStatus(tx, ownerId, stopped)
      nameTarget(tx, ...new Set([...untaken, ...waiting, ...stopped]))
      if (bulk?.state === 'open') await endBulkPublish(tx, ownerId, known.id, 'canceled')
      notifyBulkPublish(tx, ownerId, known)
      return { data: await readBrief(tx, session, known.id) }
    })
  })
}

/** Cursor of a result: it counts its own outcome, as others may have ended since. */
function readPlace(text: string): BulkPlace {
  const [name, position = ''] = text.split('~')
  const outcome = bulkOutcomes.find((one) => one === name)
  if (!outcome || !/^\d{1,9}$/.test(position))
    throw new AppError('validation_failed', { invalidFields: { after: 'field.cursor' } })
  return { outcome, position: Number(position) }
}

async function getBulk(tx: Tx, session: Session, id: number): Promise<BulkPublish> {
  const found = await findBulkPublish(tx, session, id)
  if (!found) throw new AppError('not_found')
  return found
}

async function readBrief(tx: Tx, session: Session, id: number): Promise<Brief> {
  const found = await getBulk(tx, session, id)
  return presentBulk(found, (await readBulkFigures(tx, session.ownerId, [id])).get(id))
}

function presentBulk({ id, state, requestedAt, endedAt }: BulkPublish, figures?: BulkFigures): Brief {
  return {
    id,
    state,
    templates: figures?.templates ?? 0,
    waiting: figures?.waiting ?? 0,
    published: figures?.published ?? 0,
    left_out: figures?.leftOut ?? 0,
    canceled: figures?.canceled ?? 0,
    uploads: {
      open: figures?.openUploads ?? 0,
      uploaded: figures?.uploaded ?? 0,
      failed: figures?.failed ?? 0,
      canceled: figures?.canceledUploads ?? 0,
    },
    requested_at: requestedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }
}

function presentResult(one: BulkTemplate, language: Language): Result {
  return {
    template_id: one.templateId,
    name: one.name,
    is_draft: one.isDraft,
    state: one.state,
    outcome: one.outcome,
    reason: one.reason && translate(language, one.reason),
    problems: one.problems.map((problem) => ({
      ...presentProblem(problem, language),
      variant: problem.variant ?? null,
    })),
    problem_count: one.problemCount,
    uploads: one.uploads.map((upload) => presentBulkUpload(upload, language)),
  }
}

const codeOf: Record<BulkUpload['state'], UploadStatus> = {
  queued: 'queued',
  running: 'uploading',
  done: 'uploaded',
  failed: 'failed',
  canceled: 'canceled',
}

function presentBulkUpload(
  { shopId, shopName, platformId, state, error, errorMessage }: BulkUpload,
  language: Language,
): Result['uploads'][number] {
  const code = codeOf[state]
  return {
    shop_id: shopId,
    shop_name: shopName,
    platform_id: platformId,
    upload_status: {
      id: uploadStatuses.find((one) => one.code === code)?.id ?? 0,
      code,
      name: translate(language, `upload_status.${code}`),
    },
    error: state === 'failed' ? uploadError({ error, errorMessage }, language) : null,
  }
}
