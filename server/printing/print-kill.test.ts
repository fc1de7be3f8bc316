/** A worker that is killed while it waits for a label: another one ends the batch, and nothing is printed twice. */
import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookOrder, markets } from '../../test/steps/booked-orders.ts'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { forkConsole } from '../../test/steps/forked-console.ts'
import { addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { seePages } from '../../test/steps/sheets.ts'

const channel = { code: 'tiktok', ...markets.tiktok }

let running: TestConsole
let admin: pg.Client
let seller: Account
let worker: ChildProcess

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
  worker = forkConsole(running, { role: 'worker' })
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await admin?.end()
  await running?.stop()
})

type Batch = { state: string; done: number; pages: number | null; failed: object[] }
const batchOf = async (id: number) => (await seller.call(`GET /orders/print-batches/${id}`)).at<Batch>('data')

it('goes on where the dead one was', async () => {
  const ownShop = await addShop(running, seller.ownerId, 'own', 4)
  const own = await putOrders(running, seller.ownerId, ownShop, [
    orderOf({ channelOrderId: 'OWN-1', status: 'ready_to_ship' }),
    orderOf({ channelOrderId: 'OWN-2', status: 'ready_to_ship' }),
  ])
  await linkShop(running.sandbox.url, seller, channel.shop, channel)
  await running.control('delays', { document_seconds: 3600 }, channel.code)
  const code = await bookOrder(running, 'tiktok')
  const late = await until('the late order to be booked', async () => {
    const found = await admin.query<{ id: string }>(
      'select id from orders where channel_order_id = $1 and status = 4',
      [code],
    )
    return found.rows[0] && Number(found.rows[0].id)
  })

  const [first = 0, last = 0] = own.created
  const ids = [first, late, last]
  const asked = await seller.call('POST /orders/bulk-print', { ids, kind: 'waybill' })
  const id = asked.at<number>('data.id')
  // All but the late one: the worker waits between two tries.
  await until('the worker to wait', async () => {
    const { state, done } = await batchOf(id)
    return state === 'running' && done === 2
  })
  worker.kill('SIGKILL')
  await running.control('delays', { document_seconds: 0 }, channel.code)
  expect(await batchOf(id)).toMatchObject({ state: 'running', pages: null })
  await running.startWorker()
  await until('another worker to end it', async () => (await batchOf(id)).state === 'done')
  expect(await batchOf(id)).toMatchObject({ done: 3, pages: 3, failed: [] })
  const reply = await fetch(`${running.url}/api/v2/orders/print-batches/${id}/file`, {
    headers: { authorization: `Bearer ${seller.token}` },
  })
  const pages = await seePages(new Uint8Array(await reply.arrayBuffer()))
  expect([pages[0], pages[2]].map((page) => page?.codes[0]?.text)).toEqual(['OWN-1', 'OWN-2'])
  const { rows } = await admin.query<{ event: string }>(
    "select event from order_history where event like 'waybill%' order by order_id",
  )
  expect(rows.map(({ event }) => event)).toEqual(ids.map(() => 'waybill_printed'))
})
