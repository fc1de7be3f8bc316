/** Target stock of each listing, and whether its channel has it. */
import { sql } from 'kysely'
import type { StockFigure } from '../../../connectors/stock.ts'
import type { StockChange } from '../../../contract/realtime.ts'
import { mostTold } from '../../../model/realtime-channels.ts'
import type { PushEventKind } from '../../../model/stock-movement.ts'
import type { Tx } from '../../db/database.ts'
import { markProductsOfListingsStale } from '../../listings/product-columns-store.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import { dueWorks, enqueueDue, type ShopKey } from '../../outbox/due-work-store.ts'
import { freeStock, joinOffer, offeredStock, withBundles } from './offered-stock-store.ts'
import { savePushEvents } from './push-events-store.ts'
import { turnToRead, turnToSend } from './push-turn.ts'

/** Checks a shop's listings for what was never counted or shows another figure than its target. In the queue of the pushes. */
export async function enqueueStockCheck(tx: Tx, key: ShopKey, runAt?: Date): Promise<void> {
  await enqueueDue(tx, { task: 'check-stock', queue: 'stock' }, key, runAt && { runAt })
}

type Listing = {
  id: number
  shop_id: number
  target: number
  before: number | null
  observed: number | null
  state: string | null
  channel_stock: number
}

function tellStockChange(tx: Tx, ownerId: string, value: StockChange): void {
  saveEvent(tx, { ownerId, shopId: null, channel: 'stock.change', value })
}

/**
 * Sets the target of the listings of these SKUs and of the bundles that contain them, each from its shop's warehouse. A listing whose channel has arrived at that figure
 * by itself, because it made the sale, is only read back: sending it would undo a sale that is not imported yet. One that waits to be
 * sent keeps its place, whatever becomes of its target.
 *
 * @param moved `counted`: by how much the channels' own counts have changed, by listing. `warehouseIds`: whose figures are
 *   locked; listings of others are left alone, as somebody else may be moving theirs.
 */
export async function setTargetStock(
  tx: Tx,
  ownerId: string,
  skuIds: number[],
  { counted = new Map(), warehouseIds }: { counted?: Map<number, number>; warehouseIds?: number[] } = {},
): Promise<void> {
  if (skuIds.length === 0) return
  const { rows: skus } = await sql<{ id: number }>`${withBundles(ownerId, skuIds)}`.execute(tx)
  const sold = skus.map(({ id }) => id)
  tellStockChange(tx, ownerId, { sku_ids: sold.slice(0, mostTold) })
  await sql`select from stock_pushes p join product_skus k on k.owner_id = ${ownerId} and k.id = p.product_sku_id
    join shops s on s.owner_id = ${ownerId} and s.id = p.shop_id and s.is_stock_sync and s.status = 1
    where p.owner_id = ${ownerId} and k.sku_id = any(${sold}::bigint[]) order by p.product_sku_id for update of p`.execute(
    tx,
  )
  const { rows } = await sql<Listing>`
    select k.id, k.shop_id, k.channel_stock, ${offeredStock(ownerId)} as target, p.target as before, p.observed, p.state
    from product_skus k
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id and s.is_stock_sync and s.status = 1
    ${joinOffer(ownerId)}
    left join stock_pushes p on p.owner_id = ${ownerId} and p.product_sku_id = k.id
    where k.owner_id = ${ownerId} and k.sku_id = any(${sold}::bigint[]) and k.is_active and k.channel_stock is not null
      and ${freeStock(ownerId)} is not null
      and (${warehouseIds ?? null}::bigint[] is null or coalesce(s.warehouse_id, d.id) = any(${warehouseIds ?? []}::bigint[]))
    order by k.id`.execute(tx)
  const now = new Date()
  const pushes = rows.flatMap(({ id, shop_id, target, before, observed, state, channel_stock }) => {
    const change = counted.get(id) ?? 0
    const knownNow = (observed ?? channel_stock) + change
    if (target === before && change === 0) return []
    // Another warehouse supplied it. Sending our figure now would undo sales that are not imported yet.
    const isOfAnother = change < 0 && before !== null && target > Math.max(0, before + change)
    const isBehind = isOfAnother && knownNow < target
    const next = knownNow === target || isBehind ? 'sent' : 'due'
    // A push under way may have changed nothing yet, so it is sent again instead of being assumed done.
    const isDue = state === 'due' || next === 'due'
    const turn = isDue ? turnToSend(now, { target, shown: Math.max(knownNow, before ?? 0) }) : turnToRead(now)
    return { id, shop_id, target, observed: knownNow, state: isDue ? 'due' : next, now, turn }
  })
  if (pushes.length === 0) return
  await sql`insert into stock_pushes (owner_id, product_sku_id, shop_id, target, observed, state, target_at, check_at, turn_at)
    select ${ownerId}::uuid, r.id, r.shop_id, r.target, r.observed, r.state, r.now, r.now, r.turn
    from json_to_recordset(${JSON.stringify(pushes)}::json) as r(id bigint, shop_id bigint, target integer, observed integer,
      state text, now timestamptz, turn timestamptz)
    on conflict (owner_id, product_sku_id) do update set target = excluded.target, observed = excluded.observed,
      state = excluded.state, attempts = 0, target_at = excluded.target_at,
      check_at = case when stock_pushes.state = 'due' then least(stock_pushes.check_at, excluded.check_at) else excluded.check_at end,
      turn_at = case when stock_pushes.state = 'due' then least(stock_pushes.turn_at, excluded.turn_at) else excluded.turn_at end`.execute(
    tx,
  )
  for (const shopId of new Set(pushes.map(({ shop_id }) => shop_id)))
    await enqueueDue(tx, dueWorks.stock, { ownerId, shopId })
}

