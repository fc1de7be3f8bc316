import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBody } from '../../http.ts'
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

it('hides the bin from "any" and shows it by its name', async () => {
  const { id } = (await control('orders', { shop_id: 'aoi-gifts' })) as { id: number }
  await control(`orders/${id}/advance`, { action: 'trash' })
  expect([await idsOf(''), await idsOf('status=trash')]).toEqual([[], [id]])
  expect((await call(`/orders/${id}`)).status).toBe(200)
})

it('signs the very bytes that it sends, knocks first, and switches a hook off that fails too often', async () => {
  const got: { body: string; signature: string | undefined }[] = []
  let status = 200
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      got.push({ body, signature: request.headers['x-wc-webhook-signature'] as string | undefined })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  try {
    const hook = { topic: 'order.created', delivery_url: url, secret: 'shh' }
    await call('/webhooks/batch', { method: 'POST', body: JSON.stringify({ create: [hook] }) })
    await control('orders', { shop_id: 'aoi-gifts' })
    await control('push', {})
    expect(got[0]).toEqual({ body: 'webhook_id=1', signature: undefined })
    const { body = '', signature } = got[1] ?? {}
    expect(signature).toBe(createHmac('sha256', 'shh').update(body).digest('base64'))
    expect(body).toMatch(/^[ -~]+$/)
    status = 500
    for (let sent = 0; sent < 8; sent++) await control('orders', { shop_id: 'aoi-gifts' })
    await control('push', {})
    expect(((await (await call('/webhooks')).json()) as Row[])[0]).toMatchObject({ status: 'disabled' })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
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
