import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Period, Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { orders } from './orders.ts'

type Row = Record<string, unknown>

const start = 1_700_000_000
const now = new Date((start + 10_000) * 1000)
const period: Period = { by: 'changed', from: new Date(start * 1000), to: now }
const [sample] = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'orders.json'), 'utf8')) as {
    data: { orders: Row[] }
  }
).data.orders

function sessionOn(channel: RecordedChannel): Session {
  return {
    app: { TIKTOK_APP_KEY: 'k', TIKTOK_APP_SECRET: 's', TIKTOK_API_BASE: channel.url },
    http: createHttp(),
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

const rowOf = (id: number, changed: number): Row => ({ ...sample, id: String(id), update_time: changed })

/**
 * A shop whose page token counts rows, which is the reading that loses most. Between two pages the order that changed
 * longest ago changes again.
 */
function countingShop(times: number[], isRestless: boolean) {
  const orders = times.map((time, at) => ({ id: at + 1, time }))
  return (call: RecordedCall) => {
    const { update_time_ge: from, update_time_lt: to } = call.body as Record<string, number>
    const found = orders
      .filter(({ time }) => time >= (from ?? 0) && time < (to ?? 0))
      .toSorted((a, b) => a.time - b.time || a.id - b.id)
    const offset = Number(call.query.page_token ?? 0)
    const page = found.slice(offset, offset + 100).map(({ id, time }) => rowOf(id, time))
    const [first] = orders
    if (isRestless && first) first.time = start + 20_000
    const token = offset + 100 < found.length ? String(offset + 100) : ''
    const data = { orders: page, next_page_token: token }
    return { body: { code: 0, message: 'Success', data } }
  }
}

async function readAll(channel: RecordedChannel) {
  const ids = new Set<string>()
  const progress: number[] = []
  let rows = 0
  let cursor: string | null = null
  do {
    const page = await orders.list(sessionOn(channel), period, cursor)
    for (const order of page.items) ids.add(order.channelOrderId)
    rows += page.items.length
    progress.push(page.progress)
    cursor = page.nextCursor
  } while (cursor !== null)
  return { ids, rows, progress }
}

test('[page-tokens] no order is lost when one of a page that was read changes meanwhile', async () => {
  const times = Array.from({ length: 350 }, (_, at) => start + at * 3)
  await using channel = await startRecordedChannel(countingShop(times, true))
  const { ids, rows, progress } = await readAll(channel)
  expect(ids.size).toBe(350)
  // Only the order at which a page begins comes twice.
  expect(rows).toBe(350 + channel.calls.length - 1)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(progress.at(-1)).toBe(1)
})

test('[page-tokens] a second that holds more than a page is read to its end by the token', async () => {
  const times = Array.from({ length: 420 }, (_, at) =>
    at < 20 ? start + at : start + 50 + (at >= 400 ? at : 0),
  )
  await using channel = await startRecordedChannel(countingShop(times, false))
  const { ids } = await readAll(channel)
  expect(ids.size).toBe(420)
  expect(channel.calls.some((call) => call.query.page_token !== undefined)).toBe(true)
})

test('[page-tokens] rows that are not in rising order are followed by the token alone', async () => {
  const pages = [
    { orders: [rowOf(1, start + 9), rowOf(2, start + 5)], next_page_token: 't-1/+=' },
    { orders: [rowOf(3, start + 7)], next_page_token: '' },
  ]
  let asked = 0
  await using channel = await startRecordedChannel(() => ({ body: { code: 0, data: pages[asked++] } }))
  expect((await readAll(channel)).ids.size).toBe(3)
  expect(channel.calls.map((call) => call.query.page_token)).toEqual([undefined, 't-1/+='])
  expect(channel.calls[1]?.body).toEqual(channel.calls[0]?.body)
})

test('a period within one second has two ends, and placed orders are asked for by their creation', async () => {
  await using channel = await startRecordedChannel(() => ({ body: { code: 0, data: { total_count: 0 } } }))
  const moment = new Date(start * 1000)
  const page = await orders.list(sessionOn(channel), { by: 'placed', from: moment, to: moment }, null)
  expect(page).toEqual({ items: [], failures: [], nextCursor: null, progress: 1 })
  expect(channel.calls[0]?.body).toEqual({ create_time_ge: start, create_time_lt: start + 1 })
  expect(channel.calls[0]?.query.sort_field).toBe('create_time')
})

test('a bookmark that is not ours is not followed', async () => {
  await using channel = await startRecordedChannel([])
  await expect(orders.list(sessionOn(channel), period, 'nonsense')).rejects.toMatchObject({
    kind: 'changed-shape',
  })
})

test('single orders go in batches of fifty, each id once', async () => {
  const ids = Array.from({ length: 120 }, (_, at) => String(at + 1))
  await using channel = await startRecordedChannel((call) => ({
    body: {
      code: 0,
      data: { orders: (call.query.ids ?? '').split(',').map((id) => rowOf(Number(id), start)) },
    },
  }))
  const { items: found, failures } = await orders.get(sessionOn(channel), [...ids, '7'])
  expect(failures).toEqual([])
  expect(found).toHaveLength(120)
  const sizes = channel.calls.map((call) => call.query.ids?.split(',').length ?? 0)
  expect(sizes.toSorted((a, b) => a - b)).toEqual([20, 50, 50])
})

test('[unknown-ids] an id that spoils its batch stands alone in the end', async () => {
  await using channel = await startRecordedChannel((call) => {
    const ids = (call.query.ids ?? '').split(',')
    if (ids.includes('4')) return { body: { code: 11001009, message: 'Order does not exist' } }
    return { body: { code: 0, data: { orders: ids.map((id) => rowOf(Number(id), start)) } } }
  })
  const { items: found, failures } = await orders.get(sessionOn(channel), ['1', '2', '3', '4', '5', '6'])
  expect(found.map((order) => order.channelOrderId).toSorted()).toEqual(['1', '2', '3', '5', '6'])
  expect(failures).toEqual([
    { channelId: '4', reason: 'order 4: refusal.unknown_order {"channel":"TikTok Shop"}', raw: null },
  ])
})

test.each([
  [106013, 'shop_cipher is missing'],
  [36009004, 'Invalid identifier'],
])('a refusal that is about no order is not tried over and over: %i', async (code, message) => {
  await using channel = await startRecordedChannel(() => ({ status: 401, body: { code, message } }))
  await expect(orders.get(sessionOn(channel), ['1', '2', '3'])).rejects.toMatchObject({
    kind: 'refused',
    message,
  })
  expect(channel.calls).toHaveLength(1)
})

test.each([
  ['status', '', 'status: Too small: expected string to have >=1 characters'],
  ['create_time', -5, 'create_time: Too small: expected number to be >=1'],
  ['line_items', [], 'line_items: Too small: expected array to have >=1 items'],
  ['payment', { currency: 'XXX', total_amount: '1' }, 'payment.currency: XXX is not supported'],
  ['payment', { currency: 'MYR', total_amount: '12,3x' }, 'not an amount of MYR: 12,3x'],
  ['update_time', undefined, 'update_time: Invalid input: expected number, received undefined'],
])('an order whose %s is %j names the field', async (field, value, reason) => {
  const rows = [{ ...rowOf(1, start), [field]: value }, rowOf(2, start)]
  await using channel = await startRecordedChannel(() => ({ body: { code: 0, data: { orders: rows } } }))
  const { items: found, failures } = await orders.get(sessionOn(channel), ['1', '2'])
  expect(found.map((order) => order.channelOrderId)).toEqual(['2'])
  expect(failures).toMatchObject([{ channelId: '1', reason: `order 1: ${reason}`, raw: { id: '1' } }])
})
