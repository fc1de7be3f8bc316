/** A buyer who asks to cancel between packing and hand-over, at every step of a batch of waybills. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bookOrder, markets } from '../../../test/steps/booked-orders.ts'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { seePages } from '../../../test/steps/sheets.ts'

const market = 'tiktok'
const asked = 'The buyer requested cancellation. Answer the request before printing.'
let running: TestConsole
let admin: pg.Client
let seller: Account
let ownShop: number
let made = 0
/** Two shops' orders: `stays` is never canceled, `goes` is. */
let stays: Order
let goes: Order

type Order = { id: number; code: string }

beforeAll(async () => {
  running = await startTestConsole()
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
  const { id, shop } = markets[market]
  await linkShop(running.sandbox.url, seller, shop, { code: market, id })
  ownShop = await addShop(running, seller.ownerId, 'own', 4)
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})
beforeEach(async () => {
  await control('delays', { document_seconds: 0 })
  const code = `OWN-${made++}`
  const order = orderOf({ channelOrderId: code, status: 'ready_to_ship' })
  const { created } = await putOrders(running, seller.ownerId, ownShop, [order])
  stays = { code, id: created[0] ?? 0 }
  goes = await booked()
})

const control = (path: string, body?: object) => running.control(path, body, market)

async function booked(): Promise<Order> {
  const code = await bookOrder(running, market)
  return { code, id: await stored(code, 'status = 4') }
}

function stored(code: string, so: string): Promise<number> {
  return until(`order ${code} to be stored so: ${so}`, async () => {
    const sql = `select id from orders where channel_order_id = $1 and ${so}`
    const { rows } = await admin.query<{ id: string }>(sql, [code])
    return rows[0] && Number(rows[0].id)
  })
}

/** The buyer asks, and the console has heard of it. */
async function askToCancel({ code }: Order): Promise<void> {
  await control(`orders/${code}/advance`, { action: 'request_cancel' })
  await stored(code, 'cancel_requested_at is not null')
}

const batchOf = (id: number) => seller.call(`GET /orders/print-batches/${id}`)

async function print(...orders: Order[]): Promise<number> {
  const ids = orders.map(({ id }) => id)
  const answer = await seller.call('POST /orders/bulk-print', { ids, kind: 'waybill' })
  expect(answer.status).toBe(202)
  return answer.at<number>('data.id')
}

const finished = (id: number) =>
  until('the batch to be done', async () => {
    const batch = await batchOf(id)
    return batch.at('data.state') === 'done' && batch
  })

async function pagesOf(id: number): Promise<string[]> {
  const reply = await fetch(`${running.url}/api/v2/orders/print-batches/${id}/file`, {
    headers: { authorization: `Bearer ${seller.token}` },
  })
  const pages = await seePages(new Uint8Array(await reply.arrayBuffer()))
  return pages.map(({ codes }) => codes[0]?.text ?? '')
}

/** Only the label of whoever stays is in the file, and the other one is named with the reason and was never printed. */
async function expectLeftOut(id: number): Promise<void> {
  const batch = await finished(id)
  expect(batch.at('data')).toMatchObject({
    pages: 1,
    failed: [{ ...goes, reason: 'waybill_cancel_request', message: asked }],
    stopped: [],
  })
  expect(await pagesOf(id)).toEqual([stays.code])
  expect((await seller.call(`GET /orders/${stays.id}`)).at('data.is_printed')).toBe(1)
  expect((await seller.call(`GET /orders/${goes.id}`)).at('data.is_printed')).toBe(0)
  const history = (await seller.call(`GET /orders/${goes.id}/history`)).at<{ event: string }[]>('data')
  expect(history.filter(({ event }) => event.startsWith('waybill'))).toEqual([])
}

it('before the batch is asked for', async () => {
  await askToCancel(goes)
  await expectLeftOut(await print(stays, goes))
  const alone = await seller.call(`GET /orders/${goes.id}/print-waybill`)
  expect([alone.status, alone.at('code')]).toEqual([409, 'waybill_status'])
})

it('while the labels are being brought', async () => {
  await control('delays', { document_seconds: 3 })
  const late = await booked()
  goes = late
  const id = await print(stays, goes)
  await askToCancel(goes)
  expect((await batchOf(id)).at('data.state')).not.toBe('done')
  await expectLeftOut(id)
})

it('after its label was brought, while the file is being made', async () => {
  const hold = new pg.Client({ connectionString: running.adminUrl })
  await hold.connect()
  try {
    // The job locks its orders one after the other before it saves the file: at the first one it has to wait.
    await hold.query('begin')
    const { rows: pids } = await hold.query<{ pid: number }>('select pg_backend_pid() as pid')
    await hold.query('select 1 from orders where id = $1 for no key update', [stays.id])
    const id = await print(stays, goes)
    await until('the job to stand before the file', async () => {
      const sql = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
      const { rows } = await admin.query(sql, [pids[0]?.pid])
      return rows.length > 0
    })
    expect((await batchOf(id)).at('data')).toMatchObject({ state: 'running', done: 2 })
    const { rows: labels } = await admin.query('select 1 from labels where order_id = $1', [goes.id])
    expect(labels).toHaveLength(1)
    await askToCancel(goes)
    await hold.query('rollback')
    await expectLeftOut(id)
  } finally {
    await hold.end()
  }
})

it('after the file is there: it is marked in it, and the next file is without it', async () => {
  const id = await print(stays, goes)
  expect((await finished(id)).at('data')).toMatchObject({ pages: 2, failed: [], stopped: [] })
  await askToCancel(goes)
  await admin.query("update orders set short_code = '#1041' where id = $1", [goes.id])
  expect((await batchOf(id)).at('data')).toMatchObject({
    ids: [stays.id, goes.id],
    pages: 2,
    failed: [],
    stopped: [{ id: goes.id, code: '#1041', reason: 'waybill_cancel_request', message: asked }],
  })
  const again = await finished(await print(stays, goes))
  expect(again.at('data')).toMatchObject({ pages: 1, failed: [{ id: goes.id }], stopped: [] })
})

it('on paper, before it is handed over: it stands out until it is answered, and is canceled or may leave', async () => {
  const other = await booked()
  const id = await print(other, goes)
  await finished(id)
  await askToCancel(goes)
  const order = await seller.call(`GET /orders/${goes.id}`)
  expect(order.at('data')).toMatchObject({ is_printed: 1, cancel_requested_at: expect.any(String) })
  expect(order.at('data.allowed_actions')).toEqual(expect.arrayContaining(['accept_cancel', 'reject_cancel']))
  // Kept after all: nothing stands in its way any more.
  await seller.call(`POST /orders/${goes.id}/cancel-request/reject`, {})
  await stored(goes.code, 'cancel_requested_at is null')
  expect((await batchOf(id)).at('data.stopped')).toEqual([])
  await askToCancel(other)
  await seller.call(`POST /orders/${other.id}/cancel-request/accept`, {})
  await stored(other.code, 'status = 7')
  expect((await batchOf(id)).at('data.stopped')).toMatchObject([{ id: other.id, reason: 'waybill_status' }])
})
