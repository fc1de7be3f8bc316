import { fulfillmentStatusOf, lineTotals, paymentStatusOf, sentBackOf, valueOf } from './lifecycle.ts'
import { iso, major } from './stores.ts'
import type { Fulfillment, Order, Row } from './types.ts'

const numberedAfter = (id: string, prefix: string): string => id.replace(/^[a-z]+/, prefix)

const lineRow = (order: Order, line: Order['lines'][number]): Row => {
  const money = (minor: number): number => major(order.store, minor)
  const { subtotal, discount, tax, total } = lineTotals(order, line)
  const left = (minor: number): number =>
    money(Math.round((minor * (line.quantity - line.returned)) / line.quantity))
  return {
    id: line.id,
    title: line.name,
    subtitle: line.variantTitle,
    thumbnail: null,
    product_title: line.name,
    product_id: line.product,
    variant_id: line.variant,
    variant_sku: line.sku,
    variant_title: line.variantTitle,
    requires_shipping: true,
    is_giftcard: false,
    metadata: {},
    unit_price: money(line.price),
    quantity: line.quantity,
    subtotal: left(subtotal),
    discount_total: left(discount),
    tax_total: left(tax),
    total: money(total - sentBackOf(order, line)),
    return_received_total: money(sentBackOf(order, line)),
    write_off_total: 0,
    detail: {
      quantity: line.quantity,
      fulfilled_quantity: line.fulfilled,
      shipped_quantity: line.shipped,
      delivered_quantity: line.delivered,
      return_requested_quantity: 0,
      return_received_quantity: line.returned,
      return_dismissed_quantity: 0,
      written_off_quantity: 0,
    },
  }
}

const fulfillmentRow = (parcel: Fulfillment): Row => ({
  id: parcel.id,
  packed_at: iso(parcel.packed),
  shipped_at: iso(parcel.shipped),
  delivered_at: iso(parcel.delivered),
  canceled_at: iso(parcel.canceled),
  provider_id: 'manual_manual',
  created_at: iso(parcel.packed),
  updated_at: iso(parcel.updated),
  metadata: parcel.metadata,
  items: parcel.pieces.map(({ line, quantity }) => ({
    id: `${numberedAfter(parcel.id, 'fulit')}${line.at(-1)}`,
    line_item_id: line,
    quantity,
  })),
  labels:
    parcel.tracking === ''
      ? []
      : [
          {
            id: numberedAfter(parcel.id, 'fulla'),
            tracking_number: parcel.tracking,
            tracking_url: '',
            label_url: '',
          },
        ],
})

export const paymentRow = ({ store, id, payment, created, ...order }: Order): Row => ({
  id: payment.id,
  currency_code: store.currency.toLowerCase(),
  amount: major(store, valueOf({ store, id, payment, created, ...order })),
  provider_id: payment.provider,
  captured_at: iso(payment.captured),
  canceled_at: iso(payment.canceled),
  created_at: iso(created),
  updated_at: iso(payment.updated),
  payment_collection: { id: numberedAfter(id, 'pay_col'), updated_at: iso(payment.collected), order: { id } },
})

/** An order with all that hangs on it. */
export function orderRow(order: Order): Row {
  const { store, payment } = order
  const money = (minor: number): number => major(store, minor)
  const value = valueOf(order)
  const sentBack = order.lines.reduce((sum, line) => sum + sentBackOf(order, line), 0)
  const { address, username } = order.person
  const [first = '', ...rest] = address.name.split(' ')
  const contact = {
    first_name: first,
    last_name: rest.join(' '),
    company: null,
    address_1: address.full_address.split(',').slice(0, 2).join(','),
    address_2: null,
    city: address.city || address.district,
    province: address.state,
    postal_code: address.zipcode,
    country_code: address.region.toLowerCase(),
    phone: address.phone,
  }
  const { payment_collection: _, ...paid } = paymentRow(order)
  return {
    id: order.id,
    display_id: order.number,
    custom_display_id: null,
    status: order.status,
    version: 1 + order.fulfillments.length,
    region_id: null,
    currency_code: store.currency.toLowerCase(),
    email: `${username}@example.test`,
    customer_id: order.customerId,
    created_at: iso(order.created),
    updated_at: iso(order.updated),
    canceled_at: order.status === 'canceled' ? iso(order.updated) : null,
    total: money(value - payment.credited - sentBack),
    shipping_total: money(order.shipping),
    metadata: order.metadata,
    items: order.lines.map((line) => lineRow(order, line)),
    credit_lines:
      payment.credited === 0
        ? []
        : [
            {
              id: numberedAfter(order.id, 'ordcl'),
              reference: 'payment_collection',
              amount: money(payment.credited),
            },
          ],
    shipping_address: { id: numberedAfter(order.id, 'ordaddr'), ...contact, ...order.shipTo },
    billing_address: { id: numberedAfter(order.id, 'ordaddrb'), ...contact },
    customer: {
      id: order.customerId,
      first_name: null,
      last_name: null,
      email: `${username}@example.test`,
      has_account: false,
    },
    shipping_methods: [{ id: numberedAfter(order.id, 'ordsm'), name: 'Post', amount: money(order.shipping) }],
    payment_collections: [
      {
        id: numberedAfter(order.id, 'pay_col'),
        status: payment.captured > 0 ? 'completed' : payment.authorized ? 'authorized' : 'not_paid',
        amount: money(value),
        captured_amount: payment.captured > 0 ? money(value) : 0,
        refunded_amount: money(payment.refunded),
        updated_at: iso(payment.collected),
        payments: payment.authorized ? [paid] : [],
      },
    ],
    fulfillments: order.fulfillments.map(fulfillmentRow),
    payment_status: paymentStatusOf(order),
    fulfillment_status: fulfillmentStatusOf(order),
  }
}
