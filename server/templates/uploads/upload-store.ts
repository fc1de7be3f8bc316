/** Uploads of templates: requested here, sent by a job. The transaction that saves one enqueues its job. */
import { sql } from 'kysely'
import type { ListingDraft, ListingImage } from '../../../model/listing.ts'
import type { PublishStep } from '../../../model/product-template.ts'
import { lockTemplates } from '../template-store.ts'
import { withIds, type Tx } from '../../db/database.ts'
import { dueWorks, enqueueDue } from '../../outbox/due-work-store.ts'

export type RequestedUpload = {
  shopTemplateId: number
  templateId: number
  draft: ListingDraft
  /** Null: a new listing. */
  channelProductId: string | null
  /** Draft that the channel was last sent; null: nothing. */
  uploaded: ListingDraft | null
  isCancelRequested: boolean
  step: PublishStep
}

export type NewUpload = {
  shopTemplateId: number
  templateId: number
  shopId: number
  draft: ListingDraft
  channelProductId: string | null
}

/** Locks a template for a request to publish it, behind its open uploads: what ends one of these waits for the template. */
export async function lockForUploads(tx: Tx, ownerId: string, templateId: number): Promise<void> {
  await sql`select from template_uploads u
    join shop_templates s on s.owner_id = ${ownerId} and s.id = u.shop_template_id and s.template_id = ${templateId}
    where u.owner_id = ${ownerId} and u.state in ('queued', 'running') order by u.id for update of u`.execute(
    tx,
  )
  await lockTemplates(tx, ownerId, [templateId])
}

/** Saves uploads and enqueues their jobs. A shop that has one open already is left out; answers the shop templates of the others. */
export async function saveUploads(
  tx: Tx,
  ownerId: string,
  by: { userId: number; name: string },
  uploads: NewUpload[],
): Promise<number[]> {
  if (uploads.length === 0) return []
  const now = new Date()
  const fresh = JSON.stringify(await withIds(tx, uploads))
  const { rows } = await sql<{ id: number; shopTemplateId: number; shopId: number }>`
    insert into template_uploads (owner_id, id, shop_template_id, template_id, shop_id, draft, channel_product_id, step, state,
      requested_by, requested_by_name, requested_at, check_at)
    select ${ownerId}::uuid, r.id, r."shopTemplateId", r."templateId", r."shopId", r.draft, r."channelProductId", 'check', 'queued',
      ${by.userId}::bigint, ${by.name}::text, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${fresh}::json) as r(id bigint, "shopTemplateId" bigint, "templateId" bigint, "shopId" bigint,
      draft jsonb, "channelProductId" text)
    on conflict (owner_id, shop_template_id) where state in ('queued', 'running') do nothing
    returning id, shop_template_id as "shopTemplateId", shop_id as "shopId"`.execute(tx)
  await sql`update shop_templates s set upload_id = r.id
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, "shopTemplateId" bigint)
    where s.owner_id = ${ownerId} and s.id = r."shopTemplateId"`.execute(tx)
  for (const shopId of new Set(rows.map((row) => row.shopId)))
    await enqueueDue(tx, dueWorks.templateUploads, { ownerId, shopId })
  return rows.map(({ shopTemplateId }) => shopTemplateId)
}

/**
 * Cancels the open uploads of these shop templates. One that is not taken up ends at once; one that is under way is canceled
 * unless its channel has it by then.
 */
export async function cancelUploads(
  tx: Tx,
  ownerId: string,
  shopTemplateIds: number[],
): Promise<{ shopTemplateId: number; isCanceled: boolean }[]> {
  const { rows } = await sql<{ shopTemplateId: number; isCanceled: boolean }>`
    update template_uploads u set is_cancel_requested = true,
      state = case when u.sent_at is null then 'canceled' else u.state end,
      ended_at = case when u.sent_at is null then ${new Date()}::timestamptz end
    where u.owner_id = ${ownerId} and u.shop_template_id = any(${shopTemplateIds}::bigint[])
      and u.state in ('queued', 'running') and (u.sent_at is null or u.step in ('check', 'images'))
    returning u.shop_template_id as "shopTemplateId", u.state = 'canceled' as "isCanceled"`.execute(tx)
  return rows
}

