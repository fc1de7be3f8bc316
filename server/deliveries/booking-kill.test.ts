/** A worker that is killed between the courier's commit and our saving: another one finds the parcel, and books no second. */
import { fork, type ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { courierIds } from '../../model/delivery.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../test/console.ts'
import {
  callsOf,
  connectCourier,
  giveSender,
  parcelsOf,
  parcelSize,
  sellOnWebStore,
  spoilCalls,
  untilStatus,
} from '../../test/own-couriers.ts'

let running: TestConsole
let seller: Account
let worker: ChildProcess

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  worker = startWorker()
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await running?.stop()
})

function startWorker(): ChildProcess {
  return fork(new URL('../../test/console-process.ts', import.meta.url), ['worker'], {
    env: { ...process.env, ...running.environment, DATABASE_URL: running.databaseUrl },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

/** Lets the minute pass in which an action is the worker's that took it up, dead or not. */
async function endLease(): Promise<void> {
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update order_wishes set check_at = now() where owner_id = ${seller.ownerId}`.execute(tx),
  )
}

it('is booked once', async () => {
  await giveSender(seller)
  await connectCourier(running, seller, 'jnt')
  const { id } = await sellOnWebStore(running, seller)
  // The courier books, and its answer takes longer than the worker lives.
  const path = '/jnt/webopenplatformapi/api/order/addOrder'
  await spoilCalls(running, { path, timeout: 1, timeout_ms: 60_000, count: 1 })
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
}, 90_000)
