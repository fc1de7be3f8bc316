/**
 * SKUs as a file: what the list shows under the same filters, with the stock of each warehouse, which an import takes back. A second
 * column of it stays as it is, so that the import can tell what somebody has changed from what was sold since.
 */
import { skuConditions } from '../skus/list/sku-list-store.ts'
import { availableOfSku } from '../skus/parts/parts-store.ts'
import { channelIn } from './channel-names.ts'
import type { ExportColumn, ExportFilters, ExportKind } from './export-kind.ts'

export type SkuExportFilters = ExportFilters &
  Omit<Parameters<typeof skuConditions>[1], 'ownerId'> & {
    /** As of the request, so that all parts of the file have the same columns. */
    warehouses: { id: number; name: string }[]
    /** Shops whose listings the reader may see; empty: all. */
    visible: number[]
  }

export const skuExport: ExportKind<SkuExportFilters> = {
  rowsPerPart: 200_000,
  recordsPerSlice: 1000,
  columns: (statement, { filters }) => [
    text('sku_code', 's.prime_sku', 20),
    text('name', 's.name', 40),
    text('barcode', 's.barcode', 18),
    text('bin', 's.bin', 14),
    whole('threshold', 's.low_stock_threshold'),
    {
      key: 'cost',
      form: 'money',
      sql: 'round(s.cost / 1e4)::bigint',
      currency: 's.cost_currency',
      width: 12,
    },
    text('cost_currency', 'case when s.cost is not null then s.cost_currency end', 9),
    whole('on_hand', 't.on_hand'),
    whole('reserved', 't.reserved'),
    whole('available', availableOfSku),
    ...filters.warehouses.flatMap(({ id, name }) =>
      ['on_hand_in', 'exported_in'].map((key) => ({
        ...whole(key, `(t.places->>${statement.value(String(id))}::text)::int`),
        values: { warehouse: name },
        width: 18,
      })),
    ),
    text('listings', 'l.listings', 50),
  ],
  place: ['s.id'],
  records(statement, request, after, limit) {
    const { filters, ownerId, language } = request
    const later = after === null ? '' : ` and s.id < ${statement.value(after[0])}::bigint`
    const ofReader =
      filters.visible.length > 0 ? ` and k.shop_id = any(${statement.value(filters.visible)}::bigint[])` : ''
    return `(select * from skus s where s.owner_id = $1
        and ${skuConditions(statement, { ...filters, ownerId })}${later} order by s.id desc limit ${limit}) s
      left join lateral (
        select sum(t.on_hand)::int as on_hand, sum(t.reserved)::int as reserved,
          jsonb_object_agg(t.warehouse_id, t.on_hand) as places
        from stock t where t.owner_id = $1 and t.sku_id = s.id) t on true
      left join lateral (
        select string_agg(shop.system_name || ' (' || ${channelIn(statement, language, 'shop.platform_id')} || '): '
          || coalesce(k.seller_sku, k.shop_sku), '; ' order by k.shop_id, k.id) as listings
        from product_skus k join shops shop on shop.owner_id = $1 and shop.id = k.shop_id
        where k.owner_id = $1 and k.sku_id = s.id${ofReader}) l on true
      order by s.id desc`
  },
  total(statement, { filters, ownerId }) {
    const where = skuConditions(statement, { ...filters, ownerId })
    return `select count(*) from skus s where s.owner_id = $1 and ${where}`
  },
}

const text = (key: string, sql: string, width: number): ExportColumn => ({ key, form: 'text', sql, width })
const whole = (key: string, sql: string): ExportColumn => ({ key, form: 'whole', sql, width: 12 })