/** Notes the step that an upload is at. Answers false if it was canceled: it must not go on then. */
export async function enterStep(tx: Tx, ownerId: string, id: number, step: PublishStep): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`update template_uploads set step = ${step}
    where owner_id = ${ownerId} and id = ${id} and state = 'running' and not is_cancel_requested returning id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Notes that the channel has the listing. */
export async function markConfirmed(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`update template_uploads set step = 'confirm' where owner_id = ${ownerId} and id = ${id}`.execute(
    tx,
  )
}

/** Ends an upload as canceled. */
export async function endCanceled(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  await sql`update template_uploads set state = 'canceled', ended_at = coalesce(ended_at, ${new Date()}::timestamptz),
      error = null, error_message = null
    where owner_id = ${ownerId} and id = any(${ids}::bigint[]) and is_cancel_requested`.execute(tx)
}

export async function saveUploadFields(
  tx: Tx,
  ownerId: string,
  id: number,
  fields: { field: string; message: string }[],
): Promise<void> {
  await sql`update template_uploads set error_fields = ${JSON.stringify(fields)}::jsonb
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

export async function readRequestedUploads(
  tx: Tx,
  ownerId: string,
  ids: number[],
): Promise<(RequestedUpload & { id: number })[]> {
  const { rows } = await sql<RequestedUpload & { id: number }>`
    select u.id, u.shop_template_id as "shopTemplateId", u.template_id as "templateId", u.draft,
      u.channel_product_id as "channelProductId", s.uploaded, u.is_cancel_requested as "isCancelRequested", u.step
    from template_uploads u
    join shop_templates s on s.owner_id = ${ownerId} and s.id = u.shop_template_id
    where u.owner_id = ${ownerId} and u.id = any(${ids}::bigint[])`.execute(tx)
  return rows.map((row) => ({ ...row, draft: withDates(row.draft) }))
}

/** As it was before it was stored: JSON has no dates. */
function withDates(draft: ListingDraft): ListingDraft {
  return {
    ...draft,
    skus: draft.skus.map((sku) => ({
      ...sku,
      specialPrice: sku.specialPrice && {
        price: sku.specialPrice.price,
        from: new Date(sku.specialPrice.from),
        to: new Date(sku.specialPrice.to),
      },
    })),
  }
}

/** Pictures that a shop's channel keeps already, by the address that they were read from. */
export async function listChannelImages(
  tx: Tx,
  { ownerId, shopId }: { ownerId: string; shopId: number },
  sources: string[],
): Promise<Map<string, ListingImage>> {
  const { rows } = await sql<{ source: string; id: string | null; url: string }>`
    update channel_images set used_at = ${new Date()}
    where owner_id = ${ownerId} and shop_id = ${shopId} and source = any(${sources}::text[])
    returning source, channel_image_id as id, url`.execute(tx)
  return new Map(rows.map(({ source, id, url }) => [source, { id, url }]))
}

export async function listUploadedSources(
  tx: Tx,
  { ownerId, shopId }: { ownerId: string; shopId: number },
  sources: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ source: string }>`select source from channel_images
    where owner_id = ${ownerId} and shop_id = ${shopId} and source = any(${sources}::text[])`.execute(tx)
  return new Set(rows.map(({ source }) => source))
}

export async function saveChannelImages(
  tx: Tx,
  { ownerId, shopId }: { ownerId: string; shopId: number },
  images: Iterable<[source: string, ListingImage]>,
): Promise<void> {
  const rows = [...new Map(images)].map(([source, { id, url }]) => ({ source, id, url }))
  await sql`insert into channel_images (owner_id, shop_id, source, channel_image_id, url, used_at)
    select ${ownerId}::uuid, ${shopId}::bigint, r.source, r.id, r.url, ${new Date()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(source text, id text, url text) order by r.source
    on conflict (owner_id, shop_id, source) do update set channel_image_id = excluded.channel_image_id, url = excluded.url,
      used_at = excluded.used_at`.execute(tx)
}

/** The channel may have lost what it kept: the pictures are uploaded again by the next attempt. */
export async function removeChannelImages(
  tx: Tx,
  { ownerId, shopId }: { ownerId: string; shopId: number },
  sources: string[],
): Promise<void> {
  await sql`delete from channel_images where owner_id = ${ownerId} and shop_id = ${shopId} and source = any(${sources}::text[])`.execute(
    tx,
  )
}
