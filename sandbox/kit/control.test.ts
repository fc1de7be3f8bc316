import { rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sniffImage } from './image-store.ts'
import { temporaryPath } from './test-steps.ts'
import { MY, startLinked, VN, type Client } from '../channels/shopee/sign-call.ts'

let client: Client

beforeEach(async () => {
  client = await startLinked()
})
afterEach(() => client.sandbox.close())

const info = () => client.get('shop/get_shop_info')
const statusOf = async (call: Promise<{ status: number }>): Promise<number | string> =>
  call.then(
    (reply) => reply.status,
    (error: Error) => error.name,
  )

describe('faults', () => {
  it('throttle a share of the calls, the same ones every time', async () => {
    const run = async (): Promise<(number | string)[]> => {
      await client.control('/faults', { rate_limit: 0.5, seed: 3 })
      const seen = []
      for (let i = 0; i < 20; i++) seen.push(await statusOf(info()))
      return seen
    }
    const first = await run()
    expect(new Set(first)).toEqual(new Set([200, 429]))
    expect(await run()).toEqual(first)
  })

  it('break the server, the body or the connection', async () => {
    await client.control('/faults', { server_error: 1 })
    expect(await statusOf(info())).toBeGreaterThanOrEqual(500)
    await client.control('/faults', { malformed: 1 })
    expect(await statusOf(info())).toBe('SyntaxError')
    await client.control('/faults', { timeout: 1, timeout_ms: 20 })
    expect(await statusOf(info())).toBe('TypeError')
    await client.control('/faults', { reset: 1 })
    expect(await statusOf(info())).toBe('TypeError')
    await fetch(`${client.sandbox.url}/_sandbox/faults`, { method: 'DELETE' })
    expect(await statusOf(info())).toBe(200)
  })

  it('hit only the calls named, as often as told', async () => {
    await client.control('/faults', { server_error: 1, path: '/api/v2/shop/', count: 1 })
    expect(await statusOf(client.get('logistics/get_address_list'))).toBe(200)
    expect(await statusOf(info())).toBeGreaterThanOrEqual(500)
    expect(await statusOf(info())).toBe(200)
  })

  it('of the answer come after the effect: a refresh token is spent although nobody saw the new one', async () => {
    const refresh = () =>
      client.open('POST', 'auth/access_token/get', {
        refresh_token: client.tokens.refresh_token,
        partner_id: 2001887,
        shop_id: MY,
      })
    await client.control('/faults', { malformed: 1, count: 1 })
    expect(await statusOf(refresh())).toBe('SyntaxError')
    expect(await refresh()).toMatchObject({ error: 'error_shop_refresh_token' })
  })
})

