import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Period, Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { orders } from './orders.ts'

type Row = Record<string, unknown>
type Shop = { id: number; at: number }[]

const now = new Date('2026-01-31T12:00:00Z')
const week: Period = { by: 'changed', from: new Date(now.getTime() - 7 * 86_400_000), to: now }
const head = readFixture('order_get.json') as Row
const item = (readFixture('orders_items_get.json') as { order_items: Row[] }[])[0]?.order_items[0]

function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')).data
}

function sessionOn({ url }: RecordedChannel): Session {
  const app = { LAZADA_APP_KEY: '1', LAZADA_APP_SECRET: 's', LAZADA_API_BASE: url }
  const session = createSession(app, now)
  return { ...session, credentials: { ...session.credentials, more: { country: 'my' } } }
}

const timeText = (at: number) =>
  new Date(at * 1000).toISOString().replace('T', ' ').replace('.000Z', ' +0000')
const orderOf = ({ id, at }: Shop[number]) => ({ ...head, order_id: id, updated_at: timeText(at) })
const refusal = { type: 'ISV', code: '16', message: 'Invalid Order ID' }

/** Lazada's own rules: sorted by change, rows by number, an end at 5000. `between` runs after each list. */
function shopOf(shop: Shop, { isAfterIncluded = true, between = (_call: number) => {} } = {}) {
  let lists = 0
  return ({ on, query }: RecordedCall) => {
    const known = new Map(shop.map((order) => [String(order.id), order]))
    if (on === 'GET /order/get') {
      const found = known.get(query.order_id ?? '')
      return { body: found ? { code: '0', data: orderOf(found) } : refusal }
    }
    if (on === 'GET /orders/items/get') {
      const ids = (query.order_ids ?? '').replaceAll(/[[\]]/g, '').split(',')
      if (ids.some((id) => !known.has(id))) return { body: refusal }
      return {
        body: {
          code: '0',
          data: ids.map((id) => {
            const order = known.get(id)!
            return { order_id: order.id, order_items: [{ ...item, updated_at: timeText(order.at) }] }
          }),
        },
      }
    }
    const after = Date.parse(query.update_after ?? '') / 1000
    const before = query.update_before ? Date.parse(query.update_before) / 1000 : Infinity
    const [offset, limit] = [Number(query.offset), Number(query.limit)]
    if (offset > 5000 || limit > 100) return { body: { type: 'ISV', code: '14', message: 'offset' } }
    const found = shop
      .filter(({ at }) => (isAfterIncluded ? at >= after : at > after) && at <= before)
      .sort((a, b) => a.at - b.at || a.id - b.id)
    if (query.sort_direction === 'DESC') found.reverse()
    const page = found.slice(offset, offset + limit).map(orderOf)
    between(++lists)
    return { body: { code: '0', data: { count: page.length, countTotal: found.length, orders: page } } }
  }
}

async function listAll(channel: RecordedChannel): Promise<string[]> {
  const session = sessionOn(channel)
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await orders.list(session, week, cursor)
    expect(page.failures).toEqual([])
    ids.push(...page.items.map((order) => order.channelOrderId))
    cursor = page.nextCursor
  } while (cursor !== null)
  return ids
}

const start = week.from.getTime() / 1000
/** Three orders in each second, the first at the very beginning of the period. */
const makeShop = (count: number): Shop =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, at: start + Math.floor(index / 3) }))
const idsOf = (shop: Shop) => shop.map(({ id }) => String(id)).sort()
const offsetsOf = (channel: RecordedChannel) =>
  channel.calls.flatMap(({ on, query }) => (on === 'GET /orders/get' ? [Number(query.offset)] : []))

test.each([true, false])(
  '[moving-rows] pages lose and double nothing, whether the asked moment is included (%j) or not',
  async (isAfterIncluded) => {
    const shop = makeShop(450)
    await using channel = await startRecordedChannel(shopOf(shop, { isAfterIncluded }))
    expect((await listAll(channel)).sort()).toEqual(idsOf(shop))
    expect(new Set(offsetsOf(channel))).toEqual(new Set([0]))
  },
)

