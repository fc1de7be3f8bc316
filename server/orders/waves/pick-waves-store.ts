/** Pick waves, their lines and what is picked of them. */
import { sql, type RawBuilder } from 'kysely'
import { orderStatusIds } from '../../../model/order-status.ts'
import type { OrderPiece, PickLine } from '../../../model/pick-lines.ts'
import { drawIds, type Tx } from '../../db/database.ts'

export type PickWave = {
  id: number
  name: string
  createdName: string
  createdAt: Date
  endedAt: Date | null
  orderCount: number
  quantity: number
  picked: number
}

export type WaveLine = PickLine & { picked: number; isShort: boolean; changedName: string | null }

type Reader = { ownerId: string; visible: number[] }

/** A wave with orders of a shop that the reader may not see is not the reader's. */
const seen = ({ ownerId, visible }: Reader): RawBuilder<unknown> => sql`(cardinality(${visible}::bigint[]) = 0
  or not exists (select from pick_wave_orders p join orders o on o.owner_id = ${ownerId} and o.id = p.order_id
    where p.owner_id = ${ownerId} and p.wave_id = w.id and o.shop_id <> all(${visible}::bigint[])))`

const waves = (ownerId: string): RawBuilder<unknown> => sql`w.id, w.name, w.created_name as "createdName",
  w.created_at as "createdAt", w.ended_at as "endedAt",
  (select count(*)::int from pick_wave_orders p where p.owner_id = ${ownerId} and p.wave_id = w.id) as "orderCount",
  (select coalesce(sum(l.quantity), 0)::int from pick_wave_lines l where l.owner_id = ${ownerId} and l.wave_id = w.id) as quantity,
  (select coalesce(sum(l.picked), 0)::int from pick_wave_lines l where l.owner_id = ${ownerId} and l.wave_id = w.id) as picked`

export async function listWaves(tx: Tx, reader: Reader): Promise<PickWave[]> {
  const { ownerId } = reader
  const { rows } = await sql<PickWave>`select ${waves(ownerId)} from pick_waves w
    where w.owner_id = ${ownerId} and ${seen(reader)} order by w.id desc limit 50`.execute(tx)
  return rows
}

export async function findWave(tx: Tx, reader: Reader, id: number): Promise<PickWave | undefined> {
  const { ownerId } = reader
  const { rows } = await sql<PickWave>`select ${waves(ownerId)} from pick_waves w
    where w.owner_id = ${ownerId} and w.id = ${id} and ${seen(reader)}`.execute(tx)
  return rows[0]
}

/** Locks a wave, so that its end is noted by whoever ticks its last line. False: the reader has no such wave. */
export async function lockWave(tx: Tx, reader: Reader, id: number): Promise<boolean> {
  const { rows } = await sql`select w.id from pick_waves w
    where w.owner_id = ${reader.ownerId} and w.id = ${id} and ${seen(reader)} for no key update of w`.execute(
    tx,
  )
  return rows.length > 0
}

/** Pieces that these orders need from the shelves, the order with the first deadline first. A bundle has no bin: its parts lie there. */
export async function listPieces(
  tx: Tx,
  { ownerId, visible }: Reader,
  orderIds: number[],
): Promise<OrderPiece[]> {
  const { rows } = await sql<OrderPiece>`
    select o.id as "orderId", coalesce(o.short_code, o.channel_order_id) as "orderCode", i.shop_sku as "shopSku",
      i.quantity * coalesce(m.quantity, 1) as quantity, m.quantity as "perUnit", k.id as "skuId",
      coalesce(k.prime_sku, i.seller_sku, i.shop_sku) as code, coalesce(k.name, i.name) as name,
      case when k.id is null then i.variant_label end as "variantLabel", coalesce(k.image_url, i.image_url) as "imageUrl",
      k.bin
    from orders o join order_items i on i.owner_id = ${ownerId} and i.order_id = o.id
    left join lateral (
      select v.sku_id from product_skus v where v.owner_id = ${ownerId} and v.shop_id = o.shop_id and v.shop_sku = i.shop_sku
      order by v.sku_id is null, v.id limit 1) v on true
    left join sku_parts m on m.owner_id = ${ownerId} and m.bundle_id = v.sku_id
    left join skus k on k.owner_id = ${ownerId} and k.id = coalesce(m.part_id, v.sku_id)
    where o.owner_id = ${ownerId} and o.id = any(${orderIds}::bigint[])
      and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))
    order by o.ship_by, o.id, i.position, m.part_id`.execute(tx)
  return rows
}

