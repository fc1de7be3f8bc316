import { afterEach, beforeEach, expect, it } from 'vitest'
import { startReceiver } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

type Row = Record<string, unknown> & { id: number; variations: number[] }
type Keys = { platform_url: string; api_key: string; api_secret: string }

// GEN-2 is a simple product, GEN-4 one with a variation, as their codes have it.
const simple = 'GEN-2'
const varied = 'GEN-4'
const shop_id = 'aoi-gifts'

let sandbox: Sandbox
let keys: Keys
let ids: Record<string, { product: number; variation: number }>
beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
  keys = (await control('authorize', { shop_id })) as Keys
  ids = {}
  for (const sku of [simple, varied]) {
    const made = (await control('products', {
      shop_id,
      sku,
      name: `Thing ${sku}`,
      price: 1_250,
      stock: 9,
    })) as Row
    ids[sku] = { product: Number(made['product_id']), variation: Number(made['sku_id']) }
  }
  sandbox.clock.shift(100)
})
afterEach(() => sandbox.close())

async function control(path: string, body: object): Promise<unknown> {
  const reply = await fetch(`${sandbox.url}/_sandbox/website/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return reply.json()
}

const call = (path: string, method = 'GET', body?: unknown, { api_key, api_secret } = keys) =>
  fetch(`${keys.platform_url}/wp-json/wc/v3${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${api_key}:${api_secret}`).toString('base64')}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const read = async (path: string) => (await (await call(path)).json()) as Row
const list = async (query: string) => (await (await call(`/products?${query}`)).json()) as Row[]
const ofSku = (sku: string) => ids[sku] ?? { product: 0, variation: 0 }
const stockOf = async (sku: string) => {
  const lines = await (
    await fetch(`${sandbox.url}/_sandbox/oracle/website/products?shop_id=${shop_id}`)
  ).text()
  const rows = lines.split('\n').filter(Boolean)
  return rows.map((line) => JSON.parse(line) as Row).find(({ seller_sku: one }) => one === sku)?.['stock']
}

it('lists products, pages them, and filters by time, status and SKU', async () => {
  const reply = await call('/products?per_page=1')
  expect([reply.headers.get('x-wp-total'), reply.headers.get('x-wp-totalpages')]).toEqual(['2', '2'])
  const at = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19)
  const changed = `dates_are_gmt=true&modified_after=${at(sandbox.clock.now() - 1)}`
  expect(await list(changed)).toEqual([])
  await control('products', { shop_id, sku: simple, is_listed: false })
  expect(await list(changed)).toMatchObject([{ id: ofSku(simple).product, status: 'private' }])
  expect(await list('status=publish')).toMatchObject([{ id: ofSku(varied).product, type: 'variable' }])
  expect((await call('/products?status=gone')).status).toBe(400)
  expect(
    (await list(`sku=${simple},${varied}&orderby=id&order=asc`)).map(({ id, type }) => [id, type]),
  ).toEqual([
    [ofSku(simple).product, 'simple'],
    [ofSku(varied).variation, 'variation'],
  ])
  await control('products', { shop_id, sku: simple, delete: true })
  expect(await list('')).toHaveLength(1)
  expect(await list('status=trash')).toMatchObject([{ id: ofSku(simple).product }])
})

it('shows a product with its stock, and one with a variation that has it', async () => {
  expect(await read(`/products/${ofSku(simple).product}`)).toMatchObject({
    type: 'simple',
    sku: simple,
    price: '12.50',
    manage_stock: true,
    stock_quantity: 9,
    variations: [],
  })
  const { product, variation } = ofSku(varied)
  const shown = await read(`/products/${product}`)
  expect(shown).toMatchObject({ type: 'variable', sku: '', stock_quantity: null, variations: [variation] })
  const variations = (await read(`/products/${product}/variations`)) as unknown as Row[]
  expect(variations).toMatchObject([{ id: variation, sku: varied, price: '12.50', stock_quantity: 9 }])
  expect(await read(`/products/${product}/variations/${variation}`)).toEqual(variations[0])
  expect((await call('/products/1')).status).toBe(404)
  const [image] = shown['images'] as { src: string }[]
  expect((await fetch(image?.src ?? '')).headers.get('content-type')).toBe('image/jpeg')
})

it('takes new figures one by one', async () => {
  const { product, variation } = ofSku(varied)
  const change = { manage_stock: true, stock_quantity: 0 }
  const simplePath = `/products/${ofSku(simple).product}`
  expect(await (await call(simplePath, 'PUT', change)).json()).toMatchObject({
    stock_quantity: 0,
    stock_status: 'outofstock',
  })
  await call(`/products/${product}/variations/${variation}`, 'PUT', {
    stock_quantity: 31,
    regular_price: '9.9',
  })
  expect([await stockOf(simple), await stockOf(varied)]).toEqual([0, 31])
  expect(await read(`/products/${product}`)).toMatchObject({ price: '9.90' })
  expect((await call('/products/1', 'PUT', change)).status).toBe(400)
  expect((await call(simplePath, 'PUT', { stock_quantity: 'many' })).status).toBe(400)
  const reader = (await control('authorize', { shop_id, permissions: 'read' })) as Keys
  expect((await call(simplePath, 'PUT', change, reader)).status).toBe(401)
})

it('takes many at once, and tells row by row what was wrong', async () => {
  const { product, variation } = ofSku(varied)
  const rows = [
    { id: ofSku(simple).product, stock_quantity: 4 },
    { id: 1, stock_quantity: 4 },
  ]
  const reply = (await (await call('/products/batch', 'POST', { update: rows })).json()) as { update: Row[] }
  expect(reply.update).toMatchObject([
    { id: ofSku(simple).product, stock_quantity: 4 },
    { id: 1, error: { code: 'woocommerce_rest_product_invalid_id' } },
  ])
  const path = `/products/${product}/variations/batch`
  const update = [
    { id: variation, stock_quantity: 5 },
    { id: 2, stock_quantity: 5 },
  ]
  expect(await (await call(path, 'POST', { update })).json()).toMatchObject({
    update: [{ stock_quantity: 5 }, { error: { code: 'woocommerce_rest_product_variation_invalid_id' } }],
  })
  expect([await stockOf(simple), await stockOf(varied)]).toEqual([4, 5])
  const tooMany = Array.from({ length: 101 }, () => rows[0])
  expect((await call('/products/batch', 'POST', { update: tooMany })).status).toBe(413)
})

it('keeps a sale price that is below the price, with its dates, and drops others without a word', async () => {
  const path = `/products/${ofSku(simple).product}`
  const write = async (body: object) => (await (await call(path, 'PUT', body)).json()) as Row
  const dates = { date_on_sale_from_gmt: '2020-01-01T00:00:00', date_on_sale_to_gmt: '2020-01-02T00:00:00' }
  expect(await write({ sale_price: '9.9', ...dates })).toMatchObject({
    price: '12.50',
    regular_price: '12.50',
    sale_price: '9.90',
    on_sale: false,
    ...dates,
  })
  const open = { price: '9.90', on_sale: true, date_on_sale_to_gmt: null }
  expect(await write({ date_on_sale_to_gmt: '' })).toMatchObject(open)
  expect(await write({ regular_price: '9.90' })).toMatchObject({
    price: '9.90',
    sale_price: '',
    on_sale: false,
  })
  expect(await write({ sale_price: 'cheap' })).toMatchObject({ sale_price: '' })
})

it('moves a product to the bin once', async () => {
  const path = `/products/${ofSku(simple).product}`
  expect(await (await call(path, 'DELETE')).json()).toMatchObject({ status: 'publish' })
  expect(await read(path)).toMatchObject({ status: 'trash' })
  const again = await call(path, 'DELETE')
  expect([again.status, ((await again.json()) as Row)['code']]).toEqual([
    410,
    'woocommerce_rest_already_trashed',
  ])
  expect((await call('/products/1', 'DELETE')).status).toBe(404)
})

it('tells its webhooks of a product that was changed, bought or deleted', async () => {
  const { url: delivery_url, received } = await startReceiver()
  const create = ['product.updated', 'product.deleted'].map((topic) => ({ topic, delivery_url }))
  await call('/webhooks/batch', 'POST', { create })
  await control('orders', { shop_id, order: { ref: 'a', lines: [[simple, 'Thing', 2, 12.5]] } })
  await control('products', { shop_id, sku: simple, delete: true })
  await control('push', {})
  const heard = received.flatMap(({ headers, body }) => {
    const topic = headers['x-wc-webhook-topic']
    return topic === undefined ? [] : [{ topic, body: JSON.parse(body) as Row }]
  })
  expect(heard).toMatchObject([
    { topic: 'product.updated', body: { id: ofSku(simple).product, stock_quantity: 7 } },
    { topic: 'product.deleted', body: { id: ofSku(simple).product } },
  ])
})
