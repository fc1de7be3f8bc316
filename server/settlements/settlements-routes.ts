import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { fromMinor } from '../../model/money.ts'
import { addDays, startOfDay } from '../i18n/calendar.ts'
import { readShopCursor } from '../http/read-cursor.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { shopsToList } from '../http/shops-to-list.ts'
import { listSettlements, type SettlementRow } from './settlement-list-store.ts'

export function settlementsRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /settlements', async ({ query, session }) => {
    const { ownerId, shopIds, timezone } = session
    const { from, to } = query
    if (from !== undefined && to !== undefined && from > to)
      throw new AppError('validation_failed', { invalidFields: { from: 'field.dates' } })
    const filter = {
      ownerId,
      shops: shopsToList(query.shop_id, shopIds),
      from: from === undefined ? undefined : startOfDay(timezone, from),
      until: to === undefined ? undefined : startOfDay(timezone, addDays(to, 1)),
    }
    const after = query.after === undefined ? undefined : readShopCursor(query.after)
    const { limit } = query
    const rows = await db.asOwner(ownerId, (tx) => listSettlements(tx, filter, { limit, after }))
    const last = rows.at(-1)
    return {
      data: rows.map(present),
      meta: {
        next_after:
          last && rows.length === limit ? [last.settledAt, last.shopId, last.channelOrderId].join('~') : null,
      },
    }
  })
}

function present(row: SettlementRow): Reply<'GET /settlements'>['data'][number] {
  const amount = (minor: number) => fromMinor(minor, row.currency)
  const sum = (lines: { amount: number }[]) => amount(lines.reduce((all, line) => all + line.amount, 0))
  const listed = (lines: SettlementRow['fees']) =>
    lines.map((line) => ({ code: line.code, amount: amount(line.amount) }))
  return {
    order_id: row.orderId,
    order_code: row.orderCode,
    shop: { data: { id: row.shopId, system_name: row.systemName, platform_id: row.platformId } },
    settled_at: row.settledAt,
    currency: row.currency,
    settled_value: amount(row.amount),
    goods_value: amount(row.revenue),
    shipping_value: amount(row.shipping),
    fee_value: sum(row.fees),
    fees: listed(row.fees),
    tax_value: sum(row.taxes),
    taxes: listed(row.taxes),
    refund_value: amount(row.refund),
    adjustment_value: amount(row.adjustment),
  }
}
