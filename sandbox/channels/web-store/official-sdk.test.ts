/** A shop's day in a web store of the second generation, worked with the official SDK alone. */
import { createHmac } from 'node:crypto'
import Medusa, { FetchError } from '@medusajs/js-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startReceiver } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

type Key = { platform_url: string; api_key: string }
type Store = { shop_id: string; platform_url: string; email: string; password: string }

type Claim = { quantity: number; line_item_id?: string | null }

const shop_id = 'hana-home'
const idOf = ({ id }: { id: string }) => id
let sandbox: Sandbox
let key: Key
let shop: Medusa
let admin: Medusa['admin']
beforeAll(async () => {
  sandbox = await startSandbox({ load: 'none' })
  key = await control<Key>('authorize', { shop_id })
  shop = new Medusa({ baseUrl: key.platform_url, apiKey: key.api_key })
  admin = shop.admin
})
afterAll(() => sandbox.close())

async function control<T>(path: string, body: object): Promise<T> {
  const url = `${sandbox.url}/_sandbox/web-store/${path}`
  return (await (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json()) as T
}

/** Status and words of a call that is refused. */
async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error !== undefined && !(error instanceof FetchError)) throw error
  return error && [error.status, error.message]
}

let made = 0
/** A product with one variant of which five lie in the store's one place. */
async function makeProduct(stocked_quantity = 5) {
  const sku = `POT-${++made}`
  const { product } = await admin.product.create({
    title: `Pot ${made}`,
    status: 'published',
    options: [{ title: 'Size', values: ['Small'] }],
    variants: [
      { title: 'Small', sku, options: { Size: 'Small' }, prices: [{ currency_code: 'myr', amount: 10 }] },
    ],
  })
  const variant = product.variants?.[0]
  const { inventory_items: items } = await admin.inventoryItem.list({ sku })
  const { stock_locations: places } = await admin.stockLocation.list()
  const [item, place] = [items[0]?.id ?? '', places[0]?.id ?? '']
  await admin.inventoryItem.batchInventoryItemLocationLevels(item, {
    create: [{ location_id: place, stocked_quantity }],
  })
  return { product, variant: variant?.id ?? '', sku, item, place }
}

const levelOf = async (item: string) => (await admin.inventoryItem.listLevels(item)).inventory_levels[0]

async function makeOrder(variant_id: string, quantity = 2) {
  const { regions } = await admin.region.list()
  const { draft_order: draft } = await admin.draftOrder.create({
    region_id: regions[0]?.id ?? '',
    email: 'mei@example.test',
    items: [{ variant_id, quantity }],
  } as Parameters<typeof admin.draftOrder.create>[0])
  const { order } = await admin.draftOrder.convertToOrder(draft.id)
  const { payment_collection: payment } = await admin.paymentCollection.create({
    order_id: order.id,
    amount: order.total,
  })
  await admin.paymentCollection.markAsPaid(payment.id, { order_id: order.id })
  return (await admin.order.retrieve(order.id)).order
}

it('lets the owner in with a password, a program with its key, and nobody else', async () => {
  const state = (await (await fetch(`${sandbox.url}/_sandbox`)).json()) as Record<string, { stores: Store[] }>
  const { email = '', password = '' } =
    state['web-store']?.stores.find((one) => one.shop_id === shop_id) ?? {}
  const owner = new Medusa({
    baseUrl: key.platform_url,
    auth: { type: 'jwt', jwtTokenStorageMethod: 'memory' },
  })
  expect(await refusal(owner.admin.user.me())).toEqual([401, 'Unauthorized'])
  expect(await refusal(owner.auth.login('user', 'emailpass', { email, password: 'guess' }))).toEqual([
    401,
    'Invalid email or password',
  ])
  expect(await refusal(owner.auth.login('user', 'emailpass', { email }))).toEqual([
    401,
    'Password should be a string',
  ])
  expect(typeof (await owner.auth.login('user', 'emailpass', { email, password }))).toBe('string')
  const { user } = await owner.admin.user.me()
  expect(user.email).toBe(email)
  expect((await owner.admin.user.retrieve(user.id)).user).toEqual(user)
  await owner.auth.refresh()
  expect((await owner.admin.store.list()).stores).toMatchObject([{ name: 'Hana Home' }])
  await owner.auth.logout()
  expect(await refusal(owner.admin.user.me())).toEqual([401, 'Unauthorized'])

  expect((await admin.store.list()).stores).toHaveLength(1)
  // A program is no user.
  expect((await refusal(admin.user.me()))?.[0]).toBe(404)
  const stranger = new Medusa({ baseUrl: key.platform_url, apiKey: 'sk_0' })
  expect(await refusal(stranger.admin.store.list())).toEqual([401, 'Unauthorized'])
})

