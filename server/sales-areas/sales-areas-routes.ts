import type { Body, Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { nameTarget } from '../audit/trail.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Tx } from '../db/database.ts'
import { claimVersion, listVersions, removeVersion } from '../http/edit-versions-store.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { listShops } from '../shops/shops-store.ts'
import { listWarehouses, lockWarehouses } from '../warehouses/warehouses-store.ts'
import {
  addSalesArea,
  listSalesAreas,
  removeSalesArea,
  saveSalesArea,
  type SalesAreaDetails,
  type SalesAreaRow,
} from './sales-areas-store.ts'

export function salesAreasRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /sales-areas', async ({ query, session, request }) => {
    const all = await db.asOwner(session.ownerId, (tx) => listSeen(tx, session))
    const start = (query.page - 1) * query.limit
    const rows = all.slice(start, start + query.limit)
    const paging = { total: all.length, count: rows.length, page: query.page, limit: query.limit }
    return {
      data: rows.map((row) => present(row, session)),
      meta: { pagination: paginationOf(request, paging) },
    }
  })

  serve('GET /sales-areas/{id}', async ({ params, session }) => ({
    data: present(await db.asOwner(session.ownerId, (tx) => getSalesArea(tx, session, params.id)), session),
  }))

  serve('POST /sales-areas', async ({ body, session }) => {
    const { ownerId } = session
    const made = await db.asOwner(ownerId, async (tx) => {
      await lockWarehouses(tx, ownerId)
      const details = await checkedDetails(tx, session, body)
      const id = await addSalesArea(tx, ownerId, details)
      nameTarget(tx, id)
      return getSalesArea(tx, session, id)
    })
    return { data: present(made, session) }
  })

  serve('PUT /sales-areas/{id}', async ({ params, body, session }) => {
    const { ownerId } = session
    const saved = await db.asOwner(ownerId, async (tx) => {
      await lockWarehouses(tx, ownerId)
      const before = await getSalesArea(tx, session, params.id)
      requireOwn(session, before)
      await claimVersion(tx, session, ['sales_area', before.id], body.updated_at)
      await saveSalesArea(tx, ownerId, before.id, await checkedDetails(tx, session, body, before))
      return getSalesArea(tx, session, params.id)
    })
    return { data: present(saved, session) }
  })

  serve('DELETE /sales-areas/{id}', async ({ params, session, translate }) => {
    const { ownerId } = session
    await db.asOwner(ownerId, async (tx) => {
      await lockWarehouses(tx, ownerId)
      requireOwn(session, await getSalesArea(tx, session, params.id))
      await removeSalesArea(tx, ownerId, params.id)
      await removeVersion(tx, ownerId, 'sales_area', params.id)
    })
    return { data: null, message: translate('done.sales_area_deleted') }
  })
}

type SeenArea = SalesAreaRow & { version: string | undefined }

/** Users of some shops see the areas of these shops, and those of every shop. */
async function listSeen(tx: Tx, { ownerId, shopIds: visible }: Session): Promise<SeenArea[]> {
  const versions = await listVersions(tx, ownerId, 'sales_area')
  const all = await listSalesAreas(tx, ownerId)
  return all
    .filter(
      ({ shopIds }) =>
        visible.length === 0 || shopIds.length === 0 || shopIds.some((id) => visible.includes(id)),
    )
    .map((area) => ({ ...area, version: versions.get(area.id) }))
}

async function getSalesArea(tx: Tx, session: Session, id: number): Promise<SeenArea> {
  const found = (await listSeen(tx, session)).find((one) => one.id === id)
  if (!found) throw new AppError('not_found')
  return found
}

/** An area of every shop concerns shops that such a user may not see. */
function mayEdit({ shopIds: visible }: Session, { shopIds }: Pick<SalesAreaDetails, 'shopIds'>): boolean {
  return visible.length === 0 || (shopIds.length > 0 && shopIds.every((id) => visible.includes(id)))
}

/** @throws AppError forbidden */
function requireOwn(session: Session, area: Pick<SalesAreaDetails, 'shopIds'>): void {
  if (!mayEdit(session, area)) throw new AppError('forbidden')
}

/** Checks and merges a change; omitted fields keep their values. The warehouses must be locked. */
async function checkedDetails(
  tx: Tx,
  session: Session,
  change: Body<'PUT /sales-areas/{id}'>,
  before?: SalesAreaDetails,
): Promise<SalesAreaDetails> {
  const regions = change.regions?.map(({ country, province }) => ({ country, province: province || null }))
  const details = {
    name: change.name ?? before?.name ?? '',
    shopIds: change.shop_ids ?? before?.shopIds ?? [],
    warehouseIds: change.warehouse_ids ?? before?.warehouseIds ?? [],
    regions: regions ?? before?.regions ?? [],
    isDefault: change.is_default ?? before?.isDefault ?? false,
  }
  const warehouses = await listWarehouses(tx, session.ownerId, session.shopIds)
  if (!details.warehouseIds.every((id) => warehouses.some((one) => one.id === id && one.status === 1)))
    throw invalid('warehouse_ids', 'field.unknown_warehouse')
  const shops = await listShops(tx, session.ownerId, session.shopIds)
  // One that was unlinked since stays: none at all would mean every shop.
  const known = new Set([...(before?.shopIds ?? []), ...shops.map(({ id }) => id)])
  if (!details.shopIds.every((id) => known.has(id))) throw invalid('shop_ids', 'field.no_such_shop')
  if (details.isDefault && details.shopIds.length > 0) throw invalid('shop_ids', 'field.default_area')
  if (details.isDefault && details.regions.length > 0) throw invalid('regions', 'field.default_area')
  requireOwn(session, details)
  return details
}

function invalid(field: string, words: string): AppError {
  return new AppError('validation_failed', { invalidFields: { [field]: words } })
}

function present(area: SeenArea, session: Session): Reply<'GET /sales-areas/{id}'>['data'] {
  const { shopIds: visible } = session
  return {
    id: area.id,
    name: area.name,
    shop_ids: area.shopIds.filter((id) => visible.length === 0 || visible.includes(id)),
    warehouse_ids: area.warehouseIds,
    regions: area.regions,
    is_default: area.isDefault,
    may_edit: mayEdit(session, area),
    created_at: area.createdAt.toISOString(),
    updated_at: area.version ?? area.updatedAt.toISOString(),
  }
}
