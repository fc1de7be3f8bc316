/** Couriers and customers of analytics as files. */
import { buyerParts, namesAndLines } from '../analytics/buyers-store.ts'
import { noCourier } from '../analytics/courier-days-store.ts'
import { courierParts } from '../analytics/courier-figures-store.ts'
import { courierName, knownCouriers } from '../i18n/courier-names.ts'
import { translate } from '../i18n/translate.ts'
import { channelIn } from './channel-names.ts'
import { rankIn, shownName } from './customer-export-store.ts'
import type { ExportKind } from './export-kind.ts'
import {
  inMoney,
  queryOf,
  tableOf,
  tenths,
  text,
  unratedAmounts,
  whole,
  type FiguresFilters,
} from './figures-export-store.ts'

export const courierExport: ExportKind<FiguresFilters> = tableOf({
  columns: (statement, { language }) => [
    text(
      'courier',
      `case t.courier ${knownCouriers
        .map((id) => `when ${id} then ${statement.value(courierName(id, language))}`)
        .join(' ')} when ${noCourier} then ${statement.value(translate(language, 'courier.none'))} end`,
      22,
    ),
    whole('orders', 't.orders'),
    whole('delivered', 't.delivered'),
    whole('failed', 't.failed'),
    whole('returned', 't.returned'),
    tenths('success_rate', '100.0 * t.delivered / nullif(t.delivered + t.failed + t.returned, 0)'),
    tenths('average_hours', 't.average_hours'),
    whole('tenth', 't.tenth'),
    whole('quarter', 't.quarter'),
    whole('median', 't.median'),
    whole('three_quarters', 't.three_quarters'),
    whole('nine_tenths', 't.nine_tenths'),
    ...inMoney(statement, language, ['fee']),
  ],
  rows: (
    statement,
    request,
  ) => `with ${courierParts(statement, queryOf(request)).join(', ')}, ${unratedAmounts('courier', {
    fee: 'sum(revenue)',
  })}
    select c.*, u.unrated, row_number() over (order by orders desc, courier) as rank
    from by_courier c left join unrated u on u.id = c.courier`,
  amounts: ['fee'],
  sharedBy: () => 'orders',
})

export const buyerExport: ExportKind<FiguresFilters> = tableOf({
  columns: (statement, { language }) => [
    text('name', shownName(statement, 't.name', language), 30),
    text('platform', channelIn(statement, language, 't.platform_id'), 14),
    text('shop', 't.system_name', 24),
    whole('orders', 't.orders'),
    whole('quantity', 't.quantity'),
    ...inMoney(statement, language, ['revenue']),
    { key: 'latest_order', form: 'time', sql: 't.latest', width: 18 },
    text('level', rankIn(statement, language, 't.level'), 14),
  ],
  rows: (statement, request) => {
    const query = queryOf(request)
    return `with ${buyerParts(statement, query, query.currency).join(', ')}, ${unratedAmounts('person', { revenue: 'sum(revenue)' })}
      select c.name, h.system_name, h.platform_id, c.level, b.orders, l.quantity, b.revenue, u.unrated, l.latest,
        row_number() over (order by b.revenue desc, b.customer_id desc) as rank
      from buyers b left join unrated u on u.id = b.person ${namesAndLines(statement, query)}`
  },
  amounts: ['revenue'],
  sharedBy: () => 'revenue',
})
