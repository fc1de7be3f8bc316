/** Products as a file: what the list shows under the same filters, one row per variant. An import reads these columns again. */
import { productStatusIds } from '../../model/product.ts'
import { channelNamesIn } from '../i18n/channel-name.ts'
import { productStatusesIn } from '../i18n/coded-labels.ts'
import { productConditions } from '../listings/list/product-list-store.ts'
import type { ExportColumn, ExportKind } from './export-kind.ts'

export type ProductExportFilters = Omit<Parameters<typeof productConditions>[1], 'ownerId'> & {
  timezone: string
}

export const productExport: ExportKind<ProductExportFilters> = {
  rowsPerPart: 200_000,
  recordsPerSlice: 2000,
  columns(statement, { language }) {
    const named = (list: readonly string[], place: string) => `(${statement.value(list)}::text[])[${place}]`
    const statuses = Object.values(productStatusIds)
      .toSorted((a, b) => a - b)
      .map((id) => productStatusesIn(language).find((one) => one.id === id)?.name ?? '')
    return [
      ofVariant(text('seller_sku', 'k.seller_sku', 20)),
      text('name', 'p.name', 40),
      ofVariant(
        text('variant', `(select string_agg(o->>'value', ', ') from jsonb_array_elements(k.options) o)`, 20),
      ),
      text('shop', 's.system_name', 22),
      text('platform', named(channelNamesIn(language), 's.platform_id'), 14),
      ofVariant(text('shop_sku', 'k.shop_sku', 24)),
      ofVariant(money('price', 'k.price')),
      ofVariant(money('special_price', `(k.special_price->>'price')::bigint`)),
      ofVariant(time('special_from', `(k.special_price->>'from')::timestamptz`)),
      ofVariant(time('special_to', `(k.special_price->>'to')::timestamptz`)),
      text('currency', 'p.currency', 9),
      ofVariant(whole('stock', 'coalesce(u.target, k.channel_stock)')),
      ofVariant(whole('threshold', 'coalesce(sku.low_stock_threshold, a.low_stock_threshold)')),
      text('status', named(statuses, 'p.status + 1'), 14),
      ofVariant(text('prime_sku', 'sku.prime_sku', 20)),
      ofVariant(text('barcode', 'k.barcode', 16)),
      whole('score', 'p.score'),
    ]
  },
  // By id: a change that a channel reports while the file is written would move a product in the order of the list.
  place: ['p.id'],
  records(statement, request, after, limit) {
    const later = after === null ? '' : ` and p.id < ${statement.value(after[0])}::bigint`
    const filter = { ...request.filters, ownerId: request.ownerId }
    return `products p cross join lateral (select system_name, platform_id from shops where owner_id = $1 and id = p.shop_id limit 1) s
      where p.owner_id = $1 and ${productConditions(statement, filter)}${later} order by p.id desc limit ${limit}`
  },
  rows: {
    carried: { id: 'p.id', currency: 'p.currency' },
    isFirst: 'true',
    join: `join product_skus k on k.owner_id = $1 and k.product_id = r.id
      left join skus sku on sku.owner_id = $1 and sku.id = k.sku_id
      left join owners a on a.owner_id = $1 and sku.id is not null
      left join stock_pushes u on u.owner_id = $1 and u.product_sku_id = k.id`,
  },
  total: (statement, request) =>
    `select count(*) from products p join product_skus k on k.owner_id = $1 and k.product_id = p.id
      where p.owner_id = $1 and ${productConditions(statement, { ...request.filters, ownerId: request.ownerId })}`,
}

const text = (key: string, sql: string, width: number): ExportColumn => ({ key, form: 'text', sql, width })
const time = (key: string, sql: string): ExportColumn => ({ key, form: 'time', sql, width: 19 })
const whole = (key: string, sql: string): ExportColumn => ({ key, form: 'whole', sql, width: 10 })
const money = (key: string, sql: string): ExportColumn => ({
  key,
  form: 'money',
  sql,
  currency: 'r.currency',
  width: 12,
})
const ofVariant = (column: ExportColumn): ExportColumn => ({ ...column, isOfRow: true })