describe('loading', () => {
  const count = (shopId: number): number => client.sandbox.shopee.book.count(shopId)

  it('takes orders line by line in the body', async () => {
    const lines = [
      { ref: 'a', age: 60, lines: [['S1', 'Chén trà', 1, 125_000]] },
      { ref: 'b', created: 1_700_000_000, shop_id: MY, lines: [['S1', 'Cup', 1, 12.5]], status: 'SHIPPED' },
    ]
    const reply = await fetch(`${client.sandbox.url}/_sandbox/shopee/load?shop_id=${VN}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    })
    expect(await reply.json()).toEqual({ loaded: 2 })
    expect([count(VN), count(MY)]).toEqual([1, 1])
    expect(client.sandbox.shopee.book.all(VN)[0]?.lines[0]).toMatchObject({
      price: 125_000,
      product: { name: 'Chén trà' },
    })
    expect(client.sandbox.shopee.book.all(MY)[0]).toMatchObject({
      status: 'SHIPPED',
      createTime: 1_700_000_000,
    })
  })

  it('takes nothing from a body with a bad line', async () => {
    const reply = await fetch(`${client.sandbox.url}/_sandbox/shopee/load`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: '{"ref":"a","lines":[["S","Cup",1,2]]}\n{"ref":"b"}',
    })
    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain('line 2')
    expect(count(MY) + count(VN)).toBe(0)
  })

  it('reads a whole retail file by its path', async () => {
    const path = temporaryPath('retail.csv')
    writeFileSync(
      path,
      'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n1,22423,CAKESTAND,2,2011-01-02T10:00:00,10.95,7,UK\n',
    )
    expect(await client.control('/shopee/load', { path, shop_id: VN })).toEqual({ loaded: 1 })
    rmSync(path)
    expect(client.sandbox.shopee.book.all(VN)[0]?.lines[0]?.price).toBe(350_000)
    expect(await client.control('/shopee/load', { path })).toMatchObject({
      error: expect.stringContaining('ENOENT'),
    })
  })

  it('makes up many orders, the same ones each time, and forgets them', async () => {
    const generate = () =>
      client.control('/shopee/generate', { shop_id: MY, orders: 2_000, lines_per_order: 2.2, days: 30 })
    expect(await generate()).toEqual({ loaded: 2_000 })
    const lines = client.sandbox.shopee.book.all(MY).reduce((sum, order) => sum + order.lines.length, 0)
    expect(lines / 2_000).toBeCloseTo(2.2, 1)
    await generate()
    expect(new Set(client.sandbox.shopee.book.all(MY).map((order) => order.sn)).size).toBe(4_000)
    await client.control('/reset')
    expect(count(MY)).toBe(0)
  })
})

it('the live mode sells and moves orders on as time goes by', async () => {
  await client.control('/shopee/live', { per_minute: 60 })
  for (let minute = 0; minute < 60; minute++) client.sandbox.clock.shift(120)
  await client.control('/shopee/live', { per_minute: 0 })
  const { book } = client.sandbox.shopee
  const all = [...client.sandbox.shopee.shops.keys()].flatMap((id) => book.all(id))
  expect(all.length).toBeGreaterThanOrEqual(60)
  expect(all.some((order) => order.updateTime > order.createTime)).toBe(true)
  client.sandbox.clock.shift(600)
  expect([...client.sandbox.shopee.shops.keys()].flatMap((id) => book.all(id))).toHaveLength(all.length)
})

it('a reset leaves nothing behind, not even what was planned', async () => {
  const { order_sn: sn } = await client.control('/shopee/orders', {
    shop_id: MY,
    order: { ref: '1', status: 'READY_TO_SHIP', lines: [['T1', 'Tea', 2, 9.9]] },
  })
  await client.control(`/shopee/orders/${sn}/advance`, { action: 'arrange' })
  await client.control('/shopee/tokens', { access_seconds: 1 })
  await client.control('/clock', { shift: 5 })
  await client.control('/reset')
  const fresh = await client.control('/shopee/orders', { shop_id: MY })
  client.sandbox.clock.shift(3_600)
  const { shopee } = client.sandbox
  expect(shopee.book.all(MY).map((order) => order.sn)).toEqual([fresh.order_sn])
  expect(
    shopee.book.page({ shopId: MY, field: 'updateTime', from: 0, to: 1e10, size: 9, skip: 0 }).orders,
  ).toHaveLength(1)
  expect([shopee.settings.accessSeconds, shopee.tokens.isLinked(MY)]).toEqual([14_400, false])
})

it('bad control calls are told what is wrong', async () => {
  expect(await client.control('/clock', { shift: 'x' })).toMatchObject({
    error: expect.stringContaining('shift'),
  })
  expect(await client.control('/nowhere')).toMatchObject({ error: 'no route POST /_sandbox/nowhere' })
  expect(await client.control('/shopee/generate', { shop_id: 1, orders: 1 })).toMatchObject({
    error: expect.stringContaining('there is no shop 1'),
  })
  const odd = { ref: 'a', status: 'NOPE', lines: [['S', 'Cup', 1, 2]] }
  expect(await client.control('/shopee/orders', { shop_id: MY, order: odd })).toMatchObject({
    error: 'there is no status NOPE',
  })
  expect(await client.control('/shopee/orders/NOPE/advance', { action: 'pay' })).toMatchObject({
    error: 'there is no order NOPE',
  })
})

it('calls are counted by path and error', async () => {
  await info()
  await client.get('shop/get_shop_info', { sign: 'wrong' })
  const stats = await (await fetch(`${client.sandbox.url}/_sandbox/stats`)).json()
  expect(stats).toMatchObject({
    calls: { '/api/v2/shop/get_shop_info': { calls: 2, errors: { error_sign: 1 } } },
  })
})

it('calls under way are counted by shop, and most of all when answers are slow', async () => {
  const read = async () =>
    ((await (await fetch(`${client.sandbox.url}/_sandbox/stats`)).json()) as { at_once: object }).at_once
  const shop = (now: number, most: number) => ({ shopee: { now, most, shops: { [MY]: { now, most } } } })
  await info()
  expect(await read()).toEqual(shop(0, 1))
  await client.control('/faults', { path: '/api/v2/shop/', slow_ms: 200 })
  const slow = Promise.all([info(), info(), info()])
  await expect.poll(read).toEqual(shop(3, 3))
  await slow
  expect(await read()).toEqual(shop(0, 3))
  // One whose answer breaks off is over too.
  await client.control('/faults', { reset: 1 })
  await expect(info()).rejects.toThrow()
  await expect.poll(read).toEqual(shop(0, 3))
  await fetch(`${client.sandbox.url}/_sandbox/stats`, { method: 'DELETE' })
  expect(await read()).toMatchObject({ shopee: { now: 0, most: 0 } })
})

it('every item of an order has its picture, which may be kept', async () => {
  const { order_sn: sn } = await client.control('/shopee/orders', { shop_id: MY })
  const { response } = await client.get('order/get_order_detail', {
    order_sn_list: sn,
    response_optional_fields: 'item_list',
  })
  const picture = await fetch(response.order_list[0]?.item_list[0]?.image_info.image_url ?? '')
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  expect(picture.headers.get('cache-control')).toContain('immutable')
  expect(sniffImage(Buffer.from(await picture.arrayBuffer()))).toEqual({
    type: 'image/jpeg',
    width: 640,
    height: 640,
  })
})
