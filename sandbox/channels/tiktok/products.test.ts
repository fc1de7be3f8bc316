import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../server.ts'

const app = { key: '29a39d', secret: 'e59af819cc' }
const malaysia = '7494726673780148744'
const cipher = 'GCP_XF90igAAAABh00qsWgtvOiGFNqyubMt3'
const warehouse_id = '6955005333819123123'

type Row = Record<string, unknown> & { id: string; skus: Row[] }
type Reply = { status: number; code: number; data: Record<string, unknown> }
type Truth = { product_id: string; sku_id: string; seller_sku: string; stock: number }

let sandbox: Sandbox
let token = ''
beforeEach(async () => {
  sandbox = await startSandbox({
    load: 'none',
    tiktok: { appKey: app.key, appSecret: app.secret, redirectUrl: 'https://console.test/back' },
  })
  const { location } = await control('authorize', { shop_id: malaysia })
  const query = new URLSearchParams({
    app_key: app.key,
    app_secret: app.secret,
    grant_type: 'authorized_code',
    auth_code: new URL(String(location)).searchParams.get('code') ?? '',
  })
  const reply = await fetch(`${sandbox.url}/api/v2/token/get?${query.toString()}`)
  token = ((await reply.json()) as { data: { access_token: string } }).data.access_token
  // Two SKUs of one product, and one that stands alone.
  for (const sku of ['85123A', '85123B', '22423'])
    await control('products', { shop_id: malaysia, sku, name: `Thing ${sku}`, price: 1_250, stock: 9 })
})
afterEach(() => sandbox.close())

async function control(path: string, body: object): Promise<Record<string, unknown>> {
  const url = `${sandbox.url}/_sandbox/tiktok/${path}`
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Record<string, unknown>
}

