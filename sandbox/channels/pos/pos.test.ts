import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryPath } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

type Row = Record<string, unknown>
type Keys = { platform_url: string; api_key: string; api_secret: string; location_id?: string }
type Share = { location_id: number; available: number; price: string; is_sold: boolean }
type Product = { id: number; status: string; stock_quantity: number; pos_locations?: Share[] }

const [bangsar, georgetown] = ['aoi-counter/1', 'aoi-counter/2'] as const
let sandbox: Sandbox
let keys: Keys
beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
  keys = (await control('authorize', { shop_id: bangsar })) as Keys
})
afterEach(() => sandbox.close())

async function control(path: string, body: object, { url } = sandbox): Promise<unknown> {
  const reply = await fetch(`${url}/_sandbox/pos/${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(await reply.text())
  return reply.json()
}

async function call<T>(path: string, body?: object, base = keys.platform_url): Promise<T> {
  const reply = await fetch(`${base}/wp-json/wc/v3${path}`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${keys.api_key}:${keys.api_secret}`).toString('base64')}`,
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await reply.json()) as T
}

async function oracle(what: string, outlet: string, { url } = sandbox): Promise<Row[]> {
  const reply = await fetch(`${url}/_sandbox/oracle/pos/${what}?shop_id=${outlet}`)
  const lines = (await reply.text()).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Row)
}

const put = (outlet: string, change: object = {}) =>
  control('products', { shop_id: outlet, sku: 'LAMP', name: 'Lamp', price: 1500, stock: 9, ...change })

it('has places where it knows of them, and says that there is no such call where it does not', async () => {
  expect(await call('/pos/locations')).toEqual([
    { id: 1, name: 'Bangsar', address: '12, Jalan Telawi, 59100 Kuala Lumpur', is_default: true },
    { id: 2, name: 'Georgetown', address: '88, Lebuh Armenian, 10200 Pulau Pinang', is_default: false },
  ])
  keys = (await control('authorize', { shop_id: 'merlion-counter' })) as Keys
  expect(keys.location_id).toBeUndefined()
  expect(await call('/pos/locations')).toMatchObject({ code: 'rest_no_route' })
})

it('tells the sales of both places and the orders of the web store in one list', async () => {
  for (const shop_id of [bangsar, georgetown]) await control('orders', { shop_id })
  await control('orders', { shop_id: bangsar, via: 'checkout' })
  const rows = await call<Row[]>('/orders?orderby=id&order=asc')
  const kept = rows.map(({ created_via, status, shipping_total }) => [created_via, status, shipping_total])
  expect(kept).toEqual([
    ['pos-rest-api', 'completed', '0.00'],
    ['pos-rest-api', 'completed', '0.00'],
    ['checkout', 'completed', '0.00'],
  ])
  const placeOf = ({ meta_data: meta }: Row) => (meta as { key: string; value: string }[])[0]?.value
  expect(rows.map(placeOf)).toEqual(['1', '2', undefined])
  expect(await oracle('orders', bangsar)).toHaveLength(1)
  expect(await oracle('orders', georgetown)).toHaveLength(1)
})

it('keeps stock and price by place, and changes the one that it is told to', async () => {
  await put(bangsar)
  await put(georgetown, { price: 1700, stock: 4 })
  const [lamp] = await call<Product[]>('/products')
  expect(lamp).toMatchObject({ sku: '', stock_quantity: 13 })
  const path = lamp?.pos_locations ? '/products/batch' : `/products/${lamp?.id}/variations/batch`
  const [row] = lamp?.pos_locations ? [lamp] : await call<Product[]>(`/products/${lamp?.id}/variations`)
  const input = { id: row?.id, pos_locations: [{ location_id: 2, available: 1 }] }
  const { update } = await call<{ update: Product[] }>(path, { update: [{ ...input, stock_quantity: 77 }] })
  expect(update[0]?.pos_locations).toMatchObject([
    { location_id: 1, available: 9, price: '15.00', is_sold: true },
    { location_id: 2, available: 1, price: '17.00', is_sold: true },
  ])
  expect(await oracle('products', georgetown)).toMatchObject([{ stock: 1 }])
  expect(await oracle('products', bangsar)).toMatchObject([{ stock: 9 }])
})

it('takes a product off one shelf, and deletes it from all', async () => {
  for (const outlet of [bangsar, georgetown]) await put(outlet)
  await put(georgetown, { is_listed: false })
  expect(await call<Product[]>('/products')).toMatchObject([{ status: 'publish' }])
  await put(bangsar, { delete: true })
  expect(await call('/products')).toEqual([])
  expect(await oracle('products', georgetown)).toMatchObject([{ status: 'deleted' }])
})

it('a till that starts again knows its sales, parked tickets and shelves', async () => {
  const stateFile = temporaryPath()
  const first = await startSandbox({ stateFile })
  const parked = { ref: 'p', lines: [['LAMP', 'Lamp', 1, 1]], status: 'pending' }
  await control('products', { shop_id: bangsar, sku: 'LAMP', name: 'Lamp', price: 1500, stock: 9 }, first)
  for (const body of [{ order: parked }, { via: 'checkout' }, {}])
    await control('orders', { shop_id: bangsar, ...body }, first)
  const [orders, products] = [
    await oracle('orders', bangsar, first),
    await oracle('products', bangsar, first),
  ]
  expect(orders.length).toBeGreaterThan(100)
  await first.close()
  const second = await startSandbox({ stateFile })
  expect(await oracle('orders', bangsar, second)).toEqual(orders)
  const bySku = (a: Row, b: Row) => (String(a.seller_sku) < String(b.seller_sku) ? -1 : 1)
  expect((await oracle('products', bangsar, second)).toSorted(bySku)).toEqual(products.toSorted(bySku))
  await second.close()
})
