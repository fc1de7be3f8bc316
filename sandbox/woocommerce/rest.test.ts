/** Calls as the plugin's documentation has them, signed and read here once more, without the connector or its client. */
import { createHmac, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startReceiver } from '../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../server.ts'

type Row = Record<string, unknown> & { id: number }
type Keys = { platform_url: string; api_key: string; api_secret: string }

let sandbox: Sandbox
let keys: Keys
beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
  keys = await control<Keys>('authorize', { shop_id: 'aoi-gifts' })
})
afterEach(() => sandbox.close())

async function control<T = unknown>(path: string, body: object = {}): Promise<T> {
  const url = `${sandbox.url}/_sandbox/website/${path}`
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  expect([path, reply.status]).toEqual([path, 200])
  return (await reply.json()) as T
}

async function send(name: string, body?: unknown, own: Keys = keys): Promise<Response> {
  const [method = '', path = ''] = name.split(' ')
  return fetch(`${own.platform_url}/wp-json/wc/v3${path}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${own.api_key}:${own.api_secret}`)}` },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

async function call<T = Row>(...given: Parameters<typeof send>): Promise<{ status: number; body: T }> {
  const reply = await send(...given)
  return { status: reply.status, body: (await reply.json()) as T }
}
const rows = async (path: string) => (await call<Row[]>(`GET ${path}`)).body
const ids = async (path: string) => (await rows(path)).map(({ id }) => id)

const refused = (status: number, code: string, more: object = {}) => ({
  status,
  body: { code, message: expect.any(String) as unknown, data: { status, ...more } },
})

const order = (more: object = {}) =>
  control<Row>('orders', {
    shop_id: 'aoi-gifts',
    order: { ref: randomUUID(), lines: [['LAMP', 'Lamp', 2, 1000]], ...more },
    force: true,
  })

describe('a signature of OAuth 1.0a', () => {
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )

  function sign(method: string, address: string, query: Record<string, string>, secret: string): string {
    const pairs = Object.entries(query)
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join('&')
    const name = query['oauth_signature_method'] === 'HMAC-SHA1' ? 'sha1' : 'sha256'
    return createHmac(name, `${secret}&`)
      .update([method, address, pairs].map(encode).join('&'))
      .digest('base64')
  }

  it('is the published one for the published call', () => {
    const query = {
      oauth_consumer_key: 'ck_test',
      oauth_nonce: 'nonce123',
      oauth_timestamp: '1700000000',
      per_page: '5',
      status: 'processing',
    }
    const signed = (method: string) =>
      sign(
        'GET',
        'http://shop.test/wp-json/wc/v3/orders',
        { ...query, oauth_signature_method: method },
        'cs_test',
      )
    expect(signed('HMAC-SHA256')).toBe('Wqkd4s3gVVs0YgmuqsGRqWH9CQZVYxegXpikODz3x9w=')
    expect(signed('HMAC-SHA1')).toBe('M+vaxobTYbgiU8hZnGPmylzTzg4=')
  })

  async function signed(more: Record<string, string> = {}, wrong: Record<string, string> = {}) {
    const address = `${keys.platform_url}/wp-json/wc/v3/orders`
    const query: Record<string, string> = {
      oauth_consumer_key: keys.api_key,
      oauth_nonce: randomUUID(),
      oauth_timestamp: String(Math.floor(Date.now() / 1000)),
      oauth_signature_method: 'HMAC-SHA256',
      per_page: '5',
      search: "a b!*'()é",
      ...more,
    }
    const all = { ...query, oauth_signature: sign('GET', address, query, keys.api_secret), ...wrong }
    const reply = await fetch(`${address}?${new URLSearchParams(all)}`)
    return { status: reply.status, body: (await reply.json()) as Row }
  }

  it('covers every parameter, under either method, for a quarter of an hour, once', async () => {
    expect((await signed()).status).toBe(200)
    expect((await signed({ oauth_signature_method: 'HMAC-SHA1' })).status).toBe(200)
    const message = async (...given: Parameters<typeof signed>) => (await signed(...given)).body['message']
    expect(await message({}, { per_page: '6' })).toBe(
      'Invalid signature - provided signature does not match.',
    )
    expect(await message({ oauth_signature_method: 'PLAINTEXT' })).toBe(
      'Invalid signature - signature method is invalid.',
    )
    const late = String(Math.floor(Date.now() / 1000) - 16 * 60)
    expect(await message({ oauth_timestamp: late })).toBe('Invalid timestamp.')
    const oauth_nonce = randomUUID()
    expect((await signed({ oauth_nonce })).status).toBe(200)
    expect(await message({ oauth_nonce })).toBe('Invalid nonce - nonce has already been used.')
    expect(await message({ oauth_consumer_key: 'ck_x' })).toBe('Consumer key is invalid.')
  })

  it('names the parameters that are missing', async () => {
    expect(await signed({}, { oauth_signature: '', oauth_nonce: '' })).toMatchObject({
      ...refused(401, 'woocommerce_rest_authentication_missing_parameter'),
      body: { message: 'Missing OAuth parameters oauth_nonce, oauth_signature' },
    })
  })
})

describe('keys', () => {
  it('may read, write or both', async () => {
    const keysFor = (permissions: string) => control<Keys>('authorize', { shop_id: 'aoi-gifts', permissions })
    const [reader, writer] = [await keysFor('read'), await keysFor('write')]
    const fault = (kind: string) => ({
      ...refused(401, 'woocommerce_rest_authentication_error'),
      body: { message: `The API key provided does not have ${kind} permissions.` },
    })
    expect((await call('GET /orders', undefined, reader)).status).toBe(200)
    expect(await call('PUT /orders/1', {}, reader)).toMatchObject(fault('write'))
    expect(await call('GET /orders', undefined, writer)).toMatchObject(fault('read'))
    expect((await call('POST /products', { name: 'Mug' }, writer)).status).toBe(201)
  })

  it('that are taken back let nobody in, and a browser is asked for others', async () => {
    const before = keys
    keys = await control<Keys>('authorize', { shop_id: 'aoi-gifts', revoke: true })
    const reply = await send('GET /orders', undefined, before)
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="WooCommerce API"',
    ])
    expect((await send('GET /orders')).status).toBe(200)
  })

  it('of one site do not open another', async () => {
    const other = await control<Keys>('authorize', { shop_id: 'merlion-bazaar' })
    const mixed = { ...keys, platform_url: other.platform_url }
    expect((await send('GET /orders', undefined, mixed)).status).toBe(401)
  })
})

describe('lists', () => {
  it('have ten rows a page, or up to a hundred, and count all', async () => {
    await control('generate', { shop_id: 'aoi-gifts', orders: 25 })
    const page = async (query: string) => {
      const reply = await send(`GET /orders?${query}`)
      const header = (name: string) => Number(reply.headers.get(name))
      return [((await reply.json()) as Row[]).length, header('x-wp-total'), header('x-wp-totalpages')]
    }
    expect(await page('')).toEqual([10, 25, 3])
    expect(await page('page=3')).toEqual([5, 25, 3])
    expect(await page('page=4')).toEqual([0, 25, 3])
    expect(await page('per_page=100')).toEqual([25, 25, 1])
    expect(await page('per_page=20&offset=22')).toEqual([3, 25, 2])
  })

  it.each([
    ['per_page=0', 'per_page', 'rest_out_of_bounds'],
    ['per_page=101', 'per_page', 'rest_out_of_bounds'],
    ['page=0', 'page', 'rest_out_of_bounds'],
    ['page=one', 'page', 'rest_invalid_type'],
    ['offset=-1', 'offset', 'rest_out_of_bounds'],
    ['order=up', 'order', 'rest_not_in_enum'],
    ['orderby=total', 'orderby', 'rest_not_in_enum'],
    ['status=lost', 'status', 'rest_not_in_enum'],
    ['after=yesterday', 'after', 'rest_invalid_date'],
  ])('asked for with %s name the parameter', async (query, name, code) => {
    expect(await call(`GET /orders?${query}`)).toMatchObject({
      ...refused(400, 'rest_invalid_param'),
      body: {
        message: `Invalid parameter(s): ${name}`,
        data: { params: { [name]: expect.any(String) as unknown }, details: { [name]: { code } } },
      },
    })
  })

  it('are chosen by number, in the three ways in which clients write lists', async () => {
    const made = [await order(), await order(), await order()].map(({ id }) => id)
    const [a = 0, b = 0, c = 0] = made
    for (const query of [
      `include=${a},${b}`,
      `include[]=${a}&include[]=${b}`,
      `include[0]=${a}&include[1]=${b}`,
    ])
      expect((await ids(`/orders?${query}`)).toSorted((x, y) => x - y)).toEqual([a, b])
    expect(await ids(`/orders?exclude=${a},${b}`)).toEqual([c])
    expect(await ids('/orders?orderby=id&order=asc')).toEqual([a, b, c])
  })

  it('read times as those of the site, unless they are said to be GMT', async () => {
    const { id } = await order({ age: 3600 })
    const { date_created_gmt: gmt, date_created: local } = (await call(`GET /orders/${id}`))
      .body as unknown as {
      date_created_gmt: string
      date_created: string
    }
    // The site is eight hours ahead.
    expect(Date.parse(`${local}Z`) - Date.parse(`${gmt}Z`)).toBe(8 * 3_600_000)
    const before = (text: string) => new Date(Date.parse(`${text}Z`) - 1000).toISOString().slice(0, 19)
    expect(await ids(`/orders?after=${before(local)}`)).toEqual([id])
    expect(await ids(`/orders?after=${before(gmt)}&dates_are_gmt=true`)).toEqual([id])
    // Both ends are left out.
    expect(await ids(`/orders?after=${gmt}&dates_are_gmt=true`)).toEqual([])
    expect(await ids(`/orders?before=${gmt}&dates_are_gmt=true`)).toEqual([])
    expect(await ids(`/orders?after=${before(local)}&dates_are_gmt=true`)).toEqual([])
  })

  it('take several statuses, and leave out the bin', async () => {
    const [pending, held, binned] = [await order({ status: 'pending' }), await order(), await order()]
    await call(`PUT /orders/${held.id}`, { status: 'on-hold' })
    await call(`DELETE /orders/${binned.id}`)
    const sorted = async (query: string) => (await ids(`/orders?${query}`)).toSorted((a, b) => a - b)
    expect(await sorted('status=pending,on-hold')).toContain(held.id)
    expect(await sorted('status=on-hold')).toEqual([held.id])
    expect(await sorted('')).toEqual([pending.id, held.id])
    expect(await sorted('status=trash')).toEqual([binned.id])
  })
})

describe('a call', () => {
  it('without a route, of another version or in no JSON is told so', async () => {
    expect(await call('GET /unknown')).toMatchObject(refused(404, 'rest_no_route'))
    expect(await call('PUT /orders')).toMatchObject(refused(404, 'rest_no_route'))
    expect(await call('POST /orders', '{"status":')).toMatchObject(refused(400, 'rest_invalid_json'))
    const reply = await fetch(`${keys.platform_url}/wp-json/wc/v2/orders`)
    expect(reply.status).toBe(404)
  })

  it('is described where it is asked what may be done there', async () => {
    const reply = await send('OPTIONS /orders/12/notes')
    expect(reply.headers.get('allow')).toBe('GET, POST')
    expect((await send('OPTIONS /unknown')).status).toBe(404)
  })

  it('of many rows takes a hundred in all, and says in its place what is wrong with a row', async () => {
    const { id } = await order()
    const { body } = await call<Record<string, Row[]>>('POST /orders/batch', {
      update: [
        { id, status: 'on-hold' },
        { id: 1, status: 'on-hold' },
        { id, status: 'lost' },
      ],
      delete: [id, id],
    })
    expect(body['update']).toMatchObject([
      { id, status: 'on-hold' },
      { id: 1, error: { code: 'woocommerce_rest_shop_order_invalid_id' } },
      { id, error: { code: 'rest_invalid_param' } },
    ])
    expect(body['delete']).toMatchObject([{ id }, { id, error: { data: { status: 404 } } }])
    const many = Array.from({ length: 51 }, (_, at) => ({ id: at + 1 }))
    const whole = { update: many, delete: many.map((one) => one.id) }
    expect(await call('POST /products/batch', whole)).toMatchObject(
      refused(413, 'woocommerce_rest_request_entity_too_large'),
    )
  })
})

describe('an order', () => {
  it('has amounts as text that add up', async () => {
    const { id } = await order({ lines: [['LAMP', 'Lamp', 3, 1000]] })
    const { body } = await call(`GET /orders/${id}`)
    const {
      line_items: lines,
      shipping_lines: ways,
      total,
      total_tax,
      discount_total,
    } = body as unknown as {
      line_items: { quantity: number; subtotal: string; total: string; total_tax: string }[]
      shipping_lines: { total: string }[]
      total: string
      total_tax: string
      discount_total: string
    }
    const sum = (texts: string[]) => texts.reduce((all, text) => all + Math.round(Number(text) * 100), 0)
    for (const text of [total, total_tax, discount_total, ...lines.map((line) => line.total)])
      expect(text).toMatch(/^\d+\.\d\d$/)
    expect(
      sum([...lines.flatMap((line) => [line.total, line.total_tax]), ...ways.map((way) => way.total)]),
    ).toBe(sum([total]))
    expect(sum(lines.map((line) => line.total_tax))).toBe(sum([total_tax]))
  })

  it('takes the statuses of the core and no others', async () => {
    const { id } = await order()
    for (const status of ['on-hold', 'processing', 'completed', 'failed', 'pending', 'cancelled'])
      expect((await call(`PUT /orders/${id}`, { status })).body).toMatchObject({ status })
    expect(await call(`PUT /orders/${id}`, { status: 'shipped' })).toMatchObject(
      refused(400, 'rest_invalid_param'),
    )
    expect(await call('PUT /orders/1', { status: 'completed' })).toMatchObject(
      refused(400, 'woocommerce_rest_shop_order_invalid_id'),
    )
    expect(await call('GET /orders/1')).toMatchObject(refused(404, 'woocommerce_rest_shop_order_invalid_id'))
  })

  it('goes into the bin, and from there for good', async () => {
    const { id } = await order()
    expect((await call(`DELETE /orders/${id}`)).status).toBe(200)
    expect((await call(`GET /orders/${id}`)).body).toMatchObject({ status: 'trash' })
    expect(await call(`DELETE /orders/${id}`)).toMatchObject(refused(410, 'woocommerce_rest_already_trashed'))
    expect((await call(`DELETE /orders/${id}?force=true`)).status).toBe(200)
    expect((await call(`GET /orders/${id}`)).status).toBe(404)
  })

  it('called off gives its pieces back to the shelf, and paid after all takes them again', async () => {
    await control('products', { shop_id: 'aoi-gifts', sku: 'LAMP', name: 'Lamp', price: 1000, stock: 10 })
    const stock = async () => (await rows('/products?sku=LAMP'))[0]?.['stock_quantity']
    const { id } = await control<Row>('orders', {
      shop_id: 'aoi-gifts',
      order: { ref: 'one', lines: [['LAMP', 'Lamp', 2, 1000]], status: 'processing' },
    })
    expect(await stock()).toBe(8)
    await call(`PUT /orders/${id}`, { status: 'cancelled' })
    expect(await stock()).toBe(10)
    await call(`PUT /orders/${id}`, { status: 'cancelled' })
    expect(await stock()).toBe(10)
    await call(`PUT /orders/${id}`, { status: 'processing' })
    expect(await stock()).toBe(8)
    await call(`PUT /orders/${id}`, { status: 'completed' })
    expect(await stock()).toBe(8)
  })

  it('carries what plugins write beside it', async () => {
    const { id } = await order()
    const meta = (list: object[]) => call(`PUT /orders/${id}`, { meta_data: list })
    await meta([
      { key: '_tracking_number', value: 'NV1' },
      { key: 'gift', value: 'yes' },
    ])
    const kept = async () =>
      (await call(`GET /orders/${id}`)).body['meta_data'] as { key: string; value: string }[]
    expect(await kept()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: '_tracking_number', value: 'NV1' }),
        expect.objectContaining({ key: 'gift', value: 'yes' }),
      ]),
    )
    await meta([{ key: 'gift', value: null as unknown as string }])
    expect((await kept()).map(({ key }) => key)).not.toContain('gift')
  })
})

describe('a refund', () => {
  it('is at most what is left, and the last of it ends the order', async () => {
    const { id, total } = (await order({ status: 'processing' })) as Row & { total: string }
    const refund = (body: object) => call(`POST /orders/${id}/refunds`, { api_refund: false, ...body })
    const half = (Math.floor(Number(total) * 50) / 100).toFixed(2)
    const rest = (Number(total) - Number(half)).toFixed(2)
    expect(await refund({ amount: half, reason: 'Broken' })).toMatchObject({
      status: 201,
      body: { amount: half, reason: 'Broken' },
    })
    expect((await call(`GET /orders/${id}`)).body).toMatchObject({ status: 'processing', refunds: [{}] })
    expect((await refund({ amount: total })).status).toBe(500)
    expect((await refund({ amount: '-1' })).status).toBe(400)
    expect((await refund({ amount: rest })).status).toBe(201)
    expect((await call(`GET /orders/${id}`)).body).toMatchObject({ status: 'refunded' })
    expect(await rows(`/orders/${id}/refunds`)).toHaveLength(2)
  })

  it('asks for a payment gateway unless it is told not to, and puts the pieces named back', async () => {
    await control('products', { shop_id: 'aoi-gifts', sku: 'LAMP', name: 'Lamp', price: 1000, stock: 10 })
    const { id, line_items } = (await control('orders', {
      shop_id: 'aoi-gifts',
      order: { ref: 'one', lines: [['LAMP', 'Lamp', 2, 1000]], status: 'processing', cod: true },
    })) as Row & { line_items: { id: number }[] }
    const lines = [{ id: line_items[0]?.id, quantity: 1, refund_total: '5.00' }]
    const stock = async () => (await rows('/products?sku=LAMP'))[0]?.['stock_quantity']
    expect((await call(`POST /orders/${id}/refunds`, { line_items: lines })).status).toBe(500)
    expect(await stock()).toBe(8)
    const made = await call(`POST /orders/${id}/refunds`, { line_items: lines, api_refund: false })
    expect(made).toMatchObject({ status: 201, body: { amount: '5.00' } })
    expect(await stock()).toBe(9)
    const path = `DELETE /orders/${id}/refunds/${made.body.id}`
    expect(await call(path)).toMatchObject(refused(501, 'woocommerce_rest_trash_not_supported'))
    expect((await call(`${path}?force=true`)).status).toBe(200)
    expect(await rows(`/orders/${id}/refunds`)).toEqual([])
  })
})

describe('notes', () => {
  it('are for the customer or the shop, newest first', async () => {
    const { id } = await order()
    const add = (note: string, customer_note = false) =>
      call(`POST /orders/${id}/notes`, { note, customer_note })
    await add('Packed')
    const told = await add('It is on its way', true)
    const notes = async (query: string) => (await rows(`/orders/${id}/notes${query}`)).map(({ note }) => note)
    expect(await notes('')).toEqual(['It is on its way', 'Packed'])
    expect(await notes('?type=customer')).toEqual(['It is on its way'])
    expect(await notes('?type=internal')).toEqual(['Packed'])
    expect(await call(`POST /orders/${id}/notes`, {})).toMatchObject(
      refused(400, 'rest_missing_callback_param'),
    )
    expect(await call(`DELETE /orders/${id}/notes/${told.body.id}`)).toMatchObject({ status: 501 })
    expect((await call(`DELETE /orders/${id}/notes/${told.body.id}?force=true`)).status).toBe(200)
    expect(await notes('')).toEqual(['Packed'])
    expect(await call('GET /orders/1/notes')).toMatchObject(refused(404, 'woocommerce_rest_order_invalid_id'))
  })
})

describe('products', () => {
  it('have a code of their own, which names the one that has it', async () => {
    const { body } = await call('POST /products', { name: 'Mug', sku: 'MUG', regular_price: '12.50' })
    expect(await call('POST /products', { name: 'Cup', sku: 'MUG' })).toMatchObject(
      refused(400, 'product_invalid_sku', { resource_id: body.id }),
    )
    const cup = await call('POST /products', { name: 'Cup', sku: 'CUP' })
    expect(await call(`PUT /products/${cup.body.id}`, { sku: 'MUG' })).toMatchObject(
      refused(400, 'product_invalid_sku'),
    )
    expect((await call(`PUT /products/${cup.body.id}`, { sku: 'CUP' })).status).toBe(200)
  })

  it('are found by whole codes, variations among them', async () => {
    const family = await call('POST /products', {
      name: 'Shirt',
      type: 'variable',
      attributes: [{ name: 'Size', variation: true, options: ['S', 'L'] }],
    })
    for (const option of ['S', 'L'])
      await call(`POST /products/${family.body.id}/variations`, {
        sku: `SHIRT-${option}`,
        regular_price: '20',
        attributes: [{ name: 'Size', option }],
      })
    await call('POST /products', { name: 'Mug', sku: 'MUG', regular_price: '12.50' })
    const found = async (codes: string) =>
      (await rows(`/products?sku=${codes}`))
        .map(({ sku, type }) => `${String(sku)} ${String(type)}`)
        .toSorted()
    expect(await found('MUG,SHIRT-L')).toEqual(['MUG simple', 'SHIRT-L variation'])
    expect(await found('SHIRT')).toEqual([])
    expect(await found('mug')).toEqual([])
    expect((await rows(`/products/${family.body.id}/variations`)).map(({ sku }) => sku).toSorted()).toEqual([
      'SHIRT-L',
      'SHIRT-S',
    ])
  })

  it('count their pieces where they are told to', async () => {
    const { body } = await call('POST /products', { name: 'Mug', sku: 'MUG', regular_price: '12.50' })
    const put = async (change: object) => (await call(`PUT /products/${body.id}`, change)).body
    expect(await put({ manage_stock: true, stock_quantity: 5 })).toMatchObject({
      manage_stock: true,
      stock_quantity: 5,
      stock_status: 'instock',
    })
    expect(await put({ stock_quantity: 0 })).toMatchObject({ stock_quantity: 0, stock_status: 'outofstock' })
    expect(await ids('/products?stock_status=outofstock')).toEqual([body.id])
    expect(await call(`PUT /products/${body.id}`, { stock_quantity: 'many' })).toMatchObject(
      refused(400, 'rest_invalid_param'),
    )
    expect(await call('GET /products/1')).toMatchObject(refused(404, 'woocommerce_rest_product_invalid_id'))
  })
})

describe('customers', () => {
  it('have an address of their own, and orders that outlive them', async () => {
    const make = (email: string) => call('POST /customers', { email, first_name: 'Aina' })
    const { body } = await make('aina@mail.example')
    expect(await make('AINA@mail.example')).toMatchObject(refused(400, 'registration-error-email-exists'))
    expect(await make('no address')).toMatchObject(refused(400, 'rest_invalid_param'))
    const other = await make('other@mail.example')
    expect(await call(`PUT /customers/${other.body.id}`, { email: 'aina@mail.example' })).toMatchObject(
      refused(400, 'woocommerce_rest_customer_invalid_email'),
    )
    expect(await ids('/customers?email=aina@mail.example')).toEqual([body.id])
    expect(await ids('/customers?search=other')).toEqual([other.body.id])
    expect(await call(`DELETE /customers/${body.id}`)).toMatchObject({ status: 501 })
    expect((await call(`DELETE /customers/${body.id}?force=true`)).status).toBe(200)
    expect(await call(`GET /customers/${body.id}`)).toMatchObject(refused(404, 'woocommerce_rest_invalid_id'))
    await order({ customer: 'buyer' })
    const [buyer] = await ids('/customers?search=')
    expect(buyer).toBeDefined()
  })
})

describe('webhooks', () => {
  const hook = (more: object) =>
    call('POST /webhooks', { topic: 'order.updated', secret: 'wc-hook-secret', ...more })

  it('are for known topics and whole addresses, and keep their secret to themselves', async () => {
    const { url } = await startReceiver()
    for (const [more, code] of [
      [{ topic: 'order.shipped', delivery_url: url }, 'woocommerce_rest_shop_webhook_invalid_topic'],
      [{ delivery_url: 'ftp://shop' }, 'woocommerce_rest_shop_webhook_invalid_delivery_url'],
      [{}, 'woocommerce_rest_shop_webhook_invalid_delivery_url'],
    ] as const)
      expect(await hook(more)).toMatchObject(refused(400, code))
    const made = await hook({ delivery_url: url })
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'active', resource: 'order', event: 'updated' },
    })
    expect(made.body).not.toHaveProperty('secret')
  })

  it('are signed over bytes in which slashes and letters are written in signs', async () => {
    const sign = (body: string) => createHmac('sha256', 'wc-hook-secret').update(body).digest('base64')
    expect(sign('{"id":727,"status":"processing","total":"29.35"}')).toBe(
      'EQ/umruF+QvM6EpGNqsvmvDG+OLvIcx6kOZkfRY4guI=',
    )
    const receiver = await startReceiver()
    await hook({ delivery_url: receiver.url })
    const { id } = await order({ lines: [['LAMP', 'ランプ', 1, 1000]] })
    await call(`PUT /orders/${id}`, { status: 'on-hold' })
    await fetch(`${sandbox.url}/_sandbox/website/pushes`)
    const [ping, news] = receiver.received
    expect([ping?.body, ping?.headers['x-wc-webhook-signature']]).toEqual(['webhook_id=1', undefined])
    expect(news?.headers).toMatchObject({
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-resource': 'order',
      'x-wc-webhook-event': 'updated',
      'x-wc-webhook-source': `${keys.platform_url}/`,
      'x-wc-webhook-signature': sign(news?.body ?? ''),
    })
    expect(news?.body).toContain(String.raw`\u30e9\u30f3\u30d7`)
    expect(JSON.parse(news?.body ?? '')).toMatchObject({ id, status: 'on-hold' })
  })

  it('are told of the end by the number alone', async () => {
    const receiver = await startReceiver()
    await hook({ topic: 'order.deleted', delivery_url: receiver.url })
    const { id } = await order()
    await call(`DELETE /orders/${id}?force=true`)
    await fetch(`${sandbox.url}/_sandbox/website/pushes`)
    expect(receiver.received.at(-1)?.body).toBe(`{"id":${id}}`)
  })

  it('are quiet while they are paused', async () => {
    const receiver = await startReceiver()
    const { body } = await hook({ delivery_url: receiver.url })
    await call(`PUT /webhooks/${body.id}`, { status: 'paused' })
    const { id } = await order()
    await call(`PUT /orders/${id}`, { status: 'on-hold' })
    await fetch(`${sandbox.url}/_sandbox/website/pushes`)
    expect(receiver.received.map((one) => one.body)).toEqual([`webhook_id=${body.id}`])
    expect(await ids('/webhooks?status=paused')).toEqual([body.id])
    expect(await ids('/webhooks?status=active')).toEqual([])
  })
})
