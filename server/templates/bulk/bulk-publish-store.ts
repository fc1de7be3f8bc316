/** Bulk publishes: requested here, done by a job. The transaction that saves one enqueues the job. */
import { sql } from 'kysely'
import type { BulkPublishState, BulkTemplateState } from '../../../model/bulk-publish.ts'
import type { Language } from '../../../model/language.ts'
import type { TemplateProblem } from '../../../model/product-template.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { lockLimit } from '../../db/lock-limit.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import { isSeenTemplate, type Viewer } from '../template-store.ts'

export type BulkPublish = {
  id: number
  userId: number
  userName: string
  visibleShopIds: number[]
  shopIds: number[] | null
  language: Language
  state: BulkPublishState
  requestedAt: Date
  endedAt: Date | null
}

export type BulkFigures = {
  templates: number
  waiting: number
  published: number
  leftOut: number
  canceled: number
  openUploads: number
  uploaded: number
  failed: number
  canceledUploads: number
}

/** Reason of a template that is left out, if it is not the rules that it breaks: the key of a text. */
export type LeftOutReason =
  | 'error.template_gone'
  | 'error.template_unreadable'
  | 'error.upload_open'
  | 'error.nothing_to_send'
  | 'field.no_shop_to_publish'

/** `variant`: name of the one that it is about. Problems of an older version have none. */
export type BulkProblem = TemplateProblem & { variant?: string | null }

const columns =
  sql.raw(`b.id, b.user_id as "userId", b.user_name as "userName", b.visible_shop_ids as "visibleShopIds",
  b.shop_ids as "shopIds", b.language, b.state, b.requested_at as "requestedAt", b.ended_at as "endedAt"`)

type NewBulkPublish = Pick<BulkPublish, 'userId' | 'userName' | 'visibleShopIds' | 'shopIds' | 'language'>

/** Templates come in the given order. One that is not there, or that the user may not see, has no name. */
export async function addBulkPublish(
  tx: Tx,
  ownerId: string,
  one: NewBulkPublish,
  templateIds: number[],
): Promise<number> {
  const [id = 0] = await drawIds(tx, 1)
  await sql`insert into bulk_publishes (owner_id, id, user_id, user_name, visible_shop_ids, shop_ids, language, state, requested_at)
    values (${ownerId}, ${id}, ${one.userId}, ${one.userName}, ${one.visibleShopIds}::bigint[], ${one.shopIds}::bigint[],
      ${one.language}, 'open', ${new Date()})`.execute(tx)
  await sql`insert into bulk_publish_templates (owner_id, bulk_publish_id, position, template_id, name, state)
    select ${ownerId}::uuid, ${id}::bigint, r.position, r.id, coalesce(t.content->>'name', ''), 'waiting'
    from unnest(${templateIds}::bigint[]) with ordinality as r(id, position)
    left join product_templates t on t.owner_id = ${ownerId} and t.id = r.id
      and ${isSeenTemplate({ ownerId, userId: one.userId, shopIds: one.visibleShopIds })}
    on conflict (owner_id, bulk_publish_id, position) do nothing`.execute(tx)
  await enqueueBulkPublish(tx, ownerId)
  return id
}

/** One job for an account: its bulk publishes are done one after another. */
export async function enqueueBulkPublish(tx: Tx, ownerId: string): Promise<void> {
  const names = { queue: 'bulk-publishes', key: 'run-bulk-publish', priority: 5 }
  await enqueue(tx, 'run-bulk-publish', { ownerId }, names)
}

/** Until the end of the transaction nobody else adds one. */
export async function countOpenBulkPublishes(tx: Tx, ownerId: string): Promise<number> {
  await lockLimit(tx, ownerId, 'bulk_publishes')
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from bulk_publishes
    where owner_id = ${ownerId} and state = 'open'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The open one that was requested first. */
export async function findNextBulkPublish(tx: Tx, ownerId: string): Promise<BulkPublish | undefined> {
  const { rows } = await sql<BulkPublish>`select ${columns} from bulk_publishes b
    where b.owner_id = ${ownerId} and b.state = 'open' order by b.id limit 1`.execute(tx)
  return rows[0]
}

/** Locks one, so that nobody cancels it while a template of it is taken. */
export async function lockBulkPublish(tx: Tx, ownerId: string, id: number): Promise<BulkPublish | undefined> {
  const { rows } = await sql<BulkPublish>`select ${columns} from bulk_publishes b
    where b.owner_id = ${ownerId} and b.id = ${id} for update`.execute(tx)
  return rows[0]
}

export async function listWaitingTemplates(
  tx: Tx,
  ownerId: string,
  id: number,
  limit: number,
): Promise<{ position: number; templateId: number }[]> {
  const { rows } = await sql<{ position: number; templateId: number }>`
    select position, template_id as "templateId" from bulk_publish_templates
    where owner_id = ${ownerId} and bulk_publish_id = ${id} and state = 'waiting' order by position limit ${limit}`.execute(
    tx,
  )
  return rows
}

export async function isTemplateWaiting(
  tx: Tx,
  ownerId: string,
  id: number,
  position: number,
): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`select state from bulk_publish_templates
    where owner_id = ${ownerId} and bulk_publish_id = ${id} and position = ${position} for update`.execute(tx)
  return rows[0]?.state === 'waiting'
}

