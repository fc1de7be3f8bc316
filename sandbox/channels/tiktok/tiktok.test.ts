import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../server.ts'

const app = { key: '29a39d', secret: 'e59af819cc' }
const malaysia = '7494726673780148744'
const vietnam = '7494726673780149012'
const searchPath = '/order/202309/orders/search'
const shopsPath = '/authorization/202309/shops'

let sandbox: Sandbox
let token = ''

type Reply = { status: number; code: number; message: string; data: Record<string, unknown> }
type Row = Record<string, unknown> & { id: string; status: string; update_time: number }

beforeEach(async () => {
  sandbox = await startSandbox({
    load: 'none',
    tiktok: { appKey: app.key, appSecret: app.secret, redirectUrl: 'https://console.test/back' },
  })
  token = String((await signIn([malaysia])).data['access_token'])
})
afterEach(() => sandbox.close())

async function read(response: Response): Promise<Reply> {
  return { status: response.status, ...((await response.json()) as Omit<Reply, 'status'>) }
}

async function control<T = Record<string, unknown>>(path: string, body: object): Promise<T> {
  const reply = await fetch(`${sandbox.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect(reply.status).toBe(200)
  return (await reply.json()) as T
}

async function requestTokens(kind: 'get' | 'refresh', query: Record<string, string>): Promise<Reply> {
  const grant = kind === 'get' ? 'authorized_code' : 'refresh_token'
  const all = { app_key: app.key, app_secret: app.secret, grant_type: grant, ...query }
  return read(await fetch(`${sandbox.url}/api/v2/token/${kind}?${new URLSearchParams(all).toString()}`))
}

async function consent(shopIds: string[]): Promise<string> {
  const { location } = await control<{ location: string }>('tiktok/authorize', {
    shop_ids: shopIds,
    state: 's',
  })
  expect(new URL(location).searchParams.get('state')).toBe('s')
  return new URL(location).searchParams.get('code') ?? ''
}

const signIn = async (shopIds: string[]) => requestTokens('get', { auth_code: await consent(shopIds) })

/** The signature written once more, so that three hands had to slip alike. */
function signOf(path: string, query: Record<string, string>, body: string): string {
  const text = Object.keys(query)
    .sort()
    .reduce((all, name) => all + name + query[name], path)
  return createHmac('sha256', app.secret)
    .update(app.secret + text + body + app.secret)
    .digest('hex')
}

async function call(
  path: string,
  {
    query = {},
    body,
    change = {},
    access = token,
  }: {
    query?: Record<string, string>
    body?: object
    change?: Record<string, string>
    access?: string
  } = {},
): Promise<Reply> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const all: Record<string, string> = { app_key: app.key, timestamp, ...query }
  const signed = { ...all, sign: signOf(path, all, text), ...change }
  const reply = await fetch(`${sandbox.url}${path}?${new URLSearchParams(signed).toString()}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', 'x-tts-access-token': access },
    ...(body === undefined ? {} : { body: text }),
  })
  return read(reply)
}

async function cipherOf(): Promise<string> {
  const { data } = await call(shopsPath)
  return (data['shops'] as { cipher: string }[])[0]?.cipher ?? ''
}

async function search(cipher: string, query: Record<string, string>, body: object = {}) {
  const reply = await call(searchPath, { query: { shop_cipher: cipher, ...query }, body })
  expect(reply).toMatchObject({ status: 200, code: 0 })
  return reply.data as { orders: Row[]; next_page_token: string; total_count: number }
}

