/** Notifications of users, from the channel to their list. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { saveNotifications, type NewNotification } from './notifications-store.ts'

type Told = Reply<'GET /users/notifications'>['data'][number]

const malaysia = 727720655

let running: TestConsole
let seller: Account
let shop: number
let accounts = 0

beforeAll(async () => {
  running = await startTestConsole()
})
afterAll(() => running?.stop())
beforeEach(async () => {
  seller = await running.signUp(`seller${accounts++}`)
  shop = await addShop(running, seller.ownerId, `shop${accounts}`)
})

const listOf = async (account: Account, query = '') => {
  const reply = await account.call(`GET /users/notifications${query}`)
  return { rows: reply.at<Told[]>('data'), unread: reply.at<number>('meta.total_unread'), reply }
}
const notify = (...news: Partial<NewNotification>[]) =>
  running.db.asOwner(seller.ownerId, (tx) =>
    saveNotifications(
      tx,
      seller.ownerId,
      news.map((one) => ({
        ownerId: seller.ownerId,
        type: 'order_new',
        shopId: shop,
        url: '/orders/1',
        ...one,
      })),
    ),
  )

it('tells of a linked shop, its first sync, new orders and a buyer who wants to cancel', async () => {
  await running.control('generate', { shop_id: malaysia, orders: 30, days: 10 })
  await linkShop(running.sandbox.url, seller, malaysia)
  const types = async () => (await listOf(seller)).rows.map(({ data }) => data.notify_type)
  await until(
    'the first sync to be told',
    async () => (await types()).includes('product_sync_done') && (await types()).includes('order_sync_done'),
  )
  // Orders and products from before the shop was linked cause no notifications.
  expect((await types()).toSorted()).toEqual(['order_sync_done', 'product_sync_done', 'store_added'])

  const made = (await running.control('orders', { shop_id: malaysia })) as { order_sn: string }
  await until('the new order', async () => (await types()).includes('order_new'))
  const found = (await listOf(seller)).rows.find(({ data }) => data.notify_type === 'order_new')
  const order = (await seller.call(`GET /orders/search?keyword=${made.order_sn}`)).at<{ id: number }>(
    'data.0',
  )
  expect(found?.data).toMatchObject({ url: `/orders/${order.id}`, count: 1, shop_name: 'Aoi Gifts MY' })
  await running.control(`orders/${made.order_sn}/advance`, { action: 'pay' }).catch(() => undefined)
  await running.control(`orders/${made.order_sn}/advance`, { action: 'request_cancel', by: 'buyer' })
  const request = () =>
    until('the request', async () =>
      (await listOf(seller)).rows.find(({ data }) => data.notify_type === 'order_cancel_requested'),
    )
  expect((await request()).data).toMatchObject({ url: `/orders/${order.id}`, count: 1 })
  const second = (await running.control('orders', { shop_id: malaysia })) as { order_sn: string }
  await running.control(`orders/${second.order_sn}/advance`, { action: 'pay' }).catch(() => undefined)
  await running.control(`orders/${second.order_sn}/advance`, { action: 'request_cancel', by: 'buyer' })
  const both = await until('both requests', async () => {
    const { data } = await request()
    return data.count === 2 && data
  })
  expect(both.url).toMatch(/^\/orders\?shop_id=\d+&has_cancel_request=1$/)
})

it('counts what comes close together, and is unread again when more comes', async () => {
  await notify({ count: 1, urlOfMany: '/orders?shop_id=1' })
  expect((await listOf(seller)).rows).toMatchObject([{ read_at: null, data: { count: 1, url: '/orders/1' } }])
  const { rows } = await listOf(seller)
  await seller.call('PUT /users/notifications', { ids: rows.map(({ id }) => id), status: 1 })
  expect(await listOf(seller)).toMatchObject({ unread: 0 })
  await notify({ count: 3, urlOfMany: '/orders?shop_id=1' })
  expect(await listOf(seller)).toMatchObject({
    unread: 1,
    rows: [{ read_at: null, data: { count: 4, url: '/orders?shop_id=1' } }],
  })
})

it('gives pages of ten, all that is unread in one, and marks them one by one or all at once', async () => {
  await notify(...Array.from({ length: 23 }, (_, place) => ({ about: String(place) })))
  const first = await listOf(seller)
  expect([first.rows.length, first.unread, first.reply.at('meta.pagination.total_pages')]).toEqual([
    10, 23, 3,
  ])
  expect((await listOf(seller, '?page=3')).rows).toHaveLength(3)
  expect((await listOf(seller, '?status=unread&pagination=0')).rows).toHaveLength(23)
  const ids = first.rows.slice(0, 2).map(({ id }) => id)
  const marked = await seller.call('PUT /users/notifications', { ids, status: 1 })
  expect(new Set(marked.at<{ id: number }[]>('data').map(({ id }) => id))).toEqual(new Set(ids))
  // Rows that were read already are not answered, so that a client may subtract the answered ones from its count.
  expect((await seller.call('PUT /users/notifications', { ids, status: 1 })).at('data')).toEqual([])
  const rest = await seller.call('PUT /users/notifications', { ids: [], status: 1 })
  expect([rest.at<unknown[]>('data').length, rest.at('meta.total_unread')]).toEqual([21, 0])
  expect((await listOf(seller, '?status=unread')).rows).toEqual([])
  await seller.call('PUT /users/notifications', { ids: [ids[0]], status: 0 })
  expect((await listOf(seller)).unread).toBe(1)
})

it('shows staff their own shops and areas, and keeps apart who has read what', async () => {
  const other = await addShop(running, seller.ownerId, `other${accounts}`)
  await notify(
    {},
    { shopId: other },
    { type: 'store_added' },
    { type: 'out_of_stock', shopId: null, productName: 'Lamp' },
    { type: 'user_added', shopId: null, url: '/setting/staff' },
  )
  const packer = await running.addStaff(
    seller.ownerId,
    { email: `packer${accounts}@example.test`, role: 'operator' },
    [shop],
  )
  expect((await listOf(packer)).rows.map(({ data }) => data.notify_type)).toEqual([
    'out_of_stock',
    'order_new',
  ])
  await packer.call('PUT /users/notifications', { ids: 'all', status: 1 })
  expect([(await listOf(packer)).unread, (await listOf(seller)).unread]).toEqual([0, 5])
  // A manager may not open the page of staff.
  const manager = await running.addStaff(
    seller.ownerId,
    { email: `manager${accounts}@example.test`, role: 'manager' },
    [other],
  )
  expect((await listOf(manager)).rows.map(({ data }) => data.notify_type)).not.toContain('user_added')
  const stranger = await running.signUp(`stranger${accounts}`)
  const ids = (await listOf(seller)).rows.map(({ id }) => id)
  expect((await stranger.call('PUT /users/notifications', { ids, status: 1 })).at('data')).toEqual([])
  expect(await listOf(stranger)).toMatchObject({ rows: [], unread: 0 })
})

it('forgets what is older than thirty days', async () => {
  await notify({ about: 'old' })
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update notifications set at = now() - interval '31 days' where owner_id = ${seller.ownerId}`.execute(
      tx,
    ),
  )
  expect((await listOf(seller)).rows).toEqual([])
  await notify({ about: 'new' })
  const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
    sql`select from notifications where owner_id = ${seller.ownerId}`.execute(tx),
  )
  expect(rows).toHaveLength(1)
})
