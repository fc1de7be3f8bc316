import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { nameTarget } from '../../audit/trail.ts'
import { readCursor } from '../../http/read-cursor.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { getDefaultWarehouse, lockNamedWarehouses } from '../../warehouses/warehouses-store.ts'
import { bookStockTake, cancelStockTake } from './book-stock-take.ts'
import { countScans } from './count-scans.ts'
import { listCounts, type CountRow } from './stock-counts-store.ts'
import {
  addStockTake,
  getStockTake,
  listCountable,
  listStockTakes,
  type StockTake,
} from './stock-takes-store.ts'

export function stockTakesRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /stock-takes', ({ query, session: { ownerId, shopIds: visible } }) =>
    db.asOwner(ownerId, async (tx) => {
      const { state = null, after = null, limit } = query
      await getDefaultWarehouse(tx, ownerId)
      const rows = await listStockTakes(tx, ownerId, { visible, state, after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
      const warehouses = await listCountable(tx, ownerId, visible)
      return { data: shown.map(presentTake), meta: { next_after: next, warehouses } }
    }),
  )

  serve('POST /stock-takes', ({ body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { warehouse_id: warehouseId, is_blind: isBlind } = body
      const [warehouse] = await lockNamedWarehouses(tx, session, [warehouseId])
      if (!warehouse) throw new AppError('not_found')
      const id = await addStockTake(tx, session, { warehouseId, isBlind })
      nameTarget(tx, id)
      return { data: presentTake(await getStockTake(tx, session, id)) }
    }),
  )

  serve('GET /stock-takes/{id}', ({ params, query, session }) =>
    db.read(session.ownerId, async (tx) => {
      const take = await getStockTake(tx, session, params.id)
      const onlyDifferences = query.differences === 1
      const rows = await listCounts(tx, session.ownerId, {
        takeId: take.id,
        warehouseId: take.warehouseId,
        visible: session.shopIds,
        onlyDifferences,
        after: query.after ? readCursor(query.after) : null,
        limit: query.limit + 1,
      })
      const shown = rows.slice(0, query.limit)
      const isHidden = take.isBlind && take.state === 'open' && !onlyDifferences
      return {
        data: { ...presentTake(take), rows: shown.map((row) => presentCount(row, isHidden)) },
        meta: { next_after: cursorBehind(rows.length > query.limit ? shown.at(-1) : undefined) },
      }
    }),
  )

  serve('POST /stock-takes/{id}/scans', ({ params, body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { take, matched, rejected, repeated } = await countScans(tx, session, params.id, body.scans)
      const skuIds = [...new Set(matched.map(({ sku_id: skuId }) => skuId))]
      const rows = await listCounts(tx, session.ownerId, {
        takeId: take.id,
        warehouseId: take.warehouseId,
        visible: session.shopIds,
        skuIds,
        limit: skuIds.length,
      })
      return {
        data: { rows: rows.map((row) => presentCount(row, take.isBlind)), matched, rejected, repeated },
      }
    }),
  )

  serve('POST /stock-takes/{id}/book', ({ params, body, session, translate }) =>
    db.asOwner(session.ownerId, async (tx) => {
      await bookStockTake(tx, session, params.id, body, translate('stock_take.reason'))
      return { data: presentTake(await getStockTake(tx, session, params.id)) }
    }),
  )

  serve('DELETE /stock-takes/{id}', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      await cancelStockTake(tx, session, params.id)
      return { data: presentTake(await getStockTake(tx, session, params.id)) }
    }),
  )
}

function cursorBehind(row: CountRow | undefined): string | null {
  return row ? `${row.countedAt.toISOString().replace('Z', '+00:00')}~${row.skuId}` : null
}

function presentTake(take: StockTake): Reply<'POST /stock-takes'>['data'] {
  const { endedBy, endedName } = take
  return {
    id: take.id,
    warehouse: { id: take.warehouseId, name: take.warehouseName },
    state: take.state,
    is_blind: take.isBlind,
    sku_count: take.skuCount,
    counted_count: take.countedCount,
    difference_count: take.differenceCount,
    started_by: { id: take.startedBy, name: take.startedName },
    started_at: take.startedAt.toISOString(),
    updated_at: take.changedAt.toISOString(),
    ended_by: endedBy === null || endedName === null ? null : { id: endedBy, name: endedName },
    ended_at: take.endedAt?.toISOString() ?? null,
    document: take.document,
  }
}

function presentCount(
  row: CountRow,
  isHidden: boolean,
): Reply<'GET /stock-takes/{id}'>['data']['rows'][number] {
  const { skuId, name, code, image, expected, onHand } = row
  return {
    sku: { id: skuId, name, code, image },
    counted: row.counted,
    expected: isHidden ? null : expected,
    difference: isHidden ? null : row.difference,
    moved_since: isHidden || expected === null || onHand === null ? null : onHand - expected,
    reason: row.reason,
    counted_by: { id: row.countedBy, name: row.countedName },
    counted_at: row.countedAt.toISOString(),
  }
}