describe('authorisation', () => {
  test('a code works once, and tells its ends as moments', async () => {
    const code = await consent([malaysia])
    const { data } = await requestTokens('get', { auth_code: code })
    const week = Math.floor(Date.now() / 1000) + 7 * 86_400
    expect(Math.abs(Number(data['access_token_expire_in']) - week)).toBeLessThan(5)
    expect((await requestTokens('get', { auth_code: code })).code).toBe(36004003)
    expect((await requestTokens('get', { app_secret: 'x', auth_code: code })).status).toBe(401)
  })

  test('a refresh token works once and lengthens nothing', async () => {
    const first = await signIn([malaysia])
    await control('clock', { shift: 3_600 })
    const refreshed = await requestTokens('refresh', { refresh_token: String(first.data['refresh_token']) })
    expect(refreshed.data['refresh_token_expire_in']).toBe(first.data['refresh_token_expire_in'])
    const again = await requestTokens('refresh', { refresh_token: String(first.data['refresh_token']) })
    expect(again.code).toBe(36004004)
  })

  test('one consent may cover several shops, each with a cipher of its own', async () => {
    const { data } = await signIn([malaysia, vietnam])
    const shops = (await call(shopsPath, { access: String(data['access_token']) })).data['shops'] as object[]
    expect(shops).toMatchObject([
      { id: malaysia, region: 'MY' },
      { id: vietnam, region: 'VN' },
    ])
  })

  test('the consent page knows the app and sends the seller back, also one who declines', async () => {
    const page = `${sandbox.url}/open/authorize?service_id=7172672921023301381&state=s1`
    expect(await (await fetch(page)).text()).toContain('Aoi Living MY')
    expect((await fetch(`${sandbox.url}/open/authorize?service_id=1`)).status).toBe(400)
    const post = async (form: string) =>
      fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    const agreed = new URL((await post(`shop_id=${malaysia}`)).headers.get('location') ?? '')
    expect(agreed.href).toMatch(/^https:\/\/console\.test\/back\?app_key=29a39d&code=ROW_.+&state=s1$/)
    expect((await post('')).headers.get('location')).toContain('code=null&error=auth_denied&state=s1')
  })
})

describe('a call', () => {
  test.each([
    ['without a signature', { change: { sign: '' } }, 36009004],
    ['with a wrong signature', { change: { sign: 'f'.repeat(64) } }, 106001],
    ['with a query that was changed', { change: { extra: '1' } }, 106001],
    ['of another app', { change: { app_key: 'x' } }, 36009004],
    ['from long ago', { query: { timestamp: '1623812664' } }, 36009004],
    ['with a token that is not known', { access: 'x' }, 36009004],
  ])('%s is refused', async (_words, options, code) => {
    expect(await call(shopsPath, options)).toMatchObject({ status: 401, code })
  })

  test('is signed over its body', async () => {
    const query = { shop_cipher: await cipherOf(), page_size: '1' }
    const body = { update_time_ge: 1 }
    expect((await call(searchPath, { query, body })).code).toBe(0)
    const all = { ...query, app_key: app.key, timestamp: String(Math.floor(Date.now() / 1000)) }
    const sign = signOf(searchPath, all, '{}')
    expect((await call(searchPath, { query: all, body, change: { sign } })).code).toBe(106001)
  })

  test('names its shop by a cipher that its token opens, where a shop is meant', async () => {
    const cipher = await cipherOf()
    expect((await call(searchPath, { query: { page_size: '1' }, body: {} })).code).toBe(106013)
    expect((await call(shopsPath, { query: { shop_cipher: cipher } })).message).toContain(
      'Unexpected identifier',
    )
    const stranger = String((await signIn([vietnam])).data['access_token'])
    const query = { shop_cipher: cipher, page_size: '1' }
    expect(await call(searchPath, { query, body: {}, access: stranger })).toMatchObject({ code: 36009004 })
  })

  test('with a token that ended is told so', async () => {
    await control('clock', { shift: 7 * 86_400 + 1 })
    expect(await call(shopsPath)).toMatchObject({ status: 401, code: 105002 })
  })

  test('may name any version, and no unknown path', async () => {
    expect((await call('/authorization/202507/shops')).code).toBe(0)
    expect(await call('/order/202309/nonsense')).toMatchObject({ status: 404, code: 36009009 })
    expect((await call(searchPath)).code).toBe(36009010)
  })
})

