/**
 * Kills the worker and the database with -9 at random moments of the first sync, again and again, and expects exactly the
 * channel's orders at the end. SYNC_KILL_SEED repeats a run; SYNC_KILL_ROUNDS makes it longer.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkShop, startTestConsole, until, type TestConsole } from '../../../test/start-test-console.ts'
import { at } from '../../../test/test-database.ts'
import { ledgerErrors, noErrors, plainTruth, storedOrders, trueOrders } from '../../../test/steps/oracle.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../runtime/embedded-postgres.ts'

const shopId = 727720655
const seed = Number(process.env.SYNC_KILL_SEED ?? Math.floor(Math.random() * 1e6))
const rounds = Number(process.env.SYNC_KILL_ROUNDS ?? 6)

let folder: string
let postgres: EmbeddedPostgres
let running: TestConsole
let worker: ChildProcess | undefined
let isOver = false

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sync-kill-'))
  postgres = await startEmbeddedPostgres({ dataDir: folder })
  running = await startTestConsole({ role: 'web', databaseUrl: postgres.url })
})
afterAll(async () => {
  isOver = true
  worker?.kill('SIGKILL')
  await running.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a worker, and another one when it ends, as the launcher does. */
function startWorker(): void {
  if (isOver) return
  worker = fork(new URL('../../main.ts', import.meta.url), ['--role', 'worker'], {
    env: { ...process.env, ...running.environment, DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  worker.once('exit', () => startWorker())
}

it(`ends with exactly the channel's orders, whatever dies when (seed ${seed})`, async () => {
  const random = mulberry(seed)
  await running.control('generate', { shop_id: shopId, orders: 6000, days: 25 })
  const seller = await running.signUp('seller')
  startWorker()
  await linkShop(running.sandbox.url, seller, shopId)

  const syncState = async () =>
    (await seller.call('GET /shops?include=sync')).at<{ state: string; orders: number } | undefined>(
      'data.0.sync.data',
    )
  const seen: number[] = []
  for (let round = 0; round < rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, 100 + random() * 900))
    if (random() < 0.6) {
      worker?.kill('SIGKILL')
    } else {
      await postgres.kill9()
      postgres = await startEmbeddedPostgres({ dataDir: folder })
    }
    // Selling goes on meanwhile.
    await running.control('orders', { shop_id: shopId })
    seen.push(await until('the console to answer', async () => (await syncState())?.orders ?? -1))
  }
  await until('the first sync to end', async () => (await syncState())?.state === 'done', 240)
  // Both anew each time: what the channel changes by its own clock arrives with the next look.
  let truth: object[] = []
  let stored: object[] = []
  await until('the stored orders to be the true ones', async () => {
    truth = (await trueOrders(running.sandbox.url, shopId)).map(plainTruth).toSorted(bySn)
    stored = (await storedOrders(adminUrl(), shopId)).toSorted(bySn)
    return isDeepStrictEqual(stored, truth)
  }).catch(() => undefined)
  expect(stored).toEqual(truth)
  expect(await ledgerErrors(adminUrl())).toEqual(noErrors)
  // The kills fell into the import, not after it.
  expect(seen.filter((orders) => orders < 6000).length).toBeGreaterThan(2)
}, 480_000)

const adminUrl = () => at(postgres.adminUrl, 'seller_console')
const bySn = (a: { sn: string }, b: { sn: string }) => (a.sn < b.sn ? -1 : 1)

function mulberry(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
