import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { can } from '../../../model/permissions.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { addDays, startOfDay } from '../../i18n/calendar.ts'
import { readCost } from '../../skus/costs/costs-store.ts'
import { moveStock, type StockAction } from './move-stock-store.ts'
import { listMovements, type MovementRow } from './stock-movements-store.ts'

export function stockMovementsRoutes(serve: Serve, { db }: ServerContext): void {
  const move = async (session: Session, action: StockAction): Promise<Reply<'POST /stock-transfers'>> => {
    const { document, figures } = await db.asOwner(session.ownerId, (tx) => moveStock(tx, session, action))
    return {
      data: {
        document,
        figures: figures.map(({ skuId, warehouseId, onHand, reserved }) => ({
          sku_id: skuId,
          warehouse_id: warehouseId,
          on_hand: onHand,
          reserved,
          available: onHand - reserved,
        })),
      },
    }
  }

  serve('POST /stock-adjustments', ({ body, session }) => {
    const { warehouse_id: warehouseId, lines, reason, allow_negative: allowsNegative } = body
    const changes = lines.map(({ sku_id: skuId, change }, at) => ({
      skuId,
      warehouseId,
      onHand: change,
      field: `lines.${at}.change`,
    }))
    return move(session, { kind: 'adjust', reason, changes, allowsNegative })
  })

  serve('POST /stock-transfers', ({ body, session }) => {
    const { from_warehouse_id: from, to_warehouse_id: to, lines, allow_negative: allowsNegative } = body
    const changes = lines.flatMap(({ sku_id: skuId, quantity }, at) => {
      const line = { skuId, field: `lines.${at}.quantity` }
      return [
        { ...line, warehouseId: from, onHand: -quantity },
        { ...line, warehouseId: to, onHand: quantity },
      ]
    })
    const goal = { warehouseId: to, field: 'to_warehouse_id' }
    return move(session, { kind: 'transfer', reason: body.reason ?? null, changes, allowsNegative, goal })
  })

  serve('POST /stock-receipts', ({ body, session }) => {
    const { warehouse_id: warehouseId, lines, note = null } = body
    const changes = lines.map(({ sku_id: skuId, quantity }, at) => ({
      skuId,
      warehouseId,
      onHand: quantity,
      field: `lines.${at}.quantity`,
    }))
    const goal = { warehouseId, field: 'warehouse_id' }
    const received = lines.flatMap(({ sku_id: skuId, quantity, unit_cost: unitCost }, at) =>
      unitCost === undefined
        ? []
        : { skuId, quantity, unitCost: readCost(unitCost, session.currency, `lines.${at}.unit_cost`) },
    )
    if (received.length > 0 && !can(session, 'sku.edit')) throw new AppError('forbidden')
    const costs = { currency: session.currency, lines: received }
    return move(session, { kind: 'receipt', reason: note, changes, allowsNegative: false, goal, costs })
  })

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
  const { bundleId, bundleName } = row
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
    bundle: bundleId === null || bundleName === null ? null : { id: bundleId, name: bundleName },
    order: orderId === null || orderCode === null ? null : { id: orderId, code: orderCode },
  }
}
