import { expect, test } from 'vitest'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { returns } from './returns.ts'

const start = 1_700_000_000
const now = new Date((start + 10_000) * 1000)
const period = { from: new Date(start * 1000), to: now }

const sessionOn = ({ url }: RecordedChannel) =>
  createSession({ TIKTOK_APP_KEY: 'k', TIKTOK_APP_SECRET: 's', TIKTOK_API_BASE: url }, now)

/** A token that counts rows, and a return that was read changes after each page. */
function countingShop(times: Map<string, number>) {
  return (call: RecordedCall) => {
    const { update_time_ge: from = 0, update_time_lt: to = 0 } = call.body as Record<string, number>
    const found = [...times]
      .filter(([, time]) => time >= from && time < to)
      .toSorted((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
    const offset = Number(call.query.page_token ?? 0)
    const page = found.slice(offset, offset + Number(call.query.page_size))
    if (page[0]) times.set(page[0][0], start + 20_000)
    const return_orders = page.map(([return_id, time]) => ({
      return_id,
      order_id: '576684019603311365',
      return_type: 'REFUND',
      return_status: 'RETURN_OR_REFUND_REQUEST_PENDING',
      create_time: start,
      update_time: time,
    }))
    const next_page_token = offset + page.length < found.length ? String(offset + page.length) : ''
    return { body: { code: 0, data: { return_orders, next_page_token } } }
  }
}

test('[page-tokens] no return is lost when one of a page that was read changes meanwhile', async () => {
  const times = new Map(Array.from({ length: 170 }, (_, at): [string, number] => [`40${at}`, start + at * 3]))
  const ids = [...times.keys()]
  await using channel = await startRecordedChannel(countingShop(times))
  const found = new Set<string>()
  let cursor: string | null = null
  do {
    const page = await returns.list(sessionOn(channel), period, cursor)
    for (const { channelReturnId } of page.items) found.add(channelReturnId)
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(ids.filter((id) => !found.has(id))).toEqual([])
})
