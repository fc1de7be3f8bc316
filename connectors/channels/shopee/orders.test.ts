import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Period } from '../../session.ts'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { orders } from './orders.ts'

const day = 86_400_000
const now = new Date('2026-01-31T12:00:00Z')
const month: Period = { by: 'placed', from: new Date(now.getTime() - 30 * day), to: now }
const [sample] = readFixture('get_order_detail.json').response.order_list
const [income] = readFixture('get_escrow_detail_batch.json').response

type Row = Record<string, unknown>

function readFixture(name: string): { response: { order_list: Row[] } & Row[] } {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8'))
}

const sessionOn = ({ url }: RecordedChannel) =>
  createSession({ SHOPEE_PARTNER_ID: '2001887', SHOPEE_PARTNER_KEY: 'key', SHOPEE_API_BASE: url }, now)

function idsOf(call: RecordedCall): string[] {
  const body = call.body as { order_sn_list: string[] } | undefined
  return body?.order_sn_list ?? call.query.order_sn_list?.split(',') ?? []
}

/** A shop of orders by id: what each call asks for, it gets; one unknown id fails the batch, as at Shopee. */
function shopOf(known: Record<string, Row>, lists: Row[] = []) {
  let listed = 0
  return (call: RecordedCall) => {
    if (call.on.endsWith('get_order_list')) return { body: { error: '', response: lists[listed++] } }
    const ids = idsOf(call)
    const isEscrow = call.on.includes('escrow')
    const isUnknown = ids.some((id) => !known[id] || (isEscrow && known[id].noIncome))
    if (isUnknown) return { body: { error: 'error_not_found', message: 'The order is not found.' } }
    return isEscrow
      ? { body: { error: '', response: ids.map((id) => incomeOf(id)) } }
      : {
          body: {
            error: '',
            response: { order_list: ids.map((id) => ({ ...sample, order_sn: id, ...known[id] })) },
          },
        }
  }
}

function incomeOf(id: string): Row {
  return { escrow_detail: { ...(income?.escrow_detail as Row), order_sn: id } }
}

function callsTo(channel: RecordedChannel, name: string): RecordedCall[] {
  return channel.calls.filter((call) => call.on.endsWith(name))
}

test('[fifteen-days] a month is read in windows that leave no gap and no window exceeds 15 days', async () => {
  const empty = { more: false, next_cursor: '', order_list: [] }
  await using channel = await startRecordedChannel(shopOf({}, [empty, empty, empty]))
  const session = sessionOn(channel)
  const progress: number[] = []
  let cursor: string | null = null
  do {
    const page = await orders.list(session, month, cursor)
    progress.push(page.progress)
    cursor = page.nextCursor
  } while (cursor !== null)
  const windows = channel.calls.map(({ query }) => [Number(query.time_from), Number(query.time_to)])
  expect(windows).toHaveLength(2)
  expect(windows[0]?.[0]).toBe(month.from.getTime() / 1000)
  expect(windows[1]?.[0]).toBe(windows[0]?.[1])
  expect(windows[1]?.[1]).toBe(month.to.getTime() / 1000)
  for (const [from = 0, to = 0] of windows) expect(to - from).toBeLessThanOrEqual(15 * 86_400)
  expect(progress).toEqual([0.5, 1])
})

test('a period within one second is still a window with two ends', async () => {
  await using channel = await startRecordedChannel(shopOf({}, [{ more: false, order_list: [] }]))
  const page = await orders.list(sessionOn(channel), { by: 'changed', from: now, to: now }, null)
  expect(page.nextCursor).toBeNull()
  const { query } = channel.calls[0] as RecordedCall
  expect(Number(query.time_to)).toBe(Number(query.time_from) + 1)
})

test('pages within a window are followed by their own cursor, which may hold any sign', async () => {
  const lists = [
    { more: true, next_cursor: 'a-1/+=', order_list: [{ order_sn: 'A' }] },
    { more: false, next_cursor: '', order_list: [{ order_sn: 'B' }] },
  ]
  await using channel = await startRecordedChannel(shopOf({ A: {}, B: {} }, lists))
  const week: Period = { by: 'placed', from: new Date(now.getTime() - 7 * day), to: now }
  const first = await orders.list(sessionOn(channel), week, null)
  expect(first.progress).toBeLessThan(1)
  const second = await orders.list(sessionOn(channel), week, first.nextCursor)
  expect(callsTo(channel, 'get_order_list').map((call) => call.query.cursor)).toEqual(['', 'a-1/+='])
  expect(second).toMatchObject({ nextCursor: null, progress: 1, items: [{ channelOrderId: 'B' }] })
})

