import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'

const malaysia = 727720655

let running: TestConsole
let admin: pg.Client
let seller: Account
let id: number

beforeAll(async () => {
  running = await startTestConsole()
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
  id = await linkShop(running.sandbox.url, seller, malaysia)
  await until('the first sync', async () => (await sync()).state === 'done')
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

type SyncState = {
  state: string
  waiting: number
  rate: { calls_left: number; of: number; at: string } | null
}

const put = (body: object) => seller.call(`PUT /shops/${id}`, body)
const shop = async () => (await seller.call('GET /shops?include=sync')).at<Record<string, unknown>>('data.0')
const settings = async () => {
  const {
    system_name: name,
    is_order_sync: orders,
    is_stock_sync: stock,
    stock_buffer: buffer,
  } = await shop()
  return { name, orders, stock, buffer }
}
const sync = async () => (await seller.call('GET /shops?include=sync')).at<SyncState>('data.0.sync.data')

describe('what an owner decides for a shop', () => {
  it('begins with orders fetched, stock left alone and nothing kept back', async () => {
    expect(await shop()).toMatchObject({ is_order_sync: true, is_stock_sync: false, stock_buffer: 0 })
  })

  it('changes field by field, and is told by the list', async () => {
    const changed = await put({ is_stock_sync: true, stock_buffer: 999_999 })
    expect([changed.status, changed.at('data')]).toMatchObject([
      200,
      { is_stock_sync: true, stock_buffer: 999_999, is_order_sync: true },
    ])
    const { system_name: name } = await shop()
    await put({ system_name: ' 本店 ' })
    expect(await shop()).toMatchObject({ system_name: '本店', is_stock_sync: true, stock_buffer: 999_999 })
    await put({ system_name: name, is_stock_sync: false, stock_buffer: 0 })
    expect(await shop()).toMatchObject({ system_name: name, is_stock_sync: false, stock_buffer: 0 })
  })

  it.each([
    [{ stock_buffer: -1 }, 'stock_buffer'],
    [{ stock_buffer: 1_000_000 }, 'stock_buffer'],
    [{ stock_buffer: 0.5 }, 'stock_buffer'],
    [{ stock_buffer: '5' }, 'stock_buffer'],
    [{ is_order_sync: 1 }, 'is_order_sync'],
    [{ is_stock_sync: null }, 'is_stock_sync'],
    [{ system_name: '  ' }, 'system_name'],
    [{ system_name: 'x', stock_buffer: -1 }, 'stock_buffer'],
    [{ warehouse_id: '5' }, 'warehouse_id'],
    [{ warehouse_id: 999_999_999 }, 'warehouse_id'],
    [{ begin_at_zero: true }, 'body'],
    [{}, 'body'],
  ])('refuses %j beside its field, and changes nothing', async (body, field) => {
    const before = await settings()
    const refused = await put(body)
    expect([refused.status, Object.keys(refused.at<object>('invalid_fields'))]).toEqual([422, [field]])
    expect(await settings()).toEqual(before)
  })

  it('says in words that an empty change is none', async () => {
    expect((await put({})).at('invalid_fields.body')).toBe('Change at least one field')
  })
})

describe('a shop whose orders are not wanted', () => {
  const orders = async () => (await seller.call('GET /orders/filter')).at<number>('meta.pagination.total')
  const jobs = async () => {
    const { rows } = await admin.query<{ jobs: number }>(
      'select count(*)::int as jobs from graphile_worker._private_jobs where key = $1',
      [`${seller.ownerId}/sync-orders:${id}`],
    )
    return rows[0]?.jobs
  }
  const hints = async () => {
    const { rows } = await admin.query<{ channel_id: string }>(
      'select channel_id from stale_ids where shop_id = $1',
      [id],
    )
    return rows.map(({ channel_id: sn }) => sn)
  }
  const place = async (faults?: object) => {
    if (faults) await running.control('push', { faults })
    return ((await running.control('orders', { shop_id: malaysia })) as { order_sn: string }).order_sn
  }

  it('is asked for none by the clock, by hand or by a push, whose note waits', async () => {
    await put({ is_order_sync: false })
    await until('the last job to end', async () => (await jobs()) === 0)
    const pushed = await place()
    await until('the note', async () => (await hints()).includes(pushed))
    // Due at once: the clock takes the shop, and sets its next time without asking for its orders.
    await admin.query(`update channel_shops set next_poll_at = now() - interval '1 s' where shop_id = $1`, [
      id,
    ])
    await until('the clock', async () => {
      const { rows } = await admin.query(
        'select from channel_shops where shop_id = $1 and next_poll_at > now()',
        [id],
      )
      return rows.length === 1
    })
    expect((await seller.call(`POST /shops/${id}/sync`, { type: 'order' })).status).toBe(409)
    expect((await seller.call(`POST /shops/${id}/sync-items/${pushed}/retry`)).status).toBe(409)
    expect([await jobs(), await orders(), await hints()]).toEqual([0, 0, [pushed]])
    expect((await sync()).waiting).toBe(1)
  })

  it('counts in no banner, as its first sync would never end', async () => {
    const syncs = (await seller.call('GET /dashboard/sync-percent')).at<{ type: string }[]>('data.shops')
    expect(syncs.filter(({ type }) => type === 'order')).toEqual([])
  })

  it('stays as it was set when it is linked again', async () => {
    await linkShop(running.sandbox.url, seller, malaysia)
    const pushed = await place()
    await until('the note', async () => (await hints()).includes(pushed))
    await until('the job of the link to end', async () => (await jobs()) === 0)
    expect([(await shop()).is_order_sync, await orders()]).toEqual([false, 0])
  })

  it('brings what came meanwhile once they are wanted again, pushed or not', async () => {
    await place({ drop: 1 })
    await put({ is_order_sync: true })
    await until('the orders', async () => (await orders()) === 3)
    await until('the notes to be done with', async () => (await hints()).length === 0)
  })
})

describe('unlinking', () => {
  it('is refused while the shop has a warehouse', async () => {
    const made = await seller.call('POST /warehouses', { name: 'Back room' })
    expect((await put({ warehouse_id: made.at<number>('data.id') })).status).toBe(200)
    const refused = await seller.call(`DELETE /shops/${id}`)
    expect([refused.status, refused.at('code'), refused.at('message')]).toEqual([
      409,
      'shop_has_warehouse',
      'Cannot delete sale channel with warehouse',
    ])
    expect(await shop()).toMatchObject({ status: 1, auth_state: 'ok' })
    expect((await put({ warehouse_id: null })).at('data.warehouse_id')).toBe(null)
    expect((await seller.call(`DELETE /shops/${id}`)).status).toBe(204)
    expect(await shop()).toMatchObject({ status: 0 })
  })
})
