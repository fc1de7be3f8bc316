import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** In days. What else ends is told beside its table; docs/operations.md lists all of it. */
export const keptDays = {
  consentPages: 1,
  channelFacts: 30,
  channelImages: 90,
  drafts: 90,
  exports: 30,
  buyerMails: 365,
  mails: 30,
  mailReports: 90,
  doorPhotos: 180,
  listingChanges: 365,
  listingImages: 30,
  orderActions: 365,
  pictureSizes: 90,
  removedListings: 90,
  imports: 30,
  bulkPublishes: 30,
  templateUploads: 365,
  mergesToUndo: 2,
  notifications: 30,
  orderScans: 90,
  pickWaves: 90,
  shipmentEvents: 365,
  stockPushEvents: 90,
} as const

const dayMs = 86_400_000

/** Removes rows that are no longer needed, and names and addresses of buyers older than a complaint may take. */
export async function removeOldRows(tx: Tx, ownerId: string, now: Date): Promise<void> {
  const before = (what: keyof typeof keptDays) => new Date(now.getTime() - keptDays[what] * dayMs)
  await sql`delete from link_states where owner_id = ${ownerId} and created_at < ${before('consentPages')}`.execute(
    tx,
  )
  await sql`delete from order_drafts where owner_id = ${ownerId} and ended_at < ${before('drafts')}`.execute(
    tx,
  )
  await sql`delete from buyer_mails where owner_id = ${ownerId} and created_at < ${before('buyerMails')}`.execute(
    tx,
  )
  // Each new one makes room as well, but an account may be at rest.
  await sql`delete from mails where owner_id = ${ownerId} and created_at < ${before('mails')}`.execute(tx)
  await sql`delete from exports where owner_id = ${ownerId} and requested_at < ${before('exports')}`.execute(
    tx,
  )
  await sql`delete from notifications where owner_id = ${ownerId} and at < ${before('notifications')}`.execute(
    tx,
  )
  await sql`delete from mail_reports where owner_id = ${ownerId} and at < ${before('mailReports')}`.execute(
    tx,
  )
  await sql`delete from shipment_photos where owner_id = ${ownerId} and taken_at < ${before('doorPhotos')}`.execute(
    tx,
  )
  await sql`delete from listing_changes where owner_id = ${ownerId} and ended_at < ${before('listingChanges')}`.execute(
    tx,
  )
  await sql`delete from listing_images i where owner_id = ${ownerId} and used_at < ${before('listingImages')}
    and not exists (select from product_templates t where t.owner_id = ${ownerId} and i.id = any(t.image_ids))`.execute(
    tx,
  )
  await sql`delete from channel_facts where owner_id = ${ownerId} and fetched_at < ${before('channelFacts')}`.execute(
    tx,
  )
  await sql`delete from channel_images where owner_id = ${ownerId} and used_at < ${before('channelImages')}`.execute(
    tx,
  )
  await sql`delete from template_uploads u where owner_id = ${ownerId} and ended_at < ${before('templateUploads')}
    and not exists (select from shop_templates s where s.owner_id = ${ownerId} and s.upload_id = u.id)`.execute(
    tx,
  )
  await sql`delete from picture_sizes s where s.owner_id = ${ownerId} and s.read_at < ${before('pictureSizes')}
    and not exists (select from products p where p.owner_id = ${ownerId} and md5(p.images->>0) = s.digest)`.execute(
    tx,
  )
  await sql`delete from removed_listings where owner_id = ${ownerId} and removed_at < ${before('removedListings')}`.execute(
    tx,
  )
  await sql`delete from bulk_publishes where owner_id = ${ownerId} and ended_at < ${before('bulkPublishes')}`.execute(
    tx,
  )
  await sql`delete from imports where owner_id = ${ownerId} and requested_at < ${before('imports')}`.execute(
    tx,
  )
  await sql`update sku_merges set before = null where owner_id = ${ownerId} and at < ${before('mergesToUndo')}
    and before is not null`.execute(tx)
  await sql`delete from order_actions where owner_id = ${ownerId} and ended_at < ${before('orderActions')}`.execute(
    tx,
  )
  await sql`delete from order_scans s using orders o where s.owner_id = ${ownerId} and o.owner_id = ${ownerId} and o.id = s.order_id
    and o.placed_at < ${before('orderScans')}`.execute(tx)
  await sql`delete from pick_waves where owner_id = ${ownerId} and created_at < ${before('pickWaves')}`.execute(
    tx,
  )
  await sql`delete from stock_push_events where owner_id = ${ownerId} and at < ${before('stockPushEvents')}`.execute(
    tx,
  )
  await sql`delete from shipment_events where owner_id = ${ownerId} and noted_at < ${before('shipmentEvents')}`.execute(
    tx,
  )
}
