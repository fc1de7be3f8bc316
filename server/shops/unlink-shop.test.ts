import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  control,
  linkStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'

const store = 'aoi-gifts'
let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await simulate('generate', { shop_id: store, orders: 12 })
})
afterAll(() => running?.stop())

const simulate = (path: string, body: object) => control(running.sandbox.url, path, body, 'website')

async function synced(account: Account): Promise<void> {
  await until('the first sync', async () => {
    return (await account.call('GET /shops?include=sync')).at('data.0.sync.data.state') === 'done'
  })
}

const orders = async (account: Account) =>
  (await account.call('GET /orders/filter')).at('meta.pagination.total')

async function left(shopId: number): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: running.adminUrl })
  await client.connect()
  try {
    const counts: Record<string, number> = {}
    for (const table of [
      'shop_credentials',
      'syncs',
      'stale_ids',
      'sync_failures',
      'channel_shops',
      'channel_facts',
      'channel_catalogs',
    ]) {
      const { rows } = await client.query<{ rows: number }>(
        `select count(*)::int as rows from ${table} where shop_id = $1`,
        [shopId],
      )
      counts[table] = rows[0]?.rows ?? 0
    }
    return counts
  } finally {
    await client.end()
  }
}

it('renames a shop for the console alone', async () => {
  const id = await linkStore(running.sandbox.url, seller, store)
  await synced(seller)
  const renamed = await seller.call(`PUT /shops/${id}`, { system_name: ' 本店 ' })
  expect([renamed.status, renamed.at('data.system_name'), renamed.at('data.name')]).toEqual([
    200,
    '本店',
    store,
  ])
  await linkStore(running.sandbox.url, seller, store)
  expect((await seller.call('GET /shops')).at('data.0')).toMatchObject({ id, system_name: '本店' })
  await synced(seller)
})

it('forgets the keys of a shop that is unlinked, fetches nothing more and keeps its orders', async () => {
  const id = (await seller.call('GET /shops')).at<number>('data.0.id')
  expect((await seller.call(`DELETE /shops/${id}`)).status).toBe(204)
  expect((await seller.call('GET /shops')).at('data.0')).toMatchObject({
    id,
    status: 0,
    auth_state: 'ok',
  })
  // Nobody is asked to link again what was unlinked on purpose.
  expect((await seller.call('GET /shops/check-token-expire')).at('data.shop_expired')).toEqual({})
  expect(await left(id)).toEqual({
    shop_credentials: 0,
    syncs: 0,
    stale_ids: 0,
    sync_failures: 0,
    channel_shops: 0,
    channel_facts: 0,
    channel_catalogs: 0,
  })
  await simulate('orders', { shop_id: store })
  await simulate('push', {})
  expect((await seller.call(`POST /shops/${id}/sync`, {})).status).toBe(409)
  expect(await orders(seller)).toBe(12)
  // Twice is as good as once.
  expect((await seller.call(`DELETE /shops/${id}`)).status).toBe(204)
})

it('gives an unlinked shop to whoever links it next, and its history back to the first', async () => {
  const [id] = (await seller.call('GET /shops')).at<{ id: number }[]>('data').map((shop) => shop.id)
  const other = await running.signUp('other')
  const theirs = await linkStore(running.sandbox.url, other, store)
  await synced(other)
  expect([await orders(other), await orders(seller)]).toEqual([13, 12])
  await expect(linkStore(running.sandbox.url, seller, store)).rejects.toThrow('shop_linked_elsewhere')
  expect((await seller.call(`DELETE /shops/${theirs}`)).status).toBe(404)

  expect((await other.call(`DELETE /shops/${theirs}`)).status).toBe(204)
  expect(await linkStore(running.sandbox.url, seller, store)).toBe(id)
  await synced(seller)
  expect([await orders(other), await orders(seller)]).toEqual([13, 13])
})

it('is for those who may set channels up', async () => {
  const packer = await running.addStaff(seller.ownerId, { email: 'packer@example.test', role: 'operator' })
  const id = (await seller.call('GET /shops')).at<number>('data.0.id')
  expect((await packer.call(`DELETE /shops/${id}`)).status).toBe(403)
  expect((await packer.call(`PUT /shops/${id}`, { system_name: 'x' })).status).toBe(403)
})
