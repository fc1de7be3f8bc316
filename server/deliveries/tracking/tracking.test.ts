/**
 * Tracking of parcels: pushed, duplicated, late, forged or polled messages of couriers, and the updates sent to the
 * stores.
 */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { courierIds } from '../../../test/steps/courier-ids.ts'
import {
  linkWebStore,
  refuseKeysFinally,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import {
  callsOf,
  connectCourier,
  giveSender,
  parcelSize,
  scan,
  sellOnWebStore,
  statusOf,
  untilStatus,
} from '../../../test/steps/own-couriers.ts'
import { trackNow } from '../../../test/steps/track-now.ts'
import type { ShipmentMeaning } from '../../../model/delivery.ts'
import { listDueUpdates, saveSent, saveShipmentEvents } from './tracking-store.ts'

let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await giveSender(seller)
})
afterEach(() => running.stop())

/** An order that is booked, with the courier's number. */
async function send(code: 'jnt' | 'ninjavan' | 'gdex'): Promise<{ id: number; number: string }> {
  const { id } = await sellOnWebStore(running, seller)
  const mode = code === 'gdex' ? { mode: 'dropoff' } : {}
  await seller.call(`POST /orders/${id}/confirm`, { shipment_id: courierIds[code], ...parcelSize, ...mode })
  const order = await untilStatus(seller, id, 'ready_to_ship')
  return { id, number: order.at<string>('data.tracking_number') }
}

const shipmentOf = async (id: number) =>
  (await seller.call(`GET /orders/${id}/shipments`)).at<{ id: number }>('data.0')
const eventsOf = async (id: number) =>
  (await seller.call(`GET /orders/${id}/shipments`))
    .at<{ courier_status: string }[]>('data.0.events')
    .map((event) => event.courier_status)

it('counts what comes doubled and late once, and goes by the courier’s own time', async () => {
  await connectCourier(running, seller, 'jnt')
  const { id, number } = await send('jnt')
  await scan(running, 'jnt', number, 'collect', 'out', 'deliver')
  await untilStatus(seller, id, 'delivered')
  await running.control(`parcels/${number}/replay`, { order: 'reversed' }, 'jnt')
  await running.control(`parcels/${number}/replay`, { order: 'same' }, 'jnt')
  await running.control('pushes', undefined, 'jnt')
  expect(await eventsOf(id)).toEqual(['100', '94', '10'])
  expect(await statusOf(seller, id)).toBe('delivered')
})

it('believes nobody but the courier, and keeps nothing of what it does not believe', async () => {
  const url = await connectCourier(running, seller, 'jnt')
  const { id, number } = await send('jnt')
  const said = { scanTime: '2026-11-30 10:00:00', scanTypeCode: '100', desc: 'Signed' }
  const bizContent = JSON.stringify({ billCode: number, details: [said] })
  const push = (to: string, key: string) =>
    fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        apiAccount: '640826271705595946',
        digest: createHash('md5')
          .update(bizContent + key, 'utf8')
          .digest('base64'),
        timestamp: '1',
      },
      body: new URLSearchParams({ bizContent }),
    })
  const forged = await push(url, 'a guess')
  expect([forged.status, await forged.json()]).toMatchObject([401, { code: '0' }])
  expect((await push(`${url}x`, 'emulator-private-key')).status).toBe(404)
  expect(await eventsOf(id)).toEqual([])
  const real = await push(url, 'emulator-private-key')
  expect([real.status, await real.json()]).toMatchObject([200, { code: '1', data: 'SUCCESS' }])
  await untilStatus(seller, id, 'delivered')
})

it('leads a parcel that nobody took back to its sender', async () => {
  await connectCourier(running, seller, 'ninjavan')
  const { id, number } = await send('ninjavan')
  await scan(running, 'ninjavan', number, 'collect', 'out', 'fail')
  await untilStatus(seller, id, 'shipped')
  await until('the attempt', async () =>
    (await eventsOf(id)).includes('Delivery Exception, Pending Reschedule'),
  )
  expect(await statusOf(seller, id)).toBe('shipped')
  await scan(running, 'ninjavan', number, 'lose')
  await untilStatus(seller, id, 'failed')
  await scan(running, 'ninjavan', number, 'return', 'returned')
  await untilStatus(seller, id, 'returned')
})

