/** Concurrent calls to a slow marketplace while a large batch is printed. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookOrder, markets, type Market } from '../../../test/steps/booked-orders.ts'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'

let running: TestConsole
let admin: pg.Client
let seller: Account

beforeAll(async () => {
  running = await startTestConsole()
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
  await running.control('delays', { tracking_seconds: 0, document_seconds: 0 }, 'shopee')
  for (const code of Object.keys(markets) as Market[]) {
    const { id, shop } = markets[code]
    await linkShop(running.sandbox.url, seller, shop, { code, id })
  }
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

const sandbox = async (method: string, path: string, body?: object) => {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as { at_once: Record<Market, Count & { shops: Record<string, Count> }> }
}
type Count = { now: number; most: number }

/** Our ids of so many orders that wait for their label. */
async function booked(market: Market, howMany: number): Promise<number[]> {
  const codes = await Promise.all(Array.from({ length: howMany }, () => bookOrder(running, market)))
  return until('all of them to be stored', async () => {
    const { rows } = await admin.query<{ id: string }>(
      'select id from orders where channel_order_id = any($1) and status = 4 order by id',
      [codes],
    )
    return rows.length === howMany && rows.map(({ id }) => Number(id))
  })
}

async function print(ids: number[]): Promise<void> {
  const asked = await seller.call('POST /orders/bulk-print', { ids, kind: 'waybill' })
  const batch = await until(
    'the file',
    async () => {
      const found = await seller.call(`GET /orders/print-batches/${asked.at<number>('data.id')}`)
      return found.at('data.state') === 'done' && found
    },
    100,
  )
  expect(batch.at('data')).toMatchObject({ pages: ids.length, failed: [] })
}

it('140 labels of three shops take several calls at a time, and never more than four of a shop', async () => {
  const ids: number[] = []
  for (const [market, howMany] of [
    ['shopee', 100],
    ['lazada', 20],
    ['tiktok', 20],
  ] as const)
    ids.push(...(await booked(market, howMany)))
  await sandbox('DELETE', 'stats')
  await sandbox('POST', 'faults', { slow_ms: 20 })

  await print(ids)
  const { at_once: atOnce } = await sandbox('GET', 'stats')
  for (const market of Object.keys(markets) as Market[]) {
    const { most, shops } = atOnce[market]
    expect([market, Object.keys(shops).length]).toEqual([market, 1])
    // Counts the marketplace as a whole too, which here is one shop: file requests do not name their shop.
    for (const count of [most, ...Object.values(shops).map((shop) => shop.most)]) {
      expect(count).toBeGreaterThan(1)
      expect(count).toBeLessThanOrEqual(4)
    }
  }
})

it('says of a shop without access that it has to be reconnected, in the language of the reader', async () => {
  const [id = 0] = await booked('tiktok', 1)
  await running.control('tokens', { revoke: 'all' }, 'tiktok')
  const asked = await seller.call('POST /orders/bulk-print', { ids: [id], kind: 'waybill' })
  const failed = await until('the batch to be done', async () => {
    const batch = await seller.call(`GET /orders/print-batches/${asked.at<number>('data.id')}`)
    return batch.at('data.state') === 'done' && batch.at('data.failed')
  })
  const message = 'The shop is without access. Reconnect it.'
  expect(failed).toMatchObject([{ id, reason: 'waybill_refused', message }])
  const alone = await seller.call(`GET /orders/${id}/print-waybill`)
  expect([alone.status, alone.at('message')]).toEqual([502, `The channel rejected this: ${message}`])
})
