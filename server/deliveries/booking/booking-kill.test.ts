/** A worker that is killed between the courier's commit and our saving: another one finds the parcel, and books no second. */
import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { courierIds } from '../../../test/steps/courier-ids.ts'
import { sellLamps } from '../../../test/steps/cod-order.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { forkConsole } from '../../../test/steps/forked-console.ts'
import {
  callsOf,
  connectCourier,
  giveSender,
  parcelsOf,
  parcelSize,
  sellOnWebStore,
  failCalls,
  untilStatus,
} from '../../../test/steps/own-couriers.ts'

let running: TestConsole
let seller: Account
let worker: ChildProcess

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  worker = startWorker()
  await giveSender(seller)
  await connectCourier(running, seller, 'jnt')
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await running?.stop()
})

const startWorker = () => forkConsole(running, { role: 'worker' })

/** Lets the minute pass in which an action is the worker's that took it up, dead or not. */
async function endLease(): Promise<void> {
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update order_actions set check_at = now() where owner_id = ${seller.ownerId}`.execute(tx),
  )
}

it('is booked once', async () => {
  const { id } = await sellOnWebStore(running, seller)
  // The courier books, and its answer takes longer than the worker lives.
  const path = '/jnt/webopenplatformapi/api/order/addOrder'
  await failCalls(running, { path, timeout: 1, timeout_ms: 60_000, count: 1 })
  const asked = await seller.call(`POST /orders/${id}/confirm`, {
    shipment_id: courierIds.jnt,
    ...parcelSize,
  })
  expect(asked.status).toBe(202)
  const [booked] = await until('the courier to have it', async () => {
    const parcels = await parcelsOf(running, 'jnt')
    return parcels.length > 0 && parcels
  })
  worker.kill('SIGKILL')
  const shipment = await seller.call(`GET /orders/${id}/shipments`)
  expect(shipment.at('data.0')).toMatchObject({ booking: 'wanted', tracking_number: null })
  await endLease()
  worker = startWorker()
  const order = await untilStatus(seller, id, 'ready_to_ship')
  expect(order.at('data.tracking_number')).toBe(booked?.number)
  expect(await parcelsOf(running, 'jnt')).toHaveLength(1)
  expect(await callsOf(running, path)).toBe(1)
})

it('of an order in two parcels, each is booked once', async () => {
  const id = await sellLamps(running, seller)
  const order = await seller.call(`GET /orders/${id}`)
  const [lamp, shade] = order.at<{ id: string }[]>('data.order_product_skus.data').map((line) => line.id)
  const divided = await seller.call(`PUT /orders/${id}/parcels`, {
    parcels: [{ items: [{ id: lamp, quantity: 3 }] }, { items: [{ id: shade, quantity: 1 }] }],
  })
  expect(divided.status).toBe(200)
  const path = '/jnt/webopenplatformapi/api/order/addOrder'
  const [calls, before] = [await callsOf(running, path), await parcelsOf(running, 'jnt')]
  await failCalls(running, { path, timeout: 1, timeout_ms: 60_000, count: 1 })
  await seller.call(`POST /orders/${id}/confirm`, { shipment_id: courierIds.jnt, ...parcelSize })
  await until('the courier to have the first', async () => {
    return (await parcelsOf(running, 'jnt')).length > before.length
  })
  worker.kill('SIGKILL')
  await endLease()
  await running.startWorker()
  const ready = await untilStatus(seller, id, 'ready_to_ship')
  const booked = (await parcelsOf(running, 'jnt')).slice(before.length).map(({ number }) => number)
  const packages = ready.at<{ tracking_number: string }[]>('data.packages.data')
  expect(packages.map((one) => one.tracking_number)).toEqual(booked)
  expect([booked.length, (await callsOf(running, path)) - calls]).toEqual([2, 2])
})
