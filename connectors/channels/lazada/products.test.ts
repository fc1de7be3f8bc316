import { ownMessage } from '../../channel-error.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Session } from '../../session.ts'
import { walk } from '../../recorded-cases.ts'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { toChannelOrder } from './mapping.ts'
import { products } from './products.ts'
import { itemSchema, orderSchema } from './wire.ts'

type Row = Record<string, unknown>

const now = new Date('2026-01-31T12:00:00Z')
const start = Date.parse('2025-01-01T00:00:00Z')
const [sample] = (readFixture('products_get-last.json') as { products: Row[] }).products

function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')).data
}

function sessionOn({ url }: RecordedChannel): Session {
  const app = { LAZADA_APP_KEY: '1', LAZADA_APP_SECRET: 's', LAZADA_API_BASE: url }
  const session = createSession(app, now)
  return { ...session, credentials: { ...session.credentials, more: { country: 'my' } } }
}

/** Products by number, with the time at which each was made; `status` of those that are not active. */
type Shop = Map<number, { madeAt: number; status?: string; row?: Row }>

function makeShop(count: number): Shop {
  return new Map(Array.from({ length: count }, (_, index) => [index + 1, { madeAt: start + index * 60_000 }]))
}

/** Lazada's own rules: rows by number and an end at 10,000; "all" has no deleted ones here. */
function shopOf(shop: Shop) {
  return ({ on, query }: RecordedCall) => {
    if (on === 'GET /product/item/get') {
      const known = shop.has(Number(query.item_id))
      return {
        body: known
          ? { code: '0', data: rowOf(shop, Number(query.item_id)) }
          : { type: 'ISV', code: '208', message: 'E208: Item not exist' },
      }
    }
    const time = (name: string, otherwise: number) => (query[name] ? Date.parse(query[name]) : otherwise)
    const [after, before] = [time('create_after', 0), time('create_before', Infinity)]
    const [offset, limit] = [Number(query.offset), Number(query.limit)]
    if (offset > 10_000 || limit > 50) return { body: { type: 'ISV', code: '14', message: 'offset' } }
    const found = [...shop].filter(
      ([, { madeAt, status }]) =>
        madeAt > after && madeAt < before && (status === 'Deleted') === (query.filter === 'deleted'),
    )
    const page = found.slice(offset, offset + limit).map(([id]) => rowOf(shop, id))
    return { body: { code: '0', data: { total_products: found.length, products: page } } }
  }
}

function rowOf(shop: Shop, id: number): Row {
  const { status = 'Active', row = {} } = shop.get(id) ?? {}
  return { ...sample, item_id: id, status, subStatus: null, ...row }
}

/** All that a walk over the pages brings, with something happening to the shop after each page. */
async function walkOver(shop: Shop, changedSince: Date | null = null, happens?: (page: number) => void) {
  await using channel = await startRecordedChannel(shopOf(shop))
  const seen = await walk(products, sessionOn(channel), changedSince, happens)
  const found = seen.items.map((product) => product.channelProductId)
  return { ...seen, found, queries: channel.calls.map(({ query }) => query) }
}

test('[moving-products] a walk asks for the last five rows again, and takes none of them twice', async () => {
  const shop = makeShop(120)
  const { found, queries, progress } = await walkOver(shop)
  expect(found.map(Number)).toEqual([...shop.keys()])
  expect(queries.map(({ offset }) => Number(offset))).toEqual([0, 45, 90])
  expect(progress).toEqual([50 / 120, 95 / 120, 1])
})

test('[moving-products] what moves up when products are deleted meanwhile is not missed', async () => {
  const shop = makeShop(120)
  const { found } = await walkOver(shop, null, (page) => {
    if (page === 1) for (const id of [1, 2, 3]) shop.delete(id)
  })
  for (const id of shop.keys()) expect(found).toContain(String(id))
})

test('[moving-products] a walk that lost its place goes back until it finds it', async () => {
  const shop = makeShop(300)
  const { found, cursors } = await walkOver(shop, null, (page) => {
    if (page === 4) for (let id = 1; id <= 130; id++) shop.delete(id)
  })
  for (const id of shop.keys()) expect(found).toContain(String(id))
  expect(new Set(cursors).size).toBe(cursors.length)
})

test('[ten-thousand] a shop with more products than row numbers reach is read by the times they were made', async () => {
  const shop = makeShop(10_049)
  const { found, cursors, queries } = await walkOver(shop)
  expect(new Set(found.map(Number))).toEqual(new Set(shop.keys()))
  expect(new Set(cursors).size).toBe(cursors.length)
  expect(queries[0]).not.toHaveProperty('create_after')
  expect(queries.at(-1)).not.toHaveProperty('create_before')
  for (const { offset } of queries) expect(Number(offset)).toBeLessThan(10_000)
})

test('[ten-thousand] a bigger crowd in one second than row numbers reach is said, not cut off', async () => {
  const row = { ...sample, item_id: 5 }
  const full = { total_products: 10_050, products: [row, ...Array.from({ length: 49 }, () => row)] }
  await using channel = await startRecordedChannel(() => ({ body: { code: '0', data: full } }))
  const list = products.list(sessionOn(channel), null, 'all:1700000000-1700000000:9990:5')
  await expect(list).rejects.toMatchObject({ kind: 'refused' })
})

