/** Orders as a file: what the list shows under the same filters, one row per line of an order. */
import { orderStatusIds } from '../../model/order-status.ts'
import { paymentMethodIds } from '../../model/order.ts'
import { paymentMethodsIn, statusesIn } from '../i18n/coded-labels.ts'
import { orderConditions } from '../orders/list/order-conditions.ts'
import type { OrderFilter } from '../orders/list/order-filter.ts'
import { expectedNet, ofPayment, refunded } from '../settlements/settlement-amounts-store.ts'
import { channelIn } from './channel-names.ts'
import type { ExportColumn, ExportKind } from './export-kind.ts'

export type OrderExportFilters = Omit<OrderFilter, 'ownerId'>

export const orderExport: ExportKind<OrderExportFilters> = {
  rowsPerPart: 200_000,
  recordsPerSlice: 2000,
  columns(statement, { language, needs }) {
    const seesContact = needs.includes('orders.view_contact')
    const payment = needs.includes('orders.view_payment') ? paymentColumns : []
    const contact = (sql: string) => (seesContact ? sql : 'null::text')
    const words = (list: string[], id: string) => `(${statement.value(list)}::text[])[${id}]`
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    return [
      text('code', 'coalesce(o.short_code, o.channel_order_id)', 20),
      text('platform', channelIn(statement, language, 's.platform_id'), 14),
      text('shop', 's.system_name', 22),
      text('status', words(names(statusesIn(language)), 'o.status'), 16),
      time('placed', 'o.placed_at'),
      // Channels call the order itself the payment where the courier collects it.
      time('paid', `case when o.payment_method <> ${paymentMethodIds.cod} then o.paid_at end`),
      time('ship_by', 'o.ship_by'),
      time('shipped', 'o.shipped_at'),
      time('completed', 'o.completed_at'),
      text('payment_method', words(names(paymentMethodsIn(language)), 'o.payment_method'), 18),
      text('customer', 'o.buyer_name', 24),
      text('phone', seesContact ? 'o.buyer_phone' : maskedPhone, 18),
      text('place', 'o.place', 22),
      text('street', contact(part('street')), 30),
      text('ward', contact(part('ward')), 16),
      ...['district', 'province', 'city'].map((name) => text(name, part(name), 16)),
      text('postcode', part('postcode'), 10),
      text('country', part('country'), 9),
      ofLine(text('item', 'i.name', 40)),
      ofLine(text('variant', 'i.variant_label', 18)),
      ofLine(text('seller_sku', 'i.seller_sku', 18)),
      ofLine(text('shop_sku', 'i.shop_sku', 22)),
      ofLine({ key: 'quantity', form: 'whole', sql: 'i.quantity', width: 9 }),
      ofLine({ ...money('unit_price', 'round(i.total::numeric / i.quantity)'), currency: 'r.currency' }),
      ofLine({ ...money('line_total', 'i.total'), currency: 'r.currency' }),
      once(money('order_total', 'o.total')),
      ...payment.map(once),
      text('currency', 'o.currency', 9),
      text('courier', 'o.provider', 18),
      text('tracking_number', 'o.tracking_number', 20),
      text('buyer_message', 'o.buyer_message', 30),
      text('note', 'o.note', 30),
    ]
  },
  place: ['o.placed_at', 'o.id'],
  // Shops and lines are looked up order by order: joined, PostgreSQL would rather go through all of the owner's for every slice anew.
  records(statement, request, after, limit) {
    const settled = request.needs.includes('orders.view_payment')
      ? `left join lateral (select amount, shipping, refund, settled_at from settlements
          where owner_id = $1 and shop_id = o.shop_id and channel_order_id = o.channel_order_id limit 1) t on true`
      : ''
    const filter = { ...request.filters, ownerId: request.ownerId }
    const later =
      after === null
        ? ''
        : ` and (o.placed_at, o.id) < (${statement.value(after[0])}::timestamptz, ${statement.value(after[1])}::bigint)`
    return `orders o cross join lateral (select system_name, platform_id from shops where owner_id = $1 and id = o.shop_id limit 1) s ${settled}
      where o.owner_id = $1 and ${orderConditions(statement, filter)}${later}
      order by o.placed_at desc, o.id desc limit ${limit}`
  },
  rows: {
    carried: { id: 'o.id', currency: 'o.currency' },
    isFirst: 'coalesce(i.position, 0) = 0',
    join: `left join lateral (select * from order_items where owner_id = $1 and order_id = r.id order by position) i on true`,
  },
  total: (statement, request) =>
    `select coalesce(sum(greatest(o.line_count, 1)), 0) from orders o where o.owner_id = $1
      and ${orderConditions(statement, { ...request.filters, ownerId: request.ownerId })}`,
}

const part = (name: string) => `o.address->>'${name}'`

// All digits are hidden but the last two, as on the screen.
const maskedPhone = String.raw`regexp_replace(o.buyer_phone, '\d(?=(?:\D*\d){2})', '*', 'g')`

const text = (key: string, sql: string, width: number): ExportColumn => ({ key, form: 'text', sql, width })
const time = (key: string, sql: string): ExportColumn => ({ key, form: 'time', sql, width: 19 })
const money = (key: string, sql: string): ExportColumn => ({
  key,
  form: 'money',
  sql,
  currency: 'o.currency',
  width: 12,
})
const once = (column: ExportColumn): ExportColumn => ({ ...column, isOnce: true })
const ofLine = (column: ExportColumn): ExportColumn => ({ ...column, isOfRow: true })

/** Same formula as in model/settlement.ts: the seller's revenue less what the channel pays out. */
const brought = `${ofPayment('subTotal')} - ${ofPayment('sellerDiscount')} + ${ofPayment('tax')}`
const settledFee = `${brought} + t.shipping - t.refund - t.amount`
/** Before the payout, of what the channel says that it will be: the row adds up to it. */
const promisedFee = `${brought} + ${ofPayment('shippingFee')} - ${ofPayment('shippingCost')} - ${refunded} - ${ofPayment('settled')}`
const isPromised = `o.payment->>'settled' is not null and o.status <> ${orderStatusIds.canceled}`

/** Order total, discounts and coins that the platform pays back, less fee, shipping cost and refund, make the payout. */
const paymentColumns = [
  money('seller_discount', ofPayment('sellerDiscount')),
  money('platform_discount', ofPayment('platformDiscount')),
  money('coins', ofPayment('coins')),
  money('shipping_fee', ofPayment('shippingFee')),
  money('tax', ofPayment('tax')),
  money(
    'platform_fee',
    `case when t.amount is not null then ${settledFee} when ${isPromised} then ${promisedFee} else ${ofPayment('platformFee')} end`,
  ),
  money(
    'shipping_cost',
    `case when t.amount is null then ${ofPayment('shippingCost')} else ${ofPayment('shippingFee')} - t.shipping end`,
  ),
  money('refund', `coalesce(t.refund, ${refunded})`),
  money('net', `coalesce(t.amount, (o.payment->>'settled')::bigint, ${expectedNet})`),
  // Until then the amount before it is the expected one.
  time('settled', 't.settled_at'),
]
