import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { products } from './products.ts'

type Row = Record<string, unknown>

const now = new Date(1_700_000_000_000)
const { data: sample } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures', 'product.json'), 'utf8'),
) as { data: Row }

function sessionOn(channel: RecordedChannel): Session {
  return {
    app: { TIKTOK_APP_KEY: 'k', TIKTOK_APP_SECRET: 's', TIKTOK_API_BASE: channel.url },
    http: createHttp({ concurrentCalls: 6 }),
    credentials: {
      accessToken: 'a',
      refreshToken: 'r',
      accessExpiresAt: now,
      refreshExpiresAt: now,
      channelShopId: '1',
      more: { cipher: 'c' },
    },
    now: () => now,
    currency: 'MYR',
  }
}

const isSearch = ({ on }: RecordedCall) => on.endsWith('/search')
const detailOf = ({ on }: RecordedCall) => ({
  body: { code: 0, data: { ...sample, id: on.split('/').at(-1) } },
})

/**
 * A shop whose products were made at these seconds, and which shows no more than the first `deepest` of a search. A page
 * holds `pageSize`.
 */
function shopOf(
  times: number[],
  { deepest = 10_000, pageSize = 30, report = (count: number) => count } = {},
) {
  return (call: RecordedCall) => {
    if (!isSearch(call)) return detailOf(call)
    const { create_time_ge: from = 0, create_time_le: to = Infinity } = call.body as Record<string, number>
    const found = times.flatMap((time, at) => (time >= from && time <= to ? [{ id: String(at + 1) }] : []))
    const offset = Number(call.query.page_token ?? 0)
    const rows = found.slice(0, deepest).slice(offset, offset + pageSize)
    const token = offset + pageSize < Math.min(found.length, deepest) ? String(offset + pageSize) : ''
    return {
      body: { code: 0, data: { products: rows, next_page_token: token, total_count: report(found.length) } },
    }
  }
}

async function readAll(channel: RecordedChannel, changedSince: Date | null = null) {
  const session = sessionOn(channel)
  const ids: string[] = []
  const progress: number[] = []
  let cursor: string | null = null
  do {
    const page = await products.list(session, changedSince, cursor)
    ids.push(...page.items.map(({ channelProductId }) => channelProductId))
    progress.push(page.progress)
    cursor = page.nextCursor
  } while (cursor !== null && progress.length < 200)
  return { ids, progress }
}

test('a catalogue is read page by page to its end', async () => {
  await using channel = await startRecordedChannel(shopOf(Array.from({ length: 75 }, (_, at) => 1000 + at)))
  const { ids, progress } = await readAll(channel)
  expect(new Set(ids).size).toBe(75)
  expect(progress).toEqual([0.4, 0.8, 1])
  const searches = channel.calls.filter(isSearch)
  expect(searches).toHaveLength(3)
  for (const { body } of searches) expect(body).toEqual({ status: 'ALL' })
})

test('[ten-thousand] a catalogue that no search shows whole is read by its times of creation', async () => {
  // Every product stands for a hundred, so that the most that a search shows are a hundred of them.
  const times = Array.from({ length: 330 }, (_, at) => 1_690_000_000 + at * 9_973)
  const shop = shopOf(times, { deepest: 100, report: (count) => Math.min(10_000, count * 100) })
  await using channel = await startRecordedChannel(shop)
  const { ids, progress } = await readAll(channel)
  expect(ids.length).toBe(330)
  expect(new Set(ids).size).toBe(330)
  expect(progress.length).toBeLessThan(60)
  expect(progress.every((share) => share >= 0 && share <= 1)).toBe(true)
  expect(progress.at(-1)).toBe(1)
})

