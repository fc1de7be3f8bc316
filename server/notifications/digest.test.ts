/** The mail of the day, and what people want to hear of. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { dayIn } from '../i18n/calendar.ts'
import { saveNotifications, type NewNotification } from './notifications-store.ts'
import { nextDigestAt } from '../i18n/digest-time.ts'
import { createWriteDigest, enqueueDueDigests } from './write-digest.ts'

type Ways = Reply<'GET /users/notifications/ways'>

const timezone = 'Asia/Kuala_Lumpur'

let running: TestConsole
let seller: Account
let shop: number
let userId: number
let accounts = 0

beforeAll(async () => {
  running = await startTestConsole()
})
afterAll(() => running?.stop())
beforeEach(async () => {
  seller = await running.signUp(`reader${accounts++}`)
  shop = await addShop(running, seller.ownerId, `news${accounts}`)
  userId = (await seller.call('GET /users/me')).at<number>('data.id')
})

const inStore = <T>(work: Parameters<typeof running.db.asOwner<T>>[1]) =>
  running.db.asOwner(seller.ownerId, work)
const notify = (...news: Partial<NewNotification>[]) =>
  inStore((tx) =>
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
const choose = (account: Account, ways: Record<string, string>) =>
  account.call('PUT /users/notifications/ways', {
    ways: Object.entries(ways).map(([type, way]) => ({ type, way })),
  })
const mails = async (account = seller) => {
  const list = await account.call('GET /mails')
  const digests = list.at<{ id: number; kind: string }[]>('data').filter(({ kind }) => kind === 'digest')
  return Promise.all(digests.map(async ({ id }) => (await account.call(`GET /mails/${id}`)).at<Mail>('data')))
}
type Mail = { recipient: string; subject: string; text: string; html: string }
const write = (key = { ownerId: seller.ownerId, userId }) =>
  createWriteDigest(running.db, running.config)(key)
/** Dates the last digest back by one day. */
const aDayPasses = () =>
  inStore((tx) =>
    sql`update digests set day = day - 1, until = now() - interval '1 day' where owner_id = ${seller.ownerId}`.execute(
      tx,
    ),
  )

it('lists the types of the own areas by name, and keeps what is chosen', async () => {
  const list = (await seller.call('GET /users/notifications/ways')).body as Ways
  expect(list.data.find(({ type }) => type === 'order_new')).toEqual({
    type: 'order_new',
    name: 'New orders',
    area: 'orders',
    way: 'bell',
  })
  const changed = (await choose(seller, { order_new: 'mail', out_of_stock: 'none' })).body as Ways
  const ways = new Map(changed.data.map(({ type, way }) => [type, way]))
  expect([ways.get('order_new'), ways.get('out_of_stock'), ways.get('order_canceled')]).toEqual([
    'mail',
    'none',
    'bell',
  ])
  const packer = await running.addStaff(seller.ownerId, { email: `p${accounts}@x.test`, role: 'operator' })
  const theirs = ((await packer.call('GET /users/notifications/ways')).body as Ways).data
  expect([...new Set(theirs.map(({ area }) => area))]).toEqual(['orders', 'products', null])
  expect(theirs.some(({ type }) => type === 'settlement_difference')).toBe(false)
  expect(theirs.every(({ way }) => way === 'bell')).toBe(true)
})

it('keeps what somebody does not want to hear of out of his list and count alone', async () => {
  const manager = await running.addStaff(seller.ownerId, { email: `m${accounts}@x.test`, role: 'manager' })
  await notify({}, { type: 'order_canceled' })
  await choose(seller, { order_canceled: 'none' })
  const unread = async (account: Account) =>
    (await account.call('GET /users/notifications')).at<number>('meta.total_unread')
  expect([await unread(seller), await unread(manager)]).toEqual([1, 2])
})

