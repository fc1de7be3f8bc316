/**
 * Making an order. Source: "Draft Orders" and "Payment Collections" of the Admin API reference, and what a real server answers.
 *
 * It is written as a draft, which becomes an order under the same id; then what was paid is noted. Each of these steps begins
 * with how far the shop is, so that what a killed process left half done is gone on with by whoever finds it.
 */
import { z } from 'zod'
import { fromMinor, toMinor } from '../../../model/money.ts'
import type { AddressDraft, OrderDraft } from '../../../model/order-draft.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { OrderCreation } from '../../order-changes.ts'
import type { Session } from '../../session.ts'
import { readAgain } from '../../read-again.ts'
import { call } from './auth.ts'
import { readPage } from './orders.ts'
import {
  draftSchema,
  madeFields,
  madeSchema,
  markedSchema,
  methodName,
  noteName,
  paymentAskedSchema,
  profilesSchema,
  referenceName,
  wayFields,
  waysSchema,
} from './selling-wire.ts'
import type { MadeOrder, Way } from './selling-wire.ts'
import { idOf, locationsSchema, regionsSchema, storesSchema } from './wire.ts'

/** A store runs its workflows and subscribers before it answers. */
const makingMs = 90_000

export const orderCreation: OrderCreation = {
  async create(session, draft) {
    const query = { fields: madeFields }
    const body = await bodyOf(session, draft)
    const request = { method: 'POST' as const, path: '/draft-orders', query, body, timeoutMs: makingMs }
    return finish(session, draft, (await call(session, request, draftSchema)).draft_order)
  },

  async find(session, draft, since) {
    // One that becomes an order between the two looks is found by the second.
    const id =
      (await findMarked(session, '/draft-orders', draft, since)) ??
      (await findMarked(session, '/orders', draft, since))
    return id === null ? null : finish(session, draft, await getMade(session, id))
  },
}

async function findMarked(
  session: Session,
  path: '/draft-orders' | '/orders',
  { reference }: OrderDraft,
  from: Date,
): Promise<string | null> {
  const query = (since: string) => ({ 'created_at[$gte]': since, fields: 'id,metadata' })
  const look = { set: 'marked', path, from, query, rowsPerPage: 100 }
  let cursor: string | null = null
  do {
    const page = await readPage(session, [look], cursor)
    const found = page.rows.find(
      (row) => markedSchema.safeParse(row).data?.metadata?.[referenceName] === reference,
    )
    if (found !== undefined) return idOf(found)
    cursor = page.nextCursor
  } while (cursor !== null)
  return null
}

/** Drafts are served as orders are. */
async function getMade(session: Session, id: string): Promise<MadeOrder> {
  const request = { method: 'GET' as const, path: `/orders/${id}`, query: { fields: madeFields } }
  return (await call(session, request, madeSchema)).order
}

async function finish(session: Session, draft: OrderDraft, made: MadeOrder): Promise<string> {
  if (made.is_draft_order) await convert(session, draft, made)
  if (draft.isPaid) await notePaid(session, made.id)
  return made.id
}

/** Turns a draft into an order; a draft that the shop refuses to turn into one is not left behind. */
async function convert(session: Session, draft: OrderDraft, made: MadeOrder): Promise<void> {
  const path = `/draft-orders/${made.id}`
  try {
    checkMoney(draft, made)
    const query = { fields: 'id' }
    const convert = { method: 'POST' as const, path: `${path}/convert-to-order`, query, body: {} }
    await call(session, { ...convert, timeoutMs: makingMs }, z.unknown())
  } catch (error) {
    if (!(error instanceof ChannelError) || error.kind !== 'refused') throw error
    // A call whose answer was lost may have done it meanwhile.
    if (!(await getMade(session, made.id)).is_draft_order) return
    await call(session, { method: 'DELETE', path, query: {} }, z.unknown())
    throw error
  }
}

/** Promotions that apply by themselves take off what the seller agreed on with the buyer. */
function checkMoney({ lines, currency }: OrderDraft, { items, currency_code: code }: MadeOrder): void {
  if (code.toUpperCase() !== currency)
    throw new ChannelError(
      'refused',
      ownMessage('refusal.other_currency', { theirs: code.toUpperCase(), ours: currency }),
    )
  for (const { channelSkuId, quantity, price } of lines) {
    if (price === null) continue
    const same = items.filter((one) => one.variant_id === channelSkuId && one.quantity === quantity)
    if (same.some((one) => toMinor(one.unit_price, currency) === price && one.discount_total === 0)) continue
    const [item] = same
    const off = item && toMinor(item.discount_total, currency)
    throw new ChannelError(
      'refused',
      off
        ? ownMessage('refusal.promotion', {
            amount: `${fromMinor(off, currency)} ${currency}`,
            title: item.title,
          })
        : ownMessage('refusal.other_price', { title: item?.title ?? channelSkuId }),
    )
  }
}

