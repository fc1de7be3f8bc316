/** Orders of own stores that people cancel here: their stores say neither who it was nor why. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  linkStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { giveSender, sellOnWebStore, untilStatus } from '../../../test/steps/own-couriers.ts'

let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await giveSender(seller)
})
afterEach(() => running.stop())

async function sellOnWebsite(): Promise<number> {
  const made = await running.control('orders', { shop_id: 'aoi-gifts' }, 'website')
  const { id } = made as { id: number }
  await running.control(`orders/${id}/advance`, { action: 'pay' }, 'website')
  await linkStore(running.sandbox.url, seller, 'aoi-gifts')
  return until('the order to arrive', async () => {
    const rows = (await seller.call('GET /orders/filter?limit=100&status=pending')).at<
      { id: number; channel_order_id: string }[]
    >('data')
    return rows.find((one) => one.channel_order_id === String(id))?.id
  })
}

it('tells the reasons of a channel without an order', async () => {
  const reasons = await seller.call('GET /orders/cancel-reasons?platform_id=2')
  expect(reasons.at('data.0')).toEqual({ code: 'out_of_stock', id: 'out_of_stock', name: 'Out of stock' })
  expect((await seller.call('GET /orders/cancel-reasons?platform_id=99')).status).toBe(404)
  for (const query of ['', '?platform_id=2&order_id=1'])
    expect((await seller.call(`GET /orders/cancel-reasons${query}`)).status).toBe(422)
})

it.each([
  ['website', sellOnWebsite],
  ['web store', async () => (await sellOnWebStore(running, seller)).id],
])('of the %s keeps the reason, names the seller, and tells the steps in their order', async (_, sell) => {
  const id = await sell()
  const asked = await seller.call(`POST /orders/${id}/cancel`, { reason_code: 'out_of_stock' })
  expect(asked.status).toBe(202)
  const order = await untilStatus(seller, id, 'canceled')
  expect(order.at('data.cancel_reason')).toBe('Out of stock')
  expect(order.at('data.cancel_initiator')).toBe('seller')
  const history = await seller.call(`GET /orders/${id}/history`)
  const events = history.at<{ event: string }[]>('data').map(({ event }) => event)
  expect(events.slice(0, 2)).toEqual(['canceled', 'asked_cancel'])
  const figures = await seller.call('GET /analytics/orders/cancel-reason')
  expect(figures.at('data.0')).toMatchObject({
    reason_code: 'out_of_stock',
    orders: 1,
    by: [{ initiator: 'seller', orders: 1 }],
  })
})
