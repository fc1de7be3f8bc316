/**
 * Fields that only tills send: who created an order, at which place, and the place's stock of a product. The dialect is in
 * ../../woocommerce; the few fields about places are a profile of our own, which the README documents.
 */
import { z } from 'zod'
import type { ChannelOrder, PaymentMethod } from '../../../model/order.ts'
import { ChannelError } from '../../channel-error.ts'
import type { Credentials } from '../../session.ts'
import { call } from '../../woocommerce/calls.ts'
import type { Caller } from '../../woocommerce/calls.ts'
import { stepIn } from '../../woocommerce/mapping.ts'
import type { Profile } from '../../woocommerce/profile.ts'
import { describeIssue, looseAmount, madeBy, metaSchema, text } from '../../woocommerce/wire.ts'
import type { StoreOrder } from '../../woocommerce/wire.ts'
import { statusOf } from './status.ts'

const maker = 'pos-rest-api'

/** Ids come as numbers or as text. */
const id = z.union([z.int(), z.string().trim().min(1)]).transform(String)

const placesSchema = z.array(z.object({ id, name: text, address: text, is_default: z.boolean().nullish() }))

/** One place's share of a product. `available`: null where the place does not count. */
const shareSchema = z.object({
  location_id: id,
  available: z.number().nullable(),
  price: looseAmount,
  is_sold: z.boolean().nullish(),
})

const sharedRowSchema = z.looseObject({
  type: text,
  variations: z.array(z.unknown()).nullish(),
  attributes: z.array(z.unknown()).nullish(),
  primary_unit_name: text,
  pos_locations: z.array(shareSchema).nullish(),
})

const placedSchema = z.object({ meta_data: z.array(metaSchema).nullish() })

/** Place of a link: empty for a site without places. */
type Place = { location: string; isDefault: boolean }

export function placeOf(more: Credentials['more'] | null): Place {
  return { location: more?.location ?? '', isDefault: more?.isDefault === 'yes' }
}

export const profile: Profile = {
  secretSetting: 'POS_WEBHOOK_SECRET',
  orderQuery: { created_via: maker },

  isOurs(raw, more) {
    if (madeBy(raw) !== maker) return false
    const place = placeOf(more)
    if (more === null || place.location === '') return true
    const soldAt = locationIn(raw)
    return soldAt === null ? place.isDefault : soldAt === place.location
  },

  statusOf,
  refine,

  newOrder({ isPaid }, more) {
    const { location } = placeOf(more)
    return {
      status: isPaid ? 'completed' : 'pending',
      created_via: maker,
      ...(location !== '' && { meta_data: [{ key: '_pos_location_id', value: location }] }),
    }
  },

  viewRow(raw, more) {
    const { location } = placeOf(more)
    const checked = sharedRowSchema.safeParse(raw)
    if (!checked.success) {
      // The dialect refuses a row that is no product at all.
      if (checked.error.issues[0]?.path[0] !== 'pos_locations') return raw
      throw new RangeError(describeIssue(checked.error))
    }
    const { pos_locations: shares, ...row } = checked.data
    const own = { ...row, sku: null, sale_price: null, attributes: attributesOf(checked.data) }
    const isParent = (row.variations ?? []).length > 0
    if (location === '' || isParent) return own
    const share = shares?.find((one) => one.location_id === location)
    if (!share) return null
    const { available, price, is_sold: isSold } = share
    return {
      ...own,
      ...(price === null || price === undefined || price === '' ? {} : { regular_price: price }),
      ...(isSold === false && row.status === 'publish' ? { status: 'private' } : {}),
      manage_stock: available !== null,
      stock_quantity: available,
    }
  },

  stockFields(quantity, more) {
    const { location } = placeOf(more)
    if (location === '') return { manage_stock: true, stock_quantity: quantity }
    return { manage_stock: true, pos_locations: [{ location_id: writtenId(location), available: quantity }] }
  },

  placeFields({ price, isSold }, more) {
    const { location } = placeOf(more)
    if (location === '') return null
    const own = { ...(price !== undefined && { price }), ...(isSold !== undefined && { is_sold: isSold }) }
    return { pos_locations: [{ location_id: writtenId(location), ...own }] }
  },

  async findPlace(caller, locationId) {
    const places = await listPlaces(caller)
    const wanted = locationId?.trim()
    if (places.length === 0 && !wanted) return { location: '', isDefault: 'yes' }
    const usual = places.find((place) => place.is_default) ?? (places.length === 1 ? places[0] : undefined)
    const place = wanted ? places.find((one) => one.id === wanted) : usual
    if (!place)
      throw new ChannelError('refused', 'field.location_unknown', {
        problem: 'location-unknown',
      })
    return { location: place.id, isDefault: place === usual ? 'yes' : 'no' }
  },

  shopIdOf(site, more) {
    const { location } = placeOf(more)
    return location === '' ? site : `${site}#${location}`
  },

  hookUrl(pushUrl, more) {
    const url = new URL(pushUrl)
    url.searchParams.set('location', placeOf(more).location)
    return url.href
  },

  placeAt: (url) => ({ location: URL.parse(url)?.searchParams.get('location') ?? '' }),
}

/** Answers the location in a shop's id, for linking it again; null for a site without places. */
export function locationOf(channelShopId: string): string | null {
  return channelShopId.split('#')[1] ?? null
}

/** A site that does not know of places is one place. */
export async function listPlaces(caller: Caller): Promise<z.infer<typeof placesSchema>> {
  const request = { method: 'GET' as const, path: '/pos/locations', query: {} }
  return call(caller, request, placesSchema).catch((error: unknown) => {
    if (error instanceof ChannelError && error.channelCode === 'rest_no_route') return []
    throw error
  })
}

function writtenId(location: string): number | string {
  return /^\d{1,15}$/.test(location) ? Number(location) : location
}

function locationIn(raw: unknown): string | null {
  const placed = placedSchema.safeParse(raw)
  const value = placed.data?.meta_data?.find(({ key }) => key === '_pos_location_id')?.value
  return typeof value === 'number' || (typeof value === 'string' && value.trim())
    ? String(value).trim()
    : null
}

/** Adds the unit that the till counts in, such as a box or a metre, to the product's attributes. */
function attributesOf(row: z.infer<typeof sharedRowSchema>): unknown[] {
  const { type, attributes, primary_unit_name: unit } = row
  const said =
    type !== 'variation' && unit?.trim()
      ? [{ name: 'primaryUnitName', variation: false, options: [unit.trim()] }]
      : []
  return [...(attributes ?? []), ...said]
}

/** Sold over the counter: nothing is sent unless we noted that it is, and who pays is standing there. */
function refine(mapped: ChannelOrder, { meta_data: meta }: StoreOrder): ChannelOrder {
  const { status, placedAt, address } = mapped
  const isNamed = [address?.name, address?.phone, address?.street].some(Boolean)
  return {
    ...mapped,
    paidAt: mapped.paidAt ?? (status === 'delivered' ? (mapped.completedAt ?? placedAt) : null),
    paymentMethod: paymentOf(mapped.paymentMethod),
    address: isNamed ? address : null,
    packages: stepIn(meta ?? []) ? mapped.packages : [],
    lines: mapped.lines.map((line) => ({ ...line, sellerSku: null })),
  }
}

/** Nobody delivers, so that "cash on delivery" is how the till writes cash. */
function paymentOf(method: PaymentMethod): PaymentMethod {
  return method === 'cod' ? 'cash' : method
}