/** The order is made by now: should the shop refuse this, it arrives as what it is there, unpaid. */
async function notePaid(session: Session, id: string): Promise<void> {
  const { total, payment_collections: all } = await getMade(session, id)
  const asked = (all ?? []).filter(({ status }) => status !== 'canceled')
  const open = asked.find(({ status }) => status === 'not_paid')
  if (asked.length > 0 && !open) return
  const post = { method: 'POST' as const, query: {} }
  const path = '/payment-collections'
  try {
    const { id: payment, amount } =
      open ??
      (await call(session, { ...post, path, body: { order_id: id, amount: total } }, paymentAskedSchema))
        .payment_collection
    // An order that costs nothing counts as paid.
    if (amount > 0)
      await call(
        session,
        { ...post, path: `${path}/${payment}/mark-as-paid`, body: { order_id: id } },
        z.unknown(),
      )
  } catch (error) {
    if (!(error instanceof ChannelError) || error.kind !== 'refused') throw error
  }
}

async function bodyOf(session: Session, draft: OrderDraft): Promise<object> {
  const { customer, address, note, paymentMethod, reference } = draft
  const { regionId, salesChannelId, ways } = await settle(session, draft)
  const place = address ? contactOf(address) : {}
  return {
    region_id: regionId,
    ...(salesChannelId && { sales_channel_id: salesChannelId }),
    ...(customer.email !== null && { email: customer.email }),
    billing_address: {
      ...place,
      ...namesOf(customer.name),
      ...(customer.phone !== null && { phone: customer.phone }),
    },
    ...(address && { shipping_address: place }),
    items: draft.lines.map(({ channelSkuId, quantity, price }) => ({
      variant_id: channelSkuId,
      quantity,
      ...(price !== null && { unit_price: fromMinor(price, draft.currency) }),
    })),
    shipping_methods: ways.map(({ id, name }) => ({ shipping_option_id: id, name, amount: 0 })),
    metadata: {
      [referenceName]: reference,
      [methodName]: paymentMethod,
      ...(note !== null && { [noteName]: note }),
    },
  }
}

type Settled = { regionId: string; salesChannelId: string; ways: Way[] }

/** Finds what the shop requires before it accepts a draft, chosen as for a buyer. */
async function settle(session: Session, { address, lines, currency }: OrderDraft): Promise<Settled> {
  const { locationId = '' } = session.credentials.more ?? {}
  const read = <T>(path: string, query: Record<string, string | string[]>, schema: z.ZodType<T>) =>
    readAgain(() => call(session, { method: 'GET', path, query }, schema))
  const limit = '100'
  const id = [...new Set(lines.map(({ channelProductId }) => channelProductId))]
  const [
    { stores },
    { regions },
    { stock_locations: locations },
    { products },
    { shipping_options: options },
  ] = await Promise.all([
    read('/stores', {}, storesSchema),
    read('/regions', { fields: 'id,currency_code,*countries', order: 'created_at', limit }, regionsSchema),
    read('/stock-locations', { fields: 'id,*sales_channels', order: 'created_at', limit }, locationsSchema),
    read('/products', { fields: 'id,shipping_profile.id', limit, id }, profilesSchema),
    read('/shipping-options', { fields: wayFields, limit, stock_location_id: locationId }, waysSchema),
  ])
  const country = address?.country.toLowerCase()
  const { default_region_id: usual, default_sales_channel_id: channel } = stores[0] ?? {}
  const selling = regions.filter(({ currency_code: money }) => money.toUpperCase() === currency)
  const region =
    selling.find(({ countries }) => countries?.some(({ iso_2: code }) => code === country)) ??
    selling.find((one) => one.id === usual) ??
    selling[0]
  if (!region) throw new ChannelError('refused', ownMessage('refusal.no_region', { currency }))
  const channels = locations.find((one) => one.id === locationId)?.sales_channels ?? []
  return {
    regionId: region.id,
    // Only what sells from our place has what lies there.
    salesChannelId: (channels.find((one) => one.id === channel) ?? channels[0])?.id ?? '',
    ways: waysOf(options, new Set(products.flatMap((one) => one.shipping_profile?.id ?? [])), country),
  }
}

/** One way for each kind of goods, or the shop takes any of its own when they are packed. The fee is the seller's to name. */
function waysOf(options: Way[], profiles: Set<string>, country: string | undefined): Way[] {
  const isOffered = ({ rules, service_zone: zone }: Way) =>
    zone?.fulfillment_set?.type !== 'pickup' &&
    !rules?.some(({ attribute, value }) => attribute === 'is_return' && value === 'true')
  const goesThere = ({ service_zone: zone }: Way) =>
    zone?.geo_zones?.some(({ country_code: code }) => code === country) ?? false
  return [...profiles].flatMap((profile) => {
    const fitting = options.filter((one) => one.shipping_profile_id === profile && isOffered(one))
    return fitting.find(goesThere) ?? fitting[0] ?? []
  })
}

function contactOf(address: AddressDraft): object {
  return {
    ...namesOf(address.name),
    address_1: address.street,
    country_code: address.country.toLowerCase(),
    ...(address.city !== null && { city: address.city }),
    ...(address.province !== null && { province: address.province }),
    ...(address.postcode !== null && { postal_code: address.postcode }),
    ...(address.phone !== null && { phone: address.phone }),
  }
}

function namesOf(name: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = name.split(' ')
  return { first_name: first, last_name: rest.join(' ') }
}
