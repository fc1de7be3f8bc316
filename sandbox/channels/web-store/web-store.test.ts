import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startReceiver } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

type Row = Record<string, unknown>
type Key = { platform_url: string; api_key: string }

const shop_id = 'hana-home'
let sandbox: Sandbox
let key: Key
beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
  key = await control<Key>('authorize', { shop_id })
})
afterEach(() => sandbox.close())

async function control<T>(path: string, body: object): Promise<T> {
  const reply = await fetch(`${sandbox.url}/_sandbox/web-store/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return (await reply.json()) as T
}

async function call(path: string, body?: object, name = key.api_key) {
  const reply = await fetch(`${key.platform_url}/admin${path}`, {
    headers: { authorization: `Basic ${Buffer.from(`${name}:`).toString('base64')}` },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return { status: reply.status, text, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Row }
}

const make = (ref: string, quantity = 2) =>
  control<Row & { id: string }>('orders', {
    shop_id,
    order: { ref, lines: [['LAMP', 'Lamp', quantity, 10]] },
  })
const advance = (id: string, action: string) => control<Row>(`orders/${id}/advance`, { action })

it('takes a key as the name of its user, and no other', async () => {
  expect((await call('/stores')).body).toMatchObject({ stores: [{ name: 'Hana Home' }], count: 1 })
  expect(await call('/stores', undefined, `${key.api_key}0`)).toMatchObject({
    status: 401,
    body: { message: 'Unauthorized' },
  })
  const next = await control<Key>('authorize', { shop_id, revoke: true })
  expect((await call('/stores')).status).toBe(401)
  expect((await call('/stores', undefined, next.api_key)).status).toBe(200)
})

it('answers unknown paths in HTML and unknown rows in JSON', async () => {
  expect(await call('/nothing')).toMatchObject({
    status: 404,
    text: expect.stringContaining('Cannot GET') as string,
  })
  expect((await call('/orders/order_x')).body).toEqual({
    type: 'not_found',
    message: 'Order id not found: order_x',
  })
  expect((await call('/orders?id[]=order_x')).body).toMatchObject({ orders: [], count: 0 })
  expect((await call('/inventory-items?foo=1')).status).toBe(400)
})

it('gives what was asked for, and no more', async () => {
  const { id } = await make('a')
  const rowOf = async (fields: string) =>
    ((await call(`/orders?fields=${fields}`)).body['orders'] as Row[])[0] ?? {}
  expect(Object.keys(await rowOf('id,email')).toSorted()).toEqual([
    'email',
    'fulfillment_status',
    'id',
    'items',
    'payment_status',
    'status',
    'version',
  ])
  await advance(id, 'capture')
  const [collection] = (await rowOf('id,*payment_collections'))['payment_collections'] as Row[]
  expect([typeof collection?.['refunded_amount'], collection?.['payments']]).toEqual(['number', undefined])
  const paid = await rowOf('payment_collections.payments.captured_at')
  expect(paid['payment_collections']).toEqual([
    {
      id: expect.any(String) as string,
      payments: [{ id: expect.any(String) as string, captured_at: expect.any(String) as string }],
    },
  ])
})

it('moves the time of the order with its goods, and of the payment with its money', async () => {
  const { id, updated_at: made } = await make('a')
  sandbox.clock.shift(60)
  const since = new Date(sandbox.clock.nowMs()).toISOString()
  const changed = async (path: string) => (await call(`${path}?updated_at[$gte]=${since}`)).body['count']
  expect((await advance(id, 'capture'))['updated_at']).toBe(made)
  expect([await changed('/orders'), await changed('/payments')]).toEqual([0, 1])
  await advance(id, 'fulfil')
  expect(await changed('/orders')).toBe(1)
})

it('reserves what was bought until it is packed, and sells what is left', async () => {
  await control('products', { shop_id, sku: 'LAMP', name: 'Lamp', price: 1000, stock: 10 })
  const levelOf = async () => {
    const { body } = await call('/inventory-items?fields=*location_levels')
    return (body['inventory_items'] as { location_levels: Row[] }[])[0]?.location_levels[0]
  }
  const { id } = await make('a', 3)
  expect(await levelOf()).toMatchObject({ stocked_quantity: 10, reserved_quantity: 3, available_quantity: 7 })
  const { inventory_item_id, location_id } = (await levelOf()) ?? {}
  const write = (item: unknown, stocked: number) =>
    call('/inventory-items/location-levels/batch', {
      update: [{ inventory_item_id: item, location_id, stocked_quantity: stocked }],
    })
  expect((await write(inventory_item_id, 8)).body).toMatchObject({
    updated: [{ stocked_quantity: 8, reserved_quantity: 3, available_quantity: 5 }],
  })
  expect(await write('iitem_x', 8)).toMatchObject({ status: 404, body: { type: 'not_found' } })
  await advance(id, 'fulfil')
  expect(await levelOf()).toMatchObject({ stocked_quantity: 5, reserved_quantity: 0 })
  const { id: second } = await make('b', 2)
  await advance(second, 'cancel')
  expect(await levelOf()).toMatchObject({ stocked_quantity: 5, reserved_quantity: 0 })
})

it('does not cancel what has left, and counts parcels as the server does', async () => {
  const { id } = await make('a')
  await advance(id, 'capture')
  await advance(id, 'fulfil_part')
  await advance(id, 'ship')
  expect(await advance(id, 'cancel')).toHaveProperty('error')
  expect(await advance(id, 'fulfil')).toMatchObject({ fulfillment_status: 'partially_shipped' })
  await advance(id, 'ship')
  await advance(id, 'deliver')
  expect(await advance(id, 'complete')).toMatchObject({
    status: 'completed',
    fulfillment_status: 'delivered',
  })
  const value = ((await advance(id, 'archive')) as { total: number }).total
  const back = (await advance(id, 'return')) as { total: number; payment_collections: Row[] }
  expect(back.total).toBeLessThan(value)
  expect(back.payment_collections[0]?.['refunded_amount']).toBeCloseTo(value - back.total)
})

it('tells the subscriber where the store says, signed, and nobody before', async () => {
  const { url, received } = await startReceiver()
  await make('a')
  const store = ((await call('/stores')).body['stores'] as { id: string }[])[0]
  await call(`/stores/${store?.id}`, { metadata: { seller_console: { shop: 'us', url, secret: 'shh' } } })
  const { id } = await make('b')
  await control('push', {})
  expect(received).toHaveLength(2)
  const placed = received.find(({ body }) => body.includes('order.placed'))
  expect(JSON.parse(placed?.body ?? '')).toEqual({ shop: 'us', event: 'order.placed', data: { id } })
  const signature = createHmac('sha256', 'shh')
    .update(placed?.body ?? '')
    .digest('hex')
  expect(placed?.headers['x-seller-console-signature']).toBe(signature)
})

it('has orders, goods and pictures in its demo', async () => {
  const demo = await startSandbox()
  try {
    const lines = async (what: string) =>
      (await (await fetch(`${demo.url}/_sandbox/oracle/web-store/${what}?shop_id=${shop_id}`)).text()).split(
        '\n',
      )
    expect((await lines('orders')).length).toBeGreaterThan(50)
    const [first = ''] = await lines('products')
    const { product_id: id } = JSON.parse(first) as { product_id: string }
    const picture = await fetch(`${demo.url}/img/${id}.jpg`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  } finally {
    await demo.close()
  }
})