test('[ten-thousand] more of them in one second are followed as far as they are shown', async () => {
  const times = Array.from({ length: 120 }, () => 1_690_000_000)
  const shop = shopOf(times, { deepest: 100, pageSize: 60, report: (count) => count * 100 })
  await using channel = await startRecordedChannel(shop)
  const { ids, progress } = await readAll(channel)
  expect(new Set(ids).size).toBe(100)
  expect(progress.length).toBeLessThan(110)
})

test('changes are asked for from the second on, and a page without rows ends them', async () => {
  await using channel = await startRecordedChannel(() => ({
    body: { code: 0, data: { next_page_token: 'x' } },
  }))
  const page = await products.list(sessionOn(channel), new Date(1_690_000_000_900), null)
  expect(page).toEqual({ items: [], failures: [], nextCursor: null, progress: 1 })
  expect(channel.calls[0]?.body).toEqual({ status: 'ALL', update_time_ge: 1_690_000_000 })
})

test('a page token is followed as it is, whatever it is made of', async () => {
  const token = 'b2Zm-c2V0/PTEw+MA=='
  const pages = [
    { products: [{ id: '1' }], next_page_token: token, total_count: 2 },
    { products: [{ id: '2' }], next_page_token: '', total_count: 2 },
  ]
  let asked = 0
  await using channel = await startRecordedChannel((call) =>
    isSearch(call) ? { body: { code: 0, data: pages[asked++] } } : detailOf(call),
  )
  expect((await readAll(channel)).ids).toEqual(['1', '2'])
  expect(channel.calls.filter(isSearch).map(({ query }) => query.page_token)).toEqual([undefined, token])
})

test.each([
  ['title', 7, 'title: Invalid input: expected string, received number'],
  ['update_time', undefined, 'update_time: Invalid input: expected number, received undefined'],
  ['skus', [], 'skus: Too small: expected array to have >=1 items'],
  ['id', '3', 'TikTok Shop answered with 3'],
])('a product whose %s is %j fails alone', async (field, value, reason) => {
  await using channel = await startRecordedChannel((call) => {
    const reply = detailOf(call)
    const isOdd = call.on.endsWith('/2')
    return isOdd ? { body: { code: 0, data: { ...reply.body.data, [field]: value } } } : reply
  })
  const { items: read, failures } = await products.get(sessionOn(channel), ['1', '2'])
  expect(read.map(({ channelProductId }) => channelProductId)).toEqual(['1'])
  expect(failures).toMatchObject([{ channelId: '2', reason: `product 2: ${reason}` }])
  expect(failures[0]?.raw).toMatchObject({ brand: { name: 'Kopi House' } })
})

test('a product that is refused, or answered in another shape, fails with the row of the search', async () => {
  const replies: Record<string, unknown> = { 1: { code: 12052901, message: 'No' }, 2: { products: [] } }
  await using channel = await startRecordedChannel((call) =>
    isSearch(call)
      ? { body: { code: 0, data: { products: [{ id: '1', title: 'A' }, { id: '2' }, { id: '3' }] } } }
      : { body: replies[call.on.slice(-1)] ?? detailOf(call).body },
  )
  const page = await products.list(sessionOn(channel), null, null)
  expect(page.items.map(({ channelProductId }) => channelProductId)).toEqual(['3'])
  expect(page.failures).toMatchObject([
    { channelId: '1', reason: 'product 1: No', raw: { title: 'A' } },
    { channelId: '2', raw: { id: '2' } },
  ])
})

test('trouble with one product that is none of its own is trouble with the page', async () => {
  await using channel = await startRecordedChannel((call) =>
    call.on.endsWith('/2') ? { status: 503, body: 'busy' } : detailOf(call),
  )
  await expect(products.get(sessionOn(channel), ['1', '2'])).rejects.toMatchObject({ kind: 'try-later' })
})

test('a bookmark that is not ours is not followed', async () => {
  await using channel = await startRecordedChannel([])
  await expect(products.list(sessionOn(channel), null, 'nonsense')).rejects.toMatchObject({
    kind: 'changed-shape',
  })
})
