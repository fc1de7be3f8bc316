import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryPath } from './test-steps.ts'
import { startSandbox, type Sandbox } from '../server.ts'

interface Truth {
  product_id: number | string
  sku_id: number | string
  seller_sku: string
  name: string
  price: number
  stock: number
  status: string
  changed_at: number
}

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
})
afterEach(() => sandbox.close())

async function control(path: string, body: object, at = sandbox) {
  const reply = await fetch(`${at.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

async function oracle(channel: string, shop: string | number, at = sandbox): Promise<Truth[]> {
  const text = await (await fetch(`${at.url}/_sandbox/oracle/${channel}/products?shop_id=${shop}`)).text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Truth)
}

const CHANNELS = [
  { channel: 'shopee', shop: 727720655, orderId: 'order_sn' },
  { channel: 'lazada', shop: 100190015, orderId: 'order_id' },
  { channel: 'tiktok', shop: '7494726673780148744', orderId: 'order_id' },
  { channel: 'tiki', shop: 328784, orderId: 'order_id' },
  { channel: 'website', shop: 'aoi-gifts', orderId: 'id' },
  { channel: 'web-store', shop: 'hana-home', orderId: 'id' },
  { channel: 'pos', shop: 'aoi-counter/1', orderId: 'id' },
]

describe.each(CHANNELS)('the goods of $channel', ({ channel, shop, orderId }) => {
  const order = (quantity: number, more: object = {}) =>
    control(`${channel}/orders`, {
      shop_id: shop,
      order: { ref: `buy-${quantity}`, lines: [['85123A', 'Heart', quantity, 9.9]], cod: false },
      ...more,
    })
  const put = (change: object) =>
    control(`${channel}/products`, {
      shop_id: shop,
      sku: '85123A',
      name: 'Heart',
      price: 990,
      stock: 5,
      ...change,
    })
  const stock = async () => (await oracle(channel, shop))[0]?.stock

  it('are made and changed by the seller, and told as they are', async () => {
    expect(await control(`${channel}/products`, { shop_id: shop, sku: '85123A' })).toMatchObject({
      status: 400,
    })
    const made = await put({})
    expect(made.body).toMatchObject({
      seller_sku: '85123A',
      name: 'Heart',
      price: 990,
      stock: 5,
      status: 'listed',
    })
    sandbox.clock.shift(60)
    await put({ price: 1_090, is_listed: false })
    const [truth, ...others] = await oracle(channel, shop)
    expect(others).toEqual([])
    expect(truth).toMatchObject({ product_id: made.body['product_id'], price: 1_090, status: 'unlisted' })
    expect(truth?.changed_at).toBeGreaterThanOrEqual(Number(made.body['changed_at']) + 60)
    await put({ delete: true })
    expect(await oracle(channel, shop)).toMatchObject([{ status: 'deleted' }])
    expect((await control(`${channel}/products`, { shop_id: 'nobody', sku: 'A' })).status).toBe(400)
  })

  it('leave the shelf when they are bought and come back when the order is called off', async () => {
    await put({ stock: 10 })
    const bought = await order(2)
    expect(bought.status).toBe(200)
    // A gift that the marketplace puts into the parcel is a piece too.
    const left = (await stock()) ?? 0
    expect([7, 8]).toContain(left)
    const id = String(
      bought.body[orderId] ?? (bought.body['order'] as Record<string, unknown> | undefined)?.[orderId],
    )
    const off = await control(`${channel}/orders/${id}/advance`, { action: 'cancel' })
    expect(off.status).toBe(200)
    expect(await stock()).toBe(10)
  })

  it('are not sold in larger numbers than there are, or when they are not listed', async () => {
    await put({ stock: 3 })
    const refused = await order(4)
    expect(refused.status).toBe(409)
    expect(refused.body['error']).toContain('there are 3 pieces of 85123A')
    expect(await stock()).toBe(3)
    expect((await order(4, { force: true })).status).toBe(200)
    expect(await stock()).toBe(0)
    await put({ stock: 50, is_listed: false })
    expect((await order(1)).status).toBe(409)
  })
})

it('orders of the past take nothing, and a shop that has sold out sells no more', async () => {
  const shop = 727720655
  const past = await fetch(`${sandbox.url}/_sandbox/shopee/load?shop_id=${shop}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: JSON.stringify({ ref: 'old', age: 600, lines: [['22423', 'Cakestand', 300, 40]] }),
  })
  expect(await past.json()).toEqual({ loaded: 1 })
  const [cakestand] = await oracle('shopee', shop)
  const stock = cakestand?.stock
  expect(stock).toBeGreaterThanOrEqual(20)
  expect(stock).toBeLessThan(220)
  for (const id of [727720655, 727720901, 727720777])
    await control('shopee/products', { shop_id: id, sku: '22423', name: 'Cakestand', price: 4_000, stock: 0 })
  await control('shopee/live', { per_minute: 60 })
  for (let turn = 0; turn < 20; turn++) sandbox.clock.shift(2)
  expect(sandbox.shopee.book.count(shop)).toBe(1)
})

it('a sandbox that starts again knows the listings as they were', async () => {
  const stateFile = temporaryPath()
  const first = await startSandbox({ stateFile })
  const shops = [
    ['shopee', 727720655],
    ['lazada', 100190015],
  ] as const
  const before = []
  for (const [channel, shop] of shops) {
    await control(
      `${channel}/products`,
      { shop_id: shop, sku: 'NEW-1', name: 'Lamp', price: 100, stock: 7 },
      first,
    )
    const record = { ref: 'x', lines: [['NEW-1', 'Lamp', 2, 1]] }
    await control(`${channel}/orders`, { shop_id: shop, order: record }, first)
    before.push(await oracle(channel, shop, first))
  }
  await first.close()
  const again = await startSandbox({ stateFile })
  for (const [index, [channel, shop]] of shops.entries()) {
    const after = await oracle(channel, shop, again)
    expect(after).toContainEqual(expect.objectContaining({ seller_sku: 'NEW-1', stock: 5 }))
    const bySku = (a: Truth, b: Truth) => (a.seller_sku < b.seller_sku ? -1 : 1)
    expect(after.toSorted(bySku)).toEqual(before[index]?.toSorted(bySku))
  }
  await again.close()
})