/** Orders by the second of their last change; `between` happens after each page, whose places are counted in `cursor`. */
function livingShopOf(times: Map<string, number>, between: (listed: string[]) => void) {
  const answer = shopOf(Object.fromEntries([...times.keys()].map((id) => [id, {}])))
  return (call: RecordedCall) => {
    if (!call.on.endsWith('get_order_list')) return answer(call)
    const { time_from: from, time_to: to, cursor, page_size: size } = call.query
    const inside = [...times].filter(([, at]) => at >= Number(from) && at <= Number(to))
    const ids = inside.toSorted((a, b) => b[1] - a[1]).map(([id]) => id)
    const end = Number(cursor) + Number(size)
    const listed = ids.slice(Number(cursor), end)
    const more = ids.length > end
    between(listed)
    const order_list = listed.map((order_sn) => ({ order_sn }))
    return { body: { error: '', response: { more, next_cursor: more ? String(end) : '', order_list } } }
  }
}

test('[moving-orders] none is lost when others change while changes are read', async () => {
  const start = now.getTime() / 1000 - 7200
  const times = new Map<string, number>(Array.from({ length: 350 }, (_, at) => [`S${at}`, start + 20 * at]))
  const changed = new Set<string>()
  const shop = livingShopOf(times, ([first = '']) => {
    // It has left the period: the next look will find it.
    times.set(first, now.getTime() / 1000 + 60)
    changed.add(first)
  })
  await using channel = await startRecordedChannel(shop)
  const period: Period = { by: 'changed', from: new Date(start * 1000), to: now }
  const found = new Set<string>()
  const progress: number[] = []
  let cursor: string | null = null
  do {
    const page = await orders.list(sessionOn(channel), period, cursor)
    for (const { channelOrderId } of page.items) found.add(channelOrderId)
    progress.push(page.progress)
    cursor = page.nextCursor
  } while (cursor !== null)
  expect([...times.keys()].filter((id) => !found.has(id) && !changed.has(id))).toEqual([])
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  // Fewer than two lists for each hundred orders, and some that showed that there is too much.
  expect(callsTo(channel, 'get_order_list').length).toBeLessThan(16)
})

test.each(['rising', 'falling'])('progress follows the orders of a page in %s order', async (direction) => {
  const from = month.from.getTime() / 1000
  const times = [from + 86_400, from + 3 * 86_400]
  const [a, b] = direction === 'rising' ? times : times.map((time) => 2 * from + 15 * 86_400 - time)
  const list = { more: true, next_cursor: 'c', order_list: [{ order_sn: 'A' }, { order_sn: 'B' }] }
  await using channel = await startRecordedChannel(
    shopOf({ A: { create_time: a }, B: { create_time: b } }, [list]),
  )
  const page = await orders.list(sessionOn(channel), month, null)
  expect(page.progress).toBeCloseTo(3 / 30, 5)
})

test('a bookmark that is not ours is not followed', async () => {
  await using channel = await startRecordedChannel([])
  await expect(orders.list(sessionOn(channel), month, 'nonsense')).rejects.toMatchObject({
    kind: 'changed-shape',
  })
})

test('[escrow-of-fifty] details and money go in batches of fifty, each id once', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => `S${index}`)
  await using channel = await startRecordedChannel(shopOf(Object.fromEntries(ids.map((id) => [id, {}]))))
  const { items: found, failures } = await orders.get(sessionOn(channel), [...ids, 'S1', 'S119'])
  expect(failures).toEqual([])
  expect(found.map((order) => order.channelOrderId).sort()).toEqual(ids.sort())
  for (const name of ['get_order_detail', 'get_escrow_detail_batch'])
    expect(
      callsTo(channel, name)
        .map((call) => idsOf(call).length)
        .sort((a, b) => a - b),
    ).toEqual([20, 50, 50])
})

