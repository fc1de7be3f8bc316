/** Reports of figures by mail, over the API and a real mail server. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../../contract/endpoints.ts'
import type { ReportChoice } from '../../../model/mail-report.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import {
  headerOf,
  partOf,
  startMailServer,
  type MailServer,
  type Received,
} from '../../../test/steps/mail-server.ts'
import { addShop, noPayment, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { addDays, dayIn } from '../../i18n/calendar.ts'
import { movedReportAt, nextReportAt, reportDayOf } from '../../i18n/mail-report-time.ts'
import { createLog } from '../../log.ts'
import { createWriteMailReport, enqueueDueReports } from './write-mail-report.ts'

type Setting = Reply<'GET /users/mail-report'>['data']
type Metrics = Reply<'GET /analytics/sales/revenue-metrics'>['data']
type Ranking = Reply<'GET /analytics/products/product-ranking'>['data']

const timezone = 'Asia/Kuala_Lumpur'
const today = dayIn(timezone, new Date())

let smtp: MailServer
let running: TestConsole
let seller: Account
let email: string
let shops: [number, number]
let accounts = 0

beforeAll(async () => {
  smtp = await startMailServer()
  running = await startTestConsole({ environment: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await running?.stop()
  await smtp?.stop()
})
beforeEach(async () => {
  smtp.clear()
  const name = `report${accounts++}`
  seller = await running.signUp(name)
  email = `${name}@example.test`
  shops = [
    await addShop(running, seller.ownerId, `first${accounts}`),
    await addShop(running, seller.ownerId, `second${accounts}`),
  ]
})

/** Noon of the account's day, so many days ago. */
const noon = (daysAgo: number) => new Date(`${addDays(today, -daysAgo)}T04:00:00Z`)
let orders = 0
const sold = (daysAgo: number, worth: number, more: Partial<Parameters<typeof orderOf>[0]> = {}) =>
  orderOf({
    channelOrderId: `order-${orders++}`,
    placedAt: noon(daysAgo),
    ...more,
    payment: { ...noPayment, subTotal: worth },
  })
const put = (shop: number, ...of: Parameters<typeof putOrders>[3]) =>
  putOrders(running, seller.ownerId, shop, of)
const choose = (account: Account, choice: Partial<Setting>) =>
  account.call('PUT /users/mail-report', { rhythm: 'daily', weekday: 1, hour: 8, ...choice })
const settingOf = async (account: Account) =>
  (await account.call('GET /users/mail-report')).at<Setting>('data')
const keyOf = async (account: Account) => ({
  ownerId: account.ownerId,
  userId: (await account.call('GET /users/me')).at<number>('data.id'),
})
const write = async (account = seller) =>
  createWriteMailReport(running.db, running.config, createLog('silent'))(await keyOf(account))
const mailTo = (address: string) =>
  until(`a mail to ${address}`, async () => smtp.inbox.find(({ to }) => to === address))
const reportsOf = async () =>
  (await seller.call('GET /mails?limit=100'))
    .at<{ kind: string; recipient: string; state: string }[]>('data')
    .filter(({ kind }) => kind === 'mail_report')
const dueOf = async () => {
  const { rows } = await sql<{ nextAt: Date }>`
    select next_at as "nextAt" from mail_report_readers where owner_id = ${seller.ownerId}`.execute(
    running.db.single,
  )
  return rows.map(({ nextAt }) => nextAt)
}
const unsubscribeOf = (mail: Received) => /<(.+)>/.exec(headerOf(mail, 'List-Unsubscribe') ?? '')?.[1] ?? ''

