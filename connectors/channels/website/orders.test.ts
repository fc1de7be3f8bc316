import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { never } from '../../session.ts'
import type { Period, Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { createOrders } from '../../woocommerce/orders.ts'
import { profile } from './wire.ts'

const orders = createOrders(profile)

const now = new Date('2026-01-09T23:00:00Z')
const hour: Period = { by: 'changed', from: new Date(now.getTime() - 3_600_000), to: now }
const [sample] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures', 'orders.json'), 'utf8'),
) as Record<string, unknown>[]

function sessionOn(channel: RecordedChannel): Session {
  return {
    app: { WEBSITE_WEBHOOK_SECRET: 's'.repeat(32) },
    http: createHttp(),
    credentials: {
      accessToken: 'ck',
      refreshToken: 'cs',
      accessExpiresAt: never,
      refreshExpiresAt: never,
      channelShopId: 'shop.example',
      more: { address: channel.url, root: 'path' },
    },
    now: () => now,
    currency: 'MYR',
  }
}

/** A store whose orders are these numbers at the moment of each call. */
function storeOf(idsAt: (call: number) => number[], headers: Record<string, string> = {}) {
  let calls = 0
  return ({ query }: RecordedCall) => {
    if (query.status === 'trash') return { body: [] }
    const ids = idsAt(calls++)
    const start = Number(query.offset)
    return {
      headers: { date: now.toUTCString(), 'x-wp-total': String(ids.length), ...headers },
      body: ids.slice(start, start + 100).map((id) => ({ ...sample, id })),
    }
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

async function readAll(store: Parameters<typeof startRecordedChannel>[0]): Promise<number[]> {
  await using channel = await startRecordedChannel(store)
  const session = sessionOn(channel)
  const read: number[] = []
  let cursor: string | null = null
  do {
    const page = await orders.list(session, hour, cursor)
    read.push(...page.items.map(({ channelOrderId }) => Number(channelOrderId)))
    cursor = page.nextCursor
  } while (cursor !== null && channel.calls.length < 50)
  return [...new Set(read)].toSorted((a, b) => a - b)
}

test('[by-number] nothing is lost when an order changes while pages are read', async () => {
  // 400 orders had changed; number 5, which had not, does so after the first page.
  const before = upTo(400).filter((id) => id !== 5)
  const read = await readAll(storeOf((call) => (call === 0 ? before : upTo(400))))
  expect(before.filter((id) => !read.includes(id))).toEqual([])
})

test('[large-orders] pages that are too large are read in smaller ones', async () => {
  const store = ({ query }: RecordedCall) => {
    if (query.status === 'trash') return { body: [] }
    const wanted = query.include?.split(',').map(Number)
    const ids = upTo(130).filter((id) => !wanted || wanted.includes(id))
    const start = Number(query.offset ?? 0)
    return {
      headers: { date: now.toUTCString(), 'x-wp-total': String(ids.length) },
      body: ids
        .slice(start, start + Number(query.per_page))
        // Any ten of these orders are too large together, and any three of the first ten.
        .map((id) => ({ ...sample, id, customer_note: 'x'.repeat(id <= 10 ? 70_000 : 20_000) })),
    }
  }
  await using channel = await startRecordedChannel(store)
  const session = { ...sessionOn(channel), http: createHttp({ maxReplyBytes: 200_000 }) }
  const read = new Set<string>()
  let cursor: string | null = null
  do {
    const page = await orders.list(session, hour, cursor)
    expect(page.failures).toEqual([])
    for (const { channelOrderId } of page.items) read.add(channelOrderId)
    cursor = page.nextCursor
  } while (cursor !== null && channel.calls.length < 500)
  expect([...read].map(Number)).toEqual(upTo(130))
  const asked = await orders.get(session, upTo(20).map(String))
  expect(asked.items.map(({ channelOrderId }) => Number(channelOrderId))).toEqual(upTo(20))
})

test('[by-number] nothing is lost when orders are thrown away while pages are read', async () => {
  const gone = new Set(upTo(70))
  const left = upTo(400).filter((id) => !gone.has(id))
  const read = await readAll(storeOf((call) => (call === 0 ? upTo(400) : left)))
  expect(left.filter((id) => !read.includes(id))).toEqual([])
})

test('[by-number] nothing is lost when a bookmark lies behind the end of what is left', async () => {
  const read = await readAll(storeOf((call) => (call === 0 ? upTo(150) : upTo(150).slice(80))))
  expect(read).toEqual(upTo(150))
})

test('[rows-not-promised] a short page is not the last while the total says otherwise', async () => {
  const hides = storeOf(() => upTo(250))
  const read = await readAll((call: RecordedCall) => {
    const reply = hides(call)
    return { ...reply, body: reply.body.filter(({ id }) => id !== 50 && id !== 51) }
  })
  expect(read).toHaveLength(248)
})

test('a store that counts nothing is read up to its first short page', async () => {
  const counts = storeOf(() => upTo(250))
  const read = await readAll((call: RecordedCall) => ({ body: counts(call).body }))
  expect(read).toEqual(upTo(250))
})

test('[clock-behind] a period begins earlier by as much as the clock of the store is behind', async () => {
  const late = { date: new Date(now.getTime() - 20 * 60_000).toUTCString() }
  await using channel = await startRecordedChannel(storeOf(() => upTo(3), late))
  const session = sessionOn(channel)
  const { nextCursor } = await orders.list(session, hour, null)
  await orders.list(session, hour, nextCursor)
  expect(channel.calls.map(({ query }) => query.modified_after)).toEqual([
    '2026-01-09T21:59:59',
    '2026-01-09T21:39:59',
  ])
})

test('baskets are neither orders nor failures', async () => {
  const body = [{ ...sample, id: 1, status: 'checkout-draft' }, { ...sample, id: 2 }, { id: 'x' }]
  await using channel = await startRecordedChannel(() => ({ headers: { 'x-wp-total': '3' }, body }))
  const page = await orders.list(sessionOn(channel), { ...hour, by: 'placed' }, null)
  expect(page.items.map(({ channelOrderId }) => channelOrderId)).toEqual(['2'])
  expect(page.failures).toHaveLength(1)
})

test('a bookmark that is not ours is refused', async () => {
  await using channel = await startRecordedChannel([])
  await expect(orders.list(sessionOn(channel), hour, 'page=2')).rejects.toMatchObject({
    kind: 'changed-shape',
  })
})
