import { lineTotals, totalsOf } from './create-order.ts'
import { amount, gmt, local } from './amounts.ts'
import type { Contact, Order, Row } from './types.ts'

const SYMBOLS = { MYR: 'RM', VND: '\u20ab', SGD: '$' } as const

/** An order as the API and its webhooks show it. */
export function resourceOf(order: Order): Row {
  const { store } = order
  const money = (minor: number): string => amount(store, minor)
  const { discount, tax, total } = totalsOf(order)
  const dates = (name: string, seconds: number): Row => ({
    [`date_${name}`]: local(store, seconds),
    [`date_${name}_gmt`]: gmt(seconds),
  })
  const { billing, shipping } = contactsOf(order)
  return {
    id: order.id,
    parent_id: 0,
    number: String(order.id),
    order_key: `wc_order_${order.id}`,
    created_via: order.maker,
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
    customer_ip_address: '',
    customer_user_agent: '',
    customer_note: order.note,
    billing,
    shipping,
    payment_method: order.payment,
    payment_method_title: order.payment.toUpperCase(),
    transaction_id: '',
    ...dates('paid', order.paid),
    ...dates('completed', order.completed),
    cart_hash: '',
    meta_data: metaOf(order),
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
        sku: store.places.length > 0 ? '' : line.sku,
        price: brought / line.quantity / 10 ** store.decimals,
        image: { id: '', src: '' },
      }
    }),
    tax_lines: [],
    shipping_lines:
      order.shipping === 0
        ? []
        : [
            {
              id: order.id * 100 + 99,
              method_title: 'Flat rate',
              method_id: 'flat_rate',
              instance_id: '1',
              total: money(order.shipping),
              total_tax: money(0),
              taxes: [],
              meta_data: [],
            },
          ],
    fee_lines: [],
    coupon_lines: [],
    payment_url: '',
    is_editable: order.status === 'pending' || order.status === 'on-hold',
    needs_payment: (order.status === 'pending' || order.status === 'failed') && total > 0,
    needs_processing: true,
    currency_symbol: SYMBOLS[store.currency],
    refunds: order.refunds.map(({ id, reason, amount: minor }) => ({
      id,
      reason,
      total: `-${money(minor)}`,
    })),
  }
}

/** Returns the order's billing and shipping address. */
export function contactsOf({ person, outlet, told }: Order): { billing: Contact; shipping: Contact } {
  if (told) return told
  const [first = '', ...rest] = person?.address.name.split(' ') ?? []
  const { address } = person ?? {}
  // A customer at the counter gives a name and a phone number at most.
  const home = outlet.place ? undefined : address
  const contact = {
    first_name: first,
    last_name: rest.join(' '),
    company: '',
    address_1: home?.full_address.split(',').slice(0, 2).join(',') ?? '',
    address_2: '',
    city: home ? home.city || home.district : '',
    state: home?.state ?? '',
    postcode: home?.zipcode ?? '',
    country: home?.region ?? '',
    phone: address?.phone ?? '',
  }
  const email = person && home ? `${person.username}@example.test` : ''
  return { billing: { ...contact, email }, shipping: contact }
}

function metaOf({ id, tracking, meta, maker, outlet }: Order): Row[] {
  const entries: [string, unknown][] = []
  if (tracking !== '') entries.push(['_tracking_number', tracking])
  if (maker === 'pos-rest-api' && outlet.place) entries.push(['_pos_location_id', String(outlet.place.id)])
  entries.push(...Object.entries(meta))
  return entries.map(([key, value]) => ({ id, key, value }))
}