it('makes, reads, changes and removes products and their variants', async () => {
  const { product } = await admin.product.create({
    title: 'Cup',
    subtitle: 'For tea',
    options: [{ title: 'Colour', values: ['Rose', 'Blue'] }],
  })
  expect(product).toMatchObject({ status: 'draft', handle: 'cup', subtitle: 'For tea', variants: [] })
  const variant = (colour: string) => ({
    title: colour,
    sku: `CUP-${colour}`,
    options: { Colour: colour },
    prices: [{ currency_code: 'myr', amount: 12.5 }],
  })
  await admin.product.createVariant(product.id, variant('Rose'))
  const { product: both } = await admin.product.createVariant(product.id, {
    ...variant('Blue'),
    manage_inventory: false,
  })
  const [rose, blue] = both.variants ?? []
  expect(rose).toMatchObject({ sku: 'CUP-Rose', manage_inventory: true, prices: [{ amount: 12.5 }] })
  expect(blue).toMatchObject({ sku: 'CUP-Blue', manage_inventory: false })
  expect(both.options).toMatchObject([{ title: 'Colour', values: [{ value: 'Rose' }, { value: 'Blue' }] }])

  await admin.product.updateVariant(product.id, rose?.id ?? '', {
    sku: 'CUP-R',
    prices: [{ currency_code: 'myr', amount: 13 }],
  })
  expect((await admin.product.retrieveVariant(product.id, rose?.id ?? '')).variant).toMatchObject({
    sku: 'CUP-R',
    title: 'Rose',
    prices: [{ amount: 13 }],
  })
  expect((await admin.product.listVariants(product.id, { sku: 'CUP-R' })).variants).toHaveLength(1)
  expect((await admin.productVariant.list({ sku: ['CUP-R', 'CUP-Blue'] })).count).toBe(2)

  const { product: changed } = await admin.product.update(product.id, {
    title: 'Teacup',
    status: 'published',
    metadata: { place: 'A1' },
    images: [{ url: 'https://example.test/cup.png' }],
  })
  expect(changed).toMatchObject({
    title: 'Teacup',
    status: 'published',
    subtitle: 'For tea',
    metadata: { place: 'A1' },
    images: [{ url: 'https://example.test/cup.png' }],
  })
  const option = changed.options?.[0]?.id ?? ''
  const { product: wider } = await admin.product.linkOptions(product.id, {
    update: [{ product_option_id: option, add: [{ value: 'Pink' }] }],
  } as Parameters<typeof admin.product.linkOptions>[1])
  expect(wider.options).toMatchObject([{ values: [{ value: 'Rose' }, { value: 'Blue' }, { value: 'Pink' }] }])
  expect(
    await refusal(admin.product.createVariant(product.id, { ...variant('Rose'), sku: 'CUP-2' })),
  ).toEqual([400, 'Variant (Rose) with provided options already exists.'])
  const found = await admin.product.list({ q: 'teacup', fields: 'id,title', status: ['published'] })
  expect(found.products).toEqual([{ id: product.id, title: 'Teacup' }])
  expect(
    (await admin.product.list({ id: [product.id], fields: '-variants' })).products[0],
  ).not.toHaveProperty('variants')

  await admin.product.deleteVariant(product.id, blue?.id ?? '')
  expect((await admin.product.retrieve(product.id)).product.variants?.map(idOf)).toEqual([rose?.id])
  expect(await admin.product.delete(product.id)).toEqual({ id: product.id, object: 'product', deleted: true })
  expect(await refusal(admin.product.retrieve(product.id))).toEqual([404, 'Product not found'])
})

