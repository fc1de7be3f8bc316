/** Forgets what templates have listed, once it is deleted at its channel: it can be listed anew, and nothing is sent into the bin. */
import { sql } from 'kysely'
import type { ShopKey, Tx } from '../db/database.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { lockTemplates, refreshTemplateStatus } from './template-store.ts'

export async function forgetRemovedUploads(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  channelProductIds: string[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select template_id as id from shop_templates
    where owner_id = ${ownerId} and shop_id = ${shopId}
      and channel_product_id = any(${channelProductIds}::text[])`.execute(tx)
  const templateIds = [...new Set(rows.map(({ id }) => id))]
  if (templateIds.length === 0) return
  await lockTemplates(tx, ownerId, templateIds)
  // An upload that is being sent right now ends by itself.
  await sql`update shop_templates s set uploaded = null, is_outdated = false, kept_over = null, channel_product_id = null,
      uploaded_at = null, upload_id = null
    where s.owner_id = ${ownerId} and s.shop_id = ${shopId}
      and s.channel_product_id = any(${channelProductIds}::text[])
      and not exists (select from template_uploads u
        where u.owner_id = ${ownerId} and u.id = s.upload_id and u.state in ('queued', 'running'))`.execute(
    tx,
  )
  await refreshTemplateStatus(tx, ownerId, templateIds)
  saveEvent(tx, {
    ownerId,
    shopId,
    channel: 'template.upload',
    value: { template_ids: templateIds, shop_id: shopId },
  })
}
