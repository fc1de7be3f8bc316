import type { Query, Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { fromMinor } from '../../model/money.ts'
import { can } from '../../model/permissions.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database } from '../db/database.ts'
import { requestExport } from '../exports/request-export-store.ts'
import { addDays, startOfDay } from '../i18n/calendar.ts'
import { readShopCursor } from '../http/read-cursor.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { shopsOfQuery } from '../http/shops-to-list.ts'
import type { SettlementFilter } from './settlement-conditions-store.ts'
import { listSettlements, readSettlementTotals, type SettlementRow } from './settlement-list-store.ts'
import { presentTotals } from './present-settlement-totals.ts'

export function settlementsRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /settlements', async ({ query, session }) => {
    const { ownerId } = session
    const filter = await filterOf(db, query, session)
    const after = query.after === undefined ? undefined : readShopCursor(query.after)
    const { limit } = query
    const rows = await listSettlements(db, ownerId, filter, { limit, after })
    const last = rows.at(-1)
    return {
      data: rows.map(present),
      meta: {
        next_after:
          last && rows.length === limit ? [last.settledAt, last.shopId, last.channelOrderId].join('~') : null,
      },
    }
  })

  serve('GET /settlements/totals', async ({ query, session }) => {
    const filter = await filterOf(db, query, session)
    return { data: presentTotals(await readSettlementTotals(db, session, filter), session.currency) }
  })

  serve('GET /settlements/export', async ({ query, session, language }) => {
    if (!can(session, 'orders.view_payment')) throw new AppError('forbidden')
    const filters = await filterOf(db, query, session)
    return requestExport(db, {
      session,
      language,
      type: 'settlements',
      format: query.format,
      filters,
      needs: ['orders.view_payment'],
    })
  })
}

type Asked = Omit<Query<'GET /settlements/export'>, 'format'>

async function filterOf(db: Database, query: Asked, session: Session): Promise<SettlementFilter> {
  const { currency, from, to, keyword, has_difference: difference } = query
  if (from !== undefined && to !== undefined && from > to)
    throw new AppError('validation_failed', { invalidFields: { from: 'field.dates' } })
  const { timezone } = session
  return {
    shops: await shopsOfQuery(db, query, session),
    currency,
    from: from && startOfDay(timezone, from).toISOString(),
    until: to && startOfDay(timezone, addDays(to, 1)).toISOString(),
    keyword: keyword || undefined,
    hasDifference: difference === undefined ? undefined : difference === 1,
  }
}

function present(row: SettlementRow): Reply<'GET /settlements'>['data'][number] {
  const { buyerPaid, expected, openRefund } = row
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
    buyer_paid_value: buyerPaid === null ? null : amount(buyerPaid),
    expected_value: expected === null ? null : amount(expected),
    difference_value: expected === null ? null : amount(row.amount - expected),
    open_refund_value: openRefund === null ? null : amount(openRefund),
  }
}
