import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askControl, temporaryPath } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

const REDIRECT = 'https://console.test/setting/channels'
const SHOP = 328784
const MAIN = 384740
const BACK = 384742
const CLOSED = 384743

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
})
afterEach(() => sandbox.close())

const control = <T = unknown>(path: string, body?: object) => askControl<T>(sandbox.url, `tiki/${path}`, body)

type Tokens = { access_token: string; refresh_token: string; expires_in: number }

async function token(form: Record<string, string>, secret = 'tiki-sandbox-0123456789abcdef') {
  const reply = await fetch(`${sandbox.url}/sc/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`7590139168389961:${secret}`)}` },
    body: new URLSearchParams(form),
  })
  return { status: reply.status, body: (await reply.json()) as Tokens & { error?: string } }
}

async function codeFor(shop = SHOP): Promise<string> {
  const input = { shop_id: shop, redirect: REDIRECT, state: 'long-enough' }
  const { location } = await control<{ location: string }>('authorize', input)
  expect(new URL(location).searchParams.get('state')).toBe('long-enough')
  return new URL(location).searchParams.get('code') ?? ''
}

async function link(shop = SHOP): Promise<string> {
  const code = await codeFor(shop)
  return (await token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT })).body.access_token
}

async function call(access: string, name: string, body?: object) {
  const [method = '', path = ''] = name.split(' ')
  const reply = await fetch(`${sandbox.url}/integration/${path}`, {
    method,
    headers: { authorization: `Bearer ${access}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

type Order = {
  code: string
  status: string
  fulfillment_type: string
  items: { id: number; confirmation: { status: string }; seller_inventory_id: number }[]
}

async function create(more: object = {}): Promise<Order> {
  const lines = [
    ['LAMP', 'Lamp', 2, 100_000],
    ['BOWL', 'Bowl', 1, 50_000],
  ]
  const order = { ref: 'one', lines, status: 'queueing', cod: true, ...more }
  const made = await control<{ order_id: string }>('orders', { shop_id: SHOP, order, force: true })
  return (await control<{ order: Order }>(`orders/${made.order_id}`)).order
}

describe('tokens', () => {
  it('belong to the address that the code was given for, and a code works once', async () => {
    const code = await codeFor()
    const form = { grant_type: 'authorization_code', code, redirect_uri: 'https://elsewhere.test' }
    expect(await token(form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await token({ ...form, redirect_uri: REDIRECT })).status).toBe(400)
  })

  it('want the right secret, and are renewed once each', async () => {
    const form = { grant_type: 'authorization_code', code: await codeFor(), redirect_uri: REDIRECT }
    expect(await token(form, 'wrong')).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    const { body: first } = await token(form)
    const renewal = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
    const { body: second } = await token(renewal)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await token(renewal)).status).toBe(400)
    expect((await call(second.access_token, 'GET v2/sellers/me')).body).toMatchObject({ id: SHOP })
  })

  it('end in their time', async () => {
    const access = await link()
    await fetch(`${sandbox.url}/_sandbox/clock`, { method: 'POST', body: '{"shift":36001}' })
    expect((await call(access, 'GET v2/orders')).status).toBe(401)
  })

  it('are given by a page that names the app and wants a state', async () => {
    const page = new URL('/sc/oauth2/auth', sandbox.url)
    page.search = new URLSearchParams({
      response_type: 'code',
      client_id: '7590139168389961',
      redirect_uri: REDIRECT,
      state: 'long-enough',
    }).toString()
    expect(await (await fetch(page)).text()).toContain('Authorise Aoi Living')
    const agreed = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ shop_id: String(SHOP) }),
      redirect: 'manual',
    })
    expect(agreed.headers.get('location')).toMatch(/^https:\/\/console\.test\/setting\/channels\?code=/)
    const declined = await fetch(page, { method: 'POST', redirect: 'manual' })
    expect(declined.headers.get('location')).toContain('error=access_denied')
    page.searchParams.set('state', 'short')
    expect((await fetch(page)).status).toBe(400)
  })
})

describe('orders', () => {
  it('come by time, page by page, all but the statuses that are ruled out', async () => {
    await control('generate', { shop_id: SHOP, orders: 30, days: 10 })
    await create({ ref: 'new', status: 'processing' })
    const access = await link()
    const query = 'order_by=updated_at%7Casc&limit=20&status=nin%7Cprocessing'
    const { body } = await call(access, `GET v2/orders?${query}&page=2`)
    const paging = body['paging'] as { total: number; last_page: number }
    expect(paging.last_page).toBe(2)
    expect((body['data'] as Order[]).length).toBe(paging.total - 20)
    expect((await call(access, 'GET v2/orders?limit=51')).body).toEqual({
      errors: ['limit must be 50 at most'],
    })
    expect((await call(access, 'GET v2/orders?updated_from_date=today')).status).toBe(400)
  })

  it('are confirmed with a warehouse; what is not there is called off and goes back on the shelf', async () => {
    const access = await link()
    const { code, items } = await create()
    const confirm = (body: object) => call(access, `POST v2/orders/${code}/confirm-available`, body)
    const available_item_ids = [items[0]?.id]
    for (const seller_inventory_id of [1, BACK, CLOSED])
      expect((await confirm({ available_item_ids, seller_inventory_id })).status).toBe(400)
    expect((await confirm({ available_item_ids: [5], seller_inventory_id: MAIN })).status).toBe(400)
    const done = await confirm({ available_item_ids, seller_inventory_id: MAIN + 1 })
    expect((done.body as unknown as Order).items).toMatchObject([
      { confirmation: { status: 'seller_confirmed' }, seller_inventory_id: MAIN + 1 },
      { confirmation: { status: 'seller_canceled' } },
    ])
    expect((await confirm({ available_item_ids, seller_inventory_id: MAIN })).status).toBe(400)
  })

  it('of which nothing is there end', async () => {
    const access = await link()
    const { code } = await create()
    const body = { available_item_ids: [], seller_inventory_id: MAIN }
    expect((await call(access, `POST v2/orders/${code}/confirm-available`, body)).body).toMatchObject({
      status: 'canceled',
      cancel_info: { reason_code: 'seller_out_of_stock' },
    })
  })

  it('that the seller brings himself are told how it went; no others', async () => {
    const access = await link()
    const byKind = new Map<string, Order>()
    for (let at = 0; at < 20; at++) {
      const order = await create({ ref: `kind ${at}`, status: 'shipping' })
      byKind.set(order.fulfillment_type, order)
    }
    const tell = (kind: string, body: object) =>
      call(access, `POST v2/orders/${byKind.get(kind)?.code}/seller-delivery/update-delivery`, body)
    expect((await tell('dropship', { status: 'successful_delivery' })).status).toBe(400)
    expect((await tell('seller_delivery', { status: 'failed_delivery' })).status).toBe(400)
    expect((await tell('seller_delivery', { status: 'successful_delivery' })).body).toMatchObject({
      status: 'successful_delivery',
    })
  })

  it("of another seller are not there, and neither are the seller's own under another's token", async () => {
    const { code } = await create()
    const stranger = await link(328901)
    expect(await call(stranger, `GET v2/orders/${code}`)).toEqual({
      status: 404,
      body: { errors: ['Order not found'] },
    })
  })
})

it('counts what is promised to orders as lying there', async () => {
  const access = await link()
  await control('products', { shop_id: SHOP, sku: 'LAMP', name: 'Lamp', price: 100_000, stock: 10 })
  const { code } = await create({ lines: [['LAMP', 'Lamp', 2, 100_000]] })
  const { body } = await call(access, 'GET v2.1/products?include=inventory')
  const [lamp] = body['data'] as { product_id: number; inventory: object }[]
  expect(lamp?.inventory).toMatchObject({
    quantity_available: 10,
    quantity_reserved: 2,
    quantity_sellable: 8,
  })
  const set = (qty_available: number, warehouse_id = MAIN) =>
    call(access, 'PUT v2.1/products/updateSku', {
      product_id: lamp?.product_id,
      warehouse_quantities: [{ warehouse_id, qty_available }],
    })
  expect((await set(5, CLOSED)).status).toBe(400)
  expect((await set(5)).body).toEqual({ state: 'approved' })
  const inventory = async () =>
    (await call(access, `GET v2.1/products/${lamp?.product_id}?include=inventory`)).body['inventory']
  expect(await inventory()).toMatchObject({ quantity_available: 5, quantity_sellable: 3 })
  for (const action of ['confirm', 'pick', 'pack', 'hand_over'])
    await control(`orders/${code}/advance`, { action })
  expect(await inventory()).toMatchObject({
    quantity_available: 3,
    quantity_reserved: 0,
    quantity_sellable: 3,
  })
})

it('carries links, sales and changes over a restart', async () => {
  const stateFile = temporaryPath()
  await sandbox.close()
  sandbox = await startSandbox({ stateFile })
  const access = await link()
  const { code } = await create()
  await control(`orders/${code}/advance`, { action: 'refuse_item' })
  const before = await control(`orders/${code}`)
  await sandbox.close()
  sandbox = await startSandbox({ stateFile })
  expect(await control<object>(`orders/${code}`)).toEqual(
    JSON.parse(JSON.stringify(before).replaceAll(/127\.0\.0\.1:\d+/g, new URL(sandbox.url).host)),
  )
  expect((await call(access, 'GET v2/sellers/me')).status).toBe(200)
})