test('[moving-rows] orders that change between two pages push no other over the edge', async () => {
  const shop = makeShop(450)
  const moved: string[] = []
  const between = (call: number) => {
    // Some that were read and some that were not become newer than the period.
    for (const index of [call * 7, call * 11, 440 - call]) {
      shop[index]!.at = now.getTime() / 1000 + 60
      moved.push(String(shop[index]!.id))
    }
  }
  await using channel = await startRecordedChannel(shopOf(shop, { between }))
  const found = await listAll(channel)
  expect(found).toHaveLength(new Set(found).size)
  const unmoved = idsOf(shop).filter((id) => !moved.includes(id))
  expect(found.filter((id) => !moved.includes(id)).sort()).toEqual(unmoved)
})

test('[moving-rows] an order that was read at the edge and has changed since is read again', async () => {
  const shop = makeShop(150)
  const between = (call: number) => {
    if (call === 1) shop[99]!.at = start + 1000
  }
  await using channel = await startRecordedChannel(shopOf(shop, { between }))
  expect((await listAll(channel)).filter((id) => id === '100')).toHaveLength(2)
})

test('[five-thousand] a second with more orders than a page holds is read to its end', async () => {
  const shop = makeShop(30)
  for (let id = 1000; id < 1350; id++) shop.push({ id, at: start + 5 })
  await using channel = await startRecordedChannel(shopOf(shop))
  expect((await listAll(channel)).sort()).toEqual(idsOf(shop))
})

test('[five-thousand] that second is read anew when some of its orders have moved meanwhile', async () => {
  const shop: Shop = Array.from({ length: 350 }, (_, id) => ({ id: id + 1, at: start + 5 }))
  const between = (call: number) => {
    if (call === 2) for (const index of [20, 30, 40]) shop[index]!.at = now.getTime() / 1000 + 60
  }
  await using channel = await startRecordedChannel(shopOf(shop, { between }))
  const found = new Set(await listAll(channel))
  expect([...found].sort()).toEqual(idsOf(shop))
})

test('[five-thousand] more than that in one second is an error and no silent loss', async () => {
  const shop: Shop = Array.from({ length: 5200 }, (_, id) => ({ id: id + 1, at: start + 5 }))
  await using channel = await startRecordedChannel(shopOf(shop))
  await expect(listAll(channel)).rejects.toMatchObject({ kind: 'refused' })
  expect(Math.max(...offsetsOf(channel))).toBeLessThanOrEqual(5000)
})

test('a full page is followed by another, even if the number of all says otherwise', async () => {
  const shop = makeShop(130)
  const answer = shopOf(shop)
  await using channel = await startRecordedChannel((call) => {
    const reply = answer(call)
    const data = (reply.body as { data?: { count?: number; countTotal?: number } }).data
    if (data?.countTotal !== undefined) data.countTotal = data.count ?? 0
    return reply
  })
  expect((await listAll(channel)).sort()).toEqual(idsOf(shop))
})

test('a list that is not in the order of its times is not believed', async () => {
  const page = [orderOf({ id: 1, at: start + 9 }), orderOf({ id: 2, at: start + 3 })]
  await using channel = await startRecordedChannel(() => ({
    body: { code: '0', data: { count: 2, countTotal: 400, orders: page } },
  }))
  await expect(orders.list(sessionOn(channel), week, null)).rejects.toMatchObject({ kind: 'changed-shape' })
})

test('the first sync goes by the time of the order', async () => {
  await using channel = await startRecordedChannel(() => ({
    body: { code: '0', data: { count: 0, countTotal: 0, orders: [] } },
  }))
  const page = await orders.list(sessionOn(channel), { ...week, by: 'placed' }, null)
  expect(page).toEqual({ items: [], failures: [], nextCursor: null, progress: 1 })
  expect(channel.calls.map(({ query }) => query)).toMatchObject([
    {
      created_after: '2026-01-24T11:59:59+00:00',
      created_before: '2026-01-31T12:00:00+00:00',
      sort_by: 'created_at',
    },
  ])
})

test('a bookmark that is not ours is not followed', async () => {
  await using channel = await startRecordedChannel([])
  await expect(orders.list(sessionOn(channel), week, 'nonsense')).rejects.toMatchObject({
    kind: 'changed-shape',
  })
})

test('progress rises to the end', async () => {
  const shop = Array.from({ length: 300 }, (_, index) => ({ id: index + 1, at: start + index * 2000 }))
  await using channel = await startRecordedChannel(shopOf(shop))
  const session = sessionOn(channel)
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page = await orders.list(session, week, cursor)
    seen.push(page.progress)
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(seen.length).toBeGreaterThan(2)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(seen.at(-1)).toBe(1)
})

