/**
 * Warehouses. There is always one default warehouse: the first request for it creates an account's first one.
 *
 * Locks are taken in one order everywhere: warehouses by id, then shops by id, then what server/stock locks.
 */
import { sql } from 'kysely'
import { AppError } from '../../model/errors.ts'
import { mostWarehouses } from '../../model/warehouse.ts'
import { drawIds, type Tx } from '../db/database.ts'
import { lockLimit } from '../db/lock-limit.ts'

export type WarehouseAddress = Record<
  'street' | 'ward' | 'district' | 'province' | 'postcode' | 'country',
  string | null
>

export type WarehouseDetails = {
  name: string
  code: string | null
  contactName: string | null
  phone: string | null
  address: WarehouseAddress | null
  priority: number
}

export type Warehouse = WarehouseDetails & {
  id: number
  kind: 'virtual' | 'physical'
  shopId: number | null
  /** Only of a physical one: the time since which its channel no longer lists it. */
  delistedAt: Date | null
  isDefault: boolean
  status: 0 | 1
  /** Bound to it, of those that the reader may see. */
  shops: { id: number; system_name: string }[]
  onHand: number
  reserved: number
  createdAt: Date
  updatedAt: Date
}

/**
 * Condition on a warehouse `w`: it is no shop's place, or that of a shop that the user may see, or one that such a shop sells from.
 *
 * @param visible the shops that the user may see; none given means all
 */
export const isSeenPlace = (ownerId: string, visible: number[]) => sql`(cardinality(${visible}::bigint[]) = 0
  or w.shop_id is null or w.is_default or w.shop_id = any(${visible}::bigint[])
  or exists (select from shops h where h.owner_id = ${ownerId} and h.warehouse_id = w.id and h.id = any(${visible}::bigint[]))
  or exists (select from sales_areas a where a.owner_id = ${ownerId} and w.id = any(a.warehouse_ids)
    and (cardinality(a.shop_ids) = 0 or a.shop_ids && ${visible}::bigint[])))`

/** Warehouses that the reader may see, the default one first, then by priority. `visible`: the shops that he may see; none given means all. */
export async function listWarehouses(tx: Tx, ownerId: string, visible: number[]): Promise<Warehouse[]> {
  await getDefaultWarehouse(tx, ownerId)
  const { rows } = await sql<Warehouse>`
    select w.id, w.name, w.code, w.kind, w.shop_id as "shopId",
      w.delisted_at as "delistedAt", w.contact_name as "contactName", w.phone, w.address,
      w.is_default as "isDefault", w.priority, w.status, w.created_at as "createdAt", w.updated_at as "updatedAt",
      coalesce(s.shops, '[]') as shops, coalesce(t.on_hand, 0) as "onHand", coalesce(t.reserved, 0) as reserved
    from warehouses w
    left join (select warehouse_id, json_agg(json_build_object('id', id, 'system_name', system_name) order by id) as shops
        from shops where owner_id = ${ownerId} and warehouse_id is not null
          and (cardinality(${visible}::bigint[]) = 0 or id = any(${visible}::bigint[])) group by warehouse_id) s
      on s.warehouse_id = w.id
    left join (select warehouse_id, sum(on_hand) as on_hand, sum(reserved) as reserved from stock
        where owner_id = ${ownerId} group by warehouse_id) t
      on t.warehouse_id = w.id
    where w.owner_id = ${ownerId} and ${isSeenPlace(ownerId, visible)}
    order by w.is_default desc, w.priority, w.id`.execute(tx)
  return rows
}

/** The one that most of an order is taken from, else the one that its shop sells from. */
export function warehouseOf(
  order: { warehouses: { id: number }[] },
  shop: { warehouseId: number | null } | undefined,
  all: Warehouse[],
): Warehouse | undefined {
  const own = order.warehouses[0]?.id ?? shop?.warehouseId
  return all.find(({ id }) => id === own) ?? all.find(({ isDefault }) => isDefault)
}