describe('a report', () => {
  it('has the figures of the pages that it links to, each beside the days before', async () => {
    await put(shops[0], sold(1, 1250), sold(1, 500, { shipBy: noon(1) }), sold(2, 1400))
    await put(shops[1], sold(1, 300), sold(1, 100, { status: 'canceled' }))
    await choose(seller, { rhythm: 'daily' })
    await write()
    const mail = await mailTo(email)
    const [text, html] = [partOf(mail, 'text/plain'), partOf(mail, 'text/html')]
    const link = /• Revenue: ([\d.,]+) RM \((.+)\)\n {2}(\S+)/.exec(text)
    expect(link?.slice(1, 3)).toEqual(['20,50', '+46,4 % · 14,00 RM'])
    const query = new URL(link?.[3] ?? '').searchParams
    expect([query.get('from'), query.get('to')]).toEqual([addDays(today, -1), addDays(today, -1)])
    const page = `from=${query.get('from')}&to=${query.get('to')}`
    const metrics = (await seller.call(`GET /analytics/sales/revenue-metrics?${page}&compare=1`)).at<Metrics>(
      'data',
    )
    expect(metrics.revenue).toEqual({ value: 20.5, previous: 14, percent_change: 46.4 })
    expect(text).toContain(`• Orders: ${metrics.orders.value} (+200 % · 1)`)
    expect(text).toContain(`• Canceled orders: ${metrics.canceled_orders.value} (0)`)
    const [top] = (
      await seller.call(`GET /analytics/products/product-ranking?${page}&sort=-revenue&limit=5`)
    ).at<Ranking>('data')
    expect(text).toContain(`• ${top?.product.name}: `)
    expect(text).toContain(`(${top?.quantity} sold)`)
    const queue = await seller.call('GET /orders/queue?limit=1')
    const late = queue
      .at<{ due: string; total: number }[]>('meta.figures')
      .filter(({ due }) => due === 'overdue')
      .reduce((sum, { total }) => sum + total, 0)
    expect(late).toBeGreaterThan(0)
    expect(text).toContain(`• Overdue orders: ${late}\n  ${running.url}/en/orders?view=queue`)
    expect(html).toContain(`href="${running.url}/en/analytics/sales?from=${addDays(today, -1)}&amp;to=`)
    expect(html).toContain(`${running.url}/en/setting/report`)
    // A program that darkens the page by itself leaves these two colours, which are hard to read there.
    expect(html).toMatch(/prefers-color-scheme:dark\)\{\.muted\{.+\.link\{/)
    expect(html).not.toMatch(/<(?!\w+ class="(?:muted|link)")[^>]*[;"]color:#(?:5c6470|0f6e67)/)
    expect(headerOf(mail, 'Subject')).toContain('sales report of')
  })

  it('gives no percentage of amounts where a currency has a rate on one of the days alone, and says so', async () => {
    const thb = { currency: 'THB' } as const
    await put(shops[0], sold(1, 1000), sold(1, 10_000, thb), sold(2, 1000), sold(2, 10_000, thb))
    const rates = [{ currency: 'THB', from: addDays(today, -1), rate: '0.1' }]
    await seller.call('PUT /settings/exchange-rates', { rates })
    await choose(seller, { rhythm: 'daily' })
    await write()
    const text = partOf(await mailTo(email), 'text/plain')
    expect(text).toContain('• Revenue: 20,00 RM (10,00 RM)')
    expect(text).toContain('Revenue is not compared: no exchange rate for THB before')
    expect(text).toContain('• Orders: 2 (+0 % · 2)')
  })

  it('says of sales whose money has no rate how much they are, and no zero', async () => {
    await put(shops[0], sold(1, 10_000, { currency: 'THB' }))
    await choose(seller, { rhythm: 'daily' })
    await write()
    const text = partOf(await mailTo(email), 'text/plain')
    expect(text).toContain('• Orders: 1 (0)')
    expect(text).toMatch(/• Revenue: – \(0,00 RM\)\n/)
    expect(text).toMatch(/Top products by revenue\n• .+: – \(\d+ sold\)/)
    expect(text).toContain('Not included, as no exchange rate is set: 100,00 ฿')
  })

  it('is of the seven days before, and speaks the language of its reader', async () => {
    await put(shops[0], sold(7, 700), sold(8, 900), sold(0, 5000))
    await seller.call('PUT /users/me', { language: 'vn' })
    const asked = await seller.call('POST /users/mail-report/send-now', { rhythm: 'weekly' })
    expect([asked.status, asked.at('message')]).toEqual([202, expect.stringContaining(email)])
    const text = partOf(await mailTo(email), 'text/plain')
    expect(text).toContain('• Doanh thu: 7,00 RM (−22,2 % · 9,00 RM)')
    expect(text).toContain(
      `${running.url}/vn/analytics/sales?from=${addDays(today, -7)}&to=${addDays(today, -1)}`,
    )
    // Trying it is no report of the day.
    expect((await settingOf(seller)).last).toBeNull()
  })

  it('writes figures as the screen does in the number format of the account', async () => {
    await put(shops[0], sold(1, 123_456), sold(2, 100_000))
    const format = { timezone, currency: 'MYR', number_format: 'language' }
    expect((await seller.call('PUT /settings/account', format)).status).toBe(200)
    await choose(seller, {})
    await write()
    const text = partOf(await mailTo(email), 'text/plain')
    expect(text).toContain('• Revenue: RM1,234.56 (+23.5% · RM1,000.00)')
  })

  it('has the figures of the own shops alone, and nothing that the reader may not see', async () => {
    await put(shops[0], sold(1, 1250, { shipBy: noon(1) }))
    await put(
      shops[1],
      sold(1, 700, { lines: [{ ...orderOf({ channelOrderId: 'x' }).lines[0]!, name: '<b>Foreign</b>' }] }),
    )
    const address = `scoped${accounts}@example.test`
    const scoped = await running.addStaff(seller.ownerId, { email: address, role: 'catalogue' }, [shops[0]])
    await choose(scoped, {})
    await write(scoped)
    const text = partOf(await mailTo(address), 'text/plain')
    expect(text).toContain('• Revenue: 12,50 RM')
    expect(text).not.toMatch(/Foreign|Overdue/)
    expect(text).toContain('SKUs low in stock')
    await choose(seller, {})
    await write()
    const html = partOf(await mailTo(email), 'text/html')
    expect(html).toContain('&lt;b&gt;Foreign&lt;/b&gt;')
    expect(html).not.toContain('<b>Foreign')
  })
})

describe('a report of the day', () => {
  it('is written once, by however many workers and however often', async () => {
    await choose(seller, {})
    await Promise.all([write(), write(), write()])
    await mailTo(email)
    await write()
    expect(await reportsOf()).toHaveLength(1)
    expect((await settingOf(seller)).last).toMatchObject({ day: today, skipped: null })
  })

  it('comes by itself when it is due, and the next one is due after it', async () => {
    await choose(seller, { hour: 0 })
    const [due] = await dueOf()
    expect(due).toEqual(nextReportAt(timezone, { rhythm: 'daily', weekday: 1, hour: 0 }, new Date()))
    await enqueueDueReports(running.db, new Date((due?.getTime() ?? 0) - 1000))
    expect(await reportsOf()).toEqual([])
    await sql`update mail_report_readers set next_at = now() where owner_id = ${seller.ownerId}`.execute(
      running.db.single,
    )
    await mailTo(email)
    expect(await dueOf()).toEqual([due])
  })

  it('is rolled back with its mail by a process that dies, and then written', async () => {
    await choose(seller, {})
    const key = await keyOf(seller)
    await running.db
      .asOwner(seller.ownerId, (tx) =>
        sql`insert into mail_reports (owner_id, user_id, day, at) values (${key.ownerId}, ${key.userId}, ${today}, now())`
          .execute(tx)
          .then(() => Promise.reject(new Error('died'))),
      )
      .catch(() => undefined)
    await write()
    await mailTo(email)
    expect(await reportsOf()).toHaveLength(1)
  })

  it('is left out, with the reason, for who may no longer see the figures or is deactivated', async () => {
    const address = `lost${accounts}@example.test`
    const person = await running.addStaff(seller.ownerId, { email: address, role: 'manager' })
    await choose(person, {})
    const { userId } = await keyOf(person)
    await seller.call(`PUT /users/${userId}`, { role: 'operator', group_permissions: [], permissions: [] })
    await write(person)
    expect(await settingOf(person)).toMatchObject({ rhythm: 'daily', last: { skipped: 'no_permission' } })
    expect((await choose(person, {})).status).toBe(403)
    expect((await choose(person, { rhythm: 'off' })).status).toBe(200)
    await seller.call(`PUT /users/${userId}`, { role: 'manager' })
    await choose(person, {})
    const write2 = createWriteMailReport(running.db, running.config, createLog('silent'))
    await seller.call(`PUT /users/${userId}`, { status: 2 })
    await running.db.asOwner(seller.ownerId, (tx) =>
      sql`update mail_reports set day = day - 1 where owner_id = ${seller.ownerId}`.execute(tx),
    )
    await write2({ ownerId: seller.ownerId, userId })
    const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
      sql<{
        skipped: string
      }>`select skipped from mail_reports where owner_id = ${seller.ownerId} order by day`.execute(tx),
    )
    expect(rows).toEqual([{ skipped: 'no_permission' }, { skipped: 'inactive' }])
    // Somebody who was removed is due no more.
    expect((await seller.call(`DELETE /users/${userId}`)).status).toBeLessThan(300)
    await write2({ ownerId: seller.ownerId, userId })
    expect([await dueOf(), await reportsOf()]).toEqual([[], []])
  })
})

describe('the address that ends reports', () => {
  it('does so by one POST without a session, and by nothing else', async () => {
    await choose(seller, {})
    const { updated_at } = await settingOf(seller)
    await write()
    const mail = await mailTo(email)
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const address = unsubscribeOf(mail)
    const shown = await fetch(address)
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('<form method="post">')])
    expect((await settingOf(seller)).rhythm).toBe('daily')
    for (const forged of [
      // The last letter of a signature has bits that say nothing.
      address.replace(
        /\.([^.])([^.]+)$/,
        (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`,
      ),
      address.replace(/\.\d+\.([^.]+)$/, '.1.$1'),
    ])
      expect((await fetch(forged, { method: 'POST' })).status).toBe(404)
    expect((await settingOf(seller)).rhythm).toBe('daily')
    for (let times = 0; times < 2; times++) {
      const ended = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect([ended.status, await ended.text()]).toEqual([200, expect.stringContaining('Unsubscribed')])
    }
    // A form that was open meanwhile does not begin them again unseen.
    const open = { rhythm: 'daily', weekday: 1, hour: 7, updated_at }
    const late = await seller.call('PUT /users/mail-report', open)
    expect([late.status, late.at('code')]).toEqual([409, 'changed_by_other'])
    expect(await settingOf(seller)).toMatchObject({ rhythm: 'off', next_at: null })
    expect(await dueOf()).toEqual([])
    const log = await seller.call('GET /audit-logs?limit=5')
    expect(JSON.stringify(log.body)).toContain('profile.report')
  })
})

describe('trying a report', () => {
  it('is limited, so that nobody fills a mailbox', async () => {
    const send = () => seller.call('POST /users/mail-report/send-now', { rhythm: 'daily' })
    const answers = await Promise.all(Array.from({ length: 9 }, send))
    const written = answers.filter(({ status }) => status === 202)
    expect([written.length, answers.filter(({ status }) => status === 429).length]).toEqual([6, 3])
    expect((await send()).status).toBe(429)
  })
})

describe('when a report is due', () => {
  const daily = (hour: number) => ({ rhythm: 'daily' as const, weekday: 1, hour })
  const at = (zone: string, hour: number, now: string) =>
    nextReportAt(zone, daily(hour), new Date(now)).toISOString()

  it('keeps to the clocks when they are put on or back', () => {
    // New York, 8 March 2026: two o'clock is left out.
    expect(at('America/New_York', 8, '2026-03-07T13:00:00Z')).toBe('2026-03-08T12:00:00.000Z')
    expect(at('America/New_York', 2, '2026-03-08T05:00:00Z')).toBe('2026-03-08T07:00:00.000Z')
    // 1 November 2026: one o'clock comes twice, and the report once.
    expect(at('America/New_York', 1, '2026-11-01T04:30:00Z')).toBe('2026-11-01T05:00:00.000Z')
    expect(at('America/New_York', 1, '2026-11-01T05:00:00Z')).toBe('2026-11-02T06:00:00.000Z')
  })

  it('knows its weekday, also when it comes late', () => {
    const weekly = { rhythm: 'weekly' as const, weekday: 1, hour: 8 }
    const next = nextReportAt(timezone, weekly, new Date('2026-11-26T00:00:00Z'))
    expect(next.toISOString()).toBe('2026-11-30T00:00:00.000Z')
    expect(nextReportAt(timezone, weekly, next).toISOString()).toBe('2026-12-07T00:00:00.000Z')
    expect(reportDayOf(weekly, '2026-11-30')).toBe('2026-11-30')
    expect(reportDayOf(weekly, '2026-12-02')).toBe('2026-11-30')
  })

  it("moves with the account's time zone", async () => {
    await choose(seller, { hour: 9 })
    await seller.call('PUT /settings/account', { timezone: 'America/New_York', currency: 'MYR' })
    expect(await dueOf()).toEqual([nextReportAt('America/New_York', daily(9), new Date())])
  })

  it('comes at once where its hour is over by the clocks of the new time zone', () => {
    const move = (to: string, now: string, choice: ReportChoice = daily(8)) => {
      const dueAt = nextReportAt(timezone, choice, new Date(now))
      return movedReportAt({ from: timezone, to }, choice, dueAt, new Date(now)).toISOString()
    }
    // Half past seven on Monday in Kuala Lumpur is half past eight in Tokyo, and still Sunday in New York.
    const early = '2026-11-29T23:30:00.000Z'
    expect(move('Asia/Tokyo', early)).toBe(early)
    expect(move('Asia/Tokyo', early, { rhythm: 'weekly', weekday: 1, hour: 8 })).toBe(early)
    expect(move('America/New_York', early)).toBe('2026-11-30T13:00:00.000Z')
    // Monday's report is written already.
    expect(move('Asia/Tokyo', '2026-11-30T00:30:00.000Z')).toBe('2026-11-30T23:00:00.000Z')
  })
})