test('[recent-orders] many orders that changed a moment ago come by the page, the others one by one', async () => {
  const justNow = now.getTime() / 1000 - 60
  const old = makeShop(5)
  const shop = [...old, ...Array.from({ length: 230 }, (_, id) => ({ id: id + 1000, at: justNow }))]
  await using channel = await startRecordedChannel(shopOf(shop))
  const asked = [...idsOf(old).slice(0, 2), ...Array.from({ length: 48 }, (_, id) => String(1000 + id * 4))]
  const page = await orders.get(sessionOn(channel), asked)
  expect(page.failures).toEqual([])
  expect(page.items.map((order) => order.channelOrderId).sort()).toEqual(asked.toSorted())
  const count = (on: string) => channel.calls.filter((each) => each.on === on).length
  expect([count('GET /orders/get'), count('GET /order/get'), count('GET /orders/items/get')]).toEqual([
    3, 2, 1,
  ])
})

test('[one-unknown-spoils-a-batch] an order whose rows are refused fails alone', async () => {
  const shop = makeShop(9)
  const answer = shopOf(shop)
  await using channel = await startRecordedChannel((call) =>
    call.on === 'GET /orders/items/get' && /\b4\b/.test(call.query.order_ids ?? '')
      ? { body: refusal }
      : answer(call),
  )
  const page = await orders.get(sessionOn(channel), [...idsOf(shop), '77', '1'])
  expect(page.items.map((order) => order.channelOrderId).sort()).toEqual(
    idsOf(shop).filter((id) => id !== '4'),
  )
  expect(page.failures.map(({ reason }) => reason)).toEqual([
    'refusal.unknown_order {"channel":"Lazada"}',
    'order 4: refusal.order_without_lines {"channel":"Lazada"}',
  ])
})

test('[rows-too-large] a batch of large orders is read in smaller ones, and one that is too large fails alone', async () => {
  const shop = makeShop(40)
  const answer = shopOf(shop)
  await using channel = await startRecordedChannel((call) => {
    const reply = answer(call)
    if (call.on !== 'GET /orders/items/get') return reply
    // The rows of any sixteen orders are too many, and those of the fourth by itself.
    const { data } = reply.body as { data: { order_id: number; order_items: Row[] }[] }
    for (const order of data)
      order.order_items[0]!['note'] = 'x'.repeat(order.order_id === 4 ? 600_000 : 30_000)
    return reply
  })
  const session = { ...sessionOn(channel), http: createHttp({ maxReplyBytes: 500_000 }) }
  const page = await orders.list(session, week, null)
  expect(page.items.map((order) => Number(order.channelOrderId))).toEqual(
    shop.map(({ id }) => id).filter((id) => id !== 4),
  )
  expect(page.failures).toMatchObject([
    { channelId: '4', reason: expect.stringContaining('"bytes":"500000"') as string },
  ])
})

test('a refusal that is not about an unknown order is not tried over and over', async () => {
  await using channel = await startRecordedChannel(({ on }) => ({
    body:
      on === 'GET /order/get' ? { code: '0', data: head } : { code: 'InsufficientPermission', message: 'no' },
  }))
  await expect(orders.get(sessionOn(channel), ['1', '2'])).rejects.toMatchObject({ kind: 'refused' })
  expect(channel.calls.filter(({ on }) => on === 'GET /orders/items/get')).toHaveLength(1)
})

test.each([
  ['updated_at', 'yesterday', 'updated_at: is no time such as 2024-02-29 14:59:56 +0700'],
  ['created_at', undefined, 'created_at: Invalid input: expected string, received undefined'],
])('an order whose %s is %j names the field', async (field, value, reason) => {
  const rows = [{ ...orderOf({ id: 1, at: start }), [field]: value }, orderOf({ id: 2, at: start })]
  const answer = shopOf(makeShop(2))
  await using channel = await startRecordedChannel((call) =>
    call.on === 'GET /orders/get'
      ? { body: { code: '0', data: { count: 2, countTotal: 2, orders: rows } } }
      : answer(call),
  )
  const page = await orders.list(sessionOn(channel), week, null)
  expect(page.items.map((order) => order.channelOrderId)).toEqual(['2'])
  expect(page.failures).toMatchObject([{ channelId: '1', reason: `order 1: ${reason}` }])
})
