import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver, temporaryPath } from '../../kit/test-steps.ts'
import { startSandbox } from '../../server.ts'
import { MY, startLinked, type Client } from './sign-call.ts'

let client: Client
beforeEach(async () => {
  client = await startLinked()
})
afterEach(() => client.sandbox.close())

const long = { created_after: '2000-01-01T00:00:00+00:00', sort_by: 'created_at', sort_direction: 'ASC' }
const lines = [
  ['A-1', 'Cup', 2, 10],
  ['A-2', 'Bowl', 1, 5.5],
]
const makeOrder = (order: object = {}) =>
  client.control('/lazada/orders', { shop_id: MY, order: { ref: 'one', status: 'pending', lines, ...order } })
const advance = (id: string, body: object) => client.control(`/lazada/orders/${id}/advance`, body)

describe('/orders/get', () => {
  test('gives pages by row number, with the number of all', async () => {
    await client.control('/lazada/generate', { shop_id: MY, orders: 130, days: 5 })
    const first = await client.get('/orders/get', long)
    const second = await client.get('/orders/get', { ...long, offset: '100' })
    expect([first.data.count, first.data.countTotal, second.data.count]).toEqual([100, 130, 30])
    const ids = [...first.data.orders, ...second.data.orders].map((order) => order.order_id)
    expect(new Set(ids).size).toBe(130)
    const falling = await client.get('/orders/get', { ...long, sort_direction: 'DESC' })
    expect(falling.data.orders[0]?.order_id).toBe(ids.at(-1))
  })

  test.each([
    [{ created_after: '' }, '17'],
    [{ created_after: 'yesterday' }, '17'],
    [{ limit: '101' }, '19'],
    [{ offset: '5001' }, '14'],
    [{ status: 'happy' }, '36'],
    [{ sort_by: 'price' }, '74'],
    [{ sort_direction: 'UP' }, '75'],
  ])('refuses %j', async (change, code) => {
    expect((await client.get('/orders/get', { ...long, ...change })).code).toBe(code)
  })

  test('an order that changes moves to the end of the changed ones', async () => {
    await client.control('/lazada/generate', { shop_id: MY, orders: 20, days: 5 })
    const changed = {
      update_after: '2000-01-01T00:00:00+00:00',
      sort_by: 'updated_at',
      sort_direction: 'ASC',
    }
    const { order_id: id } = await makeOrder({ age: 400_000 })
    expect((await client.get('/orders/get', changed)).data.orders.at(-1)?.order_id).not.toBe(Number(id))
    await advance(id, { action: 'pack' })
    expect((await client.get('/orders/get', changed)).data.orders.at(-1)?.order_id).toBe(Number(id))
  })
})

test('an order has a row for each piece; called-off pieces leave its price', async () => {
  const { order_id: id } = await makeOrder()
  await advance(id, { action: 'cancel', pieces: [0] })
  const [found] = (await client.get('/orders/get', { ...long, status: 'canceled' })).data.orders
  expect(found).toMatchObject({ order_id: Number(id), statuses: ['canceled', 'pending'], price: '15.50' })
  const rows = (await client.get('/order/items/get', { order_id: id })) as unknown as { data: object[] }
  expect(rows.data).toMatchObject([
    { sku: 'A-1', item_price: 10, status: 'canceled', cancel_return_initiator: 'cancellation-seller' },
    { sku: 'A-1', item_price: 10, status: 'pending' },
    { sku: 'A-2', item_price: 5.5, status: 'pending' },
  ])
  expect((await client.get('/orders/items/get', { order_ids: `[${id},7]` })).code).toBe('16')
  expect((await client.get('/order/get', { order_id: '7' })).code).toBe('16')
})

test('a step that no piece can take is refused, and changes nothing', async () => {
  const { order_id: id } = await makeOrder()
  expect(await advance(id, { action: 'deliver' })).toMatchObject({
    error: 'no piece of the order can deliver',
  })
  expect((await advance(id, { action: 'pack', pieces: [1] })).pieces).toEqual([
    'pending',
    'packed',
    'pending',
  ])
})

test('one signed message goes out for each piece, again every half hour until it is taken', async () => {
  const { url, received, answer } = await startReceiver()
  answer.status = 500
  await client.control('/lazada/push', { url })
  const { order_id: id } = await makeOrder()
  await expect.poll(() => client.sandbox.lazada.pushes.stats()).toMatchObject({ failed: 3, open: 3 })
  answer.status = 200
  await client.control('/clock', { shift: 1_801 })
  await expect.poll(() => client.sandbox.lazada.pushes.stats()).toMatchObject({ delivered: 3, open: 0 })
  for (const { headers, body } of received) {
    expect(JSON.parse(body)).toMatchObject({
      seller_id: String(MY),
      message_type: 0,
      site: 'lazada_my',
      data: { trade_order_id: id, order_status: 'pending' },
    })
    const secret = '4c617a61646153616e64626f78536563'
    expect(headers.authorization).toBe(createHmac('sha256', secret).update(`123456${body}`).digest('hex'))
  }
  const rows = received.map(({ body }) => (JSON.parse(body) as { data: object }).data)
  expect(new Set(rows.map((data) => JSON.stringify(data))).size).toBe(3)
})

test('the sample gives each shop orders, and a state file carries links and changes over a restart', async () => {
  const options = { stateFile: temporaryPath() }
  const first = await startLinked(options)
  const { lazada } = first.sandbox
  for (const shopId of lazada.shops.keys()) expect(lazada.book.count(shopId)).toBeGreaterThan(0)
  expect(lazada.book.count(MY)).toBeGreaterThan(500)
  const order = lazada.book.all(MY).find(({ pieces }) => pieces[0]?.status === 'pending')!
  lazada.lifecycle.move(order, 'pack')
  await first.sandbox.close()

  const second = await startSandbox(options)
  expect(second.lazada.book.find(order.id)?.pieces).toEqual(order.pieces)
  expect(second.lazada.tokens.shopOf(first.token)).toBe(MY)
  await second.close()
})