it('reaches a store that was not linked when the parcel arrived, once it is linked again', async () => {
  await connectCourier(running, seller, 'jnt')
  const { id, number } = await send('jnt')
  const shopId = (await seller.call('GET /shops')).at<number>('data.0.id')
  expect((await seller.call(`DELETE /shops/${shopId}`)).status).toBe(204)
  await scan(running, 'jnt', number, 'collect', 'out', 'deliver')
  await until('the events', async () => (await eventsOf(id)).includes('100'))
  expect(await statusOf(seller, id)).toBe('ready_to_ship')
  await linkWebStore(running.sandbox.url, seller, 'hana-home')
  await untilStatus(seller, id, 'delivered')
})

it('reaches a store that took its key back just then, once it is linked with another', async () => {
  await connectCourier(running, seller, 'jnt')
  const { id, number } = await send('jnt')
  await running.control('authorize', { shop_id: 'hana-home', revoke: true }, 'web-store')
  await refuseKeysFinally(running)
  await scan(running, 'jnt', number, 'collect', 'out', 'deliver')
  const isExpired = async () => (await seller.call('GET /shops')).at('data.0.auth_state') === 'expired'
  await until('the shop to be marked', isExpired)
  await until('the events', async () => (await eventsOf(id)).includes('100'))
  expect(await statusOf(seller, id)).toBe('ready_to_ship')
  await linkWebStore(running.sandbox.url, seller, 'hana-home')
  await untilStatus(seller, id, 'delivered')
})

it('tells the store of the last attempt, which failed while the store was told of the one before', async () => {
  await connectCourier(running, seller, 'ninjavan')
  const { id } = await send('ninjavan')
  const { ownerId } = seller
  const shopId = (await seller.call('GET /shops')).at<number>('data.0.id')
  await seller.call(`DELETE /shops/${shopId}`)
  const shipmentId = (await shipmentOf(id)).id
  const tell = (courierStatus: string, meaning: ShipmentMeaning) =>
    running.db.asOwner(ownerId, (tx) => {
      const event = { at: new Date(), courierStatus, meaning, description: courierStatus, place: null }
      return saveShipmentEvents(tx, ownerId, shipmentId, [event])
    })
  await tell('Pending Reschedule', { status: 'failed_attempt' })
  const due = () => running.db.asOwner(ownerId, (tx) => listDueUpdates(tx, { ownerId, shopId }, new Date()))
  const [update] = await due()
  expect(update?.status).toBe('failed_attempt')
  await tell('Max Attempts Reached', { status: 'failed_attempt', flag: 'given_up' })
  await running.db.asOwner(ownerId, (tx) =>
    saveSent(tx, ownerId, shipmentId, { step: 'shipped', ...(update && { of: update }) }),
  )
  await linkWebStore(running.sandbox.url, seller, 'hana-home')
  await untilStatus(seller, id, 'failed')
})

it('is asked for where the courier tells nobody, also when it was thought lost', async () => {
  await connectCourier(running, seller, 'gdex')
  const { id, number } = await send('gdex')
  await scan(running, 'gdex', number, 'collect', 'lose')
  await trackNow(running.adminUrl)
  await untilStatus(seller, id, 'failed')
  await scan(running, 'gdex', number, 'returned')
  await trackNow(running.adminUrl)
  await untilStatus(seller, id, 'returned')
})

it('is asked for where the courier tells nobody', async () => {
  await connectCourier(running, seller, 'gdex')
  const { id, number } = await send('gdex')
  await scan(running, 'gdex', number, 'collect', 'out', 'deliver')
  expect(await statusOf(seller, id)).toBe('ready_to_ship')
  await trackNow(running.adminUrl)
  await untilStatus(seller, id, 'delivered')
  expect(await shipmentOf(id)).toMatchObject({ status: { code: 'delivered' } })
})

it('prints the label that the courier makes', async () => {
  await connectCourier(running, seller, 'jnt')
  const { id } = await send('jnt')
  const asked = await seller.call('POST /orders/bulk-print', { ids: [id], kind: 'waybill' })
  const batch = await until('the batch', async () => {
    const found = await seller.call(`GET /orders/print-batches/${asked.at<number>('data.id')}`)
    return found.at('data.state') === 'done' && found
  })
  expect(batch.at('data')).toMatchObject({ pages: 1, failed: [] })
  expect(await callsOf(running, '/jnt/webopenplatformapi/api/order/printOrder')).toBe(1)
})
