/** A worker that is killed in the middle of a list of brands: the next one goes on with the page that was not there yet. */
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { forkConsole, killConsole } from '../../test/steps/forked-console.ts'
import { enqueueBrands, findFact } from './channel-facts-store.ts'

const category = '600037'
const listPath = '/product/202309/brands'
let running: TestConsole
let seller: Account
let doomed: ChildProcess | undefined

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
})
afterAll(async () => {
  await killConsole(doomed)
  await running?.stop()
})

async function callsOfList(): Promise<number> {
  const stats = (await (await fetch(`${running.sandbox.url}/_sandbox/stats`)).json()) as {
    calls: Record<string, { calls: number }>
  }
  return Object.entries(stats.calls)
    .filter(([path]) => path.endsWith(listPath))
    .reduce((sum, [, { calls }]) => sum + calls, 0)
}

it('reads no page twice', async () => {
  const sandbox = (method: string, path: string, body?: object) =>
    fetch(`${running.sandbox.url}/_sandbox/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const shopId = await linkShop(running.sandbox.url, seller, '7494726673780148744', { code: 'tiktok', id: 5 })
  const place = { ownerId: seller.ownerId, shopId }
  const fact = <K extends 'brands' | 'brand_reading'>(kind: K) =>
    running.db.read(seller.ownerId, (tx) => findFact<K>(tx, place, { kind, key: category, language: '' }))
  // Long enough for the worker to be killed while it waits for the second page.
  await sandbox('POST', 'faults', { path: listPath, slow_ms: 3_000 })
  await running.db.asOwner(seller.ownerId, (tx) => enqueueBrands(tx, place, category))
  doomed = forkConsole(running, { role: 'worker' })
  await until('the first page', () => fact('brand_reading'))
  await killConsole(doomed)
  expect(await fact('brands')).toBeUndefined()
  await sandbox('DELETE', 'faults')
  await sandbox('DELETE', 'stats')
  await running.startWorker()
  const whole = await until('the whole list', () => fact('brands'))
  expect(whole.content.length).toBeGreaterThan(100)
  expect(new Set(whole.content.map(({ channelBrandId: id }) => id)).size).toBe(whole.content.length)
  expect(await fact('brand_reading')).toBeUndefined()
  expect(await callsOfList()).toBe(1)
})