export async function addWave(
  tx: Tx,
  ownerId: string,
  { name, by, orderIds, lines }: { name: string; by: string; orderIds: number[]; lines: PickLine[] },
): Promise<number> {
  const [id = 0] = await drawIds(tx, 1)
  await sql`insert into pick_waves (owner_id, id, name, created_name, created_at)
    values (${ownerId}, ${id}, ${name}, ${by}, ${new Date()})`.execute(tx)
  await sql`insert into pick_wave_orders (owner_id, wave_id, order_id)
    select ${ownerId}::uuid, ${id}::bigint, i from unnest(${orderIds}::bigint[]) i
    on conflict (owner_id, wave_id, order_id) do nothing`.execute(tx)
  await sql`insert into pick_wave_lines (owner_id, wave_id, line, sku_id, code, name, variant_label, image_url, bin,
      quantity, orders)
    select ${ownerId}::uuid, ${id}::bigint, r.line, r."skuId", r.code, r.name, r."variantLabel", r."imageUrl", r.bin,
      r.quantity, r.orders
    from json_to_recordset(${JSON.stringify(lines)}::json) as r(line integer, "skuId" bigint, code text, name text,
      "variantLabel" text, "imageUrl" text, bin text, quantity integer, orders jsonb)
    on conflict (owner_id, wave_id, line) do nothing`.execute(tx)
  return id
}

export async function listWaveLines(tx: Tx, ownerId: string, id: number): Promise<WaveLine[]> {
  const { rows } = await sql<WaveLine>`
    select line, sku_id as "skuId", code, name, variant_label as "variantLabel", image_url as "imageUrl", bin, quantity,
      picked, is_short as "isShort", changed_name as "changedName", orders
    from pick_wave_lines where owner_id = ${ownerId} and wave_id = ${id} order by line`.execute(tx)
  return rows
}

export async function listGone(tx: Tx, ownerId: string, id: number): Promise<{ id: number; code: string }[]> {
  const { rows } = await sql<{ id: number; code: string }>`
    select o.id, coalesce(o.short_code, o.channel_order_id) as code
    from pick_wave_orders p join orders o on o.owner_id = ${ownerId} and o.id = p.order_id
    where p.owner_id = ${ownerId} and p.wave_id = ${id} and o.status = ${orderStatusIds.canceled} order by o.id`.execute(
    tx,
  )
  return rows
}

type Tick = { line: number; picked: number; is_short: boolean }

/** Saves the ticks, and whether something is left. The wave is locked. */
export async function saveTicks(
  tx: Tx,
  ownerId: string,
  id: number,
  ticks: Tick[],
  by: string,
): Promise<void> {
  await sql`update pick_wave_lines l set picked = least(r.picked, l.quantity),
      is_short = r.is_short and r.picked < l.quantity, changed_name = ${by}
    from json_to_recordset(${JSON.stringify(ticks)}::json) as r(line integer, picked integer, is_short boolean)
    where l.owner_id = ${ownerId} and l.wave_id = ${id} and l.line = r.line`.execute(tx)
  const { rows } = await sql<{ isLeft: boolean }>`select exists (select from pick_wave_lines l
    where l.owner_id = ${ownerId} and l.wave_id = ${id} and l.picked < l.quantity and not l.is_short) as "isLeft"`.execute(
    tx,
  )
  const endedAt = rows[0]?.isLeft ? null : new Date()
  await sql`update pick_waves set ended_at = case when ${endedAt}::timestamptz is null then null
      else coalesce(ended_at, ${endedAt}::timestamptz) end
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

export async function removeWave(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`delete from pick_waves where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}
