import { z } from 'zod'
import type { Listing } from '../kit/catalog.ts'
import type { OrderRecord } from '../kit/order-record.ts'
import { beginOrder, pay, piecesOf, settle } from './create-order.ts'
import { contactSchema, emptyContact } from './contacts.ts'
import { readInput } from './read-input.ts'
import { contactsOf, resourceOf } from './resource.ts'
import type { Sites } from './sites.ts'
import type { Order, Outlet, Row, Store, WrittenContacts } from './types.ts'
import { ApiError } from './wire.ts'

const metaSchema = z.array(z.looseObject({ key: z.string(), value: z.unknown() }))

/** Fields of an order that callers may change; the sandbox's stores accept others and ignore them. */
const changeSchema = z.looseObject({
  billing: contactSchema.optional(),
  shipping: contactSchema.optional(),
  customer_note: z.string().optional(),
  customer_id: z.int().min(0).optional(),
})

const orderSchema = changeSchema.extend({
  status: z.enum(['pending', 'on-hold', 'processing', 'completed', 'cancelled']).optional(),
  meta_data: metaSchema.optional(),
  created_via: z.string().optional(),
  payment_method: z.string().default(''),
  set_paid: z.boolean().default(false),
  shipping_lines: z.array(z.looseObject({ total: z.string().regex(/^\d*(\.\d+)?$/) })).default([]),
  line_items: z
    .array(
      z.looseObject({
        product_id: z.int(),
        variation_id: z.int().default(0),
        quantity: z.int().min(1).default(1),
        subtotal: z.string().optional(),
      }),
    )
    .min(1),
})

/** Made with keys, so that nothing of it is made up when a state file is read. */
export function isWritten({ ref }: OrderRecord): boolean {
  return ref.startsWith(WRITTEN)
}

const WRITTEN = 'written:'

/** Writes buyer, addresses and note of a change to the order; other functions write its other fields. */
export function writeContacts(sites: Sites, order: Order | undefined, body: unknown): Order | undefined {
  if (!order) return undefined
  const input = readInput(changeSchema, body)
  order.customerId = checkCustomer(sites, order.store, input.customer_id) ?? order.customerId
  const isWritten = input.billing ?? input.shipping ?? input.customer_note ?? input.customer_id
  if (isWritten === undefined) return order
  order.told = contactsFrom(input, contactsOf(order))
  order.note = input.customer_note ?? order.note
  return order
}

/** Sells whether or not there is enough: only the checkout looks. */
export function createOrder(sites: Sites, store: Store, body: unknown): Row {
  const input = readInput(orderSchema, body)
  const customerId = checkCustomer(sites, store, input.customer_id) ?? 0
  const outlet = outletOf(sites, store, input.meta_data ?? [])
  const scale = 10 ** store.decimals
  const lines = input.line_items.map((line): OrderRecord['lines'][number] => {
    const { sku, name, price } = listingOf(sites, outlet, line.product_id, line.variation_id)
    const each = line.subtotal === undefined ? price / scale : Number(line.subtotal) / line.quantity
    return [sku, name, line.quantity, each]
  })
  const id = sites.nextNumber()
  const record: OrderRecord = { ref: WRITTEN + id, lines, currency: store.currency }
  const maker = input.created_via === 'pos-rest-api' ? 'pos-rest-api' : 'rest-api'
  const sale = { catalog: sites.catalog, outlet, record, id, now: sites.world.clock.now() }
  const order = beginOrder(sale, maker, input.payment_method)
  order.note = input.customer_note ?? ''
  order.customerId = customerId
  order.told = contactsFrom(input, { billing: emptyContact(), shipping: emptyContact('shipping') })
  order.shipping = Math.round(input.shipping_lines.reduce((sum, { total }) => sum + Number(total), 0) * scale)
  for (const { key, value } of input.meta_data ?? []) if (key !== placeKey) order.meta[key] = String(value)
  if (input.status) settle(order, input.status, order.created)
  if (input.set_paid) pay(order, order.created)
  sites.catalog.take(outlet.id, piecesOf(order), true)
  sites.add(order)
  sites.emit({ type: 'created', order, record })
  sites.emit({ type: 'changed', order })
  const row = resourceOf(order)
  sites.hooks.send(store, 'order.created', row)
  return row
}

/** An account is one that the store knows; 0 is a guest. */
function checkCustomer(sites: Sites, store: Store, id: number | undefined): number | undefined {
  const isKnown =
    !id ||
    sites.customers.get(`${store.slug}/${id}`) ||
    sites
      .ordersOf(store)
      .values()
      .some(({ customerId }) => customerId === id)
  if (!isKnown) throw new ApiError(400, 'woocommerce_rest_invalid_customer_id', 'Customer ID is invalid.')
  return id
}

function contactsFrom(
  { billing, shipping }: z.infer<typeof changeSchema>,
  before: WrittenContacts,
): WrittenContacts {
  const { email: _none, ...sent } = { ...before.shipping, ...shipping }
  return { billing: { ...before.billing, ...billing }, shipping: sent }
}

const placeKey = '_pos_location_id'

/** A till says in the order's meta at which of the places it stands. */
function outletOf(sites: Sites, store: Store, meta: z.infer<typeof metaSchema>): Outlet {
  const outlets = sites.outletsOf(store)
  const stated = meta.find(({ key }) => key === placeKey)?.value
  const outlet = outlets.find(({ place }) => place !== undefined && String(place.id) === String(stated))
  const usual = outlet ?? outlets.find(({ place }) => place?.isDefault) ?? outlets[0]
  if (!usual) throw new Error(`${store.slug} has no outlet`)
  return usual
}

function listingOf(sites: Sites, outlet: Outlet, product: number, variation: number): Listing<number> {
  const listing = sites.catalog
    .variantsOf(outlet.id, product)
    .find(({ skuId, status }) => skuId === variation && status !== 'deleted')
  if (!listing)
    throw new ApiError(
      400,
      'woocommerce_rest_invalid_product_id',
      `Product #${variation || product} is not valid.`,
    )
  return listing
}
