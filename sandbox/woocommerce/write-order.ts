import { z } from 'zod'
import type { Listing } from '../kit/catalog.ts'
import type { OrderRecord } from '../kit/order-record.ts'
import { beginOrder, pay, piecesOf, settle } from './create-order.ts'
import { contactsOf, resourceOf } from './resource.ts'
import type { Sites } from './sites.ts'
import type { Contact, Order, Outlet, Store, WrittenContacts } from './types.ts'
import { ApiError, type Reply } from './wire.ts'

const FIELDS = [
  'first_name',
  'last_name',
  'company',
  'address_1',
  'address_2',
  'city',
  'state',
  'postcode',
  'country',
  'phone',
  'email',
] as const

const contactSchema = z
  .partialRecord(z.enum(FIELDS), z.string())
  .refine((contact) => !contact.email || /^\S+@\S+\.\S+$/.test(contact.email), {
    error: 'Invalid email address.',
  })

const metaSchema = z.array(z.looseObject({ key: z.string(), value: z.unknown() }))

/** Fields of an order that callers may change; the sandbox's stores accept others and ignore them. */
const changeSchema = z.looseObject({
  billing: contactSchema.optional(),
  shipping: contactSchema.optional(),
  customer_note: z.string().optional(),
})

const orderSchema = changeSchema.extend({
  status: z.enum(['pending', 'on-hold', 'processing', 'completed', 'cancelled']).optional(),
  meta_data: metaSchema.optional(),
  created_via: z.string().optional(),
  payment_method: z.string().default(''),
  set_paid: z.boolean().default(false),
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

interface WriteCall {
  sites: Sites
  store: Store
  /** Parsed. */
  body: unknown
}

/** Answers a call that makes an order; undefined for any other. `name` is 'METHOD /path'. */
export function answerOrderWrite(name: string, call: WriteCall): Reply | undefined {
  return name === 'POST /orders' ? { status: 201, body: resourceOf(writeOrder(call)) } : undefined
}

/** Made with keys, so that nothing of it is made up when a state file is read. */
export function isWritten({ ref }: OrderRecord): boolean {
  return ref.startsWith(WRITTEN)
}

const WRITTEN = 'written:'

/** Writes the addresses and the note of a change to the order; other functions write its other fields. */
export function writeContacts(order: Order | undefined, body: unknown): Order | undefined {
  const input = read(changeSchema, body)
  if (!order || !(input.billing || input.shipping || input.customer_note !== undefined)) return order
  order.told = contactsFrom(input, contactsOf(order))
  order.note = input.customer_note ?? order.note
  return order
}

/** Sells whether or not there is enough: only the checkout looks. */
function writeOrder({ sites, store, body }: WriteCall): Order {
  const input = read(orderSchema, body)
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
  order.told = contactsFrom(input, { billing: empty(), shipping: empty() })
  for (const { key, value } of input.meta_data ?? []) if (key !== placeKey) order.meta[key] = String(value)
  if (input.status) settle(order, input.status, order.created)
  if (input.set_paid) pay(order, order.created)
  sites.catalog.take(outlet.id, piecesOf(order), true)
  sites.add(order)
  sites.emit({ type: 'created', order, record })
  sites.emit({ type: 'changed', order })
  sites.hooks.send(store, 'order.created', resourceOf(order))
  return order
}

function empty(): Contact {
  return Object.fromEntries(FIELDS.map((field) => [field, '']))
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

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const input = schema.safeParse(body)
  if (input.success) return input.data
  const params = [...new Set(input.error.issues.map(({ path }) => String(path[0] ?? 'body')))].join(', ')
  throw new ApiError(400, 'rest_invalid_param', `Invalid parameter(s): ${params}`)
}
