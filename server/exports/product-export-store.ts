/** Products as a file: what the list shows under the same filters, one row per variant, which an import takes back. */
import type { Language } from '../../model/language.ts'
import { productStatusesIn } from '../i18n/coded-labels.ts'
import { productConditions } from '../listings/list/product-list-store.ts'
import { channelIn } from './channel-names.ts'
import type { ExportColumn, ExportFilters, ExportKind } from './export-kind.ts'

export type ProductExportFilters = ExportFilters & Omit<Parameters<typeof productConditions>[1], 'ownerId'>

export const productExport: ExportKind<ProductExportFilters> = {
  rowsPerPart: 200_000,
  recordsPerSlice: 1000,
  rowsPerCsvSlice: 50_000,
  columns(statement, { language }) {
    const labels = (list: string[], at: string) => `(${statement.value(list)}::text[])[${at}]`
    return [
      ofRow(text('seller_code', 'k.seller_sku', 20)),
      text('name', 'p.name', 40),
      ofRow(text('variant', variant, 20)),
      text('shop', 's.system_name', 22),
      text('platform', channelIn(statement, language, 's.platform_id'), 14),
      text('channel_id', 'p.channel_product_id', 22),
      ofRow(text('channel_variant_id', 'k.channel_sku_id', 22)),
      ofRow(money('price', 'k.price')),
      ofRow(money('special_price', `(k.special_price->>'price')::bigint`)),
      ofRow(time('special_from', `(k.special_price->>'from')::timestamptz`)),
      ofRow(time('special_to', `(k.special_price->>'to')::timestamptz`)),
      text('currency', 'p.currency', 9),
      ofRow({ key: 'stock', form: 'whole', sql: stock, width: 12 }),
      text('status', labels(statusNamesIn(language), 'p.status + 1'), 16),
      ofRow(text('sku_code', 'sku.prime_sku', 20)),
      ofRow(text('barcode', 'k.barcode', 18)),
    ]
  },
  // By id: an edit during the writing moves no product to a place that was read already.
  place: ['p.id'],
  records(statement, request, after, limit) {
    const filter = { ...request.filters, ownerId: request.ownerId }
    const later = after === null ? '' : ` and p.id < ${statement.value(after[0])}::bigint`
    return `products p cross join lateral (
        select system_name, platform_id, is_stock_sync, coalesce(warehouse_id, (
          select id from warehouses where owner_id = $1 and is_default)) as warehouse_id
        from shops where owner_id = $1 and id = p.shop_id limit 1) s
      where p.owner_id = $1 and ${productConditions(statement, filter)}${later} order by p.id desc limit ${limit}`
  },
  rows: {
    carried: {
      id: 'p.id',
      currency: 'p.currency',
      warehouse_id: 's.warehouse_id',
      is_stock_sync: 's.is_stock_sync',
    },
    isFirst: 'coalesce(k.position, 0) = 0',
    join: `left join product_skus k on k.owner_id = $1 and k.product_id = r.id
      left join skus sku on sku.owner_id = $1 and sku.id = k.sku_id
      left join stock t on t.owner_id = $1 and t.sku_id = k.sku_id and t.warehouse_id = r.warehouse_id
      left join stock_pushes u on u.owner_id = $1 and u.product_sku_id = k.id`,
    order: 'k.position, k.id',
  },
  total(statement, request) {
    const where = productConditions(statement, { ...request.filters, ownerId: request.ownerId })
    return `select count(*) from products p join product_skus k on k.owner_id = $1 and k.product_id = p.id
      where p.owner_id = $1 and ${where}`
  },
}

const variant = `case when k.options <> '[]' then (
    select string_agg(o->>'value', ', ') from jsonb_array_elements(k.options) o) end`
const stock = `case when r.is_stock_sync then coalesce(u.target,
    case when t.sku_id is not null then greatest(0, t.on_hand - t.reserved) end, k.channel_stock) else k.channel_stock end`

/** By their numbers, which begin at 0. */
function statusNamesIn(language: Language): string[] {
  return productStatusesIn(language)
    .toSorted((a, b) => a.id - b.id)
    .map(({ name }) => name)
}

const text = (key: string, sql: string, width: number): ExportColumn => ({ key, form: 'text', sql, width })
const time = (key: string, sql: string): ExportColumn => ({ key, form: 'time', sql, width: 19 })
const money = (key: string, sql: string): ExportColumn => ({
  key,
  form: 'money',
  sql,
  currency: 'r.currency',
  width: 12,
})
const ofRow = (column: ExportColumn): ExportColumn => ({ ...column, isOfRow: true })
