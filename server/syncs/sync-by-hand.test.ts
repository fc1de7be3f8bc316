/** Syncs of a shop that a person starts: one kind of data or all, one failing item, and the shop's answer for each. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { linkShop, startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { ChannelError } from '../../connectors/channel-error.ts'
import { connectors } from '../../connectors/registry.ts'
import { createLog } from '../log.ts'
import { createSyncOrders } from '../orders/intake/sync-orders.ts'
import type { ChannelSessions } from './channel-session.ts'
import { saveFailures, saveSync, saveSyncError, startImport, type SyncKind } from './sync-store.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  // Without a worker, so that the jobs can be seen.
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
})
afterAll(() => running?.stop())

const now = new Date('2026-03-01T00:00:00Z')

async function shopOf(platformId: number, kinds: SyncKind[]): Promise<number> {
  const { ownerId } = seller
  const shopId = await addShop(running, ownerId, `${platformId}-${Math.random()}`, platformId)
  await running.db.asOwner(ownerId, async (tx) => {
    for (const kind of kinds) await startImport(tx, { ownerId, shopId, kind }, { from: null, to: now })
  })
  return shopId
}

/** The jobs of a shop that came by what was done. */
async function jobsAfter(shopId: number, ask: () => Promise<unknown>): Promise<string[]> {
  const read = () =>
    running.db.local(async (tx) => {
      const { rows } = await sql<{ task: string }>`select task_identifier as task from graphile_worker.jobs
        where key like ${`%:${shopId}`} order by 1`.execute(tx)
      return rows.map(({ task }) => task)
    })
  expect(await read()).toEqual([])
  await ask()
  return read()
}

const shopee = ['sync-orders', 'sync-products', 'sync-returns', 'sync-settlements']

it('starts all kinds of data that the channel has', async () => {
  const id = await shopOf(2, [])
  expect(await jobsAfter(id, () => seller.call(`POST /shops/${id}/sync`, {}))).toEqual(shopee)
})

it.each([
  ['order', 'sync-orders'],
  ['product', 'sync-products'],
  ['return', 'sync-returns'],
  ['settlement', 'sync-settlements'],
])('starts %s alone', async (type, task) => {
  const id = await shopOf(2, [])
  const asked = await jobsAfter(id, async () => {
    const answer = await seller.call(`POST /shops/${id}/sync`, { type })
    expect([answer.status, answer.at('data.job_id')]).toEqual([202, `${task}:${id}`])
  })
  expect(asked).toEqual([task])
})

it('starts stock where the shop is kept in step, and else says that it is off', async () => {
  const id = await shopOf(2, [])
  expect((await seller.call(`POST /shops/${id}/sync`, { type: 'stock' })).status).toBe(409)
  await seller.call(`PUT /shops/${id}`, { is_stock_sync: true })
  const answer = await seller.call(`POST /shops/${id}/sync`, { type: 'stock' })
  expect([answer.status, answer.at('data.job_id')]).toEqual([202, `check-stock:${id}`])
})

it('starts the customers of a CRM, and what a shop has besides its orders while those are off', async () => {
  const crm = await shopOf(8, [])
  expect(await jobsAfter(crm, () => seller.call(`POST /shops/${crm}/sync`, {}))).toEqual(['sync-customers'])
  const quiet = await shopOf(2, [])
  await seller.call(`PUT /shops/${quiet}`, { is_order_sync: false })
  expect(await jobsAfter(quiet, () => seller.call(`POST /shops/${quiet}/sync`, {}))).toEqual([
    'sync-products',
  ])
  expect((await seller.call(`POST /shops/${quiet}/sync`, { type: 'order' })).status).toBe(409)
})

it('says that a channel has nothing of the kind', async () => {
  const id = await shopOf(2, [])
  const refused = await seller.call(`POST /shops/${id}/sync`, { type: 'customer' })
  expect([refused.status, refused.at('invalid_fields.type')]).toEqual([
    422,
    'This channel has no data of this type',
  ])
})