test('[deleted-apart] changes are asked for twice: those of what is there, and those that were deleted', async () => {
  const shop = makeShop(3)
  shop.set(2, { madeAt: start, status: 'Deleted' })
  const { found, queries, progress } = await walkOver(shop, new Date(start))
  expect(found).toEqual(['1', '3', '2'])
  expect(queries.map(({ filter, update_after: after }) => [filter, after])).toEqual([
    ['all', '2024-12-31T23:59:59+00:00'],
    ['deleted', '2024-12-31T23:59:59+00:00'],
  ])
  expect(progress).toEqual([0.99, 1])
})

test('a full page is never taken for the last one, whatever is said about the number of all', async () => {
  const shop = makeShop(70)
  await using channel = await startRecordedChannel((call) => {
    const { body } = shopOf(shop)(call)
    return { body: { ...body, data: { ...(body.data as Row), total_products: undefined } } }
  })
  const page = await products.list(sessionOn(channel), null, null)
  expect(page.nextCursor).not.toBeNull()
  const last = await products.list(sessionOn(channel), null, page.nextCursor)
  expect(last).toMatchObject({ nextCursor: null, progress: 1 })
  expect(last.items).toHaveLength(20)
})

test('a bookmark that is not ours is not followed', async () => {
  await using channel = await startRecordedChannel([])
  await expect(products.list(sessionOn(channel), null, 'all:1:2')).rejects.toMatchObject({
    kind: 'changed-shape',
  })
})

test('products asked for by id come once each; those that are nobody’s are failures', async () => {
  await using channel = await startRecordedChannel(shopOf(makeShop(2)))
  const { items: found, failures } = await products.get(sessionOn(channel), ['2', '1', '2', '9', 'x'])
  expect(found.map((product) => product.channelProductId)).toEqual(['2', '1'])
  expect(failures).toEqual(
    ['9', 'x'].map((id) => ({
      channelId: id,
      reason: ownMessage('refusal.unknown_product', { channel: 'Lazada', id }),
      raw: null,
    })),
  )
})

test('one busy moment does not lose all the others that were asked for', async () => {
  const answer = shopOf(makeShop(3))
  const failed = new Set<string>()
  await using channel = await startRecordedChannel((call) => {
    const { item_id: id = '' } = call.query
    if (id !== '2' || failed.has(id)) return answer(call)
    failed.add(id)
    return { body: { type: 'ISP', code: '6', message: 'Unexpected internal error' } }
  })
  const { items: found } = await products.get(sessionOn(channel), ['1', '2', '3'])
  expect(found.map((product) => product.channelProductId)).toEqual(['1', '2', '3'])
  expect(channel.calls).toHaveLength(4)
})

test('a refusal that is not about a product stops the sync', async () => {
  const body = {
    type: 'ISV',
    code: 'SellerNotVerified',
    message: 'Seller not found, please check seller status',
  }
  await using channel = await startRecordedChannel(() => ({ body }))
  await expect(products.get(sessionOn(channel), ['1'])).rejects.toMatchObject({ kind: 'refused' })
})

test('[long-ids] numbers that a JSON number cannot hold stay apart', async () => {
  const row = JSON.stringify({ ...sample, item_id: 1 })
  const body = `{"code":"0","data":{"total_products":1,"products":[${row.replace('"item_id":1', '"item_id":99999999999999991').replace('"SkuId":88002', '"SkuId":99999999999999993')}]}}`
  await using channel = await startRecordedChannel(() => ({ body }))
  const page = await products.list(sessionOn(channel), null, null)
  expect(page.items).toMatchObject([
    { channelProductId: '99999999999999991', skus: [{ channelSkuId: '99999999999999993' }] },
  ])
})

test.each([
  ['attributes', {}, 'attributes.name: Invalid input: expected string, received undefined'],
  ['skus', [], 'skus: Too small: expected array to have >=1 items'],
  ['updated_time', undefined, 'updated_time: Invalid input'],
  ['updated_time', '0', 'updated_time: not a time: 0'],
  ['status', '', 'status: Too small: expected string to have >=1 characters'],
])('a product whose %s is %j names the field', async (field, value, reason) => {
  const shop = makeShop(2)
  shop.set(1, { madeAt: start, row: { [field]: value } })
  await using channel = await startRecordedChannel(shopOf(shop))
  const { items: found, failures } = await products.list(sessionOn(channel), null, null)
  expect(found.map((product) => product.channelProductId)).toEqual(['2'])
  expect(failures).toMatchObject([{ channelId: '1', reason: `product 1: ${reason}`, raw: { item_id: 1 } }])
})

test('every line of an order is found among the SKUs of the products it sold', async () => {
  const rows = ['products_get.json', 'products_get-last.json'].flatMap(
    (name) => (readFixture(name) as { products: Row[] }).products,
  )
  const data = { total_products: rows.length, products: rows }
  await using channel = await startRecordedChannel(() => ({ body: { code: '0', data } }))
  const { items: found } = await products.list(sessionOn(channel), null, null)
  const [sold] = readFixture('orders_items_get.json') as { order_items: unknown[] }[]
  const order = toChannelOrder(
    orderSchema.parse(readFixture('order_get.json')),
    itemSchema.array().parse(sold?.order_items),
  )
  const lines = order.lines.map((line) => line.shopSku)
  expect(lines).toEqual(['2600144043_MY-88001', '2600144044_MY-88002'])
  expect(found.flatMap((product) => product.skus.map((sku) => sku.shopSku))).toEqual(
    expect.arrayContaining(lines),
  )
})
