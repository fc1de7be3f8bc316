/** Steps of the shops of templates, with the state of their uploads. */
import { sql } from 'kysely'
import type { ListingDraft } from '../../model/listing.ts'
import { emptyShopTemplate, type PublishStep, type ShopTemplate } from '../../model/product-template.ts'
import { withIds, type Tx } from '../db/database.ts'

export type StoredShopTemplate = {
  id: number
  templateId: number
  shopId: number
  shopName: string
  platformId: number
  currency: string
  /** False: the template's prices, in the account's money, are none of the shop's. */
  hasAccountMoney: boolean
  /** 1: linked. */
  shopStatus: number
  content: ShopTemplate
  channelProductId: string | null
  productId: number | null
  uploaded: ListingDraft | null
  uploadedAt: Date | null
  isOutdated: boolean
  /** People keep the listing as it is; it can be undone. */
  isKept: boolean
  upload: LatestUpload | null
}

export type LatestUpload = {
  id: number
  state: 'queued' | 'running' | 'done' | 'failed' | 'canceled'
  step: PublishStep
  isCancelRequested: boolean
  error: string | null
  errorMessage: string | null
  errorFields: { field: string; message: string }[]
  channelCode: string | null
  requestedAt: string
  requestedByName: string
}

/** An upload that the channel was too busy for is queued again, whatever its command says. */
export const latestUpload = sql.raw(`json_build_object('id', u.id,
  'state', case when u.state = 'running' and u.sent_at is null then 'queued' else u.state end, 'step', u.step,
  'isCancelRequested', u.is_cancel_requested, 'error', u.error, 'errorMessage', u.error_message,
  'errorFields', u.error_fields, 'channelCode', u.channel_code, 'requestedAt', u.requested_at,
  'requestedByName', u.requested_by_name)`)

/** Lists the chosen shops of templates in the order of publishing. @param visible shops that the reader may see; empty: all */
export async function listShopTemplates(
  tx: Tx,
  ownerId: string,
  templateIds: number[],
  visible: number[],
): Promise<StoredShopTemplate[]> {
  const { rows } = await sql<StoredShopTemplate>`
    select s.id, s.template_id as "templateId", s.shop_id as "shopId", h.system_name as "shopName", s.platform_id as "platformId",
      h.currency, h.currency = o.currency as "hasAccountMoney", h.status as "shopStatus", s.content, s.channel_product_id as "channelProductId", p.id as "productId",
      s.uploaded, s.uploaded_at as "uploadedAt", s.is_outdated as "isOutdated",
      s.kept_over is not null as "isKept",
      case when u.id is not null then ${latestUpload} end as upload
    from shop_templates s
    join shops h on h.owner_id = ${ownerId} and h.id = s.shop_id
    join owners o on o.owner_id = ${ownerId}
    left join template_uploads u on u.owner_id = ${ownerId} and u.id = s.upload_id
    left join products p on p.owner_id = ${ownerId} and p.shop_id = s.shop_id and p.channel_product_id = s.channel_product_id
    where s.owner_id = ${ownerId} and s.template_id = any(${templateIds}::bigint[]) and s.is_chosen
      and (${visible.length === 0} or s.shop_id = any(${visible}::bigint[]))
    order by s.template_id, array_position(array[1, 2, 3, 4, 6, 5], s.platform_id::int), s.shop_id`.execute(
    tx,
  )
  return rows
}

/** @param visible shops that the reader may see; empty: all */
export async function findShopTemplate(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<StoredShopTemplate | undefined> {
  const { rows } = await sql<{ templateId: number }>`
    select template_id as "templateId" from shop_templates where owner_id = ${ownerId} and id = ${id}`.execute(
    tx,
  )
  const [found] = rows
  if (!found) return undefined
  return (await listShopTemplates(tx, ownerId, [found.templateId], visible)).find((one) => one.id === id)
}

/** Saves the steps of shops of a template; those that are there already are replaced. */
export async function saveShopTemplates(
  tx: Tx,
  ownerId: string,
  templateId: number,
  shops: { platformId: number; content: ShopTemplate }[],
): Promise<void> {
  if (shops.length === 0) return
  const rows = await withIds(tx, shops)
  await sql`insert into shop_templates as s (owner_id, id, template_id, shop_id, platform_id, content)
    select ${ownerId}::uuid, r.id, ${templateId}::bigint, (r.content->>'shop_id')::bigint, r."platformId", r.content
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, "platformId" smallint, content jsonb)
    on conflict (owner_id, template_id, shop_id) do update set content = excluded.content, is_chosen = true`.execute(
    tx,
  )
}

/** Puts shops into a template. One that was in it before comes back with its step and its listing. */
export async function chooseShops(
  tx: Tx,
  ownerId: string,
  templateId: number,
  shops: { id: number; platformId: number }[],
): Promise<void> {
  const { rows } = await sql<{ shopId: number }>`update shop_templates set is_chosen = true
    where owner_id = ${ownerId} and template_id = ${templateId} and shop_id = any(${shops.map(({ id }) => id)}::bigint[])
    returning shop_id as "shopId"`.execute(tx)
  const known = new Set(rows.map(({ shopId }) => shopId))
  await saveShopTemplates(
    tx,
    ownerId,
    templateId,
    shops
      .filter(({ id }) => !known.has(id))
      .map(({ id, platformId }) => ({ platformId, content: emptyShopTemplate(id) })),
  )
}

/** Leaves shops out of a template. Their rows stay: without them the template would not know its own listings again. */
export async function leaveShopsOut(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  await sql`update shop_templates set is_chosen = false
    where owner_id = ${ownerId} and id = any(${ids}::bigint[])`.execute(tx)
}

export async function saveOutdated(
  tx: Tx,
  ownerId: string,
  shops: { id: number; isOutdated: boolean }[],
): Promise<void> {
  if (shops.length === 0) return
  await sql`update shop_templates s set is_outdated = r."isOutdated"
    from json_to_recordset(${JSON.stringify(shops)}::json) as r(id bigint, "isOutdated" boolean)
    where s.owner_id = ${ownerId} and s.id = r.id and s.is_outdated <> r."isOutdated"`.execute(tx)
}

/** Takes this draft for what the shop's listing is, once its channel has taken it. */
export async function saveUploaded(
  tx: Tx,
  ownerId: string,
  id: number,
  draft: ListingDraft,
  channelProductId: string,
): Promise<void> {
  await sql`update shop_templates set uploaded = ${JSON.stringify(draft)}::jsonb, is_outdated = false, kept_over = null,
      channel_product_id = ${channelProductId}, uploaded_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/** Takes this draft for what the shop's listing is without sending it. What was last sent stays known, so that it can be undone. */
export async function keepListing(tx: Tx, ownerId: string, id: number, draft: ListingDraft): Promise<void> {
  await sql`update shop_templates set uploaded = ${JSON.stringify(draft)}::jsonb, is_outdated = false,
      kept_over = coalesce(kept_over, uploaded)
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

export async function undoKeepListing(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`update shop_templates set uploaded = kept_over, kept_over = null
    where owner_id = ${ownerId} and id = ${id} and kept_over is not null`.execute(tx)
}