/** The uploads that these shops of a template have now. */
export async function listLatestUploads(
  tx: Tx,
  ownerId: string,
  shopTemplateIds: number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select upload_id as id from shop_templates
    where owner_id = ${ownerId} and id = any(${shopTemplateIds}::bigint[]) and upload_id is not null`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export type TemplateResult = {
  state: Extract<BulkTemplateState, 'published' | 'left_out'>
  reason?: LeftOutReason
  problems?: BulkProblem[]
  problemCount?: number
  uploadIds?: number[]
}

export async function saveTemplateResult(
  tx: Tx,
  ownerId: string,
  { id, position }: { id: number; position: number },
  { state, reason, problems = [], problemCount = 0, uploadIds = [] }: TemplateResult,
): Promise<void> {
  await sql`update bulk_publish_templates set state = ${state}, reason = ${reason ?? null},
      problems = ${JSON.stringify(problems)}::jsonb, problem_count = ${problemCount}, upload_ids = ${uploadIds}::bigint[]
    where owner_id = ${ownerId} and bulk_publish_id = ${id} and position = ${position}`.execute(tx)
}

/** Ends one: as canceled if any template of it is. */
export async function endBulkPublish(
  tx: Tx,
  ownerId: string,
  id: number,
  state: 'done' | 'canceled',
): Promise<void> {
  await sql`update bulk_publishes set ended_at = ${new Date()}, state = case when exists (select from bulk_publish_templates
        where owner_id = ${ownerId} and bulk_publish_id = ${id} and state = 'canceled') then 'canceled' else ${state}::text end
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/**
 * Cancels templates whose turn has not come, without waiting for the one that is being taken: the job would be at the next one before
 * whoever waits has its turn. Answers the templates.
 */
export async function cancelUntaken(tx: Tx, ownerId: string, id: number): Promise<number[]> {
  const { rows } = await sql<{ templateId: number }>`update bulk_publish_templates t set state = 'canceled'
    from (select position from bulk_publish_templates
      where owner_id = ${ownerId} and bulk_publish_id = ${id} and state = 'waiting' order by position for update skip locked) w
    where t.owner_id = ${ownerId} and t.bulk_publish_id = ${id} and t.position = w.position
    returning t.template_id as "templateId"`.execute(tx)
  return rows.map(({ templateId }) => templateId)
}

/** Cancels templates that wait still, and answers them; `open`: uploads of the others that have not ended. */
export async function cancelWaiting(
  tx: Tx,
  ownerId: string,
  id: number,
): Promise<{ waiting: number[]; open: { templateId: number; shopTemplateId: number }[] }> {
  const { rows: waiting } = await sql<{
    templateId: number
  }>`update bulk_publish_templates set state = 'canceled'
    where owner_id = ${ownerId} and bulk_publish_id = ${id} and state = 'waiting'
    returning template_id as "templateId"`.execute(tx)
  const { rows: open } = await sql<{ templateId: number; shopTemplateId: number }>`
    select t.template_id as "templateId", u.shop_template_id as "shopTemplateId"
    from bulk_publish_templates t
    join template_uploads u on u.owner_id = ${ownerId} and u.id = any(t.upload_ids) and u.state in ('queued', 'running')
    where t.owner_id = ${ownerId} and t.bulk_publish_id = ${id}`.execute(tx)
  return { waiting: waiting.map(({ templateId }) => templateId), open }
}

/** It tells of all shops that its user could see then: he has no more of it once he may not see one of them. */
const isOfReader = ({ userId, shopIds }: Viewer) => sql`b.user_id = ${userId} and (${shopIds.length === 0}
  or (cardinality(b.visible_shop_ids) > 0 and b.visible_shop_ids <@ ${shopIds}::bigint[]))`

export async function findBulkPublish(tx: Tx, reader: Viewer, id: number): Promise<BulkPublish | undefined> {
  const { rows } = await sql<BulkPublish>`select ${columns} from bulk_publishes b
    where b.owner_id = ${reader.ownerId} and ${isOfReader(reader)} and b.id = ${id}`.execute(tx)
  return rows[0]
}

/** The user's latest, the newest first. */
export async function listBulkPublishes(tx: Tx, reader: Viewer, limit: number): Promise<BulkPublish[]> {
  const { rows } = await sql<BulkPublish>`select ${columns} from bulk_publishes b
    where b.owner_id = ${reader.ownerId} and ${isOfReader(reader)} order by b.id desc limit ${limit}`.execute(
    tx,
  )
  return rows
}

export async function readBulkFigures(
  tx: Tx,
  ownerId: string,
  ids: number[],
): Promise<Map<number, BulkFigures>> {
  const { rows } = await sql<BulkFigures & { id: number }>`
    select t.bulk_publish_id as id, count(*)::int as templates,
      (count(*) filter (where t.state = 'waiting'))::int as waiting,
      (count(*) filter (where t.state = 'published'))::int as published,
      (count(*) filter (where t.state = 'left_out'))::int as "leftOut",
      (count(*) filter (where t.state = 'canceled'))::int as canceled,
      coalesce(sum(s.open), 0)::int as "openUploads", coalesce(sum(s.uploaded), 0)::int as uploaded,
      coalesce(sum(s.failed), 0)::int as failed, coalesce(sum(s.canceled), 0)::int as "canceledUploads"
    from bulk_publish_templates t
    left join lateral (select (count(*) filter (where u.state in ('queued', 'running')))::int as open,
        (count(*) filter (where u.state = 'done'))::int as uploaded, (count(*) filter (where u.state = 'failed'))::int as failed,
        (count(*) filter (where u.state = 'canceled'))::int as canceled
      from template_uploads u where u.owner_id = ${ownerId} and u.id = any(t.upload_ids)) s on true
    where t.owner_id = ${ownerId} and t.bulk_publish_id = any(${ids}::bigint[])
    group by t.bulk_publish_id`.execute(tx)
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}

/** Tells the pages of the user that something about one has changed. */
export function notifyBulkPublish(
  tx: Tx,
  ownerId: string,
  { id, userId }: Pick<BulkPublish, 'id' | 'userId'>,
): void {
  saveEvent(tx, { ownerId, userId, shopId: null, channel: 'template.bulk', value: { id } })
}
