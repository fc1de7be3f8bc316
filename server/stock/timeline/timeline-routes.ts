/** Timeline of a SKU, page by page. */
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { findSku } from '../../skus/detail/sku-detail-store.ts'
import {
  countRefusals,
  listOversells,
  listTimeline,
  sumOnHand,
  type Oversell,
  type TimelineEntry,
} from './timeline-store.ts'

type Entry = Reply<'GET /sku-centers/{id}/timeline'>['data'][number]

export function timelineRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /sku-centers/{id}/timeline', ({ params, query, session }) => {
    const { ownerId, shopIds: visible } = session
    const { filter, limit } = query
    // The cursor has the pieces on hand before its row, so that a far page costs what the first one does.
    const [after = null, onHandBefore = null] = query.after?.split('~').map(Number) ?? []
    return db.read(ownerId, async (tx) => {
      if (!(await findSku(tx, ownerId, params.id, visible))) throw new AppError('not_found')
      const of = { ownerId, skuId: params.id, visible }
      const rows = await listTimeline(tx, of, { filter, after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const oversells = await listOversells(
        tx,
        of,
        shown.filter(isOversell).map(({ id }) => id),
      )
      let onHand = onHandBefore ?? (await sumOnHand(tx, ownerId, params.id))
      const data = shown.map((row) => {
        const entry = presentEntry(
          row,
          onHand,
          oversells.find(({ id }) => id === row.id),
        )
        // A bundle has no pieces of its own.
        if (row.partId === null) onHand -= row.onHandChange
        return entry
      })
      const last = rows.length > limit ? shown.at(-1) : undefined
      return {
        data,
        meta: {
          next_after: last ? `${last.id}~${onHand}` : null,
          refused: await countRefusals(tx, of),
        },
      }
    })
  })
}

/** An order took pieces that were not there. */
function isOversell({ kind, availableAfter, onHandChange, reservedChange, orderId }: TimelineEntry): boolean {
  const isSale = (kind === 'order' || kind === 'ship') && orderId !== null
  return isSale && (availableAfter ?? 0) < 0 && onHandChange < reservedChange
}

function presentEntry(row: TimelineEntry, onHand: number, oversell: Oversell | undefined): Entry {
  const { warehouseId, warehouseName, userId, userName, bundleId, bundleName, partId, partName } = row
  return {
    id: row.id,
    at: row.at.toISOString(),
    type: row.type,
    kind: row.kind,
    on_hand_change: row.onHandChange,
    reserved_change: row.reservedChange,
    on_hand_after: row.type === 'movement' && partId === null ? onHand : null,
    warehouse:
      warehouseId === null || warehouseName === null ? null : { id: warehouseId, name: warehouseName },
    document: row.document,
    user: userId === null || userName === null ? null : { id: userId, name: userName },
    reason: row.reason,
    shop: shopOf(row.shopId, row.shopName, row.platformId),
    order: orderOf(row.orderId, row.orderCode),
    bundle: bundleId === null || bundleName === null ? null : { id: bundleId, name: bundleName },
    part: partId === null || partName === null ? null : { id: partId, name: partName },
    figure: row.figure,
    shown: row.shown,
    attempts: row.attempts,
    oversell: oversell ? presentOversell(row, oversell) : null,
  }
}

function presentOversell(row: TimelineEntry, cause: Oversell): NonNullable<Entry['oversell']> {
  const saleOf = (placedAt: Date, heardAt: Date) => ({
    placed_at: placedAt.toISOString(),
    heard_at: heardAt.toISOString(),
    seconds: Math.max(0, Math.round((heardAt.getTime() - placedAt.getTime()) / 1000)),
  })
  const { lastPlacedAt, lastHeardAt } = cause
  const before =
    lastPlacedAt && lastHeardAt
      ? [
          {
            order: orderOf(cause.lastOrderId, cause.lastCode),
            shop: shopOf(cause.lastShopId, cause.lastShopName, cause.lastPlatformId),
            ...saleOf(lastPlacedAt, lastHeardAt),
          },
        ]
      : []
  return {
    // An oversell on top of another one is of the pieces of its own order.
    pieces: Math.min(-(row.availableAfter ?? 0), row.reservedChange - row.onHandChange),
    sales: [
      ...before,
      {
        order: orderOf(row.orderId, row.orderCode),
        shop: shopOf(row.shopId, row.shopName, row.platformId),
        ...saleOf(cause.placedAt, cause.heardAt),
      },
    ],
    zero_at: cause.zeroAt?.toISOString() ?? null,
    buffer: cause.buffer,
    is_synced: cause.isSynced,
  }
}

function shopOf(id: number | null, name: string | null, platformId: number | null): Entry['shop'] {
  return id === null || name === null || platformId === null
    ? null
    : { id, system_name: name, platform_id: platformId }
}

function orderOf(id: number | null, code: string | null): Entry['order'] {
  return id === null || code === null ? null : { id, code }
}