it('counts the stock and lets merchants put pieces by', async () => {
  const { item, place, variant, sku } = await makeProduct()
  expect(await levelOf(item)).toMatchObject({ location_id: place, stocked_quantity: 5, reserved_quantity: 0 })
  const { inventory_item: written } = await admin.inventoryItem.updateLevel(item, place, {
    stocked_quantity: 8,
  })
  expect(written).toMatchObject({ sku, stocked_quantity: 8, location_levels: [{ available_quantity: 8 }] })
  expect((await admin.inventoryItem.update(item, { description: 'Clay' })).inventory_item).toMatchObject({
    description: 'Clay',
    sku,
  })
  expect((await admin.inventoryItem.retrieve(item)).inventory_item).toMatchObject({ description: 'Clay' })

  const reserve = (quantity: number) =>
    admin.reservation.create({ inventory_item_id: item, location_id: place, quantity })
  const { reservation } = await reserve(3)
  expect(await levelOf(item)).toMatchObject({
    stocked_quantity: 8,
    reserved_quantity: 3,
    available_quantity: 5,
  })
  expect(await refusal(reserve(6))).toEqual([
    400,
    `Not enough stock available for item ${item} at location ${place}`,
  ])
  const order = await makeOrder(variant, 2)
  const claims = await admin.reservation.list({ inventory_item_id: item })
  expect(claims.reservations.map((one: Claim) => [one.quantity, one.line_item_id])).toEqual(
    expect.arrayContaining([
      [2, order.items[0]?.id],
      [3, null],
    ]),
  )
  await admin.reservation.update(reservation.id, { quantity: 1, description: 'For the fair' })
  expect((await admin.reservation.retrieve(reservation.id)).reservation).toMatchObject({
    quantity: 1,
    description: 'For the fair',
    inventory_item: { sku },
  })
  expect((await refusal(admin.inventoryItem.deleteLevel(item, place)))?.[0]).toBe(400)
  await admin.reservation.delete(reservation.id)
  expect(await levelOf(item)).toMatchObject({ stocked_quantity: 8, reserved_quantity: 2 })
  await admin.order.cancel(order.id)
  await admin.inventoryItem.updateLevel(item, place, { stocked_quantity: 0 })
  await admin.inventoryItem.deleteLevel(item, place)
  expect(await levelOf(item)).toBeUndefined()
})

it('sends orders, ends them and takes goods back', async () => {
  const { variant, item } = await makeProduct()
  const order = await makeOrder(variant)
  const [line] = order.items
  expect(order).toMatchObject({ status: 'pending', payment_status: 'captured', total: 20 })
  const pieces = [{ id: line?.id ?? '', quantity: 2 }]
  const packed = await admin.order.createFulfillment(order.id, { items: pieces })
  const { fulfillments } = (await admin.order.retrieve(packed.order.id)).order
  const parcel = fulfillments?.[0]?.id ?? ''
  await admin.order.createShipment(order.id, parcel, {
    items: pieces,
    labels: [{ tracking_number: 'MY1', tracking_url: '', label_url: '' }],
  })
  await admin.order.markAsDelivered(order.id, parcel)
  expect((await refusal(admin.order.archive(order.id)))?.[0]).toBe(400)
  expect((await admin.order.complete(order.id, {})).order).toMatchObject({ status: 'completed' })
  expect(await refusal(admin.order.cancel(order.id))).toEqual([
    400,
    'Cannot cancel a completed order. Please use the return process to handle refunds or exchanges.',
  ])

  const { return: asked } = await admin.return.initiateRequest({ order_id: order.id })
  expect(await refusal(admin.return.confirmRequest(asked.id, {}))).toEqual([
    400,
    'Order return request should have at least 1 item',
  ])
  expect(await refusal(admin.return.initiateRequest({ order_id: order.id }))).toEqual([
    400,
    `Order (${order.id}) already has an existing active order change`,
  ])
  const one = [{ id: line?.id ?? '', quantity: 1 }]
  await admin.return.addReturnItem(asked.id, { items: one })
  expect((await admin.return.confirmRequest(asked.id, {})).return).toMatchObject({
    status: 'requested',
    items: [{ item_id: line?.id, quantity: 1 }],
  })
  await admin.return.initiateReceive(asked.id, {})
  await admin.return.receiveItems(asked.id, { items: one })
  expect((await admin.return.confirmReceive(asked.id, {})).return).toMatchObject({ status: 'received' })
  expect((await admin.return.list({ order_id: order.id })).returns).toMatchObject([{ id: asked.id }])
  expect((await admin.return.retrieve(asked.id)).return).toMatchObject({ items: [{ received_quantity: 1 }] })
  expect(await levelOf(item)).toMatchObject({ stocked_quantity: 4 })
  const paid = await admin.order.retrieve(order.id, { fields: 'id,*payment_collections.payments' })
  const payment = paid.order.payment_collections?.[0]?.payments?.[0]?.id ?? ''
  expect((await admin.payment.retrieve(payment)).payment).toMatchObject({ amount: 20 })
  expect(await refusal(admin.payment.refund(payment, { amount: 30 }))).toEqual([
    400,
    'You are not allowed to refund more than the captured amount',
  ])
  await admin.payment.refund(payment, { amount: 10 })
  expect((await admin.order.archive(order.id)).order).toMatchObject({
    status: 'archived',
    payment_status: 'partially_refunded',
    total: 10,
  })

  const second = await makeOrder(variant, 1)
  expect((await admin.order.cancel(second.id)).order).toMatchObject({ status: 'canceled' })
  expect(await refusal(admin.order.complete(second.id, {}))).toEqual([
    400,
    `Orders ${second.id} are canceled and cannot be completed`,
  ])
  const listed = await admin.order.list({ status: ['canceled'], order: '-created_at', limit: 5 })
  expect(listed).toMatchObject({ limit: 5, offset: 0 })
  expect(listed.orders.map(idOf)).toContain(second.id)
  expect(listed.orders.every(({ status }: { status: string }) => status === 'canceled')).toBe(true)
})