test('[one-unknown-spoils-a-batch] an unknown id fails alone, and so does one that has no income', async () => {
  const ids = Array.from({ length: 9 }, (_, index) => `S${index}`)
  const known: Record<string, Row> = Object.fromEntries(ids.map((id) => [id, {}]))
  known.S3 = { noIncome: true }
  await using channel = await startRecordedChannel(shopOf(known))
  const { items: found, failures } = await orders.get(sessionOn(channel), [...ids, 'NEVER'])
  expect(failures).toEqual([
    { channelId: 'NEVER', reason: 'order NEVER: refusal.unknown_order {"channel":"Shopee"}', raw: null },
  ])
  expect(found).toHaveLength(9)
  expect(found.find((order) => order.channelOrderId === 'S3')?.payment.settled).toBeNull()
  expect(found.find((order) => order.channelOrderId === 'S4')?.payment.settled).toBe(3272)
})

test.each([
  ['error_permission', 'No permission.'],
  ['error_param', 'The shop id you provided is not found. Please check your shop id.'],
])('a refusal that is not about an unknown order is not tried over and over: %s', async (error, message) => {
  await using channel = await startRecordedChannel(() => ({ status: 403, body: { error, message } }))
  await expect(orders.get(sessionOn(channel), ['A', 'B', 'C'])).rejects.toMatchObject({
    kind: 'refused',
    message,
  })
  expect(channel.calls).toHaveLength(1)
})

test('[escrow-late] money is not asked of orders that cannot have any yet', async () => {
  const known = { A: { order_status: 'UNPAID', pay_time: null }, B: { order_status: 'PENDING' } }
  const list = {
    more: false,
    order_list: [
      { order_sn: 'A', order_status: 'UNPAID' },
      { order_sn: 'B', order_status: 'PENDING' },
    ],
  }
  await using channel = await startRecordedChannel(shopOf(known, [list]))
  const page = await orders.list(sessionOn(channel), { ...month, from: new Date(now.getTime() - day) }, null)
  expect(page.items.map((order) => order.status)).toEqual(['unpaid', 'pending'])
  expect(callsTo(channel, 'get_escrow_detail_batch')).toEqual([])
})

test('money is asked after all when an order was paid between its listing and its detail', async () => {
  const list = { more: false, order_list: [{ order_sn: 'A', order_status: 'UNPAID' }] }
  await using channel = await startRecordedChannel(shopOf({ A: {} }, [list]))
  const page = await orders.list(sessionOn(channel), { ...month, from: new Date(now.getTime() - day) }, null)
  expect(page.items[0]?.payment.settled).toBe(3272)
})

test('[pending-hidden] every call asks for PENDING orders to be shown as such', async () => {
  const list = { more: false, order_list: [{ order_sn: 'A' }] }
  await using channel = await startRecordedChannel(shopOf({ A: {} }, [list]))
  await orders.list(sessionOn(channel), { ...month, from: new Date(now.getTime() - day) }, null)
  for (const name of ['get_order_list', 'get_order_detail'])
    expect(callsTo(channel, name)[0]?.query.request_order_status_pending).toBe('true')
})

test('a row that lost its own id becomes the failure of the id that nobody claimed', async () => {
  const rows = [
    { ...sample, order_sn: undefined },
    { ...sample, order_sn: 'B' },
  ]
  await using channel = await startRecordedChannel((call) => ({
    body: {
      error: '',
      response: call.on.includes('escrow') ? idsOf(call).map(incomeOf) : { order_list: rows },
    },
  }))
  const { items: found, failures } = await orders.get(sessionOn(channel), ['A', 'B'])
  expect(found.map((order) => order.channelOrderId)).toEqual(['B'])
  expect(failures).toMatchObject([
    { channelId: 'A', reason: 'order A: order_sn: missing', raw: { currency: 'MYR' } },
  ])
})

test.each([
  ['total_amount', 'abc', 'total_amount: Invalid input: expected number, received string'],
  ['currency', 'XXX', 'currency: XXX is not supported'],
  ['create_time', -5, 'create_time: Too small: expected number to be >=1'],
  ['item_list', [], 'item_list: Too small: expected array to have >=1 items'],
  ['item_list', [null], 'item_list.0: Invalid input: expected object, received null'],
  ['update_time', undefined, 'update_time: Invalid input: expected number, received undefined'],
])('an order whose %s is %j names the field', async (field, value, reason) => {
  await using channel = await startRecordedChannel(shopOf({ A: { [field]: value }, B: {} }))
  const { items: found, failures } = await orders.get(sessionOn(channel), ['A', 'B'])
  expect(found.map((order) => order.channelOrderId)).toEqual(['B'])
  expect(failures).toMatchObject([{ channelId: 'A', reason: `order A: ${reason}`, raw: { order_sn: 'A' } }])
})
