/** When couriers come, asked as the specification writes it: of a connected courier, before there is any order. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { connectCourier, connectGhn, giveSender, sellOnWebStore } from '../../../test/steps/own-couriers.ts'

const [dates, times] = ['get-pickup-date', 'get-available-pickup-time'].map(
  (name) => `GET /deliveries/orders/${name}`,
)
let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

describe('the times at which a courier comes', () => {
  it('are those of the place that the account’s parcels leave from', async () => {
    await connectGhn(running, seller)
    const days = await seller.call(`${dates}?shipment_id=2`)
    expect([days.status, days.at('data.0')]).toEqual([200, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
    // In the evening of Vietnam only tomorrow is left.
    const last = days.at<string[]>('data').at(-1)
    const all = await seller.call(`${times}?shipment_id=2`)
    const ofDay = await seller.call(`${times}?shipment_id=2&pickup_date=${last}`)
    const slots = all.at<{ date: string; from: string }[]>('data').filter(({ date }) => date === last)
    expect(slots.length).toBeGreaterThan(0)
    expect(ofDay.at('data')).toEqual(slots)
    const never = await seller.call(`${times}?shipment_id=2&pickup_date=2020-01-04`)
    expect([never.status, never.at('data')]).toEqual([200, []])
  })

  it('ask for a sender, a connected courier and a real day, each by its name', async () => {
    const unlinked = await seller.call(`${times}?shipment_id=4`)
    expect([unlinked.status, unlinked.at('code')]).toEqual([409, 'courier_not_connected'])
    const unknown = await seller.call(`${times}?shipment_id=98`)
    expect([unknown.status, Object.keys(unknown.at<object>('invalid_fields'))]).toEqual([
      422,
      ['shipment_id'],
    ])
    await connectCourier(running, seller, 'ninjavan')
    const nowhere = await seller.call(`${times}?shipment_id=4&pickup_date=2027-01-04`)
    expect([nowhere.status, Object.keys(nowhere.at<object>('invalid_fields'))]).toEqual([422, ['sender']])
    await giveSender(seller)
    const slots = await seller.call(`${times}?shipment_id=4&pickup_date=2027-01-04`)
    expect(slots.at('data.0')).toMatchObject({ from: '09:00', to: '12:00' })
    const noDay = await seller.call(`${times}?shipment_id=4&pickup_date=tomorrow`)
    expect([noDay.status, Object.keys(noDay.at<object>('invalid_fields'))]).toEqual([422, ['pickup_date']])
    // Nobody comes for what the seller brings himself.
    expect((await seller.call(`${dates}?shipment_id=0`)).at('data')).toEqual([])
  })
})

describe('cash on delivery', () => {
  it('says in words why a courier does not collect it', async () => {
    await giveSender(seller)
    await connectCourier(running, seller, 'gdex')
    const { id } = await sellOnWebStore(running, seller)
    const cod = await seller.call(`GET /deliveries/orders/check-cod?order_id=${id}&shipment_id=1`)
    expect(cod.at('data')).toMatchObject({
      is_cod_supported: false,
      max_cod: 0,
      currency: 'MYR',
      reason: 'This courier does not offer cash on delivery. Choose another courier.',
    })
    const wrong = await seller.call(`GET /deliveries/orders/check-cod?shipment_id=1`)
    expect([wrong.status, Object.keys(wrong.at<object>('invalid_fields'))]).toEqual([422, ['order_id']])
    const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
    await seller.call(`PUT /warehouses/${warehouse}`, { phone: null })
    const nowhere = await seller.call(`GET /deliveries/orders/check-cod?order_id=${id}&shipment_id=1`)
    expect([nowhere.status, nowhere.at('field_codes')]).toEqual([422, { sender: 'delivery_sender' }])
  })
})
