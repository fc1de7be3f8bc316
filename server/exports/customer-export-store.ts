/** Customers as a file: what the list shows under the same filters. */
import { customerConditions, segmentNames } from '../customers/list/customer-conditions-store.ts'
import { customerRows } from '../customers/list/customer-rows-store.ts'
import { customerLevels } from '../../model/customer-rank.ts'
import type { Language } from '../../model/language.ts'
import type { Statement } from '../db/statement.ts'
import { wholeCurrencies } from '../db/whole-currencies.ts'
import { translate } from '../i18n/translate.ts'
import { channelIn } from './channel-names.ts'
import type { ExportColumn, ExportFilters, ExportKind } from './export-kind.ts'

export type CustomerExportFilters = ExportFilters & Omit<Parameters<typeof customerConditions>[1], 'ownerId'>

/** An erased customer has no name. */
export const shownName = (statement: Statement, column: string, language: Language) =>
  `coalesce(nullif(${column}, ''), ${statement.value(translate(language, 'customer.erased'))}::text)`

/** The word of a rank. */
export const rankIn = (statement: Statement, language: Language, level: string) =>
  `(${statement.value(customerLevels.map((one) => translate(language, `rank.${one}`)))}::text[])[${level}]`

export const customerExport: ExportKind<CustomerExportFilters> = {
  rowsPerPart: 200_000,
  recordsPerSlice: 1000,
  columns: (statement, { needs, language, filters, ownerId }) => [
    text('name', shownName(statement, 'c.name', language), 30),
    text('phone', needs.includes('orders.view_contact') ? 'c.phone' : hidden, 18),
    text('email', needs.includes('orders.view_contact') ? 'c.email' : 'null', 30),
    text(
      'platform',
      ofShops(
        channelIn(statement, language, `(h ->> 'platformId')::int`),
        channelIn(statement, language, 'c.platform_id'),
      ),
      14,
    ),
    text('shop', ofShops(`h ->> 'systemName'`, 'c.system_name'), 24),
    whole('orders', 'c.total_order'),
    whole('delivered', 'c.total_order_success'),
    whole('lost', 'c.total_order_lost'),
    { key: 'spent', form: 'money', sql: 'c.total_price', currency: 'c.currency', width: 14 },
    text('currency', 'c.currency', 9),
    text('other_prices', otherPrices, 24),
    text('level', rankIn(statement, language, 'c.level'), 14),
    { key: 'latest_order', form: 'time', sql: 'c.latest_order_at', width: 18 },
    text('note', 'c.note', 40),
    ...(filters.segments?.some(({ name }) => name !== undefined)
      ? [text('segments', segmentNames(statement, { ...filters, ownerId }, 'c.id'), 30)]
      : []),
  ],
  place: ['c.id'],
  records(statement, { filters, ownerId }, after, limit) {
    const later = after === null ? '' : ` and c.id < ${statement.value(after[0])}::bigint`
    const where = customerConditions(statement, { ...filters, ownerId })
    const page = `select c.* from customers c where c.owner_id = $1 and ${where}${later} order by c.id desc limit ${limit}`
    return `(${customerRows(statement, filters.visible, page, '')}) c order by c.id desc`
  },
  total(statement, { filters, ownerId }) {
    const where = customerConditions(statement, { ...filters, ownerId })
    return `select count(*) from customers c where c.owner_id = $1 and ${where}`
  },
}

/** SQL of a text of each of the person's shops, in one order. @param own the same of the shop of a customer who is alone */
const ofShops = (sql: string, own: string) =>
  `coalesce((select string_agg(${sql}, ', ' order by place) from jsonb_array_elements(c.shops) with ordinality s(h, place)), ${own})`

/** Each with its currency, as a sheet has one currency a row. */
const otherPrices = `(select string_agg(o.key || ' ' || trim_scale(o.value::numeric
  * case when o.key = any('${wholeCurrencies}') then 1 else 0.01 end)::text, ', ' order by o.key) from jsonb_each_text(c.other_prices) o)`

/** All digits but the last two. */
const hidden = `case when c.phone is not null then '***' || right(regexp_replace(c.phone, '[^0-9]', '', 'g'), 2) end`

const text = (key: string, sql: string, width: number): ExportColumn => ({ key, form: 'text', sql, width })
const whole = (key: string, sql: string): ExportColumn => ({ key, form: 'whole', sql, width: 12 })
