/** Orders that their own store cancels after a courier was booked, or after they were packed. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  linkStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { courierIds } from '../../../test/steps/courier-ids.ts'
import {
  callsOf,
  connectCourier,
  failCalls,
  giveSender,
  parcelSize,
  parcelsOf,
  untilAction,
  untilStatus,
} from '../../../test/steps/own-couriers.ts'

let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await giveSender(seller)
})
afterEach(() => running.stop())

const shipmentsOf = async (id: number) =>
  (await seller.call(`GET /orders/${id}/shipments`)).at<{ is_live: boolean; status: { code: string } }[]>(
    'data',
  )

/** A paid order of a website, whose parcel is asked for from the courier. */
async function confirmWith(courierId: number): Promise<{ id: number; channelId: number }> {
  const { id: channelId } = (await running.control('orders', { shop_id: 'aoi-gifts' }, 'website')) as {
    id: number
  }
  await running.control(`orders/${channelId}/advance`, { action: 'pay' }, 'website')
  await linkStore(running.sandbox.url, seller, 'aoi-gifts')
  const id = await until('the order to arrive', async () => {
    const rows = (await seller.call('GET /orders/filter?limit=100&status=pending')).at<
      { id: number; channel_order_id: string }[]
    >('data')
    return rows.find((one) => one.channel_order_id === String(channelId))?.id
  })
  const asked = await seller.call(`POST /orders/${id}/confirm`, { shipment_id: courierId, ...parcelSize })
  expect(asked.status).toBe(202)
  return { id, channelId }
}

async function sendWith(courierId: number): Promise<{ id: number; channelId: number }> {
  const sent = await confirmWith(courierId)
  await untilStatus(seller, sent.id, 'ready_to_ship')
  return sent
}

const cancelInStore = (channelId: number) =>
  running.control(`orders/${channelId}/advance`, { action: 'cancel' }, 'website')

it('calls the courier off by itself, and keeps in mind that the parcel was packed', async () => {
  await connectCourier(running, seller, 'jnt')
  const { id, channelId } = await sendWith(courierIds.jnt)
  const { code } = (await seller.call(`GET /orders/${id}`)).at<{ code: string }>('data')
  const { lines } = (await seller.call(`GET /orders/scan?code=${encodeURIComponent(code)}`)).at<{
    lines: { id: string; quantity: number }[]
  }>('data')
  const counted = { lines: lines.map((line) => ({ id: line.id, quantity: line.quantity })) }
  expect((await seller.call(`POST /orders/${id}/scan-checked`, counted)).status).toBe(200)
  await cancelInStore(channelId)
  await untilStatus(seller, id, 'canceled')
  await until(
    'the courier to be called off',
    async () => (await shipmentsOf(id))[0]?.status.code === 'canceled',
  )
  expect((await shipmentsOf(id)).map((one) => one.is_live)).toEqual([false])
  expect((await parcelsOf(running, 'jnt')).map((one) => one.state)).toEqual(['canceled'])
  const history = (await seller.call(`GET /orders/${id}/history`)).at<
    { event: string; actor: { type: string } }[]
  >('data')
  expect(history.find(({ event }) => event === 'asked_cancel_shipment')?.actor.type).toBe('channel')
  const station = await seller.call('GET /orders/scan-station')
  expect(station.at('data.last.0')).toMatchObject({ id, is_canceled: true })
})

const jntOrders = '/jnt/webopenplatformapi/api/order'

it('books no courier whom the store’s cancellation overtakes', async () => {
  await connectCourier(running, seller, 'jnt')
  await failCalls(running, { path: jntOrders, server_error: 1 })
  const { id, channelId } = await confirmWith(courierIds.jnt)
  await until('the courier to be asked', async () => (await callsOf(running, `${jntOrders}/addOrder`)) > 0)
  await cancelInStore(channelId)
  await untilStatus(seller, id, 'canceled')
  await failCalls(running, {})
  const ended = await untilAction(seller, id, 'failed')
  expect(ended.at('data.latest_action.error.message')).toContain('No courier was booked')
  expect(await parcelsOf(running, 'jnt')).toEqual([])
  expect((await shipmentsOf(id)).map((one) => one.is_live)).toEqual([false])
})

it('calls off the courier who was booked by a call whose answer came after the cancellation', async () => {
  await connectCourier(running, seller, 'jnt')
  await failCalls(running, { path: jntOrders, reset: 1 })
  const { id, channelId } = await confirmWith(courierIds.jnt)
  await until('the courier to have it', async () => (await parcelsOf(running, 'jnt')).length === 1)
  await cancelInStore(channelId)
  await untilStatus(seller, id, 'canceled')
  await failCalls(running, {})
  await until(
    'the courier to be called off',
    async () => (await parcelsOf(running, 'jnt'))[0]?.state === 'canceled',
  )
  await until('the shipment to end', async () => (await shipmentsOf(id))[0]?.is_live === false)
})

it('lets a parcel that the seller brings himself neither set out nor be handed over, but come back', async () => {
  const { id, channelId } = await sendWith(courierIds.self_delivery)
  const move = (status: string) =>
    seller.call(`PUT /orders/${id}/status-self-delivery`, { status, note: 'turned back' })
  expect((await move('delivering')).status).toBe(200)
  await untilStatus(seller, id, 'shipped')
  await cancelInStore(channelId)
  await untilStatus(seller, id, 'canceled')
  const refused = [await move('delivered'), await seller.call(`POST /orders/${id}/self-delivery-code`)]
  expect(refused.map((one) => [one.status, one.at('code')])).toEqual([
    [409, 'order_action_refused'],
    [409, 'order_action_refused'],
  ])
  expect((await move('failed')).status).toBe(200)
  expect((await move('delivering')).status).toBe(409)
  expect((await move('returned')).status).toBe(200)
})
