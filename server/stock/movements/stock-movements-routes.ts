import type { Reply } from '../../../contract/endpoints.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { addDays, startOfDay } from '../../i18n/calendar.ts'
import { listMovements, type MovementRow } from './stock-movements-store.ts'

export function stockMovementsRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /stock-movements', async ({ query, session }) => {
    const { ownerId, shopIds: visible, timezone } = session
    const { sku_id: skuId = null, warehouse_id: warehouseId = null, kind = null, from, to } = query
    const { after = null, limit } = query
    const filter = {
      ownerId,
      visible,
      skuId,
      warehouseId,
      kind,
      from: from ? startOfDay(timezone, from) : null,
      until: to ? startOfDay(timezone, addDays(to, 1)) : null,
    }
    const rows = await db.read(ownerId, (tx) => listMovements(tx, filter, { after, limit: limit + 1 }))
    const shown = rows.slice(0, limit)
    const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
    return { data: shown.map(presentMovement), meta: { next_after: next } }
  })
}

function presentMovement(row: MovementRow): Reply<'GET /stock-movements'>['data'][number] {
  const { skuName, warehouseName, userId, userName, shopId, shopName, orderId, orderCode } = row
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    sku: skuName === null ? null : { id: row.skuId, name: skuName },
    warehouse: warehouseName === null ? null : { id: row.warehouseId, name: warehouseName },
    on_hand_change: row.onHandChange,
    reserved_change: row.reservedChange,
    available_after: row.availableAfter,
    document: row.document,
    user: userId === null || userName === null ? null : { id: userId, name: userName },
    reason: row.reason,
    shop: shopId === null || shopName === null ? null : { id: shopId, system_name: shopName },
    order: orderId === null || orderCode === null ? null : { id: orderId, code: orderCode },
  }
}
