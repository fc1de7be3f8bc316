/** SKUs as a file: what the SKU centre shows under the same filters, one row per SKU. */
import { skuConditions } from '../skus/list/sku-list-store.ts'
import type { ExportColumn, ExportKind } from './export-kind.ts'

export type SkuExportFilters = Omit<Parameters<typeof skuConditions>[1], 'ownerId'> & { timezone: string }

export const skuExport: ExportKind<SkuExportFilters> = {
  rowsPerPart: 200_000,
  recordsPerSlice: 5000,
  columns: () => [
    text('prime_sku', 's.prime_sku', 20),
    text('name', 's.name', 40),
    text('barcode', 's.barcode', 16),
    whole('threshold', 'coalesce(s.low_stock_threshold, a.low_stock_threshold)'),
    whole('on_hand', 't.on_hand'),
    whole('reserved', 't.reserved'),
    whole('available', 't.on_hand - t.reserved'),
    whole('shops', 'cardinality(s.shop_ids)'),
    text('image', 's.image_url', 40),
  ],
  place: ['s.id'],
  records(statement, request, after, limit) {
    const later = after === null ? '' : ` and s.id < ${statement.value(after[0])}::bigint`
    const filter = { ...request.filters, ownerId: request.ownerId }
    return `skus s join owners a on a.owner_id = $1
      left join lateral (select sum(t.on_hand)::bigint as on_hand, sum(t.reserved)::bigint as reserved from stock t
        where t.owner_id = $1 and t.sku_id = s.id) t on true
      where s.owner_id = $1 and ${skuConditions(statement, filter)}${later} order by s.id desc limit ${limit}`
  },
  total: (statement, request) =>
    `select count(*) from skus s where s.owner_id = $1
      and ${skuConditions(statement, { ...request.filters, ownerId: request.ownerId })}`,
}

const text = (key: string, sql: string, width: number): ExportColumn => ({ key, form: 'text', sql, width })
const whole = (key: string, sql: string): ExportColumn => ({ key, form: 'whole', sql, width: 10 })
