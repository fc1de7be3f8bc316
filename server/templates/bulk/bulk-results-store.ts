/** Results of a bulk publish, page by page: read from its uploads as they stand. */
import { sql } from 'kysely'
import { type BulkOutcome, bulkOutcomes, type BulkTemplateState } from '../../../model/bulk-publish.ts'
import type { Tx } from '../../db/database.ts'
import { isSeenTemplate, type Viewer } from '../template-store.ts'
import type { BulkProblem, LeftOutReason } from './bulk-publish-store.ts'

export type BulkTemplate = {
  position: number
  templateId: number
  name: string
  isDraft: boolean
  state: BulkTemplateState
  outcome: BulkOutcome
  reason: LeftOutReason | null
  problems: BulkProblem[]
  problemCount: number
  uploads: BulkUpload[]
}

export type BulkUpload = {
  shopId: number
  shopName: string
  platformId: number
  state: 'queued' | 'running' | 'done' | 'failed' | 'canceled'
  error: string | null
  errorMessage: string | null
}

/** Place of a result in the order of outcomes, and among those that share one. */
export type BulkPlace = { outcome: BulkOutcome; position: number }

/** Outcome of a template (`t`) by its uploads (`u`). */
const outcomeOf =
  sql.raw(`case when t.state = 'left_out' then 'left_out' when bool_or(u.state = 'failed') then 'failed'
  when t.state = 'waiting' or bool_or(u.state in ('queued', 'running')) then 'open'
  when t.state = 'canceled' or bool_or(u.state = 'canceled') then 'canceled' else 'uploaded' end`)

export async function countOutcomes(
  tx: Tx,
  ownerId: string,
  id: number,
): Promise<Record<BulkOutcome, number>> {
  const { rows } = await sql<{ outcome: BulkOutcome; count: number }>`
    select o.outcome, count(*)::int as count from bulk_publish_templates t
    cross join lateral (select ${outcomeOf} as outcome from template_uploads u
      where u.owner_id = ${ownerId} and u.id = any(t.upload_ids)) o
    where t.owner_id = ${ownerId} and t.bulk_publish_id = ${id} group by 1`.execute(tx)
  const counts = new Map(rows.map(({ outcome, count }) => [outcome, count]))
  const countOf = (outcome: BulkOutcome) => [outcome, counts.get(outcome) ?? 0] as const
  return Object.fromEntries(bulkOutcomes.map(countOf)) as Record<BulkOutcome, number>
}

/** Results of the given outcomes, in the order of outcomes and then of the request, behind the given place. What the viewer may not see has no name. */
export async function listBulkTemplates(
  tx: Tx,
  viewer: Viewer,
  id: number,
  { wanted, after, limit }: { wanted: readonly BulkOutcome[]; after: BulkPlace | null; limit: number },
): Promise<BulkTemplate[]> {
  const { ownerId } = viewer
  const rank = after ? bulkOutcomes.indexOf(after.outcome) + 1 : 0
  const { rows } = await sql<BulkTemplate>`
    select t.position, t.template_id as "templateId", coalesce(nullif(p.content->>'name', ''), nullif(t.name, ''), '') as name,
      coalesce(p.status, 0) = 0 as "isDraft", t.state, o.outcome, t.reason, t.problems, t.problem_count as "problemCount",
      coalesce((select json_agg(json_build_object('shopId', u.shop_id, 'shopName', h.system_name, 'platformId', h.platform_id,
          'state', case when u.state = 'running' and u.sent_at is null then 'queued' else u.state end,
          'error', u.error, 'errorMessage', u.error_message) order by u.id)
        from template_uploads u join shops h on h.owner_id = ${ownerId} and h.id = u.shop_id
        where u.owner_id = ${ownerId} and u.id = any(t.upload_ids)), '[]') as uploads
    from bulk_publish_templates t
    cross join lateral (select ${outcomeOf} as outcome from template_uploads u
      where u.owner_id = ${ownerId} and u.id = any(t.upload_ids)) o
    left join (select t.id, t.content, t.status from product_templates t
      where t.owner_id = ${ownerId} and ${isSeenTemplate(viewer)}) p on p.id = t.template_id
    where t.owner_id = ${ownerId} and t.bulk_publish_id = ${id} and o.outcome = any(${wanted}::text[])
      and (array_position(${bulkOutcomes}::text[], o.outcome), t.position) > (${rank}::int, ${after?.position ?? 0}::int)
    order by array_position(${bulkOutcomes}::text[], o.outcome), t.position limit ${limit}`.execute(tx)
  return rows
}
