/**
 * The web store connector against a real Medusa on a real database: `npm run test:medusa`. What the sandbox and the recorded
 * replies take for granted is tried here on the server that they stand for.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connector } from '../../connectors/channels/web-store/index.ts'
import type { ChannelError } from '../../connectors/channel-error.ts'
import type { LinkedShop, ShopKeys } from '../../connectors/auth.ts'
import type { Period, Session } from '../../connectors/session.ts'
import { createHttp } from '../../connectors/http.ts'
import { orderValue } from '../../model/order.ts'
import type { ChannelOrder } from '../../model/order.ts'
import type { OrderDraft } from '../../model/order-draft.ts'
import { listingParts } from '../../model/listing-parts.ts'
import type { ListingDraft, ListingSku } from '../../model/listing.ts'
import type { ChannelProduct } from '../../model/product.ts'
import { until } from '../start-test-console.ts'
import { buy, fillShop, type Shop } from './fill-shop.ts'
import { startMedusa, type Medusa } from './start-medusa.ts'

const app = { WEB_STORE_WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef' }
const http = createHttp()
const { auth, listings, orderCreation, orders, products, deliveryStatus, stock, webhooks } = connector
let medusa: Medusa
let shop: Shop
let linked: LinkedShop

beforeAll(async () => {
  medusa = await startMedusa()
  shop = await fillShop(medusa)
  linked = await link({})
})
afterAll(() => medusa?.stop())

function link(change: Partial<ShopKeys>): Promise<LinkedShop> {
  if (auth.by !== 'keys') throw new Error('the web store is linked with a key')
  const keys = { origin: new URL(medusa.url), key: shop.secretKey, secret: undefined, locationId: undefined }
  return auth.link({ app, http, keys: { ...keys, ...change }, now: new Date() })
}

const session = (more: Partial<Session> = {}): Session => ({
  app,
  http,
  credentials: linked.credentials,
  now: () => new Date(),
  currency: linked.currency ?? 'EUR',
  ...more,
})

async function listOrders(
  by: Period['by'],
  from = new Date(Date.now() - 3_600_000),
): Promise<ChannelOrder[]> {
  const found: ChannelOrder[] = []
  let cursor: string | null = null
  do {
    const page = await orders!.list(session(), { by, from, to: new Date(Date.now() + 60_000) }, cursor)
    expect(page.failures).toEqual([])
    found.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
}

async function listProducts(changedSince: Date | null): Promise<ChannelProduct[]> {
  const found: ChannelProduct[] = []
  let cursor: string | null = null
  do {
    const page = await products!.list(session(), changedSince, cursor)
    expect(page.failures).toEqual([])
    found.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
}

async function getOrder(id: string): Promise<ChannelOrder> {
  const {
    items: [order],
    failures,
  } = await orders!.get(session(), [id])
  expect(failures).toEqual([])
  return order as ChannelOrder
}

async function skuOf(code: string) {
  const [product] = await listProducts(null)
  const sku = product?.skus.find(({ sellerSku }) => sellerSku === code)
  if (!product || !sku) throw new Error(`the shop does not list ${code}`)
  return {
    product,
    sku,
    listing: { channelProductId: product.channelProductId, channelSkuId: sku.channelSkuId },
  }
}

type OrderRow = {
  order: {
    items: { id: string }[]
    fulfillments: { id: string }[]
    payment_collections: { payments: { id: string }[] }[]
  }
}
const rowOf = async (id: string) =>
  (
    await shop.admin<OrderRow>(
      `GET /admin/orders/${id}?fields=*items,*fulfillments,*payment_collections.payments`,
    )
  ).order

const paymentOf = async (id: string) => (await rowOf(id)).payment_collections[0]?.payments[0]?.id

test('is linked with its key, and tells a wrong one, a wrong place and a wrong address', async () => {
  expect(linked).toMatchObject({ name: 'Aoi Gifts', region: 'MY', currency: 'MYR' })
  expect(linked.credentials.more?.['locationId']).toBe(shop.locationId)
  const problem = (change: Partial<ShopKeys>) =>
    link(change).then(
      () => undefined,
      (error: ChannelError) => error.problem,
    )
  expect(await problem({ key: 'sk_0000' })).toBe('key-refused')
  expect(await problem({ key: shop.publishableKey })).toBe('key-refused')
  expect(await problem({ locationId: 'sloc_none' })).toBe('location-unknown')
  expect(await problem({ origin: new URL(`${medusa.url}/elsewhere`) })).toBe('address-no-shop')
  expect((await link({ origin: new URL(`${medusa.url}/app/orders`) })).channelShopId).toBe(
    linked.channelShopId,
  )
})

test('lists its products with what may be sold', async () => {
  const { product, sku } = await skuOf('CAKE-Rose')
  expect(product).toMatchObject({ name: 'Cakestand', status: 'active', currency: 'MYR' })
  expect(sku).toMatchObject({ price: 1999, stock: 20, options: [{ name: 'Colour', value: 'Rose' }] })
  expect((await skuOf('CAKE-Blue')).sku.stock).toBeNull()
})

test('an order goes its way, and is never ahead of its last piece', async () => {
  const { sku } = await skuOf('CAKE-Rose')
  const id = await buy(shop, sku.channelSkuId, 2)
  const [order] = (await listOrders('placed')).filter(({ channelOrderId }) => channelOrderId === id)
  expect(order).toMatchObject({
    status: 'pending',
    currency: 'MYR',
    buyer: { name: 'Mei Ling Tan' },
    address: { city: 'Petaling Jaya', country: 'MY' },
    lines: [{ shopSku: sku.shopSku, sellerSku: 'CAKE-Rose', variantLabel: 'Rose', quantity: 2, total: 3998 }],
    paidAt: null,
  })
  expect(order && orderValue(order.payment)).toBe(4728)

  const before = new Date()
  await shop.admin(`POST /admin/payments/${await paymentOf(id)}/capture`, {})
  // Nothing about the order itself has changed.
  const paid = (await listOrders('changed', before)).find(({ channelOrderId }) => channelOrderId === id)
  expect(paid?.channelStatus).toBe('pending/captured/not_fulfilled')
  expect(paid?.paidAt).not.toBeNull()
  expect(paid && order && paid.changedAt > order.changedAt).toBe(true)

  const { items } = await rowOf(id)
  const piece = { items: [{ id: items[0]?.id, quantity: 1 }] }
  const labels = [{ tracking_number: 'MY123', tracking_url: '', label_url: '' }]
  for (const [at, expected] of ['confirmed', 'shipped'].entries()) {
    await shop.admin(`POST /admin/orders/${id}/fulfillments`, piece)
    const parcel = (await rowOf(id)).fulfillments.map((each) => each.id).toSorted()[at]
    await shop.admin(`POST /admin/orders/${id}/fulfillments/${parcel}/shipments`, { ...piece, labels })
    expect((await getOrder(id)).status).toBe(expected)
  }
  for (const parcel of (await rowOf(id)).fulfillments)
    await shop.admin(`POST /admin/orders/${id}/fulfillments/${parcel.id}/mark-as-delivered`, {})
  const end = await getOrder(id)
  expect(end.status).toBe('delivered')
  expect(end.completedAt).not.toBeNull()
  expect(end.packages.map(({ trackingNumber }) => trackingNumber)).toEqual(['MY123', 'MY123'])

  await shop.admin(`POST /admin/payments/${await paymentOf(id)}/refund`, { amount: 5.5 })
  const refunded = (await getOrder(id)).payment
  expect([orderValue(refunded), refunded.refund]).toEqual([4728, 550])
})

test('an order that was canceled after it was paid is worth what it was, and was paid back', async () => {
  const id = await buy(shop, (await skuOf('CAKE-Rose')).sku.channelSkuId, 1)
  await shop.admin(`POST /admin/payments/${await paymentOf(id)}/capture`, {})
  await shop.admin(`POST /admin/orders/${id}/cancel`, {})
  const { status, payment } = await getOrder(id)
  expect([status, orderValue(payment), payment.refund]).toEqual(['canceled', 2729, 2729])
})

test('tells which orders there are no more', async () => {
  const { failures } = await orders!.get(session(), ['order_none'])
  expect(failures).toMatchObject([{ channelId: 'order_none' }])
})

let written = 0

async function draftOf(more: Partial<OrderDraft> = {}): Promise<OrderDraft> {
  const { listing } = await skuOf('CAKE-Rose')
  return {
    reference: `written-${++written}`,
    customer: { name: 'Nur Aisyah', phone: '+60 12-345 6789', email: null },
    address: {
      name: 'Siti Aminah',
      phone: null,
      street: '12, Jalan Telawi',
      city: 'Kuala Lumpur',
      province: null,
      postcode: '59100',
      country: 'MY',
    },
    lines: [{ ...listing, quantity: 1, price: 1250 }],
    paymentMethod: 'bank_transfer',
    isPaid: true,
    note: 'Ring twice',
    currency: 'MYR',
    ...more,
  }
}

const draftsLeft = async () => (await shop.admin<{ count: number }>('GET /admin/draft-orders')).count

test('makes an order that was taken by phone, finds it again, and sends it', async () => {
  const before = new Date()
  const draft = await draftOf()
  const id = await orderCreation!.create(session(), draft)
  expect(await orderCreation!.find(session(), draft, before)).toBe(id)
  const [order] = (await listOrders('placed', before)).filter(({ channelOrderId }) => channelOrderId === id)
  expect(order).toMatchObject({
    status: 'pending',
    channelStatus: 'pending/captured/not_fulfilled',
    paymentMethod: 'bank_transfer',
    buyerMessage: 'Ring twice',
    address: { name: 'Siti Aminah', street: '12, Jalan Telawi', country: 'MY' },
    lines: [{ sellerSku: 'CAKE-Rose', quantity: 1, total: 1250 }],
  })
  expect(order && orderValue(order.payment)).toBe(1250)
  const parcel = { provider: 'J&T Express', trackingNumber: 'MY124', trackingUrl: null }
  await deliveryStatus!.advanceTo(session(), {
    channelOrderId: id,
    step: 'delivered',
    parcels: [parcel],
    warehouseId: null,
    reason: null,
  })
  expect((await getOrder(id)).status).toBe('delivered')
})

test('tells an order made by hand that is paid at the door from one that waits for its money, and gives one away', async () => {
  const customer = { name: 'Nur Aisyah', phone: null, email: 'nur@example.test' }
  const statusOf = async (more: Partial<OrderDraft>) =>
    (await getOrder(await orderCreation!.create(session(), await draftOf({ customer, ...more })))).status
  expect(await statusOf({ paymentMethod: 'cod', isPaid: false })).toBe('pending')
  expect(await statusOf({ isPaid: false })).toBe('unpaid')
  const { listing } = await skuOf('CAKE-Blue')
  expect(await statusOf({ lines: [{ ...listing, quantity: 1, price: 0 }] })).toBe('pending')
})

test('goes on with a draft that was left behind', async () => {
  const since = new Date()
  const draft = await draftOf()
  const { draft_order: left } = await shop.admin<{ draft_order: { id: string } }>(
    'POST /admin/draft-orders',
    {
      region_id: shop.regionId,
      items: [{ variant_id: draft.lines[0]?.channelSkuId, quantity: 1, unit_price: 12.5 }],
      metadata: { seller_console_reference: draft.reference },
    },
  )
  expect(await orderCreation!.find(session(), draft, since)).toBe(left.id)
  expect(await orderCreation!.find(session(), draft, since)).toBe(left.id)
  expect((await getOrder(left.id)).channelStatus).toBe('pending/captured/not_fulfilled')
  expect(await draftsLeft()).toBe(0)
})

test('does not make by hand what it has not enough of, or would sell for less', async () => {
  const { listing } = await skuOf('CAKE-Rose')
  const refused = async (more: Partial<OrderDraft>) =>
    orderCreation!.create(session(), await draftOf(more)).catch((error: ChannelError) => error.message)
  const many = [{ ...listing, quantity: 9999, price: 100 }]
  expect(await refused({ lines: many })).toBe('Some variant does not have the required inventory')
  const { promotion } = await shop.admin<{ promotion: { id: string } }>('POST /admin/promotions', {
    code: 'TEN',
    type: 'standard',
    is_automatic: true,
    status: 'active',
    application_method: {
      type: 'percentage',
      target_type: 'items',
      allocation: 'each',
      value: 10,
      max_quantity: 100,
      currency_code: 'myr',
    },
  })
  expect(await refused({})).toBe('refusal.promotion {"amount":"1.25 MYR","title":"Cakestand"}')
  await shop.admin(`DELETE /admin/promotions/${promotion.id}`)
  expect(await draftsLeft()).toBe(0)
})

test('is told what may be sold, over what is promised, and told so back', async () => {
  const { listing, sku } = await skuOf('CAKE-Rose')
  const blue = (await skuOf('CAKE-Blue')).listing
  await buy(shop, sku.channelSkuId, 3)
  const gone = { ...listing, channelSkuId: 'variant_none' }
  const figures = [listing, blue, gone].map((each) => ({ ...each, quantity: 7 }))
  const results = await stock!.set(session(), figures)
  expect(results.find(({ channelSkuId }) => channelSkuId === sku.channelSkuId)).toEqual({
    ...listing,
    isDone: true,
  })
  expect(results.find(({ channelSkuId }) => channelSkuId === blue.channelSkuId)).toMatchObject({
    isGone: false,
  })
  expect(results.find(({ channelSkuId }) => channelSkuId === 'variant_none')).toMatchObject({ isGone: true })
  expect(await stock!.read(session(), [listing, gone])).toEqual([{ ...listing, quantity: 7 }])
  // Buyers are sold just that.
  await buy(shop, sku.channelSkuId, 7)
  await expect(buy(shop, sku.channelSkuId, 1)).rejects.toThrow(/inventory/i)
})

test('finds products of which anything changed: the product, a variant, its stock, or all of it gone', async () => {
  const { product, listing } = await skuOf('CAKE-Rose')
  const { channelProductId: id } = product
  const isFound = async (change: () => Promise<unknown>) => {
    const before = new Date()
    await change()
    return (await listProducts(before))
      .filter(({ channelProductId }) => channelProductId === id)
      .map(({ status }) => status)
  }
  expect(await isFound(async () => undefined)).toEqual([])
  const price = { prices: [{ currency_code: 'myr', amount: 21.5 }] }
  const variant = `POST /admin/products/${id}/variants/${listing.channelSkuId}`
  expect(await isFound(() => shop.admin(variant, price))).toEqual(['active'])
  expect((await skuOf('CAKE-Rose')).sku.price).toBe(2150)
  expect(await isFound(() => stock!.set(session(), [{ ...listing, quantity: 2 }]))).toEqual(['active'])
  const { reservations } = await shop.admin<{ reservations: { id: string }[] }>(
    'GET /admin/reservations?limit=100',
  )
  for (const reservation of reservations) await shop.admin(`DELETE /admin/reservations/${reservation.id}`)
  const statuses = await isFound(() => shop.admin(`DELETE /admin/products/${id}`))
  expect(new Set(statuses)).toEqual(new Set(['deleted_on_channel']))
  expect((await products!.get(session(), [id])).items).toMatchObject([{ status: 'deleted_on_channel' }])
  expect(await listProducts(null)).toEqual([])
})

test('tells of an order by the subscriber that the documentation gives its owner', async () => {
  const heard: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const pushUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/web-store`
    const period = { by: 'changed' as const, from: new Date(), to: new Date() }
    // A session of its own, as the note is left once in a while for each.
    await orders!.list(session({ pushUrl, http: createHttp() }), period, null)
    const { id } = await makeLamp()
    const order = await buy(shop, id, 1)
    await shop.admin(`POST /admin/payments/${await paymentOf(order)}/capture`, {})
    const tells = (event: string) =>
      until(event, async () => heard.find(({ body }) => body.includes(`"${event}"`)))
    for (const event of ['order.placed', 'payment.captured']) {
      const { headers, body } = await tells(event)
      const request = { app, url: pushUrl, body, headers: headers as Record<string, string> }
      expect(webhooks?.verify(request)).toBe(true)
      expect(webhooks?.read(request)).toMatchObject({ topic: 'order', channelOrderId: order })
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('makes a new product, and then like a later draft with other variants', async () => {
  const sku = (colour: string, price: number): ListingSku => ({
    sellerSku: `CLOTH-${colour}`,
    options: [colour],
    price,
    specialPrice: null,
    quantity: 5,
    image: null,
  })
  const draft: ListingDraft = {
    name: 'Cloth',
    description: 'Cotton',
    channelCategoryId: '',
    brand: null,
    images: [],
    attributes: [],
    package: { weight: null, length: null, width: null, height: null },
    deliveryIds: [],
    isCashOnDelivery: false,
    variantNames: ['Colour'],
    skus: [sku('Red', 1990), sku('Blue', 1990)],
  }
  const { channelProductId: id } = await listings!.publish!(session(), draft)
  const next = { ...draft, name: 'Soft cloth', skus: [sku('Red', 2190), sku('Pink', 1990)] }
  await listings!.update!(session(), id, next, listingParts(draft, next))
  const [product] = (await products!.get(session(), [id])).items
  expect(product).toMatchObject({ name: 'Soft cloth', status: 'active' })
  expect(
    product?.skus.map(({ sellerSku, price, stock: left }) => [sellerSku, price, left]).toSorted(),
  ).toEqual([
    ['CLOTH-Pink', 1990, 5],
    ['CLOTH-Red', 2190, 5],
  ])
})

/** Something to buy again, after all else was deleted. */
async function makeLamp(): Promise<{ id: string }> {
  const { product } = await shop.admin<{ product: { variants: { id: string }[] } }>('POST /admin/products', {
    title: 'Lamp',
    status: 'published',
    shipping_profile_id: shop.shippingProfileId,
    sales_channels: [{ id: shop.salesChannelId }],
    options: [{ title: 'Default option', values: ['Default option value'] }],
    variants: [
      {
        title: 'Default variant',
        manage_inventory: false,
        options: { 'Default option': 'Default option value' },
        prices: [{ currency_code: 'myr', amount: 30 }],
      },
    ],
  })
  return { id: product.variants[0]?.id ?? '' }
}
