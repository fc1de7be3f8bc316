/** Bookings whose answer is lost, and those that arrive late: real couriers' wires that fail as they do. */
import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { courierIds } from '../../../test/steps/courier-ids.ts'
import {
  callsOf,
  connectCourier,
  failCalls,
  giveSender,
  parcelsOf,
  parcelSize,
  scan,
  sellOnWebStore,
  untilAction,
  untilStatus,
} from '../../../test/steps/own-couriers.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'

const jntOrders = '/jnt/webopenplatformapi/api/order'
const addOrder = `${jntOrders}/addOrder`
let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await giveSender(seller)
})
afterEach(() => running.stop())

const shipmentsOf = (id: number) => seller.call(`GET /orders/${id}/shipments`)
const withJnt = { shipment_id: courierIds.jnt, ...parcelSize }
const confirm = (id: number, body: object = withJnt) => seller.call(`POST /orders/${id}/confirm`, body)

describe('a booking whose answer is lost', () => {
  it('is booked once when the courier’s answer is lost behind its effect', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id } = await sellOnWebStore(running, seller)
    await failCalls(running, { path: addOrder, reset: 1, count: 1 })
    await confirm(id)
    const ready = await untilStatus(seller, id, 'ready_to_ship')
    const parcels = await parcelsOf(running, 'jnt')
    expect(parcels.map(({ number }) => number)).toEqual([ready.at('data.tracking_number')])
    // It was looked up: the courier's own guard against doubles was not needed.
    expect(await callsOf(running, addOrder)).toBe(1)
  })

  it('is booked once when the first call arrives after the look-up, just before the second', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id } = await sellOnWebStore(running, seller)
    await failCalls(running, { path: addOrder, late: 1, count: 1 })
    await confirm(id)
    const ready = await untilStatus(seller, id, 'ready_to_ship')
    const parcels = await parcelsOf(running, 'jnt')
    expect(parcels.map(({ number }) => number)).toEqual([ready.at('data.tracking_number')])
    expect(await callsOf(running, addOrder)).toBe(2)
  })

  it('keeps a first call that arrives late, although the second is refused', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id } = await sellOnWebStore(running, seller)
    await failCalls(running, { path: jntOrders, late: 1 })
    await confirm(id)
    await until('the first call', async () => (await callsOf(running, addOrder)) === 1)
    await giveSender(seller, { postcode: null })
    await failCalls(running, {})
    const ready = await untilStatus(seller, id, 'ready_to_ship')
    const parcels = await parcelsOf(running, 'jnt')
    expect(parcels.map(({ number }) => number)).toEqual([ready.at('data.tracking_number')])
  })

  it('keeps what the courier tells of the parcel before its answer is found', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id } = await sellOnWebStore(running, seller)
    await failCalls(running, { path: jntOrders, reset: 1 })
    await confirm(id)
    const [parcel] = await until('the courier to have it', async () => {
      const found = await parcelsOf(running, 'jnt')
      return found.length > 0 && found
    })
    await scan(running, 'jnt', parcel?.number ?? '', 'collect', 'out', 'deliver')
    const status = async () => (await shipmentsOf(id)).at('data.0.status.code')
    await until('the push', async () => (await status()) === 'delivered')
    await failCalls(running, {})
    await until('the booking', async () => (await shipmentsOf(id)).at('data.0.booking') === 'booked')
    expect(await status()).toBe('delivered')
    await untilStatus(seller, id, 'delivered')
  })

  it('asks a person where the courier cannot be asked, and takes either answer', async () => {
    await connectCourier(running, seller, 'gdex')
    const withGdex = { shipment_id: courierIds.gdex, mode: 'dropoff', ...parcelSize }
    const there = await sellOnWebStore(running, seller)
    const create = '/gdex/api/prime/CreateConsignment'
    await failCalls(running, { path: create, reset: 1, count: 1 })
    await confirm(there.id, withGdex)
    const failed = await untilAction(seller, there.id, 'failed')
    expect(failed.at('data.latest_action.error.code')).toBe('courier_unanswered')
    expect(failed.at('data.refused_actions.confirm')).toBe('shipment_unanswered')
    const shipments = await shipmentsOf(there.id)
    expect(shipments.at('data.0.booking')).toBe('unanswered')
    const [parcel] = await parcelsOf(running, 'gdex')
    const body = { tracking_number: parcel?.number }
    const found = await seller.call(`POST /shipments/${shipments.at<number>('data.0.id')}/found`, body)
    expect(found.at('data.booking')).toBe('booked')
    const again = await seller.call(`POST /shipments/${shipments.at<number>('data.0.id')}/found`, body)
    expect([again.status, again.at('code')]).toEqual([409, 'conflict'])
    expect((await untilStatus(seller, there.id, 'ready_to_ship')).at('data.tracking_number')).toBe(
      parcel?.number,
    )

    const lost = await sellOnWebStore(running, seller)
    await failCalls(running, { path: create, server_error: 1, count: 1 })
    await confirm(lost.id, withGdex)
    await untilAction(seller, lost.id, 'failed')
    const shipmentId = (await shipmentsOf(lost.id)).at<number>('data.0.id')
    const closed = await seller.call(`POST /shipments/${shipmentId}/not-found`)
    expect(closed.at('data')).toMatchObject({ booking: 'closed', is_live: false })
    await confirm(lost.id, withGdex)
    await untilStatus(seller, lost.id, 'ready_to_ship')
    expect(await parcelsOf(running, 'gdex')).toHaveLength(2)
  })

  it('asks a person when shop or account is gone before the booking was looked up', async () => {
    await connectCourier(running, seller, 'jnt')
    const sold = [await sellOnWebStore(running, seller), await sellOnWebStore(running, seller)]
    await failCalls(running, { path: jntOrders, reset: 1 })
    const run = (statement: RawBuilder<unknown>) =>
      running.db.asOwner(seller.ownerId, (tx) => statement.execute(tx))
    const { ownerId } = seller
    const cases = [
      [sql`update shops set status = 2 where owner_id = ${ownerId}`, 'shop_unlinked'],
      [sql`delete from courier_accounts where owner_id = ${ownerId}`, 'courier_unanswered'],
    ] as const
    for (const [at, [gone, code]] of cases.entries()) {
      const id = sold[at]?.id ?? 0
      await confirm(id)
      await until('the courier to have it', async () => (await parcelsOf(running, 'jnt')).length > at)
      await run(gone)
      const failed = await untilAction(seller, id, 'failed')
      expect(failed.at('data.latest_action.error.code')).toBe(code)
      expect((await shipmentsOf(id)).at('data.0.booking')).toBe('unanswered')
      await run(sql`update shops set status = 1 where owner_id = ${ownerId}`)
    }
  })
})