/**
 * Notes the figures that the channel reported. One that differs from its target is read again in a moment; one that a campaign
 * locked is sent again, as the campaign may be what has changed.
 */
export async function recordObservedStock(
  tx: Tx,
  shop: ShopKey,
  listings: { id: number; channelStock: number | null }[],
): Promise<void> {
  const heard = listings.filter(({ channelStock }) => channelStock !== null)
  if (heard.length === 0) return
  // A sale is reported beside the order that made it, so the order gets its moment.
  const checkAt = new Date(Date.now() + 2000)
  const { rows } = await sql<{ id: number }>`
    update stock_pushes p set observed = r."channelStock", state = case when p.state = 'done' then 'sent' else p.state end,
      attempts = 0, check_at = ${checkAt}, turn_at = ${turnToRead(checkAt)}
    from json_to_recordset(${JSON.stringify(heard)}::json) as r(id bigint, "channelStock" integer)
    where p.owner_id = ${shop.ownerId} and p.product_sku_id = r.id and (p.state = 'locked'
      or p.state = 'done' and p.target <> r."channelStock")
    returning p.product_sku_id as id`.execute(tx)
  if (rows.length > 0) await enqueueDue(tx, dueWorks.stock, shop, { runAt: checkAt })
}

/** Sends a refused figure once more; nothing happens when it is not refused. */
export async function retryPush(tx: Tx, { ownerId, shopId }: ShopKey, shopSku: string): Promise<boolean> {
  const now = new Date()
  const [falling, soldOut] = [1, 0].map((target) => turnToSend(now, { target, shown: 2 }))
  const { rows } = await sql`update stock_pushes p set state = 'due', attempts = 0, check_at = ${now},
      turn_at = case when p.target >= p.observed then ${now}::timestamptz when p.target > 0 then ${falling}::timestamptz
        else ${soldOut}::timestamptz end
    from product_skus k where k.owner_id = ${ownerId} and k.id = p.product_sku_id and k.shop_sku = ${shopSku}
      and p.owner_id = ${ownerId} and p.shop_id = ${shopId} and p.state = 'refused' returning p.product_sku_id`.execute(
    tx,
  )
  if (rows.length > 0) await enqueueDue(tx, dueWorks.stock, { ownerId, shopId })
  return rows.length > 0
}

/** SKUs of the shop whose listing has another target than it should, or none. */
export async function listDrifted(tx: Tx, { ownerId, shopId }: ShopKey): Promise<number[]> {
  const { rows } = await sql<{ sku_id: number }>`
    select distinct k.sku_id from product_skus k
    join shops s on s.owner_id = ${ownerId} and s.id = ${shopId}
    ${joinOffer(ownerId)}
    left join stock_pushes p on p.owner_id = ${ownerId} and p.product_sku_id = k.id
    where k.owner_id = ${ownerId} and k.shop_id = ${shopId} and k.is_active and k.channel_stock is not null
      and ${freeStock(ownerId)} is not null and p.target is distinct from ${offeredStock(ownerId)}
    order by k.sku_id`.execute(tx)
  return rows.map(({ sku_id }) => sku_id)
}