it('tries a failing item again by the id that the list gives', async () => {
  const { ownerId } = seller
  const id = await shopOf(2, ['order'])
  const failure = { channelId: '26:01/A', reason: 'no time', raw: null }
  await running.db.asOwner(ownerId, (tx) =>
    saveFailures(tx, { ownerId, shopId: id, kind: 'order' }, [failure]),
  )
  const item = (await seller.call(`GET /shops/${id}/sync-logs`)).at<string>('data.0.id')
  const asked = await jobsAfter(id, async () => {
    const answer = await seller.call(`POST /sync-items/${encodeURIComponent(item)}/retry`, {})
    expect([answer.status, answer.at('data.status')]).toEqual([202, 'queued'])
  })
  expect(asked).toEqual(['sync-orders'])
  for (const other of ['x', '1:order', `${id}:order:none`, `${id}:magic:26:01/A`, '999999:order:1'])
    expect((await seller.call(`POST /sync-items/${encodeURIComponent(other)}/retry`, {})).status).toBe(404)
})

it('tells the state and the error of every kind, also where one shop is asked for or changed', async () => {
  const { ownerId } = seller
  const id = await shopOf(2, ['order', 'return', 'settlement'])
  await running.db.asOwner(ownerId, async (tx) => {
    await saveSyncError(tx, { ownerId, shopId: id, kind: 'return' }, 'Returns are closed today', true)
    // All was taken in, and the last look failed.
    const settlement = { ownerId, shopId: id, kind: 'settlement' } as const
    const whole = { phase: 'follow', periodFrom: null, cursor: null, percent: 100, addedItems: 0 } as const
    await saveSync(tx, settlement, { ...whole, state: 'done', periodTo: now, checkedAt: now })
    await saveSyncError(tx, settlement, 'No answer', false)
  })
  for (const answer of [
    await seller.call(`GET /shops/${id}`),
    await seller.call(`PUT /shops/${id}`, { system_name: 'Mine' }),
  ]) {
    expect(answer.status).toBe(200)
    expect(answer.at('data.sync.data.kinds')).toMatchObject([
      { type: 'order', state: 'running', error: null },
      { type: 'return', state: 'failed', error: 'Returns are closed today' },
      { type: 'settlement', state: 'partial', error: 'No answer' },
    ])
  }
})

it('leads to the consent page of the region, and refuses one whose shops it cannot link', async () => {
  const ask = (query: string) => seller.call(`GET /shops/authorization-url?${query}`)
  expect((await ask('platform_id=2&region=my')).status).toBe(200)
  const refused = await ask('platform_id=2&region=FR')
  expect([refused.status, refused.at('invalid_fields.region')]).toEqual([
    422,
    'Shops in this country cannot be connected',
  ])
  expect((await ask('platform_id=7&region=VN')).status).toBe(200)
  expect((await ask('platform_id=7&region=MY')).status).toBe(422)
})

it('answers an unlinked shop with nothing', async () => {
  const id = await linkShop(running.sandbox.url, seller, 727720655)
  const gone = await seller.call(`DELETE /shops/${id}`)
  expect([gone.status, gone.body]).toEqual([204, ''])
})

it('calls the stores as the list of platforms has them', async () => {
  const all = (await seller.call('GET /shops/platforms')).at<{ id: number; code: string }[]>('data')
  expect(Object.fromEntries(all.map(({ id, code }) => [id, code]))).toMatchObject({
    1: 'lazada',
    4: 'primeweb',
    6: 'primeweb_v2',
  })
})

it('a refusal is told once for as long as it lasts', async () => {
  const { ownerId } = seller
  const shopId = await shopOf(2, ['order'])
  const connector = connectors.find(({ id }) => id === 2)
  let reason: 'refused' | 'try-later' | null = 'try-later'
  const channels = {
    connectorOf: () => connector,
    noteCalls: async () => {},
    use: async () => {
      if (reason) throw new ChannelError(reason, 'no permission for orders')
      return { items: [], failures: [], nextCursor: null, progress: 1 }
    },
  } as unknown as ChannelSessions
  const look = createSyncOrders(running.db, channels, createLog('silent'))
  const told = async () => {
    const list = await seller.call('GET /users/notifications')
    const all = list.at<{ data: { notify_type: string; count: number; shop_id: number } }[]>('data')
    return all.flatMap(({ data }) => (data.notify_type === 'order_sync_failed' ? data.count : []))
  }
  const lookAndTell = async (next: typeof reason) => {
    reason = next
    await look({ ownerId, shopId }, { abortSignal: new AbortController().signal })
    return told()
  }
  expect(await lookAndTell('try-later')).toEqual([])
  for (let times = 0; times < 25; times++) expect(await lookAndTell('refused')).toEqual([1])
  expect(await lookAndTell(null)).toEqual([1])
  expect(await lookAndTell('refused')).toEqual([2])
})
