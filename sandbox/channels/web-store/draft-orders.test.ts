import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../server.ts'

type Row = Record<string, unknown>
type Key = { platform_url: string; api_key: string }

const shop_id = 'hana-home'
let sandbox: Sandbox
let key: Key
let region_id: string
let variant_id: string

beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
  key = await control<Key>('authorize', { shop_id })
  await control('products', { shop_id, sku: 'LAMP', name: 'Lamp', price: 1999, stock: 5 })
  region_id = (await call<{ regions: { id: string }[] }>('GET', '/regions')).body.regions[0]?.id ?? ''
  const { variants } = (await call<{ variants: { id: string }[] }>('GET', '/product-variants')).body
  variant_id = variants[0]?.id ?? ''
})
afterEach(() => sandbox.close())

async function control<T>(path: string, body: object): Promise<T> {
  const reply = await fetch(`${sandbox.url}/_sandbox/web-store/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as T
}

async function call<T = Row>(method: string, path: string, body?: object) {
  const reply = await fetch(`${key.platform_url}/admin${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${key.api_key}:`).toString('base64')}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as T }
}

const items = (quantity: number, unit_price?: number) => [{ variant_id, quantity, unit_price }]

async function draft(more: object = {}): Promise<string> {
  const input = { region_id, items: items(2, 12.5), ...more }
  const { body } = await call<{ draft_order: { id: string } }>('POST', '/draft-orders', input)
  return body.draft_order.id
}

const convert = (id: string) => call('POST', `/draft-orders/${id}/convert-to-order`, {})
const listed = async (what: 'orders' | 'draft_orders') =>
  (await call<Record<string, { id: string }[]>>('GET', `/${what.replace('_', '-')}`)).body[what]?.map(
    ({ id }) => id,
  )
const left = async () =>
  (
    await call<{ variants: { inventory_items: { inventory: { location_levels: Row[] } }[] }[] }>(
      'GET',
      '/product-variants?fields=*inventory_items.inventory.location_levels',
    )
  ).body.variants[0]?.inventory_items[0]?.inventory.location_levels[0]

it('a draft becomes the order, and only then is the stock put by', async () => {
  const id = await draft({
    email: 'aisyah@example.test',
    billing_address: { first_name: 'Nur' },
    metadata: { mark: 1 },
  })
  expect([await listed('draft_orders'), await listed('orders')]).toEqual([[id], []])
  expect(await left()).toMatchObject({ available_quantity: 5, reserved_quantity: 0 })
  expect((await call('GET', `/orders/${id}?fields=id,is_draft_order,total`)).body).toMatchObject({
    order: { is_draft_order: true, status: 'draft', total: 25, payment_status: 'not_paid' },
  })
  expect((await convert(id)).status).toBe(200)
  expect([await listed('draft_orders'), await listed('orders')]).toEqual([[], [id]])
  expect(await left()).toMatchObject({ available_quantity: 3, reserved_quantity: 2 })
  expect(await convert(id)).toMatchObject({
    status: 400,
    body: { type: 'invalid_data', message: `Order ${id} is not a draft order` },
  })
  expect((await call('DELETE', `/draft-orders/${id}`)).status).toBe(500)
  const { body } = await call(
    'GET',
    `/orders/${id}?fields=email,metadata,shipping_address,billing_address.first_name`,
  )
  expect(body).toMatchObject({
    order: { email: 'aisyah@example.test', metadata: { mark: 1 }, billing_address: { first_name: 'Nur' } },
  })
})

it('refuses what the server refuses, in its words', async () => {
  const refused = async (more: object) => {
    const { status, body } = await call('POST', '/draft-orders', { region_id, items: items(1, 1), ...more })
    return [status, body['code'] ?? body['type'], body['message']]
  }
  expect(await refused({ region_id: 'reg_x' })).toMatchObject([
    400,
    'invalid_data',
    'Method calculatePrices requires currency_code in the pricing context',
  ])
  expect(await refused({ sales_channel_id: 'sc_x' })).toMatchObject([
    404,
    'not_found',
    'SalesChannel with id: sc_x was not found',
  ])
  expect(await refused({ email: 'aisyah' })).toMatchObject([400, 'invalid_data', 'The email is not valid'])
  expect(await refused({ items: items(6) })).toMatchObject([
    400,
    'insufficient_inventory',
    'Some variant does not have the required inventory',
  ])
  expect(await refused({ items: [{ variant_id: 'variant_x', quantity: 1 }] })).toMatchObject([
    400,
    'invalid_data',
    'Variants variant_x do not exist or belong to a product that is not published',
  ])
  expect((await refused({ nonsense: 1 })).slice(0, 2)).toEqual([400, 'invalid_data'])
  expect(await listed('draft_orders')).toEqual([])
})

it('does not convert what was sold out meanwhile, and forgets a draft that was deleted', async () => {
  const [first, second] = [await draft({ items: items(4) }), await draft({ items: items(4) })]
  await convert(first)
  const refused = await convert(second)
  expect(refused).toMatchObject({ status: 400, body: { type: 'not_allowed' } })
  expect(await call('DELETE', `/draft-orders/${second}`)).toMatchObject({
    status: 200,
    body: { deleted: true },
  })
  expect((await call('GET', `/orders/${second}`)).status).toBe(404)
  expect((await convert(second)).status).toBe(404)
})

it('a payment is asked for and marked as paid once', async () => {
  const id = await draft()
  await convert(id)
  const asked = await call<{ payment_collection: { id: string } }>('POST', '/payment-collections', {
    order_id: id,
    amount: 25,
  })
  const paid = () =>
    call('POST', `/payment-collections/${asked.body.payment_collection.id}/mark-as-paid`, { order_id: id })
  expect((await paid()).body).toMatchObject({
    payment_collection: { status: 'completed', captured_amount: 25 },
  })
  expect(await paid()).toMatchObject({ status: 400, body: { type: 'not_allowed' } })
  expect((await call('GET', `/orders/${id}`)).body).toMatchObject({ order: { payment_status: 'captured' } })
  const free = await draft({ items: items(1, 0) })
  await call('POST', '/payment-collections', { order_id: free, amount: 0 })
  expect((await call('GET', `/orders/${free}`)).body).toMatchObject({ order: { payment_status: 'captured' } })
})

it('a promotion of the store takes its share off', async () => {
  await control('promotion', { shop_id, percent: 10 })
  const { body } = await call('GET', `/orders/${await draft()}?fields=total,items.discount_total`)
  expect(body).toMatchObject({ order: { total: 22.5, items: [{ discount_total: 2.5 }] } })
})
