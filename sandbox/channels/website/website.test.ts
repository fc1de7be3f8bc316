import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startReceiver } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

type Row = Record<string, unknown>
type Keys = { platform_url: string; api_key: string; api_secret: string }

let sandbox: Sandbox
let keys: Keys
beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
  keys = (await control('authorize', { shop_id: 'aoi-gifts' })) as Keys
})
afterEach(() => sandbox.close())

async function control(path: string, body: object): Promise<unknown> {
  const url = `${sandbox.url}/_sandbox/website/${path}`
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(await reply.text())
  return reply.json()
}

function call(
  path: string,
  { key = keys.api_key, secret = keys.api_secret, method = 'GET', body = '' } = {},
) {
  return fetch(`${keys.platform_url}/wp-json/wc/v3${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
    ...(body && { body }),
  })
}

const idsOf = async (query: string) =>
  ((await (await call(`/orders?${query}`)).json()) as Row[]).map(({ id }) => id)

it('refuses what the plugin refuses, in its words', async () => {
  const words = async (reply: Response) => [reply.status, ((await reply.json()) as Row).message]
  expect(await words(await call('/orders', { key: 'ck_x' }))).toEqual([401, 'Consumer key is invalid.'])
  expect(await words(await call('/orders', { secret: 'cs_x' }))).toEqual([401, 'Consumer secret is invalid.'])
  expect(await words(await fetch(`${keys.platform_url}/wp-json/wc/v3/orders`))).toEqual([
    401,
    'Sorry, you cannot list resources.',
  ])
  const reader = (await control('authorize', { shop_id: 'aoi-gifts', permissions: 'read' })) as Keys
  const write = { key: reader.api_key, secret: reader.api_secret, method: 'POST', body: '{}' }
  expect(await words(await call('/webhooks/batch', write))).toEqual([
    401,
    'The API key provided does not have write permissions.',
  ])
  expect((await call('/orders?per_page=101')).status).toBe(400)
  expect((await call('/nothing')).status).toBe(404)
  const plain = `${keys.platform_url}/?rest_route=/wc/v3/orders&consumer_key=${keys.api_key}&consumer_secret=${keys.api_secret}`
  expect((await fetch(plain)).status).toBe(200)
})

it('filters by times in GMT, both ends left out, and counts what it found', async () => {
  const changed = sandbox.clock.now() - 100
  await control('generate', { shop_id: 'aoi-gifts', orders: 25, changed_at: changed })
  const at = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19)
  const gmt = 'dates_are_gmt=true&modified_after='
  expect(await idsOf(`${gmt}${at(changed)}`)).toEqual([])
  const reply = await call(`/orders?${gmt}${at(changed - 1)}`)
  expect([reply.headers.get('x-wp-total'), reply.headers.get('x-wp-totalpages')]).toEqual(['25', '3'])
  // The site is eight hours ahead of GMT.
  expect(await idsOf(`modified_after=${at(changed - 1)}`)).toHaveLength(10)
  expect(await idsOf(`modified_after=${at(changed + 8 * 3_600)}`)).toEqual([])
})

it('links the pages of a list, and gives the fields that are asked for', async () => {
  await control('generate', { shop_id: 'aoi-gifts', orders: 25 })
  const page = async (query: string) => {
    const reply = await call(`/orders?per_page=10&orderby=id&order=asc&${query}`)
    const links = [...(reply.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)]
    return {
      rows: (await reply.json()) as Row[],
      links: new Map(links.map(([, url = '', rel = '']) => [rel, url])),
    }
  }
  const first = await page('_fields=id,billing.email')
  expect([...first.links.keys()]).toEqual(['next'])
  for (const row of first.rows) {
    expect(Object.keys(row)).toEqual(['id', 'billing'])
    expect(Object.keys(row.billing as Row)).toEqual(['email'])
  }
  // A client follows the links without knowing how they are made.
  const ids = first.rows.map(({ id }) => id)
  let next = first.links.get('next')
  for (let left = 5; next && left > 0; left--) {
    const { search } = new URL(next)
    expect(next.startsWith(`${keys.platform_url}/wp-json/wc/v3/orders?`)).toBe(true)
    const { rows, links } = await page(search.slice(1))
    ids.push(...rows.map(({ id }) => id))
    next = links.get('next')
  }
  expect(new Set(ids).size).toBe(25)
  expect([...(await page('page=3')).links.keys()]).toEqual(['prev'])
})

it('takes a call without a body for what it is', async () => {
  await control('generate', { shop_id: 'aoi-gifts', orders: 2 })
  const [one, other] = (await idsOf('orderby=id&order=asc')) as number[]
  expect((await call(`/orders/${one}`, { method: 'DELETE' })).status).toBe(200)
  expect(await idsOf('status=any')).toEqual([other])
  expect(await idsOf('status=trash')).toEqual([one])
  expect((await call(`/orders/${one}`, { method: 'DELETE' })).status).toBe(410)
  expect((await call(`/orders/${one}?force=true`, { method: 'DELETE' })).status).toBe(200)
  expect((await call(`/orders/${one}`)).status).toBe(404)
  const unknown = await call('/coupons/1', { method: 'DELETE' })
  expect([unknown.status, ((await unknown.json()) as Row).code]).toEqual([404, 'rest_no_route'])
  const options = await call('/orders', { method: 'OPTIONS' })
  expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, POST'])
  expect((await call('/orders', { method: 'POST', body: '{' })).status).toBe(400)
})

it('has an order paid at once that says so, and all fields that clients look for', async () => {
  await control('products', { shop_id: 'aoi-gifts', sku: 'LAMP', name: 'Lamp', price: 1000, stock: 9 })
  const [product] = (await (await call('/products')).json()) as Row[]
  const write = async (more: object) => {
    const body = JSON.stringify({ line_items: [{ product_id: product?.id }], ...more })
    return (await (await call('/orders', { method: 'POST', body })).json()) as Row
  }
  expect(await write({ set_paid: true })).toMatchObject({
    status: 'processing',
    date_paid_gmt: expect.stringMatching(/^\d{4}-/) as string,
    customer_ip_address: '',
    customer_user_agent: '',
    needs_payment: false,
    currency_symbol: 'RM',
  })
  const open = await write({})
  expect(open).toMatchObject({ status: 'pending', date_paid_gmt: null, needs_payment: true })
  const body = JSON.stringify({ set_paid: true })
  const paid = await call(`/orders/${String(open.id)}`, { method: 'PUT', body })
  expect(await paid.json()).toMatchObject({ status: 'processing' })
})

it('lists products of a type', async () => {
  for (let sku = 1; sku <= 12; sku++)
    await control('products', { shop_id: 'aoi-gifts', sku: `L${sku}`, name: 'Lamp', price: 1000, stock: 9 })
  const typesOf = async (query: string) =>
    ((await (await call(`/products?per_page=100${query}`)).json()) as Row[]).map(({ type }) => type)
  const all = await typesOf('')
  for (const type of ['simple', 'variable']) {
    const found = await typesOf(`&type=${type}`)
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(all.filter((one) => one === type))
  }
  expect(await typesOf('&type=external')).toEqual([])
  expect((await call('/products?type=lamp')).status).toBe(400)
})

it('hides the bin from "any" and shows it by its name', async () => {
  const { id } = (await control('orders', { shop_id: 'aoi-gifts' })) as { id: number }
  await control(`orders/${id}/advance`, { action: 'trash' })
  expect([await idsOf(''), await idsOf('status=trash')]).toEqual([[], [id]])
  expect((await call(`/orders/${id}`)).status).toBe(200)
})

it('signs the very bytes that it sends, knocks first, and switches a hook off that fails too often', async () => {
  const { url, received, answer } = await startReceiver()
  const hook = { topic: 'order.created', delivery_url: url, secret: 'shh' }
  await call('/webhooks/batch', { method: 'POST', body: JSON.stringify({ create: [hook] }) })
  await control('orders', { shop_id: 'aoi-gifts' })
  await control('push', {})
  const signature = 'x-wc-webhook-signature'
  expect(received[0]?.body).toBe('webhook_id=1')
  expect(received[0]?.headers).not.toHaveProperty(signature)
  const { body = '', headers } = received[1] ?? {}
  expect(headers?.[signature]).toBe(createHmac('sha256', 'shh').update(body).digest('base64'))
  expect(body).toMatch(/^[ -~]+$/)
  answer.status = 500
  for (let sent = 0; sent < 8; sent++) await control('orders', { shop_id: 'aoi-gifts' })
  await control('push', {})
  expect(((await (await call('/webhooks')).json()) as Row[])[0]).toMatchObject({ status: 'disabled' })
})

it('makes the same orders of the sample every time', async () => {
  const [one, two] = await Promise.all([startSandbox({ load: 'retail' }), startSandbox({ load: 'retail' })])
  const oracle = async (url: string) =>
    (await (await fetch(`${url}/_sandbox/oracle/website/orders?shop_id=aoi-gifts-vn`)).text())
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { order: Row }).order)
      .map(({ id, total }) => `${String(id)} ${String(total)}`)
  const made = await oracle(one.url)
  expect(made.length).toBeGreaterThan(100)
  expect(made.every((order) => /^\d+ \d+$/.test(order))).toBe(true)
  expect(await oracle(two.url)).toEqual(made)
  await one.close()
  await two.close()
})
