/** Fills a Medusa as its owner does, over its own Admin API, and buys in it over its Store API. */
import type { Medusa } from './start-medusa.ts'

export type Shop = {
  secretKey: string
  publishableKey: string
  locationId: string
  regionId: string
  shippingOptionId: string
  salesChannelId: string
  shippingProfileId: string
  admin: Call
  store: Call
}

/** `POST /admin/products`; throws what Medusa says to anything but 2xx. */
export type Call = <T>(name: string, body?: object) => Promise<T>

type Id = { id: string }

export async function fillShop({ url, email, password }: Medusa): Promise<Shop> {
  const { token } = await callOf(url, {})<{ token: string }>('POST /auth/user/emailpass', { email, password })
  const admin = callOf(url, { authorization: `Bearer ${token}` })
  const make = async <T = Id>(path: string, key: string, body: object): Promise<T> =>
    (await admin<Record<string, T>>(`POST /admin/${path}`, body))[key] as T

  const { id: salesChannelId } = await make('sales-channels', 'sales_channel', { name: 'Web' })
  const region = {
    name: 'Malaysia',
    currency_code: 'myr',
    countries: ['my'],
    payment_providers: ['pp_system_default'],
  }
  const { id: regionId } = await make('regions', 'region', region)
  const { stores } = await admin<{ stores: Id[] }>('GET /admin/stores')
  await make(`stores/${stores[0]?.id}`, 'store', {
    name: 'Aoi Gifts',
    supported_currencies: [{ currency_code: 'myr', is_default: true }, { currency_code: 'vnd' }],
    default_sales_channel_id: salesChannelId,
    default_region_id: regionId,
  })
  const { id: locationId } = await make('stock-locations', 'stock_location', {
    name: 'Warehouse',
    address: { address_1: '1 Jalan Merpati', country_code: 'my' },
  })
  await admin(`POST /admin/stock-locations/${locationId}/sales-channels`, { add: [salesChannelId] })
  await admin(`POST /admin/stock-locations/${locationId}/fulfillment-providers`, { add: ['manual_manual'] })
  const located = await make<{ fulfillment_sets: Id[] }>(
    `stock-locations/${locationId}/fulfillment-sets?fields=*fulfillment_sets`,
    'stock_location',
    { name: 'Delivery', type: 'shipping' },
  )
  const zoned = await make<{ service_zones: Id[] }>(
    `fulfillment-sets/${located.fulfillment_sets[0]?.id}/service-zones`,
    'fulfillment_set',
    { name: 'Malaysia', geo_zones: [{ type: 'country', country_code: 'my' }] },
  )
  const { id: profileId } = await make('shipping-profiles', 'shipping_profile', {
    name: 'All',
    type: 'default',
  })
  const { id: shippingOptionId } = await make('shipping-options', 'shipping_option', {
    name: 'Post',
    service_zone_id: zoned.service_zones[0]?.id,
    shipping_profile_id: profileId,
    provider_id: 'manual_manual',
    price_type: 'flat',
    type: { label: 'Post', description: 'Three days', code: 'post' },
    prices: [{ currency_code: 'myr', amount: 7.3 }],
    rules: [
      { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
      { attribute: 'is_return', value: 'false', operator: 'eq' },
    ],
  })
  await make('products', 'product', {
    title: 'Cakestand',
    description: 'Three tiers',
    status: 'published',
    shipping_profile_id: profileId,
    sales_channels: [{ id: salesChannelId }],
    options: [{ title: 'Colour', values: ['Rose', 'Blue'] }],
    variants: ['Rose', 'Blue'].map((colour) => ({
      title: colour,
      sku: `CAKE-${colour}`,
      options: { Colour: colour },
      manage_inventory: colour === 'Rose',
      prices: [{ currency_code: 'myr', amount: 19.99 }],
    })),
  })
  const { inventory_items: items } = await admin<{ inventory_items: Id[] }>('GET /admin/inventory-items')
  for (const { id } of items)
    await admin(`POST /admin/inventory-items/${id}/location-levels`, {
      location_id: locationId,
      stocked_quantity: 20,
    })
  const secret = await make<{ token: string }>('api-keys', 'api_key', { title: 'Console', type: 'secret' })
  const publishable = await make<Id & { token: string }>('api-keys', 'api_key', {
    title: 'Shop window',
    type: 'publishable',
  })
  await admin(`POST /admin/api-keys/${publishable.id}/sales-channels`, { add: [salesChannelId] })
  return {
    secretKey: secret.token,
    publishableKey: publishable.token,
    locationId,
    regionId,
    shippingOptionId,
    salesChannelId,
    shippingProfileId: profileId,
    admin,
    store: callOf(url, { 'x-publishable-api-key': publishable.token }),
  }
}

/** Puts a variant into a cart and pays for it, as a buyer does; the order's id. */
export async function buy(shop: Shop, variantId: string, quantity: number): Promise<string> {
  const { store } = shop
  const address = {
    first_name: 'Mei Ling',
    last_name: 'Tan',
    phone: '60100123456',
    address_1: '12 Jalan Kenanga',
    city: 'Petaling Jaya',
    province: 'Selangor',
    postal_code: '47400',
    country_code: 'my',
  }
  const { cart } = await store<{ cart: Id }>('POST /store/carts', {
    region_id: shop.regionId,
    sales_channel_id: shop.salesChannelId,
    email: 'mei@example.test',
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id: variantId, quantity }],
  })
  await store(`POST /store/carts/${cart.id}/shipping-methods`, { option_id: shop.shippingOptionId })
  const { payment_collection: payment } = await store<{ payment_collection: Id }>(
    'POST /store/payment-collections',
    { cart_id: cart.id },
  )
  await store(`POST /store/payment-collections/${payment.id}/payment-sessions`, {
    provider_id: 'pp_system_default',
  })
  const { order } = await store<{ order: Id }>(`POST /store/carts/${cart.id}/complete`, {})
  return order.id
}

function callOf(url: string, headers: Record<string, string>): Call {
  return async <T>(name: string, body?: object): Promise<T> => {
    const [method = 'GET', path = '/'] = name.split(' ')
    const reply = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${text.slice(0, 500)}`)
    return JSON.parse(text) as T
  }
}