export type UncountedListing = {
  skuId: number
  channelProductId: string
  channelSkuId: string
}

/**
 * Listings of a shop whose SKU has no figure in its warehouse yet: the channel's is to be the first one. Left out are those that
 * another shop of the warehouse, which was switched on before it, is still to be asked about.
 */
export async function listUncounted(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  after: number,
  limit: number,
): Promise<UncountedListing[]> {
  const { rows } = await sql<UncountedListing>`
    select distinct on (k.sku_id) k.sku_id as "skuId", k.channel_product_id as "channelProductId",
      k.channel_sku_id as "channelSkuId"
    from product_skus k join shops s on s.owner_id = ${ownerId} and s.id = ${shopId}
    ${joinOffer(ownerId)}
    where k.owner_id = ${ownerId} and k.shop_id = ${shopId} and k.is_active and k.channel_stock is not null
      and k.sku_id > ${after} and t.sku_id is null and own.part_count = 0
      and not exists (select from product_skus o
        join shops f on f.owner_id = ${ownerId} and f.id = o.shop_id and f.is_stock_sync and f.status = 1
          and coalesce(f.warehouse_id, d.id) = coalesce(s.warehouse_id, d.id)
          and (f.stock_counting_since, f.id) < (coalesce(s.stock_counting_since, 'infinity'), s.id)
        where o.owner_id = ${ownerId} and o.sku_id = k.sku_id and o.is_active and o.channel_stock is not null)
    order by k.sku_id, k.id limit ${limit}`.execute(tx)
  return rows
}

/** Ends the reading of a shop that was switched on, and lets those that waited for it take the figures that it did not have. */
export async function endCounting(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  const ended = await sql`update shops set stock_counting_since = null
    where owner_id = ${ownerId} and id = ${shopId} and stock_counting_since is not null returning id`.execute(
    tx,
  )
  if (ended.rows.length === 0) return
  const { rows } = await sql<{ id: number }>`select id from shops
    where owner_id = ${ownerId} and is_stock_sync and status = 1 and id <> ${shopId}`.execute(tx)
  for (const { id } of rows) await enqueueStockCheck(tx, { ownerId, shopId: id })
}

export type Push = StockFigure & {
  id: number
  state: 'due' | 'sent' | 'locked'
  attempts: number
  turnAt: Date
}

const columns = sql.raw(`p.product_sku_id as id, k.channel_product_id as "channelProductId",
  k.channel_sku_id as "channelSkuId", p.target as quantity, p.state, p.attempts,
  p.turn_at as "turnAt"`)

/** Lists the figures to send or to read back now, in the order of push-turn.ts. */
export async function listOpenPushes(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  limit: number,
  now: Date,
): Promise<Push[]> {
  const { rows } = await sql<Push>`
    select ${columns} from stock_pushes p join product_skus k on k.owner_id = ${ownerId} and k.id = p.product_sku_id
    where p.owner_id = ${ownerId} and p.shop_id = ${shopId} and p.state in ('due', 'sent', 'locked') and p.check_at <= ${now}
    order by p.turn_at, p.product_sku_id limit ${limit}`.execute(tx)
  return rows
}

/** Time of `stock_pushes u`: when its channel took or refused the figure; of one under way, since when it is the target. */
export const pushedAt = sql.raw(
  `case when u.state in ('done', 'refused') then u.check_at else u.target_at end`,
)

export type PushStep = {
  id: number
  /** Target when the channel was called; if it has changed since, the step is void. */
  quantity: number
  state: 'due' | 'sent' | 'done' | 'refused' | 'locked'
  observed: number | null
  attempts: number
  reason: string | null
  checkAt: Date
  /** Left out: as its state has it. */
  turnAt?: Date
  /** Shown in the timeline; left out: nothing. */
  event?: PushEventKind
}

function turnBehind({ state, quantity: target, observed, checkAt }: PushStep): Date {
  return state === 'sent'
    ? turnToRead(checkAt)
    : turnToSend(checkAt, { target, shown: Math.max(target, observed ?? 0) })
}

/**
 * Why a figure was refused is kept until one has gone through. Answers the listings whose channel refuses for a reason that it
 * has not given since then; figures in its words make no other reason.
 */
