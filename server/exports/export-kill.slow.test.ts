/** Kills the worker with -9 in the middle of a file, again and again; the file is the same to the byte as an undisturbed one. */
import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { forkConsole, killConsole } from '../../test/steps/forked-console.ts'
import { downloadPart, exportOrders, findExport } from '../../test/steps/export-steps.ts'
import { addShop, lineOf, orderOf, putOrders } from '../../test/steps/stored-orders.ts'

const orders = 9000

let running: TestConsole
let seller: Account
let admin: pg.Client
let worker: ChildProcess | undefined

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
  const shop = await addShop(running, seller.ownerId, 'shop')
  for (let start = 0; start < orders; start += 750) {
    const batch = Array.from({ length: 750 }, (_, place) => {
      const at = start + place
      const lines = Array.from({ length: (at % 3) + 1 }, (_, line) => lineOf({ shopSku: `${at}_${line}` }))
      return orderOf({
        channelOrderId: `K${at}`,
        placedAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000),
        lines,
      })
    })
    await putOrders(running, seller.ownerId, shop, batch)
  }
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await admin?.end()
  await running?.stop()
})

async function piecesOf(exportId: number): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    'select count(*)::int as n from export_chunks where export_id = $1',
    [exportId],
  )
  return rows[0]?.n ?? 0
}

/** Whether a piece waits for the lock of its number. */
async function isWaiting(piece: number): Promise<boolean> {
  const { rowCount } = await admin.query(
    `select from pg_locks where locktype = 'advisory' and not granted and classid = 0 and objid = $1
      and database = (select oid from pg_database where datname = current_database())`,
    [piece],
  )
  return rowCount === 1
}

it.each(['csv', 'xlsx'])(
  'goes on where the killed one was: %s',
  async (format) => {
    const whole = await exportOrders(running, seller, `format=${format}`)
    expect(whole.rows).toBe(orders * 2)
    const pieces = await piecesOf(whole.id)
    expect(pieces).toBe(5)

    // A piece waits in its transaction while this connection holds the lock of its number.
    await admin.query(`create or replace function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(new.position); return new; end $$`)
    await admin.query(
      'create or replace trigger waits before insert on export_chunks for each row execute function wait_for_test()',
    )
    const asked = await seller.call(`GET /orders/export?format=${format}`, undefined, {
      'x-localization': 'en',
    })
    const exportId = asked.at<number>('export_id')
    for (const saved of [1, 3]) {
      await admin.query('select pg_advisory_lock($1)', [saved])
      worker = forkConsole(running, { role: 'worker', environment: { LOG_LEVEL: 'warn' } })
      await until('the worker to save the next piece', () => isWaiting(saved))
      expect(await piecesOf(exportId)).toBe(saved)
      await killConsole(worker)
      await admin.query('select pg_advisory_unlock($1)', [saved])
    }
    await running.startWorker()
    const entry = await until('the file', async () => {
      const found = await findExport(seller, exportId)
      return found.status === 'done' && found
    })
    await running.stopWorkers()
    await admin.query('drop trigger waits on export_chunks')
    expect(await piecesOf(exportId)).toBe(pieces)
    expect(entry.rows).toBe(whole.rows)
    const [first, second] = await Promise.all(
      [whole, entry].map(({ parts }) => downloadPart(running, seller, parts[0]?.url)),
    )
    expect(second?.bytes.length).toBe(entry.parts[0]?.bytes)
    expect(first?.bytes.equals(second?.bytes ?? Buffer.alloc(0))).toBe(true)
    // The asker was told once.
    const told = await seller.call('GET /users/notifications')
    const news = told.at<{ data: { url: string; count: number } }[]>('data').map(({ data }) => data)
    expect(news.filter(({ url }) => url === entry.parts[0]?.url).map(({ count }) => count)).toEqual([1])
  },
  180_000,
)
