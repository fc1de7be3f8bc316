/** Orders that people wrote by hand. The transaction that saves one enqueues the job that creates it at its store. */
import { sql } from 'kysely'
import type { ChannelOrder } from '../../../model/order.ts'
import type { OrderDraft } from '../../../model/order-draft.ts'
import { productStatusIds } from '../../../model/product.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { dueWorks, enqueueDue, type ShopKey } from '../../outbox/due-work-store.ts'

export type StoredDraft = {
  id: number
  shopId: number
  state: 'queued' | 'running' | 'done' | 'failed'
  error: string | null
  errorMessage: string | null
  channelCode: string | null
  /** Code that people use for the order that was created from the draft. */
  code: string | null
  orderId: number | null
  requestedBy: number
  requestedByName: string
  requestedAt: Date
}

export type Sellable = {
  id: number
  name: string
  options: { name: string; value: string }[]
  shopSku: string
  sellerSku: string | null
  channelProductId: string
  channelSkuId: string
  price: number
  currency: string
  stock: number | null
  image: string | null
}

const sellable = sql.raw(`v.id, p.name, v.options, v.shop_sku as "shopSku", v.seller_sku as "sellerSku",
  v.channel_product_id as "channelProductId", v.channel_sku_id as "channelSkuId", v.price, p.currency,
  v.channel_stock as stock, coalesce(v.image_url, p.images->>0) as image`)

/** Lists what the shop sells whose name or SKU contains the keyword, by name. */
export async function searchSellable(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  keyword: string,
  limit: number,
): Promise<Sellable[]> {
  // Escapes the wildcards of the pattern: the keyword is matched literally.
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<Sellable>`
    select ${sellable} from product_skus v
    join products p on p.owner_id = ${ownerId} and p.id = v.product_id
    where v.owner_id = ${ownerId} and v.shop_id = ${shopId} and v.is_active and p.status = ${productStatusIds.active}
      and (p.name ilike ${pattern} or v.seller_sku ilike ${pattern} or v.shop_sku ilike ${pattern})
    order by p.name, v.position, v.id limit ${limit}`.execute(tx)
  return rows
}

/** Lists those of these ids and SKUs that the shop sells. */
export async function listSellable(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  ids: number[],
  shopSkus: string[],
): Promise<Sellable[]> {
  const { rows } = await sql<Sellable>`
    select ${sellable} from product_skus v
    join products p on p.owner_id = ${ownerId} and p.id = v.product_id
    where v.owner_id = ${ownerId} and v.shop_id = ${shopId} and v.is_active and p.status = ${productStatusIds.active}
      and (v.id = any(${ids}::bigint[]) or v.shop_sku = any(${shopSkus}::text[]))`.execute(tx)
  return rows
}

export async function saveDraft(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  by: { userId: number; name: string },
  draft: OrderDraft,
): Promise<number> {
  const [id = 0] = await drawIds(tx, 1)
  const now = new Date()
  await sql`insert into order_drafts (owner_id, id, shop_id, reference, draft, state, requested_by, requested_by_name, requested_at, check_at)
    values (${ownerId}, ${id}, ${shopId}, ${draft.reference}, ${JSON.stringify(draft)}::jsonb, 'queued', ${by.userId},
      ${by.name}, ${now}, ${now})`.execute(tx)
  await enqueueDue(tx, dueWorks.drafts, { ownerId, shopId })
  return id
}

/** `visible`: the shops that the reader may see; empty means all. */
export async function findDraft(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<StoredDraft | undefined> {
  const { rows } = await sql<StoredDraft>`
    select d.id, d.shop_id as "shopId", d.state, d.error, d.error_message as "errorMessage", d.channel_code as "channelCode",
      coalesce(o.short_code, d.channel_order_id) as code, o.id as "orderId", d.requested_by as "requestedBy", d.requested_by_name as "requestedByName",
      d.requested_at as "requestedAt"
    from order_drafts d
    left join orders o on o.owner_id = ${ownerId} and o.shop_id = d.shop_id and o.channel_order_id = d.channel_order_id
    where d.owner_id = ${ownerId} and d.id = ${id}
      and (cardinality(${visible}::bigint[]) = 0 or d.shop_id = any(${visible}::bigint[]))`.execute(tx)
  return rows[0]
}

export type RequestedDraft = { draft: OrderDraft; requestedAt: Date }

export async function readRequestedDrafts(
  tx: Tx,
  ownerId: string,
  ids: number[],
): Promise<(RequestedDraft & { id: number })[]> {
  const { rows } = await sql<RequestedDraft & { id: number }>`
    select id, draft, requested_at as "requestedAt" from order_drafts
    where owner_id = ${ownerId} and id = any(${ids}::bigint[])`.execute(tx)
  return rows
}

export async function saveCreatedOrder(
  tx: Tx,
  ownerId: string,
  id: number,
  channelOrderId: string,
): Promise<void> {
  await sql`update order_drafts set channel_order_id = ${channelOrderId}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/**
 * Notes which orders came of drafts, and answers those of which there was one already: a store that is at an order for longer than
 * we wait may create a second one from the repeated call.
 */
export async function matchDrafts(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  orders: ChannelOrder[],
): Promise<number[]> {
  const marked = orders.filter(({ draftReference }) => draftReference !== undefined)
  if (marked.length === 0) return []
  const references = marked.map(({ draftReference }) => draftReference)
  const { rows: drafts } = await sql<{ id: number; reference: string; created: string[] }>`
    select id, reference, created_order_ids as created from order_drafts
    where owner_id = ${ownerId} and shop_id = ${shopId} and reference = any(${references}::text[])
    order by id for update`.execute(tx)
  const second: string[] = []
  for (const { id, reference, created } of drafts) {
    const all = new Set(created)
    for (const { draftReference, channelOrderId } of marked)
      if (draftReference === reference) all.add(channelOrderId)
    if (all.size === created.length) continue
    second.push(...[...all].slice(Math.max(1, created.length)))
    await sql`update order_drafts set created_order_ids = ${[...all]}::text[]
      where owner_id = ${ownerId} and id = ${id}`.execute(tx)
  }
  if (second.length === 0) return []
  const { rows } = await sql<{ id: number }>`select id from orders
    where owner_id = ${ownerId} and shop_id = ${shopId} and channel_order_id = any(${second}::text[])`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