export async function savePushSteps(tx: Tx, ownerId: string, steps: PushStep[]): Promise<number[]> {
  if (steps.length === 0) return []
  const sorted = steps.map((step) => ({ turnAt: turnBehind(step), ...step })).toSorted((a, b) => a.id - b.id)
  const { rows } = await sql<{ id: number; hasChanged: boolean; hadReason: boolean }>`
    update stock_pushes p set state = r.state, observed = coalesce(r.observed, p.observed), attempts = r.attempts,
      reason = case when r.state in ('done', 'locked') then null else coalesce(r.reason, p.reason) end,
      lock_reason = case when r.state = 'locked' then r.reason end, check_at = r."checkAt",
      turn_at = r."turnAt"
    from json_to_recordset(${JSON.stringify(sorted)}::json) as r(id bigint, quantity integer,
      state text, observed integer, attempts integer, reason text, "checkAt" timestamptz, "turnAt" timestamptz)
    join stock_pushes b on b.owner_id = ${ownerId} and b.product_sku_id = r.id
    where p.owner_id = ${ownerId} and p.product_sku_id = r.id and p.target = r.quantity
    returning r.id, r.state = 'refused'
      and regexp_replace(r.reason, '[0-9]+', '', 'g') is distinct from regexp_replace(b.reason, '[0-9]+', '', 'g') as "hasChanged",
      b.reason is not null as "hadReason"`.execute(tx)
  const saved = new Set(rows.map(({ id }) => id))
  tellStockChange(tx, ownerId, { listing_ids: [...saved].slice(0, mostTold) })
  const events = steps.flatMap(({ event, id, quantity: figure, observed, reason, attempts }) =>
    event && saved.has(id)
      ? { kind: event, listingId: id, figure, shown: event === 'differs' ? observed : null, reason, attempts }
      : [],
  )
  await savePushEvents(tx, ownerId, events)
  const isFree = new Set(
    steps.filter(({ state }) => state === 'done' || state === 'locked').map(({ id }) => id),
  )
  const refusals = rows.filter(({ id, hasChanged, hadReason }) => hasChanged || (hadReason && isFree.has(id)))
  await markProductsOfListingsStale(
    tx,
    ownerId,
    refusals.map(({ id }) => id),
  )
  return rows.filter(({ hasChanged }) => hasChanged).map(({ id }) => id)
}

export async function findProductName(
  tx: Tx,
  ownerId: string,
  listingId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select d.name from product_skus k join products d on d.owner_id = ${ownerId} and d.id = k.product_id
    where k.owner_id = ${ownerId} and k.id = ${listingId}`.execute(tx)
  return rows[0]?.name
}

/** Listings that the channel no longer has are sent nothing; a product report brings them back. */
export async function removePushes(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update product_skus set is_active = false where owner_id = ${ownerId} and id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await sql`delete from stock_pushes where owner_id = ${ownerId} and product_sku_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await markProductsOfListingsStale(tx, ownerId, ids)
}

/** Listings that are still to be sent, or to be read back, by shop. */
export async function countOpenPushes(
  tx: Tx,
  ownerId: string,
): Promise<Map<number, { open: number; refused: number }>> {
  const { rows } = await sql<{ shopId: number; open: number; refused: number }>`
    select shop_id as "shopId", count(*) filter (where state <> 'refused')::int as open,
      count(*) filter (where state = 'refused')::int as refused
    from stock_pushes where owner_id = ${ownerId} and state in ('due', 'sent', 'refused') group by shop_id`.execute(
    tx,
  )
  return new Map(rows.map(({ shopId, ...counts }) => [shopId, counts]))
}

export type RefusedPush = {
  /** The shop's own name of the listing. */
  channelId: string
  reason: string
  attempts: number
  firstFailedAt: Date
  lastFailedAt: Date
}

/** Figures that the shop's channel refused, the latest first. */
export async function listRefused(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  limit: number,
): Promise<{ rows: RefusedPush[]; total: number }> {
  const { rows } = await sql<RefusedPush & { total: number }>`
    select k.shop_sku as "channelId", coalesce(p.reason, '') as reason, p.attempts + 1 as attempts,
      p.target_at as "firstFailedAt", p.check_at as "lastFailedAt", count(*) over ()::int as total
    from stock_pushes p join product_skus k on k.owner_id = ${ownerId} and k.id = p.product_sku_id
    where p.owner_id = ${ownerId} and p.shop_id = ${shopId} and p.state = 'refused'
    order by p.check_at desc, k.shop_sku limit ${limit}`.execute(tx)
  return { rows, total: rows[0]?.total ?? 0 }
}