it('keeps customers and sales channels', async () => {
  const { customer } = await admin.customer.create({ email: 'nur@example.test', first_name: 'Nur' })
  expect((await admin.customer.update(customer.id, { last_name: 'Aisyah' })).customer).toMatchObject({
    first_name: 'Nur',
    last_name: 'Aisyah',
    has_account: false,
  })
  expect((await admin.customer.list({ q: 'aisyah' })).customers).toMatchObject([{ id: customer.id }])
  expect(await refusal(admin.customer.create({ email: 'nur@example.test' }))).toEqual([
    400,
    'Customer with email: nur@example.test, has_account: false, already exists.',
  ])
  await admin.customer.delete(customer.id)
  expect((await refusal(admin.customer.retrieve(customer.id)))?.[0]).toBe(404)
  const { variant } = await makeProduct()
  const { id } = await makeOrder(variant)
  const { order } = await admin.order.retrieve(id, { fields: 'id,customer_id' })
  expect((await admin.customer.retrieve(order.customer_id ?? '')).customer.email).toBe('mei@example.test')

  const { sales_channel: fair } = await admin.salesChannel.create({ name: 'Fair' })
  expect((await admin.salesChannel.update(fair.id, { is_disabled: true })).sales_channel).toMatchObject({
    name: 'Fair',
    is_disabled: true,
  })
  const { sales_channels: all } = await admin.salesChannel.list()
  expect(all.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Fair', 'Web'])
  expect((await admin.salesChannel.delete(fair.id)).deleted).toBe(true)
  const [web] = all.filter(({ name }: { name: string }) => name === 'Web')
  expect(await refusal(admin.salesChannel.delete(web?.id ?? ''))).toEqual([
    400,
    `Cannot delete default sales channels: ${web?.id}`,
  ])
})

it('tells the subscriber of what the SDK sells, signed', async () => {
  const { url, received } = await startReceiver()
  const { stores } = await admin.store.list()
  await admin.store.update(stores[0]?.id ?? '', {
    metadata: { seller_console: { shop: 'us', url, secret: 'shh' } },
  })
  const { variant } = await makeProduct()
  const order = await makeOrder(variant)
  await control('push', {})
  const placed = received.find(({ body }) => body.includes('"order.placed"'))
  expect(JSON.parse(placed?.body ?? '')).toEqual({
    shop: 'us',
    event: 'order.placed',
    data: { id: order.id },
  })
  for (const { headers, body } of received)
    expect(headers['x-seller-console-signature']).toBe(createHmac('sha256', 'shh').update(body).digest('hex'))
})

it('refuses bad input in the words of the server', async () => {
  // The types of the SDK would not let these through.
  const raw = (path: string, init: object) => shop.client.fetch(`/admin${path}`, init)
  const post = (path: string, body: object) => raw(path, { method: 'POST', body })
  const { product, variant, item, place } = await makeProduct()
  const calls = [
    [
      () => raw('/customers', { query: { shoe_size: 44 } }),
      "Invalid request: Unrecognized fields: 'shoe_size'",
    ],
    [() => post('/products', { subtitle: 'For tea' }), "Invalid request: Field 'title' is required"],
    [
      () => post('/products', { title: 5 }),
      "Invalid request: Expected type: 'string' for field 'title', got: '5'",
    ],
    [
      () => post(`/products/${product.id}`, { status: 'sold' }),
      "Invalid request: Expected: 'draft, proposed, published, rejected' for field 'status', but got: 'sold'",
    ],
    [
      () => post(`/products/${product.id}`, { colour: 'Rose' }),
      "Invalid request: Unrecognized fields: 'colour'",
    ],
    [
      () => post(`/inventory-items/${item}/location-levels/${place}`, { stocked_quantity: -1 }),
      "Invalid request: Value for field 'stocked_quantity' too small, expected at least: '0'",
    ],
    [
      () =>
        admin.product.create({
          title: 'Pot',
          handle: product.handle,
          options: [{ title: 'Size', values: ['S'] }],
        }),
      `Product with handle: ${product.handle}, already exists.`,
    ],
  ] as const
  for (const [call, words] of calls) expect(await refusal(call())).toEqual([400, words])
  // Orders and products pass over filters that they do not know.
  await raw('/orders', { query: { shoe_size: 44 } })
  expect((await admin.product.retrieveVariant(product.id, 'variant_x')).variant).toBeUndefined()
  expect((await admin.product.retrieveVariant(product.id, variant)).variant.id).toBe(variant)
  expect(await refusal(admin.order.retrieve('order_x'))).toEqual([404, 'Order id not found: order_x'])
})