/** Signed by itself, so that a slip in wire.ts can't hide. */
async function call(path: string, body?: object, change: Record<string, string> = {}): Promise<Reply> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const { page_size, page_token, ...wrong } = change
  const query: Record<string, string> = {
    app_key: app.key,
    shop_cipher: cipher,
    timestamp: String(Math.floor(Date.now() / 1000)),
    ...(page_size !== undefined && { page_size }),
    ...(page_token !== undefined && { page_token }),
  }
  const pairs = Object.keys(query)
    .toSorted()
    .map((name) => `${name}${query[name]}`)
  const base = `${app.secret}/product/${path}${pairs.join('')}${text}${app.secret}`
  const sign = createHmac('sha256', app.secret).update(base).digest('hex')
  const address = new URLSearchParams({ ...query, sign, ...wrong }).toString()
  const reply = await fetch(`${sandbox.url}/product/${path}?${address}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', 'x-tts-access-token': token },
    ...(body !== undefined && { body: text }),
  })
  return { status: reply.status, ...((await reply.json()) as Omit<Reply, 'status'>) }
}

async function truth(sku: string): Promise<Truth> {
  const reply = await fetch(`${sandbox.url}/_sandbox/oracle/tiktok/products?shop_id=${malaysia}`)
  const lines = (await reply.text()).split('\n').filter(Boolean)
  const found = lines.map((line) => JSON.parse(line) as Truth).find(({ seller_sku: one }) => one === sku)
  if (!found) throw new Error(`no ${sku}`)
  return found
}
const search = async (body: object, query: Record<string, string> = { page_size: '10' }) =>
  (await call('202309/products/search', body, query)).data as {
    products: Row[]
    total_count: number
    next_page_token: string
  }

test('products are searched page by page, by status, SKU and time', async () => {
  const first = await search({}, { page_size: '1' })
  expect(first).toMatchObject({ total_count: 2 })
  const second = await search({}, { page_size: '1', page_token: first.next_page_token })
  expect(second.next_page_token).toBe('')
  const found = [...first.products, ...second.products]
  expect(new Set(found.map(({ skus }) => skus.map((sku) => sku['seller_sku']).join()))).toEqual(
    new Set(['22423', '85123A,85123B']),
  )
  expect(found[0]?.skus[0]).toMatchObject({
    price: { currency: 'MYR', sale_price: '12.50' },
    inventory: [{ warehouse_id, quantity: 9 }],
  })
  sandbox.clock.shift(60)
  const from = sandbox.clock.now()
  await control('products', { shop_id: malaysia, sku: '22423', is_listed: false })
  const alone = (await truth('22423')).product_id
  expect((await search({ update_time_ge: from })).products).toMatchObject([
    { id: alone, status: 'SELLER_DEACTIVATED' },
  ])
  expect((await search({ update_time_le: from - 1 })).products).toHaveLength(1)
  expect((await search({ status: 'ACTIVATE' })).products).toMatchObject([{ title: 'Thing 85123A' }])
  expect((await search({ seller_skus: ['22423'] })).products).toMatchObject([{ id: alone }])
  expect((await call('202309/products/search', { status: 'GONE' }, { page_size: '1' })).code).toBe(12052910)
  expect((await call('202309/products/search', {}, { page_size: '101' })).code).toBe(36009004)
  await control('products', { shop_id: malaysia, sku: '22423', delete: true })
  expect((await search({ status: 'DELETED' })).products).toMatchObject([{ id: alone }])
})

test('a product is told in full, in any version, to those who sign', async () => {
  const { product_id: id } = await truth('85123A')
  const { data } = await call(`202502/products/${id}`)
  expect(data).toMatchObject({ id, title: 'Thing 85123A', status: 'ACTIVATE', audit: { status: 'APPROVED' } })
  expect((data as Row).skus).toMatchObject([
    { seller_sku: '85123A', sales_attributes: [{ name: 'Design', value_name: 'Design A' }] },
    { seller_sku: '85123B', status_info: { status: 'NORMAL' } },
  ])
  await control('products', { shop_id: malaysia, sku: '85123B', delete: true })
  expect(((await call(`202309/products/${id}`)).data as Row).skus).toHaveLength(1)
  expect((await call('202309/products/1')).code).toBe(12052031)
  expect(await call(`202309/products/${id}`, undefined, { sign: 'x' })).toMatchObject({
    status: 401,
    code: 106001,
  })
  expect((await call(`202309/products/${id}/nothing`)).status).toBe(404)
})

test('stock is set SKU by SKU, and what was wrong is told beside it', async () => {
  const [a, b] = [await truth('85123A'), await truth('85123B')]
  const path = `202309/products/${a.product_id}/inventory/update`
  const row = (id: string, quantity: unknown, warehouse?: string) => ({
    id,
    inventory: [{ quantity, ...(warehouse !== undefined && { warehouse_id: warehouse }) }],
  })
  const fine = await call(path, { skus: [row(a.sku_id, 0), row(b.sku_id, 77, warehouse_id)] })
  expect(fine).toMatchObject({ status: 200, code: 0, data: {} })
  expect([(await truth('85123A')).stock, (await truth('85123B')).stock]).toEqual([0, 77])
  const partly = await call(path, {
    skus: [row(a.sku_id, 5), row('1', 5), row(b.sku_id, 5, '1'), row(b.sku_id, -1)],
  })
  expect(partly).toMatchObject({
    code: 0,
    data: {
      errors: [
        { code: 12052036, detail: { sku_id: '1' } },
        { code: 12052097, detail: { sku_id: b.sku_id } },
        { code: 12052910, detail: { sku_id: b.sku_id } },
      ],
    },
  })
  expect([(await truth('85123A')).stock, (await truth('85123B')).stock]).toEqual([5, 77])
  expect((await call(path, { skus: [] })).code).toBe(12052910)
  await control('products', { shop_id: malaysia, sku: '85123A', is_listed: false })
  await control('products', { shop_id: malaysia, sku: '85123B', is_listed: false })
  expect((await call(path, { skus: [row(a.sku_id, 5)] })).code).toBe(12052901)
})

test('stock is looked up by products and by SKUs', async () => {
  const [a, b, alone] = [await truth('85123A'), await truth('85123B'), await truth('22423')]
  const path = '202309/inventory/search'
  const bySku = (await call(path, { sku_ids: [b.sku_id, '1'] })).data
  expect(bySku['inventory']).toMatchObject([
    { product_id: a.product_id, skus: [{ id: b.sku_id, total_available_quantity: 9 }] },
  ])
  const byProduct = (await call(path, { product_ids: [a.product_id, alone.product_id] })).data
  expect(new Set((byProduct['inventory'] as Row[]).map(({ skus }) => skus.length))).toEqual(new Set([1, 2]))
  expect((await call(path, {})).code).toBe(12052910)
})
