import { fulfillmentStatusOf, lineTotals, paymentStatusOf, sentBackOf, valueOf } from './lifecycle.ts'
import { iso, major, optionId } from './stores.ts'
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
      return_requested_quantity: line.requested ?? 0,
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
  payment_session_id: numberedAfter(id, 'payses'),
  captures:
    payment.captured > 0
      ? [
          {
            id: numberedAfter(id, 'capt'),
            amount: major(store, valueOf({ store, id, payment, created, ...order })),
          },
        ]
      : [],
  refunds:
    payment.refunded > 0
      ? [{ id: numberedAfter(id, 'ref'), amount: major(store, payment.refunded), payment_id: payment.id }]
      : [],
  created_at: iso(created),
  updated_at: iso(payment.updated),
  payment_collection_id: numberedAfter(id, 'pay_col'),
  payment_collection: { id: numberedAfter(id, 'pay_col'), updated_at: iso(payment.collected), order: { id } },
})

/** Returns the payment collection of an order; undefined for a written order before its payment is requested. */
export function collectionRow(order: Order): Row | undefined {
  const { store, payment, written } = order
  if (written?.asked === null) return undefined
  const { payment_collection: _, payment_collection_id: _id, ...paid } = paymentRow(order)
  const amount = major(store, written?.asked ?? valueOf(order))
  return {
    id: numberedAfter(order.id, 'pay_col'),
    status: payment.captured > 0 ? 'completed' : payment.authorized ? 'authorized' : 'not_paid',
    amount,
    captured_amount: payment.captured > 0 ? amount : 0,
    refunded_amount: major(store, payment.refunded),
    updated_at: iso(payment.collected),
    payments: payment.authorized ? [paid] : [],
  }
}

const nobody = {
  first_name: null,
  last_name: null,
  company: null,
  address_1: null,
  address_2: null,
  city: null,
  province: null,
  postal_code: null,
  country_code: null,
  phone: null,
}

/** An order with all that hangs on it. */
export function orderRow(order: Order): Row {
  const { store, payment, written } = order
  const money = (minor: number): number => major(store, minor)
  const value = valueOf(order)
  const sentBack = order.lines.reduce((sum, line) => sum + sentBackOf(order, line), 0)
  const sum = (part: 'subtotal' | 'discount' | 'tax' | 'total'): number =>
    order.lines.reduce((all, line) => all + lineTotals(order, line)[part], 0)
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
  const email = written ? written.email : `${username}@example.test`
  const customerId = written ? written.customerId : order.customerId
  return {
    id: order.id,
    display_id: order.number,
    custom_display_id: null,
    status: order.status,
    version: 1 + order.fulfillments.length,
    region_id: null,
    is_draft_order: order.status === 'draft',
    currency_code: store.currency.toLowerCase(),
    email,
    customer_id: customerId,
    created_at: iso(order.created),
    updated_at: iso(order.updated),
    canceled_at: order.status === 'canceled' ? iso(order.updated) : null,
    total: money(value - payment.credited - sentBack),
    summary: {
      current_order_total: money(value - payment.credited - sentBack),
      original_order_total: money(value),
      paid_total: payment.captured > 0 ? money(value) : 0,
      refunded_total: money(payment.refunded),
    },
    subtotal: money(sum('subtotal') + order.shipping),
    discount_total: money(sum('discount')),
    tax_total: money(sum('tax')),
    item_subtotal: money(sum('subtotal')),
    item_tax_total: money(sum('tax')),
    item_total: money(sum('total')),
    credit_line_total: money(payment.credited),
    credit_line_subtotal: money(payment.credited),
    credit_line_tax_total: 0,
    discount_tax_total: 0,
    shipping_subtotal: money(order.shipping),
    shipping_tax_total: 0,
    original_total: money(value + sum('discount')),
    original_subtotal: money(sum('subtotal') + order.shipping),
    original_tax_total: money(sum('tax')),
    original_item_total: money(sum('total') + sum('discount')),
    original_item_subtotal: money(sum('subtotal')),
    original_item_tax_total: money(sum('tax')),
    original_shipping_total: money(order.shipping),
    original_shipping_subtotal: money(order.shipping),
    original_shipping_tax_total: 0,
    locale: null,
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
    shipping_address:
      written && !written.shipTo && !order.shipTo
        ? null
        : {
            id: numberedAfter(order.id, 'ordaddr'),
            ...(written ? { ...nobody, ...written.shipTo } : contact),
            ...order.shipTo,
          },
    billing_address: {
      id: numberedAfter(order.id, 'ordaddrb'),
      ...(written ? { ...nobody, ...written.billTo } : contact),
    },
    customer: customerId && {
      id: customerId,
      first_name: null,
      last_name: null,
      email,
      has_account: false,
    },
    shipping_methods: (written?.ways ?? [{ name: 'Post', option: optionId(store) }]).map((way, at) => ({
      id: `${numberedAfter(order.id, 'ordsm')}${at || ''}`,
      name: way.name,
      shipping_option_id: way.option,
      amount: at === 0 ? money(order.shipping) : 0,
    })),
    payment_collections: [collectionRow(order) ?? []].flat(),
    fulfillments: order.fulfillments.map(fulfillmentRow),
    payment_status: paymentStatusOf(order),
    fulfillment_status: fulfillmentStatusOf(order),
  }
}