describe('orders', () => {
  test('pages lose and double nothing while orders change', async () => {
    await control('tiktok/generate', { shop_id: malaysia, orders: 130, days: 5 })
    const cipher = await cipherOf()
    for (const sort_order of ['ASC', 'DESC']) {
      const seen: string[] = []
      let page_token = ''
      do {
        const page = await search(cipher, {
          page_size: '30',
          sort_field: 'create_time',
          sort_order,
          page_token,
        })
        expect(page.total_count).toBe(130)
        seen.push(...page.orders.map(({ id }) => id))
        page_token = page.next_page_token
        const onHold = page.orders.find(({ status }) => status === 'DELIVERED')
        if (onHold) await control(`tiktok/orders/${onHold.id}/advance`, { action: 'complete' })
      } while (page_token !== '')
      expect(seen).toHaveLength(130)
      expect(new Set(seen).size).toBe(130)
    }
  })

  test('are filtered by their change, whose first second counts and whose last does not', async () => {
    await control('tiktok/generate', { shop_id: malaysia, orders: 40 })
    const cipher = await cipherOf()
    const all = (await search(cipher, { page_size: '100', sort_field: 'update_time', sort_order: 'ASC' }))
      .orders
    const [from, to] = [all[10]?.update_time ?? 0, all[20]?.update_time ?? 0]
    const { orders } = await search(
      cipher,
      { page_size: '100' },
      { update_time_ge: from, update_time_lt: to },
    )
    const wanted = all.filter((order) => order.update_time >= from && order.update_time < to)
    expect(orders.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort())
  })

  test('have ids of nineteen digits as text, amounts as text, and a row for each piece', async () => {
    const record = { ref: 'a', lines: [['22423', 'Cakestand', 3, 49.9]], status: 'AWAITING_SHIPMENT' }
    const { order_id: id } = await control('tiktok/orders', { shop_id: malaysia, order: record })
    const query = { shop_cipher: await cipherOf(), ids: `${String(id)},5760000000000000000` }
    const { orders } = (await call('/order/202309/orders', { query })).data as { orders: Row[] }
    expect(orders).toHaveLength(1)
    expect(orders[0]?.id).toMatch(/^\d{19}$/)
    const units = ((orders[0]?.['line_items'] ?? []) as { sale_price: string; is_gift: boolean }[]).filter(
      (u) => !u.is_gift,
    )
    expect(units.map((unit) => unit.sale_price)).toEqual(['49.90', '49.90', '49.90'])
  })

  test('on hold have no address and no package for an hour', async () => {
    const record = { ref: 'b', lines: [['22423', 'Cakestand', 1, 49.9]], status: 'UNPAID', cod: false }
    const { order_id: id } = await control('tiktok/orders', { shop_id: malaysia, order: record })
    const cipher = await cipherOf()
    const order = async () =>
      (await call('/order/202309/orders', { query: { shop_cipher: cipher, ids: String(id) } })).data as {
        orders: Row[]
      }
    await control(`tiktok/orders/${String(id)}/advance`, { action: 'pay' })
    const onHold = (await order()).orders[0]
    expect(onHold).toMatchObject({ status: 'ON_HOLD' })
    expect([onHold?.['recipient_address'], onHold?.['packages']]).toEqual([undefined, undefined])
    await control('clock', { shift: 3_601 })
    const free = (await order()).orders[0]
    expect(free).toMatchObject({
      status: 'AWAITING_SHIPMENT',
      packages: [{ id: expect.stringMatching(/^\d{19}$/) }],
    })
    expect(free?.['recipient_address']).toBeDefined()
  })
})

test('the sample gives both shops orders of every age, the same each time', async () => {
  await control('reset', { load: 'retail' })
  const state = (await (await fetch(`${sandbox.url}/_sandbox`)).json()) as {
    tiktok: { shops: { orders: number }[] }
  }
  expect(state.tiktok.shops.map(({ orders }) => orders > 300)).toEqual([true, true])
  const orders = sandbox.tiktok.book.all(malaysia)
  const statuses = new Set(orders.map(({ status }) => status))
  expect([...statuses]).toEqual(
    expect.arrayContaining([
      'AWAITING_SHIPMENT',
      'AWAITING_COLLECTION',
      'IN_TRANSIT',
      'COMPLETED',
      'CANCELLED',
    ]),
  )
  expect(new Set(orders.map(({ id }) => id)).size).toBe(orders.length)
})
