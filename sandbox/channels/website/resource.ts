import { lineTotals, totalsOf } from './make-order.ts'
import { amount, gmt, local } from './stores.ts'
import type { Order, Row } from './types.ts'

/** An order as the API and its webhooks show it. */
export function resourceOf(order: Order): Row {
  const { store } = order
  const money = (minor: number): string => amount(store, minor)
  const { discount, tax, total } = totalsOf(order)
  const dates = (name: string, seconds: number): Row => ({
    [`date_${name}`]: local(store, seconds),
    [`date_${name}_gmt`]: gmt(seconds),
  })
  const { address, username } = order.person
  const [first = '', ...rest] = address.name.split(' ')
  const contact = {
    first_name: first,
    last_name: rest.join(' '),
    company: '',
    address_1: address.full_address.split(',').slice(0, 2).join(','),
    address_2: '',
    city: address.city || address.district,
    state: address.state,
    postcode: address.zipcode,
    country: address.region,
    phone: address.phone,
  }
  return {
    id: order.id,
    parent_id: 0,
    number: String(order.id),
    order_key: `wc_order_${order.id}`,
    created_via: 'checkout',
    version: '9.4.2',
    status: order.status,
    currency: store.currency,
    prices_include_tax: false,
    ...dates('created', order.created),
    ...dates('modified', order.modified),
    discount_total: money(discount),
    discount_tax: money(0),
    shipping_total: money(order.shipping),
    shipping_tax: money(0),
    cart_tax: money(tax),
    total: money(total),
    total_tax: money(tax),
    customer_id: order.customerId,
    customer_note: order.note,
    billing: { ...contact, email: `${username}@example.test` },
    shipping: contact,
    payment_method: order.payment,
    payment_method_title: order.payment.toUpperCase(),
    transaction_id: '',
    ...dates('paid', order.paid),
    ...dates('completed', order.completed),
    cart_hash: '',
    meta_data:
      order.tracking === '' ? [] : [{ id: order.id, key: '_tracking_number', value: order.tracking }],
    line_items: order.lines.map((line) => {
      const { subtotal, total: brought, tax: taxed } = lineTotals(order, line)
      return {
        id: line.id,
        name: line.variant === '' ? line.name : `${line.name} - ${line.variant}`,
        product_id: line.product,
        variation_id: line.variation,
        quantity: line.quantity,
        tax_class: '',
        subtotal: money(subtotal),
        subtotal_tax: money(taxed),
        total: money(brought),
        total_tax: money(taxed),
        taxes: [],
        meta_data:
          line.variant === ''
            ? []
            : [
                {
                  id: line.id,
                  key: 'pa_color',
                  value: line.variant.toLowerCase(),
                  display_key: 'Color',
                  display_value: `<p>${line.variant}</p>`,
                },
              ],
        sku: line.sku,
        price: brought / line.quantity / 10 ** store.decimals,
        image: { id: '', src: '' },
      }
    }),
    tax_lines: [],
    shipping_lines: [],
    fee_lines: [],
    coupon_lines: [],
    refunds: order.refunds.map(({ id, reason, amount: minor }) => ({
      id,
      reason,
      total: `-${money(minor)}`,
    })),
  }
}
