/** Payouts as a file: what the list shows under the same filters, one row per order. */
import { settlementRows, type SettlementFilter } from '../settlements/settlement-conditions-store.ts'
import { channelIn } from './channel-names.ts'
import type { ExportColumn, ExportFilters, ExportKind } from './export-kind.ts'

export type SettlementExportFilters = ExportFilters & SettlementFilter

/** The channel's number, in letters that a file's line is not cut by. */
const code = `encode(convert_to(t.channel_order_id, 'UTF8'), 'hex')`

export const settlementExport: ExportKind<SettlementExportFilters> = {
  rowsPerPart: 200_000,
  recordsPerSlice: 2000,
  columns: (statement, { language }) => [
    text('order', 'coalesce(o.short_code, t.channel_order_id)', 22),
    text('platform', channelIn(statement, language, ofShop('platform_id')), 14),
    text('shop', ofShop('system_name'), 22),
    { key: 'settled', form: 'time', sql: 't.settled_at', width: 19 },
    text('currency', 't.currency', 9),
    money('buyer_paid', 'x.paid'),
    money('goods', 't.revenue'),
    money('shipping', 't.shipping'),
    money('charged', 'x.charged'),
    money('refund', 't.refund'),
    money('adjustment', 't.adjustment'),
    money('expected', 'x.expected'),
    money('paid', 't.amount'),
    money('difference', 't.amount - x.expected'),
  ],
  place: ['t.settled_at', 't.shop_id', code],
  records(statement, { filters }, after, limit) {
    const [at, shopId, last] = (after ?? []).map((value) => statement.value(value))
    // The index ends at the instant: the code is in the order of its bytes.
    const later = at
      ? ` and t.settled_at <= ${at}::timestamptz and (t.settled_at, t.shop_id, ${code}) < (${at}::timestamptz, ${shopId}::bigint, ${last}::text)`
      : ''
    return `${settlementRows(statement, filters, later)} order by t.settled_at desc, t.shop_id desc, ${code} desc limit ${limit}`
  },
  total: (statement, { filters }) => `select count(*) from ${settlementRows(statement, filters)}`,
}

const ofShop = (column: string) =>
  `(select s.${column} from shops s where s.owner_id = $1 and s.id = t.shop_id)`

const text = (key: string, sql: string, width: number): ExportColumn => ({ key, form: 'text', sql, width })
const money = (key: string, sql: string): ExportColumn => ({
  key,
  form: 'money',
  sql,
  currency: 't.currency',
  width: 14,
})
