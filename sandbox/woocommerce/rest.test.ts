/** Keys, lists and batches of the sites: as the plugin's documentation has them, without the connector. */
import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refused, useSite, type Keys, type Row } from './use-site.ts'

const site = useSite()
const { call, control, ids, order, send } = site

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
    const address = `${site.keys().platform_url}/wp-json/wc/v3/orders`
    const query: Record<string, string> = {
      oauth_consumer_key: site.keys().api_key,
      oauth_nonce: randomUUID(),
      oauth_timestamp: String(Math.floor(Date.now() / 1000)),
      oauth_signature_method: 'HMAC-SHA256',
      per_page: '5',
      search: "a b!*'()é",
      ...more,
    }
    const all = { ...query, oauth_signature: sign('GET', address, query, site.keys().api_secret), ...wrong }
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
    const fresh = await control<Keys>('authorize', { shop_id: 'aoi-gifts', revoke: true })
    const reply = await send('GET /orders')
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="WooCommerce API"',
    ])
    expect((await send('GET /orders', undefined, fresh)).status).toBe(200)
  })

  it('of one site do not open another', async () => {
    const other = await control<Keys>('authorize', { shop_id: 'merlion-bazaar' })
    const mixed = { ...site.keys(), platform_url: other.platform_url }
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
    const reply = await fetch(`${site.keys().platform_url}/wp-json/wc/v2/orders`)
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