/** The account's own, after the lock of their number. */
async function countOwn(tx: Tx, ownerId: string): Promise<number> {
  await lockLimit(tx, ownerId, 'warehouses')
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from warehouses
    where owner_id = ${ownerId} and channel_warehouse_id is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** @throws AppError conflict: there are as many as an account can hold */
export async function addWarehouse(
  tx: Tx,
  ownerId: string,
  made: WarehouseDetails & Pick<Warehouse, 'kind' | 'shopId'>,
): Promise<number> {
  // Before it, so that the account's first one stays the default.
  await getDefaultWarehouse(tx, ownerId)
  if ((await countOwn(tx, ownerId)) >= mostWarehouses)
    throw new AppError('conflict', { message: 'error.warehouse_limit' })
  const [id = 0] = await drawIds(tx, 1)
  const now = new Date()
  await sql`insert into warehouses (owner_id, id, name, code, kind, shop_id, contact_name, phone, address, is_default, priority,
      status, created_at, updated_at)
    values (${ownerId}, ${id}, ${made.name}, ${made.code}, ${made.kind}, ${made.shopId}, ${made.contactName}, ${made.phone},
      ${jsonOf(made.address)}::jsonb, false, ${made.priority}, 1, ${now}, ${now})`.execute(tx)
  return id
}

/** Replaces all details. */
export async function saveWarehouse(
  tx: Tx,
  ownerId: string,
  id: number,
  { name, code, contactName, phone, address, priority, status }: WarehouseDetails & { status: 0 | 1 },
): Promise<void> {
  await sql`update warehouses set name = ${name}, code = ${code}, contact_name = ${contactName}, phone = ${phone},
      address = ${jsonOf(address)}::jsonb, priority = ${priority}, status = ${status}, updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

function jsonOf(address: WarehouseAddress | null): string | null {
  return address && JSON.stringify(address)
}

/** No shop can be bound to one of them until the end of the transaction. What is counted in them goes on. */
export async function lockWarehouses(tx: Tx, ownerId: string): Promise<void> {
  await sql`select from warehouses where owner_id = ${ownerId} order by id for no key update`.execute(tx)
}

/** The warehouses must be locked. */
export async function saveDefaultWarehouse(tx: Tx, ownerId: string, id: number): Promise<void> {
  const now = new Date()
  // The one before the other, as no moment may have two.
  await sql`update warehouses set is_default = false, updated_at = ${now}
    where owner_id = ${ownerId} and is_default and id <> ${id}`.execute(tx)
  await sql`update warehouses set is_default = true, updated_at = ${now}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/**
 * The warehouses must be locked. Figures of 0 go with it, what moved them stays.
 *
 * @throws AppError warehouse_has_shops, also for shops that the user may not see; warehouse_has_stock
 */
export async function removeWarehouse(tx: Tx, ownerId: string, id: number): Promise<void> {
  await requireNoShops(tx, ownerId, id)
  await sql`delete from stock where owner_id = ${ownerId} and warehouse_id = ${id} and on_hand = 0 and reserved = 0`.execute(
    tx,
  )
  const { rows } =
    await sql`select from stock where owner_id = ${ownerId} and warehouse_id = ${id} limit 1`.execute(tx)
  if (rows.length > 0) throw new AppError('warehouse_has_stock')
  await sql`delete from warehouses where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/** @throws AppError warehouse_has_shops */
export async function requireNoShops(tx: Tx, ownerId: string, id: number): Promise<void> {
  const { rows } =
    await sql`select from shops where owner_id = ${ownerId} and warehouse_id = ${id} limit 1`.execute(tx)
  if (rows.length > 0) throw new AppError('warehouse_has_shops')
}

/** One that shops may sell from; it stays until the end of the transaction. */
export async function lockWarehouse(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<boolean> {
  const { rows } =
    await sql`select from warehouses w where w.owner_id = ${ownerId} and w.id = ${id} and w.status = 1
    and ${isSeenPlace(ownerId, visible)} for share of w`.execute(tx)
  return rows.length > 0
}

/** Locks those of the warehouses that the user may see, active or not, until the end of the transaction. */
export async function lockNamedWarehouses(
  tx: Tx,
  { ownerId, shopIds }: { ownerId: string; shopIds: number[] },
  ids: number[],
): Promise<{ id: number; status: 0 | 1 }[]> {
  const { rows } = await sql<{ id: number; status: 0 | 1 }>`select w.id, w.status from warehouses w
    where w.owner_id = ${ownerId} and w.id = any(${ids}::bigint[]) and ${isSeenPlace(ownerId, shopIds)}
    order by w.id for share of w`.execute(tx)
  return rows
}

/** The id of the default warehouse, which is made when there is none yet: not within `db.read`. */
export async function getDefaultWarehouse(tx: Tx, ownerId: string): Promise<number> {
  const find = () =>
    sql<{ id: number }>`select id from warehouses where owner_id = ${ownerId} and is_default`.execute(tx)
  const [known] = (await find()).rows
  if (known) return known.id
  const [id = 0] = await drawIds(tx, 1)
  const now = new Date()
  await sql`insert into warehouses (owner_id, id, name, kind, is_default, created_at, updated_at)
    select ${ownerId}::uuid, ${id}::bigint, name, 'virtual', true, ${now}::timestamptz, ${now}::timestamptz from owners
    where owner_id = ${ownerId} on conflict do nothing`.execute(tx)
  return (await find()).rows[0]?.id ?? 0
}
