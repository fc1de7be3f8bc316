/** A worker that is killed with -9 in the middle of an import: the next one goes on behind the last whole chunk. */
import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { forkConsole, killConsole } from '../../../test/steps/forked-console.ts'
import { checkFile, csvOf } from '../../../test/steps/import-steps.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'

/** More than the first chunk takes. */
const codes = Array.from({ length: 2100 }, (_, at) => `BULK-${String(at).padStart(4, '0')}`)
const perProduct = 100
let running: TestConsole
let seller: Account
let doomed: ChildProcess | undefined

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  const shopId = await addShop(running, seller.ownerId, 'shop')
  for (let at = 0; at < codes.length; at += perProduct) {
    const skus = codes
      .slice(at, at + perProduct)
      .map((code, place) => skuOf({ channelSkuId: String(place), shopSku: code, sellerSku: code }))
    await putProducts(running, { ownerId: seller.ownerId, shopId }, [
      productOf({ channelProductId: `B${at}`, skus }),
    ])
  }
})
afterAll(async () => {
  await killConsole(doomed)
  await running?.stop()
})

it('imports each row once', async () => {
  const rows = codes.map((code) => [code, `Bulk item ${code}`, '5'])
  const entry = await checkFile(running, seller, csvOf([['SKU code', 'SKU name', 'Stock'], ...rows]))
  expect(entry.summary).toMatchObject({ change: codes.length, error: 0 })
  const read = async () => (await seller.call(`GET /imports/${entry.id}`)).at<typeof entry>('data')

  // The second chunk waits for one of its last SKUs while the worker is killed.
  const last = 'select from skus where prime_sku = $1 for update'
  const held = await lockRow(running.adminUrl, last, [codes.at(-1)])
  doomed = forkConsole(running, { role: 'worker', environment: { LOG_LEVEL: 'warn' } })
  expect((await seller.call(`POST /imports/${entry.id}/commit`)).status).toBe(202)
  await until('the first chunk', async () => (await read()).processed > 0)
  await held.waiting(1)
  await killConsole(doomed)
  await held.release()
  expect(await read()).toMatchObject({ status: 'importing', processed: 2000 })

  await running.startWorker()
  const done = await until('the import to end', async () => {
    const now = await read()
    return now.status === 'done' && now
  })
  expect(done.summary).toMatchObject({ done: codes.length, error: 0 })
  const { rows: sums } = await running.db.asOwner(seller.ownerId, (tx) =>
    sql<object>`select sum(on_hand_change)::int as pieces, count(distinct document)::int as documents, count(*)::int as movements
      from stock_movements where owner_id = ${seller.ownerId} and document is not null`.execute(tx),
  )
  expect(sums).toEqual([{ pieces: 5 * codes.length, documents: 1, movements: codes.length }])
})
