/** The day on which an order left, by its channel: what was delivered before it came in is no parcel of today. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Reply } from '../../../contract/endpoints.ts'
import type { ChannelOrder } from '../../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../../test/steps/oracle.ts'
import { addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'

type Couriers = Reply<'GET /analytics/orders/shipping-statistic'>['data']

let running: TestConsole
let seller: Account
let shop: number
let runs = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())
beforeEach(async () => {
  seller = await running.signUp(`shipped${++runs}`)
  shop = await addShop(running, seller.ownerId, `shipped${runs}`)
})

const at = (moment: string) => new Date(`2026-03-${moment}:00+08:00`)
const put = (order: Partial<ChannelOrder>) =>
  putOrders(running, seller.ownerId, shop, [
    orderOf({ channelOrderId: 'a', placedAt: at('01T10:00'), ...order }),
  ])
const leftOn = async (day: string) =>
  (
    await seller.call(`GET /analytics/orders/shipping-statistic?from=2026-03-${day}&to=2026-03-${day}`)
  ).at<Couriers>('data')
const listed = async (day: string) =>
  (
    await seller.call(`GET /orders/filter?date_field=shipped&from=2026-03-${day}&to=2026-03-${day}`)
  ).at<number>('meta.pagination.total')

it('is that of its channel, of an order that comes in delivered', async () => {
  const times = { shippedAt: at('02T12:00'), deliveredAt: at('04T12:00') }
  await put({ status: 'delivered', changedAt: at('11T10:00'), completedAt: at('11T10:00'), ...times })
  expect([await leftOn('11'), await listed('11')]).toEqual([[], 0])
  expect(await leftOn('02')).toMatchObject([{ orders: 1, delivered: 1, average_hours: 48 }])
  expect(await listed('02')).toBe(1)
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})

it('measures no time of an order whose arrival the channel does not tell', async () => {
  await put({
    status: 'delivered',
    changedAt: at('11T10:00'),
    completedAt: at('11T10:00'),
    shippedAt: at('02T12:00'),
  })
  expect(await leftOn('02')).toMatchObject([{ orders: 1, delivered: 1, average_hours: null, hours: null }])
})

it('is that of the last change where the channel tells none, and never behind it', async () => {
  await put({ status: 'shipped', changedAt: at('03T10:00') })
  expect(await leftOn('03')).toMatchObject([{ orders: 1 }])
  await put({ channelOrderId: 'b', status: 'shipped', changedAt: at('05T10:00'), shippedAt: at('06T10:00') })
  expect([await listed('05'), await listed('06')]).toEqual([1, 0])
})

it('stays as it is known, and the arrival is measured as it is heard of', async () => {
  await put({ status: 'shipped', changedAt: at('02T13:00'), shippedAt: at('02T12:00') })
  await put({ status: 'delivered', changedAt: at('03T12:00'), shippedAt: at('02T12:00') })
  expect(await leftOn('02')).toMatchObject([{ delivered: 1, average_hours: 24 }])
})