it("mails once a day what is unread of the chosen types, in the reader's language and zone", async () => {
  await seller.call('PUT /users/me', { language: 'vn' })
  await choose(seller, { order_new: 'mail', out_of_stock: 'mail' })
  await notify(
    { count: 3 },
    { type: 'out_of_stock', shopId: null, productName: '<b>Lamp</b>' },
    { type: 'order_canceled' },
  )
  // Two workers at once, and a third time after a crash.
  await Promise.all([write(), write()])
  await notify({ about: 'later the same day' })
  await write()
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  const date = new Intl.DateTimeFormat('vi', { timeZone: timezone, dateStyle: 'long' }).format(new Date())
  expect(mail?.subject).toContain(date)
  expect(mail?.text).toContain(`• Đơn mới · news${accounts} (3)`)
  expect(mail?.text).toContain('• Hết hàng · <b>Lamp</b>')
  expect(mail?.html).toContain('&lt;b&gt;Lamp&lt;/b&gt;')
  expect(mail?.text).not.toContain('Đơn bị hủy')
  expect(mail?.text).toContain(`${running.config.publicUrl}/vn/`)
})

it('tells nothing twice, nothing that was read, and writes no empty mail', async () => {
  await choose(seller, { order_new: 'mail' })
  await notify({ about: 'first' })
  await write()
  expect(await mails()).toHaveLength(1)
  await write()
  await inStore((tx) =>
    sql`update notifications set at = now() - interval '25 hours' where owner_id = ${seller.ownerId}`.execute(
      tx,
    ),
  )
  await aDayPasses()
  await write()
  expect(await mails()).toHaveLength(1)
  await aDayPasses()
  await notify({ about: 'second' })
  await seller.call('PUT /users/notifications', { ids: 'all', status: 1 })
  await write()
  expect(await mails()).toHaveLength(1)
})

it('shows somebody with chosen shops the news of those alone, and nobody who was switched off', async () => {
  const email = `scoped${accounts}@x.test`
  const scoped = await running.addStaff(seller.ownerId, { email, role: 'operator' }, [shop])
  const other = await addShop(running, seller.ownerId, `foreign${accounts}`)
  await choose(scoped, { order_new: 'mail' })
  await notify({}, { shopId: other })
  const key = {
    ownerId: seller.ownerId,
    userId: (await scoped.call('GET /users/me')).at<number>('data.id'),
  }
  await write(key)
  const [mail] = await mails()
  expect([mail?.recipient, mail?.text.includes(`news${accounts}`), mail?.text.includes('foreign')]).toEqual([
    email,
    true,
    false,
  ])
  await aDayPasses()
  await seller.call(`PUT /users/${key.userId}`, { status: 2 })
  await notify({ about: 'later' })
  await write(key)
  expect(await mails()).toHaveLength(1)
})

it('is due at eight of the account’s morning, and comes by itself', async () => {
  expect(nextDigestAt(timezone, new Date('2026-03-05T23:59:00Z'))).toEqual(new Date('2026-03-06T00:00:00Z'))
  expect(nextDigestAt(timezone, new Date('2026-03-06T00:00:00Z'))).toEqual(new Date('2026-03-07T00:00:00Z'))
  await choose(seller, { order_new: 'mail' })
  await notify({})
  const due = async () => {
    const { rows } = await sql<{ nextAt: Date }>`
      select next_at as "nextAt" from digest_readers where owner_id = ${seller.ownerId}`.execute(
      running.db.single,
    )
    return rows.map(({ nextAt }) => nextAt)
  }
  const soon = nextDigestAt(timezone, new Date())
  expect(await due()).toEqual([soon])
  await enqueueDueDigests(running.db, new Date(soon.getTime() - 1000))
  expect(await mails()).toEqual([])
  await enqueueDueDigests(running.db, soon)
  await until('the mail', async () => (await mails()).length === 1)
  expect(await due()).toEqual([nextDigestAt(timezone, new Date())])
  expect(dayIn(timezone, soon) >= dayIn(timezone, new Date())).toBe(true)
  // Nothing by mail any more: nothing is due.
  await choose(seller, { order_new: 'bell' })
  expect(await due()).toEqual([])
})
