/** From confirm to delivered with the owner's own couriers: a real console and database, and couriers over their real wire. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { paymentMethodIds } from '../../../model/order.ts'
import { courierIds } from '../../../test/steps/courier-ids.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { courierKeys } from '../../../test/steps/sandbox-courier-keys.ts'
import {
  connectCourier,
  giveSender,
  parcelsOf,
  parcelSize,
  scan,
  sellOnWebStore,
  failCalls,
  statusOf,
  untilStatus,
  untilAction,
} from '../../../test/steps/own-couriers.ts'
import { ledgerErrors } from '../../../test/steps/oracle.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'

const jntOrders = '/jnt/webopenplatformapi/api/order'
let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await giveSender(seller)
})
afterEach(() => running.stop())

const orderOf = (id: number) => seller.call(`GET /orders/${id}`)
const shipmentsOf = (id: number) => seller.call(`GET /orders/${id}/shipments`)
const withJnt = { shipment_id: courierIds.jnt, ...parcelSize }
const confirm = (id: number, body: object = withJnt) => seller.call(`POST /orders/${id}/confirm`, body)

/** Reads the order's status and fulfilment status in the store. */
async function storeSays(channelId: string): Promise<string> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/oracle/web-store/orders?shop_id=hana-home`)
  const orders = (await reply.text()).split('\n').filter(Boolean)
  type Truth = { order: { id: string; status: string; fulfillment_status: string } }
  const truth = orders.map((line) => JSON.parse(line) as Truth).find(({ order }) => order.id === channelId)
  return `${truth?.order.status}/${truth?.order.fulfillment_status}`
}

/** Orders of the list that go by one courier. */
async function idsBy(courierId: number): Promise<number[]> {
  const listed = await seller.call(`GET /orders/filter?shipment_id=${courierId}`)
  return listed.at<{ id: number }[]>('data').map(({ id }) => id)
}

async function printAndCheck(id: number): Promise<void> {
  await seller.call('POST /orders/bulk-print', { ids: [id], kind: 'waybill' })
  await until('the label', async () => (await orderOf(id)).at('data.is_printed') === 1)
  const lines = (await orderOf(id)).at<{ id: string; quantity: number }[]>('data.order_product_skus.data')
  const scanned = { lines: lines.map((line) => ({ id: line.id, quantity: line.quantity })) }
  expect((await seller.call(`POST /orders/${id}/scan-checked`, scanned)).status).toBe(200)
}

/** The order waits for its label again, in the list and in what is counted. */
async function expectUnpacked(id: number): Promise<void> {
  const listed = await seller.call('GET /orders/filter?is_printed=0')
  const row = listed.at<{ id: number }[]>('data').find((one) => one.id === id)
  expect(row).toMatchObject({ is_printed: 0, checked_at: null, scanned_quantity: 0 })
  expect((await ledgerErrors(running.adminUrl)).counts).toEqual([])
}

/** Orders of the queue that wait for a confirmation, and how many it counts. */
async function toConfirm(): Promise<{ ids: number[]; total: number }> {
  const queue = await seller.call('GET /orders/queue?step=confirm')
  const figures = queue.at<{ step: string; total: number }[]>('meta.figures')
  const total = figures.filter(({ step }) => step === 'confirm').reduce((sum, one) => sum + one.total, 0)
  return { ids: queue.at<{ id: number }[]>('data').map(({ id }) => id), total }
}

describe('an order that the owner’s own courier carries', () => {
  it('goes with the courier that was chosen for it, unless confirming names another', async () => {
    await connectCourier(running, seller, 'jnt')
    await connectCourier(running, seller, 'gdex')
    const { id } = await sellOnWebStore(running, seller)
    const choose = (courierId: number | null) => seller.call(`PUT /orders/${id}`, { shipment_id: courierId })
    for (const courierId of [courierIds.gdex, courierIds.self_delivery, courierIds.jnt]) {
      expect((await choose(courierId)).status).toBe(200)
      expect((await orderOf(id)).at('data.shipment_provider.id')).toBe(courierId)
      const info = await seller.call(`GET /orders/${id}/confirm-info`)
      expect(info.at('data.own.shipment_id')).toBe(courierId)
    }
    expect((await choose(courierIds.ninjavan)).at('invalid_fields')).toHaveProperty('shipment_id')
    expect((await choose(null)).status).toBe(200)
    expect((await orderOf(id)).at('data.shipment_provider')).toBeNull()
    await choose(courierIds.jnt)
    const info = await seller.call(`GET /orders/${id}/confirm-info`)
    expect(info.at('data')).toMatchObject({ order_id: id, platform_id: 6, addresses: [], warnings: [] })
    expect(info.at('data.modes')).toEqual(info.at('data.own.modes'))
    expect((await confirm(id, parcelSize)).status).toBe(202)
    await untilStatus(seller, id, 'ready_to_ship')
    expect(await parcelsOf(running, 'jnt')).toHaveLength(1)
    const late = await choose(courierIds.gdex)
    expect([late.status, late.at('code')]).toEqual([409, 'order_action_refused'])
  })

  it('is booked once, told to the store, and followed to the door', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id, channelId } = await sellOnWebStore(running, seller)
    expect((await orderOf(id)).at('data.allowed_actions')).toEqual(['confirm', 'cancel', 'edit'])
    expect((await confirm(id)).at('data.kind')).toBe('confirm')
    const ready = await untilStatus(seller, id, 'ready_to_ship')
    const [parcel, ...others] = await parcelsOf(running, 'jnt')
    expect(others).toEqual([])
    const number = parcel?.number ?? ''
    expect(ready.at('data.tracking_number')).toBe(number)
    expect(ready.at('data.shipment_provider')).toEqual({ id: courierIds.jnt, name: 'J&T Express' })
    expect(await idsBy(courierIds.jnt)).toContain(id)
    expect(parcel?.booking).toMatchObject({
      packageInfo: { weight: '1.20', length: '20' },
      sender: { city: 'Petaling Jaya', postCode: '46000' },
    })
    await scan(running, 'jnt', number, 'collect')
    await untilStatus(seller, id, 'shipped')
    await scan(running, 'jnt', number, 'out', 'deliver')
    await untilStatus(seller, id, 'delivered')
    expect(await storeSays(channelId)).toBe('pending/delivered')
    const shipments = await shipmentsOf(id)
    expect(shipments.at('data.0')).toMatchObject({
      tracking_number: number,
      status: { code: 'delivered', name: 'Delivered' },
      booking: 'booked',
      may_cancel: false,
    })
    const said = shipments.at<{ courier_status: string }[]>('data.0.events')
    expect(said.map((event) => event.courier_status)).toEqual(['100', '94', '10'])
    const history = await seller.call(`GET /orders/${id}/history`)
    const events = history.at<{ event: string }[]>('data').map(({ event }) => event)
    expect(events.slice(0, 4)).toEqual(['delivered', 'handed_over', 'courier_booked', 'asked_confirm'])
  })

  it('stays as it was when the courier refuses, in its own words', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id } = await sellOnWebStore(running, seller)
    await confirm(id, { ...withJnt, service_id: 'WARP' })
    const failed = await untilAction(seller, id, 'failed')
    expect(failed.at('data.latest_action.error')).toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/“[^”]*expressType[^”]*”/),
      channel_code: '145003050',
    })
    expect(failed.at('data.status.code')).toBe('pending')
    await confirm(id)
    await untilStatus(seller, id, 'ready_to_ship')
  })

  it('names the field that is wrong before anybody is asked', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id } = await sellOnWebStore(running, seller)
    const wrongs: [object, string][] = [
      [{ shipment_id: courierIds.jnt }, 'package'],
      [{ ...withJnt, remark: 'x'.repeat(51) }, 'remark'],
      [{ ...withJnt, pieces: 100 }, 'pieces'],
      [
        { ...withJnt, pickup_date: '2027-01-04', ready_time: '15:00', collectible_by: '14:00' },
        'collectible_by',
      ],
      [{ ...withJnt, shipment_id: courierIds.ninjavan }, 'shipment_id'],
    ]
    for (const [body, field] of wrongs) {
      const answer = await confirm(id, body)
      const fields = Object.keys(answer.at<object | undefined>('invalid_fields') ?? {})
      expect([answer.status, fields]).toEqual([422, [field]])
    }
    expect((await shipmentsOf(id)).at('data')).toEqual([])
    expect(await parcelsOf(running, 'jnt')).toEqual([])
  })

  it('is not collected for in the currency of a courier that is not its own', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id } = await sellOnWebStore(running, seller)
    const pay = (method: 'cod' | 'card', currency: string) =>
      running.db.asOwner(seller.ownerId, (tx) =>
        sql`update orders set currency = ${currency}, payment_method = ${paymentMethodIds[method]}
          where owner_id = ${seller.ownerId} and id = ${id}`.execute(tx),
      )
    await pay('cod', 'SGD')
    const message =
      'This courier cannot collect or insure an amount in the currency of the order. Choose another courier.'
    const refused = await confirm(id)
    expect([refused.status, refused.at('invalid_fields')]).toEqual([422, { shipment_id: message }])
    const info = await seller.call(`GET /orders/${id}/confirm-info?shipment_id=${courierIds.jnt}`)
    expect(info.at('data.own.warnings')).toEqual([message])
    await pay('card', 'SGD')
    const insured = await confirm(id, { ...withJnt, enhanced_liability: 1 })
    expect(insured.at('invalid_fields')).toEqual({ shipment_id: message })
    await confirm(id)
    await untilStatus(seller, id, 'ready_to_ship')
    // The courier's fee is in ringgit.
    expect((await shipmentsOf(id)).at('data.0')).toMatchObject({ currency: 'SGD', fee: null })
  })

  it('says by a code that the warehouse lacks its phone, before and after somebody confirms', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id } = await sellOnWebStore(running, seller)
    const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
    await seller.call(`PUT /warehouses/${warehouse}`, { phone: null })
    const info = await seller.call(`GET /orders/${id}/confirm-info?shipment_id=${courierIds.jnt}`)
    const message = "Add an address and phone number to the shop's warehouse"
    expect(info.at('data.own.problems')).toEqual([{ field: 'sender', code: 'delivery_sender', message }])
    expect(info.at('data.own.warnings')).toEqual([message])
    const refused = await confirm(id)
    expect(refused.body).toEqual({
      code: 'validation_failed',
      invalid_fields: { sender: message },
      field_codes: { sender: 'delivery_sender' },
    })
  })

  it('may be accepted without a courier, and go with one later', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id } = await sellOnWebStore(running, seller)
    await confirm(id, { shipment_id: null })
    await untilStatus(seller, id, 'confirmed')
    expect((await shipmentsOf(id)).at('data')).toEqual([])
    const asked = await until('the next action', async () => {
      const answer = await confirm(id)
      return answer.status === 202 && answer
    })
    expect(asked.at('data.kind')).toBe('confirm')
    await untilStatus(seller, id, 'ready_to_ship')
  })
})

describe('taking a parcel back', () => {
  it('lets the order wait for another courier, under a new reference', async () => {
    await connectCourier(running, seller, 'jnt')
    await connectCourier(running, seller, 'ninjavan')
    const { id } = await sellOnWebStore(running, seller)
    await confirm(id)
    const ready = await untilStatus(seller, id, 'ready_to_ship')
    expect(ready.at('data.allowed_actions')).toEqual(['cancel', 'cancel_shipment'])
    await printAndCheck(id)
    expect((await seller.call(`POST /orders/${id}/cancel-shipment`, {})).status).toBe(202)
    await untilStatus(seller, id, 'pending')
    expect((await parcelsOf(running, 'jnt'))[0]?.state).toBe('canceled')
    await until('the next action', async () => {
      const asked = await confirm(id, { ...withJnt, shipment_id: courierIds.ninjavan })
      return asked.status === 202
    })
    const again = await untilStatus(seller, id, 'ready_to_ship')
    expect([await idsBy(courierIds.jnt), await idsBy(courierIds.ninjavan)]).toEqual([[], [id]])
    const [parcel] = await parcelsOf(running, 'ninjavan')
    expect(again.at('data.tracking_number')).toBe(parcel?.number)
    await expectUnpacked(id)
    const kept = (await shipmentsOf(id)).at<{ reference: string; is_live: boolean }[]>('data')
    expect(kept.map((one) => one.is_live)).toEqual([true, false])
    expect(new Set(kept.map(({ reference }) => reference)).size).toBe(2)
  })

  it('comes before the order is canceled, and keeps it when the courier refuses', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id, channelId } = await sellOnWebStore(running, seller)
    await confirm(id)
    await untilStatus(seller, id, 'ready_to_ship')
    const [parcel] = await parcelsOf(running, 'jnt')
    // Fetched, and nobody has heard of it yet.
    await running.control('push_faults', { drop: 1 }, 'jnt')
    await scan(running, 'jnt', parcel?.number ?? '', 'collect')
    await seller.call(`POST /orders/${id}/cancel`, { reason_code: 'out_of_stock' })
    const kept = await untilAction(seller, id, 'failed')
    expect(kept.at('data.latest_action.error.message')).toMatch(/can not be cancelled/)
    expect(await storeSays(channelId)).toBe('pending/fulfilled')

    const other = await sellOnWebStore(running, seller)
    await confirm(other.id)
    await untilStatus(seller, other.id, 'ready_to_ship')
    const reasons = await seller.call(`GET /orders/cancel-reasons?order_id=${other.id}`)
    expect(reasons.at('data.0')).toEqual({ code: 'out_of_stock', id: 'out_of_stock', name: 'Out of stock' })
    await seller.call(`POST /orders/${other.id}/cancel`, { reason_code: 'out_of_stock' })
    await untilStatus(seller, other.id, 'canceled')
    expect((await parcelsOf(running, 'jnt')).map(({ state }) => state)).toEqual(['10', 'canceled'])
  })

  it('after a pick-up that failed, a new booking replaces the old one', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id } = await sellOnWebStore(running, seller)
    await confirm(id)
    await untilStatus(seller, id, 'ready_to_ship')
    const [first] = await parcelsOf(running, 'jnt')
    await scan(running, 'jnt', first?.number ?? '', 'fail_pickup')
    await until('the flag', async () => (await orderOf(id)).at('data.pickup_failed'))
    expect(await statusOf(seller, id)).toBe('ready_to_ship')
    expect((await orderOf(id)).at('data.allowed_actions')).toContain('confirm')
    await printAndCheck(id)
    expect(await toConfirm()).toEqual({ ids: [id], total: 1 })
    // The courier is out of order for a moment when it is to forget the old parcel.
    await failCalls(running, { path: `${jntOrders}/cancelOrder`, server_error: 1, count: 1 })
    await confirm(id)
    await until('the new number', async () => {
      const number = (await orderOf(id)).at('data.tracking_number')
      return number !== null && number !== first?.number
    })
    expect((await parcelsOf(running, 'jnt')).map(({ state }) => state)).toEqual(['canceled', 'created'])
    await expectUnpacked(id)
    expect((await orderOf(id)).at('data.pickup_failed')).toBe(false)
    expect(await toConfirm()).toEqual({ ids: [], total: 0 })
  })
})

describe('many at once', () => {
  it('go with the shop’s default courier; one that lacks something fails alone', async () => {
    await connectCourier(running, seller, 'jnt')
    const orders = [await sellOnWebStore(running, seller), await sellOnWebStore(running, seller)]
    const ids = orders.map(({ id }) => id)
    const chosen = await seller.call('PUT /settings/delivery-platform', {
      platform_id: 6,
      shipment_id: courierIds.jnt,
    })
    expect(chosen.status).toBe(200)
    const early = await seller.call('POST /orders/bulk-confirm', { ids })
    const errors = early.at<{ action: { error: { code: string } } }[]>('data.results')
    expect(errors.map(({ action }) => action.error.code)).toEqual(['needs_choice', 'needs_choice'])
    const size = { weight: 800, length: 20, width: 15, height: 10 }
    await seller.call('PUT /settings/delivery', { shipment_id: courierIds.jnt, default_package: size })
    // Asked for once more, each is booked by what is chosen now.
    const again = await seller.call(`POST /orders/action-batches/${early.at<number>('data.id')}/retry`)
    expect(again.at('data.open')).toBe(2)
    for (const id of ids) await untilStatus(seller, id, 'ready_to_ship')
    const parcels = await parcelsOf(running, 'jnt')
    expect(parcels.map(({ booking }) => booking['packageInfo'])).toMatchObject([
      { weight: '0.80' },
      { weight: '0.80' },
    ])
  })
})

describe('the weight of a parcel', () => {
  it('is that of its goods, wherever a channel knows it, and the usual one until then', async () => {
    await connectCourier(running, seller, 'jnt')
    const { id } = await sellOnWebStore(running, seller)
    const size = { weight: 800, length: 20, width: 15, height: 10 }
    await seller.call('PUT /settings/delivery', { shipment_id: courierIds.jnt, default_package: size })
    const own = async () =>
      (await seller.call(`GET /orders/${id}/confirm-info?shipment_id=${courierIds.jnt}`)).at<{
        package: object
        weight_from: string
      }>('data.own')
    expect(await own()).toMatchObject({ package: { weight: 0.8, length: 20 }, weight_from: 'default' })
    // The same things are listed by a marketplace, which knows what they weigh.
    const shopId = await addShop(running, seller.ownerId, 'market')
    type Line = { seller_sku: string; quantity: number }
    const lines = (await orderOf(id)).at<Line[]>('data.order_product_skus.data')
    const weighed = lines.map(({ seller_sku: sellerSku }, at) =>
      productOf({
        channelProductId: `W${at}`,
        package: { weight: 0.35, length: 5, width: 5, height: 5 },
        skus: [skuOf({ channelSkuId: `W${at}`, shopSku: `W${at}`, sellerSku })],
      }),
    )
    await putProducts(running, { ownerId: seller.ownerId, shopId }, weighed)
    const info = await until('the products', async () => {
      const found = await own()
      return found.weight_from === 'products' && found
    })
    const grams = lines.reduce((sum, { quantity }) => sum + quantity * 350, 0)
    expect(info.package).toMatchObject({ weight: grams / 1000 })
    // Many at once are booked by it too.
    await seller.call('PUT /settings/delivery-platform', { platform_id: 6, shipment_id: courierIds.jnt })
    await seller.call('POST /orders/bulk-confirm', { ids: [id] })
    await untilStatus(seller, id, 'ready_to_ship')
    const [parcel] = await parcelsOf(running, 'jnt')
    expect(parcel?.booking).toMatchObject({ packageInfo: { weight: (grams / 1000).toFixed(2) } })
  })
})

describe('what there is to choose', () => {
  it('is asked of the courier, with what keeps the parcel from being booked', async () => {
    await connectCourier(running, seller, 'ninjavan')
    await connectCourier(running, seller, 'gdex')
    const { id } = await sellOnWebStore(running, seller)
    const own = (await seller.call(`GET /orders/${id}/confirm-info?shipment_id=4`)).at('data.own')
    expect(own).toMatchObject({
      couriers: [{ code: 'gdex' }, { code: 'ninjavan' }, { code: 'self_delivery' }],
      shipment_id: 4,
      fields: ['service', 'pickup', 'enhanced_liability', 'remark'],
      modes: ['pickup', 'dropoff'],
      pickup: 'slots',
      package: null,
      warnings: [],
    })
    const query = `order_id=${id}&shipment_id=4`
    const times = await seller.call(`GET /deliveries/orders/get-available-pickup-time?${query}`)
    expect(times.at('data.0')).toMatchObject({ from: '09:00', to: '12:00' })
    const cod = await seller.call(`GET /deliveries/orders/check-cod?order_id=${id}&shipment_id=1`)
    expect(cod.at('data')).toMatchObject({ is_cod_supported: false, max_cod: 0 })
  })

  it('stays there when a courier does not answer, so that another one can be chosen', async () => {
    const wallet = { ...courierKeys.gdex, dialect: 'mygdex', api_token: 'gdex-wallet-token' }
    expect((await seller.call('POST /deliveries/integrate/gdex', wallet)).status).toBe(201)
    const { id } = await sellOnWebStore(running, seller)
    await failCalls(running, { server_error: 1, path: '/gdex/test/api/MyGDex' })
    const silent = await seller.call(`GET /orders/${id}/confirm-info?shipment_id=1`)
    expect([silent.status, silent.at('data.own')]).toMatchObject([
      200,
      {
        shipment_id: 1,
        couriers: [{ code: 'gdex' }, { code: 'self_delivery' }],
        problems: [{ field: 'shipment_id', code: 'courier_unreachable' }],
        warnings: ['The courier is not responding. Try again later.'],
      },
    ])
    const own = (await seller.call(`GET /orders/${id}/confirm-info?shipment_id=0`)).at('data.own')
    expect(own).toMatchObject({ shipment_id: 0, problems: [] })
    // A request for the courier's pickup times alone is answered with the error.
    const times = await seller.call(
      `GET /deliveries/orders/get-available-pickup-time?order_id=${id}&shipment_id=1`,
    )
    expect([times.status, times.at('code')]).toEqual([504, 'courier_unreachable'])
  })

  it('is not there of a courier that was disconnected meanwhile', async () => {
    await connectCourier(running, seller, 'ninjavan')
    const { id } = await sellOnWebStore(running, seller)
    expect((await seller.call('DELETE /deliveries/integrate/ninjavan')).status).toBe(200)
    for (const call of [
      `GET /deliveries/orders/get-available-pickup-time?order_id=${id}&shipment_id=4`,
      `GET /orders/${id}/confirm-info?shipment_id=4`,
    ]) {
      const refused = await seller.call(call)
      expect([call, refused.status, refused.at('code')]).toEqual([call, 409, 'courier_not_connected'])
    }
  })

  it('says where to connect a courier that locks the account out', async () => {
    await connectCourier(running, seller, 'ninjavan', { client_secret: 'changed' })
    const { id } = await sellOnWebStore(running, seller)
    await confirm(id, { ...withJnt, shipment_id: courierIds.ninjavan })
    const failed = await untilAction(seller, id, 'failed')
    const message = 'This courier is not connected. Connect it under Setting › Shipping.'
    expect(failed.at('data.latest_action.error')).toMatchObject({ code: 'refused', message })
  })
})
