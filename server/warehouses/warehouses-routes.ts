import type { Body, Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { nameTarget } from '../audit/trail.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Tx } from '../db/database.ts'
import { claimVersion, listVersions, removeVersion } from '../http/edit-versions-store.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Call, Serve, ServerContext } from '../http/serve-endpoint.ts'
import { listShops } from '../shops/shops-store.ts'
import { listSalesAreas } from '../sales-areas/sales-areas-store.ts'
import { moveDefault } from '../stock/ledger/shop-warehouse-store.ts'
import {
  addWarehouse,
  listWarehouses,
  lockWarehouses,
  removeWarehouse,
  requireNoShops,
  saveWarehouse,
  type Warehouse,
  type WarehouseAddress,
} from './warehouses-store.ts'

type Details = Pick<
  Body<'PUT /warehouses/{id}'>,
  'name' | 'code' | 'contact_name' | 'phone' | 'address' | 'priority'
>

export function warehousesRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /warehouses', async ({ query, session, request }) => {
    const all = await db.asOwner(session.ownerId, (tx) => listSeen(tx, session))
    const start = (query.page - 1) * query.limit
    const rows = all.slice(start, start + query.limit)
    const paging = { total: all.length, count: rows.length, page: query.page, limit: query.limit }
    return {
      data: rows.map((row) => presentWarehouse(row)),
      meta: { pagination: paginationOf(request, paging) },
    }
  })

  serve('GET /warehouses/{id}', async ({ params, session }) => ({
    data: presentWarehouse(await db.asOwner(session.ownerId, (tx) => getWarehouse(tx, session, params.id))),
  }))

  serve('POST /warehouses', async ({ body, session }) => {
    const made = await db.asOwner(session.ownerId, async (tx) => {
      const { kind, shop_id: shopId = null } = body
      if (shopId !== null) {
        const shops = await listShops(tx, session.ownerId, session.shopIds)
        if (!shops.some(({ id }) => id === shopId)) throw new AppError('not_found')
      }
      const details = detailsOf(body, { ...nothingKnown, name: body.name })
      const id = await addWarehouse(tx, session.ownerId, { ...details, kind, shopId })
      nameTarget(tx, id)
      return getWarehouse(tx, session, id)
    })
    return { data: presentWarehouse(made) }
  })

  serve('PUT /warehouses/{id}', async ({ params, body, session, translate }) => {
    const { ownerId } = session
    const {
      status,
      is_default: isDefault = false,
      begin_at_zero: beginAtZero = false,
      updated_at: read,
      ...change
    } = body
    const saved = await db.asOwner(ownerId, async (tx) => {
      await lockWarehouses(tx, ownerId)
      const before = await getWarehouse(tx, session, params.id)
      const isEdited = Object.values(change).some((value) => value !== undefined) || status !== undefined
      if (isEdited && before.kind === 'physical') throw new AppError('warehouse_physical')
      await claimVersion(tx, session, ['warehouse', before.id], read)
      if (status === 0) {
        if (before.isDefault || isDefault) throw new AppError('warehouse_is_default')
        await requireNoShops(tx, ownerId, before.id)
        await requireNoArea(tx, ownerId, before.id, translate)
      }
      if (isEdited) {
        const details = detailsOf(change, before)
        await saveWarehouse(tx, ownerId, before.id, { ...details, status: status ?? before.status })
      }
      if (isDefault && !before.isDefault) {
        // It concerns every shop without a warehouse of its own.
        if (session.shopIds.length > 0) throw new AppError('forbidden')
        if ((status ?? before.status) === 0) throw new AppError('conflict')
        await moveDefault(tx, ownerId, before.id, beginAtZero)
      }
      return getWarehouse(tx, session, params.id)
    })
    return { data: presentWarehouse(saved) }
  })

  serve('DELETE /warehouses/{id}', async ({ params, session, translate }) => {
    const { ownerId } = session
    await db.asOwner(ownerId, async (tx) => {
      await lockWarehouses(tx, ownerId)
      const { kind, isDefault, delistedAt } = await getWarehouse(tx, session, params.id)
      if (kind === 'physical' && !delistedAt) throw new AppError('warehouse_physical')
      if (isDefault) throw new AppError('warehouse_is_default')
      await requireNoArea(tx, ownerId, params.id, translate)
      await removeWarehouse(tx, ownerId, params.id)
      await removeVersion(tx, ownerId, 'warehouse', params.id)
    })
    return { data: null, message: translate('done.warehouse_deleted') }
  })
}

/** The warehouses must be locked. */
async function requireNoArea(
  tx: Tx,
  ownerId: string,
  id: number,
  translate: Call<'DELETE /warehouses/{id}'>['translate'],
): Promise<void> {
  const area = (await listSalesAreas(tx, ownerId)).find(({ warehouseIds }) => warehouseIds.includes(id))
  if (!area) return
  const message = translate('error.warehouse_in_sales_area', { name: area.name })
  throw new AppError('warehouse_in_sales_area', { message })
}

type SeenWarehouse = Warehouse & { version: string | undefined }

async function listSeen(tx: Tx, { ownerId, shopIds }: Session): Promise<SeenWarehouse[]> {
  const versions = await listVersions(tx, ownerId, 'warehouse')
  const all = await listWarehouses(tx, ownerId, shopIds)
  return all.map((one) => ({ ...one, version: versions.get(one.id) }))
}

async function getWarehouse(tx: Tx, session: Session, id: number): Promise<SeenWarehouse> {
  const all = await listSeen(tx, session)
  const found = all.find((one) => one.id === id)
  if (!found) throw new AppError('not_found')
  return found
}

const nothingKnown = { code: null, contactName: null, phone: null, address: null, priority: 0 }

/** Merges a change: omitted fields keep their values, emptied ones become null. */
function detailsOf(
  change: Details,
  before: Pick<Warehouse, 'name' | 'code' | 'contactName' | 'phone' | 'address' | 'priority'>,
) {
  return {
    name: change.name ?? before.name,
    code: textOf(change.code, before.code),
    contactName: textOf(change.contact_name, before.contactName),
    phone: textOf(change.phone, before.phone),
    address: change.address === undefined ? before.address : addressOf(change.address),
    priority: change.priority ?? before.priority,
  }
}

function textOf(text: string | null | undefined, before: string | null): string | null {
  if (text === undefined) return before
  return text === '' ? null : text
}

/** Whole, as an address is not changed in parts. */
function addressOf(address: NonNullable<Details['address']> | null): WarehouseAddress | null {
  if (!address) return null
  const { street, ward, district, province, postcode, country } = address
  const parts = { street, ward, district, province, postcode, country }
  const given = Object.fromEntries(
    Object.entries(parts).map(([name, text]) => [name, textOf(text, null)]),
  ) as WarehouseAddress
  return Object.values(given).every((text) => text === null) ? null : given
}

function presentWarehouse(warehouse: SeenWarehouse): Reply<'GET /warehouses/{id}'>['data'] {
  return {
    id: warehouse.id,
    name: warehouse.name,
    code: warehouse.code,
    kind: warehouse.kind,
    shop_id: warehouse.shopId,
    delisted_at: warehouse.delistedAt?.toISOString() ?? null,
    contact_name: warehouse.contactName,
    phone: warehouse.phone,
    address: warehouse.address,
    is_default: warehouse.isDefault,
    priority: warehouse.priority,
    status: warehouse.status,
    shops: warehouse.shops,
    on_hand: warehouse.onHand,
    reserved: warehouse.reserved,
    created_at: warehouse.createdAt.toISOString(),
    updated_at: warehouse.version ?? warehouse.updatedAt.toISOString(),
  }
}
